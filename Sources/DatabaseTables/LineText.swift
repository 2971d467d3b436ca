import JSONDocument

/// Lines of JSON as bytes, for tables of millions of rows: pieces are copied as they are, numbers without a text of their own
/// in between. This file writes raw memory: with arrays half of the time was spent on counting references.
package struct LineText: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  /// The number of bytes.
  package private(set) var count = 0

  /// No bytes yet.
  package init(capacity: Int = 1 << 16) {
    self.capacity = capacity
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// The bytes so far.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// The number of bytes that were handed out.
  private var given = 0

  /// Forgets all bytes, but not the memory.
  package mutating func removeAll() { (count, given) = (0, 0) }

  /// True if all bytes were handed out.
  package var isGiven: Bool { given == count }

  /// Hands out bytes that were not yet handed out, as many as a buffer takes from its start.
  package mutating func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = bytes[given..<min(count, given + buffer.count)]
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
    given += part.count
    return part.count
  }

  /// Makes room for at least `more` bytes.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
  }

  /// Appends a piece that is JSON already.
  package mutating func append(_ piece: UnsafeRawBufferPointer) {
    guard let start = piece.baseAddress else { return }
    reserve(piece.count)
    (base + count).copyMemory(from: start, byteCount: piece.count)
    count &+= piece.count
  }

  /// Appends a piece that is JSON already, in ASCII.
  package mutating func append(_ piece: StaticString) {
    append(UnsafeRawBufferPointer(start: piece.utf8Start, count: piece.utf8CodeUnitCount))
  }

  /// Appends a piece that is JSON already.
  package mutating func append(_ piece: [UInt8]) {
    reserve(piece.count)
    (base + count).copyMemory(fromArray: piece)
    count &+= piece.count
  }

  /// Appends one byte.
  package mutating func append(byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Appends a text in UTF-8 as a string; what is no UTF-8 is repaired.
  package mutating func append(string text: UnsafeRawBufferPointer) {
    // Quotation marks, backslashes, controls, and whatever might be broken UTF-8 take the careful way.
    let isPlain = text.allSatisfy { $0 >= 0x20 && $0 < 0x80 && $0 != 0x22 && $0 != 0x5C }
    guard isPlain else {
      var json = JSONWriter()
      json.string(String(decoding: text, as: UTF8.self))
      append(json.takeBytes())
      return
    }
    append(byte: 0x22)
    append(text)
    append(byte: 0x22)
  }

  /// Appends a whole number.
  package mutating func append(_ number: Int64) {
    if number < 0 { append(byte: 0x2D) }
    append(digits: number.magnitude, atLeast: 1)
  }

  /// Appends a number so that it reads the same again; `null` for what is not finite.
  package mutating func append(_ number: Double) {
    // Degrees mostly have few decimals: as a whole number of billionths they need no search for the shortest text.
    let scaled = (number * 1e9).rounded()
    guard abs(scaled) < 1e15, scaled / 1e9 == number, number != 0 else {
      // The shortest text, where it is that of JavaScript: neither whole nor with an exponent.
      if number.magnitude >= 1e-4, number.magnitude < 1e15, number != number.rounded() {
        var text = number.description
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
        return
      }
      var json = JSONWriter()
      json.number(number)
      append(json.takeBytes())
      return
    }
    if number < 0 { append(byte: 0x2D) }
    var (whole, part) = UInt64(abs(scaled)).quotientAndRemainder(dividingBy: 1_000_000_000)
    append(digits: whole, atLeast: 1)
    guard part > 0 else { return }
    append(byte: 0x2E)
    var count = 9
    while part.isMultiple(of: 10) { (part, count) = (part / 10, count - 1) }
    whole = part
    append(digits: whole, atLeast: count)
  }

  /// Appends decimal digits, with zeros before them up to a number of digits.
  private mutating func append(digits number: UInt64, atLeast least: Int) {
    // 2^64 has twenty digits; they are written from behind.
    reserve(40)
    let end = base + count + 40
    var (place, rest) = (end, number)
    while rest > 0 || end - place < least {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      place -= 1
      place.storeBytes(of: 0x30 + UInt8(truncatingIfNeeded: digit), as: UInt8.self)
      rest = quotient
    }
    (base + count).copyMemory(from: place, byteCount: end - place)
    count &+= end - place
  }
}

extension UnsafeMutableRawPointer {
  /// Copies all bytes of an array.
  fileprivate func copyMemory(fromArray bytes: [UInt8]) {
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { copyMemory(from: start, byteCount: source.count) }
    }
  }
}
