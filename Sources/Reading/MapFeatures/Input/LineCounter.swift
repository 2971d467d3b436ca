import JSONDocument

/// Finds lines and columns for messages.
///
/// Reads raw bytes, sixteen at a time.
struct LineCounter {
  let newline: UInt8

  /// Columns count characters; a byte order mark is none.
  func position(of offset: Int, in bytes: UnsafeRawBufferPointer) -> TextPosition {
    let offset = min(offset, bytes.count)
    var lineStart = offset
    while lineStart > 0, bytes[lineStart - 1] != newline { lineStart -= 1 }
    if lineStart == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lineStart = min(3, offset) }
    let column = bytes[lineStart..<offset].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return TextPosition(
      line: newlines(UnsafeRawBufferPointer(rebasing: bytes[..<lineStart])) + 1, column: column)
  }

  func newlines(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let ends = SIMD16<UInt8>(repeating: newline)
    var (total, position) = (0, 0)
    while bytes.count - position >= 16 {
      // A lane counts up to 255 before it is added to the total.
      let rounds = min(255, (bytes.count - position) / 16)
      var lanes = SIMD16<UInt8>(repeating: 0)
      for _ in 0..<rounds {
        let mask = base.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self) .== ends
        lanes &-= unsafeBitCast(mask, to: SIMD16<UInt8>.self)
        position += 16
      }
      for lane in 0..<16 { total += Int(lanes[lane]) }
    }
    while position < bytes.count {
      total += bytes[position] == newline ? 1 : 0
      position += 1
    }
    return total
  }
}
