import CMath
import Drawing
import JSONDocument
import MapGeometry
import MapSettings
import MapStyle

/// How long a round distance is: a bar and its length, true at the latitude in the middle of the picture.
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
  ///   - numbers: how its numbers are written.
  init(_ viewport: Viewport, limit: Double, numbers: NumberFormat = NumberFormat()) {
    let latitude = viewport.center.latitude
    let metersPerPoint = viewport.metersPerPoint(atLatitude: latitude)
    meters = ScaleBar.round(metersPerPoint * limit)
    length = meters / metersPerPoint
    var caption = ScaleBar.text(ofMeters: meters, numbers)
    let box = viewport.boundingBox
    let ends = [box.south, box.north, box.south < 0 && box.north > 0 ? 0 : box.south]
    let scales = ends.map { viewport.metersPerPoint(atLatitude: $0) }
    if let least = scales.min(), let most = scales.max(), most > least * 1.1 {
      let degrees = abs(latitude).rounded()
      caption +=
        degrees == 0 ? " at the equator" : " at \(numbers.measure(degrees))° \(latitude < 0 ? "S" : "N")"
    }
    self.caption = caption
  }

  /// The largest of 1, 2 and 5 times a power of ten that is not above a number.
  static func round(_ limit: Double) -> Double {
    let power = pow(10, floor(log10(limit)))
    // A limit that is a power of ten itself may come out a hair below it.
    let share = limit / power * (1 + 1e-12)
    if share >= 10 { return power * 10 }
    return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1)
  }

  static func text(ofMeters meters: Double, _ numbers: NumberFormat = NumberFormat()) -> String {
    if meters >= 1000 { return numbers.measure(meters / 1000) + " km" }
    if meters >= 1 { return numbers.measure(meters) + " m" }
    return numbers.measure(meters * 100) + " cm"
  }

  /// The bar with its caption, as a piece.
  func piece(
    _ settings: OutputSettings.Decoration, isDark: Bool, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> DecorationPiece {
    let look = DecorationLook(settings, isDark: isDark, size: 11, isPlated: false)
    let text = try DecorationText(caption, look, alignment: .middle, in: &drawing)
    let pad = look.plate.alpha > 0 ? 6.0 : 2
    let tick = 5.0
    let width = max(length + 2, text.width)
    let (length, height) = (self.length, text.height)
    return DecorationPiece(
      name: "scale bar", size: Size(width: width + 2 * pad, height: height + tick + 3 + 2 * pad),
      corners: settings.position.map { [$0] } ?? [.bottomLeft, .bottomRight, .topRight, .topLeft],
      yields: settings.position == nil, plate: look.plate,
      marks: { corner in
        let left = corner.x + pad + (width - length) / 2
        let bottom = corner.y + pad + height + tick + 1
        var path = Path()
        path.move(to: Point(x: left, y: bottom - tick))
        path.line(to: Point(x: left, y: bottom))
        path.line(to: Point(x: left + length, y: bottom))
        path.line(to: Point(x: left + length, y: bottom - tick))
        let bar = Mark(.stroke(Stroke(path, .color(look.color), width: 1.5)))
        let edge = Mark(.stroke(Stroke(path, .color(look.halo), width: 4.5, cap: .square)))
        return (look.halo.alpha > 0 ? [edge] : []) + [bar]
          + text.marks(at: Point(x: corner.x + pad + (width - text.width) / 2, y: corner.y + pad))
      })
  }
}
