import Foundation
import TestSupport
import Testing

/// The option `--glyphs`: text in letters as MapLibre draws them, from a folder, an archive and an address.
@Suite struct `Glyphs` {
  /// A style of a label at the middle, and one along a line.
  private static func style(
    _ text: String = "Hello", fonts: String = #""Box Regular""#, root: String = "", layout: String = ""
  ) -> String {
    """
    {"version": 8, \(root) "center": [0, 0], "zoom": 3, "sources": {"s": {"type": "geojson", "data":
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [0, 0]}},
        {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[-20, -10], [20, -6]]}}]}}},
     "layers": [{"id": "paper", "type": "background", "paint": {"background-color": "#ffffff"}},
      {"id": "names", "type": "symbol", "source": "s", "filter": ["==", ["geometry-type"], "Point"],
       "layout": {"text-field": "\(text)", "text-font": [\(fonts)]\(layout)}, "paint": {"text-halo-color": "#ff0000", "text-halo-width": 1}},
      {"id": "roads", "type": "symbol", "source": "s", "filter": ["==", ["geometry-type"], "LineString"],
       "layout": {"text-field": "\(text)", "text-font": [\(fonts)], "symbol-placement": "line"}}]}
    """
  }

  private static let latin = GlyphWriter.latin("Box Regular")

  private func place(_ style: String = style()) throws -> Workplace {
    let place = try Workplace(["s.json": style])
    try place.write("fonts/Box Regular/0-255.pbf", Data(Self.latin))
    return place
  }

  private func render(_ place: Workplace, _ words: String) throws -> Outcome {
    try place.run("render --style s.json --size 320x200 \(words)")
  }

