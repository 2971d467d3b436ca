/// Finds lines and columns of offsets, fast in ascending order.
struct TextPositions {
  private let start: Int
  private var offset: Int
  private var line = 1
  private var column = 1

  init(start: Int) {
    self.start = start
    self.offset = start
  }

  /// Line and column at `target`; LF, CR LF and a lone CR end a line.
  ///
  /// - Complexity: O(*distance*) from the last offset, O(*target*) going back.
  mutating func position(at target: Int, in bytes: [UInt8]) -> TextPosition {
    if target < offset { self = TextPositions(start: start) }
    let end = min(target, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      if byte == 0x0A || (byte == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A)) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return TextPosition(line: line, column: column)
  }
}

/// Offset of the first byte that is not UTF-8 (RFC 3629); `nil` if all are.
///
/// - Complexity: O(*n*), eight bytes a step through ASCII.
func firstInvalidUTF8(in bytes: [UInt8], from start: Int) -> Int? {
  bytes.withUnsafeBytes { raw in
    var offset = start
    let count = raw.count
    while offset < count {
      if offset + 8 <= count,
        raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        offset += 8
        continue
      }
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch raw[offset] {
      case 0...0x7F: length = 1
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return offset
      }
      if length > 1 {
        guard offset + length <= count, second.contains(raw[offset + 1]) else { return offset }
        for next in offset + 2..<max(offset + 2, offset + length) where raw[next] & 0xC0 != 0x80 {
          return offset
        }
      }
      offset += length
    }
    return nil
  }
}
