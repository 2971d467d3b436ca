import CairoCanvas
import Drawing
import TestSupport
import Testing

@Suite struct `Text in pictures` {
  let shaper: PangoTextShaper
  init() throws { shaper = try PangoTextShaper() }

  /// A label in the middle of 40 points.
  private func drawn(
    _ text: String, size: Double = 12, halo: TextRun.Halo? = nil, opacity: Double = 1, rotation: Double = 0,
    scale: Double = 1
  ) throws -> Bitmap {
    let run = try Pictures.label(
      text, at: Point(x: 20, y: 20), size: size, halo: halo, opacity: opacity, rotation: rotation, shaper)
    return try Pictures.drawn(.text(run), scale: scale)
  }

  @Test func `the ink box is where the ink is`() throws {
    for text in ["8", "12k", "Ägyj", "1.2k"] {
      let shaped = try shaper.shape(`Pango text shaper`.request(text, size: 20))
      let corner = Point(x: 10, y: 8)
      let run = TextRun(
        fragments: shaped.fragments.map {
          .init(
            text: $0.text, font: Font(size: 20), color: .black, origin: $0.origin + corner,
            advance: $0.advance,
            outline: $0.outline)
        })
      let bitmap = try Pictures.drawn(.text(run), size: 80, scale: 4)
      let dark: [Int] = (0..<320 * 320).filter { bitmap[$0 % 320, $0 / 320].red < 250 }
      let xs: [Int] = dark.map { $0 % 320 }
      let ys: [Int] = dark.map { $0 / 320 }
      let ink = shaped.inkBox.offset(by: corner)
      #expect(abs(Double(xs.min() ?? 0) / 4 - ink.minX) <= 0.3)
      #expect(abs(Double((xs.max() ?? 0) + 1) / 4 - ink.maxX) <= 0.3)
      #expect(abs(Double(ys.min() ?? 0) / 4 - ink.minY) <= 0.3)
      #expect(abs(Double((ys.max() ?? 0) + 1) / 4 - ink.maxY) <= 0.3)
    }
  }

  @Test func `a count sits in the middle of its bubble`() throws {
    for (text, symmetric) in [("8", true), ("0", true), ("88", true), ("500", false)] {
      let middle = try drawn(text, scale: 2).inkCenter
      #expect(abs(middle.x / 2 - 20) < (symmetric ? 0.3 : 1), "\(text): \(middle)")
      #expect(abs(middle.y / 2 - 20) < 0.6, "\(text): \(middle)")
    }
  }

  @Test func `the halo lies beneath and reaches as far as its width`() throws {
    let halo = TextRun.Halo(color: Pictures.red, width: 3)
    let with = try drawn("I", size: 20, halo: halo)
    let without = try drawn("I", size: 20)
    func span(_ bitmap: Bitmap) -> Int { (0..<40).count { bitmap[$0, 20].green < 128 } }
    expect(span(with), equals: span(without) + 6)
    for x in 0..<40 where without[x, 20].red == 0 { #expect(with[x, 20] == (0, 0, 0, 255)) }
  }

  @Test func `a fading halo fades`() throws {
    let halo = TextRun.Halo(color: Pictures.red, width: 5, blur: 4)
    let bitmap = try drawn("I", size: 20, halo: halo)
    let row = (0..<17).map { bitmap[$0, 20].green }
    expect(row, equals: row.sorted(by: >))
    #expect(Set(row).count >= 4)
  }

  @Test func `a fading halo is half as strong at its width, and fades over twice its blur`() throws {
    let (width, blur) = (8.0, 4.0)
    func greens(_ halo: TextRun.Halo?) throws -> [Double] {
      let bitmap = try drawn("I", size: 20, halo: halo, scale: 4)
      return (0..<80).map { 1 - Double(bitmap[$0, 80].green) / 255 }
    }
    // Quarters of a point from the left; the stem's edge is where the letter begins.
    let edge = Double(try greens(nil).firstIndex { $0 > 0.5 } ?? 0) / 4
    let row = try greens(TextRun.Halo(color: Pictures.red, width: width, blur: blur))
    func place(of share: Double) -> Double { Double(row.firstIndex { $0 >= share } ?? 0) / 4 }
    #expect(abs(edge - place(of: 0.5) - width) <= 0.5)
    // From a tenth to nine tenths: eight tenths of both sides.
    #expect(abs(place(of: 0.9) - place(of: 0.1) - 0.8 * 2 * blur) <= 1)
  }

  @Test func `a translucent label is one sheet with its halo`() throws {
    let bitmap = try drawn("8", halo: TextRun.Halo(color: .black, width: 3), opacity: 0.5)
    let darkest = (0..<1600).map { bitmap[$0 % 40, $0 / 40].red }.min()
    #expect((127...128).contains(darkest ?? 0))
  }

  /// Cairo counts 15 rows but 256 columns a pixel, so that a turn changes edges a little.
  @Test func `a quarter turn about the middle turns the ink`() throws {
    let upright = try drawn("L7", size: 16)
    let turned = try drawn("L7", size: 16, rotation: 90)
    for y in 0..<40 {
      for x in 0..<40 { #expect(upright[x, y].red.distance(to: turned[39 - y, x].red).magnitude <= 16) }
    }
  }

  @Test func `letters that overlap are not hollow`() throws {
    // DejaVu's Å and ø are made of contours that overlap.
    let bitmap = try drawn("Åø", size: 16, opacity: 0.5)
    #expect((0..<1600).allSatisfy { bitmap[$0 % 40, $0 / 40].red >= 127 })
  }
}

@Suite struct `Turned letters` {
  @Test func `are drawn as a run that is turned as a whole`() throws {
    let shaper = try PangoTextShaper()
    let halo = TextRun.Halo(color: Pictures.red, width: 2)
    var run = try Pictures.label("R", at: Point(x: 20, y: 20), size: 20, halo: halo, shaper)
    run.rotation = 30
    run.pivot = run.fragments[0].origin
    let whole = try Pictures.drawn(.text(run))
    run.fragments[0].rotation = 30
    run.rotation = 0
    let turned = try Pictures.drawn(.text(run))
    // The same but for roundings of the transformations.
    #expect(turned.distance(to: whole) <= 4)
    run.fragments[0].rotation = 0
    let upright = try Pictures.drawn(.text(run))
    #expect(upright.distance(to: whole) > 100)
  }
}
