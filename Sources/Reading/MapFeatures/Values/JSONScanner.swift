import JSONDocument

/// Validates and skips JSON (RFC 8259) in raw bytes.
///
/// Functions take an offset and return the one after what they read, or ``JSONScanner/fault`` after noting a
/// fault. Nothing from ``end`` on is read; words of eight and sixteen bytes are loaded only before it.
struct JSONScanner {
  static let fault = -1

  let base: UnsafeRawPointer
  let end, depthLimit: Int
  private(set) var problem = FeatureProblem.empty
  private(set) var problemOffset = 0
  /// True if the bytes end too early, so that more may help.
  private(set) var isCut = false

  @inline(__always)
  func byte(_ position: Int) -> UInt8 { base.load(fromByteOffset: position, as: UInt8.self) }

  @inline(never) mutating func fail(_ problem: FeatureProblem, at offset: Int) -> Int {
    (self.problem, problemOffset) = (problem, offset)
    return JSONScanner.fault
  }

  /// Notes a fault: something else was expected, or the text ends.
  @inline(never) mutating func fail(expected: String, at offset: Int) -> Int {
    guard offset < end else {
      isCut = true
      return fail(.json(.unexpectedEnd), at: end)
    }
    let bytes = UnsafeRawBufferPointer(start: base, count: end)
    if ConflictMark.begins(in: bytes, at: offset) {
      return fail(.foreignContent(.gitConflict), at: offset)
    }
    return fail(.json(.unexpected(byte(offset), expected: expected)), at: offset)
  }

  /// First nonblank offset; ``end`` if there is none.
  @inline(__always) func skipBlanks(_ position: Int) -> Int {
    if position < end, byte(position) > 0x20 { return position }
    return skipManyBlanks(position)
  }

  @inline(never) private func skipManyBlanks(_ position: Int) -> Int {
    var position = position
    while position < end {
      let byte = byte(position)
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      position &+= 1
    }
    return position
  }

  @inline(__always) mutating func take(_ wanted: UInt8, _ name: StaticString, at position: Int) -> Int {
    let position = skipBlanks(position)
    guard position < end, byte(position) == wanted else { return fail(expected: "\(name)", at: position) }
    return position &+ 1
  }

