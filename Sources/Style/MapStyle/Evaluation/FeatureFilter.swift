public import JSONDocument

/// A compiled filter of features, expression or legacy. A reference, because copying costs more than
/// evaluating.
public final class FeatureFilter: Sendable {
  /// The inputs of the filter.
  public let inputs: CompiledExpression.Inputs
  /// Property value that all passing features have, if any.
  package let requirement: Requirement?
  /// Comparison that the filter is, if it is no requirement of a property.
  package let comparison: PropertyComparison?
  /// Error of a mixture of both languages; it is treated as an expression.
  let mixing: ExpressionError?
  private let code: CompiledExpression
  private let site: EvaluationSite

  /// A filter outside of a style; messages name the consequence of failures.
  ///
  /// - Throws: ``ExpressionErrors``.
  public convenience init(
    compiling expression: JSONValue, consequence: String, collation: (any TextCollation)? = nil
  ) throws(ExpressionErrors) {
    try self.init(
      compiling: JSONNode(value: expression, path: JSONPath()), consequence: consequence, collation: collation
    )
  }

  /// - Parameter isStrict: true to refuse legacy syntax outside of the specification.
  /// - Complexity: O(*n*) expected for *n* values in the JSON.
  init(
    compiling node: JSONNode, consequence: String = "such features are left out", isStrict: Bool = false,
    collation: (any TextCollation)? = nil
  ) throws(ExpressionErrors) {
    var compiler = Compiler(
      path: node.path, position: node.position, isStrict: isStrict, collation: collation)
    let isExpression = LegacyFilter.isExpression(node.value)
    let mixed = isExpression ? LegacyFilter.mixing(in: node) : []
    let compiled =
      isExpression ? compiler.compile(node.value, as: .boolean) : compiler.legacyFilter(node.value)
    guard let compiled else {
      // Of what fails inside a part in the older syntax, the syntax is the reason.
      func isInside(_ error: ExpressionError, _ part: ExpressionError) -> Bool {
        error.location.path.steps.starts(with: part.location.path.steps)
      }
      let reasons = mixed.filter { part in compiler.errors.contains { isInside($0, part) } }
      throw ExpressionErrors(
        reasons + compiler.errors.filter { error in !reasons.contains { isInside(error, $0) } })
    }
    mixing = mixed.first
    code = CompiledExpression(compiled, compiler)
    inputs = code.inputs
    requirement = compiled.requirement
    comparison =
      isExpression && requirement == nil ? PropertyComparison(node.value, collation: collation) : nil
    site = EvaluationSite("filter-failed", at: node, consequence: consequence)
  }

  func matches(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
    try code.evaluateBool(context)
  }

  /// True if the feature passes; failures are noted and false. Filters see the integer zoom.
  public func accepts(_ context: EvaluationContext, noting warnings: inout StyleWarnings) -> Bool {
    do throws(EvaluationError) {
      let zoom = context.zoom.rounded(.down)
      if zoom == context.zoom || !inputs.reads(.zoom) { return try matches(context) }
      var context = context
      context.zoom = zoom
      return try matches(context)
    } catch {
      warnings.note(error, at: site, for: context.feature)
      return false
    }
  }
}

/// A value of properties that a filter compares with a constant. Filters of several layers may compare the same one.
package struct PropertyComparison: Sendable {
  package let expression: CompiledExpression
  /// The expression as JSON.
  package let text: ExactText
  /// The constant.
  package let value: ScalarKey

  /// - Returns: `nil` for a filter of another form, and where more than properties decides the value.
  init?(_ filter: JSONValue, collation: (any TextCollation)?) {
    guard let elements = filter.elements, elements.count == 3, elements[0].string == "==",
      elements[1].elements != nil, let value = ScalarKey(StyleValue(elements[2]))
    else { return nil }
    var compiler = Compiler(path: JSONPath(), position: elements[1].position, collation: collation)
    guard let node = compiler.compile(elements[1], as: .value), node.dependence == .feature else {
      return nil
    }
    var json = JSONWriter()
    json.value(elements[1])
    (expression, text, self.value) = (CompiledExpression(node, compiler), ExactText(json.text), value)
  }
}
