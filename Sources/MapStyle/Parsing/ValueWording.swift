import JSONDocument

extension StyleValue {
  /// The value, short and in one line, for messages.
  var wording: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): javaScriptText(of: number)
    case .string(let text): quotedForMessage(text)
    default: "\(type)"
    }
  }
}

extension JSONValue {
  /// The value, short and in one line, for messages.
  var wording: String {
    switch content {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): javaScriptText(of: number)
    case .string(let text): quotedForMessage(text)
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A text of the document in quotes, shortened, fit for one line.
package func quotedForMessage(_ text: some StringProtocol) -> String {
  let limit = 60
  let shown = text.prefix(limit)
  return "\"\(escapedForMessage(shown))\(shown.endIndex < text.endIndex ? "…" : "")\""
}
