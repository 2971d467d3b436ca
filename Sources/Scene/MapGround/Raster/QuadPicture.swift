package import Drawing
package import MapContent
import MapGeometry
import MapSettings
import MapStyle

/// A picture stretched between four points of the world.
///
/// It is drawn as GL JS draws it: in two triangles, which meet between the upper right and the lower left corner.
struct QuadPicture {
  private let bitmap: Bitmap
  private let frame: ViewFrame
  /// The corners in worlds: upper left, upper right, lower right, lower left.
  private let corners: [Point]

  init(_ corners: [Coordinate], of bitmap: Bitmap, in frame: ViewFrame) {
    (self.bitmap, self.frame) = (bitmap, frame)
    self.corners = corners.map {
      Point(x: $0.longitude / 360 + 0.5, y: WorldPoint.y(ofLatitude: $0.latitude))
    }
  }

  func pictures(isSmooth: Bool) -> [(bitmap: Bitmap, rectangle: Rectangle)] {
    let (box, visible) = (Extent(of: corners) { ($0.x, $0.y) }, frame.viewport.visibleWorldRectangle)
    guard corners.count == 4, box.maxY > visible.minY, box.minY < visible.maxY, box.maxX - box.minX < 4
    else { return [] }
    var pictures: [(Bitmap, Rectangle)] = []
    var copy = (visible.minX - box.maxX).rounded(.up)
    while copy <= visible.maxX - box.minX {
      let onScreen = { (corner: Point) in frame.project(WorldPoint(x: corner.x + copy, y: corner.y)) }
      if let source = source(onScreen),
        let picture = frame.picture(of: bitmap, between: corners.map(onScreen), isSmooth: isSmooth, source)
      {
        pictures.append(picture)
      }
      copy += 1
    }
    return pictures
  }

  /// The part that a sheet shows, in a bitmap of the picture's size: every pixel from the position beneath its middle;
  /// `nil` for corners that
  /// make no area.
  func pictureOnSheet(isSmooth: Bool) -> Bitmap? {
    guard corners.count == 4, let map = source({ $0 }) else { return nil }
    let box = Extent(of: corners) { ($0.x, $0.y) }
    return frame.warped { point in
      guard let world = frame.mercatorPoint(at: point) else { return nil }
      // In the copy of the world that the image lies in.
      let x = world.x + (box.minX - world.x).rounded(.up)
      guard x <= box.maxX, let source = map(Point(x: x, y: world.y)) else { return nil }
      return bitmap.color(source.x, source.y, isSmooth: isSmooth)
    }
  }

  /// Leads from a position of the drawing back into the bitmap; `nil` for corners that make no area.
  ///
  /// - Parameter transform: from the world to the drawing.
  private func source(_ transform: (Point) -> Point) -> ((Point) -> Point?)? {
    let (c0, c1, c2, c3) = (corners[0], corners[1], corners[2], corners[3])
    // A triangle is half of a parallelogram, and stays it in perspective.
    func fourth(_ opposite: Point) -> Point {
      Point(x: c1.x + c3.x - opposite.x, y: c1.y + c3.y - opposite.y)
    }
    let (width, height) = (bitmap.width, bitmap.height)
    guard
      let upper = Homography(from: [c0, c1, fourth(c0), c3].map(transform), width: width, height: height),
      let lower = Homography(from: [fourth(c2), c1, c2, c3].map(transform), width: width, height: height)
    else { return nil }
    return { position in
      func isUpper(_ source: Point) -> Bool { source.x / Double(width) + source.y / Double(height) <= 1 }
      if let source = upper.source(of: position), isUpper(source) { return source }
      return lower.source(of: position).flatMap { isUpper($0) ? nil : $0 }
    }
  }
}

extension ViewFrame {
  /// A bitmap between four corners in a picture, where it shows, in perspective.
  package func picture(
    of bitmap: Bitmap, between corners: [Point], isSmooth: Bool
  ) -> (bitmap: Bitmap, rectangle: Rectangle)? {
    Homography(from: corners, width: bitmap.width, height: bitmap.height).flatMap {
      picture(of: bitmap, between: corners, isSmooth: isSmooth, $0.source)
    }
  }

