import CSystem
import Drawing

/// The changes of a raster layer's colors: hue, then saturation, contrast and brightness.
///
/// The formulas are those of MapLibre's shader for raster layers, so that pictures agree.
struct RasterColors: Hashable {
  /// Degrees on the color circle.
  var hueRotation = 0.0
  /// The brightness that black becomes, `0...1`.
  var darkest = 0.0
  /// The brightness that white becomes, `0...1`.
  var brightest = 1.0
  /// `-1...1`; -1 is gray.
  var saturation = 0.0
  /// `-1...1`; -1 is all one gray.
  var contrast = 0.0

  func applied(to bitmap: Bitmap) -> Bitmap {
    if self == RasterColors() { return bitmap }
    let angle = hueRotation * .pi / 180
    let (s, c) = (sin(angle), cos(angle))
    let root = 3.0.squareRoot()
    let spin = ((2 * c + 1) / 3, (-root * s - c + 1) / 3, (root * s - c + 1) / 3)
    let grayShare = saturation > 0 ? 1 - 1 / (1.001 - saturation) : -saturation
    let slope = contrast > 0 ? 1 / max(1e-6, 1 - contrast) : 1 + contrast
    let count = bitmap.pixels.count
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      bitmap.pixels.withUnsafeBufferPointer { source in
        for i in stride(from: 0, to: count, by: 4) {
          let color = SIMD3(Double(source[i]), Double(source[i + 1]), Double(source[i + 2])) / 255
          var turned = SIMD3(
            color.x * spin.0 + color.y * spin.1 + color.z * spin.2,
            color.x * spin.2 + color.y * spin.0 + color.z * spin.1,
            color.x * spin.1 + color.y * spin.2 + color.z * spin.0)
          turned += (color.sum() / 3 - turned) * grayShare
          turned = (turned - 0.5) * slope + 0.5
          turned = (darkest + turned * (brightest - darkest)) * 255
          let bytes = turned.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255))
            .rounded(.toNearestOrAwayFromZero)
          target[i] = UInt8(bytes.x)
          target[i + 1] = UInt8(bytes.y)
          target[i + 2] = UInt8(bytes.z)
          target[i + 3] = source[i + 3]
        }
      }
      initialized = count
    }
    return Bitmap(width: bitmap.width, height: bitmap.height, pixels: bytes) ?? bitmap
  }
}