  @Test func `are the same from a folder, an archive, a template and the style, on all threads`() throws {
    let place = try place(Self.style(root: #""glyphs": "fonts/{fontstack}/{range}.pbf","#))
    let archive = GlyphWriter.zip(["x/Box Regular/0-255.pbf": Self.latin, "x/read.me": [1]])
    try place.write("fonts.zip", Data(archive))
    try place.write("packed/Box Regular/0-255.pbf", Data(gzip(Self.latin)))
    try expect(render(place, "-o outlines.png").status, equals: 0)
    let places = ["fonts", "fonts/", "fonts.zip", "packed", "'fonts/{fontstack}/{range}.pbf'", "style"]
    for (number, glyphs) in places.enumerated() {
      let outcome = try render(place, "--glyphs \(glyphs) --threads \(number + 1) -o \(number).png")
      expect(outcome.status, equals: 0)
      expect(outcome.errors, equals: "", "\(glyphs)")
      expect(place.read("\(number).png"), equals: place.read("0.png"), "\(glyphs)")
    }
    #expect(place.read("0.png") != place.read("outlines.png"))
    try place.write(
      "r.json", #"{"style": "s.json", "size": [320, 200], "glyphs": "fonts", "output": "r.png"}"#)
    try expect(place.run("render --request r.json").status, equals: 0)
    expect(place.read("r.png"), equals: place.read("0.png"))
  }

  private func gzip(_ bytes: [UInt8]) -> [UInt8] { [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + stored(bytes) }

  /// One stored block and the sums behind it.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    func little(_ number: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    let count = UInt32(bytes.count)
    return [1] + little(count, 2) + little(~count, 2) + bytes + little(~sum, 4) + little(count, 4)
  }

  @Test func `of the second font are taken where the first is not there`() throws {
    let place = try place(Self.style(fonts: #""Bold", "Box Regular""#))
    try expect(render(place, "--glyphs fonts -o a.png").errors, equals: "")
    try place.write("s.json", Self.style())
    try expect(render(place, "--glyphs fonts -o b.png").errors, equals: "")
    expect(place.read("a.png"), equals: place.read("b.png"))
    // The stack as a whole comes first.
    try place.write("fonts/Bold,Box Regular/0-255.pbf", Data(GlyphWriter.range("Bold", [])))
    try place.write("s.json", Self.style(fonts: #""Bold", "Box Regular""#))
    #expect(try render(place, "--glyphs fonts -o c.png").errors.contains("U+48 of Bold,Box Regular"))
  }

  @Test(arguments: [
    ("Zürich", "there are no glyphs U+FC of Box Regular, which are left out"),
    ("A\u{416}B", "there are no glyphs 1024-1279 of Box Regular, which are left out"),
    ("\u{645}\u{631}\u{62D}", "some text is drawn in outlines: glyphs do not write from right to left"),
  ])
  func `that are missing are reported once`(text: String, message: String) throws {
    let place = try place(Self.style(text))
    let outcome = try render(place, "--glyphs fonts -o x.png")
    expect(outcome.status, equals: 0)
    expect(outcome.lines.count, equals: 1, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    try expect(render(place, "--glyphs fonts --strict -o y.png").status, equals: 2)
  }

  @Test func `of a stack that is nowhere are outlines`() throws {
    let place = try place(Self.style(fonts: #""../secret""#))
    try place.write("secret/0-255.pbf", Data(Self.latin))
    let outcome = try render(place, "--glyphs fonts -o x.png")
    expect(outcome.status, equals: 0)
    outcome.errors.shows("some text is drawn in outlines: there are no glyphs of ../secret")
  }

  @Test func `of a server that does not answer are outlines`() throws {
    let place = try place()
    let outlines = try render(place, "-o outlines.png")
    expect(outlines.status, equals: 0)
    // Port 9 of this machine has no server.
    let address = "'http://127.0.0.1:9/{fontstack}/{range}.pbf'"
    let outcome = try render(place, "--glyphs \(address) -o x.png")
    expect(outcome.status, equals: 0)
    outcome.errors.shows("some text is drawn in outlines: reading the glyphs Box Regular/0-255: ")
    expect(place.read("x.png"), equals: place.read("outlines.png"))
    try expect(render(place, "--glyphs \(address) --strict -o y.png").status, equals: 2)
  }

  @Test func `that are cut or something else are an error with their file`() throws {
    let place = try place()
    try place.write("fonts/Box Regular/0-255.pbf", Data(Self.latin.dropLast(7)))
    let cut = try render(place, "--glyphs fonts -o x.png")
    expect(cut.status, equals: 2)
    expect(cut.lines.count, equals: 1)
    cut.errors.shows("fonts/Box Regular/0-255.pbf: the glyphs are cut off; fetch the file again")
    try place.write("fonts/Box Regular/0-255.pbf", Data("<html>".utf8))
    let other = try render(place, "--glyphs fonts -o x.png")
    other.errors.shows("fonts/Box Regular/0-255.pbf: this is no file of glyphs")
    expect(other.lines.count, equals: 1)
    expect(place.read("x.png"), equals: nil)
  }

  @Test(arguments: [
    ("nowhere", "--glyphs: there are no glyphs at nowhere; name a folder or a zip archive"),
    ("s.json", "s.json: error: this is no zip archive"),
    ("style", "the style names no glyphs; name a folder"),
    ("ftp://a.test/x", "there are no glyphs at ftp://a.test/x"),
  ])
  func `that are none are an error`(glyphs: String, message: String) throws {
    let place = try place()
    let outcome = try render(place, "--glyphs \(glyphs) -o x.png")
    expect(outcome.status, equals: 2)
    expect(outcome.lines.count, equals: 1)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    expect(place.read("x.png"), equals: nil)
  }

  @Test func `have no effect on SVG and PDF, which have outlines`() throws {
    let place = try place()
    for ending in ["svg", "pdf"] {
      let outcome = try render(place, "--glyphs fonts -o a.\(ending)")
      outcome.errors.shows("--glyphs belongs to pictures of pixels; SVG and PDF have outlines")
      #expect(try render(place, "-o b.\(ending)").errors.contains("there is no font \"Box Regular\""))
      expect(place.read("a.\(ending)"), equals: place.read("b.\(ending)"))
    }
  }

  @Test(.wants(.curl)) func `of a server are fetched where they are asked for, and never otherwise`() throws {
    let latin = Self.latin
    let server = try LoopbackServer { path, _ in
      path == "/Box%20Regular/0-255.pbf" ? .answer(200, latin) : .answer(404)
    }
    let address = server.address("/{fontstack}/{range}.pbf")
    let place = try place(Self.style("Hello \u{416}", root: #""glyphs": "\#(address)","#))
    try expect(render(place, "--tile-cache none -o a.png").status, equals: 0)
    #expect(server.counts.isEmpty)
    let outcome = try render(place, "--glyphs style --tile-cache none -o b.png")
    outcome.errors.shows("there are no glyphs 1024-1279 of Box Regular")
    expect(server.counts, equals: ["/Box%20Regular/0-255.pbf": 1, "/Box%20Regular/1024-1279.pbf": 1])
    try expect(render(place, "--glyphs fonts -o c.png").status, equals: 0)
    expect(place.read("b.png"), equals: place.read("c.png"))
  }
}
