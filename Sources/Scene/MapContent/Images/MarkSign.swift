import BuiltIns
package import Drawing

/// The sign of markers, in the heads of pins, in the bubbles of icons and in legends.
package enum MarkSign: Hashable {
  /// A built-in sign by its name; one that is not known is not drawn.
  case outline(String)
  /// An image of the style's.
  case image(SpriteImage)

  /// The outlines of signs within -1...1, each step two numbers for a line or six for a curve.
  private static let outlines = Dictionary(
    uniqueKeysWithValues: BuiltInText.signs.text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return (String(words[0]), words.dropFirst().map { $0.split(separator: ",").map { Double($0) ?? 0 } })
    })

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
