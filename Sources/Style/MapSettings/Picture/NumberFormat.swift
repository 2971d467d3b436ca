import JSONDocument
import MapClusters

/// The notation of counts, sums and legends.
public struct NumberFormat: Hashable, Sendable {
  /// The digits that are written.
  public enum Notation: String, Hashable, Sendable, CaseIterable {
    /// Abbreviated counts, `1.2k`, as on maps; all digits in legends.
    case auto
    case plain
    /// Three digits and a unit: k, M, G, T, P or E.
    case si
  }

  /// The digits that are written.
  public var notation: Notation
  /// The separators; `nil` for commas between groups in legends, and a point before decimals.
  public var marks: NumberMarks?

  /// A format by its notation; without marks, commas between groups and a point before decimals.
  public init(_ notation: Notation = .auto, marks: NumberMarks? = nil) {
    (self.notation, self.marks) = (notation, marks)
  }

  /// Reads `auto`, `plain`, `si`, a language, or both: `plain,de`.
  init?(_ text: String) {
    self.init()
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.trimmingSpaces())
    }
    guard (1...2).contains(words.count) else { return nil }
    for (index, word) in words.enumerated() {
      if index == 0, let notation = Notation(rawValue: word) {
        self.notation = notation
      } else if index == words.count - 1, let marks = NumberMarks(language: word) {
        self.marks = marks
      } else {
        return nil
      }
    }
  }
}

extension NumberFormat {
  /// A count or sum of weights, at least 0, as on bubbles.
  public func count(_ number: Double) -> String {
    guard notation == .auto else { return value(number) }
    if number < 1000 { return marked(NumberFormat.threeDigits(number)) }
    if number < 1e12, let count = Int(exactly: number.rounded()) { return marked(abbreviatedCount(count)) }
    return value(number)
  }

  /// The aggregate of a column as bubbles show it: at most three digits, or all with ``Notation/plain``.
  public func value(_ number: Double) -> String {
    switch notation {
    case .plain: whole(number)
    case .si: scaled(number, NumberFormat.unitsSI)
    case .auto: scaled(number, NumberFormat.units)
    }
  }

  /// A number of a legend: grouped, at most four digits behind the point; three digits and a unit with ``Notation/si``.
  public func whole(_ number: Double) -> String {
    if notation == .si { return scaled(number, NumberFormat.unitsSI) }
    guard number.isFinite, abs(number) < 1e15 else { return javaScriptText(of: number) }
    let text =
      abs(number) < 0.1
      ? NumberFormat.threeDigits(number) : javaScriptText(of: (number * 10_000).rounded() / 10_000)
    return notation == .plain && marks == nil
      ? text.replacing("-", with: "\u{2212}") : (marks ?? .english).write(text)
  }

  /// A number of a legend, as ``whole(_:)``; with ``Notation/auto`` a million or more with a unit, `21.9M`.
  public func inMillions(_ number: Double) -> String {
    guard notation == .auto, abs(number) < 1e15,
      let unit = NumberFormat.units.last(where: { abs(number) >= $0.size }), unit.size >= 1e6
    else { return whole(number) }
    return whole(number / unit.size) + unit.name
  }

  /// A number that is no count, such as a distance: all digits, with the marks of the language.
  public func measure(_ number: Double) -> String { NumberFormat(.auto, marks: marks).whole(number) }

  /// A number as it is, with the decimal mark of the language.
  public func exact(_ number: Double) -> String { marked(javaScriptText(of: number)) }

  private static let units: [(size: Double, name: String)] = [
    (1, ""), (1e3, "k"), (1e6, "M"), (1e9, "B"), (1e12, "T"),
  ]
  private static let unitsSI: [(size: Double, name: String)] = [
    (1, ""), (1e3, "k"), (1e6, "M"), (1e9, "G"), (1e12, "T"), (1e15, "P"), (1e18, "E"),
  ]

  /// Three digits and a unit. Rounding never adds a digit: 9,999 is `9.99k`, colored as the thousands.
  private func scaled(_ number: Double, _ units: [(size: Double, name: String)]) -> String {
    guard number.isFinite else { return javaScriptText(of: number) }
    let unit = units.last { abs(number) >= $0.size } ?? units[0]
    // Beyond the last unit there are powers of ten alone.
    guard abs(number) / unit.size < 1000 else { return marked(NumberFormat.powerOfTen(number)) }
    return marked(NumberFormat.threeDigits(number / unit.size)) + unit.name
  }

  /// Three digits and a power of ten: `1.23e15`.
  private static func powerOfTen(_ number: Double) -> String {
    var (digits, power) = (number, 0)
    while abs(digits) >= 10 { (digits, power) = (digits / 10, power + 1) }
    return threeDigits(digits) + "e\(power)"
  }

