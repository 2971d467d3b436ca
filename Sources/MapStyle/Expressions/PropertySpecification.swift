/// The compiler's view of a property: its type, its default, and the inputs of its expressions.
public struct PropertySpecification: Hashable, Sendable {
  /// The type of a property, or of the elements of its list, named as the specification names it.
  public enum Kind: String, Hashable, Sendable {
    /// The plain types of the style specification.
    case number, string, boolean, color, array, object
    /// One of ``PropertySpecification/values``.
    case enumeration = "enum"
    /// Text in sections, or an image's name.
    case formatted, resolvedImage
    /// Numbers or colors, one or several.
    case padding, numberArray, colorArray
    /// Anchors with offsets.
    case variableAnchorOffsetCollection
    /// A projection, or a transition between two.
    case projectionDefinition
    /// A value of any type.
    case any = "*"
  }

  /// The type of values that the property takes.
  public var kind: Kind
  /// The type of a list's elements.
  public var element: Kind?
  /// The number of elements of a list.
  public var length: Int?
  /// The value of a property that is not set; `nil` where the specification gives none.
  public var defaultValue: StyleValue?
  /// The values of an enumeration, in the specification's order.
  public var values: [String]
  /// True if plain text may hold `{name}` tokens.
  public var acceptsTokens: Bool
  /// The inputs that expressions may read.
  public var dependence: Dependence
  /// True if `interpolate` may be used.
  public var isInterpolated: Bool

  init(
    _ kind: Kind, element: Kind? = nil, length: Int? = nil, defaultValue: StyleValue? = nil,
    values: [String] = [], acceptsTokens: Bool = false, dependence: Dependence = [.zoom, .feature],
    isInterpolated: Bool = true
  ) {
    (self.kind, self.element, self.length) = (kind, element, length)
    (self.defaultValue, self.values, self.acceptsTokens) = (defaultValue, values, acceptsTokens)
    (self.dependence, self.isInterpolated) = (dependence, isInterpolated)
  }

  /// The type an expression for this property must have; `nil` for a property that takes anything.
  public var expectedType: ValueType? {
    kind == .array
      ? .array(PropertySpecification.type(of: element ?? .any), length: length)
      : kind == .any ? nil : PropertySpecification.type(of: kind)
  }

  private static func type(of kind: Kind) -> ValueType {
    switch kind {
    case .number: .number
    case .string, .enumeration: .string
    case .boolean: .boolean
    case .color: .color
    case .array: .array(.value, length: nil)
    case .object: .object
    case .formatted: .formatted
    case .resolvedImage: .image
    case .padding: .padding
    case .numberArray: .numberArray
    case .colorArray: .colorArray
    case .variableAnchorOffsetCollection: .variableAnchorOffsetCollection
    case .projectionDefinition: .projection
    case .any: .value
    }
  }
}
