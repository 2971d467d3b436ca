import CCairo
import Drawing

extension ScenePainter {
  /// Draws a disc and the ring around it, as two fills: measured, they cost two thirds of a fill and a stroke.
  func paint(_ circle: Circle) throws(CanvasError) {
    try requireFinite(circle.center.x + circle.center.y, "circle-center")
    try requireFinite(circle.radius + circle.strokeWidth + circle.blur, "circle size")
    try requireFinite(circle.fill, "circle color")
    try requireFinite(circle.stroke, "circle-stroke color")
    let ring = circle.stroke.alpha > 0 ? max(0, circle.strokeWidth) : 0
    let radius = max(0, circle.radius) + ring
    guard radius > 0, circle.fill.alpha > 0 || ring > 0 else { return }
    let box = Rectangle(x: circle.center.x, y: circle.center.y, width: 0, height: 0).expanded(by: radius)
    // Which discs of a crowd are remembered does not depend on the band.
    guard box.intersects(sprites == nil ? picture : plane) else { return }
    try require(radius, within: Self.largestRadius, "circle radius")

    let disc = Disc(circle, ring: ring, fade: isRaster && circle.blur <= 0 ? 0.5 / scale : 0)
    // A remembered disc is moved by up to an eighth of a pixel.
    let isVisible = box.expanded(by: 1 / scale).intersects(picture)
    if let sprites, try laySprite(disc, sprites, isVisible: isVisible) || !isVisible { return }
    let pen = DiscPen(context: context, disc: disc)
    if !isClippedBetweenPixels, let area = pixels?.area(clip: clip),
      pen.cover(area, at: disc.center, scale: scale)
    {
      return
    }
    pen.draw(at: disc.center, scale: 1)
  }

  private func laySprite(_ disc: Disc, _ sprites: DiscSprites, isVisible: Bool) throws(CanvasError) -> Bool {
    var kind = disc
    kind.center = .zero
    let center = Point(x: disc.center.x * scale, y: disc.center.y * scale)
    let reach = (disc.radius + disc.ring) * scale
    let scale = scale
    let made = try sprites.sprite(of: kind, at: center, whole: reach) { sprite in
      let pen = DiscPen(context: sprite, disc: disc)
      if let area = PixelPainter(sprite, scale: 1).area(clip: nil), pen.cover(area, at: .zero, scale: scale) {
        return
      }
      pen.draw(at: .zero, scale: scale)
    }
    guard let (picture, corner) = made else { return false }
    // Of one that does not show it is only remembered that it came.
    if isVisible { lay(picture, at: corner) }
    return true
  }
}

private struct DiscPen {
  let context: OpaquePointer
  let disc: Disc

  func draw(at center: Point, scale: Double) {
    let (inner, outer) = (disc.radius * scale, (disc.radius + disc.ring) * scale)
    if disc.blur > 0 {
      paintBlurred(center, outer)
    } else {
      paintSharp(center, inner, outer)
    }
  }

  /// Covers pixels with a sharp disc, `scale` pixels per unit; `false` where Cairo has to draw it.
  func cover(_ area: PixelPainter.Area, at center: Point, scale: Double) -> Bool {
    guard disc.blur == 0, disc.radius > 0 else { return false }
    let (inner, outer) = (disc.radius * scale, (disc.radius + disc.ring) * scale)
    if disc.ring > 0, disc.fill.alpha < 1 {
      return area.lay(disc: center, radius: inner, disc.fill, ring: outer, disc.stroke)
    }
    area.limit(toDisc: center, radius: outer)
    // Beneath an opaque disc the ring goes on, so that nothing shines through between the two.
    if disc.ring > 0 {
      area.addDisc(center, radius: outer)
      area.lay(disc.stroke, .winding)
    }
    area.addDisc(center, radius: inner)
    area.lay(disc.fill, .winding)
    return true
  }

  private func arc(_ center: Point, _ radius: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, center.x, center.y, radius, 0, 2 * Double.pi)
    cairo_close_path(context)
  }

  private func paintSharp(_ center: Point, _ inner: Double, _ outer: Double) {
    let hasDisc = inner > 0 && disc.fill.alpha > 0
    let isOpaque = hasDisc && disc.fill.alpha >= 1
    // Disc and ring share the pixels between them: where either shines through, the shares are added on a sheet of their
    // own, or the seam would show.
    let needsSheet = hasDisc && outer > inner && !isOpaque
    if needsSheet {
      cairo_save(context)
      cairo_rectangle(context, center.x - outer - 1, center.y - outer - 1, 2 * outer + 2, 2 * outer + 2)
      cairo_clip(context)
      cairo_push_group(context)
      cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
      cairo_set_operator(context, CAIRO_OPERATOR_ADD)
    }
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    if outer > inner {
      cairo_new_path(context)
      arc(center, outer)
      // Beneath an opaque disc the ring goes on, so that nothing shines through between the two.
      if inner > 0, !isOpaque { arc(center, inner) }
      disc.stroke.setSource(on: context)
      cairo_fill(context)
    }
    if hasDisc {
      cairo_new_path(context)
      arc(center, inner)
      disc.fill.setSource(on: context)
      cairo_fill(context)
    }
    if needsSheet {
      cairo_pop_group_to_source(context)
      cairo_paint(context)
      cairo_restore(context)
    }
  }

  private func paintBlurred(_ center: Point, _ radius: Double) {
    guard let pattern = cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius) else {
      return
    }
    defer { cairo_pattern_destroy(pattern) }
    for step in 0...64 {
      let distance = Double(step) / 64
      let color = disc.color(at: distance)
      cairo_pattern_add_color_stop_rgba(pattern, distance, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(context, pattern)
    cairo_new_path(context)
    arc(center, radius)
    cairo_fill(context)
  }
}

struct Disc: Hashable {
  var center: Point
  let radius: Double
  let fill: Color
  let ring: Double
  let stroke: Color
  /// Share of the outer radius over which the edge fades.
  let blur: Double

  /// - Parameter fade: how far within their radii a disc and its ring end. On pixels it is half a pixel, so that
  ///   coverage falls to nothing at the radius, as in MapLibre's shader.
  init(_ circle: Circle, ring: Double, fade: Double) {
    center = circle.center
    let outer = max(0, circle.radius) + ring
    let fade = min(fade, outer / 2)
    radius = max(0, circle.radius - fade)
    fill = circle.fill.clamped
    self.ring = outer - fade - radius
    stroke = circle.stroke.clamped
    blur = max(0, circle.blur)
  }

  /// The color at a share of the outer radius, as MapLibre's shader has it: the edge fades, and disc and ring
  /// pass into each other, over the blur's width.
  func color(at distance: Double) -> Color {
    let width = max(blur, 1e-9)
    let share = ring > 0 ? smoothStep((distance - radius / (radius + ring) + width) / width) : 0
    let color = fill.blended(with: stroke, share: share) ?? .transparent
    return color.multiplyingAlpha(by: smoothStep((1 - distance) / width))
  }
}

extension Color {
  func setSource(on context: OpaquePointer) { cairo_set_source_rgba(context, red, green, blue, alpha) }

  var clamped: Color {
    func clamp(_ value: Double) -> Double { min(1, max(0, value)) }
    return Color(red: clamp(red), green: clamp(green), blue: clamp(blue), alpha: clamp(alpha))
  }
}
