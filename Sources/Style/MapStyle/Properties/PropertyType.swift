import Drawing
import JSONDocument
import MapGeometry

/// The values that a property may hold: what they are stands in one value, for the compiler, the documentation and messages.
public struct PropertyType: Sendable, CustomStringConvertible {
  let type: ValueType
  /// The type and its limits as the specification writes them: `number [0..1]`, `map / viewport`.
  public let description: String
  let wording: String
  /// Allowed names, or their parts; `nil` for other kinds.
  let names: [String]?
  /// Limits of every number.
  @usableFromInline let limits: ClosedRange<Double>
  private let holds: @Sendable (StyleValue) -> Bool

  private init(
    _ type: ValueType, _ description: String, _ wording: String, names: [String]? = nil,
    in limits: ClosedRange<Double> = anyNumber, holds: @escaping @Sendable (StyleValue) -> Bool
  ) {
    (self.type, self.wording, self.names, self.limits, self.holds) = (type, wording, names, limits, holds)
    self.description = description + PropertyType.wording(of: limits)
  }

  private static func wording(of range: ClosedRange<Double>) -> String {
    guard range.lowerBound.isFinite else { return "" }
    let (low, high) = (javaScriptText(of: range.lowerBound), javaScriptText(of: range.upperBound))
    return range.upperBound.isFinite ? " [\(low)..\(high)]" : " [\(low)..]"
  }

  func specification(
    _ expressions: StyleProperty.Expressions, defaultValue: StyleValue? = nil,
    acceptsTokens: Bool = false
  ) -> PropertySpecification {
    PropertySpecification(
      type, defaultValue: defaultValue, values: names, acceptsTokens: acceptsTokens,
      dependence: expressions.dependence, isInterpolated: expressions.isInterpolated)
  }

  /// Reason that a value is not of this type, apart from its range.
  func fault(in value: StyleValue) -> String? {
    holds(value) ? nil : "expected \(wording), found \(value.wording)"
  }

  func rangeFault(in value: StyleValue) -> String? {
    let numbers = Double.read(value).map { [$0] } ?? [Double].read(value) ?? []
    return numbers.lazy.compactMap { JSONDocument.rangeFault(of: $0, in: limits) }.first
  }
}

extension PropertyType {
  package static let anyNumber = -Double.infinity...Double.infinity
  package static let number: PropertyType = .number(anyNumber)
  static let share: PropertyType = .number(0...1)
  static let size: PropertyType = .number(atLeast: 0)

  static func number(_ limits: ClosedRange<Double>) -> PropertyType {
    PropertyType(.number, "number", "a number", in: limits) { Double.read($0)?.isFinite == true }
  }
  package static func number(atLeast minimum: Double) -> PropertyType { .number(minimum...Double.infinity) }

  static func numbers(_ count: Int?, in limits: ClosedRange<Double> = anyNumber) -> PropertyType {
    PropertyType(
      .array(.number, length: count), "number[\(count.map(String.init) ?? "")]",
      "a list of \(count.map { "\($0) " } ?? "")numbers", in: limits
    ) { value in
      guard let numbers = [Double].read(value) else { return false }
      return (count == nil || numbers.count == count) && numbers.allSatisfy(\.isFinite)
    }
  }

  static func numbersOrOne(_ limits: ClosedRange<Double>) -> PropertyType {
    PropertyType(.numberArray, "numberArray", "a number or a list of numbers", in: limits) { value in
      [Double].read(value).map { !$0.isEmpty && $0.allSatisfy(\.isFinite) } == true
    }
  }

  package static let color = PropertyType(.color, "color", "a color") { Color.read($0) != nil }
  static let colors = PropertyType(.colorArray, "colorArray", "a color or a list of colors") { value in
    if case .colorArray(let colors) = value { !colors.isEmpty } else { false }
  }
  static let boolean = PropertyType(.boolean, "boolean", "true or false") { Bool.read($0) != nil }
  static let image = PropertyType(.image, "resolvedImage", "the name of an image") {
    ResolvedImage.read($0) != nil
  }
  package static let formatted = PropertyType(.formatted, "formatted", "text") {
    FormattedText.read($0) != nil
  }
  static let padding = PropertyType(.padding, "padding", "a number or a list of one to four numbers") {
    Padding.read($0) != nil
  }
  static let strings = PropertyType(.array(.string, length: nil), "string[]", "a list of names") {
    [String].read($0) != nil
  }
  static let anchorOffsets = PropertyType(
    .variableAnchorOffsetCollection, "variableAnchorOffsetCollection", "a list of anchors and offsets"
  ) { [VariableAnchorOffset].read($0) != nil }

  static func oneOf(_ names: [String]) -> PropertyType {
    PropertyType(.string, names.joined(separator: " / "), alternativesForMessage(names), names: names) {
      String.read($0).map(names.contains) == true
    }
  }
  static func oneOf(_ type: (some CaseIterable & RawRepresentable<String>).Type) -> PropertyType {
    .oneOf(type.allCases.map(\.rawValue))
  }

  /// Several names, in order of preference.
  static func someOf(_ type: (some CaseIterable & RawRepresentable<String>).Type) -> PropertyType {
    let names = type.allCases.map(\.rawValue)
    return PropertyType(
      .array(.string, length: nil), "list of " + names.joined(separator: " / "),
      "a list of " + names.map { "\"\($0)\"" }.joined(separator: ", "), names: names
    ) { [String].read($0)?.allSatisfy(names.contains) == true }
  }

  static let visibility: PropertyType = .oneOf(["visible", "none"])
  static let frame: PropertyType = .oneOf(["map", "viewport"])
  static let alignment: PropertyType = .oneOf(["map", "viewport", "auto"])
}
