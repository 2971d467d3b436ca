import Drawing
import MapContent
import MapStyle
import StyleSettings

/// Draws points as discs or squares with rings, or as rings of shares.
struct CircleLayer {
  /// The largest radius that is drawn, ring and all, in points; no picture is larger.
  private static let largestRadius = 9999.0

  private let radius, opacity, blur, strokeWidth, strokeOpacity: BoundProperty<Double>
  private let color, strokeColor: BoundProperty<Color>
  private let translate: BoundProperty<Point>
  private let translateAnchor: BoundProperty<RotationAlignment>
  private let sortKey: BoundProperty<Double?>
  private let donut: DonutLayer?
  private let classes: ClassBreaks?
  private let shape: LayerSettings.Shape
  /// True if marks stand with their lower edges on their points.
  private let isRaised: Bool
  private let thinsCrowds: Bool

  init(_ layer: ResolvedLayer) {
    radius = layer.property(.circleRadius)
    color = layer.property(.circleColor)
    opacity = layer.property(.circleOpacity)
    blur = layer.property(.circleBlur)
    strokeWidth = layer.property(.circleStrokeWidth)
    strokeColor = layer.property(.circleStrokeColor)
    strokeOpacity = layer.property(.circleStrokeOpacity)
    translate = layer.property(.circleTranslate)
    translateAnchor = layer.property(.circleTranslateAnchor)
    sortKey = layer.property(.circleSortKey)
    donut = layer.layer.settings.donut.map(DonutLayer.init)
    classes = layer.layer.settings.classes
    shape = layer.layer.settings.shape?.value ?? .circle
    isRaised = shape == .pin || shape == .balloon || layer.layer.settings.anchor?.value == .bottom
    thinsCrowds = layer.layer.settings.thinsCrowds?.value == true
  }

  /// The greatest reach of a disc from its point, in points.
  ///
  /// - Parameter count: how many points the layer's source has; `nil` where that is not known.
  func reach(ofPoints count: Int?) -> Double {
    guard donut == nil, classes == nil, let radius = radius.constant, let ring = strokeWidth.constant,
      let shift = translate.constant
    else {
      // The radius of each point has to be looked at: of a few each, however far off it lies.
      return count.map { $0 <= CircleLayer.fewPoints } == true
        ? CircleLayer.largestRadius : CircleLayer.presumedReach
    }
    // However it is turned, a translation is no longer than this.
    let reach = min(CircleLayer.largestRadius, radius + ring)
    return reach + abs(rise(ofReach: reach, radius: radius)) + abs(shift.x) + abs(shift.y)
  }

  /// The height of a disc above its point.
  private func rise(ofReach reach: Double, radius: Double) -> Double {
    if shape == .balloon { return reach - radius + BalloonMarks.reach * radius }
    return isRaised ? reach + (shape == .pin ? 1.6 * radius : 0) : 0
  }

  /// Discs whose size depends on data are looked for so far beyond the picture where there are many points.
  private static let presumedReach = 512.0
  /// So many points cost less than 10 ms, all of them looked at.
  private static let fewPoints = 10_000

  struct Disc {
    let item: Int
    /// The item's position in the picture, whatever becomes of the disc.
    let place: Point
    /// The disc in its place; of a ring of shares what lies around it.
    var circle: Circle
    var ring: DonutLayer.Ring?
    var shape = LayerSettings.Shape.circle
    /// The height of its middle above its point, in points.
    var rise = 0.0
    /// The name of the sign in a balloon's head.
    var sign: String?
    let subject: Subject?

    var isSquare: Bool { shape == .square }

    var reach: Double { circle.radius + circle.strokeWidth }

    var box: Rectangle { Rectangle(around: circle.center, reach: reach) }

    func add(to marks: inout [Mark]) {
      guard let ring else {
        switch shape {
        case .square: marks += squareMarks
        case .circle, .cell, .hull: marks.append(Mark(.circle(circle), subject: subject))
        case .balloon: marks += BalloonMarks(circle: circle, sign: sign, subject: subject).marks
        case .pin: marks += [needle, Mark(.circle(circle), subject: subject), shine]
        }
        return
      }
      if circle.strokeWidth > 0, circle.stroke.alpha > 0 { marks.append(Mark(.circle(circle))) }
      marks += ring.marks(at: circle.center, subject: subject)
    }

    /// The greatest distance of a disc from its point without a line to it, in points.
    static let nearby = 12.0

    /// A line from the point that a disc belongs to, for one that stands farther away; `nil` for one nearby.
    var leader: Mark? {
      guard rise == 0, (circle.center - place).length > CircleLayer.Disc.nearby else { return nil }
      var path = Path()
      path.move(to: place)
      path.line(to: circle.center)
      let color = ring == nil ? circle.fill : Color(red: 0.4, green: 0.4, blue: 0.4)
      return Mark(.stroke(Stroke(path, .color(color), width: 1)))
    }

    /// A pin's needle, from its head to its point.
    private var needle: Mark {
      var path = Path()
      path.move(to: circle.center)
      path.line(to: circle.center + Point(x: 0, y: rise))
      let color = Color(red: 0.29, green: 0.31, blue: 0.34).multiplyingAlpha(by: circle.fill.alpha)
      return Mark(.stroke(Stroke(path, .color(color), width: max(1, 0.3 * circle.radius))))
    }

