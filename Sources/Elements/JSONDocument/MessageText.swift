/// A text made fit for one line on a terminal: control characters, line and paragraph separators and the invisible
/// marks that turn reading order around are written as `\u001b`.
///
/// - Complexity: O(*n*).
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

/// A number and what it counts: `1 point`, `2 points`.
///
/// - Parameter several: the noun for any other number than 1; `nil` where it ends in s.
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

/// Lowercase hexadecimal digits, filled up with zeros.
///
/// - Parameters:
///   - number: at least 0.
///   - digits: how many there are at least.
public func paddedHexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// Shortened text in quotes, on one line.
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