  /// At most three digits, all of an integer; rounding adds none before the point.
  static func threeDigits(_ number: Double) -> String {
    let size = abs(number)
    guard size.isFinite, size < 1e15, number != number.rounded() else { return javaScriptText(of: number) }
    var factor = size < 10 ? 100.0 : size < 100 ? 10 : 1
    // Three digits behind the zeros of a small number; as it is where powers of ten are no longer exact.
    while size * factor < 100, size < 1 {
      factor *= 10
      guard factor <= 1e22 else { return javaScriptText(of: number) }
    }
    let limit = size < 1 ? 1.0 : size < 10 ? 10 : size < 100 ? 100 : size < 1000 ? 1000 : .infinity
    var rounded = (size * factor).rounded()
    if rounded / factor >= limit { rounded = (size * factor).rounded(.down) }
    return javaScriptText(of: rounded == 0 ? 0 : number < 0 ? -rounded / factor : rounded / factor)
  }

  private func marked(_ text: String) -> String {
    let text = text.replacing("-", with: "\u{2212}")
    guard let marks, marks.decimal != "." else { return text }
    return text.replacing(".", with: marks.decimal)
  }
}

/// The separators of numbers by language (Unicode CLDR).
public struct NumberMarks: Hashable, Sendable {
  /// Marks between groups and before decimals, digits of a group, and the fewest digits before the first
  /// group.
  private struct Kind {
    let group, decimal: String
    var size = 3
    var least = 1
    let languages: [String]
  }

  private static let kinds: [Kind] = [
    Kind(group: ",", decimal: ".", languages: ["en", "es-MX", "he", "ja", "ko", "th", "zh"]),
    Kind(
      group: ".", decimal: ",",
      languages: ["ca", "da", "de", "el", "hr", "id", "it", "nl", "pt", "ro", "sl", "tr", "vi"]),
    Kind(group: ".", decimal: ",", least: 2, languages: ["es"]),
    Kind(
      group: "\u{A0}", decimal: ",",
      languages: ["bg", "cs", "en-ZA", "et", "fi", "hu", "lt", "lv", "nb", "ru", "sk", "sv", "uk"]),
    Kind(group: "\u{A0}", decimal: ",", least: 2, languages: ["pl", "pt-PT"]),
    Kind(group: "\u{202F}", decimal: ",", languages: ["fr", "fr-CH"]),
    Kind(group: "\u{2019}", decimal: ".", languages: ["de-CH", "it-CH"]),
    Kind(group: ",", decimal: ".", size: 2, languages: ["en-IN", "hi"]),
  ]

  /// The languages that are known.
  public static var languages: [String] { kinds.flatMap(\.languages).sorted() }
  static let english = NumberMarks(index: 0)

  private let index: UInt8

  private init(index: UInt8) { self.index = index }

  /// Marks of a language, such as `de` or `de-CH`; an unknown country has its language's.
  public init?(language: String) {
    let name = language.lowercased().replacing("_", with: "-")
    let names = [name, name.split(separator: "-").first.map(String.init) ?? name]
    for name in names {
      guard
        let index = NumberMarks.kinds.firstIndex(where: { kind in
          kind.languages.contains { $0.lowercased() == name }
        })
      else { continue }
      self.index = UInt8(index)
      return
    }
    return nil
  }

  private var kind: Kind { NumberMarks.kinds[Int(index)] }

  var decimal: String { kind.decimal }

  /// - Parameter text: digits and a point.
  func write(_ text: String) -> String {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", maxSplits: 1)
    guard let digits = parts.first, digits.utf8.allSatisfy(\.isDigit) else { return text }
    var grouped = ""
    let groups = digits.count >= 3 + kind.least
    for (index, digit) in digits.enumerated() {
      let rest = digits.count - index
      if groups, index > 0, rest >= 3, (rest - 3).isMultiple(of: kind.size) { grouped += kind.group }
      grouped.append(digit)
    }
    return (isNegative ? "\u{2212}" : "") + grouped + (parts.count > 1 ? kind.decimal + parts[1] : "")
  }
}

extension SettingType where Value == NumberFormat {
  static var numberFormat: SettingType {
    let names = NumberFormat.Notation.allCases.map(\.rawValue)
    return .worded(
      schema: .pattern(
        "^(auto|plain|si|[A-Za-z]{2}([-_][A-Za-z]{2})?|(auto|plain|si), *[A-Za-z]{2}([-_][A-Za-z]{2})?)$"),
      "auto, plain, si, a language such as de, or both: plain,de",
      { word in
        .malformed(
          word,
          fault: "is no number format; write \(names.joined(separator: ", ")), one of the languages "
            + "\(NumberMarks.languages.joined(separator: ", ")), or both: plain,de")
      },
      { NumberFormat($0) })
  }
}
