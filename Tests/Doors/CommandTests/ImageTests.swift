import CairoCanvas
import Foundation
import TestSupport
import Testing

/// Sprites, folders of icons, fonts and tiles that a style names: drawn, or reported in one line with their place.
@Suite struct `Files beside a style` {
  /// A red point as a PNG file of one pixel.
  private static let png = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==")

  private static func symbols(_ root: String, image: String = "pin") -> String {
    """
    {"version": 8, \(root),
     "sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [5, 5]}}},
     "layers": [{"id": "s", "type": "symbol", "source": "p", "layout": {"icon-image": "\(image)"}}]}
    """
  }

  private static func tiles(_ source: String) -> String {
    """
    {"version": 8, "center": [0, 0], "zoom": 0,
     "sources": {"r": {"type": "raster", "tileSize": 256, \(source)}},
     "layers": [{"id": "l", "type": "raster", "source": "r"}]}
    """
  }

  private func place() throws -> Workplace {
    let place = try Workplace()
    let png = try #require(Self.png)
    try place.write("style/icons/pin.png", png)
    try place.write("style/sprite.png", png)
    try place.write("style/sprite.json", #"{"pin": {"x": 0, "y": 0, "width": 1, "height": 1}}"#)
    try place.write("style/bad.png", "no picture")
    try place.write("style/bad.json", "{}")
    try place.write("style/bad.mbtiles", "SQLite format 3\0 and no more of it")
    try place.write("style/jpeg.json", "{}")
    try place.write("style/jpeg.png", Data([0xFF, 0xD8, 0xFF, 0xE0]))
    try place.write("style/cut.ttf", Data([0, 1, 0, 0, 0, 9, 0, 1]))
    try place.write("style/t/1/0/0.png", png)
    return place
  }

  private func render(_ style: String, _ words: [String] = []) throws -> (Outcome, Workplace) {
    let place = try place()
    try place.write("style/s.json", style)
    let before = "ln -s /etc style/away"
    return (
      try place.run(
        ["render", "--style", "style/s.json", "-o", "out.svg", "--size", "64x64", "--tile-cache", "none"]
          + words, before: before), place
    )
  }

  @Test(arguments: [
    (symbols(#""sprite": "sprite""#), [String]()),
    (symbols(#""sprite": [{"id": "my", "url": "sprite"}]"#, image: "my:pin"), []),
    (symbols(#""sprite": "icons""#), []),
    (symbols(#""name": "none""#), ["--icons", "style/icons"]),
    (symbols(#""name": "none""#), ["--sprite", "style/sprite"]),
    (symbols(#""name": "none""#), ["--sprite", "style/sprite.json"]),
    (symbols(#""name": "none""#), ["--sprite", "style"]),
    (symbols(#""name": "none""#), ["--sprite", "style/"]),
    // What is named replaces the style's own, be it there or not.
    (symbols(#""sprite": "https://example.org/s""#), ["--sprite", "style/sprite"]),
    (symbols(#""sprite": "gone""#), ["--sprite", "style/sprite"]),
    (symbols(#""sprite": [{"id": "my", "url": "sprite"}]"#, image: "my:pin"), ["--sprite", "style/sprite"]),
  ])
  func `bring icons`(style: String, words: [String]) throws {
    let (outcome, place) = try render(style, words)
    #expect((outcome.status, outcome.errors) == (0, ""))
    place.text("out.svg").shows("<image")
  }

  /// A red WebP of 16×16 pixels, without loss.
  private static let webp = Data(
    base64Encoded: """
      UklGRh4AAABXRUJQVlA4TBEAAAAvD8ADAAdQlCIXpf+BiOh/AAA=
      """)

  /// A gray JPEG of 16×16 pixels, 90 of 255 bright.
  private static let jpeg = Data(
    base64Encoded: """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1R\
      V19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAQABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAA\
      AAAA/9oACAEBAAA/AJgD/9k=
      """)

  @Test(.wants(.jpeg, .webp)) func `may be WebP and JPEG`() throws {
    let place = try Workplace()
    try place.write("s/pins/pin.webp", try #require(Self.webp))
    try place.write("s/t/0/0/0.jpg", try #require(Self.jpeg))
    try place.write(
      "s/s.json",
      """
      {"version": 8, "center": [0, 0], "zoom": 0, "sprite": "pins",
       "sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]}},
                   "r": {"type": "raster", "tileSize": 16, "maxzoom": 0, "tiles": ["t/{z}/{x}/{y}.jpg"]}},
       "layers": [{"id": "l", "type": "raster", "source": "r"},
                  {"id": "s", "type": "symbol", "source": "p", "layout": {"icon-image": "pin"}}]}
      """)
    let outcome = try place.run(
      ["render", "--style", "s/s.json", "-o", "out.svg", "--size", "64x64", "--tile-cache", "none"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    // The tiles' piece of the world, and the pin.
    #expect(place.text("out.svg").matches(of: #/<image/#).count >= 2)
  }

  @Test(.wants(.jpeg)) func `without places to fill in are one picture for every tile`() throws {
    let place = try Workplace()
    try place.write("s/one.jpg", try #require(Self.jpeg))
    func style(_ name: String) -> String {
      """
      {"version": 8, "center": [0, 0], "zoom": 2,
       "sources": {"r": {"type": "raster", "tileSize": 512, "tiles": ["\(name)"]}},
       "layers": [{"id": "l", "type": "raster", "source": "r"}]}
      """
    }
    try place.write("s/s.json", style("one.jpg"))
    let outcome = try place.run(
      ["render", "--style", "s/s.json", "-o", "out.png", "--size", "64x64", "--tile-cache", "none"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    // Four tiles meet in the middle of the picture; it is gray all over.
    let bitmap = try PictureReader.decode(Array(place.read("out.png") ?? Data()))
    for (x, y) in [(0, 0), (63, 0), (0, 63), (63, 63), (31, 31), (32, 32)] {
      let pixel = bitmap[x, y]
      #expect((pixel.red, pixel.alpha) == (pixel.blue, 255))
      #expect(abs(Int(pixel.red) - 90) < 3)
    }
    try place.write("s/s.json", style("gone.jpg"))
    let gone = try place.run(["render", "--style", "s/s.json", "-o", "out.png", "--size", "64x64"])
    gone.reports(2, containing: "sources.r.tiles[0]: gone.jpg: cannot be read")
  }

  @Test func `have sprites for larger scales, and requests that name sprites`() throws {
    let place = try place()
    let png = try #require(Self.png)
    let index = #"{"pin": {"x": 0, "y": 0, "width": 1, "height": 1, "pixelRatio": 2}}"#
    try place.write("large/sprite.json", "{}")
    try place.write("large/sprite.png", png)
    try place.write("large/sprite@2x.json", index)
    try place.write("large/sprite@2x.png", png)
    try place.write("style/s.json", Self.symbols(#""name": "none""#))
    try place.write(
      "map.json",
      #"{"style": "style/s.json", "sprite": "large", "size": [64, 64], "scale": 2, "output": "out.svg"}"#)
    try place.run(["render", "--request", "map.json"]).succeedingQuietly()
    place.text("out.svg").shows("<image")
    let small = try place.run(["render", "--request", "map.json", "--scale", "1"])
    small.errors.shows("pin")
    #expect(!place.text("out.svg").contains("<image"), "\(small.errors)")
    let other = try place.run(["render", "--request", "map.json", "--scale", "1", "--sprite", "style/sprite"])
    #expect((other.status, other.errors) == (0, ""))
    place.text("out.svg").shows("<image")
  }

  @Test(
    arguments: cases(
      """
      nowhere → clustersnap: error: --sprite: there are no files nowhere.json and nowhere.png; name a folder
      style/icons → clustersnap: error: --sprite: there are no files style/icons/sprite.json and style/icons/sprite.png
      https://example.org/s → clustersnap: error: --sprite: sprites are not fetched; name a folder or files
      style/bad → style/bad.png: error: not a picture: it begins neither as PNG nor as
      """))
  func `are reported where a sprite is none`(sprite: String, message: String) throws {
    let (outcome, place) = try render(Self.symbols(#""name": "none""#), ["--sprite", sprite])
    #expect((outcome.status, outcome.lines.count, place.read("out.svg")) == (2, 1, nil))
    #expect(outcome.errors.hasPrefix(message))
  }

  static let refused: [(style: String, message: String)] = [
    (
      symbols(#""sprite": "gone""#),
      "style/s.json:1:26: error: sprite: gone.json: cannot be read: No such file"
    ),
    (
      symbols(#""sprite": "../sprite""#),
      "style/s.json:1:26: error: sprite: \"../sprite\" leaves the style's folder"
    ),
    (
      symbols(#""sprite": "away/x""#),
      "style/s.json:1:26: error: sprite: away/x.json: cannot be read: No such file"
    ),
    (
      symbols(#""sprite": "bad""#),
      "style/s.json:1:26: error: sprite: style/bad.png: not a picture: it begins neither as PNG nor as"
    ),
    (
      symbols(#""font-faces": {"My Sans": "bad.png"}"#),
      "style/s.json:1:42: error: font-faces[\"My Sans\"]: bad.png: this is no font; name a TrueType, OpenType or WOFF"
    ),
    (
      tiles(#""tiles": ["away/{z}/{x}/{y}"], "url": "bad.json""#),
      "style/s.json:2:19: error: sources.r: style/away/1/0/0 leads out of the style's folder; put the tiles below it"
    ),
    (
      tiles(#""tiles": ["t/{z}/{x}/{y}.png"]"#),
      "style/s.json:2:19: error: sources.r: style/t/1/0/0.png has 1×1 pixels, neither 256 nor 512 a side;"
    ),
    (
      tiles(#""url": "bad.json""#),
      "style/s.json:2:19: error: sources.r: style/bad.json is no archive of tiles: it is no TileJSON with tiles;"
    ),
    (
      tiles(#""url": "mbtiles://gone.mbtiles""#),
      "style/s.json:2:19: error: sources.r.url: gone.mbtiles: cannot be"
    ),
  ]

  private static let unreachable = [
    (
      tiles(#""tiles": ["http://127.0.0.1:1/{z}/{x}/{y}.png?key=hidden"]"#),
      "style/s.json:2:19: error: sources.r: http://127.0.0.1:1/1/0/0.png: the server cannot be reached;"
    ),
    (
      tiles(#""tiles": ["http://169.254.169.254/{z}/{x}/{y}.png"]"#),
      "style/s.json:2:19: error: sources.r: http://169.254.169.254/1/0/0.png: addresses of the machine's own"
    ),
  ]

  @Test(arguments: refused)
  func `are reported where they are not what they should be`(style: String, message: String) throws {
    try expectReport(message, of: style)
  }

  @Test(.wants(.curl), arguments: unreachable)
  func `are reported where they cannot be fetched`(style: String, message: String) throws {
    try expectReport(message, of: style)
  }

  private func expectReport(_ message: String, of style: String) throws {
    let (outcome, place) = try render(style)
    #expect(outcome.errors.hasPrefix(message))
    expect(outcome.lines.count, equals: 1, "\(outcome.errors)")
    expect(outcome.status, equals: message.contains("error") ? 2 : 0)
    expect(place.read("out.svg") == nil, equals: message.contains("error"))
  }

  @Test func `on the network are not fetched, and the rest is drawn`() throws {
    let (outcome, place) = try render(
      Self.symbols(
        #""sprite": "https://example.org/s", "glyphs": "https://example.org/{fontstack}/{range}.pbf""#))
    expect(outcome.status, equals: 0)
    #expect(place.read("out.svg") != nil)
    expect(outcome.lines.count, equals: 2)
    #expect(
      outcome.errors.hasPrefix("style/s.json:1:26: warning: sprite: https://example.org/s is not fetched;"))
    outcome.errors.shows("there is no image \"pin\"")
  }

  /// What `check` and `render` report of a style; only `render` is let into its files.
  @Test(arguments: [
    (symbols(#""sprite": "gone""#), ["error", "missing-file"]),
    (symbols(#""sprite": "away/x""#), ["error", "missing-file"]),
    (symbols(#""sprite": "bad""#), ["error", "damaged-image"]),
    (symbols(#""sprite": "jpeg""#), ["error", "damaged-image"]),
    (
      symbols(#""sprite": [{"id": "a", "url": "sprite"}, {"id": "b", "url": "gone"}]"#),
      ["warning", "missing-file"]
    ),
    (symbols(#""sprite": "https://example.org/s""#), ["warning", "not-fetched"]),
    (symbols(#""font-faces": {"My Sans": "gone.ttf"}"#), ["warning", "missing-file"]),
    (symbols(#""font-faces": {"My Sans": [{"url": "gone.ttf"}]}"#), ["warning", "missing-file"]),
    (symbols(#""font-faces": {"My Sans": [{"url": "bad.png"}]}"#), ["error", "damaged-font"]),
    (symbols(#""font-faces": {"My Sans": "cut.ttf"}"#), ["error", "damaged-font"]),
    (symbols(#""font-faces": {"My Sans": "https://example.org/f.ttf"}"#), ["warning", "not-fetched"]),
    (
      symbols(#""font-faces": {"My Sans": [{"url": "cut.ttf", "unicode-range": ["zz"]}]}"#),
      ["error", "invalid-value"]
    ),
    (
      symbols(#""name": "a""#).replacing(
        #"{"type": "Point", "coordinates": [5, 5]}"#, with: #""https://example.org/a""#),
      ["warning", "not-fetched"]
    ),
    (
      symbols(#""name": "a""#).replacing(#"{"type": "Point", "coordinates": [5, 5]}"#, with: #""gone.json""#),
      ["error", "missing-file"]
    ),
    (
      symbols(#""name": "a""#).replacing(#"{"type": "Point", "coordinates": [5, 5]}"#, with: #""icons""#),
      ["error", "no-file"]
    ),
    (tiles(#""url": "bad.json""#), ["error", "unreadable-tiles"]),
    (tiles(#""url": "mbtiles://gone.mbtiles""#), ["error", "missing-file"]),
    (tiles(#""url": "mbtiles://bad.mbtiles""#), ["error", "unreadable-tiles"]),
  ])
  func `are reported alike by check and render, with place, path and code`(
    style: String, expected: [String]
  ) throws {
    let (drawn, place) = try render(style, ["--center", "0,0", "--zoom", "0"])
    // What is known only when something is drawn, or tried on the network, is no matter for check.
    let lines = drawn.lines.filter { !$0.hasSuffix("[missing-image]") }
    let checked = try place.run(["check", "style/s.json"])
    let reported: [String] = checked.text.split(separator: "\n").map { String($0) }
    expect(Array(reported.dropLast()), equals: lines)
    expect(lines.count, equals: 1)
    expect(lines.first?.contains(": \(expected[0]): "), equals: true)
    expect(lines.first?.hasSuffix("[\(expected[1])]"), equals: true)
    #expect(
      lines[0].firstMatch(of: #/^style/s\.json:\d+:\d+: (error|warning): [a-z-]+[.:\[]/#) != nil)
    #expect((drawn.status, drawn.status) == (checked.status, (expected[0] == "error" ? 2 : 0)))
  }
}
