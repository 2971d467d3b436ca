import JSONDocument

extension ColumnTable {
  /// Reads columns of a table, a run of rows after the other: values stay in memory no longer than a run is worked on.
  ///
  /// - Parameters:
  ///   - input: what is read.
  ///   - threads: how many read at once; the result does not depend on it.
  ///   - choose: picks the columns from the names; with `nil` no row is read.
  ///   - work: works on a run; of separated values several runs at once, and some in vain.
  ///   - take: takes what was made of each run, in order; with about how many rows there are in all, 0 for unknown.
  /// - Returns: the table of all rows; up to the first field that is not what its column holds, see ``fault``. A header
  ///   without rows is a table without rows.
  /// - Throws: ``FeatureError`` for what is no table.
  /// - Complexity: O(*bytes*).
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
    case .foreign(let content, let place):
      throw FeatureError(.foreignContent(content), at: position(of: place, in: source))
    case .format(.csv, let start):
      let layout = source.withBytes { header(of: $0, from: start) }
      guard let requests = choose(layout.names) else {
        return ColumnTable(names: layout.names, format: .csv, layout: layout, source: input)
      }
      return csv(source, layout, requests, threads: threads, work, take)
    case .format(_, let start): return rows(source, from: start, choose, work, take)
    }
  }

  private static func position(of place: Int, in source: any ByteSource, newline: UInt8 = 0x0A)
    -> TextPosition
  {
    source.withBytes { LineCounter(newline: newline).position(of: place, in: $0) }
  }

  // MARK: Separated values

  /// Bytes read at once: their rows' values stay in the second cache.
  private static let pieceSize = 1 << 17

  private struct ReadRows<Piece: Sendable>: InputPiece {
    let stretch: ColumnScanner.Stretch
    let places: (lows: [UInt32], first: Int, last: Int)
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
      return ReadRows(stretch: stretch, places: scanner.run.places, piece: piece)
    } take: { rows -> (left: Never?, isLast: Bool) in
      let length = rows.end - range.lowerBound
      if rows.start == range.lowerBound, length > 0 {
        expected = Int(Double(rows.places.lows.count) * Double(range.count) / Double(length) * 1.03)
        table.reserve(rows: expected)
      }
      table.append(rows.places)
      if let piece = rows.piece { take(piece, expected) }
      if rows.end - reported >= 1 << 22 {
        source.release(reported..<rows.end)
        reported = rows.end
      }
      guard let failure = rows.stretch.failure else { return (nil, false) }
      table.fault = FeatureError(
        failure.problem, at: position(of: failure.place, in: source, newline: layout.newline))
      return (nil, true)
    } follow: { _, _ in
    }
    return table
  }

  /// The names of the first row, and the separator that makes most of them.
  private static func header(of bytes: UnsafeRawBufferPointer, from start: Int) -> CSVLayout {
    let (start, separators) = CSVHeader.begin(of: bytes, from: start)
    var best = CSVLayout(
      separator: separators[0], newline: CSVHeader.newline(of: bytes, from: start, isFinal: true) ?? 0x0A,
      names: [],
      longitude: 0, latitude: 0, identifier: nil, dataStart: start, isWindows1252: false)
    for separator in separators {
      var layout = best
      layout.separator = separator
      let (texts, end) = CSVRow(bytes: bytes, at: start, layout: layout).texts()
      if best.names.count < texts.count {
        best.separator = separator
        best.names = texts.map(ColumnFinder.trimmed)
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
    var (names, hasHeader): ([String], Bool) = ([], false)
    var places: [(lows: [UInt32], first: Int, last: Int)] = []
    let result = source.withBytes { bytes in
      Result { () throws(ColumnScanner.Failure) in
        try jsonRows(bytes, from: start, &names, &hasHeader, choose) { run in
          places.append(run.places)
          take(work(run), 0)
        }
      }
    }
    var table = ColumnTable(names: names, format: .json, layout: nil, source: .bytes(source))
    table.areArrays = hasHeader
    for places in places { table.append(places) }
    if case .failure(let failure) = result {
      table.fault = FeatureError(failure.problem, at: position(of: failure.place, in: source))
    }
    return table
  }

  /// Reads rows whose values have types.
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
        table.append(run.places)
        run.reset()
      }
      if table.fault != nil { break }
    }
    return table
  }

  /// Later objects may have members that the first one lacks: so many are looked at.
  private static let objectsWithNames = 1000

  private static func names(
    ofObjectsIn bytes: UnsafeRawBufferPointer, from start: Int, _ json: JSONScanner
  ) -> [String] {
    var json = json
    var (names, known): ([String], Set<String>) = ([], [])
    var position = start
    for _ in 0..<objectsWithNames {
      position = json.skipBlanks(position)
      if position < bytes.count, bytes[position] == 0x2C { position = json.skipBlanks(position + 1) }
      guard position < bytes.count, bytes[position] == 0x7B else { break }
      let end = json.skipValue(position, depth: 1)
      guard end > 0 else { break }
      var reader = PropertyReader(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<end]), position: position)
      reader.forEachMember { name, _ in
        if known.insert(name).inserted { names.append(name) }
      }
      position = end
    }
    return names
  }

  private static func jsonRows(
    _ bytes: UnsafeRawBufferPointer, from start: Int, _ names: inout [String],
    _ hasHeader: inout Bool, _ choose: ([String]) -> [Request]?, _ take: (Run) -> Void
  ) throws(ColumnScanner.Failure) {
    guard let base = bytes.baseAddress else { throw .init(problem: .empty, place: 0) }
    var json = JSONScanner(base: base, end: bytes.count, depthLimit: 64)
    var position = json.skipBlanks(start)
    var isArray = position < bytes.count && bytes[position] == 0x5B
    if isArray {
      let first = json.skipBlanks(position + 1)
      // What begins with a value is the first of lines of arrays.
      isArray = first >= bytes.count || [0x7B, 0x5B, 0x5D].contains(bytes[first])
      if isArray { position = first }
    }
    var requests: [Request] = []
    var run = Run(columns: [])
    defer {
      run.cut()
      if run.count > 0 { take(run) }
    }
    while position < bytes.count, !(isArray && bytes[position] == 0x5D) {
      guard [0x7B, 0x5B].contains(bytes[position]) else {
        throw .init(
          problem: .json(.unexpected(bytes[position], expected: "an object or an array of values")),
          place: position)
      }
      let (isHeader, isObject) = (names.isEmpty, bytes[position] == 0x7B)
      let end = json.skipValue(position, depth: 1)
      guard end > 0 else { throw .init(problem: json.problem, place: json.problemPlace) }
      var reader = PropertyReader(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<end]), position: position)
      if isHeader {
        if isObject {
          names = Self.names(ofObjectsIn: bytes, from: position, json)
        } else {
          let members = reader.rowMembers()
          reader.position = position
          // The first of rows that are arrays is a header of texts; without one columns have numbers.
          let texts = members.compactMap { member in
            if case .string(let text) = member.value { text } else { nil as String? }
          }
          hasHeader = !texts.isEmpty && texts.count == members.count
          names = hasHeader ? texts : members.map(\.name)
        }
        guard let chosen = choose(names) else { return }
        requests = chosen
        run.columns = requests.map { _ in Values() }
      }
      let wanted = requests.map { names[$0.column] }
      var places = [Int](repeating: -1, count: requests.count)
      if isObject {
        reader.forEachMember { name, place in
          for index in wanted.indices where wanted[index] == name { places[index] = place }
        }
      } else {
        reader.forEachElement { column, place in
          for index in requests.indices where requests[index].column == column { places[index] = place }
        }
      }
      for index in requests.indices where !(isHeader && hasHeader) {
        var text = ""
        if places[index] >= 0 {
          reader.position = places[index]
          text = reader.plainText()
        }
        let isRead = ColumnScanner.append(text, as: requests[index].kind, to: &run.columns[index])
        guard isRead else {
          throw .init(
            problem: .badField(column: wanted[index], text: text, requests[index].kind),
            place: max(position, places[index]))
        }
      }
      if !(isHeader && hasHeader) { run.append(rows: 1) { _ in position } }
      if run.count == rowsOfRun {
        take(run)
        run.reset()
      }
      position = json.skipBlanks(end)
      guard isArray else { continue }
      guard position < bytes.count else { throw .init(problem: .json(.unexpectedEnd), place: position) }
      if bytes[position] == 0x2C {
        position = json.skipBlanks(position + 1)
      } else if bytes[position] != 0x5D {
        throw .init(problem: .json(.unexpected(bytes[position], expected: "a comma or ]")), place: position)
      }
    }
    if isArray, position >= bytes.count { throw .init(problem: .json(.unexpectedEnd), place: bytes.count) }
  }
}
