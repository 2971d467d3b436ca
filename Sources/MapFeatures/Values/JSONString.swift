enum JSONString {
  /// Escapes resolved; lone surrogates, unknown escapes and bad UTF-8 become U+FFFD.
  static func decoded(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.contains(0x5C) else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt8] = []
    units.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == 0x5C else {
        units.append(byte)
        continue
      }
      let escape = position < bytes.count ? bytes[position] : 0
      position += 1
      switch escape {
      case 0x22, 0x5C, 0x2F: units.append(escape)
      case 0x62: units.append(0x08)
      case 0x66: units.append(0x0C)
      case 0x6E: units.append(0x0A)
      case 0x72: units.append(0x0D)
      case 0x74: units.append(0x09)
      case 0x75: units.append(contentsOf: scalar(bytes, &position).utf8Bytes)
      default: units.append(contentsOf: Unicode.Scalar(0xFFFD as UInt16).utf8Bytes)
      }
    }
    return String(decoding: units, as: UTF8.self)
  }

  /// The character whose four digits stand at `position`, with its second half where it is the first of a pair.
  private static func scalar(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Unicode.Scalar? {
    guard let first = unit(bytes, at: position) else { return nil }
    position += 4
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard position + 1 < bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75,
      let second = unit(bytes, at: position + 2), (0xDC00..<0xE000).contains(second)
    else { return nil }
    position += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func unit(_ bytes: UnsafeRawBufferPointer, at position: Int) -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for index in position..<(position + 4) {
      switch bytes[index] {
      case let byte where (0x30...0x39).contains(byte): value = value << 4 | UInt32(byte - 0x30)
      case let byte where (0x61...0x66).contains(byte | 0x20):
        value = value << 4 | UInt32((byte | 0x20) - 0x57)
      default: return nil
      }
    }
    return value
  }
}

extension Optional where Wrapped == Unicode.Scalar {
  fileprivate var utf8Bytes: [UInt8] { Array(String(Character(self ?? "\u{FFFD}")).utf8) }
}
