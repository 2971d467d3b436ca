public import JSONDocument

/// A filter, expression or legacy, ready to be asked many times.
public struct CompiledFilter: Sendable {
  /// Which language a filter is written in.
  public enum Syntax: Hashable, Sendable {
    /// The expression language.
    case expression
    /// `["==", "key", value]` and the like.
    case legacy
  }

  /// Which language it is written in.
  public let syntax: Syntax
  /// Where it mixes both languages; `nil` where it does not.
  public let mixing: ExpressionError?
  /// What it looks at.
  public let inputs: CompiledExpression.Inputs

  /// Compiles a filter.
  ///
  /// - Throws: ``ExpressionErrors`` with the place of each fault.
  public init(compiling json: JSONValue, path: JSONPath = JSONPath()) throws(ExpressionErrors) {
    throw ExpressionErrors([ExpressionError(key: "", path: path, position: json.position, text: "not yet")])
  }

  /// Whether a feature passes.
  ///
  /// - Throws: why there is no answer; the feature then does not pass.
  public func matches(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
    false
  }

  /// Whether the JSON is written in the expression language, by the specification's rules for telling the two apart.
  public static func isExpression(_ json: JSONValue) -> Bool { false }
}
