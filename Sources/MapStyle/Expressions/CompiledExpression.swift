public import Drawing
public import JSONDocument

/// An expression, legacy function or constant, checked against a property and ready to be evaluated many times.
public struct CompiledExpression: Sendable {
  /// What an expression looks at, so that features with equal inputs can share one evaluation.
  public struct Inputs: Hashable, Sendable {
    /// Properties read by a name known beforehand, each once, in order of appearance.
    public var propertyNames: [String] = []
    /// Whether the feature is looked at in another way: properties by computed name, identifier, geometry, `within`.
    public var readsWholeFeature = false
    /// Whether the zoom matters.
    public var readsZoom = false
    /// Whether the style's global state matters.
    public var readsGlobalState = false
    /// Whether feature state was asked for; it always is null here.
    public var readsFeatureState = false
    /// Whether a heatmap's density, a line's progress or the accumulated value matters.
    public var readsSpecialInput = false

    /// Nothing is looked at.
    public init() {}
  }

  /// The static type.
  public let type: ValueType
  /// What the expression looks at.
  public let inputs: Inputs

  /// Whether all features get the same value.
  public var isFeatureConstant: Bool {
    inputs.propertyNames.isEmpty && !inputs.readsWholeFeature && !inputs.readsFeatureState
  }
  /// Whether all zooms get the same value.
  public var isZoomConstant: Bool { !inputs.readsZoom }
  /// Whether feature state does not matter.
  public var isStateConstant: Bool { !inputs.readsFeatureState }
  /// The value, where nothing at all can change it.
  public let constant: StyleValue?

  /// Compiles an expression, a legacy function or a plain value for a property.
  ///
  /// - Parameters:
  ///   - json: an array with an operator, an object with `stops` (legacy function), or a plain value.
  ///   - spec: the property it is for.
  ///   - path: where it stands in its document.
  /// - Throws: ``ExpressionErrors`` with the place of each fault.
  /// - Complexity: O(*n* log *n*) for *n* values in the JSON.
  public init(
    compiling json: JSONValue, as spec: PropertySpecification, path: JSONPath = JSONPath()
  ) throws(ExpressionErrors) {
    throw ExpressionErrors([ExpressionError(key: "", path: path, position: json.position, text: "not yet")])
  }

  /// The value in a context, as it is: no fallback to the property's default.
  public func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> StyleValue {
    throw EvaluationError.message("not yet")
  }

  /// The value in a context where it must be a number.
  public func evaluateNumber(_ context: EvaluationContext) throws(EvaluationError) -> Double {
    throw EvaluationError.message("not yet")
  }

  /// The value in a context where it must be true or false.
  public func evaluateBool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
    throw EvaluationError.message("not yet")
  }

  /// The value in a context where it must be a color.
  public func evaluateColor(_ context: EvaluationContext) throws(EvaluationError) -> Color {
    throw EvaluationError.message("not yet")
  }
}
