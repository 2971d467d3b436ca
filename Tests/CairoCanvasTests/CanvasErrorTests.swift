import CairoCanvas
import Drawing
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
    #expect(message(flat)?.contains("has no pixels; give positive numbers") == true)
    #expect(message(unscaled)?.contains("has no pixels; give positive numbers") == true)
    #expect(throws: CanvasError.self) { try CairoCanvas.pdf(of: flat) }
    #expect(throws: CanvasError.self) { try CairoCanvas.svg(of: flat) }
  }

  @Test func `sizes are refused before anything is allocated`() {
    #expect(
      message(Scene(size: Size(width: 16_385, height: 1)))
        == "a picture of 16385×1 pixels is too large; at most 16384 a side and 64000000 in all")
    #expect(message(Scene(size: Size(width: 1e300, height: 1e300)))?.contains("too large") == true)
    #expect(message(Scene(size: Size(width: 8_001, height: 8_000)))?.contains("too large") == true)
  }

  @Test func `numbers that are none are named with their layer`() {
    let nan = Double.nan
    let path = Pictures.line((1, 1), (nan, 5), (3, 3))
    #expect(
      message(Pictures.scene(.fill(Fill(path, .color(.black)))))
        == "layer marks: a coordinate is not a finite number; check the style's numbers")
    let shapes: [Shape] = [
      .circle(Circle(center: Point(x: 1, y: 1), radius: .infinity, fill: .black)),
      .circle(Circle(center: Point(x: nan, y: 1), radius: 3, fill: .black)),
      .stroke(Stroke(Pictures.line((1, 1), (5, 5)), .color(.black), width: nan)),
      .fill(Fill(Pictures.rectangle(1, 1, 5, 5), .color(Color(red: nan, green: 0, blue: 0)))),
      .text(TextRun(fragments: [], opacity: nan)),
    ]
    for shape in shapes { #expect(message(Pictures.scene(shape))?.contains("not a finite number") == true) }
  }

  @Test func `what Cairo would draw wrong in silence is refused`() {
    #expect(
      message(Pictures.scene(.fill(Fill(Pictures.rectangle(0, 0, 2e5, 20), .color(.black)))))
        == "layer marks: a coordinate of 200000.0 is beyond 100000.0 pixels; clip or shrink it")
    let huge = Circle(center: Point(x: 0, y: 0), radius: 1e12, fill: .black)
    #expect(message(Pictures.scene(.circle(huge)))?.contains("circle radius") == true)
    let wide = Stroke(Pictures.line((1, 1), (5, 5)), .color(.black), width: 1e5)
    #expect(message(Pictures.scene(.stroke(wide)))?.contains("line width") == true)
    let dashed = Stroke(Pictures.line((1, 1), (5, 5)), .color(.black), width: 1, dashes: [2, -1])
    #expect(message(Pictures.scene(.stroke(dashed)))?.contains("dash") == true)
  }

  @Test func `an error leaves the next picture whole`() throws {
    let good = Pictures.scene(.fill(Fill(Pictures.rectangle(5, 5, 10, 10), .color(.black))))
    let before = try CairoCanvas.png(of: good)
    let bad = Pictures.scene(
      .circle(Circle(center: .zero, radius: 1e12, fill: .black)), opacity: 0.5)
    #expect(message(bad) != nil)
    #expect(try CairoCanvas.png(of: good) == before)
  }

  @Test func `other faults have their words`() {
    #expect(
      CanvasError.outOfMemory(step: "drawing the picture").description
        == "out of memory while drawing the picture; draw a smaller picture")
    #expect(
      CanvasError.failed(step: "writing the PDF", reason: "no").description == "writing the PDF failed: no")
  }
}
