import Drawing
import Foundation
import ImageDiff

/// The comparison as its description has it, one pixel after the other and every number in double precision.
struct SlowComparison {
  let a: Bitmap
  let b: Bitmap
  let profile: DiffProfile
  let threshold: Double
  let includesAntialiased: Bool

  /// What becomes of every pixel, row by row.
  func classes() -> [PixelClass] {
    var classes: [PixelClass] = []
    for y in 0..<a.height {
      for x in 0..<a.width {
        if !isFar(x, y) {
          classes.append(.same)
        } else if !includesAntialiased, isAntialiased(a, b, x, y) || isAntialiased(b, a, x, y) {
          classes.append(.antialiased)
        } else {
          classes.append(.different)
        }
      }
    }
    return classes
  }

  private func pixel(_ p: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * p.width + x) * 4
    return Array(p.pixels[start..<start + 4])
  }

  private func pattern(_ k: Int) -> [Double] {
    let phi = (1 + 5.0.squareRoot()) / 2
    return [
      48 + 159 * Double(k % 2),
      48 + 159 * (Double(k) / phi).rounded(.down).truncatingRemainder(dividingBy: 2),
      48 + 159 * (Double(k) / (phi + 1)).rounded(.down).truncatingRemainder(dividingBy: 2),
    ]
  }

  private func differences(_ p: [UInt8], _ q: [UInt8], _ ground: [Double]) -> [Double] {
    (0..<3).map { channel in
      let (cp, cq, ap, aq) = (Double(p[channel]), Double(q[channel]), Double(p[3]), Double(q[3]))
      if ap == 255, aq == 255 { return cp - cq }
      return (cp * ap - cq * aq - ground[channel] * (ap - aq)) / 255
    }
  }

  private func luma(_ d: [Double]) -> Double { 0.29889531 * d[0] + 0.58662247 * d[1] + 0.11448223 * d[2] }

  private func isFar(_ x: Int, _ y: Int) -> Bool {
    let (p, q) = (pixel(a, x, y), pixel(b, x, y))
    if p == q { return false }
    let k = 4 * (y * a.width + x)
    if profile == .oklab {
      if threshold == 0 { return true }
      let (first, second) = (lab(p, pattern(k)), lab(q, pattern(k)))
      let lightness = abs(first[0] - second[0])
      if lightness >= threshold { return true }
      return pow(first[1] - second[1], 2) + pow(first[2] - second[2], 2) > pow(threshold - lightness, 2)
    }
    let d = differences(p, q, profile == .yiq ? pattern(k) : [255, 255, 255])
    let i = 0.59597799 * d[0] - 0.27417610 * d[1] - 0.32180189 * d[2]
    let q2 = 0.21147017 * d[0] - 0.52261711 * d[1] + 0.31114694 * d[2]
    return 0.5053 * luma(d) * luma(d) + 0.299 * i * i + 0.1957 * q2 * q2 > 35215 * threshold * threshold
  }

  private func brightness(_ p: [UInt8], _ q: [UInt8], _ k: Int) -> Double {
    let y = luma(differences(p, q, profile == .yiq ? pattern(k) : [255, 255, 255]))
    return profile == .oklab && y == 0 ? (Double(p[3]) - Double(q[3])) / 2 : y
  }

  private func neighbors(_ x: Int, _ y: Int) -> [(Int, Int)] {
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)].map { (x + $0.0, y + $0.1) }
      .filter { (0..<a.width).contains($0.0) && (0..<a.height).contains($0.1) }
  }

  private func isAntialiased(_ p: Bitmap, _ o: Bitmap, _ x: Int, _ y: Int) -> Bool {
    let k = 4 * (y * p.width + x)
    let deltas = neighbors(x, y).map {
      (place: $0, delta: brightness(pixel(p, x, y), pixel(p, $0.0, $0.1), k))
    }
    let equal = deltas.filter { $0.delta == 0 }.count + (neighbors(x, y).count < 8 ? 1 : 0)
    guard equal <= 2, !deltas.isEmpty else { return false }
    // `min` and `max` of the library promise nothing about ties; the first one must win.
    var (low, high) = (deltas[0], deltas[0])
    for entry in deltas {
      if entry.delta < low.delta { low = entry }
      if entry.delta > high.delta { high = entry }
    }
    guard low.delta < 0, high.delta > 0 else { return false }
    return [low, high].contains { siblings(p, $0.place) > 2 && siblings(o, $0.place) > 2 }
  }

  private func siblings(_ p: Bitmap, _ place: (Int, Int)) -> Int {
    let near = neighbors(place.0, place.1)
    return near.filter { pixel(p, $0.0, $0.1) == pixel(p, place.0, place.1) }.count + (near.count < 8 ? 1 : 0)
  }

  private func lab(_ p: [UInt8], _ ground: [Double]) -> [Double] {
    func linear(_ v: Int) -> Double {
      let c = Double(v) / 255
      return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
    }
    func light(_ channel: Int) -> Double {
      let alpha = Double(p[3])
      let value = (Double(p[channel]) * alpha + ground[channel] * (255 - alpha)) / 255
      let low = min(Int(value), 254)
      return linear(low) + (linear(low + 1) - linear(low)) * (value - Double(low))
    }
    func root(_ v: Double) -> Double {
      let low = min(Int(v * 4096), 4095)
      let (first, second) = (cbrt(Double(low) / 4096), cbrt(Double(low + 1) / 4096))
      return first + (second - first) * (v * 4096 - Double(low))
    }
    let (r, g, b) = (light(0), light(1), light(2))
    let l = root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    let lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    let k3 = 1.206 / 1.03
    let toe = k3 * lightness - 0.206
    return [
      (toe + (toe * toe + 4 * 0.03 * k3 * lightness).squareRoot()) / 2,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    ]
  }
}
