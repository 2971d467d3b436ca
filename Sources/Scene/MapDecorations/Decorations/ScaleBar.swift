import Drawing
import MapContent
import MapGeometry
import MapSettings
import MapStyle

/// The length of a round distance: a bar and its caption, true at the latitude in the middle of the picture.
struct ScaleBar {
  /// The distance in meters: 1, 2 or 5 times a power of ten.
  let meters: Double
  /// Its length in points.
  let length: Double
  /// The caption: the distance, and the latitude where the scale is another elsewhere in the picture.
  let caption: String

  /// The longest bar of a round distance that is no longer than `limit`.
  ///
  /// - Parameters:
  ///   - limit: points, above 0.
  init(_ viewport: Viewport, limit: Double, numbers: NumberFormat = NumberFormat()) {
    let (latitude, onSheet) = (viewport.center.latitude, ScaleBar.metersPerPoint(onSheet: viewport))
    let metersPerPoint = onSheet ?? viewport.metersPerPoint(atLatitude: latitude)
    // A limit that is a round number itself may come out a hair below it.
    meters = LegendReader.roundNumber(notAbove: metersPerPoint * limit * (1 + 1e-12))
    length = meters / metersPerPoint
    var caption = ScaleBar.text(ofMeters: meters, numbers)
    let box = viewport.boundingBox
    let ends = onSheet == nil ? [box.south, box.north, box.south < 0 && box.north > 0 ? 0 : box.south] : []
    let scales = ends.map { viewport.metersPerPoint(atLatitude: $0) }
    if let least = scales.min(), let most = scales.max(), most > least * 1.1 {
      let degrees = abs(latitude).rounded()
      caption +=
        degrees == 0 ? " at the equator" : " at \(numbers.measure(degrees))° \(latitude < 0 ? "S" : "N")"
    }
    self.caption = caption
  }

  /// Meters across a point in the middle of a picture of a sheet; `nil` on Mercator's plane, and where it differs by more than a
  /// tenth within the picture.
  static func metersPerPoint(onSheet viewport: Viewport) -> Double? {
    guard let sheet = viewport.sheet else { return nil }
    func scale(_ x: Double, _ y: Double) -> Double? {
      let ends = [-1.0, 1].compactMap {
        sheet.coordinate(viewport.worldPoint(at: ScreenPoint(x: x + $0, y: y)))
      }
      return ends.count == 2 ? Geodesy.distance(from: ends[0], to: ends[1]) / 2 : nil
    }
    let (width, height) = (viewport.size.width, viewport.size.height)
    guard let middle = scale(width / 2, height / 2) else { return nil }
    // Close enough for a world that fills one small map of a sheet of many.
    let steps = (0...24).map { 0.02 + 0.04 * Double($0) }
    let scales = steps.flatMap { x in steps.compactMap { y in scale(width * x, height * y) } }
    guard let least = scales.min(), let most = scales.max(), most <= least * 1.1 else { return nil }
    return middle
  }

  static func text(ofMeters meters: Double, _ numbers: NumberFormat = NumberFormat()) -> String {
    if meters >= 1000 { return numbers.measure(meters / 1000) + " km" }
    if meters >= 1 { return numbers.measure(meters) + " m" }
    return numbers.measure(meters * 100) + " cm"
  }

  /// The bar and its caption, to be drawn so many times as large.
  func piece(
    _ settings: OutputSettings.Decoration, isDark: Bool, scale: Double = 1, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> DecorationPiece {
    let length = length / scale
    let look = DecorationLook(settings, isDark: isDark, size: 11, isPlated: false)
    let text = try look.box(caption, alignment: .middle, in: &drawing)
    let tick = 5.0
    var bar = Box(Size(width: length + 2, height: tick + 3)) { frame in
      let (left, right, bottom) = (frame.x + 1, frame.x + 1 + length, frame.y + tick + 1)
      let corners = [(left, bottom - tick), (left, bottom), (right, bottom), (right, bottom - tick)]
      let path = Path(lines: [corners.map { Point(x: $0.0, y: $0.1) }])
      let edge = DrawItem.stroke(path, look.halo, width: 4.5, cap: .square)
      return (look.halo.alpha > 0 ? [edge] : []) + [.stroke(path, look.color, width: 1.5)]
    }
    bar.isBeneath = true
    return DecorationPiece(
      "scale bar",
      .column([text, bar], alignment: .middle).padded(Padding(look.plate.alpha > 0 ? 6 : 2)), settings,
      plate: look.plate, corners: [.bottomLeft, .bottomRight, .topRight, .topLeft])
  }
}

extension DecorationPiece {
  /// The radius of the circle that the arrow turns in, in points.
  private static let radius = 16.0

  /// An arrow that points north, one half of it filled: its middle stays where it is at every bearing.
  ///
  /// - Parameter bearing: the compass direction that is up, in degrees.
  static func northArrow(
    _ settings: OutputSettings.Decoration, bearing: Double, isDark: Bool
  ) -> DecorationPiece {
    let look = DecorationLook(settings, isDark: isDark, size: 11, isPlated: false)
    let side = 2 * radius + (look.plate.alpha > 0 ? 12.0 : 4)
    let box = Box(Size(width: side, height: side)) { frame in
      let middle = frame.center
      func point(_ x: Double, _ y: Double) -> Point {
        (middle + Point(x: x, y: y) * radius).rotated(by: -bearing, about: middle)
      }
      let (tip, left, tail, right) = (point(0, -1), point(-0.55, 0.85), point(0, 0.5), point(0.55, 0.85))
      let (outline, half) = (Path(rings: [[tip, right, tail, left]]), Path(rings: [[tip, tail, left]]))
      let halo: [DrawItem] = [
        .stroke(outline, look.halo, width: 4.5, join: .round), .fill(outline, look.halo),
      ]
      return (look.halo.alpha > 0 ? halo : []) + [
        .fill(half, look.color), .stroke(outline, look.color, width: 1.5, join: .round),
      ]
    }
    return DecorationPiece(
      "north arrow", box, settings, plate: look.plate,
      corners: [.topRight, .topLeft, .bottomRight, .bottomLeft])
  }
}
