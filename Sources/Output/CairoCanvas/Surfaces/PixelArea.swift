import CGraphics
import CSystem
import Drawing

extension PixelArea {
  init?(of bitmap: Bitmap, differingFrom other: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    let stride = width * 4
    let found: PixelArea? = bitmap.pixels.withUnsafeBytes { a in
      other.pixels.withUnsafeBytes { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return nil }
        func differs(row: Int) -> Bool { memcmp(a + row * stride, b + row * stride, stride) != 0 }
        guard let top = (0..<height).first(where: differs),
          let bottom = (top..<height).last(where: differs)
        else { return nil }
        var (left, right) = (width, 0)
        for row in top...bottom {
          let (rowA, rowB) = (a + row * stride, b + row * stride)
          func isEqual(_ column: Int) -> Bool {
            rowA.load(fromByteOffset: column * 4, as: UInt32.self)
              == rowB.load(fromByteOffset: column * 4, as: UInt32.self)
          }
          var column = 0
          while column < left && isEqual(column) { column += 1 }
          left = min(left, column)
          column = width
          while column > right && isEqual(column - 1) { column -= 1 }
          right = max(right, column)
        }
        return PixelArea(x: left, y: top, width: right - left, height: bottom - top + 1)
      }
    }
    guard let found else { return nil }
    self = found
  }
}

extension [UInt8] {
  mutating func appendBigEndian(_ number: Int) {
    for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func appendChunk(_ type: StaticString, _ data: [UInt8]) {
    appendBigEndian(data.count)
    var guarded: [UInt8] = []
    guarded.reserveCapacity(data.count + 4)
    type.withUTF8Buffer { guarded += $0 }
    guarded += data
    self += guarded
    appendBigEndian(
      Int(
        guarded.withUnsafeBufferPointer { bytes in
          bytes.baseAddress.map { graphics_crc32($0, bytes.count) } ?? 0
        }))
  }
}
