import JSONDocument

extension ColumnTable {
  /// Reads columns of a table in runs of rows, to save memory.
  ///
  /// - Parameters:
  ///   - choose: picks columns by name; `nil` reads no row.
  ///   - work: processes a run; several at once, and some in vain.
  ///   - take: takes results in order, with an estimate of all rows, or 0.
  /// - Returns: the table up to the first field that does not fit its column, see ``fault``.
  /// - Throws: ``FeatureError`` for other inputs.
  public static func read<Piece: Sendable>(
    _ input: Source, threads: Int = 1, choose: ([String]) -> [Request]?,
    work: (Run) -> Piece, take: (Piece, _ expected: Int) -> Void
  ) throws(FeatureError) -> ColumnTable {
    let source: any ByteSource
    switch input {
    case .rows(let batch): return rows(batch, choose, work, take)
    case .bytes(let bytes): source = bytes
    }
    switch source.withBytes(ContentSniffer.finding) {
    case .empty: throw FeatureError(.empty)
    case .foreign(let content, let offset):
      throw FeatureError(.foreignContent(content), at: position(of: offset, in: source))
    case .format(.csv, let start):
      let layout = source.withBytes { header(of: $0, from: start) }
      guard let requests = choose(layout.names) else {
        return ColumnTable(names: layout.names, format: .csv, layout: layout, source: input)
      }
      return csv(source, layout, requests, threads: threads, work, take)
    case .format(_, let start): return rows(source, from: start, choose, work, take)
    }
  }

  private static func position(of offset: Int, in source: any ByteSource, newline: UInt8 = 0x0A)
    -> TextPosition
  {
    source.withBytes { LineCounter(newline: newline).position(of: offset, in: $0) }
  }

  // MARK: Separated values

  /// Bytes per pass: their rows' values fit the second cache.
  private static let pieceSize = 1 << 17

  private struct ReadRows<Piece: Sendable>: InputPiece {
    let stretch: ColumnScanner.Stretch
    let offsets: (lows: [UInt32], first: Int, last: Int)
    let piece: Piece?

    var start: Int { stretch.start }
    var end: Int { stretch.end }
    var isAbandoned: Bool { stretch.isAbandoned }
  }

  private static func csv<Piece: Sendable>(
    _ source: any ByteSource, _ layout: CSVLayout, _ requests: [Request], threads: Int,
    _ work: (Run) -> Piece, _ take: (Piece, _ expected: Int) -> Void
  ) -> ColumnTable {
    var table = ColumnTable(names: layout.names, format: .csv, layout: layout, source: .bytes(source))
    let range = layout.dataStart..<max(layout.dataStart, source.count)
    var (expected, reported) = (0, range.lowerBound)
    PieceReader(range: range, pieceSize: pieceSize, threads: threads).read {
      ColumnScanner(layout: layout, requests: requests)
    } boundary: { _, range in
      source.withBytes { layout.boundary($0, near: range.lowerBound, before: range.upperBound) }
    } scan: { scanner, range, overshoot, _ -> ReadRows<Piece> in
      let stretch = source.withBytes {
        scanner.scan($0, from: range.lowerBound, to: range.upperBound, overshoot: overshoot)
      }
      let piece = stretch.isAbandoned ? nil : work(scanner.run)
      return ReadRows(stretch: stretch, offsets: scanner.run.offsets, piece: piece)
    } take: { rows -> (left: Never?, isLast: Bool) in
      let length = rows.end - range.lowerBound
      if rows.start == range.lowerBound, length > 0 {
        expected = Int(Double(rows.offsets.lows.count) * Double(range.count) / Double(length) * 1.03)
        table.reserve(rows: expected)
      }
      table.append(rows.offsets)
      if let piece = rows.piece { take(piece, expected) }
      if rows.end - reported >= 1 << 22 {
        source.release(reported..<rows.end)
        reported = rows.end
      }
      guard let failure = rows.stretch.failure else { return (nil, false) }
      table.fault = FeatureError(
        failure.problem, at: position(of: failure.offset, in: source, newline: layout.newline))
      return (nil, true)
    } follow: { _, _ in
    }
    return table
  }

