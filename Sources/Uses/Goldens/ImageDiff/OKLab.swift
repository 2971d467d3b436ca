import CSystem
import Drawing

/// The OKLab color space (Björn Ottosson, 2020) with its later, toe-corrected lightness, and the HyAB distance in it.
enum OKLab {
  private static let linear: [Double] = (0...255).map { linearLight(Double($0) / 255) }

  private static let rootSteps = 4096
  /// Cube roots of `0...1` in equal steps.
  private static let roots: [Double] = (0...rootSteps).map { cbrt(Double($0) / Double(rootSteps)) }

  /// True if two pixels are too far apart. They must not be equal.
  ///
  /// At a threshold of 0 all are, even where they look alike.
  static func isDifferent(_ a: UInt32, _ b: UInt32, at index: Int, threshold: Double) -> Bool {
    guard threshold > 0 else { return true }
    let (first, second) = (lab(a, at: index), lab(b, at: index))
    let rest = threshold - abs(first.lightness - second.lightness)
    guard rest > 0 else { return true }
    let (da, db) = (first.a - second.a, first.b - second.b)
    return da * da + db * db > rest * rest
  }

  private static func lab(_ pixel: UInt32, at index: Int) -> (lightness: Double, a: Double, b: Double) {
    let (red, green, blue): (Double, Double, Double)
    if pixel >> 24 == 255 {
      red = linear[Int(pixel & 255)]
      green = linear[Int(pixel >> 8 & 255)]
      blue = linear[Int(pixel >> 16 & 255)]
    } else {
      let ground = backdropColor(.pattern, at: index)
      let alpha = Double(pixel >> 24)
      func blended(_ channel: UInt32, _ beneath: Double) -> Double {
        (Double(channel & 255) * alpha + beneath * (255 - alpha)) / 255
      }
      red = interpolated(linear, at: blended(pixel, ground.red))
      green = interpolated(linear, at: blended(pixel >> 8, ground.green))
      blue = interpolated(linear, at: blended(pixel >> 16, ground.blue))
    }
    let scale = Double(rootSteps)
    let l = interpolated(roots, at: scale * (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue))
    let m = interpolated(roots, at: scale * (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue))
    let s = interpolated(roots, at: scale * (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue))
    return (
      toeCorrected(0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s),
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    )
  }

  private static func interpolated(_ table: [Double], at position: Double) -> Double {
    let index = min(max(Int(position), 0), table.count - 2)
    return table[index] + (table[index + 1] - table[index]) * (position - Double(index))
  }

  /// Lightness that is linear near black, as the eye has it.
  private static func toeCorrected(_ lightness: Double) -> Double {
    let (k1, k2) = (0.206, 0.03)
    let k3 = (1 + k1) / (1 + k2)
    let shifted = k3 * lightness - k1
    return (shifted + (shifted * shifted + 4 * k2 * k3 * lightness).squareRoot()) / 2
  }
}
