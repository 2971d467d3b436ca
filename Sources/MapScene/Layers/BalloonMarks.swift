import CMath
import Drawing

/// A map pin: a drop that stands with its tip on the point, with a sign in its head.
struct BalloonMarks {
  /// The distance of the tip from the middle of the head, in radii.
  static let reach = 2.15

  let circle: Circle
  /// The name of the sign; none is drawn for a name that is not known.
  let sign: String?
  let subject: Subject?

  /// The drop with its edge, and the sign in the color that stands out on it.
  var marks: [Mark] {
    let outline = outline
    var marks: [Mark] = []
    if circle.strokeWidth > 0 {
      marks.append(
        Mark(.stroke(Stroke(outline, .color(circle.stroke), width: 2 * circle.strokeWidth, join: .round))))
    }
    marks.append(Mark(.fill(Fill(outline, .color(circle.fill))), subject: subject))
    if let sign, let path = path(of: sign) {
      let isLight = circle.fill.contrast(to: .black) > 3 * circle.fill.contrast(to: .white)
      let ink = isLight ? Color(red: 0.1, green: 0.1, blue: 0.1) : .white
      marks.append(Mark(.fill(Fill(path, .color(ink)))))
    }
    return marks
  }

  /// The head's arc from one tangent through the tip to the other, clockwise over the top, and back to the tip.
  private var outline: Path {
    let half = acos(1 / BalloonMarks.reach)
    let (start, step) = (Double.pi / 2 + half, (2 * Double.pi - 2 * half) / 4)
    let bow = 4 / 3 * tan(step / 4) * circle.radius
    func place(_ angle: Double) -> Point {
      circle.center + Point(x: circle.radius * cos(angle), y: circle.radius * sin(angle))
    }
    func way(_ angle: Double) -> Point { Point(x: -bow * sin(angle), y: bow * cos(angle)) }
    var path = Path()
    path.move(to: circle.center + Point(x: 0, y: BalloonMarks.reach * circle.radius))
    path.line(to: place(start))
    for number in 0..<4 {
      let (from, to) = (start + Double(number) * step, start + Double(number + 1) * step)
      path.curve(place(from) + way(from), place(to) - way(to), to: place(to))
    }
    path.close()
    return path
  }

  /// The outlines of signs within -1...1, each step two numbers for a line or six for a curve.
  private static let outlines: [String: [[Double]]] = [
    "circle": [
      [0, -0.8], [0.44, -0.8, 0.8, -0.44, 0.8, 0], [0.8, 0.44, 0.44, 0.8, 0, 0.8],
      [-0.44, 0.8, -0.8, 0.44, -0.8, 0], [-0.8, -0.44, -0.44, -0.8, 0, -0.8],
    ],
    "square": [[-0.72, -0.72], [0.72, -0.72], [0.72, 0.72], [-0.72, 0.72]],
    "triangle": [[0, -0.95], [0.95, 0.75], [-0.95, 0.75]],
    "diamond": [[0, -1], [0.85, 0], [0, 1], [-0.85, 0]],
    "star": [
      [0, -1], [0.25, -0.34], [0.95, -0.31], [0.4, 0.13], [0.59, 0.81], [0, 0.42], [-0.59, 0.81],
      [-0.4, 0.13],
      [-0.95, -0.31], [-0.25, -0.34],
    ],
    "cross": [
      [-0.55, -0.9], [0, -0.35], [0.55, -0.9], [0.9, -0.55], [0.35, 0], [0.9, 0.55], [0.55, 0.9], [0, 0.35],
      [-0.55, 0.9], [-0.9, 0.55], [-0.35, 0], [-0.9, -0.55],
    ],
    "plus": [
      [-0.3, -0.95], [0.3, -0.95], [0.3, -0.3], [0.95, -0.3], [0.95, 0.3], [0.3, 0.3], [0.3, 0.95],
      [-0.3, 0.95],
      [-0.3, 0.3], [-0.95, 0.3], [-0.95, -0.3], [-0.3, -0.3],
    ],
    "heart": [
      [0, 0.9], [-0.5, 0.5, -1, 0.1, -1, -0.35], [-1, -0.95, -0.25, -1, 0, -0.45],
      [0.25, -1, 1, -0.95, 1, -0.35],
      [1, 0.1, 0.5, 0.5, 0, 0.9],
    ],
    "home": [
      [0, -0.95], [1, -0.05], [0.7, -0.05], [0.7, 0.85], [0.2, 0.85], [0.2, 0.3], [-0.2, 0.3], [-0.2, 0.85],
      [-0.7, 0.85], [-0.7, -0.05], [-1, -0.05],
    ],
    "flag": [[-0.65, -0.95], [0.85, -0.45], [-0.35, 0.05], [-0.35, 0.95], [-0.65, 0.95]],
    "bolt": [[0.25, -1], [-0.65, 0.2], [-0.05, 0.2], [-0.25, 1], [0.65, -0.25], [0.05, -0.25]],
    "drop": [
      [0, -1], [0.25, -0.5, 0.7, -0.1, 0.7, 0.3], [0.7, 0.7, 0.4, 0.95, 0, 0.95],
      [-0.4, 0.95, -0.7, 0.7, -0.7, 0.3],
      [-0.7, -0.1, -0.25, -0.5, 0, -1],
    ],
  ]

  private func path(of sign: String) -> Path? {
    guard let steps = BalloonMarks.outlines[sign] else { return nil }
    var path = Path()
    for (number, step) in steps.enumerated() {
      let places = stride(from: 0, to: step.count, by: 2).map { index in
        circle.center
          + Point(x: 0.58 * circle.radius * step[index], y: 0.58 * circle.radius * step[index + 1])
      }
      if number == 0 {
        path.move(to: places[0])
      } else if places.count == 3 {
        path.curve(places[0], places[1], to: places[2])
      } else {
        path.line(to: places[0])
      }
    }
    path.close()
    return path
  }
}
