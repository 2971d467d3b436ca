import Drawing

/// Makes an icon's pixels at the size it is drawn in: stretched where its index says so, and of a bare shape with its
/// color and edge.
struct IconRaster: Hashable {
  /// The image's name.
  let name: String
  /// The icon's size in pixels, without its halo.
  let width: Int
  let height: Int
  /// Pixels drawn a pixel of the image, for what is not stretched.
  let magnification: Double
  /// Pixels a point of the picture.
  let scale: Double
  /// The color of a shape.
  let color: Color
  /// The edge around a shape.
  let halo: TextRun.Halo?

  /// No icon is made larger than this on a side.
  static let largest = 4096

  /// How many pixels the halo adds on every side.
  var margin: Int {
    guard let halo else { return 0 }
    return Int(exactly: ((halo.width + halo.blur) * scale).rounded(.up)).map { $0 + 1 } ?? 0
  }

  /// The pixels.
  ///
  /// - Complexity: O(*pixels*).
  func bitmap(of image: SpriteImage) -> Bitmap? {
    let across = StretchMap(
      length: image.bitmap.width, zones: image.stretchX, scale: magnification, target: width)
    let down = StretchMap(
      length: image.bitmap.height, zones: image.stretchY, scale: magnification, target: height)
    let sampler = Sampler(image.bitmap)
    let margin = margin
    let columns = (-margin..<width + margin).map { across.source(of: Double($0) + 0.5) }
    var pixels: [UInt8] = []
    pixels.reserveCapacity((width + 2 * margin) * (height + 2 * margin) * 4)
    for row in -margin..<height + margin {
      let y = down.source(of: Double(row) + 0.5)
      for x in columns {
        let pixel = image.isSDF ? shape(sampler.alpha(x, y)) : sampler.color(x, y)
        pixels.append(pixel.red.byte)
        pixels.append(pixel.green.byte)
        pixels.append(pixel.blue.byte)
        pixels.append(pixel.alpha.byte)
      }
    }
    return Bitmap(width: width + 2 * margin, height: height + 2 * margin, pixels: pixels)
  }

  /// A shape's color where its alpha says how far inside the edge we are: 0.75 on it, an eighth a pixel of the image.
  private func shape(_ alpha: Double) -> Color {
    let depth = (alpha - 0.75) * 8 * magnification
    let fill = color.multiplyingAlpha(by: min(1, max(0, depth + 0.5)))
    guard let halo else { return fill }
    let fade = max(1, halo.blur * scale)
    let share = (depth + halo.width * scale) / fade + 0.5
    let edge = halo.color.multiplyingAlpha(by: min(1, max(0, share)))
    let total = fill.alpha + edge.alpha * (1 - fill.alpha)
    guard total > 0 else { return .transparent }
    func mix(_ channel: KeyPath<Color, Double>) -> Double {
      (fill[keyPath: channel] * fill.alpha + edge[keyPath: channel] * edge.alpha * (1 - fill.alpha)) / total
    }
    return Color(red: mix(\.red), green: mix(\.green), blue: mix(\.blue), alpha: total)
  }
}

/// Where a place along a stretched image's side comes from: stretched zones share what the others leave.
struct StretchMap {
  /// Ends of the zones, in the target and in the source, both ascending.
  private var ends: [(target: Double, source: Double)] = [(0, 0)]

  /// - Parameters:
  ///   - length: pixels of the image along this side.
  ///   - zones: what is stretched, in pixels of the image; all of it where there are none.
  ///   - scale: pixels drawn a pixel of the image, for what is not stretched.
  ///   - target: pixels drawn along this side.
  init(length: Int, zones: [ClosedRange<Double>], scale: Double, target: Int) {
    let (length, target) = (Double(length), Double(target))
    let stretched = zones.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    let fixed = (length - stretched) * scale
    guard stretched > 0, fixed < target else {
      ends.append((target, length))
      return
    }
    let growth = (target - fixed) / stretched
    var (place, drawn) = (0.0, 0.0)
    for zone in zones {
      drawn += (zone.lowerBound - place) * scale
      ends.append((drawn, zone.lowerBound))
      drawn += (zone.upperBound - zone.lowerBound) * growth
      ends.append((drawn, zone.upperBound))
      place = zone.upperBound
    }
    ends.append((target, length))
  }

  /// The place in the image, in pixels, that a place drawn comes from; beyond the ends it goes on evenly.
  func source(of place: Double) -> Double {
    var index = 1
    while index < ends.count - 1
      && (ends[index].target <= place || ends[index].target <= ends[index - 1].target)
    {
      index += 1
    }
    let (from, to) = (ends[index - 1], ends[index])
    guard to.target > from.target else { return to.source }
    return from.source + (place - from.target) * (to.source - from.source) / (to.target - from.target)
  }
}

/// Reads a bitmap between its pixels, along straight lines.
private struct Sampler {
  private let bitmap: Bitmap

  init(_ bitmap: Bitmap) { self.bitmap = bitmap }

  /// The alpha at a place in pixels; beyond the edge it falls on as it does at an edge of a distance field.
  func alpha(_ x: Double, _ y: Double) -> Double {
    let outside = max(0, -x, x - Double(bitmap.width), -y, y - Double(bitmap.height))
    let (offsets, shares) = weights(x, y)
    var alpha = 0.0
    for index in 0..<4 { alpha += shares[index] * Double(bitmap.pixels[offsets[index] + 3]) }
    return alpha / 255 - outside / 8
  }

  /// The color at a place in pixels, mixed with each pixel's weight and alpha.
  func color(_ x: Double, _ y: Double) -> Color {
    let (offsets, shares) = weights(x, y)
    var (red, green, blue, alpha) = (0.0, 0.0, 0.0, 0.0)
    for index in 0..<4 {
      let offset = offsets[index]
      let weight = shares[index] * Double(bitmap.pixels[offset + 3])
      red += weight * Double(bitmap.pixels[offset])
      green += weight * Double(bitmap.pixels[offset + 1])
      blue += weight * Double(bitmap.pixels[offset + 2])
      alpha += weight
    }
    guard alpha > 0 else { return .transparent }
    let full = alpha * 255
    return Color(red: red / full, green: green / full, blue: blue / full, alpha: min(1, alpha / 255))
  }

  /// The four pixels about a place, as offsets into the bytes, and how much each counts.
  private func weights(_ x: Double, _ y: Double) -> (offsets: SIMD4<Int>, shares: SIMD4<Double>) {
    let (left, right, across) = neighbors(x, bitmap.width)
    let (upper, lower, down) = neighbors(y, bitmap.height)
    let (above, below) = (upper * bitmap.width, lower * bitmap.width)
    return (
      SIMD4(above + left, above + right, below + left, below + right) &* 4,
      SIMD4((1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down)
    )
  }

  private func neighbors(_ place: Double, _ count: Int) -> (Int, Int, Double) {
    let last = Double(count - 1)
    let place = min(last, max(0, place - 0.5))
    let first = Int(place)
    return (first, min(count - 1, first + 1), place - Double(first))
  }
}

extension Double {
  /// A share of 1 as a byte.
  fileprivate var byte: UInt8 { UInt8(min(255, max(0, (self * 255).rounded()))) }
}
