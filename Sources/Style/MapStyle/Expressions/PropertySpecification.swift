/// The compiler's view of a property: its type, its default, and the inputs of its expressions.
public struct PropertySpecification: Hashable, Sendable {
  /// The type that an expression for the property must have; `nil` for a property that takes anything.
  public var type: ValueType?
  /// The value of a property that is not set; `nil` where the specification gives none.
  public var defaultValue: StyleValue?
  /// The names that an enumeration, or a list of such, is made of, in the specification's order; `nil` for all other types.
  public var values: [String]?
  /// True if plain text may hold `{name}` tokens.
  public var acceptsTokens: Bool
  /// The inputs that expressions may read.
  public var dependence: Dependence
  /// True if `interpolate` may be used.
  public var isInterpolated: Bool

  init(
    _ type: ValueType?, defaultValue: StyleValue? = nil, values: [String]? = nil,
    acceptsTokens: Bool = false, dependence: Dependence = [.zoom, .feature], isInterpolated: Bool = true
  ) {
    (self.type, self.defaultValue, self.values) = (type, defaultValue, values)
    (self.acceptsTokens, self.dependence, self.isInterpolated) = (acceptsTokens, dependence, isInterpolated)
  }

  var isText: Bool { type == .string && values == nil }
}
