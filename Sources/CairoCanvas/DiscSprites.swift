import CCairo
import Drawing

/// Ready-made pictures of discs that occur by the thousand.
///
/// Where a layer has at least ``crowd`` circles, its small ones are moved by at most an eighth of a pixel, to quarters of a
/// pixel, so that equal ones in equal places between pixels are drawn once and laid down many times (100,000 circles of
/// radius 4: 50 ms instead of 390). Layers with fewer, larger circles and rarer kinds are drawn exactly where they are.
/// Either way depends on nothing but the layer.
final class DiscSprites {
  /// Circles in a layer from which on it is worth it.
  static let crowd = 1_000
  /// In pixels, with the ring.
  static let largestRadius = 16.0
  /// Places between two pixels.
  private static let phases = 4.0
  /// Kinds of circles remembered, the first that come.
  private static let mostKinds = 16

  /// All that makes two discs look the same, but for whole pixels.
  struct Kind: Hashable {
    let radius: Double
    let ring: Double
    let fill: Color
    let stroke: Color
    let blur: Double
  }

  private struct Key: Hashable {
    let kind: Int
    let phase: Point
  }

  private var kinds: [Kind: Int] = [:]
  private var sprites: [Key: OpaquePointer] = [:]

  deinit {
    for sprite in sprites.values { cairo_surface_destroy(sprite) }
  }

  /// Lays down a disc.
  ///
  /// - Parameters:
  ///   - center: in pixels of the device.
  ///   - whole: its radius with the ring, in pixels.
  ///   - draw: draws it onto a context whose unit is a pixel, its middle at the origin.
  /// - Returns: `false`, with nothing drawn, where it is none of those remembered.
  func lay(
    _ kind: Kind, at center: Point, whole: Double, on context: OpaquePointer,
    draw: (OpaquePointer) throws(CanvasError) -> Void
  ) throws(CanvasError) -> Bool {
    guard whole <= Self.largestRadius else { return false }
    guard let number = kinds[kind] ?? (kinds.count < Self.mostKinds ? kinds.count : nil) else { return false }
    kinds[kind] = number
    let reach = whole.rounded(.up) + 2
    let snapped = Point(
      x: (center.x * Self.phases).rounded() / Self.phases, y: (center.y * Self.phases).rounded() / Self.phases
    )
    let corner = Point(x: snapped.x.rounded(.down), y: snapped.y.rounded(.down))
    let key = Key(kind: number, phase: snapped - corner)
    let sprite: OpaquePointer
    if let known = sprites[key] {
      sprite = known
    } else {
      sprite = try make(side: 2 * reach + 1, middle: Point(x: reach, y: reach) + key.phase, draw)
      sprites[key] = sprite
    }
    cairo_set_source_surface(context, sprite, corner.x - reach, corner.y - reach)
    cairo_paint(context)
    return true
  }

  private func make(
    side: Double, middle: Point, _ draw: (OpaquePointer) throws(CanvasError) -> Void
  ) throws(CanvasError) -> OpaquePointer {
    // At most 37 pixels a side.
    let pixels = Int(exactly: side) ?? 37
    let surface = try CairoSurface.pixels(CAIRO_FORMAT_ARGB32, width: pixels, height: pixels)
    try surface.draw("making a disc") { context throws(CanvasError) in
      cairo_translate(context, middle.x, middle.y)
      cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
      cairo_set_tolerance(context, ScenePainter.tolerance)
      try draw(context)
    }
    guard let kept = cairo_surface_reference(surface.handle) else {
      throw .outOfMemory(step: "making a disc")
    }
    return kept
  }
}
