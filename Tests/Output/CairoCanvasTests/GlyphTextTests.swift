import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `Text in glyphs` {
  /// Letters A (10 wide), B (7), and a space (5); whatever else is asked for is missing, some with its range.
  private struct Boxes: GlyphFinder {
    func stack(for names: [String]) -> String? { names.contains("Box") ? "Box" : nil }

    func glyph(_ scalar: Unicode.Scalar, in stack: String) -> (glyph: DistanceGlyph?, hasRange: Bool) {
      switch scalar {
      case "A": (Boxes.square(advance: 10), true)
      case "B": (Boxes.square(advance: 7), true)
      case " ": (DistanceGlyph(width: 0, height: 0, left: 0, top: 0, advance: 5, distances: []), true)
      default: (nil, scalar.value < 256)
      }
    }

    /// A square of 10 pixels: columns 2 to 12 from the pen, rows 3 to 13 of a line of 24.
    static func square(advance: Int) -> DistanceGlyph? {
      let distances = (-3..<13).flatMap { row in
        (-3..<13).map { column -> UInt8 in
          let (x, y) = (abs(Double(column) - 4.5) - 5, abs(Double(row) - 4.5) - 5)
          let distance = x > 0 && y > 0 ? (x * x + y * y).squareRoot() : max(x, y)
          return UInt8(min(255, (255 - 255 * (distance / 8 + 0.25)).rounded()))
        }
      }
      return DistanceGlyph(width: 10, height: 10, left: 2, top: -8, advance: advance, distances: distances)
    }
  }

  private let shaper: PangoTextShaper

  init() throws { shaper = try PangoTextShaper(glyphs: Boxes()) }

  private func request(
    _ text: String, names: [String] = ["Box"], size: Double = 24, width: Double? = nil, spacing: Double = 0,
    separates: Bool = false
  ) -> TextRequest {
    var request = TextRequest(
      sections: [.init(text: text, font: Font(names: names, size: size))], maximumWidth: width,
      breaking: .balanced, lineHeight: size * 1.25, em: size, letterSpacing: spacing,
      separatesLetters: separates)
    request.takesGlyphs = true
    return request
  }

  @Test func `is as long as the advances of its letters`() throws {
    let shaped = try shaper.shape(request("AB A"))
    expect(shaped.size, equals: Size(width: 32, height: 30))
    expect(shaped.fragments.count, equals: 1)
    expect(shaped.fragments[0].glyphs.count, equals: 3)
    #expect(shaped.fragments[0].outline.isEmpty)
    expect(shaped.inkBox, equals: Rectangle(x: 0, y: 0, width: 32, height: 30))
    // Three gaps of 2 points at half the size: (10 + 7 + 5 + 10) / 2 + 6.
    try expect(shaper.shape(request("AB A", size: 12, spacing: 2)).size.width, equals: 22)
    let apart = try shaper.shape(request("ABA", spacing: 3, separates: true))
    expect(apart.fragments.map(\.origin.x), equals: [0, 13, 23])
    expect(apart.fragments.map(\.advance), equals: [10, 7, 10])
  }

  @Test func `breaks where its advances are too long`() throws {
    // 20 + 5 + 20 pixels, at most 30.
    let shaped = try shaper.shape(request("AA AA", width: 30))
    expect(shaped.fragments.map(\.text), equals: ["AA", "AA"])
    expect(shaped.size, equals: Size(width: 20, height: 60))
    expect(shaped.fragments[1].origin.y - shaped.fragments[0].origin.y, equals: 30)
    let feeds = try shaper.shape(request("A\nBB"))
    expect(feeds.fragments.map(\.origin.x), equals: [2, 0])
  }

  @Test func `leaves out letters that are not there, and names them once`() throws {
    let shaped = try shaper.shape(request("A?A?\u{416}"))
    expect(shaped.size.width, equals: 20)
    expect(shaped.missingGlyphs, equals: ["U+3F of Box", "1024-1279 of Box"])
    #expect(shaped.missing.isEmpty)
    try expect(shaper.shape(request("??")).size.width, equals: 0)
    try expect(shaper.shape(request("A?A", spacing: 3)).size.width, equals: 23)
  }

  @Test(arguments: [
    ("\u{645}\u{631}", ["Box"], "right to left"), ("\u{5E9}", ["Box"], "right to left"),
    ("\u{915}", ["Box"], "do not join"), ("A\u{4E00}", ["Box"], "no ideographs"),
    ("A", ["Other", "More"], "no glyphs of Other,More"),
  ])
  func `is outlines where glyphs do not write it`(text: String, names: [String], reason: String) throws {
    let shaped = try shaper.shape(request(text, names: names))
    expect(shaped.outlineReason?.contains(reason), equals: true)
    #expect(!shaped.fragments.contains { !$0.glyphs.isEmpty })
    var plain = request("A")
    plain.takesGlyphs = false
    #expect(try shaper.shape(plain).fragments[0].glyphs.isEmpty)
  }

  /// Gray values of a row of a picture of one square at (5, 5).
  private func picture(
    halo: TextRun.Halo? = nil, rotation: Double = 0, scale: Double = 1, opacity: Double = 1,
    origin: Point = .zero
  ) throws -> Bitmap {
    let shaped = try shaper.shape(request("A", names: ["Box"]))
    var run = TextRun(
      shaped, at: Point(x: 5, y: 2), font: Font(names: ["Box"], size: 24), color: .black, halo: halo)
    (run.rotation, run.pivot, run.opacity) = (rotation, Point(x: 12, y: 13), opacity)
    return try Pictures.drawn(.text(run), scale: scale)
  }

  /// The coverage at a distance inside the edge, in pixels.
  private func coverage(_ inside: Double, softness: Double = 0.105) -> Double {
    let step = min(1, max(0, (inside / 8 + softness) / (2 * softness)))
    return step * step * (3 - 2 * step)
  }

  @Test func `has its edge where the distances have it`() throws {
    // Columns 7 to 17; the middle of the line lies at 17, the square's rows at 8 to 18.
    let bitmap = try picture()
    let row = (0..<40).map { Double(bitmap[$0, 13].red) }
    for (column, inside) in [(4, -2.5), (5, -1.5), (6, -0.5), (7, 0.5), (8, 1.5), (16, 0.5), (17, -0.5)] {
      #expect(abs(row[column] - 255 * (1 - coverage(inside))) <= 2, "column \(column)")
    }
    #expect((0..<40).allSatisfy { bitmap[12, $0] == bitmap[11, $0] })
    let column = (0..<40).map { Double(bitmap[12, $0].red) }
    #expect(abs(column[7] - 255 * (1 - coverage(-0.5))) <= 2)
    #expect(abs(column[8] - 255 * (1 - coverage(0.5))) <= 2)
    #expect(abs(column[17] - 255 * (1 - coverage(0.5))) <= 2)
    expect(column[19], equals: 255)
    // With two pixels a point the edge is as soft in pixels.
    let fine = try picture(scale: 2)
    #expect(abs(Double(fine[14, 26].red) - 255 * (1 - coverage(0.25, softness: 0.0525))) <= 2)
    #expect(abs(Double(fine[13, 26].red) - 255 * (1 - coverage(-0.25, softness: 0.0525))) <= 3)
  }

  @Test func `has halos of their width and blur`() throws {
    let sharp = try picture(halo: .init(color: Pictures.red, width: 2))
    // 1.5 pixels outside the letter is half a pixel inside the halo.
    #expect(abs(Double(sharp[5, 13].green) - 255 * (1 - coverage(0.5))) <= 2)
    #expect(abs(Double(sharp[4, 13].green) - 255 * (1 - coverage(-0.5))) <= 2)
    expect(sharp[5, 13].red, equals: 255)
    let soft = 1.19 / 8 + 0.105
    let blurred = try picture(halo: .init(color: Pictures.red, width: 2, blur: 1))
    #expect(abs(Double(blurred[5, 13].green) - 255 * (1 - coverage(0.5, softness: soft))) <= 2)
  }

  @Test func `turns about its pivot, and is as translucent as it is set`() throws {
    // The middle of the square is the pivot.
    let upright = try picture()
    try expect(picture(rotation: 90), equals: upright)
    let diamond = try picture(rotation: 45)
    expect(diamond[12, 13].red, equals: 0)
    #expect(diamond[7, 8].red > 200)
    #expect(diamond[12, 7].red < 128)
    #expect(try abs(Int(picture(opacity: 0.5)[12, 13].red) - 128) <= 1)
    let nothing = try picture(opacity: 0)
    #expect((0..<40).allSatisfy { nothing[$0, 13].red == 255 })
  }
}
