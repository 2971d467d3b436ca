import CairoCanvas
import Drawing
import Foundation
import TestSupport
import Testing

@Suite struct `Pango text shaper` {
  static func request(
    _ text: String, size: Double = 12, names: [String] = [], width: Double? = nil, spacing: Double = 0,
    justification: TextRun.Alignment = .middle
  ) -> TextRequest {
    TextRequest(
      sections: [.init(text: text, font: Font(names: names, size: size))], maximumWidth: width,
      lineHeight: size * 1.2,
      letterSpacing: spacing, justification: justification)
  }

  static let regularFile = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
  static let monoFile = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
  static let hasFiles = FileManager.default.fileExists(atPath: monoFile)

  let shaper: PangoTextShaper
  init() throws { shaper = try PangoTextShaper() }

  private func shape(_ request: TextRequest) throws -> ShapedText { try shaper.shape(request) }

  // MARK: Measures

  @Test(arguments: [9, 12, 13.7, 64, 200])
  func `advances are the built-in fonts' own, unrounded`(size: Double) throws {
    // hmtx: digits of Noto Sans and its bold are equally wide, 572/1000 em; those of DejaVu Sans 1303/2048 and 1425/2048.
    for (names, digit) in [
      ([], 0.572), (["Noto Sans"], 0.572), (["Noto Sans Bold"], 0.572), (["DejaVu Sans"], 1303.0 / 2048),
      (["DejaVu Sans Bold"], 1425.0 / 2048),
    ] {
      let shaped = try shape(Self.request("123", size: size, names: names))
      #expect(abs(shaped.size.width - 3 * size * digit) < 0.001 * size, "\(names)")
      expect(shaped.fragments.map(\.text), equals: ["123"])
      #expect(shaped.missing.isEmpty)
    }
  }

  @Test func `outlines are the font's own`() throws {
    // glyf: the bar of DejaVu Sans' "l" runs from 193 to 377 and from 0 to 1556 of 2048.
    let ink = try shape(Self.request("l", size: 2048, names: ["DejaVu Sans"])).fragments[0].outline.bounds
    expect(ink, equals: Rectangle(x: 193, y: -1556, width: 184, height: 1556))
    // That of Noto Sans runs from 85 to 173 and from 0 to 760 of 1000, which are no whole 64ths of a pixel.
    let noto = try #require(try shape(Self.request("l", size: 1000)).fragments[0].outline.bounds)
    for (found, own) in [(noto.minX, 85), (noto.maxX, 173), (noto.minY, -760), (noto.maxY, 0)]
      as [(Double, Double)]
    {
      #expect(abs(found - own) < 0.2)
    }
  }

  @Test func `letters that Noto Sans lacks are those of DejaVu Sans in the weight of the text`() throws {
    for weight in ["Regular", "Bold"] {
      // A Georgian letter and an arrow.
      for letter in ["\u{10D0}", "\u{2192}"] {
        let letters = try shape(Self.request(letter, size: 20, names: ["Noto Sans \(weight)"]))
        let own = try shape(Self.request(letter, size: 20, names: ["DejaVu Sans \(weight)"]))
        expect(letters.fragments[0].outline, equals: own.fragments[0].outline)
        #expect(letters.missing.isEmpty)
      }
    }
    // And the other way round: a Cyrillic letter that DejaVu Sans lacks.
    #expect(try shape(Self.request("\u{0526}", names: ["DejaVu Sans"])).missing.isEmpty)
  }

  @Test func `the baseline is in the middle of the line, less the difference of ascent and descent`() throws {
    // hhea: ascender 1069, descender -293 of 1000.
    let shaped = try shape(Self.request("8\n8", size: 100))
    expect(shaped.size.height, equals: 240)
    let expected = 60 + (1069.0 - 293) / 1000 / 2 * 100
    expect(shaped.fragments.map(\.line), equals: [0, 1])
    #expect(abs(shaped.fragments[0].origin.y - expected) < 0.1)
    #expect(abs(shaped.fragments[1].origin.y - expected - 120) < 0.1)
  }

