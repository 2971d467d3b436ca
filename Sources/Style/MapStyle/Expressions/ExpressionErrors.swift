public import JSONDocument

/// One reason why an expression does not compile, and its location.
public struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The way from the expression to the fault: `[2][1]`; empty for the expression itself.
  public let key: String
  /// The location in the document.
  public let location: SourceLocation
  /// The error, in one line and in the specification's own words where it has some.
  public let text: String
  /// The remedy, where ``text`` does not contain it.
  public var hint: String?
  /// Stable name of the kind of error, if it has one.
  var code: String?

  /// The error and its remedy, in one line.
  public var message: String {
    guard let hint else { return text }
    return text.hasSuffix(".") ? "\(text) \(hint)" : "\(text): \(hint)"
  }

  /// The error, after its location in the expression.
  public var description: String { key.isEmpty ? message : "\(key): \(message)" }
}

/// Why an expression does not compile: at least one reason, in order of appearance.
public struct ExpressionErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons, never none.
  public let errors: [ExpressionError]

  init(_ errors: [ExpressionError]) { self.errors = errors }

  init(_ text: String, at location: SourceLocation) {
    errors = [ExpressionError(key: "", location: location, text: text)]
  }

  /// All reasons in one line.
  public var description: String { joinedClauses(errors.map(\.description)) }
}
