import CCairo
import Drawing

/// Ready-made pictures of discs that occur by the thousand.
///
/// Where a layer has at least ``crowd`` circles, its small ones are moved by at most an eighth of a pixel, to quarters of a
/// pixel, so that equal ones in equal positions between pixels are drawn once and laid down many times (100,000 circles of
/// radius 4: 50 ms instead of 390). The first kinds of circles are remembered from the start, others where one comes to a
/// position between pixels for the second time. Layers with fewer circles, large ones and those that nothing is remembered
/// of are drawn exactly where they are. All this depends on nothing but the layer.
final class DiscSprites {
  static let crowd = 1_000
  /// In pixels, with the ring.
  static let largestRadius = 16.0
  /// Positions between two pixels.
  private static let phases = 4.0
  /// Kinds of circles remembered from the start, the first that come.
  private static let usualKinds = 16
  private static let mostBytes = 64_000_000

  private var kinds: [Disc: Int] = [:]
  private var last: (kind: Disc, number: Int)?
  private var sprites: [Int: KeptSurface] = [:]
  private var met: Set<Int> = []
  private var bytes = 0

  /// The ready-made picture of a disc, and the position of its upper left corner; `nil` where the disc is to be drawn
  /// by itself.
  ///
  /// `kind` is all that makes two discs look the same but for whole pixels; the center and the radius with the ring
  /// are in pixels of the device. `draw` draws it onto a context whose unit is a pixel, its middle at the origin.
  func sprite(
    of kind: Disc, at center: Point, whole: Double, draw: (OpaquePointer) throws(CanvasError) -> Void
  ) throws(CanvasError) -> (picture: OpaquePointer, corner: Point)? {
    guard whole <= Self.largestRadius else { return nil }
    let number = number(of: kind)
    let reach = whole.rounded(.up) + 2
    let snapped = Point(
      x: (center.x * Self.phases).rounded() / Self.phases, y: (center.y * Self.phases).rounded() / Self.phases
    )
    let corner = Point(x: snapped.x.rounded(.down), y: snapped.y.rounded(.down))
    let phase = snapped - corner
    let phases = Int(Self.phases)
    let key = (number * phases + Int(phase.y * Self.phases)) * phases + Int(phase.x * Self.phases)
    let sprite: KeptSurface
    if let known = sprites[key] {
      sprite = known
    } else {
      // At most 37 pixels a side.
      let side = Int(exactly: 2 * reach + 1) ?? 37
      guard number < Self.usualKinds || !met.insert(key).inserted, bytes + side * side * 4 <= Self.mostBytes
      else { return nil }
      bytes += side * side * 4
      sprite = try make(side: side, middle: Point(x: reach, y: reach) + phase, draw)
      sprites[key] = sprite
    }
    return (sprite.surface.handle, corner - Point(x: reach, y: reach))
  }

  private func number(of kind: Disc) -> Int {
    if let last, last.kind == kind { return last.number }
    let number = kinds[kind] ?? kinds.count
    kinds[kind] = number
    last = (kind, number)
    return number
  }

  private func make(
    side: Int, middle: Point, _ draw: (OpaquePointer) throws(CanvasError) -> Void
  ) throws(CanvasError) -> KeptSurface {
    let surface = try CairoSurface.pixels(CAIRO_FORMAT_ARGB32, width: side, height: side)
    try surface.draw("making a disc") { context throws(CanvasError) in
      cairo_translate(context, middle.x, middle.y)
      cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
      cairo_set_tolerance(context, ScenePainter.tolerance)
      try draw(context)
    }
    return KeptSurface(surface)
  }
}
