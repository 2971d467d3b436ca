public import JSONDocument

/// A filter, expression or legacy, ready to be asked many times.
public struct CompiledFilter: Sendable {
  /// The language of a filter.
  public enum Syntax: Hashable, Sendable {
    /// The expression language.
    case expression
    /// `["==", "key", value]` and the like.
    case legacy
  }

  /// The language of the filter.
  public let syntax: Syntax
  /// The error where it mixes both languages, else `nil`. The whole then is an expression.
  public let mixing: ExpressionError?
  /// The inputs of the filter.
  public let inputs: CompiledExpression.Inputs
  /// The value of a property without which features do not pass, whatever else they are; `nil` for none.
  package let requirement: Requirement?
  private let code: CompiledExpression

  /// Compiles a filter in the expression language or in the older syntax.
  ///
  /// - Parameter isStrict: whether the older syntax is refused where the specification does not allow it, though its
  ///   meaning is clear.
  /// - Complexity: O(*n*) expected for *n* values in the JSON.
  init(
    compiling json: JSONValue, path: JSONPath = JSONPath(), isStrict: Bool = false,
    collation: (any TextCollation)? = nil
  ) throws(ExpressionErrors) {
    var compiler = Compiler(path: path, position: json.position, isStrict: isStrict, collation: collation)
    let node: Node?
    var mixed: [ExpressionError] = []
    if CompiledFilter.isExpression(json) {
      syntax = .expression
      mixed = LegacyFilter.mixing(in: json).map { keys, part in
        ExpressionError(
          key: keys.map { "[\($0)]" }.joined(),
          location: SourceLocation(
            path: JSONPath(path.steps + keys.map { .index($0) }), position: part.position),
          text:
            "The filter mixes expressions and the older filter syntax and is read as an expression; "
            + LegacyFilter.advice(for: part) + ".")
      }
      node = compiler.compile(json, as: .boolean)
    } else {
      syntax = .legacy
      node = compiler.legacyFilter(json)
    }
    mixing = mixed.first
    guard let node else {
      // Of what fails inside a part in the older syntax, the syntax is the reason.
      func isInside(_ error: ExpressionError, _ part: ExpressionError) -> Bool {
        error.location.path.steps.starts(with: part.location.path.steps)
      }
      let reasons = mixed.filter { part in compiler.errors.contains { isInside($0, part) } }
      throw ExpressionErrors(
        reasons + compiler.errors.filter { error in !reasons.contains { isInside(error, $0) } })
    }
    code = CompiledExpression(node, compiler)
    inputs = code.inputs
    requirement = node.requirement
  }

  /// True if a feature passes.
  ///
  /// - Throws: why there is no answer; the feature then does not pass.
  public func matches(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
    try code.evaluateBool(context)
  }

  /// True if the JSON is in the expression language, by the specification's rules for distinguishing the two.
  public static func isExpression(_ json: JSONValue) -> Bool {
    json.isNull ? false : LegacyFilter.syntax(of: json) != .legacy
  }
}
