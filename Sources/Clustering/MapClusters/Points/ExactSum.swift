/// A sum of numbers that is exact until it is read, and then rounded once: the order of the numbers, and how they are
/// shared out among threads, cannot change it.
///
/// The sum is kept as a whole number of the smallest steps of a `Double`, in digits of 32 bits with room for carries, after
/// the small superaccumulator of Neal, *Fast exact summation using small and large superaccumulators*, 2015.
///
/// - Complexity: 536 bytes; O(1) for each number.
public struct ExactSum: Sendable {
  /// Digits of 32 bits, the lowest first; each may hold more until carries are passed on.
  private var digits = [Int64](repeating: 0, count: 67)
  /// The number of additions left before a digit may overflow.
  private var room = ExactSum.mostAdded
  private var special = 0.0

  /// A number adds less than 2^53 to a digit.
  private static let mostAdded = 1 << 9

  /// The sum of no numbers: 0.
  public init() {}

  /// Adds a number of any size; infinite ones make the sum infinite.
  public mutating func add(_ number: Double) {
    guard number.isFinite else {
      special += number
      return
    }
    if room == 0 { passOn() }
    room -= 1
    let exponent = max(1, Int(number.exponentBitPattern))
    let hidden: UInt64 = number.exponentBitPattern == 0 ? 0 : 1 << 52
    let significand = number.significandBitPattern | hidden
    let (digit, shift) = (exponent >> 5, UInt64(exponent & 31))
    let low = Int64(truncatingIfNeeded: (significand << shift) & 0xFFFF_FFFF)
    let high = Int64(truncatingIfNeeded: significand >> (32 - shift))
    if number.sign == .minus {
      digits[digit] -= low
      digits[digit + 1] -= high
    } else {
      digits[digit] += low
      digits[digit + 1] += high
    }
  }

  /// Adds a whole number of units of 2^`exponent`, in -1074...800.
  package mutating func add(_ number: Int128, exponent: Int) {
    var (rest, exponent) = (number.magnitude, exponent)
    while rest > 0 {
      let part = Double(UInt32(truncatingIfNeeded: rest))
      let magnitude = Double(sign: .plus, exponent: exponent, significand: part)
      add(number < 0 ? -magnitude : magnitude)
      rest >>= 32
      exponent += 32
    }
  }

  /// Adds what another sum holds.
  public mutating func add(_ other: ExactSum) {
    var other = other
    passOn()
    other.passOn()
    for index in digits.indices { digits[index] += other.digits[index] }
    passOn()
    special += other.special
  }

  /// The sum, rounded to the nearest number, to the even one of two.
  public var value: Double {
    guard special == 0 else { return special }
    var sum = self
    sum.passOn()
    let isNegative = (sum.digits.last ?? 0) < 0
    if isNegative {
      for index in sum.digits.indices { sum.digits[index].negate() }
      sum.passOn()
    }
    guard let top = sum.digits.lastIndex(where: { $0 != 0 }) else { return 0 }
    // The highest 64 bits, the last of which also stands for all below them, are more than a number's 53 and what decides
    // its rounding.
    var bits: UInt128 = 0
    for index in stride(from: top, through: top - 3, by: -1) {
      bits = bits << 32 | UInt128(index < 0 ? 0 : UInt64(truncatingIfNeeded: sum.digits[index]))
    }
    let shift = max(0, 64 - bits.leadingZeroBitCount)
    var head = UInt64(truncatingIfNeeded: bits >> UInt128(shift))
    let hasRest =
      bits & ((1 << UInt128(shift)) - 1) != 0 || sum.digits.prefix(max(0, top - 3)).contains { $0 != 0 }
    if hasRest { head |= 1 }
    let magnitude = Double(sign: .plus, exponent: 32 * (top - 3) + shift - 1075, significand: Double(head))
    return isNegative ? -magnitude : magnitude
  }

  /// Passes carries on, so that every digit but the highest is one of 32 bits.
  private mutating func passOn() {
    for index in 0..<(digits.count - 1) {
      let carry = digits[index] >> 32
      digits[index] -= carry << 32
      digits[index + 1] += carry
    }
    room = ExactSum.mostAdded
  }
}

/// The count, the sum and the range of some points' numbers.
public struct NumberSummary: Sendable {
  /// The number of numbers.
  public private(set) var count = 0
  /// The least and the greatest one; infinite without numbers.
  public private(set) var least = Double.infinity, greatest = -Double.infinity
  private var exactSum = ExactSum()

  /// The summary of no numbers.
  public init() {}

  package init(count: Int, sum: ExactSum, least: Double, greatest: Double) {
    (self.count, self.least, self.greatest, exactSum) = (count, least, greatest, sum)
  }

  /// The sum of the decimal numbers that these stand for: 0.1 and 0.3 come to 0.4, as their doubles nearly do.
  ///
  /// The sum of doubles is rounded to 15 digits of the largest one where that changes it by no more than these may be off.
  public var sum: Double {
    NumberSummary.decimal(exactSum.value, of: count, largest: max(abs(least), abs(greatest)))
  }

  /// The decimal number that a sum of doubles stands for; `largest` is the largest one without its sign, or less.
  package static func decimal(_ sum: Double, of count: Int, largest: Double = 0) -> Double {
    let largest = max(largest, abs(sum))
    guard count > 1, largest < 1e15, sum != sum.rounded() else { return sum }
    var (factor, size) = (1e15, 1.0)
    while size <= largest { (factor, size) = (factor / 10, size * 10) }
    while size / 10 > largest, factor < 1e22 { (factor, size) = (factor * 10, size / 10) }
    let rounded = (sum * factor).rounded() / factor
    let slack = Double(count) * largest * 0x1p-53 + sum.ulp
    return abs(rounded - sum) <= slack ? rounded : sum
  }

  /// Adds a number of any size; what is none (`NaN`) is left out.
  public mutating func add(_ number: Double) {
    guard !number.isNaN else { return }
    count += 1
    exactSum.add(number)
    least = min(least, number)
    greatest = max(greatest, number)
  }

  /// Adds what other numbers come to.
  public mutating func add(_ other: NumberSummary) {
    count += other.count
    exactSum.add(other.exactSum)
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
  }
}