  @Test func `letter spacing stands between letters only`() throws {
    for text in ["8", "88", "8888", "AVAV"] {
      let plain = try shape(Self.request(text, size: 20)).size.width
      let spaced = try shape(Self.request(text, size: 20, spacing: 3))
      let kerned = text == "AVAV" ? 20.0 : 0
      #expect(abs(spaced.size.width - plain - 3 * Double(text.count - 1)) < 0.05 + kerned, "\(text)")
      #expect(abs(spaced.fragments[0].advance - spaced.size.width) < 1e-9)
      let ink = try #require(spaced.fragments[0].outline.bounds)
      let plainInk = try #require(try shape(Self.request(text, size: 20)).fragments[0].outline.bounds)
      #expect(abs(ink.minX - plainInk.minX) < 0.05)
    }
  }

  // MARK: Lines

  @Test func `long lines are broken between words`() throws {
    let shaped = try shape(Self.request("one two three four", size: 10, width: 44))
    expect(shaped.fragments.map(\.text), equals: ["one two", "three", "four"])
    #expect(shaped.size.width <= 44)
    let whole = try shape(Self.request("one two three four", size: 10))
    expect(whole.fragments.map(\.text), equals: ["one two three four"])
    let stubborn = try shape(Self.request("Donaudampfschifffahrt", size: 10, width: 5))
    expect(stubborn.fragments.count, equals: 1)
  }

  @Test func `lines stand to each other as asked`() throws {
    for (justification, share) in [(TextRun.Alignment.start, 0.0), (.middle, 0.5), (.end, 1)] {
      let shaped = try shape(Self.request("wwww\ni", size: 10, justification: justification))
      let (wide, narrow) = (shaped.fragments[0], shaped.fragments[1])
      expect(wide.origin.x, equals: 0)
      #expect(abs(narrow.origin.x - (wide.advance - narrow.advance) * share) < 1e-9)
      #expect(abs(shaped.size.width - wide.advance) < 1e-9)
    }
  }

  @Test func `empty lines count, an empty text has no size`() throws {
    try expect(shape(Self.request("a\n\nb", size: 10)).size.height, equals: 36)
    let empty = try shape(Self.request("", size: 10))
    #expect(empty.fragments.isEmpty)
    expect(empty.size.width, equals: 0)
    #expect(try shape(Self.request("a", size: 0)).fragments.isEmpty)
  }

  @Test func `sections keep their fonts and follow each other`() throws {
    let request = TextRequest(
      sections: [
        .init(text: "12", font: Font(names: ["DejaVu Sans Bold"], size: 20)),
        .init(text: " km", font: Font(size: 10)),
      ], lineHeight: 24)
    let shaped = try shape(request)
    expect(shaped.fragments.map(\.section), equals: [0, 1])
    expect(shaped.fragments.map(\.text), equals: ["12", " km"])
    #expect(abs(shaped.fragments[0].advance - 2 * 20 * 1425 / 2048) < 0.02)
    #expect(abs(shaped.fragments[1].origin.x - shaped.fragments[0].advance) < 1e-9)
    expect(shaped.fragments[0].origin.y, equals: shaped.fragments[1].origin.y)
    // " km": 260 + 534 + 935 of 1000, at 10 points.
    #expect(abs(shaped.fragments[1].advance - 10 * (260.0 + 534 + 935) / 1000) < 0.02)
  }

  @Test func `the spacing behind the last letter counts for breaking, as in MapLibre`() throws {
    // Four digits of 5.72, a space of 2.6 and four spacings of 3 are 37.5, with a fifth 40.5.
    var request = Self.request("88 88", size: 10, width: 39, spacing: 3)
    (request.breaking, request.em) = (.balanced, 10)
    try expect(shape(request).fragments.map(\.line), equals: [0, 1])
    request.maximumWidth = 41
    try expect(shape(request).fragments.map(\.line), equals: [0])
  }

  // MARK: Scripts

