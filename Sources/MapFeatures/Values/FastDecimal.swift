import JSONDocument

/// The decimal number in a field whose ends are known, for the usual forms: `-13.377829`, up to 8 digits before the
/// point and 15 behind it.
enum FastDecimal {
  /// A decimal mark in all eight bytes of a word.
  static func marks(_ mark: DecimalMark) -> UInt64 { UInt64(mark.byte) &* 0x0101_0101_0101_0101 }

  /// The number, or NaN where the field has another form and must be looked at closely.
  ///
  /// - Parameter marks: the decimal mark, see ``marks(_:)``.
  @inline(__always)
  static func value(
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
      let a = keep(before, UInt64(truncatingIfNeeded: whole))
      let b = keep(word, UInt64(truncatingIfNeeded: decimals))
      guard (exceedsNine(a) | exceedsNine(b)) == 0 else { return .nan }
      mantissa = EightDigits.value(a) &* powers(decimals) &+ EightDigits.value(b)
    } else {
      let upper = base.loadUnaligned(fromByteOffset: to &- 16, as: UInt64.self)
      let upperPoint = equal(upper, marks)
      guard upperPoint != 0, EightDigits.areAll(word) else { return .nan }
      let upperDecimals = upperPoint.leadingZeroBitCount &>> 3
      decimals = upperDecimals &+ 8
      let whole = to &- start &- decimals &- 1
      guard whole > 0, whole <= 3 else { return .nan }
      let before = base.loadUnaligned(fromByteOffset: to &- decimals &- 9, as: UInt64.self)
      let a = keep(before, UInt64(truncatingIfNeeded: whole))
      let b = upperDecimals == 0 ? 0 : keep(upper, UInt64(truncatingIfNeeded: upperDecimals))
      guard (exceedsNine(a) | exceedsNine(b)) == 0 else { return .nan }
      let head = EightDigits.value(a) &* powers(upperDecimals) &+ EightDigits.value(b)
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

  /// The top bit of each byte that equals the pattern's.
  @inline(__always)
  private static func equal(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
    let x = word ^ pattern
    return ~(((x & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | x) & 0x8080_8080_8080_8080
  }

  /// The values of the upper 1...8 characters, zeros below.
  @inline(__always)
  private static func keep(_ word: UInt64, _ digits: UInt64) -> UInt64 {
    let shift = 64 &- digits &<< 3
    return ((word ^ EightDigits.zeros) &>> shift) &<< shift
  }

  /// Not 0 where a byte is above 9.
  @inline(__always)
  private static func exceedsNine(_ digits: UInt64) -> UInt64 {
    ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
  }

  @inline(__always)
  private static func powers(_ n: Int) -> UInt64 { EightDigits.wholePowersOfTen[n] }
}
