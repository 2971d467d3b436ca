import CSystem
import Drawing
import MapContent

/// A map pin: a drop that stands with its tip on the point, with a sign in its head.
struct BalloonMarks {
  /// The distance of the tip from the middle of the head, in radii.
  static let reach = 2.15

  /// The head; one that is blurred casts a shadow on the ground.
  let circle: Circle
  /// The name of the sign; none is drawn for a name that is not known.
  let sign: String?
  let subject: MarkDescription?

  /// The drop with its edge, and the sign in the color that stands out on it.
  var marks: [DrawItem] {
    let outline = outline
    var marks = circle.blur > 0 ? shadow : []
    if circle.strokeWidth > 0 {
      marks.append(.stroke(outline, circle.stroke, width: 2 * circle.strokeWidth, join: .round))
    }
    marks.append(.fill(outline, circle.fill, subject: subject))
    let isLight = circle.fill.contrast(to: .black) > 3 * circle.fill.contrast(to: .white)
    let ink = isLight ? Color(red: 0.1, green: 0.1, blue: 0.1) : .white
    return marks + MarkSign.outline(sign ?? "").marks(at: circle.center, reach: 0.58 * circle.radius, ink)
  }

  /// Ellipses about the tip, one in the other, which are soft in every format.
  private var shadow: [DrawItem] {
    let tip = circle.center + Point(x: 0, y: BalloonMarks.reach * circle.radius)
    return [1, 0.75, 0.5, 0.3].map { share in
      let (across, down) = (0.85 * share * circle.radius, 0.32 * share * circle.radius)
      let points = (0..<24).map { step in
        let angle = Double(step) * .pi / 12
        return tip + Point(x: across * cos(angle), y: down * sin(angle))
      }
      return .fill(Path(rings: [points]), Color(red: 0, green: 0, blue: 0, alpha: 0.09))
    }
  }

  /// The head's arc from one tangent through the tip to the other, clockwise over the top, and back to the tip.
  private var outline: Path {
    let half = acos(1 / BalloonMarks.reach)
    let (start, step) = (Double.pi / 2 + half, (2 * Double.pi - 2 * half) / 4)
    let bow = 4 / 3 * tan(step / 4) * circle.radius
    func point(_ angle: Double) -> Point {
      circle.center + Point(x: circle.radius * cos(angle), y: circle.radius * sin(angle))
    }
    func way(_ angle: Double) -> Point { Point(x: -bow * sin(angle), y: bow * cos(angle)) }
    var path = Path()
    path.move(to: circle.center + Point(x: 0, y: BalloonMarks.reach * circle.radius))
    path.line(to: point(start))
    for number in 0..<4 {
      let (from, to) = (start + Double(number) * step, start + Double(number + 1) * step)
      path.curve(point(from) + way(from), point(to) - way(to), to: point(to))
    }
    path.close()
    return path
  }
}
