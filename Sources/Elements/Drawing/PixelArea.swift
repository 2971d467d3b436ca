/// An upright rectangle of whole pixels.
package struct PixelArea: Hashable, Sendable {
  /// Pixels from the left edge.
  package var x: Int
  /// Pixels from the upper edge.
  package var y: Int
  /// Pixels across, not negative.
  package var width: Int
  /// Pixels down, not negative.
  package var height: Int

  /// A rectangle from its upper left corner.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The pixels of the area, which lies in the picture; `nil` for an empty area.
  package func cut(from bitmap: Bitmap) -> Bitmap? {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for row in y..<(y + height) {
      let start = (row * bitmap.width + x) * 4
      pixels += bitmap.pixels[start..<(start + width * 4)]
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }
}
