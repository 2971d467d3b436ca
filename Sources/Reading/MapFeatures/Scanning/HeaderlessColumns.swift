/// Finds columns of a table without a header by values.
///
/// Two neighboring decimal columns are coordinates; one with a value beyond ±90 is the longitude. The first
/// column of words is the name, one of telephone numbers the phone.
struct HeaderlessColumns {
  let longitude, latitude: Int
  /// `longitude`, `latitude`, `name` and `phone`, else numbers from 1.
  let names: [String]

  private static let rowsLookedAt = 100

  /// `nil` if the first row is a header.
  ///
  /// - Throws: ``FeatureProblem/noHeader(columns:)`` if both orders of coordinates are possible.
  init?(rows: [[String]], decimal: DecimalMark) throws(FeatureProblem) {
    guard let row = rows.first else { return nil }
    let columns = row.indices.map { column in rows.map { $0.indices.contains(column) ? $0[column] : "" } }
    let degrees = columns.map { Self.degrees($0, decimal) }
    let pairs = degrees.indices.dropLast().compactMap { column in
      degrees[column].flatMap { one in degrees[column + 1].map { (column, one > 90, $0 > 90) } }
    }
    guard let first = pairs.first else { return nil }
    let certain = pairs.filter { $0.1 != $0.2 }
    guard certain.count == 1 else { throw .noHeader(columns: [first.0 + 1, first.0 + 2]) }
    let (pair, isFirstLongitude, _) = certain[0]
    (longitude, latitude) = isFirstLongitude ? (pair, pair + 1) : (pair + 1, pair)
    let others = columns.indices.filter { $0 != pair && $0 != pair + 1 }
    let phone = others.first { Self.arePhones(columns[$0]) }
    let name = others.first { $0 != phone && Self.areWords(columns[$0]) }
    var names = columns.indices.map { String($0 + 1) }
    (names[longitude], names[latitude]) = ("longitude", "latitude")
    if let name { names[name] = "name" }
    if let phone { names[phone] = "phone" }
    self.names = names
  }

  static func rows(_ bytes: UnsafeRawBufferPointer, from start: Int, _ layout: CSVLayout, isFinal: Bool)
    -> [[String]]
  {
    var (start, rows): (Int, [[String]]) = (start, [])
    while rows.count < rowsLookedAt, start < bytes.count {
      let (texts, end) = CSVRow(bytes: bytes, start: start, layout: layout).texts()
      // The last one may be cut.
      if end == bytes.count, !isFinal, !rows.isEmpty { break }
      if texts != [""] { rows.append(texts.map { $0.trimmed }) }
      start = end
    }
    return rows
  }

  /// Largest absolute degree; `nil` if a value is none, or the first is whole.
  private static func degrees(_ texts: [String], _ decimal: DecimalMark) -> Double? {
    var largest: Double?
    for (index, text) in texts.enumerated() {
      if index > 0, text.isEmpty { continue }
      guard index > 0 || text.utf8.contains(decimal.byte),
        case .number(let number) = CSVScanner.coordinate(text, decimal), abs(number) <= 180
      else { return nil }
      largest = max(largest ?? 0, abs(number))
    }
    return largest
  }

  /// True for telephone numbers: seven digits or more, with marks.
  private static func arePhones(_ texts: [String]) -> Bool {
    let filled = texts.filter { !$0.isEmpty }
    return !filled.isEmpty
      && filled.allSatisfy { text in
        text.utf8.count(where: { (0x30...0x39).contains($0) }) >= 7
          && text.allSatisfy { $0.isNumber || " +-()/.".contains($0) }
          && text.contains { " +-()/".contains($0) }
      }
  }

  private static func areWords(_ texts: [String]) -> Bool {
    texts.allSatisfy { $0.first?.isLetter == true || $0.count(where: \.isLetter) >= 2 }
  }
}