  private static func header(of bytes: UnsafeRawBufferPointer, from start: Int) -> CSVLayout {
    let (start, separators) = CSVHeader.begin(of: bytes, from: start)
    var best = CSVLayout(
      separator: separators[0], newline: CSVHeader.newline(of: bytes, from: start, isFinal: true) ?? 0x0A,
      dataStart: start, isWindows1252: false)
    for separator in separators {
      var layout = best
      layout.separator = separator
      let (texts, end) = CSVRow(bytes: bytes, start: start, layout: layout).texts()
      if best.names.count < texts.count {
        best.separator = separator
        best.names = texts.map(\.trimmed)
        best.dataStart = end
      }
    }
    return best
  }

  // MARK: JSON

  private static let rowsOfRun = 4096

  private static func rows<Piece>(
    _ source: any ByteSource, from start: Int, _ choose: ([String]) -> [Request]?,
    _ work: (Run) -> Piece, _ take: (Piece, _ expected: Int) -> Void
  ) -> ColumnTable {
    var reader = JSONColumnReader()
    var offsets: [(lows: [UInt32], first: Int, last: Int)] = []
    var failure: ColumnScanner.Failure?
    source.withBytes { bytes in
      do throws(ColumnScanner.Failure) {
        let start = JSONScanner(bytes, depthLimit: 64)?.buckets(ofAnswerAt: start) ?? start
        try reader.read(bytes, from: start, rowsOfRun: rowsOfRun, choose) { run in
          offsets.append(run.offsets)
          take(work(run), 0)
        }
      } catch {
        failure = error
      }
    }
    var table = ColumnTable(names: reader.names, format: .json, layout: nil, source: .bytes(source))
    table.areArrays = reader.hasHeader
    for offsets in offsets { table.append(offsets) }
    table.fault = failure.map { FeatureError($0.problem, at: position(of: $0.offset, in: source)) }
    return table
  }

  private static func rows<Piece>(
    _ batch: RowBatch, _ choose: ([String]) -> [Request]?, _ work: (Run) -> Piece,
    _ take: (Piece, _ expected: Int) -> Void
  ) -> ColumnTable {
    var table = ColumnTable(names: batch.columnNames, format: .json, layout: nil, source: .rows(batch))
    guard let requests = choose(table.names) else { return table }
    var run = Run(columns: requests.map { _ in Values() })
    for row in 0..<batch.count {
      for (index, request) in requests.enumerated() {
        let text = batch[row, request.column]?.plainText ?? ""
        guard ColumnScanner.append(text, as: request.kind, to: &run.columns[index]) else {
          let name = table.names[request.column]
          table.fault = FeatureError(
            .badField(column: name, text: text, request.kind), at: TextPosition(line: row + 1, column: 1))
          break
        }
      }
      if table.fault != nil { run.cut() } else { run.append(rows: 1) { _ in row } }
      if run.count == rowsOfRun || run.count > 0 && (row + 1 == batch.count || table.fault != nil) {
        take(work(run), batch.count)
        table.append(run.offsets)
        run.reset()
      }
      if table.fault != nil { break }
    }
    return table
  }
}

private struct JSONColumnReader {
  private(set) var names: [String] = []
  private(set) var hasHeader = false
  private var requests: [ColumnTable.Request]?
  private var run = ColumnTable.Run(columns: [])

  /// Number of objects searched for names: later ones may have members that the first lacks.
  private static let objectsWithNames = 1000

