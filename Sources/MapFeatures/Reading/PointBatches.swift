import MapGeometry

/// Makes tables of chunks, for a sink. This file reads raw bytes.
struct PointBatches: Sendable {
  private let sink: any PointSink
  private let format: InputFormat
  private let records: RecordStore
  private let columnNames: [String]

  init?(_ sink: (any PointSink)?, _ format: InputFormat, _ records: RecordStore) {
    guard let sink else { return nil }
    (self.sink, self.format, self.records) = (sink, format, records)
    if case .csv(_, let layout) = records { columnNames = layout.names } else { columnNames = [] }
  }

  func restart() { sink.restart() }

  func deliver(_ chunk: Chunk, after points: Int, _ recordCount: Int, by worker: Int) {
    guard chunk.count > 0 else { return }
    var numbers = RecordNumbers()
    numbers.append(.init(firstPoint: 0, firstRecord: recordCount + 1, repeats: false))
    for run in chunk.runs {
      numbers.append(
        .init(
          firstPoint: run.firstPoint, firstRecord: recordCount + 1 + run.firstRecord, repeats: run.repeats))
    }
    var places = RecordPlaces()
    places.append(
      UnsafeBufferPointer(start: chunk.places, count: chunk.count), from: chunk.origin + chunk.firstPlace,
      through: chunk.origin + chunk.lastPlace)
    let coordinates = CoordinateTable(
      longitudes: Array(UnsafeBufferPointer(start: chunk.longitudes, count: chunk.count)),
      latitudes: Array(UnsafeBufferPointer(start: chunk.latitudes, count: chunk.count)))
    var batch = FeatureTable(
      format: format, points: coordinates, shapes: [], skipped: SkippedRecords(total: chunk.recordCount),
      notes: [], columnNames: columnNames,
      columns: (chunk.properties?.columns ?? []).map(\.column)
        .filter { columnNames.isEmpty || columnNames.contains($0.name) },
      places: places, numbers: numbers, records: records)
    batch.recordsEnd = chunk.origin + chunk.end
    sink.take(batch, after: points, by: worker)
  }
}
