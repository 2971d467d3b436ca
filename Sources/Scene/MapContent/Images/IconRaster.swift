package import Drawing

/// Makes an icon's pixels at the size it is drawn in: stretched where its index allows it, and of a bare shape with its
/// color and edge.
package struct IconRaster: Hashable {
  package let name: String
  /// The icon's size in pixels, without its halo.
  package let width, height: Double
  /// The icon's upper left corner in its first pixel, `0...1`.
  package var corner = Point.zero
  /// Pixels drawn a pixel of the image, for what is not stretched.
  package let magnification: Double
  /// Pixels a point of the picture.
  package let scale: Double
  package let color: Color
  package let halo: TextRun.Halo?
  /// Pixels of the image a point of it.
  package let pixelRatio: Double
  /// Smooth between the image's pixels, or as squares; shapes are smooth.
  package let isSmooth: Bool

  package init(
    name: String, width: Double, height: Double, magnification: Double, scale: Double, color: Color,
    halo: TextRun.Halo?, pixelRatio: Double = 1, isSmooth: Bool = true
  ) {
    (self.name, self.width, self.height) = (name, width, height)
    (self.magnification, self.scale, self.pixelRatio) = (magnification, scale, pixelRatio)
    (self.color, self.halo, self.isSmooth) = (color, halo, isSmooth)
  }

  /// No icon is made larger than this on a side.
  package static let largest = 4096.0

  /// The pixels that the halo adds on every side.
  package var margin: Int {
    guard let halo else { return 0 }
    return Int(exactly: ((halo.width + halo.blur) * scale).rounded(.up)).map { $0 + 1 } ?? 0
  }

  /// The rectangle of the pixels, halo and all, seen from the icon's first pixel, in points.
  package var area: Rectangle {
    let pixel = 1 / scale
    return Rectangle(x: 0, y: 0, width: Double(columns) * pixel, height: Double(rows) * pixel)
      .expanded(by: Double(margin) * pixel)
  }

  private var columns: Int { max(1, Int((corner.x + width - 1e-6).rounded(.up))) }
  private var rows: Int { max(1, Int((corner.y + height - 1e-6).rounded(.up))) }

  /// The pixels.
  ///
  /// - Complexity: O(*pixels*).
  package func bitmap(of image: SpriteImage) -> Bitmap? {
    let across = StretchMap(
      length: image.bitmap.width, zones: image.stretchX, scale: magnification, target: width)
    let down = StretchMap(
      length: image.bitmap.height, zones: image.stretchY, scale: magnification, target: height)
    let (margin, columns, rows) = (margin, columns, rows)
    let xs = (-margin..<columns + margin).map { across.source(of: Double($0) + 0.5 - corner.x) }
    var pixels: [UInt8] = []
    pixels.reserveCapacity((columns + 2 * margin) * (rows + 2 * margin) * 4)
    for row in -margin..<rows + margin {
      let y = down.source(of: Double(row) + 0.5 - corner.y)
      for x in xs {
        let pixel = image.isSDF ? shape(image.bitmap.alpha(x, y)) : color(x, y, of: image.bitmap)
        pixels.append(pixel: pixel)
      }
    }
    return Bitmap(width: columns + 2 * margin, height: rows + 2 * margin, pixels: pixels)
  }

  /// The color at a place of the image, around which all is transparent.
  private func color(_ x: Double, _ y: Double, of bitmap: Bitmap) -> Color {
    func share(_ place: Double, _ length: Int) -> Double {
      let depth = min(place, Double(length) - place)
      return isSmooth ? min(1, max(0, depth + 0.5)) : depth < 0 ? 0 : 1
    }
    return bitmap.color(x, y, isSmooth: isSmooth)
      .multiplyingAlpha(by: share(x, bitmap.width) * share(y, bitmap.height))
  }

  /// A shape's color where its alpha means how far inside the edge we are: 0.75 on it, an eighth a pixel of the image.
  ///
  /// As MapLibre has it, halos are measured as if the image had one pixel a point.
  ///
  /// - SeeAlso: MapLibre GL JS, `symbol_sdf.fragment.glsl`.
  private func shape(_ alpha: Double) -> Color {
    let (size, sharpness) = (magnification * pixelRatio / scale, 0.105 / scale)
    func coverage(_ edge: Double, _ softness: Double) -> Double {
      smoothStep(((alpha - edge) * size / softness + 1) / 2)
    }
    let fill = color.multiplyingAlpha(by: coverage(0.75, sharpness))
    guard let halo else { return fill }
    let share = coverage((6 - halo.width / size) / 8, max(0, halo.blur) * 1.19 / 8 + sharpness)
    return fill.over(halo.color.multiplyingAlpha(by: share))
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
  init(length: Int, zones: [ClosedRange<Double>], scale: Double, target: Double) {
    let length = Double(length)
    let stretched = zones.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    let fixed = (length - stretched) * scale
    // What is not stretched has room, but for what rounding takes.
    guard stretched > 0, fixed <= target + 1e-3 else {
      ends.append((target, length))
      return
    }
    let growth = max(0, target - fixed) / stretched
    var (position, drawn) = (0.0, 0.0)
    for zone in zones {
      drawn += (zone.lowerBound - position) * scale
      ends.append((drawn, zone.lowerBound))
      drawn += (zone.upperBound - zone.lowerBound) * growth
      ends.append((drawn, zone.upperBound))
      position = zone.upperBound
    }
    ends.append((target, length))
  }

  /// The position in the image, in pixels, that a position drawn comes from; beyond the ends it goes on evenly.
  func source(of position: Double) -> Double {
    var index = 1
    while index < ends.count - 1
      && (ends[index].target <= position || ends[index].target <= ends[index - 1].target)
    {
      index += 1
    }
    let (from, to) = (ends[index - 1], ends[index])
    guard to.target > from.target else { return to.source }
    return from.source + (position - from.target) * (to.source - from.source) / (to.target - from.target)
  }
}
