/// Comma-separated values in which formulas are disarmed by an apostrophe, as OWASP recommends.
///
/// Formulas begin with `=`, `+`, `-`, `@`, a tab or a line end, or with full-width forms of these. Plain
/// decimal numbers stay. Fields are those of RFC 4180, separated by commas.
public func withoutFormulas(_ table: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(table.count + 64)
  var index = 0
  while index < table.count {
    let isQuoted = table[index] == quote
    let start = isQuoted ? index + 1 : index
    var end = start
    if isQuoted {
      while end < table.count, table[end] != quote || (end + 1 < table.count && table[end + 1] == quote) {
        end += table[end] == quote ? 2 : 1
      }
    } else {
      while end < table.count, table[end] != comma, table[end] != lineFeed, table[end] != carriageReturn {
        end += 1
      }
    }
    let field = table[start..<end]
    if isQuoted { result.append(quote) }
    if mayBeFormula(field) { result.append(UInt8(ascii: "'")) }
    result += field
    index = end
    // The closing quote, and what separates this field from the next.
    while index < table.count, index == end || table[index - 1] != comma && table[index - 1] != lineFeed {
      result.append(table[index])
      index += 1
    }
  }
  return result
}

private let quote = UInt8(ascii: "\"")
private let comma = UInt8(ascii: ",")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

private func mayBeFormula(_ field: ArraySlice<UInt8>) -> Bool {
  guard let first = field.first else { return false }
  switch first {
  case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: return true
  case UInt8(ascii: "+"), UInt8(ascii: "-"): return !isNumber(field.dropFirst())
  // The full-width forms of = + - @ in UTF-8.
  case 0xEF:
    return [[0xEF, 0xBC, 0x9D], [0xEF, 0xBC, 0x8B], [0xEF, 0xBC, 0x8D], [0xEF, 0xBC, 0xA0]].contains {
      field.starts(with: $0)
    }
  default: return false
  }
}

private func isNumber(_ field: ArraySlice<UInt8>) -> Bool {
  let parts = field.split(separator: UInt8(ascii: "e"), maxSplits: 1, omittingEmptySubsequences: false)
  func isDigits(_ text: ArraySlice<UInt8>) -> Bool { !text.isEmpty && text.allSatisfy(\.isDigit) }
  guard let mantissa = parts.first else { return false }
  let halves = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  guard halves.count <= 2, halves.allSatisfy(isDigits) else { return false }
  guard parts.count > 1, let exponent = parts.last else { return true }
  return isDigits(
    exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+")
      ? exponent.dropFirst() : exponent)
}
