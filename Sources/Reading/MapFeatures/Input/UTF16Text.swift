enum UTF16Text {
  /// Text in UTF-8 without byte order mark. If unmarked, zero bytes show the byte order.
  static func utf8(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes.count > 1 && bytes[0] != 0xFE && bytes[1] == 0
    var units = (0..<bytes.count / 2).map { index in
      let unit = bytes.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
      return isLittle ? UInt16(littleEndian: unit) : UInt16(bigEndian: unit)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
