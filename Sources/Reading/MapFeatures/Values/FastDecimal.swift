import JSONDocument

/// Decimal numbers of common form, such as `-13.377829`: 8 digits before the point and 15 after it.
enum FastDecimal {
  static func marks(_ mark: DecimalMark) -> UInt64 { UInt64(mark.byte) &* 0x0101_0101_0101_0101 }

  /// NaN for other forms.
  ///
  /// - Parameter marks: see ``marks(_:)``.
  @inline(__always) static func value(
    _ base: UnsafeRawPointer, _ from: Int, _ to: Int, marks: UInt64 = 0x2E2E_2E2E_2E2E_2E2E
  ) -> Double {
    guard to >= 32, from < to else { return .nan }
    let isNegative = base.load(fromByteOffset: from, as: UInt8.self) == 0x2D
    let start = from &+ (isNegative ? 1 : 0)
    let word = base.loadUnaligned(fromByteOffset: to &- 8, as: UInt64.self)
    let point = equal(word, marks)
    let mantissa: UInt64
    let decimals: Int
    if point != 0 {
      decimals = point.leadingZeroBitCount &>> 3
      let whole = to &- start &- decimals &- 1
      guard decimals > 0, whole > 0, whole <= 8 else { return .nan }
      let before = base.loadUnaligned(fromByteOffset: to &- decimals &- 9, as: UInt64.self)
      // Bytes of other fields become zeros.
      let a = EightDigits.upper(whole, of: before ^ EightDigits.zeros)
      let b = EightDigits.upper(decimals, of: word ^ EightDigits.zeros)
      guard (EightDigits.exceedNine(a) | EightDigits.exceedNine(b)) == 0 else { return .nan }
      mantissa = EightDigits.value(a) &* EightDigits.wholePowersOfTen[decimals] &+ EightDigits.value(b)
    } else {
      let upper = base.loadUnaligned(fromByteOffset: to &- 16, as: UInt64.self)
      let upperPoint = equal(upper, marks)
      guard upperPoint != 0, EightDigits.exceedNine(word ^ EightDigits.zeros) == 0 else { return .nan }
      let upperDecimals = upperPoint.leadingZeroBitCount &>> 3
      decimals = upperDecimals &+ 8
      let whole = to &- start &- decimals &- 1
      guard whole > 0, whole <= 3 else { return .nan }
      let before = base.loadUnaligned(fromByteOffset: to &- decimals &- 9, as: UInt64.self)
      let a = EightDigits.upper(whole, of: before ^ EightDigits.zeros)
      let b = upperDecimals == 0 ? 0 : EightDigits.upper(upperDecimals, of: upper ^ EightDigits.zeros)
      guard (EightDigits.exceedNine(a) | EightDigits.exceedNine(b)) == 0 else { return .nan }
      let head = EightDigits.value(a) &* EightDigits.wholePowersOfTen[upperDecimals] &+ EightDigits.value(b)
      mantissa = head &* 100_000_000 &+ EightDigits.value(word ^ EightDigits.zeros)
      if mantissa > 1 << 53 {
        let number = Decimal.quotient(mantissa, byTenTo: decimals)
        return isNegative ? -number : number
      }
    }
    // The sign is set as a bit: a branch is guessed wrong for half of the numbers that lie about 0.
    let number = Double(Int64(bitPattern: mantissa)) / EightDigits.powersOfTen[decimals]
    return Double(bitPattern: number.bitPattern | (isNegative ? 1 : 0) &<< 63)
  }

  /// Top bits of bytes equal to the pattern's.
  @inline(__always) private static func equal(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
    let x = word ^ pattern
    return ~(((x & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | x) & 0x8080_8080_8080_8080
  }
}
