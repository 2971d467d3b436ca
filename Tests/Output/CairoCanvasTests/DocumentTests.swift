import CairoCanvas
import Drawing
import Foundation
import TestSupport
import Testing

@Suite struct `Documents and repetition` {
  /// One of everything.
  func everything() throws -> Scene {
    let shaper = try PangoTextShaper()
    let tile = try #require(Bitmap(width: 1, height: 2, pixels: [255, 0, 0, 255, 0, 0, 255, 128]))
    let pattern = Pattern(bitmap: tile, size: Size(width: 3, height: 3))
    let label = try Pictures.label(
      "12k", at: Point(x: 60, y: 40), halo: TextRun.Halo(color: .white, width: 1.5, blur: 0.5), opacity: 0.9,
      rotation: 10, shaper)
    let marks: [Shape] = [
      .fill(Fill(Pictures.rectangle(2, 2, 30, 20), .pattern(pattern))),
      .stroke(
        Stroke(Pictures.line((3, 60), (50, 70), (90, 62)), .color(Pictures.blue), width: 3, dashes: [5, 2])),
      .circle(
        Circle(
          center: Point(x: 60.3, y: 40.7), radius: 20,
          fill: Color(red: 0.3, green: 0.5, blue: 0.9, alpha: 0.7),
          strokeWidth: 2, stroke: Color(red: 1, green: 1, blue: 1, alpha: 0.8))),
      .disc(80, 80, 12, Pictures.red, blur: 0.6),
      .image(ImageMark(bitmap: tile, rectangle: Rectangle(x: 5, y: 80, width: 10, height: 10), rotation: 30)),
      .text(label),
    ]
    var scene = Pictures.scene(size: 100, background: Color(red: 0.95, green: 0.95, blue: 0.9))
    scene.title = "Zürich & <Umgebung>"
    scene.layers = [
      SceneLayer(id: "a", opacity: 0.8, marks: marks.map { DrawItem($0) }),
      SceneLayer(id: "b", marks: marks.reversed().map { DrawItem($0) }),
    ]
    return scene
  }

  /// The chunks of a PNG, read here by their lengths alone.
  private func chunks(_ png: [UInt8]) -> [(type: String, data: [UInt8])] {
    var (chunks, offset): ([(type: String, data: [UInt8])], Int) = ([], 8)
    while offset + 12 <= png.count {
      let count = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      chunks.append(
        (
          String(decoding: png[offset + 4..<offset + 8], as: UTF8.self),
          Array(png[offset + 8..<offset + 8 + count])
        ))
      offset += 12 + count
    }
    return chunks
  }

  @Test func `words for readers who cannot see it change no pixel`() throws {
    var scene = try everything()
    let plain = try CairoCanvas.png(of: scene)
    scene.alt = AltText(title: "Zürich", details: "12 Orte", language: "de")
    let png = try CairoCanvas.png(of: scene)
    try expect(PNG.decode(png), equals: PNG.decode(plain))
    let texts = chunks(png).filter { $0.type == "iTXt" }.map { String(decoding: $0.data, as: UTF8.self) }
    expect(texts, equals: ["Title\0\0\0de\0\0Zürich", "Description\0\0\0de\0\012 Orte"])
    expect(chunks(png).filter { $0.type != "iTXt" }.map(\.data), equals: chunks(plain).map(\.data))
    let pdf = String(decoding: try CairoCanvas.pdf(of: scene), as: UTF8.self)
    #expect(pdf.contains("/Subject (12 Orte)"))
  }

  @Test func `equal scenes give equal bytes, again and again`() throws {
    let scene = try everything()
    let (png, pdf) = try (CairoCanvas.png(of: scene), CairoCanvas.pdf(of: scene))
    for _ in 0..<3 {
      let again = try everything()
      try expect(CairoCanvas.png(of: again), equals: png)
      try expect(CairoCanvas.pdf(of: again), equals: pdf)
    }
  }

  @Test func `a PDF has its size in points, fixed dates and the title`() throws {
    let bytes = try CairoCanvas.pdf(of: everything())
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    #expect(text.hasPrefix("%PDF-"))
    #expect(text.contains("MediaBox [ 0 0 100 100 ]"))
    #expect(text.contains("20000101000000Z"))
    #expect(text.contains("/Title"))
    #expect(!text.contains("/ModDate"))
  }
}

/// Each in a process of its own, where no other test takes memory meanwhile.
@Suite(.disabled(if: Sanitizer.isWatching, "a sanitizer keeps what was freed")) struct `Memory` {
  @Test func `a thousand pictures take no more than two hundred`() async {
    await #expect(processExitsWith: .success) {
      let shaper = try PangoTextShaper()
      func draw(_ number: Int) throws {
        let label = try Pictures.label(
          "\(number)", at: Point(x: 20, y: 20), halo: .init(color: .white, width: 1), opacity: 0.9, shaper)
        let circle = Circle(center: Point(x: 20, y: 20), radius: 12, fill: Pictures.red)
        let scene = Pictures.scene(.circle(circle), .text(label), opacity: 0.7)
        _ = try PNG.decode(CairoCanvas.png(of: scene))
        if number % 10 == 0 { _ = try CairoCanvas.pdf(of: scene) }
      }
      for number in 0..<1_200 { try draw(number) }
      let before = try #require(residentBytes())
      for number in 0..<1_000 { try draw(number) }
      try #require(try #require(residentBytes()) - before < 2 << 20)
    }
  }

  @Test func `sixty shapers take no more than twenty, and close their files`() async {
    await #expect(processExitsWith: .success) {
      func shape(_ number: Int) throws {
        let shaper = try PangoTextShaper()
        _ = try Pictures.label("12k", at: .zero, size: 10 + Double(number % 7), shaper)
      }
      for number in 0..<20 { try shape(number) }
      let before = try #require(residentBytes())
      let descriptors = try OpenFiles.count()
      for number in 0..<60 { try shape(number) }
      try #require(try #require(residentBytes()) - before < 4 << 20)
      try #require(try OpenFiles.count() <= descriptors)
    }
  }
}

/// What the system reports of this process.
private enum OpenFiles {
  static func count() throws -> Int {
    #if os(Linux)
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #else
      0
    #endif
  }
}
