import JSONDocument
import MapGeometry

/// The reason why a word is not a setting's value; whoever knows the option puts its name before it.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault and what to do, in one line.
  public let description: String

  static func invalid(_ fault: String) -> SettingError { SettingError(description: fault) }

  static func notANumber(_ word: String) -> SettingError {
    .malformed(word, fault: "is no finite decimal number; write one such as 12.5")
  }

  package static func notWhole(_ word: String) -> SettingError {
    .malformed(word, fault: "is no whole number; write digits such as 12")
  }

  static func outside(_ word: String, _ range: ClosedRange<Double>) -> SettingError {
    .invalid("\(word) is outside \(words(range)); write a number in between")
  }

  static func words(_ range: ClosedRange<Double>) -> String {
    "\(javaScriptText(of: range.lowerBound))...\(javaScriptText(of: range.upperBound))"
  }

  package static func noChoice(_ word: String, of choices: [String]) -> SettingError {
    let advice = didYouMean(word, among: choices).map { "did you mean \($0)?" } ?? "write one of these"
    return .malformed(word, fault: "is none of \(choices.joined(separator: ", ")); \(advice)")
  }

  static func malformed(_ word: String, fault: String) -> SettingError { .invalid("\"\(word)\" \(fault)") }

  static func geometry(_ error: GeometryError) -> SettingError { .invalid(error.description) }
}
