/// A number as JavaScript prints it (ECMA-262, Number::toString): the fewest digits that read back equally,
/// `42` and not `42.0`; an exponent only below 1e-6 and from 1e21 on (`1e-7`, `1e+21`). Both zeros are `0`.
public func javaScriptText(of number: Double) -> String {
  if number.isNaN { return "NaN" }
  if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
  if number == 0 { return "0" }
  if let integer = Int(exactly: number), integer.magnitude < 1 << 53 { return String(integer) }
  // In between, Swift writes a fraction just as JavaScript does.
  if number.magnitude >= 0.001, number.magnitude < 1e15 { return number.description }
  let (digits, point) = shortestDigits(of: number.magnitude)
  let sign = number < 0 ? "-" : ""
  func text(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
  let count = digits.count
  switch point {
  case count...21: return sign + text(0..<count) + String(repeating: "0", count: point - count)
  case 1...21: return sign + text(0..<point) + "." + text(point..<count)
  case -5...0: return sign + "0." + String(repeating: "0", count: -point) + text(0..<count)
  default:
    let exponent = point - 1
    let mantissa = count == 1 ? text(0..<1) : text(0..<1) + "." + text(1..<count)
    return sign + mantissa + (exponent < 0 ? "e-" : "e+") + String(exponent.magnitude)
  }
}

/// A number with at most `decimals` decimals, rounded exactly, halves away from zero: `12.5`.
///
/// - Parameters:
///   - number: finite; others become `0`.
///   - decimals: `0...15`.
///   - keepsZeros: true for trailing zeros (`12.50`).
/// - Returns: never an exponent below 1e21, never `-0`.
/// - SeeAlso: ECMA-262, Number.prototype.toFixed; but a number too large for that many decimals keeps its
///   shortest digits (`1e15 + 0.2` with nine is `1000000000000000.2`).
public func decimalText(of number: Double, decimals: Int, keepsZeros: Bool = false) -> String {
  guard number.isFinite else { return decimalText(of: 0, decimals: decimals, keepsZeros: keepsZeros) }
  let decimals = min(15, max(0, decimals))
  var power: UInt64 = 1
  for _ in 0..<decimals { power *= 10 }
  let magnitude = number.magnitude
  let product = magnitude * Double(power)
  // From here on a double has no decimals that rounding could touch.
  guard product < 9_007_199_254_740_992 else {
    return withDecimals(javaScriptText(of: number), decimals: keepsZeros ? decimals : 0)
  }
  let floor = product.rounded(.down)
  let half = product - floor - 0.5
  // The product is itself rounded; what it lost decides where it seems to lie on a half.
  let lost = (-product).addingProduct(magnitude, Double(power))
  let steps = UInt64(floor) + (half + lost >= 0 ? 1 : 0)
  let (whole, part) = steps.quotientAndRemainder(dividingBy: power)
  let sign = number < 0 && steps > 0 ? "-" : ""
  var fraction = String(part)
  fraction = String(repeating: "0", count: max(0, decimals - fraction.utf8.count)) + fraction
  if decimals == 0 { return sign + String(whole) }
  if !keepsZeros {
    while fraction.utf8.last == 0x30 { fraction.removeLast() }
    if fraction.isEmpty { return sign + String(whole) }
  }
  return "\(sign)\(whole).\(fraction)"
}

private func withDecimals(_ text: String, decimals: Int) -> String {
  guard decimals > 0, !text.utf8.contains(0x65) else { return text }
  let present = text.utf8.firstIndex(of: 0x2E).map { text.utf8.distance(from: $0, to: text.endIndex) - 1 }
  let missing = String(repeating: "0", count: max(0, decimals - (present ?? 0)))
  return text + (present == nil ? "." : "") + missing
}

/// The shortest digits that read back as a finite number of at least 0, and its decimal point:
/// the number is `0.digits · 10^point`.
package func shortestDigits(of number: Double) -> (digits: [UInt8], point: Int) {
  // Swift's own description has the shortest digits already, but dresses them differently.
  var digits: [UInt8] = []
  var (point, exponent) = (-1, 0)
  for (index, byte) in number.description.utf8.enumerated() {
    if byte == 0x2E {
      point = digits.count
    } else if byte | 0x20 == 0x65 {
      exponent = Int(number.description.dropFirst(index + 1)) ?? 0
      break
    } else {
      digits.append(byte)
    }
  }
  if point < 0 { point = digits.count }
  let zeros = digits.prefix { $0 == 0x30 }.count
  digits.removeFirst(zeros)
  while digits.last == 0x30 { digits.removeLast() }
  return (digits, point - zeros + exponent)
}
