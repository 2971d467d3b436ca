/// A picture of pixels: 8-bit red, green, blue and straight (not premultiplied) alpha, row by row from the top.
public struct Bitmap: Hashable, Sendable {
  /// Pixels across and down.
  public let width, height: Int
  /// Four bytes a pixel, `width · height · 4` in all.
  public private(set) var pixels: [UInt8]

  /// `nil` if a side is not positive, or the bytes do not fit the sides.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, area <= Int.max / 4, pixels.count == area * 4 else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Red, green, blue and alpha of a pixel inside of the picture.
  public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    let offset = (y * width + x) * 4
    return (pixels[offset], pixels[offset + 1], pixels[offset + 2], pixels[offset + 3])
  }
}
