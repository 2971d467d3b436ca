import MapGeometry

/// Some points of an input that is not kept: their coordinates, and offsets of records in a file, or bytes
/// from a stream.
public struct PointExcerpt: Sendable {
  private struct Point {
    var longitude, latitude: Double
    /// Offset of its record: in the input, or in ``bytes``.
    var offset: Int
    var record: Int
  }

  private var points: [Point] = []
  private var bytes: [UInt8] = []
  private var rows: [CollectedRecord] = []
  private var records = RecordStore.none
  /// Last record copied: points of one record share it.
  private var last: (offset: Int, copy: Int)?

  /// An excerpt without points.
  public init() {}

  /// About how many bytes the records take that are kept.
  public var byteCount: Int {
    bytes.count + rows.count * MemoryLayout<PropertyMember>.stride * ((rows.last?.properties.count ?? 0) + 1)
  }

  /// Adds a point of a ``PointSink``'s batch.
  public mutating func append(_ row: Int, of batch: FeatureTable) {
    var offset = batch.records.isEmpty ? 0 : batch.offsets[row]
    if let blocks = batch.records.bytes, case .blocks = blocks {
      if let last, last.offset == offset {
        offset = last.copy
      } else {
        let copy = bytes.count
        blocks.withBytes(at: offset) { block, start in
          let end = min(block.count, start + batch.recordEnd(ofPoint: row) - offset)
          bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: block[start..<max(start, end)]))
        }
        // What reads a record looks for its end.
        bytes.append(0x0A)
        last = (offset, copy)
        offset = copy
      }
    } else if case .columns(let columns) = batch.records {
      rows.append(
        CollectedRecord(
          identifier: columns.identifier(at: offset),
          properties: columns.properties(at: offset).map { PropertyMember(name: $0.name, value: $0.value) }))
      offset = rows.count - 1
    }
    if points.isEmpty { records = batch.records }
    points.append(
      Point(
        longitude: batch.points.longitudes[row], latitude: batch.points.latitudes[row], offset: offset,
        record: batch.recordNumber(ofPoint: row)))
  }

  /// Drops bytes of unneeded records of a stream.
  ///
  /// - Parameter isNeeded: true if a point's properties may be requested, by index in the excerpt.
  public mutating func compact(keeping isNeeded: (Int) -> Bool) {
    var keptRows: [CollectedRecord] = []
    for index in rows.isEmpty ? 0..<0 : points.indices {
      let row = points[index].offset
      points[index].offset = row >= 0 && isNeeded(index) ? keptRows.count : -1
      if points[index].offset >= 0 { keptRows.append(rows[row]) }
    }
    rows = keptRows
    guard !bytes.isEmpty else { return }
    // Copies lie in the order of their points; points of one record share one.
    var kept: [UInt8] = []
    var copied: (old: Int, new: Int)?
    let starts = points.map(\.offset)
    for index in points.indices {
      guard isNeeded(index) else {
        points[index].offset = -1
        continue
      }
      let start = starts[index]
      if start < 0 { continue }
      if let copied, copied.old == start {
        points[index].offset = copied.new
        continue
      }
      let end = starts[(index + 1)...].first { $0 > start } ?? bytes.count
      copied = (start, kept.count)
      points[index].offset = kept.count
      kept += bytes[start..<end]
    }
    (bytes, last) = (kept, nil)
  }

  /// Points of excerpts of one input as a table.
  ///
  /// - Parameters:
  ///   - order: points by excerpt and index, in input order.
  ///   - rest: lines, areas, notes and skipped records.
  public static func table(
    of excerpts: [PointExcerpt], order: [(excerpt: Int, point: Int)], beside rest: FeatureTable
  ) -> FeatureTable {
    var store = excerpts.first { !$0.records.isEmpty }?.records ?? .none
    // Where the copies of each excerpt begin, if records are copied, and the record of points whose own is not kept.
    var (bases, without): ([Int], Int) = (excerpts.map { _ in 0 }, 0)
    if case .blocks? = store.bytes {
      let size = excerpts.reduce(1) { $0 + $1.bytes.count }
      let block = StreamBlock(offset: 0, capacity: size)
      for (index, excerpt) in excerpts.enumerated() {
        bases[index] = without
        UnsafeMutableRawBufferPointer(start: block.base + without, count: size - without).copyBytes(
          from: excerpt.bytes)
        without += excerpt.bytes.count
      }
      // An empty record.
      block.base.storeBytes(of: 0x0A, toByteOffset: without, as: UInt8.self)
      store = store.reading(.blocks([.init(block: block, count: size)]))
    } else if case .columns = store {
      var rows = [CollectedRecord(identifier: nil, properties: [])]
      for (index, excerpt) in excerpts.enumerated() {
        bases[index] = rows.count
        rows += excerpt.rows
      }
      store = .collected(rows)
    }
    var points = CoordinateTable()
    var offsets = RecordOffsets()
    var numbers = RecordNumbers()
    for (row, source) in order.enumerated() {
      let point = excerpts[source.excerpt].points[source.point]
      points.longitudes.append(point.longitude)
      points.latitudes.append(point.latitude)
      offsets.append(point.offset < 0 ? without : bases[source.excerpt] + point.offset)
      numbers.append(.init(firstPoint: row, firstRecord: point.record, repeats: false))
    }
    return FeatureTable(
      format: rest.format, points: points, shapes: rest.shapes, skipped: rest.skipped, notes: rest.notes,
      hints: rest.hints, columnNames: rest.columnNames, coordinateColumns: rest.coordinateColumns,
      offsets: offsets, numbers: numbers, records: store, missing: rest.missing)
  }
}

extension FeatureTable {
  fileprivate func recordEnd(ofPoint row: Int) -> Int {
    let offset = offsets[row]
    for later in (row + 1)..<max(row + 1, points.count) where offsets[later] != offset {
      return offsets[later]
    }
    return recordsEnd
  }
}
