import JSONDocument
import Parallel

extension ColumnTable {
  /// Reads columns of a table.
  ///
  /// - Parameters:
  ///   - source: the input.
  ///   - threads: how many read at once; the result does not depend on it.
  ///   - choose: picks the columns from the names.
  /// - Throws: ``FeatureError`` with the place of the first field that is not what its column holds. A header without
  ///   rows is a table without rows.
  /// - Complexity: O(*bytes*).
  public static func read(
    _ source: any ByteSource, threads: Int = 1, choose: ([String]) -> [Request]
  ) throws(FeatureError) -> ColumnTable {
    switch source.withBytes(ContentSniffer.finding) {
    case .empty: throw FeatureError(.empty)
    case .foreign(let content, let place):
      throw FeatureError(.foreignContent(content), at: position(of: place, in: source))
    case .format(.csv, let start): return try csv(source, from: start, threads: threads, choose)
    case .format(_, let start): return try rows(source, from: start, choose)
    }
  }

  private static func position(of place: Int, in source: any ByteSource, newline: UInt8 = 0x0A)
    -> TextPosition
  {
    source.withBytes { LineCounter(newline: newline).position(of: place, in: $0) }
  }

  // MARK: Separated values

  private static func csv(
    _ source: any ByteSource, from start: Int, threads: Int, _ choose: ([String]) -> [Request]
  ) throws(FeatureError) -> ColumnTable {
    let layout = source.withBytes { header(of: $0, from: start) }
    let requests = choose(layout.names)
    let starts = source.withBytes { chunks(of: $0, in: layout, threads: threads) }
    let results = concurrentMap(starts.count - 1, threads: threads) { number in
      source.withBytes { bytes in
        ColumnScanner(bytes: bytes, layout: layout, requests: requests).run(
          starts[number]..<starts[number + 1])
      }
    }
    var runs: [Run] = []
    for result in results {
      do throws(ColumnScanner.Failure) {
        runs.append(try result.get())
      } catch {
        throw FeatureError(error.problem, at: position(of: error.place, in: source, newline: layout.newline))
      }
    }
    return ColumnTable(names: layout.names, runs: runs, format: .csv, layout: layout, source: source)
  }

  /// The names of the first row, and the separator that makes most of them.
  private static func header(of bytes: UnsafeRawBufferPointer, from start: Int) -> CSVLayout {
    let start = CSVHeader.begin(of: bytes, from: start)
    var best = CSVLayout(
      separator: 0x2C, newline: CSVHeader.newline(of: bytes, from: start, isFinal: true) ?? 0x0A, names: [],
      longitude: 0, latitude: 0, identifier: nil, dataStart: start, isWindows1252: false)
    for separator in CSVHeader.separators {
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

  /// Where chunks of whole rows begin, and the end. A text with quotes may hold line ends in fields: it is one chunk.
  private static func chunks(of bytes: UnsafeRawBufferPointer, in layout: CSVLayout, threads: Int) -> [Int] {
    let start = layout.dataStart
    let count = bytes.count - start > 1 << 18 && !holdsQuote(bytes, from: start) ? max(1, threads) * 4 : 1
    var starts = [start]
    for number in 1..<max(2, count) where count > 1 {
      var place = max(starts[starts.count - 1], start + (bytes.count - start) / count * number)
      while place < bytes.count, bytes[place - 1] != layout.newline { place += 1 }
      starts.append(place)
    }
    return starts + [bytes.count]
  }

  /// Whether a quote stands in the bytes, sixteen at a time.
  private static func holdsQuote(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    let quotes = SIMD16<UInt8>(repeating: 0x22)
    var position = start
    while position + 16 <= bytes.count {
      if any(bytes.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self) .== quotes) { return true }
      position += 16
    }
    return bytes[position...].contains(0x22)
  }

  // MARK: JSON

  private static func rows(
    _ source: any ByteSource, from start: Int, _ choose: ([String]) -> [Request]
  ) throws(FeatureError) -> ColumnTable {
    let result = source.withBytes { bytes in
      Result { () throws(ColumnScanner.Failure) in try jsonRows(bytes, from: start, choose) }
    }
    switch result {
    case .success(let (names, run)):
      return ColumnTable(names: names, runs: [run], format: .json, layout: nil, source: source)
    case .failure(let failure):
      throw FeatureError(failure.problem, at: position(of: failure.place, in: source))
    }
  }

  private static func jsonRows(
    _ bytes: UnsafeRawBufferPointer, from start: Int, _ choose: ([String]) -> [Request]
  ) throws(ColumnScanner.Failure) -> (names: [String], run: Run) {
    guard let base = bytes.baseAddress else { throw .init(problem: .empty, place: 0) }
    var json = JSONScanner(base: base, end: bytes.count, depthLimit: 64)
    var position = json.skipBlanks(start)
    let isArray = position < bytes.count && bytes[position] == 0x5B
    if isArray { position = json.skipBlanks(position + 1) }
    var names: [String] = []
    var requests: [Request] = []
    var run = Run(columns: [])
    while position < bytes.count, !(isArray && bytes[position] == 0x5D) {
      guard bytes[position] == 0x7B else {
        throw .init(problem: .json(.unexpected(bytes[position], expected: "an object")), place: position)
      }
      let end = json.skipValue(position, depth: 1)
      guard end > 0 else { throw .init(problem: json.problem, place: json.problemPlace) }
      var reader = PropertyReader(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<end]), position: position)
      if names.isEmpty {
        names = reader.rowMembers().map(\.name)
        reader.position = position
        requests = choose(names)
        run.columns = requests.map { _ in Values() }
      }
      let wanted = requests.map { names[$0.column] }
      var places = [Int](repeating: -1, count: requests.count)
      reader.forEachMember { name, place in
        for index in wanted.indices where wanted[index] == name { places[index] = place }
      }
      run.places.append(position)
      for index in requests.indices {
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
    return (names, run)
  }
}
