import Drawing
import TestSupport

/// A picture from a closure of places.
func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> Bitmap {
  let pixels = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
  guard let bitmap = Bitmap(width: width, height: height, pixels: pixels) else {
    preconditionFailure("bad sizes")
  }
  return bitmap
}

/// A picture drawn at random, and one that is a variation of it.
enum RandomPictures: CaseIterable {
  /// Colors without order.
  case noise
  /// Three colors without order: many equal neighbors.
  case poor
  /// Discs with smoothed edges, moved a little.
  case discs
  /// Discs, some translucent, on nothing.
  case translucentDiscs
  /// Translucent pixels without order, some with no alpha at all.
  case translucentNoise
  /// Equal but for a few pixels, some off by one step.
  case sprinkled

  func pair(_ width: Int, _ height: Int, _ random: inout Seeded) -> (Bitmap, Bitmap) {
    func byte(_ range: ClosedRange<UInt8> = 0...255) -> UInt8 { .random(in: range, using: &random) }
    switch self {
    case .noise:
      return (
        picture(width, height) { _, _ in [byte(), byte(), byte(), 255] },
        picture(width, height) { _, _ in [byte(), byte(), byte(), 255] }
      )
    case .poor, .translucentNoise:
      let alphas: [UInt8] = self == .poor ? [255, 255, 255] : [255, byte(1...254), 0]
      let palette = (0..<3).map { [byte(), byte(), byte(), alphas[$0]] }
      return (
        picture(width, height) { _, _ in palette[Int(byte()) % 3] },
        picture(width, height) { _, _ in palette[Int(byte()) % 3] }
      )
    case .discs, .translucentDiscs:
      let discs = (0..<5).map { _ in
        (
          x: Double.random(in: 0...Double(width), using: &random),
          y: Double.random(in: 0...Double(height), using: &random),
          r: Double.random(in: 1...12, using: &random),
          color: [Double(byte()), Double(byte()), Double(byte())],
          alpha: self == .discs ? 1 : Double.random(in: 0.2...1, using: &random)
        )
      }
      func draw(_ dx: Double) -> Bitmap {
        picture(width, height) { x, y in
          var (color, alpha) = ([240.0, 240, 230], self == .discs ? 1.0 : 0)
          for disc in discs {
            let (u, v) = (Double(x) + 0.5 - disc.x - dx, Double(y) + 0.5 - disc.y)
            let cover = min(max(disc.r - (u * u + v * v).squareRoot() + 0.5, 0), 1) * disc.alpha
            color = zip(color, disc.color).map { $0 + ($1 - $0) * cover }
            alpha += (1 - alpha) * cover
          }
          return color.map { UInt8($0.rounded()) } + [UInt8((alpha * 255).rounded())]
        }
      }
      return (draw(0), draw([0.3, 1, 0.05][Int(byte()) % 3]))
    case .sprinkled:
      let first = RandomPictures.discs.pair(width, height, &random).0
      var pixels = first.pixels
      for _ in 0..<max(1, width * height / 50) {
        let place = Int.random(in: 0..<pixels.count / 4, using: &random) * 4 + Int(byte() % 3)
        pixels[place] = byte() < 128 ? pixels[place] ^ 1 : byte()
      }
      return (first, Bitmap(width: width, height: height, pixels: pixels) ?? first)
    }
  }
}
