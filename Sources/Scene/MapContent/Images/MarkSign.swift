package import Drawing

/// The sign of markers, in the heads of pins, in the bubbles of icons and in legends.
package enum MarkSign: Hashable {
  /// A built-in sign by its name; one that is not known is not drawn.
  case outline(String)
  /// An image of the style's.
  case image(SpriteImage)

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

  /// The marks of the sign about a point.
  ///
  /// - Parameters:
  ///   - reach: half of the side of the square that holds it; images keep their size where they are smaller.
  ///   - ink: the color of a built-in sign.
  package func marks(at center: Point, reach: Double, _ ink: Color) -> [DrawItem] {
    let name: String
    switch self {
    case .outline(let sign): name = sign
    case .image(let image):
      let factor = min(1, 2 * reach / max(1, image.size.width, image.size.height))
      let (width, height) = (image.size.width * factor, image.size.height * factor)
      let box = Rectangle(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
      return [DrawItem(.image(ImageMark(bitmap: image.bitmap, rectangle: box)))]
    }
    guard let steps = MarkSign.outlines[name] else { return [] }
    var path = Path()
    for (number, step) in steps.enumerated() {
      let places = stride(from: 0, to: step.count, by: 2).map { index in
        center + Point(x: reach * step[index], y: reach * step[index + 1])
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
    return [.fill(path, ink)]
  }

  /// The color of letters and signs that stands out most on a color.
  package static func ink(on color: Color) -> Color {
    let dark = Color(red: 0.1, green: 0.08, blue: 0.05)
    return color.contrast(to: dark) >= color.contrast(to: .white) ? dark : .white
  }
}
