import CCairo
import Drawing

struct ScenePainter {
  /// Borrowed for the painter's life.
  let context: OpaquePointer
  /// Pixels per point.
  let scale: Double
  /// The shown part of the plane, in points: the whole picture, or a band of it.
  var picture: Rectangle
  /// The plane in points, of which other bands may show other parts.
  var plane: Rectangle
  let isRaster: Bool
  /// The plane's origin, in whole pixels of the device.
  var origin = Point.zero
  private(set) var layer = ""
  let images = ImageSurfaces()
  var shaper: PangoTextShaper?
  let pixels: PixelPainter?
  var clip: PixelPainter.Clip?
  /// True if Cairo cuts off what is drawn where no pixel ends.
  var isClippedBetweenPixels = false
  private(set) var sprites: DiscSprites?

  /// Beyond this many pixels Cairo's fixed point arithmetic overflows, with success reported: 100,000 is drawn right,
  /// 200,000 fills half the picture wrongly.
  static let farthest = 100_000.0
  /// The greatest distance of a curve's straight pieces from it, in pixels. Cairo's own 0.1 makes small discs 4 hundredths of a pixel too
  /// small all around.
  static let tolerance = 0.02
  /// Arcs of endless radius never return (CVE-2019-6462). What shows of a shape that reaches this far about a point in
  /// reach of the picture stays within ``farthest``; it is 10,000 points at the largest scale.
  static let largestRadius = 40_000.0

  /// `rows` are the rows of pixels that the context draws upon, all without them; `memory` is what painters leave for
  /// the next one.
  init(
    _ context: OpaquePointer, scene: Scene, scale: Double, isRaster: Bool, rows: Range<Int>? = nil,
    memory: CoverageMemory = CoverageMemory()
  ) {
    (self.context, self.scale, self.isRaster) = (context, scale, isRaster)
    let corner = ScenePainter.corner(scene.origin, scale: scale, isRaster: isRaster)
    plane = Rectangle(scene.size).offset(by: corner)
    picture = plane
    origin = Point(x: -corner.x * scale, y: -corner.y * scale)
    if let rows {
      origin.y -= Double(rows.lowerBound)
      picture = Rectangle(
        x: plane.x, y: plane.y + Double(rows.lowerBound) / scale, width: plane.width,
        height: Double(rows.count) / scale)
    }
    if origin != .zero { cairo_translate(context, origin.x, origin.y) }
    pixels = isRaster ? PixelPainter(context, scale: scale, memory: memory) : nil
    cairo_scale(context, scale, scale)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
    cairo_set_tolerance(context, Self.tolerance)
  }

  /// The upper left corner of a scene in a plane; of pixels on a whole one.
  static func corner(_ point: Point, scale: Double, isRaster: Bool) -> Point {
    func snapped(_ coordinate: Double) -> Double {
      isRaster ? (coordinate * scale).rounded() / scale : coordinate
    }
    return Point(x: snapped(point.x), y: snapped(point.y))
  }

  func paint(_ scene: Scene) throws(CanvasError) {
    if let background = scene.background {
      try requireFinite(background, "background")
      background.setSource(on: context)
      cairo_paint(context)
    }
    for layer in scene.layers {
      var painter = self
      painter.layer = layer.id
      painter.sprites = isRaster && isCrowd(layer) ? DiscSprites() : nil
      try painter.paint(layer)
    }
    try paint(scene.insets)
  }

  private func isCrowd(_ layer: SceneLayer) -> Bool {
    var circles = 0
    for mark in layer.marks {
      switch mark.shape {
      case .circle: circles += 1
      case .circles(let run): circles += run.centers.count
      default: break
      }
    }
    return circles >= DiscSprites.crowd
  }

  /// Draws a layer; what overlaps inside a translucent layer does not shine through.
  private func paint(_ layer: SceneLayer) throws(CanvasError) {
    try requireFinite(layer.opacity, "opacity")
    guard layer.opacity > 0, !layer.marks.isEmpty else { return }
    try asGroup(opacity: layer.opacity) { () throws(CanvasError) in
      for mark in layer.marks { try paint(mark.shape) }
    }
    try check(cairo_status(context), "drawing layer \(layer.id)")
  }

  private func paint(_ shape: Shape) throws(CanvasError) {
    switch shape {
    case .fill(let fill): try paint(fill)
    case .stroke(let stroke): try paint(stroke)
    case .circle(let circle): try paint(circle)
    case .circles(let run): for circle in run.circles { try paint(circle) }
    case .text(let run): try paint(run)
    case .image(let image): try paint(image)
    }
  }

  /// Draws as one sheet that is laid over the picture; directly where that comes to the same.
  func asGroup(opacity: Double, _ body: () throws(CanvasError) -> Void) throws(CanvasError) {
    guard opacity < 1 else { return try body() }
    cairo_push_group(context)
    do {
      cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
      try body()
    } catch {
      cairo_pattern_destroy(cairo_pop_group(context))
      throw error
    }
    cairo_pop_group_to_source(context)
    cairo_paint_with_alpha(context, opacity)
  }

  /// Lays down pixels of the plane, whose corner is a whole pixel of it.
  func lay(_ picture: OpaquePointer, at corner: Point) {
    let position = corner + origin
    if !isClippedBetweenPixels, pixels?.lay(picture, at: position, clip: clip) == true { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_identity_matrix(context)
    cairo_set_source_surface(context, picture, position.x, position.y)
    cairo_paint(context)
  }

  // MARK: Colors

  func setSource(_ paint: Paint) throws(CanvasError) -> Bool {
    switch paint {
    case .color(let color):
      try requireFinite(color, "color")
      guard color.alpha > 0 else { return false }
      color.setSource(on: context)
      return true
    case .pattern(let pattern): return try setSource(pattern)
    case .gradient(let gradient): return try setSource(gradient)
    }
  }

  // MARK: Checks

  func requireFinite(_ value: Double, _ what: String) throws(CanvasError) {
    if !value.isFinite { throw .notFinite(layer: layer, what: what) }
  }

  func requireFinite(_ color: Color, _ what: String) throws(CanvasError) {
    try requireFinite(color.red + color.green + color.blue + color.alpha, what)
  }

  /// A finite number within `-limit...limit` pixels.
  func require(_ value: Double, within limit: Double, _ what: String) throws(CanvasError) {
    try requireFinite(value, what)
    if abs(value) * scale > limit {
      throw .outOfRange(layer: layer, what: what, value: value * scale, limit: limit)
    }
  }
}