  @Test func `Arabic runs from right to left and joins its letters`() throws {
    let shaped = try shape(Self.request("\u{0645}\u{062D}\u{0645}\u{062F}", size: 20))
    #expect(shaped.missing.isEmpty)
    expect(shaped.fragments.map(\.text), equals: ["\u{0645}\u{062D}\u{0645}\u{062F}"])
    let isolated = try "\u{0645}\u{062D}\u{0645}\u{062F}".map {
      try shape(Self.request(String($0), size: 20)).size.width
    }
    #expect(shaped.size.width < isolated.reduce(0, +))
  }

  @Test func `mixed directions keep their text in logical order`() throws {
    let shaped = try shape(Self.request("abc \u{05D0}\u{05D1}\u{05D2} def", size: 20, justification: .start))
    expect(shaped.fragments.map(\.text), equals: ["abc \u{05D0}\u{05D1}\u{05D2} def"])
    // A line that begins with Hebrew is read from the right, and its number keeps its own direction.
    let line = "\u{05D0}\u{05D1}\u{05D2} 123"
    try expect(shape(Self.request(line, size: 20)).fragments.map(\.text), equals: [line])
  }

  @Test func `what no font has is left out, takes no room and is reported once`() throws {
    let shaped = try shape(Self.request("a\u{6F22}b\u{6F22}\u{12000}", size: 10))
    expect(shaped.missing, equals: ["\u{6F22}", "\u{12000}"])
    let known = try shape(Self.request("ab", size: 10))
    expect(shaped.fragments.map(\.text), equals: ["ab"])
    #expect(abs(shaped.size.width - known.size.width) < 0.3)
    let all = try shape(Self.request("\u{6F22}\u{6F22}", size: 10))
    #expect((all.size.width, all.missing) == (0, ["\u{6F22}"]))
    #expect(all.fragments.isEmpty)
    #expect(try shape(Self.request("abc", size: 10)).missing.isEmpty)
  }

  // MARK: Hostile text

