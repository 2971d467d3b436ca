import JSONDocument

extension FeatureTable {
  /// Reads all rows by number, on several threads.
  ///
  /// - Parameters:
  ///   - areFeatures: true if rows are features at their geometries, false for columns of coordinates.
  ///   - sink: takes the points, instead of the table.
  /// - Returns: `nil` if the file was replaced; then read the rows in sequence.
  /// - Throws: ``FeatureError``, as ``read(_:areFeatures:options:into:limit:)`` does.
  public static func read(
    _ table: any NumberedTable, areFeatures: Bool, options: ReadingOptions = ReadingOptions(),
    into sink: (any PointSink)? = nil
  ) throws(FeatureError) -> FeatureTable? {
    let numbers = table.numbers
    let layout = areFeatures ? nil : try JSONRows(columns: table.columnNames, options)
    let reading = RowReading(table.columnNames, options, layout, areFeatures: areFeatures, into: sink)
    let records = RecordStore.numbered(table, identifier: layout.map { $0.identifier?.name ?? "" })
    var builder = TableBuilder(reading.options, keepsPoints: sink == nil)
    builder.expectedBytes = numbers.count
    let names = (layout?.coordinateColumns ?? []) + options.distinctColumns
    let reader = ChunkReader(options) {
      NumberedRowScanner(
        table: table, columns: names, declared: layout == nil ? 0 : 2, first: numbers.lowerBound)
    }
    // Few enough numbers for their points to stay in the second cache, and not too many pieces where most are missing.
    let pieceSize = min(1 << 17, max(1 << 13, numbers.count >> 16))
    let pieces = PieceReader(
      range: 0..<numbers.count, pieceSize: pieceSize,
      threads: min(options.threads, numbers.count / (4 * pieceSize)))
    sink?.restart()
    var reported = 0
    let outcome = reader.read(
      UnsafeRawBufferPointer(start: nil, count: 0), pieces, to: reading.batches(records)
    ) { chunk in
      let taken = builder.append(chunk)
      if chunk.end - reported >= 1 << 22 {
        reported = chunk.end
        let share = Double(table.byteCount) / Double(numbers.count)
        options.progress?(Int(Double(reported) * share), builder.recordCount)
      }
      return taken
    }
    guard !table.isOutdated else {
      sink?.restart()
      return nil
    }
    if case .failed(let problem, _) = outcome { throw FeatureError(problem) }
    return try reading.table(of: builder, records)
  }

