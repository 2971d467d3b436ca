/// The points of a table whose ids other rows have, too.
///
/// Rows are what a table has: all of them count, whatever their ids are. Where each id is to be drawn once, the first row
/// that has it takes part. Points of one row, such as those of a multi-point, share its id and repeat nothing; rows
/// without an id repeat none. What is added to a manager or by a step of a scenario is held once instead.
///
/// A number and a text are two ids.
package struct RepeatedIDs: Sendable {
  /// The points of rows that repeat an id, in order, by their indices among the points that take part.
  private let repeats: [Int]
  /// The first point that repeats an id, and the point that had it first, by their rows in the table.
  private let (first, second): (Int, Int)

  /// The number of points that repeat an id.
  package var count: Int { repeats.count }

  /// Features whose first so many have no ids are taken to have none, unless asked.
  private static let looked = 32

  /// Finds them; `nil` where there are none, and where nobody looks.
  ///
  /// - Parameters:
  ///   - rows: the points that take part; `nil` for all.
  ///   - isAsked: true if all points are to be looked at, however many there are.
  /// - Complexity: O(*points*) on the average.
  package init?(of table: FeatureTable, among rows: [UInt32]?, whatever isAsked: Bool) {
    let count = rows?.count ?? table.points.count
    guard count > 1, isAsked || count <= table.mostIDsUnasked, table.mayHaveIDs else { return nil }
    func row(_ index: Int) -> Int { rows.map { Int($0[index]) } ?? index }
    if !isAsked, table.format != .csv,
      !(0..<min(count, Self.looked)).contains(where: { table.ownIdentifier(ofPoint: row($0)) != nil })
    {
      return nil
    }
    var slots = Slots(count)
    var (repeats, example): ([Int], (Int, Int)?) = ([], nil)
    let identifierHash = table.identifierHash
    for index in 0..<count {
      let own = row(index)
      guard let hash = identifierHash(own) else { continue }
      let other = slots.insert(index, hash) {
        table.ownIdentifier(ofPoint: row($0)) == table.ownIdentifier(ofPoint: own)
      }
      guard let other, table.recordNumber(ofPoint: row(other)) != table.recordNumber(ofPoint: own) else {
        continue
      }
      repeats.append(index)
      example = example ?? (row(other), own)
    }
    guard let example else { return nil }
    (self.repeats, first, second) = (repeats, example.0, example.1)
  }

  /// The rows of the points that repeat nothing.
  ///
  /// - Parameters:
  ///   - rows: those among which the points were found.
  ///   - count: the number of points of the table.
  package func firstRows(among rows: [UInt32]?, of count: Int) -> [UInt32] {
    let all = rows ?? (0..<count).map { UInt32(truncatingIfNeeded: $0) }
    let repeated = Set(repeats)
    return all.indices.filter { !repeated.contains($0) }.map { all[$0] }
  }

  /// The first id that is repeated.
  package func firstID(in table: FeatureTable) -> PropertyValue {
    table.ownIdentifier(ofPoint: first) ?? .null
  }

  /// The first two rows that have it, in words: `lines 2 and 5`.
  package func firstRows(in table: FeatureTable) -> String {
    guard let one = table.line(ofPoint: first), let other = table.line(ofPoint: second) else {
      return "records \(table.recordNumber(ofPoint: first)) and \(table.recordNumber(ofPoint: second))"
    }
    return one == other ? "line \(one)" : "lines \(one) and \(other)"
  }
}

/// A hash table of indices: half of its slots stay empty.
private struct Slots {
  /// The upper half of a hash, and an index from 1; 0 where a slot is empty.
  private var slots: [UInt64]

  init(_ count: Int) {
    var size = 16
    while size < 2 * count { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
  }

  /// Takes an index in, unless one that is equal to it is there, which is returned.
  mutating func insert(_ index: Int, _ hash: UInt64, isEqual: (Int) -> Bool) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    let upper = hash & 0xFFFF_FFFF_0000_0000
    while slots[slot] != 0 {
      let other = Int(slots[slot] & 0xFFFF_FFFF) - 1
      if slots[slot] & 0xFFFF_FFFF_0000_0000 == upper, isEqual(other) { return other }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = upper | UInt64(index + 1)
    return nil
  }
}

extension FeatureTable {
  /// Points of a table of more than these are not looked at unasked: it would take half as long as reading them. Each row
  /// of a database would be asked for alone.
  fileprivate var mostIDsUnasked: Int {
    if case .csv = records { return 100_000 }
    if case .numbered = records { return 0 }
    return 20_000
  }

  /// True if records can have ids of their own.
  fileprivate var mayHaveIDs: Bool {
    switch records {
    case .none: identifiers != nil
    case .csv(_, let layout): layout.identifier != nil
    case .rows(_, let rows): rows.identifier != nil
    case .json, .collected, .columns, .numbered: true
    }
  }

  /// The line in which a point's record begins; `nil` for records in no text.
  fileprivate func line(ofPoint index: Int) -> Int? {
    records.isEmpty ? nil : records.line(at: places[index])
  }

  /// The hash of the own id of a point's record; `nil` where it has none.
  fileprivate var identifierHash: (_ point: Int) -> UInt64? {
    guard case .csv(let bytes, let layout) = records, let column = layout.identifier else {
      return { index in
        guard let id = ownIdentifier(ofPoint: index), !id.isBlank else { return nil }
        return UInt64(truncatingIfNeeded: id.hashValue)
      }
    }
    // Reading the text of each would take five times as long.
    return { index in
      guard !missing.areOfTexts || ownIdentifier(ofPoint: index) != nil else { return nil }
      return bytes.withBytes(at: places[index]) { FeatureTable.hash(of: $0, at: $1, layout, column) }
    }
  }

  private static func hash(
    of bytes: UnsafeRawBufferPointer, at start: Int, _ layout: CSVLayout, _ column: Int
  ) -> UInt64? {
    let row = CSVRow(bytes: bytes, start: start, layout: layout)
    var field = row.field(at: start)
    for _ in 0..<column {
      guard let next = field.next else { return nil }
      field = row.field(at: next)
    }
    var text = field.start..<row.textEnd(of: field)
    if text.count > 1, bytes[text.lowerBound] == 0x22, bytes[text.upperBound - 1] == 0x22 {
      text = text.lowerBound + 1..<text.upperBound - 1
    }
    // Null as databases write it.
    if text.isEmpty || text.count == 2 && bytes[text.lowerBound] == 0x5C { return nil }
    return bytes[text].reduce(0xCBF2_9CE4_8422_2325) { (hash: UInt64, byte) in
      let product = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      return product ^ product >> 29
    }
  }
}
