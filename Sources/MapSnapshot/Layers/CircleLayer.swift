import Drawing
import MapStyle

/// Draws points as discs with rings.
struct CircleLayer {
  private let radius: BoundProperty<Double>
  private let color: BoundProperty<Color>
  private let opacity: BoundProperty<Double>
  private let blur: BoundProperty<Double>
  private let strokeWidth: BoundProperty<Double>
  private let strokeColor: BoundProperty<Color>
  private let strokeOpacity: BoundProperty<Double>
  private let translate: BoundProperty<Point>
  private let sortKey: BoundProperty<Double?>

  init(_ layer: ResolvedLayer) {
    radius = layer.property(.circleRadius)
    color = layer.property(.circleColor)
    opacity = layer.property(.circleOpacity)
    blur = layer.property(.circleBlur)
    strokeWidth = layer.property(.circleStrokeWidth)
    strokeColor = layer.property(.circleStrokeColor)
    strokeOpacity = layer.property(.circleStrokeOpacity)
    translate = layer.property(.circleTranslate)
    sortKey = layer.property(.circleSortKey)
  }

  /// A disc, and which item it belongs to where.
  struct Disc {
    let item: Int
    let place: Point
    let mark: Mark
  }

  /// The discs of all items that reach into the picture, lowest sort key first.
  ///
  /// - Parameter leastRadius: the radius an item's disc has at least, so that a count stays inside.
  func discs(
    of items: [PointItem], in drawing: inout LayerDrawing,
    leastRadius: (PointItem, inout LayerDrawing) throws(SnapshotError) -> Double
  ) throws(SnapshotError) -> [Disc] {
    let ordered =
      sortKey.isConstant
      ? items
      : sorted(items) { item in
        sortKey.value(in: drawing.context(for: item.feature), noting: &drawing.warnings)
      }
    var discs: [Disc] = []
    for item in ordered {
      let context = drawing.context(for: item.feature)
      let least = try leastRadius(item, &drawing)
      let radius = min(9999, max(least, self.radius.value(in: context, noting: &drawing.warnings)))
      let strokeWidth = self.strokeWidth.value(in: context, noting: &drawing.warnings)
      let shift = translate.value(in: context, noting: &drawing.warnings)
      let fill = color.value(in: context, noting: &drawing.warnings)
        .multiplyingAlpha(by: opacity.value(in: context, noting: &drawing.warnings))
      let stroke = strokeColor.value(in: context, noting: &drawing.warnings)
        .multiplyingAlpha(by: strokeOpacity.value(in: context, noting: &drawing.warnings))
      let blur = self.blur.value(in: context, noting: &drawing.warnings)
      guard radius + strokeWidth > 0, fill.alpha > 0 || (stroke.alpha > 0 && strokeWidth > 0) else {
        continue
      }
      let reach = radius + strokeWidth + max(abs(shift.x), abs(shift.y))
      for place in drawing.frame.appearances(of: item.place, margin: reach) {
        let circle = Circle(
          center: place + shift, radius: radius, fill: fill, strokeWidth: strokeWidth, stroke: stroke,
          blur: max(0, blur))
        discs.append(Disc(item: item.index, place: place, mark: Mark(.circle(circle), subject: item.subject)))
      }
    }
    return discs
  }
}
