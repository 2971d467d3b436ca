/// The reason why a text is no JSON document, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the fault, or of the beginning of what is left open.
  public let position: TextPosition
  /// The fault and what to do, in one line. Texts of the document are shortened and free of control characters.
  public let message: String

  /// Line, column, the fault and what to do.
  public var description: String { "\(position.line):\(position.column): \(message)" }
  /// The fault as a diagnostic of the code `json-syntax`.
  public var diagnostic: Diagnostic {
    Diagnostic(.error, code: "json-syntax", path: JSONPath(), position: position, message: message)
  }
}
