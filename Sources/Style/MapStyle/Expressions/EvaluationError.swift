import JSONDocument

/// Failure of an evaluation, worded on demand.
public indirect enum EvaluationError: Error, Hashable, Sendable, CustomStringConvertible {
  case unexpectedType(expected: ValueType, found: ValueType)
  case unexpectedArgument(which: String, expected: String, found: ValueType)
  case notOrdered(operator: String, left: ValueType, right: ValueType)
  case indexOutOfBounds(Double, count: Int)
  case indexNotInteger(Double)
  case colorChannelOutOfRange(String)
  case alphaOutOfRange(String)
  case colorListLength(String)
  case unreadable(String, as: ValueType)
  case notANumber(String)
  case curveInputNotANumber
  case lengthMismatch(String, String)
  case countMismatch(ValueType, from: Int, to: Int)
  case anchorMismatch(index: Int, from: String, to: String)
  /// A number outside `0...100`, or a minimum above the maximum.
  case fractionDigits(Double)
  case unknownCurrency(String)
  case unknownUnit(String)
  case textTooLong
  case custom(String)

  /// The error in one line.
  public var description: String {
    switch self {
    case .unexpectedType(let expected, let found):
      "Expected value to be of type \(expected), but found \(found) instead."
    case .unexpectedArgument(let which, let expected, let found):
      "Expected \(which) to be of type \(expected), but found \(found) instead."
    case .notOrdered(let name, let left, let right):
      "Expected arguments for \"\(name)\" to be (string, string) or (number, number), but found "
        + "(\(left.kindName), \(right.kindName)) instead."
    case .indexOutOfBounds(let index, _) where index < 0:
      "Array index out of bounds: \(javaScriptText(of: index)) < 0."
    case .indexOutOfBounds(let index, let count):
      "Array index out of bounds: \(javaScriptText(of: index)) > \(count - 1)."
    case .indexNotInteger(let index):
      "Array index must be an integer, but found \(javaScriptText(of: index)) instead."
    case .colorChannelOutOfRange(let color):
      "Invalid rgba value \(color): 'r', 'g', and 'b' must be between 0 and 255."
    case .alphaOutOfRange(let color): "Invalid rgba value \(color): 'a' must be between 0 and 1."
    case .colorListLength(let list):
      "Invalid rgba value \(list): expected an array containing either three or four numeric values."
    case .unreadable(let text, let type): "Could not parse \(type) from value '\(text)'"
    case .notANumber(let text): "Could not convert \(text) to number."
    case .curveInputNotANumber: "Input is not a number."
    case .lengthMismatch(let from, let to):
      "Cannot interpolate values of different length. from: \(from), to: \(to)"
    case .countMismatch(let type, let from, let to):
      "\(type): Arrays have mismatched length (\(from) vs. \(to)), cannot interpolate."
    case .anchorMismatch(let index, let from, let to):
      "Cannot interpolate values containing mismatched anchors. from[\(index)]: \(from), to[\(index)]: \(to)"
    case .fractionDigits(let digits):
      "\(javaScriptText(of: digits)) fraction digits are not possible; write whole numbers from 0 to 100, the least first."
    case .unknownCurrency(let code):
      "\"\(escapedForMessage(code))\" is no currency; write three letters such as EUR."
    case .unknownUnit(let name):
      "\"\(escapedForMessage(name))\" is no unit known here; write one such as kilometer."
    case .textTooLong: "The text is longer than \(TextLimit.bytes) bytes; join fewer pieces."
    case .custom(let text): text
    }
  }
}

/// Limits joined text, which nested `let`s could double without end.
enum TextLimit {
  static let bytes = 1_000_000
}
