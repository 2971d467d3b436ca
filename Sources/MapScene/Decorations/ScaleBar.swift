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

  func piece(
    _ settings: OutputSettings.Decoration, isDark: Bool, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> DecorationPiece {
    let look = DecorationLook(settings, isDark: isDark, size: 11, isPlated: false)
    let text = try look.box(caption, alignment: .middle, in: &drawing)
    let tick = 5.0
    var bar = Box(Size(width: length + 2, height: tick + 3)) { place in
      let (left, right, bottom) = (place.x + 1, place.x + 1 + length, place.y + tick + 1)
      var path = Path()
      path.addLine([
        Point(x: left, y: bottom - tick), Point(x: left, y: bottom), Point(x: right, y: bottom),
        Point(x: right, y: bottom - tick),
      ])
      let edge = Mark(.stroke(Stroke(path, .color(look.halo), width: 4.5, cap: .square)))
      return (look.halo.alpha > 0 ? [edge] : []) + [
        Mark(.stroke(Stroke(path, .color(look.color), width: 1.5)))
      ]
    }
    bar.isBeneath = true
    return DecorationPiece(
      "scale bar",
      .column([text, bar], alignment: .middle).padded(Padding(look.plate.alpha > 0 ? 6 : 2)), settings,
      plate: look.plate, corners: [.bottomLeft, .bottomRight, .topRight, .topLeft])
  }
}
