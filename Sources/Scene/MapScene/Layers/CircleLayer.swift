import Drawing
import MapGround
import MapSettings
import MapContent
import MapGeometry
import MapStyle
import StyleSettings

/// Draws points as discs or squares with rings, or as rings of shares.
struct CircleLayer {
  /// The largest radius that is drawn, ring and all, in points; no picture is larger.
  private static let largestRadius = 9999.0

  private let radius, opacity, blur, strokeWidth, strokeOpacity: BoundProperty<Double>
  private let color, strokeColor: BoundProperty<Color>
  private let translate: BoundProperty<Point>
  private let translateAnchor, pitchScale, pitchAlignment: BoundProperty<RotationAlignment>
  private let sortKey: BoundProperty<Double?>
  private let donut: DonutLayer?
  private let classes: ClassBreaks?
  private let shape: LayerSettings.Shape
  private let sign: String?
  /// True if marks stand with their lower edges on their points.
  private let isRaised: Bool
  private let thinsCrowds: Bool
  /// True if the style sets whether discs shrink with their distance.
  private let setsPitchScale: Bool

  init(_ layer: ResolvedLayer) {
    (radius, blur, sortKey) = layer.properties(.circleRadius, .circleBlur, .circleSortKey)
    (color, opacity) = layer.properties(.circleColor, .circleOpacity)
    (strokeColor, strokeOpacity) = layer.properties(.circleStrokeColor, .circleStrokeOpacity)
    strokeWidth = layer.property(.circleStrokeWidth)
    (translate, translateAnchor) = layer.properties(.circleTranslate, .circleTranslateAnchor)
    (pitchScale, pitchAlignment) = layer.properties(.circlePitchScale, .circlePitchAlignment)
    setsPitchScale = layer.layer.sets(.circlePitchScale)
    donut = layer.layer.settings.donut.map(DonutLayer.init)
    classes = layer.layer.settings.classes
    shape = layer.layer.settings.shape?.value ?? .circle
    sign = layer.layer.settings.sign?.value
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

  /// All of discs but their places: one for all that look alike.
  final class CircleAppearance {
    /// About no anchor in particular.
    let circle: Circle
    let ring: DonutLayer.Ring?
    let shape: LayerSettings.Shape
    /// The height of its middle above its point, in points.
    let rise: Double
    /// The name of the sign in a balloon's head, or in the upper half of a disc.
    let sign: String?
    /// The camera that sees it lying on the ground; `nil` for what stands upright.
    let camera: Camera?

    init(
      _ circle: Circle, ring: DonutLayer.Ring? = nil, shape: LayerSettings.Shape = .circle, rise: Double = 0,
      sign: String? = nil, lyingBefore camera: Camera? = nil
    ) {
      (self.circle, self.ring, self.shape, self.rise, self.sign) = (circle, ring, shape, rise, sign)
      self.camera = camera
    }

    /// The look of one larger or smaller.
    func scaled(by factor: Double, lyingBefore camera: Camera?) -> CircleAppearance {
      var circle = circle
      circle.radius *= factor
      circle.strokeWidth *= factor
      return CircleAppearance(
        circle, ring: ring?.scaled(by: factor), shape: shape, rise: rise * factor, sign: sign,
        lyingBefore: camera)
    }

    var reach: Double { circle.radius + circle.strokeWidth }

    /// True if discs of one layer look alike.
    func looks(like other: CircleAppearance) -> Bool {
      ring == nil && other.ring == nil && circle == other.circle && sign == other.sign
    }
  }

  // There may be a million of them: 56 bytes each.
  struct Disc {
    let item: Int
    /// The item's position in the picture, whatever becomes of the disc.
    let anchor: Point
    var center: Point
    var look: CircleAppearance
    @Indirect private(set) var subject: MarkDescription?

    init(item: Int, anchor: Point, center: Point, look: CircleAppearance, subject: MarkDescription?) {
      (self.item, self.anchor, self.center, self.look) = (item, anchor, center, look)
      self.subject = subject
    }

    /// The disc in its anchor; of a ring of shares what lies around it.
    var circle: Circle {
      var circle = look.circle
      circle.center = center
      return circle
    }
    var radius: Double { look.circle.radius }
    var ring: DonutLayer.Ring? { look.ring }
    var rise: Double { look.rise }
    var isSquare: Bool { look.shape == .square }

    var reach: Double { look.reach }
    /// The distance of a square's corners from its middle; 0 for discs.
    var corner: Double { isSquare ? reach * 2.squareRoot() : 0 }

    var box: Rectangle { Rectangle(around: center, reach: reach) }
    var area: CollisionIndex.Disc { CollisionIndex.Disc(center: center, radius: reach) }
    var key: ItemKey { ItemKey(item: item, point: anchor) }

    func add(to marks: inout [DrawItem]) {
      let circle = circle
      guard let ring else {
        switch look.shape {
        case .square: marks += squareMarks
        case .circle, .cell, .hull:
          if let camera = look.camera {
            marks += lyingMarks(camera)
            return
          }
          marks.append(DrawItem(.circle(circle), subject: subject))
          guard let sign = look.sign else { return }
          marks += MarkSign.outline(sign).marks(
            at: Point(x: circle.center.x, y: circle.center.y - 0.36 * circle.radius),
            reach: 0.4 * circle.radius, MarkSign.ink(on: circle.fill))
        case .balloon: marks += BalloonMarks(circle: circle, sign: look.sign, subject: subject).marks
        case .pin: marks += [needle, DrawItem(.circle(circle), subject: subject), shine]
        }
        return
      }
      if circle.strokeWidth > 0, circle.stroke.alpha > 0 { marks.append(DrawItem(.circle(circle))) }
      marks += ring.marks(at: center, subject: subject)
    }

    /// The disc and its ring as they lie on the ground, with sharp edges.
    private func lyingMarks(_ camera: Camera) -> [DrawItem] {
      let (circle, growth) = (circle, camera.growth(at: center))
      func area(_ hole: Double, _ radius: Double, _ color: Color) -> DrawItem? {
        guard radius > hole, color.alpha > 0 else { return nil }
        let path = Path(
          sectorAround: camera.ground(at: center), inner: hole / growth, outer: radius / growth, from: 0,
          to: 1)
        return .fill(path.mapPoints { camera.project($0) }, color, subject: subject)
      }
      return [
        area(0, circle.radius, circle.fill),
        area(circle.radius, circle.radius + circle.strokeWidth, circle.stroke),
      ].compactMap(\.self)
    }

    /// The greatest distance of a disc from its point without a line to it, in points.
    static let nearby = 12.0

    /// A line from the point that a disc belongs to, for one that stands farther away; `nil` for one nearby.
    var leader: DrawItem? {
      guard rise == 0, (center - anchor).length > CircleLayer.Disc.nearby else { return nil }
      let color = ring == nil ? circle.fill : Color(red: 0.4, green: 0.4, blue: 0.4)
      return .stroke(Path(lines: [[anchor, center]]), color, width: 1)
    }

    /// A pin's needle, from its head to its point.
    private var needle: DrawItem {
      let color = Color(red: 0.29, green: 0.31, blue: 0.34).multiplyingAlpha(by: circle.fill.alpha)
      let path = Path(lines: [[circle.center, circle.center + Point(x: 0, y: rise)]])
      return .stroke(path, color, width: max(1, 0.3 * circle.radius))
    }

    /// The light on a pin's head.
    private var shine: DrawItem {
      let way = -0.35 * circle.radius
      let color = Color(red: 1, green: 1, blue: 1, alpha: 0.55 * circle.fill.alpha)
      return DrawItem(
        .circle(
          Circle(center: circle.center + Point(x: way, y: way), radius: 0.25 * circle.radius, fill: color)))
    }

    private var squareMarks: [DrawItem] {
      let square = Rectangle(around: circle.center, reach: circle.radius)
      var marks: [DrawItem] = []
      if circle.strokeWidth > 0, circle.stroke.alpha > 0 {
        var frame = Path(box)
        // Beneath an opaque square the frame is whole, so that nothing shines through between the two.
        if circle.fill.alpha < 1 { frame.add(square) }
        marks.append(.fill(frame, circle.stroke))
      }
      return marks + [.fill(Path(square), circle.fill, subject: subject)]
    }
  }

  /// The discs of all items that reach into the picture, lowest sort key first.
  ///
  /// - Parameter leastRadius: the radius an item's disc has at least, so that a count stays inside; `nil` for none.
  func discs(
    of items: [PointItem], in drawing: inout LayerDrawing,
    leastRadius: ((PointItem, inout LayerDrawing) throws(SnapshotError) -> Double)? = nil
  ) throws(SnapshotError) -> [Disc] {
    let ordered = drawing.sorted(items, by: sortKey) { $0.feature }
    let scale = classes.map { ClassScale($0, of: items, in: &drawing) }
    let isUniform = leastRadius == nil && isUniform
    var discs: [Disc] = []
    discs.reserveCapacity(ordered.count)
    /// That of the item before.
    var last: (look: CircleAppearance, shift: Point)?
    let camera = drawing.frame.viewport.camera
    // The size of a marker stands for its count, wherever it is.
    let keepsSizes = !setsPitchScale && items.contains { $0.marker != nil }
    let shrinks = camera != nil && !keepsSizes && drawing.value(pitchScale, in: drawing.context()) == .map
    let lies = camera != nil && drawing.value(pitchAlignment, in: drawing.context()) == .map
    for (number, item) in ordered.enumerated() {
      if !isUniform || number == 0 {
        let least = try leastRadius?(item, &drawing) ?? 0
        let own = try look(of: item, least, scale, in: &drawing)
        if let own, let known = last, own.look.looks(like: known.look) {
          last = (known.look, own.shift)
        } else {
          last = own
        }
      }
      guard let (look, shift) = last else { continue }
      let margin = look.reach + look.rise
      for anchor in drawing.frame.appearances(of: item.point, margin: margin, shift: shift)
      where look.rise == 0 || anchor.y + shift.y - look.rise + look.reach >= -drawing.frame.overscan {
        var (center, look) = (anchor + shift, look)
        if let camera {
          if shift != .zero { center = camera.project(camera.ground(at: anchor) + shift) }
          if shrinks || lies {
            look = look.scaled(by: shrinks ? camera.growth(at: center) : 1, lyingBefore: lies ? camera : nil)
          }
        }
        discs.append(
          Disc(item: item.index, anchor: anchor, center: center, look: look, subject: item.subject))
      }
    }
    if thinsCrowds { thin(&discs, in: drawing.frame.picture) }
    // Of pins the nearer ones stand before the others.
    if shape == .balloon { discs.sort { ($0.anchor.y, $0.item) < ($1.anchor.y, $1.item) } }
    return discs
  }

  /// True if discs look alike whatever their items are.
  private var isUniform: Bool {
    donut == nil && classes == nil && shape != .balloon
      && [radius, opacity, blur, strokeWidth, strokeOpacity].allSatisfy(\.isConstant) && color.isConstant
      && strokeColor.isConstant && translate.isConstant && translateAnchor.isConstant
  }

  /// The look of an item's disc, and its way from its anchor; `nil` where nothing of it would be seen.
  private func look(
    of item: PointItem, _ least: Double, _ scale: ClassScale?, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> (look: CircleAppearance, shift: Point)? {
    // Canvases of pixels draw radii of 40,000 pixels; pictures of many pixels a point are the smaller for it.
    let largest = min(CircleLayer.largestRadius, 39_996 / drawing.frame.viewport.scale)
    let context = drawing.context(for: item.feature)
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
      ? Color.transparent : (own?.color ?? drawing.value(color, in: context)).multiplyingAlpha(by: opacity)
    let stroke = drawing.value(strokeColor, in: context)
      .multiplyingAlpha(by: drawing.value(strokeOpacity, in: context))
    let blur = drawing.value(self.blur, in: context)
    guard radius + strokeWidth > 0,
      ring != nil ? opacity > 0 : fill.alpha > 0 || (stroke.alpha > 0 && strokeWidth > 0)
    else { return nil }
    let circle = Circle(
      center: .zero, radius: radius, fill: fill, strokeWidth: strokeWidth, stroke: stroke, blur: max(0, blur))
    guard ring == nil else { return (CircleAppearance(circle, ring: ring), shift) }
    let rise = rise(ofReach: radius + strokeWidth, radius: radius)
    let isCount = shape == .balloon && item.feature.property("point_count") != nil
    let sign = shape == .balloon ? sign(of: item) ?? (isCount ? nil : self.sign) : self.sign
    return (CircleAppearance(circle, shape: shape, rise: rise, sign: sign), shift)
  }

  private func sign(of item: PointItem) -> String? {
    if case .string(let name)? = item.feature.property("marker-symbol") { name } else { nil }
  }

  /// So many discs may be in view before they are thinned.
  private static let crowd = 1_000.0

  /// Makes many discs smaller and translucent, their rings thinner: a thousand cover as much of the picture as all of them
  /// then do, down to a size and an opacity at which each is still seen.
  private func thin(_ discs: inout [Disc], in picture: Rectangle) {
    let count = Double(discs.count { picture.contains($0.center) })
    guard count > CircleLayer.crowd else { return }
    let factor = (CircleLayer.crowd / count).squareRoot()
    var (before, thin): (CircleAppearance?, CircleAppearance?)
    for index in discs.indices where discs[index].ring == nil {
      let look = discs[index].look
      if look !== before {
        var circle = look.circle
        // Half a pixel of it fades.
        circle.radius = min(circle.radius, max(1.6, circle.radius * factor))
        circle.strokeWidth *= max(0, 2 * factor - 1)
        circle.fill = circle.fill.multiplyingAlpha(by: max(0.3, factor.squareRoot()))
        (before, thin) = (
          look,
          CircleAppearance(
            circle, shape: look.shape, rise: look.rise, sign: look.sign, lyingBefore: look.camera)
        )
      }
      if let thin { discs[index].look = thin }
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
