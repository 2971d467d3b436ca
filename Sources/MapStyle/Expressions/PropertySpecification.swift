/// What a property may hold: its type, range, default, and which expressions it takes.
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

  /// What a property's value may depend on, named as the specification names it.
  public enum ExpressionSupport: String, Hashable, Sendable {
    /// On the zoom and the feature.
    case dataDriven = "data-driven"
    /// On the zoom only.
    case dataConstant = "data-constant"
    /// On the zoom only; drawn as a blend of two zooms elsewhere.
    case crossFaded = "cross-faded"
    /// On the zoom and the feature; drawn as a blend of two zooms elsewhere.
    case crossFadedDataDriven = "cross-faded-data-driven"
    /// On the ramp's own input only.
    case colorRamp = "color-ramp"
    /// On nothing: no expression is allowed.
    case constant
  }

  /// What an expression may look at, named as the specification names it.
  public enum Parameter: String, Hashable, Sendable {
    /// The zoom of the view.
    case zoom
    /// The feature's properties.
    case feature
    /// State set on a feature at run time.
    case featureState = "feature-state"
    /// The style's state.
    case globalState = "global-state"
    /// The ramp inputs.
    case heatmapDensity = "heatmap-density"
    /// The ramp inputs.
    case lineProgress = "line-progress"
    /// The ramp inputs.
    case elevation
  }

  /// The type of values that the property takes.
  public var kind: Kind
  /// The type of a list's elements.
  public var element: Kind?
  /// How many elements a list has.
  public var length: Int?
  /// The value of a property that is not set; `nil` where the specification gives none.
  public var defaultValue: StyleValue?
  /// The values of an enumeration, in the specification's order.
  public var values: [String]
  /// The smallest number allowed.
  public var minimum: Double?
  /// The largest number allowed.
  public var maximum: Double?
  /// Whether plain text may hold `{name}` tokens.
  public var acceptsTokens: Bool
  /// What the value may depend on.
  public var propertyType: ExpressionSupport
  /// Whether `interpolate` may be used.
  public var isInterpolated: Bool
  /// What expressions may look at.
  public var parameters: [Parameter]

  /// What a property may hold.
  public init(
    _ kind: Kind, element: Kind? = nil, length: Int? = nil, defaultValue: StyleValue? = nil,
    values: [String] = [], minimum: Double? = nil, maximum: Double? = nil, acceptsTokens: Bool = false,
    propertyType: ExpressionSupport = .dataDriven, isInterpolated: Bool = true,
    parameters: [Parameter] = [.zoom, .feature]
  ) {
    self.kind = kind
    self.element = element
    self.length = length
    self.defaultValue = defaultValue
    self.values = values
    self.minimum = minimum
    self.maximum = maximum
    self.acceptsTokens = acceptsTokens
    self.propertyType = propertyType
    self.isInterpolated = isInterpolated
    self.parameters = parameters
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
