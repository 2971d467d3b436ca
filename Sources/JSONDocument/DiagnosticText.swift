extension Diagnostic {
  /// The diagnostic as one line: `file:line:column: severity: dotted.path: message [code]`, with ` (3 times)` at the end
  /// where the same cause was met more than once.
  ///
  /// Place and path are left out where there are none; control characters are written as `\u001b`.
  ///
  /// - Parameter file: the document's name as the user gave it.
  public func text(file: String) -> String {
    var text = escapedForMessage(file)
    if let position { text += ":\(position.line):\(position.column)" }
    text += ": \(severity.rawValue): "
    if !path.steps.isEmpty { text += escapedForMessage(path.dotted) + ": " }
    text += "\(escapedForMessage(message)) [\(code)]"
    return count > 1 ? text + " (\(count) times)" : text
  }

  /// Writes the diagnostic as an object: `severity`, `code`, `path` (dotted), `pointer` (RFC 6901), `line`, `column`
  /// (`null` without a place), `message`, and `count` where the same cause was met more than once.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("severity", severity.rawValue)
      json.member("code", code)
      json.member("path", path.dotted)
      json.member("pointer", path.pointer)
      json.member("line", position?.line)
      json.member("column", position?.column)
      json.member("message", message)
      if count > 1 { json.member("count", count) }
    }
  }
}
