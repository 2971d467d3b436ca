import JSONDocument

extension JSONScanner {
  /// Returned for valid JSON of another kind.
  static let mismatch = -2

  /// Reads a number (infinite if too large); ``mismatch`` for other values.
  @inline(__always) mutating func takeNumber(_ start: Int, _ value: inout Double) -> Int {
    // A sign, 8 digits, a point, 16 digits and what follows.
    guard start &+ 32 <= end else { return takeOddNumber(start, &value) }
    let isNegative = byte(start) == 0x2D
    var position = start &+ (isNegative ? 1 : 0)
    var word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    let whole = EightDigits.count(word)
    guard whole &- 1 < 7, whole > 0, whole == 1 || word & 0xFF != 0x30 else {
      return takeOddNumber(start, &value)
    }
    var mantissa = EightDigits.value(ofLower: whole, in: word)
    position &+= whole
    var decimals = 0
    if byte(position) == 0x2E {
      position &+= 1
      word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      decimals = EightDigits.count(word)
      guard decimals > 0 else { return takeOddNumber(start, &value) }
      mantissa =
        mantissa &* EightDigits.wholePowersOfTen[decimals] &+ EightDigits.value(ofLower: decimals, in: word)
      position &+= decimals
      if decimals == 8 {
        word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let more = EightDigits.count(word)
        guard whole &+ more <= 11 else { return takeOddNumber(start, &value) }
        if more > 0 {
          mantissa =
            mantissa &* EightDigits.wholePowersOfTen[more] &+ EightDigits.value(ofLower: more, in: word)
          decimals &+= more
          position &+= more
        }
      }
    }
    let next = byte(position)
    if next | 0x20 == 0x65 || next &- 0x30 <= 9 || next == 0x2E { return takeOddNumber(start, &value) }
    let number =
      mantissa <= 1 << 53
      ? Double(Int64(bitPattern: mantissa)) / EightDigits.powersOfTen[decimals]
      : Decimal.quotient(mantissa, byTenTo: decimals)
    value = isNegative ? -number : number
    return position
  }

  @inline(never) private mutating func takeOddNumber(_ start: Int, _ value: inout Double) -> Int {
    guard start < end, byte(start) == 0x2D || byte(start) &- 0x30 <= 9 else { return JSONScanner.mismatch }
    let position = skipNumber(start)
    if position < 0 { return position }
    value = Decimal.number(UnsafeRawBufferPointer(start: base + start, count: position - start)) ?? .nan
    return position
  }

  @inline(__always) mutating func takePosition(_ start: Int, _ x: inout Double, _ y: inout Double) -> Int {
    var position = skipBlanks(start)
    guard position < end, byte(position) == 0x5B else { return JSONScanner.mismatch }
    position = takeNumber(skipBlanks(position &+ 1), &x)
    if position < 0 { return position }
    position = skipBlanks(position)
    guard position < end, byte(position) == 0x2C else { return JSONScanner.mismatch }
    position = takeNumber(skipBlanks(position &+ 1), &y)
    if position < 0 { return position }
    position = skipBlanks(position)
    while position < end, byte(position) == 0x2C {
      var more = 0.0
      position = takeNumber(skipBlanks(position &+ 1), &more)
      if position < 0 { return position }
      position = skipBlanks(position)
    }
    guard position < end, byte(position) == 0x5D else { return JSONScanner.mismatch }
    return position &+ 1
  }
}
