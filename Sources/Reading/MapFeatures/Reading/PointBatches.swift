import MapGeometry

/// Makes tables of chunks, for a sink. Reads raw bytes.
struct PointBatches: Sendable {
  private let sink: any PointSink
  private let format: InputFormat
  private let records: RecordStore
  private let columnNames: [String]
  private let missing: MissingWords
  private let decimal: DecimalMark

  init?(_ sink: (any PointSink)?, _ format: InputFormat, _ records: RecordStore, _ options: ReadingOptions) {
    guard let sink else { return nil }
    (self.sink, self.format, self.records) = (sink, format, records)
    let layout = if case .csv(_, let layout) = records { layout } else { nil as CSVLayout? }
    columnNames = layout?.names ?? []
    (missing, decimal) = (options.missing ?? .usual, layout?.decimal ?? options.decimal ?? .point)
  }

  func deliver(_ chunk: Chunk, after points: Int, _ recordCount: Int, by worker: Int) {
    guard chunk.count > 0 else { return }
    var (numbers, offsets) = (RecordNumbers(), RecordOffsets())
    numbers.append(chunk, behind: 0, recordCount)
    offsets.append(chunk)
    let coordinates = CoordinateTable(longitudes: Array(chunk.longitudes), latitudes: Array(chunk.latitudes))
    var columns = (chunk.properties?.columns ?? []).map(\.column)
      .filter { columnNames.isEmpty || columnNames.contains($0.name) }
    for index in columns.indices { columns[index].readTexts(missing, decimal) }
    let batch = FeatureTable(
      format: format, points: coordinates, skipped: SkippedRecords(total: chunk.recordCount),
      columnNames: columnNames,
      columns: columns, offsets: offsets, numbers: numbers, records: records,
      recordsEnd: chunk.origin + chunk.end, missing: missing)
    sink.take(batch, after: points, by: worker)
  }
}
