extension Diagnostic {
  /// One line: `file:line:column: severity: dotted.path: message [code]`, with ` (3 times)` for repeated
  /// causes.
  ///
  /// Missing parts are left out; control characters are escaped as `\u001b`.
  public func text(file: String) -> String {
    var text = escapedForMessage(withoutSecrets(file))
    if let position { text += ":\(position.line):\(position.column)" }
    text += ": \(severity.rawValue): "
    if !path.steps.isEmpty { text += escapedForMessage(path.dotted) + ": " }
    text += "\(escapedForMessage(message)) [\(code)]"
    return count > 1 ? text + " (\(count) times)" : text
  }

  /// Writes `severity`, `code`, `path` (dotted), `pointer` (RFC 6901), `line`, `column`, `message`, and
  /// `count` for repeated causes.
  public func write(to json: inout JSONWriter, file: String? = nil) {
    json.object { json in
      json.member("severity", severity.rawValue)
      json.member("code", code)
      if let file { json.member("file", withoutSecrets(file)) }
      json.member("path", path.dotted)
      json.member("pointer", path.pointer)
      json.member("line", position?.line)
      json.member("column", position?.column)
      json.member("message", message)
      if count > 1 { json.member("count", count) }
    }
  }
}

/// A message as JSON on one line: `severity`, `code`, `file`, `line`, `column` and `message`.
///
/// - Parameter location: a file, `file:line` or `file:line:column`; `nil` without a file.
public func diagnosticLine(
  _ severity: Diagnostic.Severity, code: String, place location: String?, message: String
) -> [UInt8] {
  var parts = (location ?? "").split(separator: ":", omittingEmptySubsequences: false)
  var numbers: [Int] = []
  while numbers.count < 2, parts.count > 1, let last = parts.last, last.utf8.allSatisfy(\.isDigit),
    let number = Int(last)
  {
    numbers.insert(number, at: 0)
    parts.removeLast()
  }
  var json = JSONWriter()
  json.object { json in
    json.member("severity", severity.rawValue)
    json.member("code", code)
    json.member("file", location == nil ? nil : withoutSecrets(parts.joined(separator: ":")))
    json.member("line", numbers.first)
    json.member("column", numbers.dropFirst().first)
    json.member("message", withoutSecrets(message))
  }
  return json.takeBytes() + [0x0A]
}
