import Drawing
import JSONDocument

/// A checked expression, legacy function or constant, thread-safe. Numbers, booleans and colors allocate
/// nothing.
public struct CompiledExpression: Sendable {
  /// The inputs of an expression, so that features with equal inputs can share one evaluation.
  public struct Inputs: Hashable, Sendable {
    /// Properties read by a name known beforehand, each once, in order of appearance.
    public let propertyNames: [String]
    /// All that is read.
    public let dependence: Dependence

    /// True if any of some inputs is read.
    public func reads(_ inputs: Dependence) -> Bool { !dependence.isDisjoint(with: inputs) }
  }

  /// The type of its values, known before it is evaluated.
  public let type: ValueType
  /// The inputs of the expression.
  public let inputs: Inputs
  /// The value, where nothing at all can change it.
  public let constant: StyleValue?

  /// Easing of the top-level curve over the zoom, if it interpolates.
  let zoomEasing: Easing?

  private let slotCount: Int
  private let valueCode: Code<StyleValue>
  private let numberCode: Code<Double>
  private let boolCode: Code<Bool>
  private let colorCode: Code<Color>

  /// True if all features get the same value.
  public var isFeatureConstant: Bool { !inputs.reads([.feature, .featureState]) }
  /// True if all zooms get the same value.
  public var isZoomConstant: Bool { !inputs.reads(.zoom) }

  /// Compiles an expression, legacy function or plain value.
  ///
  /// A list without an operator is plain if the property holds lists (`[0, 4]`). Text with `{name}` tokens
  /// reads properties if the property takes tokens.
  ///
  /// - Parameter takesPlainLists: false to always read lists as expressions.
  init(
    compiling json: JSONValue, as spec: PropertySpecification, path: JSONPath = JSONPath(),
    takesPlainLists: Bool = true, collation: (any TextCollation)? = nil
  ) throws(ExpressionErrors) {
    var source = json
    var isOriginal = true
    if json.members != nil {
      source = try LegacyFunction(json: json, spec: spec, path: path).expression()
      isOriginal = false
    } else if spec.acceptsTokens, let text = json.string {
      source = tokenExpression(text, at: json.position)
      isOriginal = source.string != nil
    } else if takesPlainLists, spec.isPlainList(json) {
      source = .call("literal", [json], at: json.position)
      isOriginal = false
    }
    var compiler = Compiler(path: path, position: json.position, isOriginal: isOriginal, collation: collation)
    let node = compiler.compile(source, as: spec.type, annotation: spec.isText ? .coerce : .automatic)
    guard let node else { throw ExpressionErrors(compiler.errors) }
    if let text = spec.refusal(of: node) {
      _ = compiler.fail(text.text, hint: text.hint)
      throw ExpressionErrors(compiler.errors)
    }
    self.init(node, compiler)
  }

  init(_ node: Node, _ compiler: Compiler) {
    type = node.type
    inputs = Inputs(propertyNames: compiler.propertyNames, dependence: node.dependence)
    constant = node.constant
    if case .curve(let number, _) = node.curve, compiler.zoomEasings.indices.contains(number - 1) {
      zoomEasing = compiler.zoomEasings[number - 1]
    } else {
      zoomEasing = nil
    }
    slotCount = compiler.slotCount
    valueCode = node.valueCode
    numberCode = node.numberCode
    boolCode = node.boolCode
    colorCode = node.colorCode
  }

  /// The value, without the property's default.
  ///
  /// - Throws: the failure.
  public func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> StyleValue {
    try context.evaluating(slots: slotCount, valueCode)
  }

  func evaluateNumber(_ context: EvaluationContext) throws(EvaluationError) -> Double {
    try context.evaluating(slots: slotCount, numberCode)
  }

  func evaluateBool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
    try context.evaluating(slots: slotCount, boolCode)
  }

  func evaluateColor(_ context: EvaluationContext) throws(EvaluationError) -> Color {
    try context.evaluating(slots: slotCount, colorCode)
  }
}

extension PropertySpecification {
  /// True if the property holds lists, and the first element names no operator.
  fileprivate func isPlainList(_ json: JSONValue) -> Bool {
    guard let elements = json.elements else { return false }
    switch type {
    case .array, .padding, .numberArray, .colorArray, .projection:
      // A list within a list gives a mistyped operator away.
      if elements.contains(where: { $0.elements != nil || $0.members != nil }) { return false }
    case .variableAnchorOffsetCollection: break
    default: return false
    }
    return elements.first?.string.flatMap { OperatorTable.definition(of: $0) } == nil
  }

  fileprivate func refusal(of node: Node) -> (text: String, hint: String?)? {
    if !dependence.contains(.feature), !node.dependence.isDisjoint(with: [.feature, .featureState]) {
      return ("data expressions not supported", "this property cannot depend on the feature.")
    }
    let readsZoom = node.dependence.contains(.zoom)
    if readsZoom, !dependence.contains(.zoom) {
      return ("zoom expressions not supported", "this property cannot depend on the zoom.")
    }
    switch node.curve {
    case .several:
      return (
        "Only one zoom-based \"step\" or \"interpolate\" subexpression may be used in an expression.", nil
      )
    case .buried: return (PropertySpecification.zoomMisplaced, nil)
    case .none, .bare: return readsZoom ? (PropertySpecification.zoomMisplaced, nil) : nil
    case .curve(_, let interpolates):
      return interpolates && !isInterpolated
        ? ("\"interpolate\" expressions cannot be used with this property", "use \"step\".") : nil
    }
  }

  private static let zoomMisplaced =
    "\"zoom\" expression may only be used as input to a top-level \"step\" or \"interpolate\" expression."
}