  /// Reads all rows in sequence.
  ///
  /// - Parameters:
  ///   - areFeatures: true if rows are features at their geometries, false for columns of coordinates.
  ///   - sink: takes the points, instead of the table.
  ///   - limit: bytes of kept columns, and the fault beyond.
  /// - Throws: ``FeatureError`` for unreadable rows, or none with coordinates.
  public static func read(
    _ rows: any TableRows, areFeatures: Bool, options: ReadingOptions = ReadingOptions(),
    into sink: (any PointSink)? = nil, limit: (bytes: Int, fault: FeatureError)? = nil
  ) throws(FeatureError) -> FeatureTable {
    let mayGiveUp = options.recordByteLimit != nil && sink == nil
    let keepsIdentifiers = options.keepsIdentifiers && mayGiveUp
    var names = rows.columnNames
    _ = names.numberRepeats()
    var reading = RowReading(names, options, nil, areFeatures: areFeatures, into: sink)
    var builder = TableBuilder(reading.options, keepsPoints: sink == nil, keepsIdentifiers: keepsIdentifiers)
    let chunk = Chunk(options, keepsIdentifiers: keepsIdentifiers)
    let keepsRows = options.keepsProperties && sink == nil
    var kept = keepsRows ? RowBatch(columns: names, mostCompared: 4096) : nil
    var (count, reported, bytes) = (0, 0, 0)
    sink?.restart()
    while true {
      var batch = RowBatch(columns: names)
      chunk.reset(start: count)
      while batch.count < RowReading.rowsAtOnce, try reading.next(rows) {
        batch.append(rowOf: rows)
        guard areFeatures else { continue }
        let first = chunk.count
        do throws(ResourceError) {
          try BinaryGeometry.take(from: rows, row: count + batch.count - 1, into: chunk)
        } catch {
          throw FeatureError(.unreadable(error.reason))
        }
        reading.takeProperties(of: batch, row: batch.count - 1, points: first, into: chunk)
      }
      if batch.count == 0 { break }
      if !areFeatures { try reading.take(batch, from: count, into: chunk) }
      chunk.end = count + batch.count
      let records = options.keepsProperties ? reading.records(batch, from: count) : .none
      let taken = builder.append(chunk)
      if case .failed(let problem, _) = taken.outcome { throw FeatureError(problem) }
      reading.batches(records)?.deliver(chunk, after: taken.points, taken.records, by: 0)
      kept?.append(batch)
      count += batch.count
      bytes = kept?.byteCount ?? 0
      if mayGiveUp, bytes + builder.byteCount > options.recordByteLimit ?? .max, kept != nil {
        builder.knownNames = names
        builder.forgetOffsets()
        kept = nil
      }
      if let limit, bytes > limit.bytes { throw limit.fault }
      if bytes - reported >= 1 << 22 {
        reported = bytes
        options.progress?(bytes, count)
      }
    }
    guard count > 0 else { throw FeatureError(.empty) }
    kept?.join()
    var table = try reading.table(of: builder, kept.map { reading.records($0, from: 0) } ?? .none)
    if keepsRows, kept == nil { table.notes.append(options.note(onRecordsGivenUpBut: table.filledColumns)) }
    return table
  }
}

extension FeatureTable {
  package static func read(_ rows: RowBatch, options: ReadingOptions) throws(FeatureError) -> FeatureTable {
    try read(BatchRows(rows), areFeatures: false, options: options)
  }
}

private struct RowReading {
  /// Rows per chunk, so that their values fit the second cache.
  static let rowsAtOnce = 4096

  let options: ReadingOptions
  private var layout: JSONRows?
  private let areFeatures: Bool
  private let sink: (any PointSink)?
  private let names: [String]
  private let declared: [Int?]

  init(
    _ names: [String], _ options: ReadingOptions, _ layout: JSONRows?, areFeatures: Bool,
    into sink: (any PointSink)?
  ) {
    (self.names, self.layout, self.areFeatures, self.sink) = (names, layout, areFeatures, sink)
    declared = options.distinctColumns.map(names.firstIndex)
    var options = options
    options.areRows = true
    self.options = options
  }

  private var format: InputFormat { areFeatures ? .ndjson : .json }

  func next(_ rows: any TableRows) throws(FeatureError) -> Bool {
    try rethrowing(try rows.next(), as: { (error: ResourceError) in FeatureError(.unreadable(error.reason)) })
  }

  func batches(_ records: RecordStore) -> PointBatches? {
    PointBatches(sink, format, options.keepsProperties ? records : .none, options)
  }

  private var identifier: Int? { layout?.identifier.flatMap { names.firstIndex(of: $0.name) } }

  func records(_ batch: RowBatch, from first: Int) -> RecordStore {
    .columns(batch.records(from: first, identifier: identifier))
  }

  mutating func take(_ batch: RowBatch, from first: Int, into chunk: Chunk) throws(FeatureError) {
    if layout == nil { layout = try JSONRows(columns: names, options, batch) }
    guard let layout else { return }
    for row in 0..<batch.count {
      let points = chunk.count
      let x = layout.longitude.element.flatMap { batch[row, $0] }
      switch (layout.latitude?.element, x) {
      case (let latitude?, _): chunk.add(x, batch[row, latitude], unit: layout.unit, offset: first + row)
      case (nil, .string(let text)): chunk.add(text, layout.coordinateOrder, offset: first + row)
      case (nil, nil), (nil, .null): chunk.skip(offset: first + row, .nullGeometry)
      default: chunk.skip(offset: first + row, .notCoordinate)
      }
      takeProperties(of: batch, row: row, points: points, into: chunk)
    }
  }

