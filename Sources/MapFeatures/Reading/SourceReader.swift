import JSONDocument

/// Reads an input whose bytes are all there.
struct SourceReader {
  let source: any ByteSource
  let options: ReadingOptions
  /// What takes the points; `nil` where the table keeps them.
  var sink: (any PointSink)?
  /// Bytes read at once by a thread.
  var chunkSize = 1 << 18

  func table() throws(FeatureError) -> FeatureTable {
    switch source.withBytes(ContentSniffer.finding) {
    case .empty:
      throw FeatureError(.empty)
    case .foreign(let content, let place):
      throw error(.foreignContent(content), at: place)
    case .format(let format, let start):
      switch options.format ?? format {
      case .csv: return try csv(from: start)
      case .geojson: return try document(from: start, type: nil)
      case .ndjson: return try sequence(from: start)
      case .json: return try rows(from: start)
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
      options, keepsPoints: sink == nil, expectedBytes: source.count - layout.dataStart)
    let store: RecordStore = options.keepsProperties ? .csv(.source(source), layout) : .none
    let reader = ChunkReader(
      source: source, start: layout.dataStart, options: options, chunkSize: chunkSize,
      batches: PointBatches(sink, .csv, store)
    ) {
      CSVScanner(layout: layout)
    }
    let end = reader.read(into: &builder)
    if case .failed(let problem, let place) = end.outcome {
      throw error(problem, at: place, newline: layout.newline)
    }
    if let fault = builder.fault(firstRecordCounts: false) {
      throw error(fault.problem, at: fault.place, newline: layout.newline)
    }
    builder.addNotes(on: layout)
    var table = try builder.table(
      format: .csv, records: store,
      columnNames: layout.names,
      line: { line(of: $0, newline: layout.newline) })
    table.coordinateColumns = layout.coordinateColumns
    return table
  }

  /// A GeoJSON document; `type` where an earlier walk has found it.
  private func document(from start: Int, type: String?) throws(FeatureError) -> FeatureTable {
    var step = walk { $0.head(from: start, type: type) }
    // Rows may be called features.
    if case .features(let first, nil) = step, case .rows = rowFinding(from: first),
      case .end(let behind, let type) = walk({ $0.head(from: start, type: nil, stopsAtFeatures: false) }),
      type != "FeatureCollection"
    {
      step = .end(behind: behind, type: type)
    }
    switch step {
    case .features(let first, let type):
      return try collection(from: start, first: first, type: type)
    case .end(let behind, let type):
      if let rest = source.withBytes({ document($0).rest(behind: behind) }) {
        return try self.rest(at: rest, documentStart: start)
      }
      let found = source.withBytes {
        JSONRows.document(in: $0, objectAt: start, type: type, options: options)
      }
      switch found {
      case .array(let first, let rows):
        let builder = try elements(.json, from: first, rows: rows).builder
        return try table(.json, builder, rows)
      case .row(.rows(let rows)): return try records(.json, from: start, isSequence: true, rows: rows)
      case .row(.problem(let problem)) where type == nil && problem.isOfRow: throw error(problem, at: start)
      default: break
      }
      guard type == "Feature" || type.map({ GeoJSONKind($0).isGeometry }) == true else {
        throw type == "FeatureCollection"
          ? error(.featuresNotArray, at: start) : error(.notGeoJSON(type: type), at: start)
      }
      return try records(.geojson, from: start, isSequence: true)
    case .failed(let problem, let place):
      throw error(problem, at: place)
    case .incomplete:
      throw error(.json(.unexpectedEnd), at: source.count)
    }
  }

  /// An array of rows or features, or rows one after the other.
  private func rows(from start: Int) throws(FeatureError) -> FeatureTable {
    let opening = source.withBytes { bytes in bytes[start...].firstIndex { $0 > 0x20 } ?? start }
    guard source.withBytes({ $0[opening] == 0x5B }) else { return try document(from: start, type: nil) }
    let first = source.withBytes { bytes in bytes[(opening + 1)...].firstIndex { $0 > 0x20 } ?? bytes.count }
    var rows: JSONRows?
    switch rowFinding(from: first) {
    case .rows(let found): rows = found
    case .problem(let problem): throw error(problem, at: first)
    case .features, .unknown: break
    }
    let (builder, end) = try elements(.json, from: first, rows: rows)
    if let rest = source.withBytes({ document($0).rest(behind: end + 1) }) {
      throw error(.json(.trailingContent), at: rest)
    }
    return try table(.json, builder, rows)
  }

  private func table(
    _ format: InputFormat, _ builder: consuming TableBuilder, _ rows: JSONRows?
  ) throws(FeatureError) -> FeatureTable {
    try builder.table(format: format, records: records(rows), columnNames: [], line: { line(of: $0) })
  }

  private func rowFinding(from start: Int) -> JSONRows.Finding {
    source.withBytes { JSONRows.find(in: $0, from: start, options: options) }
  }

  /// Where properties are read from.
  private func records(_ rows: JSONRows?) -> RecordStore {
    guard options.keepsProperties else { return .none }
    return rows.map { .rows(.source(source), $0) } ?? .json(.source(source))
  }

  /// The elements of an array, the first of which begins at `first`, and where the array ends.
  private func elements(
    _ format: InputFormat, from first: Int, rows: JSONRows?
  ) throws(FeatureError) -> (builder: TableBuilder, end: Int) {
    var builder = TableBuilder(self.options, keepsPoints: sink == nil, expectedBytes: source.count - first)
    if let note = rows?.note { builder.hints.append(note) }
    let depthLimit = self.options.depthLimit
    let joint =
      self.options.threads > 1
      ? source.withBytes { FeatureJoint($0, from: first, depthLimit: depthLimit) } : .unknown
    // Without a joint every guess would fail, and the work be done by one thread after all.
    var options = self.options
    if joint.isUnknown { options.threads = 1 }
    let reader = ChunkReader(
      source: source, start: first, options: options, chunkSize: chunkSize,
      batches: PointBatches(sink, format, records(rows))
    ) {
      FeatureArrayScanner(depthLimit: depthLimit, joint: joint, rows: rows)
    }
    let end = reader.read(into: &builder)
    switch end.outcome {
    case .failed(let problem, let place): throw error(problem, at: place)
    case .arrayEnd: return (builder, end.end)
    case .complete, .incomplete, .abandoned: throw error(.json(.unexpectedEnd), at: source.count)
    }
  }

  /// A collection whose first feature begins at `first`.
  private func collection(from start: Int, first: Int, type: String?) throws(FeatureError) -> FeatureTable {
    let (builder, end) = try elements(.geojson, from: first, rows: nil)
    switch walk({ $0.tail(from: end + 1, type: type) }) {
    case .end(let behind, "FeatureCollection"):
      if let rest = source.withBytes({ document($0).rest(behind: behind) }) {
        return try self.rest(at: rest, documentStart: start)
      }
    case .end(_, let type?):
      return try document(from: start, type: type)  // `features` was a foreign member
    case .end(_, nil):
      throw error(.notGeoJSON(type: nil), at: start)
    case .failed(let problem, let place):
      throw error(problem, at: place)
    case .features, .incomplete:
      throw error(.json(.unexpectedEnd), at: source.count)
    }
    return try table(.geojson, builder, nil)
  }

  /// Something follows the document at `place`: another one makes it a sequence.
  private func rest(at place: Int, documentStart start: Int) throws(FeatureError) -> FeatureTable {
    let isObject = source.withBytes { $0[place] == 0x7B }
    guard options.format != .geojson, isObject else { throw error(.json(.trailingContent), at: place) }
    return try sequence(from: start)
  }

  /// Newline-delimited GeoJSON.
  private func sequence(from start: Int) throws(FeatureError) -> FeatureTable {
    let isSequence = source.withBytes { bytes in bytes[start...].first { $0 > 0x20 || $0 == 0x1E } == 0x1E }
    if !isSequence, options.format != .ndjson, case .rows(let rows) = rowFinding(from: start) {
      return try records(.json, from: start, isSequence: false, rows: rows)
    }
    return try records(.ndjson, from: start, isSequence: isSequence)
  }

  private func records(
    _ format: InputFormat, from start: Int, isSequence: Bool, rows: JSONRows? = nil
  ) throws(FeatureError) -> FeatureTable {
    var builder = TableBuilder(options, keepsPoints: sink == nil, expectedBytes: source.count - start)
    if let note = rows?.note { builder.hints.append(note) }
    let depthLimit = options.depthLimit
    let reader = ChunkReader(
      source: source, start: start, options: options, chunkSize: chunkSize,
      batches: PointBatches(sink, format, records(rows))
    ) {
      LineScanner(depthLimit: depthLimit, isSequence: isSequence, rows: rows)
    }
    if case .failed(let problem, let place) = reader.read(into: &builder).outcome {
      throw error(problem, at: place)
    }
    if let fault = builder.fault(firstRecordCounts: true) { throw error(fault.problem, at: fault.place) }
    return try table(format, builder, rows)
  }

  private func document(_ bytes: UnsafeRawBufferPointer) -> GeoJSONDocument {
    GeoJSONDocument(bytes: bytes, depthLimit: options.depthLimit, isFinal: true)
  }

  private func walk(_ body: (GeoJSONDocument) -> GeoJSONDocument.Step) -> GeoJSONDocument.Step {
    source.withBytes { body(document($0)) }
  }

  /// An error at a byte.
  private func error(_ problem: FeatureProblem, at place: Int, newline: UInt8 = 0x0A) -> FeatureError {
    FeatureError(problem, at: source.withBytes { LineCounter(newline: newline).position(of: place, in: $0) })
  }

  private func line(of place: Int, newline: UInt8 = 0x0A) -> Int {
    source.withBytes { LineCounter(newline: newline).position(of: place, in: $0).line }
  }
}
