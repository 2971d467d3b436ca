struct Distance: Sendable {
  enum Backdrop: Sendable {
    /// A color that changes from pixel to pixel, so that no color can hide on it.
    case pattern
    case white
  }

  let profile: DiffProfile
  let threshold: Double
  /// The largest squared YIQ distance that passes as equal.
  let limit: Double
  /// Distances in single precision beyond these are surely on their side of ``limit``.
  let surelySame: Float
  let surelyDifferent: Float
  /// The backdrop of translucent pixels when their brightness is compared.
  private let brightnessBackdrop: Backdrop

  init(profile: DiffProfile, threshold: Double) {
    (self.profile, self.threshold) = (profile, threshold)
    self.limit = 35215 * threshold * threshold  // 35215: black to white, the greatest distance there is
    // Each of Y, I and Q is at most 306 and, as five roundings, off by at most 1e-4; the sum of squares by at most
    // 0.1. The slack is more than twice that.
    let slack = 0.25 + limit * 1e-5
    self.surelySame = Float(limit - slack)
    self.surelyDifferent = Float(limit + slack)
    self.brightnessBackdrop = profile == .yiq ? .pattern : .white
  }

  /// True if two pixels are too far apart. They must not be equal.
  func isDifferent(_ a: UInt32, _ b: UInt32, at index: Int) -> Bool {
    if profile == .oklab { return OKLab.isDifferent(a, b, at: index, threshold: threshold) }
    let d = difference(a, b, at: index, on: brightnessBackdrop)
    let y = brightnessDifference(d)
    let i = d.red * 0.59597799 - d.green * 0.27417610 - d.blue * 0.32180189
    let q = d.red * 0.21147017 - d.green * 0.52261711 + d.blue * 0.31114694
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q > limit
  }

  /// The brightness of one pixel above another; exactly 0 for equal ones.
  func brightness(of a: UInt32, over b: UInt32, at index: Int) -> Double {
    let y = brightnessDifference(difference(a, b, at: index, on: brightnessBackdrop))
    if profile == .oklab, y == 0 { return (Double(a >> 24) - Double(b >> 24)) / 2 }
    return y
  }

  /// The squared YIQ distances of four pairs of opaque pixels in single precision.
  @inline(__always)
  static func estimates(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>) -> SIMD4<Float> {
    @inline(__always)
    func channel(_ shift: UInt32) -> SIMD4<Float> { float(a, shift) - float(b, shift) }
    // A byte in the last bits of 2^23 makes 2^23 plus the byte: far cheaper than a conversion.
    @inline(__always)
    func float(_ pixels: SIMD4<UInt32>, _ shift: UInt32) -> SIMD4<Float> {
      let byte = pixels &>> SIMD4(repeating: shift) & SIMD4(repeating: 255)
      return unsafeBitCast(byte | SIMD4(repeating: 0x4B00_0000), to: SIMD4<Float>.self)
    }
    let (red, green, blue) = (channel(0), channel(8), channel(16))
    let y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
    let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    return y * y * 0.5053 + i * i * 0.299 + q * q * 0.1957
  }
}

/// Channel differences of two pixels, `-255...255`, translucent ones laid on a backdrop.
@inline(__always)
func difference(
  _ a: UInt32, _ b: UInt32, at index: Int, on backdrop: Distance.Backdrop
) -> (red: Double, green: Double, blue: Double) {
  let red = (Double(a & 255), Double(b & 255))
  let green = (Double(a >> 8 & 255), Double(b >> 8 & 255))
  let blue = (Double(a >> 16 & 255), Double(b >> 16 & 255))
  if (a & b) >> 24 == 255 { return (red.0 - red.1, green.0 - green.1, blue.0 - blue.1) }
  let alpha = (Double(a >> 24), Double(b >> 24))
  let ground = backdropColor(backdrop, at: index)
  let gap = alpha.0 - alpha.1
  return (
    (red.0 * alpha.0 - red.1 * alpha.1 - ground.red * gap) / 255,
    (green.0 * alpha.0 - green.1 * alpha.1 - ground.green * gap) / 255,
    (blue.0 * alpha.0 - blue.1 * alpha.1 - ground.blue * gap) / 255
  )
}

@inline(__always)
func brightnessDifference(_ d: (red: Double, green: Double, blue: Double)) -> Double {
  d.red * 0.29889531 + d.green * 0.58662247 + d.blue * 0.11448223
}

/// The backdrop's color beneath a pixel: of the pattern, red is dark and green and blue are dark or light by turns
/// whose lengths have no common measure (the byte's offset by the golden section and its square).
func backdropColor(_ backdrop: Distance.Backdrop, at index: Int) -> (red: Double, green: Double, blue: Double)
{
  guard backdrop == .pattern else { return (255, 255, 255) }
  let offset = Double(4 * index)
  func channel(_ turns: Double) -> Double { Int(turns) & 1 == 0 ? 48 : 48 + 159 }
  return (48, channel(offset / 1.618033988749895), channel(offset / 2.618033988749895))
}
