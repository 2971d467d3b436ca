import Drawing
import MapSettings

/// An arrow that points north, one half of it filled.
struct NorthArrow {
  /// The compass direction that is up, in degrees.
  let bearing: Double

  /// The radius of the circle that the arrow turns in, in points.
  private static let radius = 16.0

  /// The arrow as a piece: its middle stays where it is at every bearing.
  func piece(_ settings: OutputSettings.Decoration, isDark: Bool) -> DecorationPiece {
    let look = DecorationLook(settings, isDark: isDark, size: 11, isPlated: false)
    let radius = NorthArrow.radius
    let side = 2 * radius + (look.plate.alpha > 0 ? 12.0 : 4)
    let (color, halo) = (look.color, look.halo)
    return DecorationPiece(
      name: "north arrow", size: Size(width: side, height: side),
      corners: settings.position.map { [$0] } ?? [.topRight, .topLeft, .bottomRight, .bottomLeft],
      yields: settings.position == nil, plate: look.plate,
      marks: { corner in
        let middle = corner + Point(x: side / 2, y: side / 2)
        func place(_ x: Double, _ y: Double) -> Point {
          (middle + Point(x: x * radius, y: y * radius)).rotated(by: -bearing, about: middle)
        }
        let (tip, left, tail, right) = (place(0, -1), place(-0.55, 0.85), place(0, 0.5), place(0.55, 0.85))
        var (outline, half) = (Path(), Path())
        outline.addRing([tip, right, tail, left])
        half.addRing([tip, tail, left])
        var marks: [Mark] = []
        if halo.alpha > 0 {
          marks.append(Mark(.stroke(Stroke(outline, .color(halo), width: 4.5, join: .round))))
          marks.append(Mark(.fill(Fill(outline, .color(halo)))))
        }
        marks.append(Mark(.fill(Fill(half, .color(color)))))
        marks.append(Mark(.stroke(Stroke(outline, .color(color), width: 1.5, join: .round))))
        return marks
      })
  }
}
