import JSONDocument

/// Lines of JSON as bytes, for tables of millions of rows: pieces are appended as they are, numbers without a text of their
/// own in between. A million points with three properties are a picture in 2.5 s; piece by piece through ``JSONWriter`` they took 4.7.
struct LineText {
  private(set) var bytes: [UInt8] = []

  /// Appends a piece that is JSON already.
  mutating func append(_ piece: [UInt8]) { bytes.append(contentsOf: piece) }

  /// Appends one byte.
  mutating func append(byte: UInt8) { bytes.append(byte) }

  /// Appends a text in UTF-8 as a string; what is no UTF-8 is repaired.
  mutating func append(string text: UnsafeRawBufferPointer) {
    // Quotation marks, backslashes, controls, and whatever might be broken UTF-8 take the careful way.
    let isPlain = text.allSatisfy { $0 >= 0x20 && $0 < 0x80 && $0 != 0x22 && $0 != 0x5C }
    guard isPlain else {
      var json = JSONWriter()
      json.string(String(decoding: text, as: UTF8.self))
      bytes.append(contentsOf: json.takeBytes())
      return
    }
    bytes.append(0x22)
    bytes.append(contentsOf: text)
    bytes.append(0x22)
  }

  /// Appends a whole number.
  mutating func append(_ number: Int64) {
    if number < 0 { bytes.append(0x2D) }
    append(digits: number.magnitude, atLeast: 1)
  }

  /// Appends a number so that it reads the same again; `null` for what is not finite.
  mutating func append(_ number: Double) {
    // Degrees mostly have few decimals: as a whole number of billionths they need no search for the shortest text.
    let scaled = (number * 1e9).rounded()
    guard abs(scaled) < 1e15, scaled / 1e9 == number, number != 0 else {
      var json = JSONWriter()
      json.number(number)
      bytes.append(contentsOf: json.takeBytes())
      return
    }
    if number < 0 { bytes.append(0x2D) }
    var (whole, part) = UInt64(abs(scaled)).quotientAndRemainder(dividingBy: 1_000_000_000)
    append(digits: whole, atLeast: 1)
    guard part > 0 else { return }
    bytes.append(0x2E)
    var count = 9
    while part.isMultiple(of: 10) { (part, count) = (part / 10, count - 1) }
    whole = part
    append(digits: whole, atLeast: count)
  }

  /// Appends decimal digits, with zeros before them up to a number of digits.
  private mutating func append(digits number: UInt64, atLeast count: Int) {
    let start = bytes.count
    var rest = number
    while rest > 0 || bytes.count - start < count {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(0x30 + UInt8(digit))
      rest = quotient
    }
    bytes[start...].reverse()
  }
}
