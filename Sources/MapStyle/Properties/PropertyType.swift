import JSONDocument

/// The values that a property may hold.
public enum PropertyType: Hashable, Sendable {
  /// A number within limits.
  case limitedNumber(ClosedRange<Double>)
  /// Numbers, each within limits, and how many if that is fixed.
  case limitedNumbers(count: Int?, ClosedRange<Double>)
  /// A color as CSS writes it.
  case color
  /// True or false.
  case boolean
  /// One of some names.
  case oneOf([String])
  /// Some of some names, in order of preference.
  case someOf([String])
  /// The name of an image.
  case image
  /// Text in sections.
  case formatted
  /// Distances from four edges: one to four numbers.
  case padding
  /// A list of names, such as fonts.
  case strings
  /// Anchors with offsets.
  case anchorOffsets
  /// A number within limits, or a list of such.
  case numbersOrOne(ClosedRange<Double>)
  /// A color, or a list of colors.
  case colors

  package static let anyNumber = -Double.infinity...Double.infinity
  package static let number = PropertyType.limitedNumber(anyNumber)
  static func number(_ range: ClosedRange<Double>) -> PropertyType { .limitedNumber(range) }
  package static func number(atLeast minimum: Double) -> PropertyType {
    .limitedNumber(minimum...Double.infinity)
  }
  static func numbers(_ count: Int) -> PropertyType { .limitedNumbers(count: count, anyNumber) }
  static func numbers(atLeast minimum: Double) -> PropertyType {
    .limitedNumbers(count: nil, minimum...Double.infinity)
  }

  static let share = PropertyType.limitedNumber(0...1)
  static let size = number(atLeast: 0)
  static let visibility = PropertyType.oneOf(["visible", "none"])
  static let frame = PropertyType.oneOf(["map", "viewport"])
  static let alignment = PropertyType.oneOf(["map", "viewport", "auto"])
  static let textAlignment = PropertyType.oneOf(names(of: RotationAlignment.self))
  static let overlap = PropertyType.oneOf(names(of: Overlap.self))
  static let placement = PropertyType.oneOf(names(of: SymbolPlacement.self))
  static let zOrder = PropertyType.oneOf(names(of: SymbolOrder.self))
  static let textFit = PropertyType.oneOf(names(of: TextFit.self))
  static let justify = PropertyType.oneOf(names(of: TextJustification.self))
  static let transform = PropertyType.oneOf(names(of: TextTransform.self))
  static let cap = PropertyType.oneOf(["butt", "round", "square"])
  static let join = PropertyType.oneOf(["bevel", "round", "miter"])
  static let resampling = PropertyType.oneOf(names(of: Resampling.self))
  static let hillshadeMethod = PropertyType.oneOf(names(of: HillshadeMethod.self))
  static let anchor = PropertyType.oneOf(names(of: LabelAnchor.self))
  static let anchors = PropertyType.someOf(names(of: LabelAnchor.self))
  static let writingModes = PropertyType.someOf(names(of: WritingMode.self))

  private static func names<Name: CaseIterable & RawRepresentable<String>>(of type: Name.Type) -> [String] {
    type.allCases.map(\.rawValue)
  }

  func specification(
    _ expressions: StyleProperty.Expressions, defaultValue: StyleValue? = nil,
    acceptsTokens: Bool = false
  ) -> PropertySpecification {
    let values: [String]? =
      switch self {
      case .oneOf(let names), .someOf(let names): names
      default: nil
      }
    return PropertySpecification(
      facts.type, defaultValue: defaultValue, values: values, acceptsTokens: acceptsTokens,
      dependence: expressions.dependence, isInterpolated: expressions.isInterpolated)
  }

  /// The type for the compiler, the type and its limits as the specification writes them, and as messages do.
  private var facts: (type: ValueType, description: String, wording: String) {
    switch self {
    case .limitedNumber(let range): (.number, "number" + PropertyType.wording(of: range), "a number")
    case .limitedNumbers(let count, let range):
      (
        .array(.number, length: count),
        "number[\(count.map(String.init) ?? "")]" + PropertyType.wording(of: range),
        "a list of \(count.map { "\($0) " } ?? "")numbers"
      )
    case .color: (.color, "color", "a color")
    case .boolean: (.boolean, "boolean", "true or false")
    case .oneOf(let names): (.string, names.joined(separator: " / "), alternativesForMessage(names))
    case .someOf(let names):
      (
        .array(.string, length: nil), "list of " + names.joined(separator: " / "),
        "a list of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
      )
    case .image: (.image, "resolvedImage", "the name of an image")
    case .formatted: (.formatted, "formatted", "text")
    case .padding: (.padding, "padding", "a number or a list of one to four numbers")
    case .strings: (.array(.string, length: nil), "string[]", "a list of names")
    case .anchorOffsets:
      (
        .variableAnchorOffsetCollection, "variableAnchorOffsetCollection", "a list of anchors and offsets"
      )
    case .numbersOrOne(let range):
      (.numberArray, "numberArray" + PropertyType.wording(of: range), "a number or a list of numbers")
    case .colors: (.colorArray, "colorArray", "a color or a list of colors")
    }
  }
  var wording: String { facts.wording }
}

extension PropertyType: CustomStringConvertible {
  /// The type and its limits as the specification writes them: `number [0..1]`, `map / viewport`.
  public var description: String { facts.description }

  private static func wording(of range: ClosedRange<Double>) -> String {
    guard range.lowerBound.isFinite else { return "" }
    let (low, high) = (javaScriptText(of: range.lowerBound), javaScriptText(of: range.upperBound))
    return range.upperBound.isFinite ? " [\(low)..\(high)]" : " [\(low)..]"
  }
}
