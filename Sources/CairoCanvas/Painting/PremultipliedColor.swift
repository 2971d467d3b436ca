import Drawing

/// A color of 8 bits a channel, already multiplied by its alpha: what pixels in memory consist of.
struct PremultipliedColor {
  /// Alpha, red, green, blue, from the highest byte down.
  let word: UInt32

  /// A color as Cairo rounds it: down to 16 bits, of which the upper 8 count.
  init(_ color: Color) {
    let color = color.clamped
    func channel(_ value: Double) -> UInt32 { min(65535, UInt32(value * 65536)) >> 8 }
    word =
      channel(color.alpha) << 24 | channel(color.red * color.alpha) << 16 | channel(color.green * color.alpha)
      << 8
      | channel(color.blue * color.alpha)
  }

  /// Lays the color over pixels in a row.
  ///
  /// - Parameters:
  ///   - coverage: the share of each pixel that is covered, of 255, above 0.
  ///   - pixels: premultiplied, at least `count`.
  @inline(__always)
  func lay(_ coverage: UInt32, on pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    let source = coverage == 255 ? word : Self.times(word, coverage)
    let alpha = source >> 24
    if alpha == 255 {
      for index in 0..<count { pixels[index] = source }
    } else {
      let rest = 255 &- alpha
      for index in 0..<count { pixels[index] = source &+ Self.times(pixels[index], rest) }
    }
  }

  /// Every channel times a number of 255, rounded as Pixman rounds.
  @inline(__always)
  private static func times(_ word: UInt32, _ factor: UInt32) -> UInt32 {
    var low = (word & 0x00FF_00FF) &* factor &+ 0x0080_0080
    low = (low &+ (low >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    var high = (word >> 8 & 0x00FF_00FF) &* factor &+ 0x0080_0080
    high = (high &+ (high >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
    return low | high
  }
}
