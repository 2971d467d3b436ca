import CCairo
import Drawing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ScenePainter {
  /// Draws a disc and the ring around it; where they meet, their shares of a pixel add up to one.
  ///
  /// In pixels our own rasterizer draws them in one go, at half the cost of two fills and less; documents get arcs.
  func paint(_ circle: Circle) throws(CanvasError) {
    try requireFinite(circle.center.x + circle.center.y, "circle-center")
    try requireFinite(circle.radius + circle.strokeWidth + circle.blur, "circle size")
    try requireFinite(circle.fill, "circle color")
    try requireFinite(circle.stroke, "circle-stroke color")
    let ring = circle.stroke.alpha > 0 ? max(0, circle.strokeWidth) : 0
    let radius = max(0, circle.radius) + ring
    guard radius > 0, circle.fill.alpha > 0 || ring > 0 else { return }
    let box = Rectangle(x: circle.center.x, y: circle.center.y, width: 0, height: 0).expanded(by: radius)
    guard box.intersects(picture) else { return }
    try require(radius, within: Self.largestRadius, "circle radius")

    let disc = Disc(circle, ring: ring)
    if isRaster, radius * scale <= DiscPainter.largestRadius,
      let target = cairo_get_group_target(context), let pixels = SurfacePixels(target)
    {
      var (left, top) = (0.0, 0.0)
      cairo_surface_get_device_offset(target, &left, &top)
      let offset = Point(x: left, y: top)
      let isLaid = sprites?.paint(disc, scale: scale, offset: offset, in: pixels, made: discs) ?? false
      if !isLaid { discs.paint(disc, scale: scale, offset: offset, in: pixels) }
      cairo_surface_mark_dirty(target)
    } else if circle.blur > 0 {
      try paintBlurred(disc)
    } else {
      paintSharp(disc)
    }
  }

  private func arc(_ center: Point, _ radius: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, center.x, center.y, radius, 0, 2 * Double.pi)
    cairo_close_path(context)
  }

  private func paintSharp(_ disc: Disc) {
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    let hasDisc = disc.radius > 0 && disc.fill.alpha > 0
    if disc.ring > 0 {
      cairo_new_path(context)
      arc(disc.center, disc.radius + disc.ring)
      // Beneath an opaque disc the ring goes on, so that nothing shines through between the two.
      if disc.radius > 0, !(hasDisc && disc.fill.alpha >= 1) { arc(disc.center, disc.radius) }
      setSource(disc.stroke)
      cairo_fill(context)
    }
    if hasDisc {
      cairo_new_path(context)
      arc(disc.center, disc.radius)
      setSource(disc.fill)
      cairo_fill(context)
    }
  }

  /// A radial gradient with enough steps that none is seen.
  private func paintBlurred(_ disc: Disc) throws(CanvasError) {
    let radius = disc.radius + disc.ring
    let pattern = cairo_pattern_create_radial(
      disc.center.x, disc.center.y, 0, disc.center.x, disc.center.y, radius)
    defer { cairo_pattern_destroy(pattern) }
    for step in 0...64 {
      let place = Double(step) / 64
      let color = disc.color(at: place, edge: 0)
      cairo_pattern_add_color_stop_rgba(pattern, place, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(context, pattern)
    cairo_new_path(context)
    arc(disc.center, radius)
    cairo_fill(context)
  }
}

/// A circle whose numbers have been checked.
struct Disc {
  let center: Point
  let radius: Double
  let fill: Color
  /// Width of the ring, 0 where it would not be seen.
  let ring: Double
  let stroke: Color
  /// Share of the outer radius over which the edge fades.
  let blur: Double

  init(_ circle: Circle, ring: Double) {
    center = circle.center
    radius = max(0, circle.radius)
    fill = circle.fill.clamped
    self.ring = ring
    stroke = circle.stroke.clamped
    blur = max(0, circle.blur)
  }

  /// The color at a share of the outer radius, as MapLibre's shader has it: the edge fades, and disc and ring
  /// pass into each other, over the blur's width or at least over `edge`.
  func color(at place: Double, edge: Double) -> Color {
    let width = max(blur, edge, 1e-9)
    let opacity = smooth((1 - place) / width)
    let share = ring > 0 ? smooth((place - radius / (radius + ring) + width) / width) : 0
    let alpha = fill.alpha * (1 - share) + stroke.alpha * share
    guard alpha > 0 else { return .transparent }
    func mix(_ a: Double, _ b: Double) -> Double {
      (a * fill.alpha * (1 - share) + b * stroke.alpha * share) / alpha
    }
    return Color(
      red: mix(fill.red, stroke.red), green: mix(fill.green, stroke.green), blue: mix(fill.blue, stroke.blue),
      alpha: alpha * opacity)
  }
}

/// Hermite's curve from 0 to 1, flat at both ends.
private func smooth(_ value: Double) -> Double {
  let t = min(1, max(0, value))
  return t * t * (3 - 2 * t)
}

extension Color {
  /// Every channel within `0...1`.
  var clamped: Color {
    func clamp(_ value: Double) -> Double { min(1, max(0, value)) }
    return Color(red: clamp(red), green: clamp(green), blue: clamp(blue), alpha: clamp(alpha))
  }
}
