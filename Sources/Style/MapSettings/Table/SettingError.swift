import JSONDocument
import MapGeometry

/// The reason why a word is not a setting's value; whoever knows the option puts its name before it.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault and what to do, in one line.
  public let description: String

  /// An error in words.
  public init(_ description: String) { self.description = description }

  static func notANumber(_ word: String) -> SettingError {
    .malformed(word, fault: "is no finite decimal number; write one such as 12.5")
  }

  package static func notWhole(_ word: String) -> SettingError {
    .malformed(word, fault: "is no whole number; write digits such as 12")
  }

  /// A number that cannot be.
  public static func outside<Number>(_ word: String, _ range: ClosedRange<Number>) -> SettingError {
    SettingError("\(word) is outside \(words(range)); write a number in between")
  }

  /// A range in words, with a mark between.
  package static func words<Number>(_ range: ClosedRange<Number>, _ mark: String = "...") -> String {
    [range.lowerBound, range.upperBound].map { ($0 as? Double).map(javaScriptText) ?? "\($0)" }
      .joined(separator: mark)
  }

  package static func noChoice(_ word: String, of choices: [String]) -> SettingError {
    let advice = nameAdvice(word, among: choices, else: "write one of these")
    return .malformed(word, fault: "is none of \(choices.joined(separator: ", ")); \(advice)")
  }

  package static func malformed(_ word: String, fault: String) -> SettingError {
    SettingError("\"\(word)\" \(fault)")
  }

  static func geometry(_ error: GeometryError) -> SettingError { SettingError(error.description) }
}
