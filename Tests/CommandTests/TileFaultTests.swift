import Foundation
import TestSupport
import Testing

/// Archives and servers of tiles that are not what they should be: an error or one warning, with source and tile.
@Suite struct `Tiles that are not as they should be` {
  /// Water all over a tile.
  static let water = LayerWriter("water", .rings([[(0, 0), (4096, 0), (4096, 4096), (0, 4096)]])).bytes

  /// Points, and a style that draws water from a source `city`.
  static func place() throws -> Workplace {
    let place = try Workplace()
    try place.write("in.csv", "id,lon,lat\n1,0,0\n2,100,20\n")
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
      [
        "render", "in.csv", "--style", "base.json", "--tiles", "city=\(tiles)", "--center", "0,0", "--zoom",
        "\(zoom)", "--size", "\(512 << zoom)x\(512 << zoom)", "--tile-cache", "none", "-o", "out.svg",
      ] + words)
  }

  /// Expects one line and no picture.
  private func expectError(_ outcome: Outcome, _ place: Workplace, _ message: String, _ what: String = "") {
    #expect((outcome.status, place.read("out.svg")) == (2, nil), "\(what)")
    #expect(outcome.lines.count == 1, "\(what): \(outcome.errors)")
    #expect(outcome.errors.hasPrefix(Self.source + "error: sources.city: "), "\(what): \(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(what): \(outcome.errors)")
  }

  /// Expects one line and a picture.
  private func expectWarning(_ outcome: Outcome, _ place: Workplace, _ message: String) {
    #expect(outcome.status == 0)
    #expect(place.text("out.svg").contains(#"id="sea""#))
    #expect(outcome.lines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix(Self.source + "warning: sources.city: "), "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  // MARK: PMTiles

  @Test func `are drawn where they are`() throws {
    let place = try Self.place()
    try place.write("city.pmtiles", Data(PMTilesFixture(tiles: [(0, Self.water)]).bytes))
    try MBTilesFixture(tiles: [(0, 0, 0, Self.water)]).write(to: place.path("city.mbtiles"))
    let packed = try Self.render(place, "city.pmtiles")
    let picture = place.read("out.svg")
    #expect((packed.status, packed.errors) == (0, ""))
    #expect(place.text("out.svg").contains(#"id="sea""#))
    let base = try Self.render(place, "city.mbtiles")
    #expect((base.status, base.errors, place.read("out.svg")) == (0, "", picture))
  }

  @Test func `in PMTiles that are cut off, lie or lead in circles`() throws {
    let place = try Self.place()
    var fixture = PMTilesFixture(tiles: [(0, Self.water)])
    let whole = fixture.bytes
    func expectError(_ bytes: [UInt8], _ message: String) throws {
      try place.write("city.pmtiles", Data(bytes))
      self.expectError(try Self.render(place, "city.pmtiles"), place, message)
    }
    try expectError(
      Array(whole.dropLast(3)), "city.pmtiles: the PMTiles archive's tile data ends behind the end")
    try expectError(Array(whole.prefix(100)), "city.pmtiles: ")
    // A tile, and a leaf directory, outside of the file.
    fixture.root = PMTilesFixture.directory([(0, 1, 100, 1 << 40)])
    try expectError(fixture.bytes, "city.pmtiles: ")
    fixture.root = PMTilesFixture.directory([(0, 0, 100, 1 << 40)])
    try expectError(fixture.bytes, "city.pmtiles: ")
    fixture.root = nil
    fixture.isCircular = true
    try expectError(fixture.bytes, "city.pmtiles: PMTiles directories are nested more than 4 deep")
    fixture.isCircular = false
    fixture.leafDepth = 5
    try expectError(fixture.bytes, "city.pmtiles: PMTiles directories are nested more than 4 deep")
    fixture.leafDepth = 4
    try place.write("city.pmtiles", Data(fixture.bytes))
    let deep = try Self.render(place, "city.pmtiles")
    #expect((deep.status, deep.errors) == (0, ""))
  }

  @Test func `of another format than the metadata has`() throws {
    let place = try Self.place()
    var fixture = PMTilesFixture(tiles: [(0, Self.water)])
    fixture.tileType = 2
    try place.write("city.pmtiles", Data(fixture.bytes))
    expectError(
      try Self.render(place, "city.pmtiles"), place,
      "city.pmtiles holds pictures, and the source is of vector tiles; make it a raster source")
    fixture = PMTilesFixture(tiles: [(0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])])
    try place.write("city.pmtiles", Data(fixture.bytes))
    expectError(
      try Self.render(place, "city.pmtiles"), place,
      "city.pmtiles, tile 0/0/0 is a PNG, but the metadata has")
    for (type, name) in [(5, "AVIF"), (6, "MLT")] as [(UInt8, String)] {
      fixture.tileType = type
      try place.write("city.pmtiles", Data(fixture.bytes))
      expectError(try Self.render(place, "city.pmtiles"), place, name)
    }
  }

  @Test func `that inflate without end, alone and beside others`() throws {
    let place = try Self.place()
    let bomb = try gzipped(33 << 20)
    try place.write("city.pmtiles", Data(PMTilesFixture(tiles: [(0, bomb)]).bytes))
    expectError(
      try Self.render(place, "city.pmtiles"), place,
      "city.pmtiles, tile 0/0/0 is larger than 32 MB; that is no tile")
    let others = [(1, Self.water), (2, Self.water), (3, Self.water), (4, bomb)] as [(UInt64, [UInt8])]
    try place.write("city.pmtiles", Data(PMTilesFixture(tiles: others).bytes))
    let outcome = try Self.render(place, "city.pmtiles", zoom: 1)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("tile 1/1/0 is larger than 32 MB"), "\(outcome.errors)")
    #expect(outcome.lines.allSatisfy { $0.hasPrefix(Self.source + "warning: sources.city: ") })
    #expect(place.text("out.svg").contains(#"id="sea""#))
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

  @Test func `in MBTiles without tiles, and files that are none`() throws {
    let place = try Self.place()
    var fixture = MBTilesFixture(tiles: [])
    fixture.hasTiles = false
    try fixture.write(to: place.path("city.mbtiles"))
    expectError(
      try Self.render(place, "city.mbtiles"), place, "city.mbtiles is no MBTiles file that can be read: ")
    try place.write("city.mbtiles", "SQLite format 3\0 and no more of it")
    expectError(
      try Self.render(place, "city.mbtiles"), place, "city.mbtiles is no MBTiles file that can be read: ")
    try place.write("city.mbtiles", "")
    expectError(try Self.render(place, "city.mbtiles"), place, "city.mbtiles")
    try MBTilesFixture(tiles: []).write(to: place.path("city.mbtiles"))
    let empty = try Self.render(place, "city.mbtiles")
    #expect((empty.status, empty.lines.count) == (0, 1), "\(empty.errors)")
    #expect(empty.errors.contains("1 of 1 tile are missing, the first 0/0/0"), "\(empty.errors)")
  }

  // MARK: Limits

  @Test func `more than a picture may need`() throws {
    let place = try Self.place()
    try place.write("city/10/512/512.pbf", Data(Self.water))
    let outcome = try place.run([
      "render", "in.csv", "--style", "base.json", "--tiles", "city=city", "--center", "0,0", "--zoom", "10",
      "--size", "12000x12000", "--scale", "0.5", "-o", "out.svg",
    ])
    expectError(
      outcome, place,
      "a picture of 12000x12000 points needs 576 vector tiles, more than 400; make it smaller")
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
    let cases: [(String, LoopbackServer.Reaction, String)] = [
      (
        template, .answer(200, Array("<!DOCTYPE html><html></html>".utf8)),
        "/0/0/0.pbf is a page of HTML or XML, not a tile"
      ),
      (template, .answer(403), "/0/0/0.pbf: the server answers 403; does it want a key?"),
      (template, .endless(200), "/0/0/0.pbf is larger than 8 MB; that is no tile"),
      (
        template, .answer(302, headers: ["Location": "http://169.254.169.254/latest"]),
        "addresses of the machine's own network segment are not asked"
      ),
      (
        template, .answer(302, headers: ["Location": "file:///etc/passwd"]),
        "the server redirects too often or to another scheme"
      ),
      (
        "/city.pmtiles", .answer(200, Array("<html></html>".utf8)),
        "the server sends the whole file where parts are requested"
      ),
      (
        "/city.pmtiles",
        .answer(206, [UInt8](repeating: 7, count: 8192), headers: ["Content-Range": "bytes 0-8191/90000"]),
        "the server sends another part of the file than requested"
      ),
      (
        "/city.pmtiles",
        .answer(206, [UInt8](repeating: 7, count: 100), headers: ["Content-Range": "bytes 0-16383/90000"]),
        "the server sends another part of the file than requested"
      ),
      ("/tiles.json", .answer(200, Array("<html></html>".utf8)), "/tiles.json is no archive of tiles: "),
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
    let words = [
      "render", "in.csv", "--style", "base.json", "--tiles", "city=\(address)", "--center", "0,0", "--zoom",
      "0",
      "--size", "256x256", "--tile-cache", "none", "-o", "out.svg",
    ]
    expectError(
      try run(words), place,
      "addresses of private networks are not requested through a proxy; name the host in no_proxy, or add --private-networks"
    )
    #expect(proxy.counts.isEmpty)
    let tile = try run(["tile", address, "0/0/0"])
    #expect(tile.status == 2, "\(tile.errors)")
    #expect(tile.errors.contains("are not requested through a proxy"), "\(tile.errors)")
    let allowed = try run(["tile", address, "0/0/0", "--private-networks"])
    #expect((allowed.status, allowed.text.lacks(#""layer":"water""#)) == (0, nil), "\(allowed.errors)")
    let drawn = try run(words + ["--private-networks"])
    #expect((drawn.status, drawn.errors) == (0, ""))
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
