import JSONDocument
import MapClusters
import MapFeatures
package import MapSettings

/// A column of a source's points: numbers, or categories with how often each occurs.
package final class ColumnValues: Sendable {
  /// A value of a column, as text.
  package struct Category: Hashable, Sendable {
    package let text: String
    package let count: Int
    /// The number of a period of time, in whose order categories come.
    package var period: Int?
  }

  package let name: String
  /// True if numbers were taken for categories, too.
  let takesCategories: Bool
  /// By point: its number, not a number (`NaN`) where it has none; empty for categories.
  package let numbers: [Double]
  /// By point: which of ``categories`` it is of; -1 where the field is empty. Empty for numbers.
  package let codes: [Int32]
  /// Those with colors first, in their order, then the most frequent; empty for numbers.
  package let categories: [Category]
  /// The numbers of colors of the first categories; the rest share one.
  let colorNumbers: [Int]

  /// In a column of numbers, the texts that are none: how many there are, and the first by its point; `nil` for none.
  let texts: (count: Int, first: Int)?

  /// The numbers of the points of cells; `nil` where rows are points.
  private let counted: CountedNumbers?

  package var isCounted: Bool { counted != nil }
  var hasNegative: Bool { counted?.hasNegative ?? numbers.contains { $0 < 0 } }
  var isNumeric: Bool { codes.isEmpty }
  /// True if some fields of a column of categories are empty.
  let hasEmpty: Bool
  /// The number of the share of empty fields, behind that of all other categories.
  var emptyShare: Int { colorNumbers.count + 1 }

  init(_ name: String, _ counted: CountedNumbers) {
    (self.name, self.counted, takesCategories) = (name, counted, false)
    (numbers, codes, categories, colorNumbers, texts, hasEmpty) = ([], [], [], [], nil, false)
  }

  /// The classes of a column of numbers, as categories in ascending order.
  init(
    classing column: ColumnValues, by scale: ClassScale, label: (_ low: Double?, _ high: Double?) -> String
  ) {
    (name, takesCategories, counted, numbers, texts) = (column.name, true, nil, [], nil)
    codes = column.numbers.map { $0.isNaN ? -1 : Int32(truncatingIfNeeded: scale.index(of: $0)) }
    var counts = Array(repeating: 0, count: scale.breaks.count + 1)
    for code in codes where code >= 0 { counts[Int(code)] += 1 }
    hasEmpty = codes.contains(-1)
    let ends: [Double?] = [nil] + scale.breaks + [nil]
    categories = counts.indices.map { Category(text: label(ends[$0], ends[$0 + 1]), count: counts[$0]) }
    colorNumbers = Array(counts.indices)
  }

  /// The periods of a column of times, as categories in their order.
  init(_ name: String, _ times: TimeColumn, of count: Int, called title: (Int) -> String) {
    (self.name, takesCategories, counted, numbers, texts) = (name, true, nil, [], nil)
    let counts = Dictionary(times.numbers.lazy.map { ($0.number, 1) }, uniquingKeysWith: +)
    let periods = counts.keys.sorted()
    let ranks = Dictionary(uniqueKeysWithValues: periods.indices.map { (periods[$0], Int32($0)) })
    var codes = [Int32](repeating: -1, count: count)
    for (row, number) in times.numbers { codes[row] = ranks[number] ?? -1 }
    self.codes = codes
    hasEmpty = codes.contains(-1)
    categories = periods.map { Category(text: title($0), count: counts[$0] ?? 0, period: $0) }
    colorNumbers = Array(periods.indices)
  }

  /// Reads a column.
  ///
  /// - Returns: `nil` where the table has no such column.
  /// - Complexity: O(*points*), and O(*categories* log *categories*).
  init?(
    _ name: String, of features: FeatureTable, rows: [UInt32]?, takesCategories: Bool,
    by colors: CategoryOrder
  ) {
    guard features.hasProperty(name) else { return nil }
    (self.name, self.takesCategories, counted) = (name, takesCategories, nil)
    let count = rows?.count ?? features.points.count
    // Finding a column by its name a million times would take as long as reading it.
    let column = features.column(name)
    func value(_ index: Int) -> PropertyValue? {
      let row = rows.row(index)
      return column.map { $0[row] } ?? features.property(name, ofPoint: row)
    }
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    var hasText = takesCategories
    var others: (count: Int, first: Int)?
    let most = PropertyColumn.mostOthers(of: count)
    for index in 0..<count where !hasText {
      let own = value(index)
      if let number = own.columnNumber {
        numbers.append(number)
        continue
      }
      numbers.append(.nan)
      others = ((others?.count ?? 0) + 1, others?.first ?? index)
      hasText = others.map { $0.count > most } ?? false
    }
    if let others, !hasText { hasText = others.count * 4 > numbers.count(where: { !$0.isNaN }) }
    guard hasText else {
      (self.numbers, codes, categories, colorNumbers, self.texts, hasEmpty) = (
        numbers, [], [], [], others, false
      )
      return
    }
    self.texts = nil
    var texts = TextNumbers()
    var counts: [Int] = []
    var codes: [Int32] = []
    codes.reserveCapacity(count)
    for index in 0..<count {
      let own = value(index)
      // As expressions see a single point's, whole numbers beyond 2^53 too.
      let text = own?.number.map { javaScriptText(of: $0) } ?? own?.text ?? ""
      let code = text.isEmpty ? -1 : texts.number(of: text)
      codes.append(Int32(truncatingIfNeeded: code))
      if code == counts.count { counts.append(1) } else if code >= 0 { counts[code] += 1 }
    }
    let found = texts.all
    let order = colors.order(of: found, counts: counts)
    var ranks = [Int32](repeating: 0, count: found.count)
    for (rank, index) in order.enumerated() { ranks[index] = Int32(truncatingIfNeeded: rank) }
    self.numbers = []
    self.codes = codes.map { $0 < 0 ? -1 : ranks[Int($0)] }
    hasEmpty = codes.contains(-1)
    categories = order.map { Category(text: found[$0], count: counts[$0]) }
    colorNumbers = colors.colorNumbers(of: categories.map(\.text))
  }

  /// One number of some points; `nil` where none of them has one.
  ///
  /// - Complexity: O(*members*); for the median O(*members* log *members*).
  package func number(_ rule: ColumnAggregate.Rule, of members: ArraySlice<UInt32>) -> Double? {
    if let counted { return counted.number(of: members) }
    var summary = NumberSummary()
    var sorted: [Double] = []
    for member in members {
      let number = numbers[Int(member)]
      guard !number.isNaN else { continue }
      if rule == .median { sorted.append(number) } else { summary.add(number) }
    }
    let count = rule == .median ? sorted.count : summary.count
    guard count > 0 else { return nil }
    switch rule {
    case .sum: return summary.sum
    case .mean: return summary.sum / Double(count)
    case .min: return summary.least
    case .max: return summary.greatest
    case .median:
      sorted.sort()
      return count.isMultiple(of: 2) ? (sorted[count / 2 - 1] + sorted[count / 2]) / 2 : sorted[count / 2]
    }
  }

  /// The leading category of some points.
  package enum Leader: Hashable {
    /// One that holds more than half of them, or 1.5 times as much as any other.
    case category(String)
    /// None of several leads.
    case none
    /// Most fields are empty.
    case empty
  }

  /// The category that leads among some points; empty fields count as one of their own.
  ///
  /// - Parameter weights: by point, what it counts; `nil` where each counts 1.
  /// - Complexity: O(*members* + *categories among them*).
  package func leader(of members: ArraySlice<UInt32>, weights: [Double]?) -> Leader {
    var counts: [Int32: Double] = [:]
    var all = 0.0
    for member in members {
      let count = weights?[Int(member)] ?? 1
      counts[codes[Int(member)], default: 0] += count
      all += count
    }
    guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return .empty }
    let next = counts.lazy.filter { $0.key != best.key }.map(\.value).max()
    let leads = next.map { best.value > $0 && (best.value * 2 > all || best.value >= 1.5 * $0) } ?? true
    return !leads ? .none : best.key < 0 ? .empty : .category(categories[Int(best.key)].text)
  }

  /// The numbers of some points in each of the first categories, then in all others, and last of those whose field is empty.
  ///
  /// - Parameter weights: by point, what it counts; `nil` where each counts 1.
  package func shares(of members: ArraySlice<UInt32>, first limit: Int, weights: [Double]?) -> [Double] {
    var shares = [Double](repeating: 0, count: limit + 2)
    for member in members {
      let code = Int(codes[Int(member)])
      shares[code < 0 ? limit + 1 : min(limit, code)] += weights?[Int(member)] ?? 1
    }
    return shares
  }
}

