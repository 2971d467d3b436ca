/// One line for a terminal: control characters, line separators and bidirectional marks become `\u001b` and
/// such.
public func escapedForMessage(_ text: some StringProtocol) -> String {
  guard text.unicodeScalars.contains(where: isUnfitForMessage) else { return String(text) }
  var result = ""
  for scalar in text.unicodeScalars {
    if isUnfitForMessage(scalar) {
      result += "\\u" + paddedHexadecimal(scalar.value, digits: 4)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A number with its noun: `1 point`, `2 points`; `several` is an irregular plural.
public func counted(_ number: Int, _ noun: String, _ several: String? = nil) -> String {
  "\(number) \(number == 1 ? noun : several ?? noun + "s")"
}

/// Clauses of one message joined by semicolons; one that ends like a sentence loses its period.
public func joinedClauses(_ clauses: [String]) -> String {
  clauses.enumerated().map { index, clause in
    index < clauses.count - 1 && clause.hasSuffix(".") && !clause.hasSuffix("..")
      ? String(clause.dropLast()) : clause
  }.joined(separator: "; ")
}

private func isUnfitForMessage(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069,
    0xFEFF:
    true
  default: false
  }
}

/// Lowercase hexadecimal digits of a number from 0 on, at least `digits` of them.
public func paddedHexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

package func quotedForMessage(_ text: some StringProtocol) -> String {
  let limit = 60
  let shown = text.prefix(limit)
  return "\"\(escapedForMessage(shown))\(shown.endIndex < text.endIndex ? "…" : "")\""
}

/// `"a", "b" or "c"`.
package func alternativesForMessage(_ names: [String]) -> String {
  let quoted = names.map { "\"\($0)\"" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}

extension JSONValue {
  package var wording: String {
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
