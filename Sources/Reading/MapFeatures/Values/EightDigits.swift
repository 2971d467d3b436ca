/// Decimal digits in the lanes of a 64-bit word.
enum EightDigits {
  static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// Powers of ten that are exact. Shared from ``Decimal``, they made reading GeoJSON 15 % slower.
  static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]

  static let wholePowersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  /// Leading digits from the lowest byte: 0...8.
  @inline(__always)
  static func count(_ word: UInt64) -> Int { exceedNine(word ^ zeros).trailingZeroBitCount &>> 3 }

  /// Top bit of the lowest byte above 9, and of others above it; 0 for none.
  @inline(__always) static func exceedNine(_ digits: UInt64) -> UInt64 {
    // A byte above 9 sets its top bit; a carry can only come from one that did.
    ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
  }

  @inline(__always) static func upper(_ count: Int, of digits: UInt64) -> UInt64 {
    let shift = 64 &- UInt64(truncatingIfNeeded: count) &<< 3
    return (digits &>> shift) &<< shift
  }

  @inline(__always) static func value(ofLower count: Int, in word: UInt64) -> UInt64 {
    value((word ^ zeros) &<< (64 &- UInt64(truncatingIfNeeded: count) &<< 3))
  }

  @inline(__always) static func value(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ (digits &>> 8)
    let high = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let low = ((pairs &>> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (high &+ low) &>> 32
  }
}
