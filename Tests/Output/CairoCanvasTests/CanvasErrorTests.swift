import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `What cannot be drawn` {
  private func message(_ scene: Scene) -> String? {
    do {
      _ = try CairoCanvas.png(of: scene)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [0, -3, Double.nan, Double.infinity])
  func `a picture needs a size and a scale`(number: Double) {
    let flat = Scene(size: Size(width: number, height: 10))
    let unscaled = Scene(size: Size(width: 10, height: 10), scale: number)
    expect(message(flat)?.contains("has no pixels; give positive numbers"), equals: true)
    expect(message(unscaled)?.contains("has no pixels; give positive numbers"), equals: true)
    #expect(throws: CanvasError.self) { try CairoCanvas.pdf(of: flat) }
  }

  @Test func `sizes are refused before anything is allocated`() {
    expect(
      message(Scene(size: Size(width: 16_385, height: 1))),
      equals: "a picture of 16385×1 pixels is too large; at most 16384 a side")
    expect(message(Scene(size: Size(width: 1e300, height: 1e300)))?.contains("too large"), equals: true)
    // A PNG of so many pixels is drawn in bands, but no bitmap.
    #expect(throws: CanvasError.tooLarge(width: 8_001, height: 8_000, limits: .standard)) {
      try CairoCanvas.bitmap(of: Scene(size: Size(width: 8_001, height: 8_000)))
    }
  }

  @Test func `numbers that are none are named with their layer`() {
    let nan = Double.nan
    let path = Pictures.line((1, 1), (nan, 5), (3, 3))
    expect(
      message(Pictures.scene(.area(path))),
      equals: "layer marks: a coordinate is not a finite number; check the style's numbers")
    let shapes: [Shape] = [
      .disc(1, 1, .infinity),
      .disc(nan, 1, 3),
      .line(Pictures.line((1, 1), (5, 5)), width: nan),
      .area(Pictures.rectangle(1, 1, 5, 5), Color(red: nan, green: 0, blue: 0)),
      .text(TextRun(fragments: [], opacity: nan)),
    ]
    for shape in shapes {
      expect(message(Pictures.scene(shape))?.contains("not a finite number"), equals: true)
    }
  }

  @Test func `what Cairo would draw wrong in silence is refused`() {
    expect(
      message(Pictures.scene(.area(Pictures.rectangle(0, 0, 2e5, 20)))),
      equals: "layer marks: a coordinate of 200000.0 is beyond 100000.0 pixels; clip or shrink it")
    let path = Pictures.line((1, 1), (5, 5))
    for (shape, part) in [
      (Shape.disc(0, 0, 1e12), "circle radius"), (.line(path, width: 1e5), "line width"),
      (.stroke(Stroke(path, .color(.black), width: 1, dashes: [2, -1])), "dash"),
    ] {
      expect(message(Pictures.scene(shape))?.contains(part), equals: true)
    }
  }

  @Test func `an error leaves the next picture whole`() throws {
    let good = Pictures.scene(.area(Pictures.rectangle(5, 5, 10, 10)))
    let before = try CairoCanvas.png(of: good)
    let bad = Pictures.scene(.disc(0, 0, 1e12), opacity: 0.5)
    #expect(message(bad) != nil)
    try expect(CairoCanvas.png(of: good), equals: before)
  }

  @Test func `other faults have their words`() {
    let errors = [
      CanvasError.outOfMemory(step: "drawing the picture"), .failed(step: "writing the PDF", reason: "no"),
    ]
    expect(
      errors.map(\.description),
      equals: [
        "out of memory while drawing the picture; draw a smaller picture", "writing the PDF failed: no",
      ])
  }
}
