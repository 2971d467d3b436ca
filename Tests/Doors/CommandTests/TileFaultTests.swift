import Foundation
import TestSupport
import Testing

/// Archives and servers of tiles that are not what they should be: an error or one warning, with source and tile.
@Suite struct `Tiles that are not as they should be` {
  /// Water all over a tile.
  static let water = LayerWriter("water", .rings([[(0, 0), (4096, 0), (4096, 4096), (0, 4096)]])).bytes

  /// Points, and a style that draws water from a source `city`.
  static func place() throws -> Workplace {
    let place = try Workplace(["in.csv": "id,lon,lat\n1,0,0\n2,100,20\n"])
    try place.write(
      "base.json",
      """
      {"version": 8, "sources": {"city": {"type": "vector", "tiles": []}}, "layers": [
        {"id": "paper", "type": "background", "paint": {"background-color": "#ffffff"}},
        {"id": "sea", "type": "fill", "source": "city", "source-layer": "water", "paint": {"fill-color": "#4060a0"}}]}
      """)
    return place
  }

  private static let source = "base.json:1:36: "

  /// Draws the world, a tile, or with zoom 1 four.
  static func render(_ place: Workplace, _ tiles: String, zoom: Int = 0, _ words: [String] = []) throws
    -> Outcome
  {
    try place.run(
      "render in.csv --style base.json --tiles 'city=\(tiles)' --center 0,0 --zoom '\(zoom)' --size '\(512 << zoom)x\(512 << zoom)' --tile-cache none -o out.svg"
        .words + words)
  }

  /// Expects one line and no picture.
  private func expectError(_ outcome: Outcome, _ place: Workplace, _ message: String, _ what: String = "") {
    #expect((outcome.status, place.read("out.svg")) == (2, nil), "\(what)")
    expect(outcome.lines.count, equals: 1, "\(what): \(outcome.errors)")
    #expect(outcome.errors.hasPrefix(Self.source + "error: sources.city: "), "\(what): \(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(what): \(outcome.errors)")
  }

