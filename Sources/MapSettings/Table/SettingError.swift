import JSONDocument
public import MapGeometry

/// Why a word is not a setting's value; whoever knows the option puts its name before it.
public enum SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A number that is none, or not finite.
  case notANumber(String)
  /// A whole number that is none.
  case notWhole(String)
  /// A number out of its range.
  case outside(String, ClosedRange<Double>)
  /// A number that is not large enough: what is wrong with it and what to do.
  case tooSmall(String, fault: String)
  /// A word that is none of a closed list.
  case noChoice(String, of: [String])
  /// A word of another form than the setting's: what it is not, and what to write.
  case malformed(String, fault: String)
  /// A text that cannot be read: why, and what to do.
  case invalid(String)
  /// Degrees between lines that are too few or too many, and the range of those that are not.
  case outsideDegrees(String, ClosedRange<Double>)
  /// Sizes by zoom whose zooms do not rise.
  case unsorted(String)
  /// Degrees that are no place or box.
  case geometry(GeometryError)

  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .notANumber(let word): "\"\(word)\" is no finite decimal number; write one such as 12.5"
    case .notWhole(let word): "\"\(word)\" is no whole number; write digits such as 12"
    case .outside(let word, let range):
      "\(word) is outside \(javaScriptText(of: range.lowerBound))...\(javaScriptText(of: range.upperBound)); write a number in between"
    case .tooSmall(let word, let fault): "\(word) \(fault)"
    case .noChoice(let word, let choices):
      "\"\(word)\" is none of " + choices.joined(separator: ", ")
        + (didYouMean(word, among: choices).map { "; did you mean \($0)?" } ?? "; write one of these")
    case .malformed(let word, let fault): "\"\(word)\" \(fault)"
    case .invalid(let fault): fault
    case .outsideDegrees(let word, let range):
      "\(word) degrees are outside \(javaScriptText(of: range.lowerBound))...\(javaScriptText(of: range.upperBound))"
    case .unsorted(let word):
      "the zooms of \"\(word)\" do not rise; write them in order, such as 0:88,13:64"
    case .geometry(let error): error.description
    }
  }
}
