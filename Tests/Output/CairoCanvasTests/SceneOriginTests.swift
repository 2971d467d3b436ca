import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `A scene that begins elsewhere` {
  /// Discs, by the thousand or few, a line, an area and an image.
  private func layers(crowd: Bool) -> [SceneLayer] {
    let orange = Color(red: 0.8, green: 0.3, blue: 0.1)
    var marks = (0..<(crowd ? 1_200 : 12)).map { index in
      let (x, y) = (Double(index * 37 % 211) / 2, Double(index * 53 % 173) / 2)
      return DrawItem(.disc(x, y, 3 + Double(index % 4), orange, width: 1, stroke: .white))
    }
    var path = Pictures.line((-5, 3), (105, 90), (30, 70))
    marks.append(DrawItem(.line(path, Color(red: 0, green: 0, blue: 1, alpha: 0.5), width: 3)))
    path.close()
    marks.append(DrawItem(.area(path, Color(red: 0, green: 0.5, blue: 0, alpha: 0.4))))
    return [
      SceneLayer(id: "a", opacity: 0.7, marks: marks), SceneLayer(id: "b", marks: Array(marks.prefix(5))),
    ]
  }

  @Test(arguments: [(1.0, false), (2, false), (2, true), (6, true)])
  func `shows the same part of its plane as a larger one does`(scale: Double, crowd: Bool) throws {
    let whole = Scene(
      size: Size(width: 100, height: 80), scale: scale, background: .white, layers: layers(crowd: crowd))
    let part = Scene(
      size: Size(width: 60, height: 50), scale: scale, background: .white, layers: layers(crowd: crowd),
      origin: Point(x: 20, y: 10))
    let (large, small) = (try CairoCanvas.bitmap(of: whole), try CairoCanvas.bitmap(of: part))
    #expect((small.width, small.height) == (Int(60 * scale), Int(50 * scale)))
    var worst = 0
    for y in 0..<small.height {
      for x in 0..<(small.width * 4) {
        let other = large.pixels[((y + Int(10 * scale)) * large.width + Int(20 * scale)) * 4 + x]
        worst = max(worst, abs(Int(small.pixels[y * small.width * 4 + x]) - Int(other)))
      }
    }
    // Rounding of sums differs by a step at most.
    #expect(worst <= 1)
  }

  @Test func `shows what lies above and left of zero, also within another picture`() throws {
    let scene = Scene(
      size: Size(width: 40, height: 30), background: .white,
      layers: [
        SceneLayer(id: "a", marks: [DrawItem(.area(Pictures.rectangle(-20, -10, 20, 10), Pictures.red))])
      ],
      origin: Point(x: -20, y: -10))
    func reds(_ bitmap: Bitmap, _ places: [(Int, Int)]) -> [Bool] {
      places.map { bitmap[$0.0, $0.1] == (255, 0, 0, 255) }
    }
    let alone = try CairoCanvas.bitmap(of: scene)
    expect(reds(alone, [(0, 0), (19, 9), (20, 9), (19, 10)]), equals: [true, true, false, false])
    let framed = try CairoCanvas.bitmap(
      of: Scene(
        size: Size(width: 60, height: 60), background: .white,
        insets: [Inset(scene, at: Point(x: 7, y: 9))]))
    expect(reds(framed, [(7, 9), (26, 18), (6, 9), (27, 18)]), equals: [true, true, false, false])
  }
}
