import CairoCanvas
import Drawing
import Foundation
import TestSupport
import Testing

/// Several base maps, the first lowest; and archives whose metadata has little to go by.
@Suite struct `Base maps over each other` {
  private static let sea = ##"fill="#c8dbe6""##
  private static let view = "--center 0,0 --zoom 0 --size 256x256 --format svg --form bubble -o -".words
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in.csv", "id,lon,lat\n1,0,0\n2,100,20\n")
    try place.write("city/0/0/0.pbf", Data(Self.tile))
    let red = try #require(
      Bitmap(
        width: 256, height: 256, pixels: (0..<256 * 256).flatMap { _ in [200, 0, 0, 255] as [UInt8] }))
    let png = try PNG.encode(red)
    try place.write("photo/0/0/0.png", Data(png))
    var part = MBTilesFixture(tiles: [(zoom: 5, column: 16, row: 16, bytes: png)])
    part.metadata = [("format", "png"), ("minzoom", "5"), ("maxzoom", "5")]
    try part.write(to: place.path("part.mbtiles"))
    let ring = "[[[10, 10], [20, 10], [20, 20], [10, 20], [10, 10]]]"
    try place.write("area.geojson", #"{"type": "Polygon", "coordinates": \#(ring)}"#)
  }

  /// A road, and water in the west.
  private static let tile: [UInt8] =
    LayerWriter("transportation", .lines([[(0, 0), (4096, 4096)]])).bytes
    + LayerWriter("water", .rings([[(0, 0), (2048, 0), (2048, 4096), (0, 4096)]])).bytes

  private func draw(_ words: String...) throws -> Outcome {
    try place.run(["render", "in.csv"] + words.flatMap { ["--basemap", $0] } + Self.view)
  }

  private func positions(_ parts: [String], in text: String) throws -> [String.Index] {
    try parts.map { try #require(text.range(of: $0), "\($0)").lowerBound }
  }

  @Test func `keep the world's sea beneath tiles, be they streets or pictures`() throws {
    for tiles in ["city", "photo"] {
      let both = try draw("world", tiles).succeedingQuietly()
      let above = tiles == "city" ? #"id="water""# : #"id="tiles-0""#
      let places = try positions([Self.sea, #"id="land""#, above, "<circle"], in: both.text)
      expect(places, equals: places.sorted())
    }
    let streets = try draw("city")
    #expect(!streets.text.contains(Self.sea))
    streets.text.hides(#"id="land""#)
    #expect(try draw("photo").text.contains(Self.sea))
  }

  @Test func `lie above those that are named before them`() throws {
    let above = try draw("world", "city", "area.geojson").succeedingQuietly()
    let places = try positions(
      [#"id="land""#, #"id="water""#, #"id="basemap-1-land""#, "<circle"], in: above.text)
    expect(places, equals: places.sorted())
    let beneath = try draw("world", "area.geojson", "city")
    expect(beneath.status, equals: 0)
    beneath.text.hides("basemap-1")
    // Above the world where it is named behind it.
    let after = try draw("world", "area.geojson")
    let order = try positions([#"id="land""#, #"id="basemap-over-areas""#], in: after.text)
    expect(order, equals: order.sorted())
    for covered in ["city", "area.geojson"] {
      try draw(covered, "world").reports(
        2,
        "clustersnap: error: the base map world would cover what is named before it; name it first, as the lowest"
      )
    }
  }

  @Test func `show what their tiles hold where the metadata does not have it`() throws {
    let folder = try draw("city").succeedingQuietly()
    folder.text.shows(#"id="water""#)
    #expect(try draw("city/{z}/{x}/{y}.pbf").text.contains(#"id="water""#))
    // At a view far from the middle of the world, where no tile but an ancestor is.
    let far = try place.run(
      ["render", "in.csv", "--basemap", "city/{z}/{x}/{y}.pbf", "--center=-122,37", "--zoom", "9"]
        + ["--size", "64x64", "--format", "svg", "-o", "-"])
    expect(far.status, equals: 0, "\(far.errors)")
    far.text.shows(#"id="water""#)
    var bare = MBTilesFixture(tiles: [(zoom: 0, column: 0, row: 0, bytes: Self.tile)])
    bare.metadata = []
    try bare.write(to: place.path("bare.mbtiles"))
    #expect(try draw("bare.mbtiles").text.contains(#"id="water""#))
    try place.write("other/0/0/0.pbf", Data(LayerWriter("lakes", .points([(1, 1)])).bytes))
    #expect(try draw("other").errors.contains("its layers are lakes; name a style for it with --style"))
    // Far from the middle of the world, with an empty tile of the lowest zoom, and no view that is known before the data.
    try place.write("far/0/0/0.pbf", Data())
    try place.write("far/9/82/199.pbf", Data(Self.tile))
    try place.write("far.csv", "longitude,latitude\n-122,37\n")
    let found = try place.run(["render", "far.csv", "--basemap", "far", "--format", "svg", "-o", "-"])
    #expect(found.text.contains(#"id="water""#), "\(found.errors)")
    for (bytes, reason) in [
      ([], "tile 0/0/0 has none"), ([8, 1], "tile 0/0/0 has none"), ([26, 9], "cut off"),
    ] as [([UInt8], String)] {
      try place.write("bad/0/0/0.pbf", Data(bytes))
      let errors = try draw("bad").errors
      errors.shows("it names no layers, and ", reason)
    }
  }

  @Test func `of pictures report the zoom they begin at, over the style's background`() throws {
    let far = try draw("part.mbtiles").succeeding()
    #expect(far.text.contains(Self.sea))
    let expected =
      "clustersnap: warning: --basemap: its tiles begin at zoom 5, so its layers stay empty farther out; come closer"
    expect(far.lines, equals: [expected])
    // A style of one's own has no place that this could be reported at.
    try place.write("own.json", #"{"version": 8, "sources": {}, "layers": []}"#)
    let own = try place.run(
      ["render", "in.csv", "--basemap", "part.mbtiles", "--style", "own.json", "--zoom", "3"]
        + ["--center", "0,0", "--size", "64x64", "--format", "svg", "-o", "-"])
    #expect(own.lines.contains(expected), "\(own.errors)")
    own.errors.hides("own.json:")
  }

  @Test func `need layers that their metadata lists, or it is reported`() throws {
    var fixture = PMTilesFixture(tiles: [(0, Self.tile)])
    fixture.zooms = (0, 0)
    fixture.metadata = Array(
      #"{"vector_layers": [{"id": "transportation", "fields": {}}, {"id": "water", "fields": {}}]}"#.utf8)
    try place.write("city.pmtiles", Data(fixture.bytes))
    func style(_ layers: String...) -> String {
      let drawn = layers.enumerated().map { number, layer in
        #"{"id": "\#(number)", "type": "line", "source": "c", "source-layer": "\#(layer)"}"#
      }
      return
        #"{"version": 8, "sources": {"c": {"type": "vector", "url": "pmtiles://city.pmtiles"}}, "layers": ["#
        + drawn.joined(separator: ",\n") + "]}"
    }
    try place.write("good.json", style("water"))
    try place.write("bad.json", style("water", "watr", "rail", "watr"))
    let message = #"there is no layer "watr" in the tiles of c, nor "rail"; did you mean water?"#
    for words in [["check"], ["render", "--style"]] {
      let more = words.count > 1 ? Self.view : []
      let good = try place.run(words + ["good.json"] + more)
      expect(good.status, equals: 0)
      good.errors.hides("no layer")
      let bad = try place.run(words + ["bad.json"] + more)
      #expect((bad.errors + bad.text).contains(message))
    }
  }

  @Test func `are the same bytes on any number of threads, with names in each other's way`() throws {
    // Four tiles of towns and roads whose names are too many for the picture, and points among them.
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      var random = Seeded(seed: UInt64(column * 2 + row))
      func place() -> (Int, Int) {
        (Int.random(in: 0...4096, using: &random), Int.random(in: 0...4096, using: &random))
      }
      let names = (0..<20).map { "Name \(column)\(row)\($0)" }
      var towns = LayerWriter(
        "place", keys: ["name", "class"], values: (names + ["city"]).map(LayerWriter.text))
      var roads = LayerWriter(
        "transportation_name", keys: ["name", "class"], values: (names + ["primary"]).map(LayerWriter.text))
      for number in 0..<20 {
        let tags: [UInt64] = [0, UInt64(number), 1, 20]
        towns.features.append(FeatureWriter.points([place()], tags: tags).bytes)
        roads.features.append(FeatureWriter.lines([[place(), place()]], tags: tags).bytes)
      }
      let water = LayerWriter("water", .rings([[(0, 0), (900, 0), (900, 900), (0, 900)]]))
      let transport = LayerWriter("transportation", .lines([[place(), place(), place()]]))
      try self.place.write(
        "towns/14/\(8191 + column)/\(8191 + row).pbf",
        Data(towns.bytes + roads.bytes + water.bytes + transport.bytes))
    }
    for ending in ["png", "svg"] {
      let pictures = try ["1", "2", "8"].map { threads in
        try place.run(
          ["render", "in.csv", "--basemap", "towns", "--center", "0,0", "--zoom", "14", "--size", "700x700"]
            + ["--threads", threads, "--format", ending, "-o", "-"])
      }
      #expect((pictures[0].status, pictures[0].errors) == (0, ""), "\(pictures[0].errors)")
      #expect(pictures.allSatisfy { $0.output == pictures[0].output })
      if ending == "svg" {
        let shown = pictures[0].text.components(separatedBy: "Name ").count - 1
        // Some names are there, and not all of the 160.
        #expect((5..<160).contains(shown))
      }
    }
  }

  @Test(arguments: [
    (#""url": "mbtiles:///data/city.mbtiles""#, "url"), (#""tiles": ["/t/{z}/{x}/{y}.pbf"]"#, "tiles[0]"),
    (#""url": "file:///t.json""#, "url"),
  ])
  func `outside of the style's folder are named otherwise`(source: String, key: String) throws {
    try place.write(
      "s.json", #"{"version": 8, "sources": {"c": {"type": "vector", \#(source)}}, "layers": []}"#)
    let outcome = try place.run(["check", "s.json"])
    expect(outcome.status, equals: 2)
    #expect((outcome.errors + outcome.text).contains("or name tiles elsewhere with --tiles SOURCE=FILE"))
    let words = ["render", "in.csv", "--style", "s.json", "--size", "64x64", "--format", "svg", "-o", "-"]
    let (without, with) = (try place.run(words), try place.run(words + ["--tiles", "c=city"]))
    without.reports(2, containing: "leaves the style's folder")
    #expect((with.status, with.errors) == (0, ""))
  }
}
