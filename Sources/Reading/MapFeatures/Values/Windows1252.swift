/// Encoding of most text files that are not UTF-8.
enum Windows1252 {
  /// Characters of 0x80...0x9F; unassigned bytes are control characters.
  private static let upper: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Decoded text; `nil` for valid UTF-8.
  static func decoded(_ bytes: Slice<UnsafeRawBufferPointer>) -> String? {
    if bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil { return nil }
    var result = ""
    for byte in bytes {
      let code = (0x80..<0xA0).contains(byte) ? upper[Int(byte) - 0x80] : UInt16(byte)
      if let scalar = Unicode.Scalar(code) { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