  mutating func read(
    _ bytes: UnsafeRawBufferPointer, from start: Int, rowsOfRun: Int,
    _ choose: ([String]) -> [ColumnTable.Request]?, _ take: (ColumnTable.Run) -> Void
  ) throws(ColumnScanner.Failure) {
    guard var json = JSONScanner(bytes, depthLimit: 64) else { throw .init(problem: .empty, offset: 0) }
    var position = json.skipBlanks(start)
    var isArray = position < bytes.count && bytes[position] == 0x5B
    if isArray {
      let first = json.skipBlanks(position + 1)
      // What begins with a value is the first of lines of arrays.
      isArray = first >= bytes.count || [0x7B, 0x5B, 0x5D].contains(bytes[first])
      if isArray { position = first }
    }
    defer {
      run.cut()
      if run.count > 0 { take(run) }
    }
    while position < bytes.count, !(isArray && bytes[position] == 0x5D) {
      guard [0x7B, 0x5B].contains(bytes[position]) else {
        throw .init(
          problem: .json(.unexpected(bytes[position], expected: "an object or an array of values")),
          offset: position)
      }
      let end = json.skipValue(position, depth: 1)
      guard end > 0 else { throw .init(problem: json.problem, offset: json.problemOffset) }
      if let requests {
        try append(rowAt: position, json, requests)
      } else {
        findNames(json, from: position)
        guard let chosen = choose(names) else { return }
        requests = chosen
        run.columns = chosen.map { _ in ColumnTable.Values() }
        if !hasHeader { try append(rowAt: position, json, chosen) }
      }
      if run.count == rowsOfRun {
        take(run)
        run.reset()
      }
      position = json.skipBlanks(end)
      guard isArray else { continue }
      if json.ends(with: 0x5D, &position) {
        guard position > 0 else { throw .init(problem: json.problem, offset: json.problemOffset) }
        return
      }
    }
    if isArray, position >= bytes.count { throw .init(problem: .json(.unexpectedEnd), offset: bytes.count) }
  }

  private mutating func findNames(_ json: JSONScanner, from start: Int) {
    guard json.byte(start) == 0x7B else {
      let members = json.rowMembers(at: start)
      // The first of rows that are arrays is a header of texts; without one columns have numbers.
      let texts = members.compactMap { member in
        if case .string(let text) = member.value { text } else { nil as String? }
      }
      hasHeader = !texts.isEmpty && texts.count == members.count
      names = hasHeader ? texts : members.map(\.name)
      return
    }
    var (scanner, position, known) = (json, start, Set<String>())
    for _ in 0..<JSONColumnReader.objectsWithNames {
      position = json.skipBlanks(position)
      if position < json.end, json.byte(position) == 0x2C { position = json.skipBlanks(position + 1) }
      guard position < json.end, json.byte(position) == 0x7B else { break }
      var found: [String] = []
      position = scanner.takeObject(position, depth: 1) { name, _ in found.append(json.text(name)) }
      guard position > 0 else { break }
      names += found.filter { known.insert($0).inserted }
    }
  }

  private mutating func append(
    rowAt start: Int, _ json: JSONScanner, _ requests: [ColumnTable.Request]
  ) throws(ColumnScanner.Failure) {
    var (scanner, offsets) = (json, [Int](repeating: -1, count: requests.count))
    if json.byte(start) == 0x7B {
      _ = scanner.takeObject(start, depth: 1) { name, offset in
        let name = json.text(name)
        for (index, request) in requests.enumerated() where names[request.column] == name {
          offsets[index] = offset
        }
      }
    } else {
      _ = scanner.takeArray(start, depth: 1) { column, offset in
        for (index, request) in requests.enumerated() where request.column == column {
          offsets[index] = offset
        }
      }
    }
    for (index, request) in requests.enumerated() {
      let text = offsets[index] < 0 ? "" : json.plainText(at: offsets[index])
      guard ColumnScanner.append(text, as: request.kind, to: &run.columns[index]) else {
        throw .init(
          problem: .badField(column: names[request.column], text: text, request.kind),
          offset: max(start, offsets[index]))
      }
    }
    run.append(rows: 1) { _ in start }
  }
}

extension JSONScanner {
  /// Array of buckets in an answer of Elasticsearch, `aggregations.*.buckets`.
  fileprivate func buckets(ofAnswerAt start: Int) -> Int? {
    func member(_ isWanted: (String) -> Bool, ofObjectAt start: Int) -> Int? {
      var (json, found) = (self, nil as Int?)
      let offset = skipBlanks(start)
      guard offset < end, byte(offset) == 0x7B else { return nil }
      _ = json.takeObject(offset, depth: 1) { name, value in
        if found == nil, isWanted(text(name)) { found = skipBlanks(value) }
      }
      return found
    }
    guard let all = member({ $0 == "aggregations" }, ofObjectAt: start),
      let first = member({ _ in true }, ofObjectAt: all),
      let buckets = member({ $0 == "buckets" }, ofObjectAt: first), byte(buckets) == 0x5B
    else { return nil }
    return buckets
  }
}
