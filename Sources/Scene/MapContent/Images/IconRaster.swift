package import Drawing

/// Makes an icon's pixels at the size it is drawn in: stretched where its index allows it, and of a bare shape with its
/// color and edge.
package struct IconRaster: Hashable {
  package let name: String
  /// The icon's size in pixels, without its halo.
  package let width: Int
  package let height: Int
  /// Pixels drawn a pixel of the image, for what is not stretched.
  package let magnification: Double
  /// Pixels a point of the picture.
  package let scale: Double
  package let color: Color
  package let halo: TextRun.Halo?
  /// Pixels of the image a point of it.
  package let pixelRatio: Double

  package init(
    name: String, width: Int, height: Int, magnification: Double, scale: Double, color: Color,
    halo: TextRun.Halo?, pixelRatio: Double = 1
  ) {
    (self.name, self.width, self.height) = (name, width, height)
    (self.magnification, self.scale, self.pixelRatio) = (magnification, scale, pixelRatio)
    (self.color, self.halo) = (color, halo)
  }

  /// No icon is made larger than this on a side.
  package static let largest = 4096

  /// The pixels that the halo adds on every side.
  package var margin: Int {
    guard let halo else { return 0 }
    return Int(exactly: ((halo.width + halo.blur) * scale).rounded(.up)).map { $0 + 1 } ?? 0
  }

  /// The pixels.
  ///
  /// - Complexity: O(*pixels*).
  package func bitmap(of image: SpriteImage) -> Bitmap? {
    let across = StretchMap(
      length: image.bitmap.width, zones: image.stretchX, scale: magnification, target: width)
    let down = StretchMap(
      length: image.bitmap.height, zones: image.stretchY, scale: magnification, target: height)
    let margin = margin
    let columns = (-margin..<width + margin).map { across.source(of: Double($0) + 0.5) }
    var pixels: [UInt8] = []
    pixels.reserveCapacity((width + 2 * margin) * (height + 2 * margin) * 4)
    for row in -margin..<height + margin {
      let y = down.source(of: Double(row) + 0.5)
      for x in columns {
        let pixel = image.isSDF ? shape(image.bitmap.alpha(x, y)) : image.bitmap.color(x, y)
        pixels.append(pixel: pixel)
      }
    }
    return Bitmap(width: width + 2 * margin, height: height + 2 * margin, pixels: pixels)
  }

  /// A shape's color where its alpha means how far inside the edge we are: 0.75 on it, an eighth a pixel of the image.
  private func shape(_ alpha: Double) -> Color {
    let depth = (alpha - 0.75) * 8 * magnification
    let fill = color.multiplyingAlpha(by: min(1, max(0, depth + 0.5)))
    guard let halo else { return fill }
    let fade = max(1, 2 * halo.blur * scale)
    // As MapLibre has it, halos are measured as if the image had one pixel a point.
    let share = (depth * pixelRatio + halo.width * scale) / fade + 0.5
    let edge = halo.color.multiplyingAlpha(by: min(1, max(0, share)))
    return fill.over(edge)
  }
}

/// The origin of a position along a stretched image's side: stretched zones share what the others leave.
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
    // What is not stretched has room, but for what rounding takes.
    guard stretched > 0, fixed <= target + 1e-3 else {
      ends.append((target, length))
      return
    }
    let growth = max(0, target - fixed) / stretched
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
