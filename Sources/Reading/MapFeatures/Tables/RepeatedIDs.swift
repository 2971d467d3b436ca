/// Points whose ids other rows have, too.
///
/// All rows count unless each id is to be drawn once; then the first row takes part. Points of one row share
/// its id and repeat nothing, and neither do rows without an id. A number and a text are two ids.
package struct RepeatedIDs: Sendable {
  /// Points of repeating rows, by index among those that take part.
  private let repeats: [Int]
  private let (first, second): (Int, Int)

  package var count: Int { repeats.count }

  /// Features are taken to have no ids if the first ones have none, unless requested.
  private static let looked = 32

  /// `nil` if there are none, or none are sought.
  ///
  /// - Parameters:
  ///   - rows: points that take part; `nil` for all.
  ///   - isAsked: true to look at all points, however many.
  /// - Complexity: O(*points*) on average.
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

  /// Rows of points that repeat nothing.
  ///
  /// - Parameters:
  ///   - rows: the rows searched.
  ///   - count: points of the table.
  package func firstRows(among rows: [UInt32]?, of count: Int) -> [UInt32] {
    let all = rows ?? (0..<count).map { UInt32(truncatingIfNeeded: $0) }
    let repeated = Set(repeats)
    return all.indices.filter { !repeated.contains($0) }.map { all[$0] }
  }

  package func firstID(in table: FeatureTable) -> PropertyValue {
    table.ownIdentifier(ofPoint: first) ?? .null
  }

  /// The first two rows with it: `lines 2 and 5`.
  package func firstRows(in table: FeatureTable) -> String {
    guard let one = table.line(ofPoint: first), let other = table.line(ofPoint: second) else {
      return "records \(table.recordNumber(ofPoint: first)) and \(table.recordNumber(ofPoint: second))"
    }
    return one == other ? "line \(one)" : "lines \(one) and \(other)"
  }
}

/// Hash table of indices, at most half full.
private struct Slots {
  /// Upper half of a hash, and an index from 1; 0 if empty.
  private var slots: [UInt64]

  init(_ count: Int) {
    var size = 16
    while size < 2 * count { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
  }

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
  /// Limit of points searched by default: it takes half as long as reading them. Databases would need a query
  /// a row.
  fileprivate var mostIDsUnasked: Int {
    if case .csv = records { return 100_000 }
    if case .numbered = records { return 0 }
    return 20_000
  }

  fileprivate var mayHaveIDs: Bool {
    switch records {
    case .none: identifiers != nil
    case .csv(_, let layout): layout.identifier != nil
    case .rows(_, let rows): rows.identifier != nil
    case .json, .collected, .columns, .numbered: true
    }
  }

  fileprivate func line(ofPoint index: Int) -> Int? {
    records.isEmpty ? nil : records.line(at: offsets[index])
  }

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
      return bytes.withBytes(at: offsets[index]) { FeatureTable.hash(of: $0, at: $1, layout, column) }
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
