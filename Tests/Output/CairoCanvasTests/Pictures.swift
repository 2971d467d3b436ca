import CairoCanvas
import Drawing

/// Short ways to write a small scene.
enum Pictures {
  static func scene(
    _ shapes: Shape..., size: Double = 40, scale: Double = 1, background: Color? = .white, opacity: Double = 1
  ) -> Scene {
    Scene(
      size: Size(width: size, height: size), scale: scale, background: background,
      layers: [SceneLayer(id: "marks", opacity: opacity, marks: shapes.map { DrawItem($0) })])
  }

  /// The pixels of such a scene.
  static func drawn(
    _ shapes: Shape..., size: Double = 40, scale: Double = 1, background: Color? = .white, opacity: Double = 1
  ) throws -> Bitmap {
    var scene = scene(size: size, scale: scale, background: background, opacity: opacity)
    scene.layers[0].marks = shapes.map { DrawItem($0) }
    return try CairoCanvas.bitmap(of: scene)
  }

  static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
    var path = Path()
    path.add(Rectangle(x: x, y: y, width: width, height: height))
    return path
  }

  static func line(_ points: (Double, Double)...) -> Path {
    path(points.map { Point(x: $0.0, y: $0.1) })
  }

  static func path(_ points: [Point], isClosed: Bool = false) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() { index == 0 ? path.move(to: point) : path.line(to: point) }
    if isClosed { path.close() }
    return path
  }

  static let red = Color(red: 1, green: 0, blue: 0)
  static let blue = Color(red: 0, green: 0, blue: 1)

  /// A label in its place, its block's middle at a point.
  static func label(
    _ text: String, at middle: Point, size: Double = 12, halo: TextRun.Halo? = nil, opacity: Double = 1,
    rotation: Double = 0, _ shaper: PangoTextShaper
  ) throws -> TextRun {
    let font = Font(names: ["DejaVu Sans Bold"], size: size)
    let shaped = try shaper.shape(
      TextRequest(sections: [.init(text: text, font: font)], lineHeight: size * 1.2))
    let ink = shaped.inkBox
    let corner = Point(x: middle.x - ink.center.x, y: middle.y - ink.center.y)
    return TextRun(
      fragments: shaped.fragments.map {
        TextRun.Fragment(
          text: $0.text, font: font, color: .black, origin: $0.origin + corner, advance: $0.advance,
          outline: $0.outline, images: $0.images)
      }, halo: halo, rotation: rotation, pivot: middle, opacity: opacity)
  }
}

extension Shape {
  static func disc(
    _ x: Double, _ y: Double, _ radius: Double, _ fill: Color = .black, width: Double = 0,
    stroke: Color = .transparent, blur: Double = 0
  ) -> Shape {
    .circle(
      Circle(
        center: Point(x: x, y: y), radius: radius, fill: fill, strokeWidth: width, stroke: stroke, blur: blur)
    )
  }

  static func area(_ path: Path, _ color: Color = .black) -> Shape { .fill(Fill(path, .color(color))) }

  static func line(_ path: Path, _ color: Color = .black, width: Double) -> Shape {
    .stroke(Stroke(path, .color(color), width: width))
  }
}

extension Bitmap {
  /// The greatest difference of a channel of a pixel.
  func distance(to other: Bitmap) -> Int {
    zip(pixels, other.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// Sum of what is missing from white in the red channel, in whole pixels: the area of black ink.
  var ink: Double {
    var sum = 0.0
    for y in 0..<height { for x in 0..<width { sum += Double(255 - self[x, y].red) } }
    return sum / 255
  }

  /// The middle of all ink.
  var inkCenter: Point {
    var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
    for y in 0..<height {
      for x in 0..<width {
        let dark = Double(255 - self[x, y].red)
        sum += dark
        sumX += dark * (Double(x) + 0.5)
        sumY += dark * (Double(y) + 0.5)
      }
    }
    return Point(x: sumX / sum, y: sumY / sum)
  }
}