  /// A bitmap between four corners in a picture, where it shows.
  ///
  /// - Parameter source: leads from a position in the picture to one in the bitmap, in pixels.
  fileprivate func picture(
    of bitmap: Bitmap, between corners: [Point], isSmooth: Bool, _ source: (Point) -> Point?
  ) -> (bitmap: Bitmap, rectangle: Rectangle)? {
    let (scale, size) = (viewport.scale, viewport.size)
    // An upright one of ordinary size the canvas draws best.
    let isUpright =
      corners[0].x == corners[3].x && corners[1].x == corners[2].x && corners[0].y == corners[1].y
      && corners[2].y == corners[3].y && corners[0].x < corners[1].x && corners[0].y < corners[3].y
    if isUpright, corners.allSatisfy({ abs($0.x) < 20_000 && abs($0.y) < 20_000 }) {
      return (
        bitmap,
        Rectangle(
          x: corners[0].x, y: corners[0].y, width: corners[1].x - corners[0].x,
          height: corners[3].y - corners[0].y)
      )
    }
    let (xs, ys) = (corners.map { $0.x * scale }, corners.map { $0.y * scale })
    func pixels(_ values: [Double], _ length: Double) -> Range<Int> {
      let first = min(max(0, (values.min() ?? 0).rounded(.down)), (length * scale).rounded(.up))
      let end = min(max(first, (values.max() ?? 0).rounded(.up)), (length * scale).rounded(.up))
      return (Int(exactly: first) ?? 0)..<(Int(exactly: end) ?? 0)
    }
    let (columns, rows) = (pixels(xs, size.width), pixels(ys, size.height))
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(columns.count * rows.count * 4)
    for row in rows {
      for column in columns {
        let found = source(Point(x: (Double(column) + 0.5) / scale, y: (Double(row) + 0.5) / scale))
        bytes.append(pixel: found.map { bitmap.color($0.x, $0.y, isSmooth: isSmooth) } ?? .transparent)
      }
    }
    return Bitmap(width: columns.count, height: rows.count, pixels: bytes).map { bitmap in
      (
        bitmap,
        Rectangle(
          x: Double(columns.lowerBound) / scale, y: Double(rows.lowerBound) / scale,
          width: Double(columns.count) / scale, height: Double(rows.count) / scale)
      )
    }
  }
}

/// Leads from a quadrilateral of the picture back into the bitmap that fills it.
///
/// The map from the unit square to the quadrilateral is Heckbert's (Fundamentals of Texture Mapping, 1989); this is its
/// inverse.
struct Homography {
  private let m: [Double]
  private let width: Double
  private let height: Double

  init?(from corners: [Point], width: Int, height: Int) {
    let (p0, p1, p2, p3) = (corners[0], corners[1], corners[2], corners[3])
    let (sx, sy) = (p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y)
    let (dx1, dy1) = (p1.x - p2.x, p1.y - p2.y)
    let (dx2, dy2) = (p3.x - p2.x, p3.y - p2.y)
    let determinant = dx1 * dy2 - dx2 * dy1
    guard abs(determinant) > 1e-9 else { return nil }
    let g = (sx * dy2 - dx2 * sy) / determinant
    let h = (dx1 * sy - sx * dy1) / determinant
    let (a, b, c) = (p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x)
    let (d, e, f) = (p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y)
    // The adjoint of the matrix is its inverse up to a factor, which falls out.
    m = [
      e - f * h, c * h - b, b * f - c * e, f * g - d, a - c * g, c * d - a * f, d * h - e * g, b * g - a * h,
      a * e - b * d,
    ]
    guard m.allSatisfy(\.isFinite) else { return nil }
    (self.width, self.height) = (Double(width), Double(height))
  }

  /// The position in the bitmap, in pixels, that is drawn at a point; `nil` outside.
  func source(of point: Point) -> Point? {
    let w = m[6] * point.x + m[7] * point.y + m[8]
    guard w != 0 else { return nil }
    let (u, v) = ((m[0] * point.x + m[1] * point.y + m[2]) / w, (m[3] * point.x + m[4] * point.y + m[5]) / w)
    guard (0...1).contains(u), (0...1).contains(v) else { return nil }
    return Point(x: u * width, y: v * height)
  }
}

extension ViewFrame {
  /// The pixels a point of pictures that are warped; of a poster fewer than its own, so that they stay in memory.
  var warpedScale: Double {
    let (area, scale) = (wholePixels, viewport.scale)
    return scale / max(1, (area.width * area.height * scale * scale / ViewOptions.maximumArea).squareRoot())
  }
}
