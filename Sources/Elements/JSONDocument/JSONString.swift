package enum JSONString {
  /// Resolves escapes; lone surrogates, unknown escapes and invalid UTF-8 become U+FFFD.
  package static func decoded(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.contains(0x5C) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    // Of `\u`, of which two may be one character.
    var units: [UInt16] = []
    text.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      if bytes[position] == 0x5C, position + 1 < bytes.count, bytes[position + 1] == 0x75,
        let unit = unit(bytes, at: position + 2)
      {
        units.append(unit)
        position += 6
        continue
      }
      if !units.isEmpty {
        text += String(decoding: units, as: UTF16.self).utf8
        units.removeAll(keepingCapacity: true)
      }
      if bytes[position] == 0x5C {
        let escape = position + 1 < bytes.count ? bytes[position + 1].escapedInJSON : nil
        if let escape { text.append(escape) } else { text += "\u{FFFD}".utf8 }
        position += 2
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    text += String(decoding: units, as: UTF16.self).utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the four hexadecimal digits of a code unit of UTF-16.
  static func unit(_ bytes: UnsafeRawBufferPointer, at position: Int) -> UInt16? {
    guard position + 4 <= bytes.count else { return nil }
    return bytes[position..<position + 4].reduce(0 as UInt16?) { unit, digit in
      unit.flatMap { unit in digit.hexadecimalValue.map { unit << 4 | UInt16($0) } }
    }
  }
}
