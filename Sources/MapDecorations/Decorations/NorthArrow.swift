import Drawing
import MapSettings

extension DecorationPiece {
  /// The radius of the circle that the arrow turns in, in points.
  private static let radius = 16.0

  /// An arrow that points north, one half of it filled: its middle stays where it is at every bearing.
  ///
  /// - Parameter bearing: the compass direction that is up, in degrees.
  static func northArrow(
    _ settings: OutputSettings.Decoration, bearing: Double, isDark: Bool
  ) -> DecorationPiece {
    let look = DecorationLook(settings, isDark: isDark, size: 11, isPlated: false)
    let side = 2 * radius + (look.plate.alpha > 0 ? 12.0 : 4)
    let box = Box(Size(width: side, height: side)) { place in
      let middle = place.center
      func point(_ x: Double, _ y: Double) -> Point {
        (middle + Point(x: x, y: y) * radius).rotated(by: -bearing, about: middle)
      }
      let (tip, left, tail, right) = (point(0, -1), point(-0.55, 0.85), point(0, 0.5), point(0.55, 0.85))
      let (outline, half) = (Path(ring: [tip, right, tail, left]), Path(ring: [tip, tail, left]))
      let halo: [Mark] = [
        .stroke(outline, look.halo, width: 4.5, join: .round), .fill(outline, look.halo),
      ]
      return (look.halo.alpha > 0 ? halo : []) + [
        .fill(half, look.color), .stroke(outline, look.color, width: 1.5, join: .round),
      ]
    }
    return DecorationPiece(
      "north arrow", box, settings, plate: look.plate,
      corners: [.topRight, .topLeft, .bottomRight, .bottomLeft])
  }
}
