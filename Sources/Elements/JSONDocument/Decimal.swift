/// Decimal numbers to the nearest `Double`: exactly what a correctly rounding `strtod` gives, on any locale.
///
/// Up to 19 digits and an exponent in -22...22 need no arithmetic beyond one operation (W. D. Clinger, "How
/// to Read Floating Point Numbers Accurately", 1990) or one 128-bit division; the rest goes to the standard library.
/// This file reads raw bytes: every access is guarded by the bounds it is given.
public enum Decimal {
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
  ]

  private static let powersOfFive: [UInt64] = [
    1, 5, 25, 125, 625, 3125, 15_625, 78_125, 390_625, 1_953_125, 9_765_625, 48_828_125, 244_140_625,
    1_220_703_125,
    6_103_515_625, 30_517_578_125, 152_587_890_625, 762_939_453_125, 3_814_697_265_625, 19_073_486_328_125,
    95_367_431_640_625, 476_837_158_203_125, 2_384_185_791_015_625,
  ]

  /// `mantissa · 10^exponent`; `nil` if that is not exact in a few steps.
  @inline(__always) private static func exact(_ mantissa: UInt64, exponent: Int) -> Double? {
    if mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      let number = Double(Int64(bitPattern: mantissa))
      return exponent <= 0 ? number / powersOfTen[-exponent] : number * powersOfTen[exponent]
    }
    return exponent <= 0 && exponent >= -22 ? quotient(mantissa, byTenTo: -exponent) : nil
  }

  /// `mantissa / 10^power` for powers in 0...22: long division with a sticky bit, rounded to nearest, ties to
  /// even.
  public static func quotient(_ mantissa: UInt64, byTenTo power: Int) -> Double {
    if mantissa == 0 { return 0 }
    let divisor = powersOfFive[power]  // the rest of 10^power is a shift
    let (up, down) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let high = (mantissa << UInt64(up)) >> 2
    let low = (mantissa << UInt64(up)) << 62
    // high < 2^62 and the divisor's top bit is set, so the quotient has 62 or 63 bits: it fits, signed too.
    let (quotient, remainder) = (divisor << UInt64(down)).dividingFullWidth((high, low))
    let sticky = Int64(bitPattern: quotient | (remainder == 0 ? 0 : 1))
    // The number is at least 1e-22 and below 2^64, and so is the power of two far from both ends of its range.
    let scale = Double(bitPattern: UInt64(truncatingIfNeeded: 1023 + down - up - 62 - power) << 52)
    return Double(sticky) * scale
  }

  /// Number that fills `bytes`: sign, digits with at most one point, exponent. `nil` for anything else
  /// (`nan`, `0x1`, `5_2`, blanks); infinite if it is too large.
  public static func number(_ bytes: UnsafeRawBufferPointer) -> Double? {
    var position = 0
    let end = bytes.count
    guard end > 0 else { return nil }
    let isNegative = bytes[0] == 0x2D
    if isNegative || bytes[0] == 0x2B { position = 1 }
    var (mantissa, digits, exponent) = (UInt64(0), 0, 0)
    var hasDigit = false
    var isFraction = false
    scan: while position < end {
      let digit = bytes[position] &- 0x30
      if digit <= 9 {
        hasDigit = true
        if digits > 0 || digit != 0 { digits += 1 }
        if digits <= 19 { mantissa = mantissa &* 10 &+ UInt64(digit) }
        if isFraction { exponent -= 1 }
      } else if bytes[position] == 0x2E, !isFraction {
        isFraction = true
      } else {
        break scan
      }
      position += 1
    }
    guard hasDigit else { return nil }
    if position < end {
      guard bytes[position] | 0x20 == 0x65, let written = writtenExponent(bytes, after: position) else {
        return nil
      }
      exponent += written
    }
    if digits <= 19, let number = exact(mantissa, exponent: exponent) { return isNegative ? -number : number }
    return slow(bytes)
  }

  /// The number that fills a text completely, as ``number(_:)`` of its UTF-8 gives it.
  public static func number(of text: some StringProtocol) -> Double? {
    text.utf8.withContiguousStorageIfAvailable { number(UnsafeRawBufferPointer($0)) }
      ?? Array(text.utf8).withUnsafeBytes { number($0) }
  }

  /// The exponent after the `e`, clamped to ±100,000.
  private static func writtenExponent(_ bytes: UnsafeRawBufferPointer, after position: Int) -> Int? {
    var position = position + 1
    guard position < bytes.count else { return nil }
    let isNegative = bytes[position] == 0x2D
    if isNegative || bytes[position] == 0x2B { position += 1 }
    guard position < bytes.count else { return nil }
    var exponent = 0
    while position < bytes.count {
      let digit = bytes[position] &- 0x30
      guard digit <= 9 else { return nil }
      exponent = min(100_000, exponent * 10 + Int(digit))
      position += 1
    }
    return isNegative ? -exponent : exponent
  }

  @inline(never) private static func slow(_ bytes: UnsafeRawBufferPointer) -> Double? {
    Double(String(decoding: bytes, as: UTF8.self))
  }
}
