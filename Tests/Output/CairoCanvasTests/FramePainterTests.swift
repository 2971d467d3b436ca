import Drawing
import TestSupport
import Testing

@testable import CairoCanvas

@Suite struct `Frames of a film` {
  /// Two layers that stay, translucent on each other, and a circle that moves.
  private func scene(_ x: Double, background: Color?, still: Double = 0.5) -> Scene {
    var square = Pictures.line((4, 4), (40, 6), (22, 37))
    square.close()
    let red = Color(red: 0.8, green: 0.1, blue: 0.1)
    return Scene(
      size: Size(width: 48, height: 40), scale: 1.5, background: background,
      layers: [
        SceneLayer(id: "land", marks: [DrawItem(.area(square, red))]),
        SceneLayer(id: "lines", opacity: still, marks: [DrawItem(.line(square, red, width: 5))]),
        SceneLayer(id: "bubbles", opacity: 0.7, marks: [DrawItem(.disc(x, 20, 9, red))]),
      ])
  }

  @Test(arguments: [
    Color(red: 0.9, green: 0.9, blue: 1), Color(red: 0.2, green: 0.3, blue: 1, alpha: 0.4), nil,
  ])
  func `are what a canvas draws, their fixed layers drawn once`(background: Color?) throws {
    let painter = FramePainter()
    for x in [3.0, 11.25, 30, 3] {
      let scene = scene(x, background: background)
      try expect(painter.bitmap(of: scene, fixedLayerCount: 2), equals: CairoCanvas.bitmap(of: scene))
      try expect(painter.png(of: scene, fixedLayerCount: 2), equals: CairoCanvas.png(of: scene))
    }
    expect(painter.baseCount, equals: 1)
    let other = scene(3, background: background, still: 0.8)
    try expect(painter.bitmap(of: other, fixedLayerCount: 2), equals: CairoCanvas.bitmap(of: other))
    expect(painter.baseCount, equals: 2)
    try expect(painter.bitmap(of: other, fixedLayerCount: 0), equals: CairoCanvas.bitmap(of: other))
    try expect(painter.bitmap(of: other, fixedLayerCount: 3), equals: CairoCanvas.bitmap(of: other))
    expect(painter.baseCount, equals: 3)
  }
}
