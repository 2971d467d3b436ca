import JSONDocument
import Parallel

extension ColumnTable {
  /// Reads columns of a table, a run of rows after the other: values stay in memory no longer than a run is worked on.
  ///
  /// - Parameters:
  ///   - source: the input.
  ///   - threads: how many read at once; the result does not depend on it.
  ///   - choose: picks the columns from the names; with `nil` no row is read.
  ///   - work: works on a run; of separated values several runs at once, and some in vain.
  ///   - take: takes what was made of each run, in order; with about how many rows there are in all, 0 for unknown.
  /// - Returns: the table of all rows; up to the first field that is not what its column holds, see ``fault``. A header
  ///   without rows is a table without rows.
  /// - Throws: ``FeatureError`` for what is no table.
  /// - Complexity: O(*bytes*).
  public static func read<Piece: Sendable>(
    _ source: any ByteSource, threads: Int = 1, choose: ([String]) -> [Request]?,
    work: (Run) -> Piece, take: (Piece, _ expected: Int) -> Void
  ) throws(FeatureError) -> ColumnTable {
    switch source.withBytes(ContentSniffer.finding) {
    case .empty: throw FeatureError(.empty)
    case .foreign(let content, let place):
      throw FeatureError(.foreignContent(content), at: position(of: place, in: source))
    case .format(.csv, let start):
      let layout = source.withBytes { header(of: $0, from: start) }
      guard let requests = choose(layout.names) else {
        return ColumnTable(names: layout.names, format: .csv, layout: layout, source: source)
      }
      return try csv(source, layout, requests, threads: threads, work, take)
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
  /// How many pieces may wait for the one before them, by thread: while one thread waits for fresh memory, of which the
  /// system clears two megabytes at once, the others read on.
  private static let piecesAhead = 8
  /// How far a row may reach beyond a piece whose beginning is only a guess.
  private static let overshoot = 1 << 20

  /// Reads pieces of the rows; as in ``ChunkReader`` one whose beginning was guessed wrong is read again.
  private static func csv<Piece: Sendable>(
    _ source: any ByteSource, _ layout: CSVLayout, _ requests: [Request], threads: Int,
    _ work: (Run) -> Piece, _ take: (Piece, _ expected: Int) -> Void
  ) throws(FeatureError) -> ColumnTable {
    typealias Part = (
      stretch: ColumnScanner.Stretch, places: (lows: [UInt32], first: Int, last: Int), piece: Piece?
    )
    var table = ColumnTable(names: layout.names, format: .csv, layout: layout, source: source)
    let (start, end) = (layout.dataStart, source.count)
    var (front, progress) = (start, ReadingProgress(source, ReadingOptions(), start: start))
    var (rereader, expected): (ColumnScanner?, Int) = (nil, 0)
    func read(_ scanner: ColumnScanner, from start: Int?, near place: Int, overshoot: Int) -> Part {
      source.withBytes { bytes in
        let stop = min(place + pieceSize, end)
        guard let start = start ?? scanner.boundary(bytes, near: place, before: stop) else {
          return (.init(start: -1, end: place), ([], 0, 0), nil)
        }
        let stretch = scanner.scan(bytes, from: start, to: stop, overshoot: overshoot)
        return (stretch, scanner.run.places, stretch.isAbandoned ? nil : work(scanner.run))
      }
    }
    do throws(ColumnScanner.Failure) {
      try inOrder(
        (end - start + pieceSize - 1) / pieceSize, threads: threads, ahead: piecesAhead * threads,
        worker: { ColumnScanner(layout: layout, requests: requests) }
      ) { scanner, number throws(ColumnScanner.Failure) in
        let place = start + number * pieceSize
        return read(scanner, from: number == 0 ? start : nil, near: place, overshoot: overshoot)
      } take: { number, guess throws(ColumnScanner.Failure) in
        let place = start + number * pieceSize
        guard front < min(place + pieceSize, end) else { return }  // a long row reached beyond it
        var part = guess
        if part.stretch.start != front || part.stretch.isAbandoned {
          let scanner = rereader ?? ColumnScanner(layout: layout, requests: requests)
          rereader = scanner
          part = read(scanner, from: front, near: place, overshoot: .max)
        }
        if number == 0 {
          let bytes = part.stretch.end - start
          expected =
            bytes > 0 ? Int(Double(part.places.lows.count) * Double(end - start) / Double(bytes) * 1.03) : 0
          table.reserve(rows: expected)
        }
        table.append(part.places)
        if let piece = part.piece { take(piece, expected) }
        if let failure = part.stretch.failure { throw failure }
        front = part.stretch.end
        progress.report(front, rows: table.rowCount)
      }
    } catch {
      table.fault = FeatureError(
        error.problem, at: position(of: error.place, in: source, newline: layout.newline))
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

  /// So many rows make a run.
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
    var table = ColumnTable(names: names, format: .json, layout: nil, source: source)
    table.areArrays = hasHeader
    for places in places { table.append(places) }
    if case .failure(let failure) = result {
      table.fault = FeatureError(failure.problem, at: position(of: failure.place, in: source))
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
