package struct PixelArea: Hashable, Sendable {
  package var x, y, width, height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

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