  func takeProperties(of batch: RowBatch, row: Int, points first: Int, into chunk: Chunk) {
    guard let properties = chunk.properties, chunk.count > first else { return }
    for (index, column) in declared.enumerated() {
      properties.append(column.flatMap { batch[row, $0] }, to: index, points: first, to: chunk.count)
    }
    guard properties.keepsIdentifiers else { return }
    let own = identifier.flatMap { batch[row, $0] } ?? batch.identifier(ofRow: row)
    properties.append(own, to: declared.count, points: first, to: chunk.count)
  }

  func table(of builder: consuming TableBuilder, _ records: RecordStore) throws(FeatureError) -> FeatureTable
  {
    if let note = layout?.note { builder.hints.append(note) }
    let firstSkipped = (builder.skips.first?.record ?? 0) + 1
    return try builder.table(
      format: format, records: options.keepsProperties ? records : .none,
      coordinateColumns: layout?.coordinateColumns ?? [], firstLine: firstSkipped)
  }
}

extension JSONRows {
  fileprivate init(
    columns names: [String], _ options: ReadingOptions, _ rows: RowBatch? = nil
  ) throws(FeatureError) {
    let first = (0..<min(rows?.count ?? 0, JSONRows.rowsLookedAt)).map { row in
      names.indices.map { rows?[row, $0] ?? .null }
    }
    do throws(FeatureProblem) { try self.init(names, first, options) } catch { throw FeatureError(error) }
  }
}

extension Chunk {
  fileprivate func add(_ x: PropertyValue?, _ y: PropertyValue?, unit: Double = 1, offset: Int) {
    func field(_ value: PropertyValue?) -> CSVScanner.CoordinateField {
      switch value {
      case nil, .null: return .empty
      case .number, .wholeNumber: return value?.number.map { .number($0 + 0) } ?? .other
      case .string(let text): return CSVScanner.coordinate(text, .point)
      default: return .other
      }
    }
    add(field(x), field(y), .point, unit: unit, offset: offset)
  }
}

private struct NumberedRowScanner: RecordScanner {
  let table: any NumberedTable
  let columns: [String]
  let declared, first: Int
  var rows: (any NumberedRows)?

  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to stop: Int, isFinal: Bool, overshoot: Int,
    into chunk: Chunk
  ) {
    chunk.reset(start: start)
    chunk.end = stop
    guard start < stop else { return }
    do throws(ResourceError) {
      let rows: any NumberedRows
      if let open = self.rows { rows = open } else { rows = try table.rows(of: columns) }
      self.rows = rows
      rows.restart(at: first + start...first + stop - 1)
      while try rows.next() { try take(rows, into: chunk) }
    } catch {
      chunk.outcome = .failed(.unreadable(error.reason), offset: start)
    }
  }

  private func take(_ rows: any NumberedRows, into chunk: Chunk) throws(ResourceError) {
    let (offset, points) = (rows.number, chunk.count)
    if declared == 0 {
      try BinaryGeometry.take(from: rows, row: offset, into: chunk)
    } else if let x = rows.number(0), let y = rows.number(1), x.isFinite, y.isFinite {
      chunk.add(longitude: x + 0, latitude: y + 0, offset: offset)
    } else {
      chunk.add(rows.value(0), rows.value(1), offset: offset)
    }
    guard let properties = chunk.properties, chunk.count > points else { return }
    let (end, limit) = (chunk.count, Double(PropertyValue.roundedWholes))
    for column in declared..<columns.count {
      if end == points + 1, let number = rows.number(column), number.magnitude < limit {
        properties.append(number, to: column - declared, end: end)
      } else {
        properties.append(rows.value(column), to: column - declared, points: points, to: end)
      }
    }
  }

  func boundary(_ bytes: UnsafeRawBufferPointer, near offset: Int, before limit: Int) -> Int? { offset }
}
