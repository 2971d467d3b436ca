import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `Frames of a strip` {
  /// A frame of a film: ground and stripes that all frames have, and a disc that moves.
  private func frame(_ step: Int, background: Color? = .white, origin: Point = .zero) -> Scene {
    let stripes = (0..<12).map { index in
      DrawItem(.area(Pictures.rectangle(Double(index) * 9.3 - 4, -5, 4.6, 300)))
    }
    let disc = Circle(
      center: Point(x: 10 + Double(step) * 7.3, y: 40), radius: 12.4,
      fill: Color(red: 0.9, green: 0.2, blue: 0.1))
    return Scene(
      size: Size(width: 100, height: 150), background: background,
      layers: [
        SceneLayer(id: "stripes", marks: stripes),
        SceneLayer(
          id: "veil", opacity: 0.5,
          marks: [DrawItem(.area(Pictures.rectangle(20, 20, 50, 90), .white))]),
        SceneLayer(id: "disc", marks: [DrawItem(.circle(disc))]),
      ], origin: origin)
  }

  /// Frames side by side, upon two bands of pixels at scale 2.
  private func strip(_ frames: [Scene], only: Int? = nil, scale: Double) -> Scene {
    let insets = frames.enumerated().map { Inset($1, at: Point(x: 10 + Double($0) * 110.5, y: 90)) }
    return Scene(
      size: Size(width: 700, height: 400), scale: scale, background: .white,
      insets: only.map { [insets[$0]] } ?? insets)
  }

  @Test(arguments: [1.0, 2], [Color.white, nil, Color(red: 0, green: 0, blue: 1, alpha: 0.5)])
  func `are what each is alone, whatever they share`(scale: Double, background: Color?) throws {
    for origin in [Point.zero, Point(x: -10, y: -20)] {
      var frames = (0..<5).map { frame($0, background: background, origin: origin) }
      // One that shares less, and one of another size.
      frames[2].layers.remove(at: 1)
      frames[4].size.width = 70
      let together = try CairoCanvas.bitmap(of: strip(frames, scale: scale))
      var expected = together.pixels
      for index in frames.indices {
        let alone = try CairoCanvas.bitmap(of: strip(frames, only: index, scale: scale))
        let columns = Int((10 + Double(index) * 110.5) * scale)..<Int((110 + Double(index) * 110.5) * scale)
        for row in 0..<alone.height {
          let range =
            (row * alone.width + columns.lowerBound) * 4..<(row * alone.width + columns.upperBound) * 4
          expected.replaceSubrange(range, with: alone.pixels[range])
        }
      }
      expect(together.pixels, equals: expected)
    }
  }

  @Test func `have their lowest layers where nothing else is`() throws {
    let frames = (0..<3).map { frame($0) }
    let picture = try CairoCanvas.bitmap(of: strip(frames, scale: 2))
    // The frames' upper halves differ by the discs, the rest is the same pixel by pixel.
    for row in 300..<480 {
      for column in 0..<200 {
        let first = picture[20 + column, row]
        for frame in [221, 442] { #expect(picture[20 + frame + column, row] == first) }
      }
    }
  }
}
