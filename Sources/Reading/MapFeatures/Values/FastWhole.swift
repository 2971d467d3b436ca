/// Whole numbers of up to 19 digits, as sums of weighted degrees have.
enum FastWhole {
  /// Result for other forms.
  static let none = Int64.min

  /// Number, or ``none``. Eight-byte words are never loaded from before `base`.
  @inline(__always) static func value(_ base: UnsafeRawPointer, _ from: Int, _ to: Int) -> Int64 {
    guard from < to, to >= 32 else { return none }
    let isNegative = base.load(fromByteOffset: from, as: UInt8.self) == 0x2D
    let start = from &+ (isNegative ? 1 : 0)
    let length = to &- start
    guard length > 0, length <= 19 else { return none }
    // From the end, eight digits at a time; of the foremost word the bytes of other fields become zeros.
    let word = digits(base, to)
    var magnitude: UInt64
    if length <= 8 {
      let head = EightDigits.upper(length, of: word)
      guard EightDigits.exceedNine(head) == 0 else { return none }
      magnitude = EightDigits.value(head)
    } else {
      guard EightDigits.exceedNine(word) == 0 else { return none }
      magnitude = EightDigits.value(word)
      let middle = digits(base, to &- 8)
      if length <= 16 {
        let head = EightDigits.upper(length &- 8, of: middle)
        guard EightDigits.exceedNine(head) == 0 else { return none }
        magnitude &+= EightDigits.value(head) &* 100_000_000
      } else {
        let head = EightDigits.upper(length &- 16, of: digits(base, to &- 16))
        guard EightDigits.exceedNine(middle) | EightDigits.exceedNine(head) == 0 else { return none }
        magnitude &+= EightDigits.value(middle) &* 100_000_000
        magnitude &+= EightDigits.value(head) &* 10_000_000_000_000_000
        // What stands for no number and for a large one is not read here, with either sign.
        guard magnitude < UInt64(Int64.max) else { return none }
      }
    }
    let sign: Int64 = isNegative ? -1 : 0
    return (Int64(bitPattern: magnitude) ^ sign) &- sign
  }

  /// Eight digit values before `end`.
  @inline(__always) private static func digits(_ base: UnsafeRawPointer, _ end: Int) -> UInt64 {
    base.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self) ^ EightDigits.zeros
  }
}