    /// The light on a pin's head.
    private var shine: Mark {
      let way = -0.35 * circle.radius
      let color = Color(red: 1, green: 1, blue: 1, alpha: 0.55 * circle.fill.alpha)
      return Mark(
        .circle(
          Circle(center: circle.center + Point(x: way, y: way), radius: 0.25 * circle.radius, fill: color)))
    }

    private var squareMarks: [Mark] {
      let square = Rectangle(around: circle.center, reach: circle.radius)
      var marks: [Mark] = []
      if circle.strokeWidth > 0, circle.stroke.alpha > 0 {
        var frame = Path()
        frame.add(box)
        // Beneath an opaque square the frame is whole, so that nothing shines through between the two.
        if circle.fill.alpha < 1 { frame.add(square) }
        marks.append(Mark(.fill(Fill(frame, .color(circle.stroke)))))
      }
      var area = Path()
      area.add(square)
      return marks + [Mark(.fill(Fill(area, .color(circle.fill))), subject: subject)]
    }
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
        drawing.value(sortKey, in: drawing.context(for: item.feature))
      }
    let scale = classes.map { ClassScale($0, of: items, in: &drawing) }
    // Canvases of pixels draw radii of 40,000 pixels; pictures of many pixels a point are the smaller for it.
    let largest = min(CircleLayer.largestRadius, 39_996 / drawing.frame.viewport.scale)
    var discs: [Disc] = []
    discs.reserveCapacity(ordered.count)
    for item in ordered {
      let context = drawing.context(for: item.feature)
      let least = try leastRadius(item, &drawing)
      let own = scale.flatMap { $0.look(of: item, classes, in: &drawing) }
      let plain = own?.radius ?? drawing.value(self.radius, in: context)
      let ringWidth = drawing.value(self.strokeWidth, in: context)
      let shift = drawing.way(translate, translateAnchor, in: context)
      let opacity = drawing.value(self.opacity, in: context)
      let ring = try donut.map { donut throws(SnapshotError) in
        try donut.ring(of: item, layerRadius: plain, opacity: opacity, in: &drawing)
      }
      let radius = ring?.radius ?? min(largest, max(least, plain))
      let strokeWidth = min(ringWidth, largest - radius)
      let fill =
        ring != nil
        ? Color.transparent
        : (own?.color ?? drawing.value(color, in: context)).multiplyingAlpha(by: opacity)
      let stroke = drawing.value(strokeColor, in: context)
        .multiplyingAlpha(by: drawing.value(strokeOpacity, in: context))
      let blur = drawing.value(self.blur, in: context)
      guard radius + strokeWidth > 0,
        ring != nil ? opacity > 0 : fill.alpha > 0 || (stroke.alpha > 0 && strokeWidth > 0)
      else { continue }
      let rise = ring == nil ? self.rise(ofReach: radius + strokeWidth, radius: radius) : 0
      let margin = radius + strokeWidth + rise
      for place in drawing.frame.appearances(of: item.place, margin: margin, shift: shift)
      where rise == 0 || place.y + shift.y - rise + radius + strokeWidth >= -drawing.frame.overscan {
        let circle = Circle(
          center: place + shift, radius: radius, fill: fill, strokeWidth: strokeWidth, stroke: stroke,
          blur: max(0, blur))
        discs.append(
          Disc(
            item: item.index, place: place, circle: circle, ring: ring, shape: ring == nil ? shape : .circle,
            rise: rise, sign: shape == .balloon ? sign(of: item) : nil,
            subject: item.subject))
      }
    }
    if thinsCrowds { thin(&discs, in: drawing.frame.picture) }
    return discs
  }

  private func sign(of item: PointItem) -> String? {
    if case .string(let name)? = item.feature.property("marker-symbol") { name } else { nil }
  }

  /// So many discs may be in view before they are thinned.
  private static let crowd = 1_000.0

  /// Makes many discs smaller and translucent, their rings thinner: a thousand cover as much of the picture as all of them
  /// then do, down to a size and an opacity at which each is still seen.
  private func thin(_ discs: inout [Disc], in picture: Rectangle) {
    let count = Double(discs.count { picture.contains($0.circle.center) })
    guard count > CircleLayer.crowd else { return }
    let factor = (CircleLayer.crowd / count).squareRoot()
    for index in discs.indices where discs[index].ring == nil {
      var circle = discs[index].circle
      circle.radius = min(circle.radius, max(1.1, circle.radius * factor))
      circle.strokeWidth *= max(0, 2 * factor - 1)
      circle.fill = circle.fill.multiplyingAlpha(by: max(0.3, factor.squareRoot()))
      discs[index].circle = circle
    }
  }
}

extension ClassScale {
  /// The radius and the color of an item's class, where classes have some; `nil` where the item has no number.
  fileprivate func look(
    of item: PointItem, _ classes: ClassBreaks?, in drawing: inout LayerDrawing
  ) -> (radius: Double?, color: Color?)? {
    guard let classes, let number = classes.value.known(in: drawing.context(for: item.feature)) else {
      return nil
    }
    let index = index(of: number)
    return (
      index < classes.radii.count ? classes.radii[index] : nil,
      index < classes.colors.count ? classes.colors[index] : nil
    )
  }
}
