import Drawing
import Testing

@testable import CairoCanvas

@Suite struct `A scene that begins elsewhere` {
  /// Discs, by the thousand or few, a line, an area and an image.
  private func layers(crowd: Bool) -> [SceneLayer] {
    var marks: [Mark] = []
    for index in 0..<(crowd ? 1_200 : 12) {
      let place = Point(x: Double(index * 37 % 211) / 2, y: Double(index * 53 % 173) / 2)
      marks.append(
        Mark(
          .circle(
            Circle(
              center: place, radius: 3 + Double(index % 4), fill: Color(red: 0.8, green: 0.3, blue: 0.1),
              strokeWidth: 1, stroke: .white))))
    }
    var path = Path()
    path.move(to: Point(x: -5, y: 3))
    path.line(to: Point(x: 105, y: 90))
    path.line(to: Point(x: 30, y: 70))
    marks.append(Mark(.stroke(Stroke(path, .color(Color(red: 0, green: 0, blue: 1, alpha: 0.5)), width: 3))))
    path.close()
    marks.append(Mark(.fill(Fill(path, .color(Color(red: 0, green: 0.5, blue: 0, alpha: 0.4))))))
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
    var box = Path()
    box.add(Rectangle(x: -20, y: -10, width: 20, height: 10))
    let red = Color(red: 1, green: 0, blue: 0)
    let scene = Scene(
      size: Size(width: 40, height: 30), background: .white,
      layers: [SceneLayer(id: "a", marks: [Mark(.fill(Fill(box, .color(red))))])],
      origin: Point(x: -20, y: -10))
    func isRed(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Bool {
      Array(bitmap.pixels[((y * bitmap.width + x) * 4)...].prefix(4)) == [255, 0, 0, 255]
    }
    let alone = try CairoCanvas.bitmap(of: scene)
    #expect(isRed(alone, 0, 0))
    #expect(isRed(alone, 19, 9))
    #expect(!isRed(alone, 20, 9))
    #expect(!isRed(alone, 19, 10))
    let framed = try CairoCanvas.bitmap(
      of: Scene(
        size: Size(width: 60, height: 60), background: .white,
        insets: [Inset(scene, at: Point(x: 7, y: 9))]))
    #expect(isRed(framed, 7, 9))
    #expect(isRed(framed, 26, 18))
    #expect(!isRed(framed, 6, 9))
    #expect(!isRed(framed, 27, 18))
  }
}