/// Texts numbered in the order in which they first appear.
///
/// A table of one word a text: of 100,000 texts in a million rows a dictionary's own table exceeds the second cache.
private struct TextNumbers {
  private(set) var all: [String] = []
  /// The number of a text plus 1 below, some bits of its hash above; 0 for none. A power of two of them, half of them empty.
  private var slots = [UInt64](repeating: 0, count: 1024)

  /// The number of a text, which is taken in where it is new.
  mutating func number(of text: String) -> Int {
    let hash = TextNumbers.hash(text)
    var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
    let mark = hash << 32
    while slots[slot] != 0 {
      let number = Int(slots[slot] & 0xFFFF_FFFF) - 1
      if slots[slot] ^ mark <= 0xFFFF_FFFF, all[number] == text { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    all.append(text)
    slots[slot] = mark | UInt64(all.count)
    if all.count * 2 > slots.count { grow() }
    return all.count - 1
  }

  private mutating func grow() {
    let texts = all
    (all, slots) = ([], Array(repeating: 0, count: slots.count * 4))
    for text in texts { _ = number(of: text) }
  }

  /// A hash of eight bytes at a time; of texts that are equal with other bytes, as accents may be written, Swift's own.
  private static func hash(_ text: String) -> UInt64 {
    var text = text
    let own: UInt64? = text.withUTF8 { bytes in
      var (hash, all) = (UInt64(bytes.count), UInt64(0))
      for start in stride(from: 0, to: bytes.count, by: 8) {
        var word: UInt64 = 0
        for index in start..<min(start + 8, bytes.count) { word = word << 8 | UInt64(bytes[index]) }
        all |= word
        let (high, low) = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        hash = high ^ low ^ hash &<< 5
      }
      return all & 0x8080_8080_8080_8080 == 0 ? hash : nil
    }
    return own ?? UInt64(bitPattern: Int64(text.hashValue))
  }
}

extension DataTheme {
  /// The name of a cluster in which no category leads; no category has it.
  var mixedName: String {
    color?.categories.contains { $0.text == "mixed" } == true ? "mixed (no majority)" : "mixed"
  }

  /// The column of texts that color markers, and the first of them that is no number, `nil` where all values are missing; `nil`
  /// for a column of numbers.
  package var coloringText: (column: String, text: String?)? {
    guard donutScale == nil, let column = donut ?? color else { return nil }
    if !column.isCounted, column.numbers.allSatisfy(\.isNaN), column.categories.isEmpty {
      return (column.name, nil)
    }
    return column.categories.first { Decimal.number(of: $0.text) == nil }.map { (column.name, $0.text) }
  }

  /// Of a column with more categories than colors: its name, how many there are and how many have colors, whether most points
  /// are of one with a color, and whether all are numbers; `nil` where each has a color, or values have colors of their own.
  package var crowdedCategories:
    (column: String, count: Int, colored: Int, isMostColored: Bool, areNumbers: Bool)?
  {
    guard donutScale == nil, let column = donut ?? color, drawing.palette?.values.isEmpty != false,
      column.categories.count > column.colorNumbers.count
    else { return nil }
    let counts = column.categories.map(\.count)
    return (
      column.name, counts.count, column.colorNumbers.count,
      2 * counts.prefix(column.colorNumbers.count).reduce(0, +) >= counts.reduce(0, +),
      column.categories.allSatisfy { Decimal.number(of: $0.text) != nil }
    )
  }

  /// True if a column of categories has one of some values.
  package func hasCategory(among names: [String]) -> Bool {
    [donut, color, group, facet].contains { $0?.categories.contains { names.contains($0.text) } ?? false }
  }
}