  @Test func `controls, noncharacters and NUL are dropped`() throws {
    let plain = try shape(Self.request("abc", size: 10))
    var text = "a\0b\u{1}\u{7F}\u{9B}\u{FEFF}"
    for code in [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE] as [UInt32] {
      text.unicodeScalars.append(try #require(Unicode.Scalar(code)))
    }
    let dirty = try shape(Self.request(text + "c", size: 10))
    expect(dirty.fragments, equals: plain.fragments)
    #expect(dirty.missing.isEmpty)
    try expect(
      shape(Self.request("a\r\nb\rc\u{2028}d", size: 10)).fragments.map(\.text), equals: ["a", "b", "c", "d"])
    try expect(shape(Self.request("a\tb", size: 10)).fragments.map(\.text), equals: ["a b"])
  }

  @Test func `long texts end in an ellipsis, piles of marks are cut`() throws {
    let long = try shape(Self.request(String(repeating: "x", count: 100_000), size: 10))
    expect(long.fragments[0].text, equals: String(repeating: "x", count: 255) + "\u{2026}")
    let marks = "a" + String(repeating: "\u{301}", count: 2000) + "b"
    try expect(
      shape(Self.request(marks, size: 10)).fragments[0].text, equals: "a\u{301}\u{301}\u{301}\u{301}b")
    let exact = String(repeating: "y", count: 256)
    try expect(shape(Self.request(exact, size: 10)).fragments[0].text, equals: exact)
  }

  @Test(arguments: [Double.nan, .infinity, 1e9])
  func `numbers that cannot be are refused`(number: Double) {
    for request in [
      Self.request("a", size: number), Self.request("a", width: number), Self.request("a", spacing: number),
    ] {
      #expect(throws: TextShapingError.self) { try shaper.shape(request) }
    }
  }

  // MARK: Fonts

  @Test func `weights and slants in words lead to regular or bold`() throws {
    func width(_ names: [String]) throws -> Double {
      try shape(Self.request("m", size: 100, names: names)).size.width
    }
    let (regular, bold) = try (width(["Noto Sans"]), width(["Noto Sans Bold"]))
    #expect(bold > regular)
    try expect(width([]), equals: regular)
    try expect(width(["Noto Sans Regular"]), equals: regular)
    try expect(width(["Noto Sans Medium"]), equals: regular)
    try expect(width(["noto-sans-semibold"]), equals: bold)
    try expect(width(["Open Sans Semibold", "Arial Unicode MS Bold"]), equals: bold)
    try expect(width(["Open Sans Semi Bold Italic"]), equals: bold)
    try expect(width(["DIN Pro Medium"]), equals: regular)
    try expect(width(["Nowhere", "noto sans bold"]), equals: bold)
    try expect(width(["Nowhere", "dejavu sans bold"]), equals: width(["DejaVu Sans Bold"]))
    #expect(try width(["DejaVu Sans Bold"]) > bold)
    for (name, isThere) in [
      ("Noto Sans", true), ("Noto Sans Light", true), ("Noto Sans Italic", false), ("Noto", false),
    ] {
      try expect(shaper.hasFace(named: [name]), equals: isThere, "\(name)")
    }
  }

  @Test(.enabled(if: hasFiles, "needs DejaVu Sans Mono on disk"))
  func `fonts are found by given name, by their own names, and for missing letters`() throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: Self.monoFile)))
    // A letter of DejaVu Sans Mono is 1233/2048 em wide.
    let expected = 1000 * 1233.0 / 2048
    let given = try PangoTextShaper(fonts: [FontFile(bytes: bytes, names: ["My Font Bold"])])
    #expect(
      abs(try given.shape(Self.request("i", size: 1000, names: ["my font bold"])).size.width - expected) < 0.5
    )
    #expect(try given.shape(Self.request("i", size: 1000, names: ["My Font"])).size.width < expected / 2)
    let named = try PangoTextShaper(fonts: [FontFile(path: Self.monoFile)])
    for name in ["DejaVu Sans Mono", "DejaVuSansMono", "dejavu sans mono book"] {
      #expect(
        abs(try named.shape(Self.request("i", size: 1000, names: [name])).size.width - expected) < 0.5,
        "\(name)")
    }
    #expect(try named.shape(Self.request("i", size: 1000, names: ["DejaVu Sans"])).size.width < expected / 2)
  }

  @Test func `two fonts in memory are never taken for each other`() throws {
    try #require(Self.hasFiles)
    func width(_ path: String) throws -> Double {
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      let shaper = try PangoTextShaper(fonts: [FontFile(bytes: bytes, names: ["It"])])
      let outline = try shaper.shape(Self.request("m", size: 2048, names: ["It"])).fragments[0].outline
      return try #require(outline.bounds).width
    }
    let first = try [width(Self.regularFile), width(Self.monoFile)]
    #expect(first[0] > first[1])
    for _ in 0..<3 { try expect([width(Self.regularFile), width(Self.monoFile)], equals: first) }
  }

  @Test func `files that are no fonts are named`() throws {
    func message(_ font: FontFile) throws -> String? {
      do {
        _ = try PangoTextShaper(fonts: [font]).shape(Self.request("a", names: ["Other"]))
        return nil
      } catch { return "\(error)" }
    }
    try expect(
      message(FontFile(path: "/nowhere/a.ttf")),
      equals: "text cannot be laid out: reading font /nowhere/a.ttf: there is no such file")
    try expect(message(FontFile(path: "/dev/zero"))?.contains("there is no such file"), equals: true)
    try expect(
      message(FontFile(bytes: Array("no font".utf8))),
      equals: "text cannot be laid out: reading a font in memory: it is no font that can be used")
    // Not asked for, but letters that others lack could come from it, whenever they are set.
    try expect(
      message(FontFile(path: "/nowhere/a.ttf", names: ["Another"])),
      equals: "text cannot be laid out: reading font /nowhere/a.ttf: there is no such file")
  }

  // MARK: Repetition

  @Test func `shapers on two threads and in any order give the same`() async throws {
    let texts = (0..<200).map { ["\($0)", "Zürich \($0)", "\u{0645}\($0)\u{062D}", "1.\($0)k"][$0 % 4] }
    let faces = ["DejaVu Sans Bold", "Noto Sans", "Noto Sans Bold", "DejaVu Sans", "Nowhere"]
    func all(_ texts: [String]) throws -> [String: ShapedText] {
      let shaper = try PangoTextShaper()
      return try Dictionary(
        uniqueKeysWithValues: texts.map {
          ($0, try shaper.shape(Self.request($0, names: [faces[$0.utf8.reduce(0) { $0 + Int($1) } % 5]])))
        })
    }
    async let first = Task.detached { try all(texts) }.value
    async let second = Task.detached { try all(texts.reversed()) }.value
    async let third = Task.detached { try all(texts) }.value
    let (a, b, c) = try await (first, second, third)
    expect(texts.filter { a[$0] != b[$0] || b[$0] != c[$0] }, equals: [])
  }

  @Test func `what was laid out long ago is forgotten and comes out the same`() throws {
    let before = try shape(Self.request("first", size: 15))
    for number in 0..<1_500 { _ = try shape(Self.request("\(number)", size: 10)) }
    try expect(shape(Self.request("first", size: 15)), equals: before)
  }
}

