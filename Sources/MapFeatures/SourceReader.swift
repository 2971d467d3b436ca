import JSONDocument

/// Reads an input whose bytes are all there.
struct SourceReader {
  let source: any ByteSource
  let options: ReadingOptions

  func table() throws(FeatureError) -> FeatureTable {
    switch source.withBytes(ContentSniffer.finding) {
    case .empty:
      throw FeatureError(.empty)
    case .foreign(let content, let place):
      throw error(.foreignContent(content), at: place)
    case .format(let format, let start):
      switch options.format ?? format {
      case .csv: return try csv(from: start)
      case .geojson: throw FeatureError(.empty)
      case .ndjson: throw FeatureError(.empty)
      }
    }
  }

  private func csv(from start: Int) throws(FeatureError) -> FeatureTable {
    let layout: CSVLayout
    switch source.withBytes({ bytes in
      Result { () throws(CSVHeader.Failure) in
        try CSVHeader(bytes: bytes, options: options).layout(from: start, isFinal: true)
      }
    }) {
    case .success(let found): layout = found
    case .failure(.problem(let problem, let place)): throw error(problem, at: place ?? start)
    case .failure(.incomplete): throw FeatureError(.unreadableHeader)
    }
    var builder = TableBuilder(
      keepsPlaces: options.keepsProperties, expectedBytes: source.count - layout.dataStart)
    let reader = ChunkReader(source: source, start: layout.dataStart, options: options) {
      CSVScanner(layout: layout)
    }
    let end = reader.read(into: &builder)
    if case .failed(let problem, let place) = end.outcome {
      throw error(problem, at: place, newline: layout.newline)
    }
    if layout.isWindows1252 {
      builder.notes.insert("the text is not UTF-8 and was read as Windows-1252", at: 0)
    }
    return try builder.table(
      format: .csv, records: options.keepsProperties ? .csv(source, layout) : .none,
      columnNames: layout.names,
      line: { line(of: $0, newline: layout.newline) })
  }

  /// An error at a byte.
  private func error(_ problem: FeatureProblem, at place: Int, newline: UInt8 = 0x0A) -> FeatureError {
    FeatureError(problem, at: source.withBytes { LineCounter(newline: newline).position(of: place, in: $0) })
  }

  private func line(of place: Int, newline: UInt8) -> Int {
    source.withBytes { LineCounter(newline: newline).position(of: place, in: $0).line }
  }
}