  /// Expects one line and a picture.
  private func expectWarning(_ outcome: Outcome, _ place: Workplace, _ message: String) {
    expect(outcome.status, equals: 0)
    place.text("out.svg").shows(#"id="sea""#)
    expect(outcome.lines.count, equals: 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix(Self.source + "warning: sources.city: "))
    #expect(outcome.errors.contains(message))
  }

  @Test func `of an address without places to fill in are the same everywhere`() throws {
    let place = try Self.place()
    let style = place.text("base.json").replacing(#""tiles": []"#, with: #""tiles": ["water.mvt"]"#)
    try place.write("base.json", style)
    try place.write("water.mvt", Data(Self.water))
    let words = "render in.csv --style base.json --center 0,0 --zoom 1 --size 1024x1024".words
    let outcome = try place.run(words + ["-o", "same.svg"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    try MBTilesFixture(tiles: (0..<4).map { (1, $0 % 2, $0 / 2, Self.water) }).write(
      to: place.path("city.mbtiles"))
    try expect(Self.render(place, "city.mbtiles", zoom: 1).status, equals: 0)
    expect(place.read("same.svg"), equals: place.read("out.svg"))
  }

  // MARK: PMTiles

  @Test func `are drawn where they are`() throws {
    let place = try Self.place()
    try place.write("city.pmtiles", Data(PMTilesFixture(tiles: [(0, Self.water)]).bytes))
    try MBTilesFixture(tiles: [(0, 0, 0, Self.water)]).write(to: place.path("city.mbtiles"))
    let packed = try Self.render(place, "city.pmtiles")
    let picture = place.read("out.svg")
    #expect((packed.status, packed.errors) == (0, ""))
    place.text("out.svg").shows(#"id="sea""#)
    let base = try Self.render(place, "city.mbtiles")
    #expect((base.status, base.errors, place.read("out.svg")) == (0, "", picture))
  }

  @Test func `of another format than the metadata has`() throws {
    let place = try Self.place()
    var fixture = PMTilesFixture(tiles: [(0, Self.water)])
    fixture.tileType = 2
    try place.write("city.pmtiles", Data(fixture.bytes))
    expectError(
      try Self.render(place, "city.pmtiles"), place,
      "city.pmtiles holds pictures, and the source is of vector tiles; make it a raster source")
  }

  @Test func `that are broken inside are drawn as far as they are whole`() throws {
    let place = try Self.place()
    // A second layer whose name runs past its end, then one feature of which a ring is closed twice.
    let broken = Self.water + Wire.message(3, [0x0A, 90, 1])
    try place.write("city/0/0/0.pbf", Data(broken))
    expectWarning(
      try Self.render(place, "city"), place,
      "city/0/0/0.pbf: the data is cut off; what follows is left out [damaged-tiles]")
  }

  // MARK: MBTiles

  @Test func `in MBTiles without tiles`() throws {
    let place = try Self.place()
    try MBTilesFixture(tiles: []).write(to: place.path("city.mbtiles"))
    let empty = try Self.render(place, "city.mbtiles")
    #expect((empty.status, empty.lines.count) == (0, 1), "\(empty.errors)")
    empty.errors.shows("1 of 1 tile are missing, the first 0/0/0")
  }

  // MARK: Limits

  @Test func `more than a picture may need`() throws {
    let place = try Self.place()
    try place.write("city/10/512/512.pbf", Data(Self.water))
    let outcome = try place.run(
      "render in.csv --style base.json --tiles city=city --center 0,0 --zoom 10 --size 16384x1600 --pitch 60 -o out.svg"
    )
    // Ten rows of tiles, which are wider the farther they are: from 28 to 76 of them.
    expectError(
      outcome, place,
      "a picture of 16384x1600 points needs 528 vector tiles, more than 400; make it smaller")
  }

  // MARK: Servers

  private func fault(_ path: String, _ words: [String] = [], _ reaction: LoopbackServer.Reaction) throws -> (
    Outcome, Workplace
  ) {
    let server = try LoopbackServer { _, _ in reaction }
    let place = try Self.place()
    return (try Self.render(place, server.address(path), words), place)
  }

  @Test(.wants(.curl)) func `from servers that send something else`() throws {
    let template = "/{z}/{x}/{y}.pbf"
    let page = LoopbackServer.Reaction.answer(200, Array("<html></html>".utf8))
    let cases: [(String, LoopbackServer.Reaction, String)] = [
      (template, .answer(403), "/0/0/0.pbf: the server answers 403; does it want a key?"),
      ("/city.pmtiles", page, "the server sends the whole file where parts are requested"),
      ("/tiles.json", page, "/tiles.json is no archive of tiles: "),
    ]
    for (path, reaction, message) in cases {
      let (outcome, place) = try fault(path, [], reaction)
      expectError(outcome, place, message, message)
    }
  }

  @Test(.wants(.curl)) func `from servers that never end, given up within the time that is set`() throws {
    // The server goes on only after the test: without a limit the command would never end.
    let continues = DispatchSemaphore(value: 0)
    defer { continues.signal() }
    let endless = LoopbackServer.Reaction.stall([UInt8](repeating: 0x1A, count: 10_000), until: continues)
    let (outcome, place) = try fault("/{z}/{x}/{y}.pbf", ["--tile-timeout", "1"], endless)
    expectError(outcome, place, "the server has not answered within 1 seconds")
    // A request sets it, too; what is set beside it wins.
    let server = try LoopbackServer { _, _ in endless }
    try place.write(
      "map.json",
      """
      {"sources": {"points": "in.csv"}, "style": "base.json", "tiles": {"city": "\(server.address("/{z}/{x}/{y}"))"},
       "center": [0, 0], "zoom": 0, "tileTimeout": 0.5, "output": "out.svg"}
      """)
    let request = try place.run(["render", "--request", "map.json", "--tile-cache", "none"])
    expectError(request, place, "the server has not answered within 1 seconds")
  }

  // MARK: Private networks

  @Test(.wants(.curl)) func `of private networks are not requested through a proxy unless that is allowed`()
    throws
  {
    let water = Self.water
    let proxy = try LoopbackServer { _, _ in .answer(200, water) }
    let place = try Self.place()
    let address = "http://10.1.2.3/{z}/{x}/{y}.pbf"
    let environment = ["http_proxy": proxy.address("")]
    func run(_ words: [String]) throws -> Outcome { try place.run(words, environment: environment) }
    let words =
      "render in.csv --style base.json --tiles 'city=\(address)' --center 0,0 --zoom 0 --size 256x256 --tile-cache none -o out.svg"
      .words
    expectError(
      try run(words), place,
      "addresses of private networks are not requested through a proxy; name the host in no_proxy, or add \"privateNetworks\""
    )
    #expect(proxy.counts.isEmpty)
    let tile = try run(["tile", address, "0/0/0"])
    tile.reports(2, containing: "are not requested through a proxy")
    let allowed = try run(["tile", address, "0/0/0", "--private-networks"])
    expect(allowed.status, equals: 0, "\(allowed.errors)")
    allowed.text.shows(#""layer":"water""#)
    try run(words + ["--private-networks"]).succeedingQuietly()
    // The same in a request.
    try place.write(
      "map.json",
      """
      {"sources": {"points": "in.csv"}, "style": "base.json", "tiles": {"city": "\(address)"}, "center": [0, 0],
       "zoom": 0, "size": [256, 256], "privateNetworks": true, "output": "request.svg"}
      """)
    let request = try run(["render", "--request", "map.json", "--tile-cache", "none"])
    #expect((request.status, place.read("request.svg")) == (0, place.read("out.svg")), "\(request.errors)")
  }
}