@Suite struct `Letters one by one` {
  private func shape(_ text: String, size: Double = 20) throws -> ShapedText {
    var request = `Pango text shaper`.request(text, size: size)
    request.separatesLetters = true
    return try PangoTextShaper().shape(request)
  }

  @Test func `stand where they stand in their word`() throws {
    let whole = try PangoTextShaper().shape(`Pango text shaper`.request("Wave", size: 20))
    let letters = try shape("Wave")
    expect(letters.fragments.map(\.text), equals: ["W", "a", "v", "e"])
    #expect((letters.size, letters.inkBox) == (whole.size, whole.inkBox))
    var path = Path()
    for letter in letters.fragments {
      path.append(letter.outline, offset: letter.origin - letters.fragments[0].origin)
    }
    expect(path.points.count, equals: whole.fragments[0].outline.points.count)
    for (a, b) in zip(path.points, whole.fragments[0].outline.points) {
      #expect(abs(a.x - b.x) < 1e-9)
      #expect(abs(a.y - b.y) < 1e-9)
    }
    for (a, b) in zip(letters.fragments, letters.fragments.dropFirst()) {
      #expect(abs(a.origin.x + a.advance - b.origin.x) < 1e-9)
    }
  }

  @Test func `keep their marks and are not joined`() throws {
    try expect(shape("a\u{302}b").fragments.map(\.text), equals: ["a\u{302}", "b"])
    try expect(shape("fi").fragments.map(\.text), equals: ["f", "i"])
  }
}

@Suite struct `Balanced text` {
  private func lines(_ sections: [String], width: Double, _ breaking: TextRequest.Breaking) throws -> [String]
  {
    let request = TextRequest(
      sections: sections.map { .init(text: $0, font: Font(size: 10)) }, maximumWidth: width,
      breaking: breaking, lineHeight: 12)
    let fragments = try PangoTextShaper().shape(request).fragments
    return (0...(fragments.last?.line ?? 0)).map { line in
      fragments.filter { $0.line == line }.map(\.text).joined()
    }
  }

  @Test func `is broken so that its lines are about equally long`() throws {
    let text = ["aaaa bbbb cccc d"]
    try expect(lines(text, width: 75, .greedy), equals: ["aaaa bbbb cccc", "d"])
    try expect(lines(text, width: 75, .balanced), equals: ["aaaa bbbb", "cccc d"])
    try expect(lines(text, width: 200, .balanced), equals: ["aaaa bbbb cccc d"])
    // A place without a space takes a line feed of its own, and sections keep their letters.
    try expect(lines(["Ost-", "West/No", "rd"], width: 40, .balanced).joined(), equals: "Ost-West/Nord")
    #expect(try lines(["Ost-", "West/No", "rd"], width: 40, .balanced).count > 1)
    try expect(lines(["one\ntwo"], width: 10, .balanced), equals: ["one", "two"])
    // Behind an image in the text, for which blank letters leave room.
    try expect(
      lines(["aaaaaa", "\u{2800}\u{2800}", "bbbbbb"], width: 70, .balanced),
      equals: [
        "aaaaaa\u{2800}\u{2800}", "bbbbbb",
      ])
    try expect(lines(["aaaaaa", "mm", "bbbbbb"], width: 70, .balanced), equals: ["aaaaaammbbbbbb"])
  }

}