  @inline(__always) mutating func skipString(_ start: Int) -> Int {
    var position = start &+ 1
    while position &+ 8 <= end {
      let special = JSONScanner.special(base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      if special == 0 {
        position &+= 8
        continue
      }
      position &+= special.trailingZeroBitCount &>> 3
      if byte(position) == 0x22 { return position &+ 1 }
      return skipOddString(position)
    }
    return skipOddString(position)
  }

  /// Marks quotes, backslashes and control characters; only the lowest mark is exact.
  @inline(__always) private static func special(_ word: UInt64) -> UInt64 {
    let (ones, tops) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    let (quote, slash) = (word ^ 0x2222_2222_2222_2222, word ^ 0x5C5C_5C5C_5C5C_5C5C)
    return
      (((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | ((word &- 0x2020_2020_2020_2020) & ~word))
      & tops
  }

  @inline(never) private mutating func skipOddString(_ start: Int) -> Int {
    var position = start
    while position < end {
      let byte = byte(position)
      if byte == 0x22 { return position + 1 }
      if byte < 0x20 { return fail(.json(.badString), at: position) }
      if byte == 0x5C {
        position = skipEscape(position)
        if position < 0 { return position }
        continue
      }
      position += 1
      if position + 8 <= end {
        let special = JSONScanner.special(base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        position += special == 0 ? 8 : special.trailingZeroBitCount >> 3
      }
    }
    return fail(expected: "a quote", at: end)
  }

  private mutating func skipEscape(_ start: Int) -> Int {
    guard start + 1 < end else { return fail(expected: "an escape", at: end) }
    switch byte(start + 1) {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return start + 2
    case 0x75:
      for position in (start + 2)..<(start + 6) {
        guard position < end else { return fail(expected: "a digit", at: end) }
        guard byte(position).hexadecimalValue != nil else { return fail(.json(.badString), at: start) }
      }
      return start + 6
    default: return fail(.json(.badString), at: start)
    }
  }

  @inline(__always) mutating func skipNumber(_ start: Int) -> Int {
    var position = start
    if byte(position) == 0x2D { position &+= 1 }
    guard position < end else { return fail(expected: "a digit", at: position) }
    let first = byte(position) &- 0x30
    guard first <= 9 else { return fail(.json(.badNumber), at: start) }
    position &+= 1
    while position < end, byte(position) &- 0x30 <= 9 {
      guard first != 0 else { return fail(.json(.badNumber), at: start) }
      position &+= 1
    }
    guard position < end else { return position }
    let next = byte(position)
    if next == 0x2C || next == 0x7D || next == 0x5D { return position }
    return skipFraction(position, of: start)
  }

  @inline(never) private mutating func skipFraction(_ position: Int, of start: Int) -> Int {
    var position = position
    if byte(position) == 0x2E {
      position = skipDigits(position + 1, of: start)
      if position < 0 || position == end { return position }
    }
    if byte(position) | 0x20 == 0x65 {
      position += 1
      if position < end, byte(position) == 0x2B || byte(position) == 0x2D { position += 1 }
      return skipDigits(position, of: start)
    }
    return position
  }

  private mutating func skipDigits(_ first: Int, of start: Int) -> Int {
    var position = first
    while position < end, byte(position) &- 0x30 <= 9 { position += 1 }
    if position > first { return position }
    return position < end ? fail(.json(.badNumber), at: start) : fail(expected: "a digit", at: end)
  }

  mutating func skipValue(_ start: Int, depth: Int) -> Int {
    let position = skipBlanks(start)
    guard position < end else { return fail(expected: "a value", at: position) }
    switch byte(position) {
    case 0x22: return skipString(position)
    case 0x2D, 0x30...0x39: return skipNumber(position)
    case 0x7B: return skipObject(position, depth: depth)
    case 0x5B: return skipArray(position, depth: depth)
    case 0x74: return skipWord(position, "true")
    case 0x66: return skipWord(position, "false")
    case 0x6E: return skipWord(position, "null")
    default: return fail(expected: "a value", at: position)
    }
  }

  private mutating func skipObject(_ start: Int, depth: Int) -> Int {
    takeObject(start, depth: depth) { _, _ in }
  }

  @inline(__always) mutating func takeObject(
    _ start: Int, depth: Int, _ visit: (_ name: Range<Int>, _ value: Int) -> Void
  ) -> Int {
    takeMembers(start, depth: depth) { json, name, value in
      visit(name, value)
      return json.skipValue(value, depth: depth &+ 1)
    }
  }

  /// Reads an object.
  ///
  /// - Parameter take: reads a value, given the range of its name without quotes, and its offset.
  @inline(__always) mutating func takeMembers(
    _ start: Int, depth: Int, _ take: (inout JSONScanner, _ name: Range<Int>, _ value: Int) -> Int
  ) -> Int {
    guard depth < depthLimit else { return fail(.tooDeep(limit: depthLimit), at: start) }
    var position = skipBlanks(start &+ 1)
    if position < end, byte(position) == 0x7D { return position &+ 1 }
    while true {
      guard position < end, byte(position) == 0x22 else {
        return fail(expected: "a name in quotes", at: position)
      }
      let name = position &+ 1
      position = skipString(position)
      if position < 0 { return position }
      let nameEnd = position &- 1
      position = self.take(0x3A, "a colon", at: position)
      if position < 0 { return position }
      position = take(&self, name..<nameEnd, skipBlanks(position))
      if position < 0 { return position }
      if ends(with: 0x7D, &position) { return position }
    }
  }

  /// True at the end; else skips a comma.
  @inline(__always) mutating func ends(with close: UInt8, _ position: inout Int) -> Bool {
    position = skipBlanks(position)
    guard position < end, byte(position) == 0x2C else {
      if position < end, byte(position) == close {
        position &+= 1
      } else {
        position = fail(expected: close == 0x7D ? "a comma or }" : "a comma or ]", at: position)
      }
      return true
    }
    position = skipBlanks(position &+ 1)
    return false
  }

  @inline(__always)
  mutating func takeArray(_ start: Int, depth: Int, _ visit: (_ index: Int, _ value: Int) -> Void) -> Int {
    takeElements(start, depth: depth) { json, index, value in
      visit(index, value)
      return json.skipValue(value, depth: depth &+ 1)
    }
  }

  /// Reads an array.
  ///
  /// - Parameter take: reads an element, given its index and offset.
  @inline(__always) mutating func takeElements(
    _ start: Int, depth: Int, _ take: (inout JSONScanner, _ index: Int, _ value: Int) -> Int
  ) -> Int {
    guard depth < depthLimit else { return fail(.tooDeep(limit: depthLimit), at: start) }
    var (position, index) = (skipBlanks(start &+ 1), 0)
    if position < end, byte(position) == 0x5D { return position &+ 1 }
    while true {
      position = take(&self, index, position)
      if position < 0 { return position }
      index &+= 1
      if ends(with: 0x5D, &position) { return position }
    }
  }

  private mutating func skipArray(_ start: Int, depth: Int) -> Int {
    takeArray(start, depth: depth) { _, _ in }
  }

  private mutating func skipWord(_ start: Int, _ word: StaticString) -> Int {
    for offset in 0..<word.utf8CodeUnitCount {
      guard start + offset < end else { return fail(expected: "a value", at: end) }
      guard byte(start + offset) == word.utf8Start[offset] else {
        return fail(expected: "a value", at: start)
      }
    }
    return start + word.utf8CodeUnitCount
  }

  func text(from start: Int, to behind: Int) -> String { text(start + 1..<max(start + 1, behind - 1)) }
}

enum GeoJSONName: String {
  case type, geometry, properties, crs, coordinates, geometries, features, id, other
}

extension JSONScanner {
  @inline(__always) mutating func takeName(_ start: Int, _ name: inout GeoJSONName) -> Int {
    guard start < end, byte(start) == 0x22 else { return fail(expected: "a name in quotes", at: start) }
    var position: Int
    if start &+ 16 <= end {
      let word = base.loadUnaligned(fromByteOffset: start &+ 1, as: UInt64.self)
      if word & 0xFF_FFFF_FFFF == 0x22_6570_7974 {  // type"
        (name, position) = (.type, start &+ 6)
      } else if word == 0x7972_7465_6D6F_6567, byte(start &+ 9) == 0x22 {  // geometry
        (name, position) = (.geometry, start &+ 10)
      } else if word == 0x6974_7265_706F_7270,  // properti…
        base.loadUnaligned(fromByteOffset: start &+ 9, as: UInt32.self) & 0xFF_FFFF == 0x22_7365
      {
        (name, position) = (.properties, start &+ 12)
      } else if word == 0x616E_6964_726F_6F63,  // coordina…
        base.loadUnaligned(fromByteOffset: start &+ 9, as: UInt32.self) == 0x2273_6574
      {
        (name, position) = (.coordinates, start &+ 13)
      } else if word & 0xFF_FFFF == 0x22_6469 {  // id"
        (name, position) = (.id, start &+ 4)
      } else {
        position = takeOddName(start, &name)
      }
    } else {
      position = takeOddName(start, &name)
    }
    if position < end, position >= 0, byte(position) == 0x3A { return position &+ 1 }
    return position < 0 ? position : take(0x3A, "a colon", at: position)
  }

  @inline(never) private mutating func takeOddName(_ start: Int, _ name: inout GeoJSONName) -> Int {
    let position = skipString(start)
    name = .other
    if position - start > 80 { return position }  // with every letter escaped, the longest has 68
    let first = start + 1 < end ? byte(start + 1) : 0
    let letters = UnsafeRawBufferPointer(start: base + start, count: max(0, position - start))
    if [0x5C, 0x63, 0x66, 0x67, 0x69, 0x70, 0x74].contains(first) || letters.contains(0x5C) {
      name = GeoJSONName(rawValue: text(from: start, to: position)) ?? .other
    }
    return position
  }
}
