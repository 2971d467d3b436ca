import Foundation
import TestSupport
import Testing

/// What lies beneath the data: the built-in world, tiles, styles of the user's own.
@Suite struct `A base map` {
  private static let view = "--center 0,0 --zoom 0 --size 256x256 --format svg --form bubble -o -".words

  /// Points, a folder of tiles with water, and a style that draws water from tiles that are nowhere.
  private func place() throws -> Workplace {
    let place = try Workplace(["in.csv": "id,lon,lat\n1,0,0\n2,100,20\n"])
    let water = LayerWriter("water", .rings([[(0, 0), (4096, 0), (4096, 4096), (0, 4096)]]))
    try place.write("city/0/0/0.pbf", Data(water.bytes))
    try place.write(
      "base.json",
      """
      {"version": 8, "sources": {"city": {"type": "vector", "tiles": []}}, "layers": [
        {"id": "paper", "type": "background", "paint": {"background-color": "#102030"}},
        {"id": "sea", "type": "fill", "source": "city", "source-layer": "water", "paint": {"fill-color": "#4060a0"}}]}
      """)
    return place
  }

  @Test func `is the built-in world, unless something else is named`() throws {
    let place = try place()
    let world = try place.run(["render", "in.csv"] + Self.view)
    let none = try place.run(["render", "in.csv", "--basemap", "none"] + Self.view)
    // Names are there from zoom 3 on, in two styles.
    for (style, zoom, hasNames) in [
      ("light", "2.9", false), ("light", "3", true), ("dark", "3", true), ("print", "3", false),
      ("cch", "3", false),
    ] {
      let words = ["render", "in.csv", "--style", style, "--center", "9,9", "--zoom", zoom]
      let run = try place.run(words + ["--format", "svg", "-o", "-"]).succeeding()
      expect(run.text.contains(#"id="country-names""#), equals: hasNames, "\(style) \(zoom)")
    }
    #expect((world.status, none.status) == (0, 0))
    world.text.shows(#"id="land""#)
    none.text.hides(#"id="land""#)
    let named = try place.run(["render", "in.csv", "--basemap", "world"] + Self.view)
    expect(named.output, equals: world.output)
    let names = try place.run(["render", "in.csv", "--place-names", "yes"] + Self.view)
    names.text.shows(#"id="country-names""#)
    world.text.hides(#"id="country-names""#)
    let bare = try place.run(["render", "in.csv", "--borders", "no"] + Self.view)
    #expect(bare.output.count < world.output.count)
  }

  @Test(arguments: ["3", "4", "5.9", "6", "6.5", "7"])
  func `names a capital from zoom 3 on, and its country where there is room`(zoom: String) throws {
    let words = "render in.csv --center 5.2,52.3 --size 400x330 --format svg -o - --zoom".words + [zoom]
    let text = try place().run(words).succeeding().text
    #expect(text.contains("• Amsterdam"))
    #expect(text.contains(">Netherlands<") != ["3", "4"].contains(zoom))
  }

  @Test(arguments: [
    ("-97,39", "4", ["NEBRASKA", "KANSAS", "COLORADO", "ILLINOIS", "OKLAHOMA"]),
    ("-80,40", "5", ["OHIO", "PENNSYLVANIA", "VIRGINIA", "KENTUCKY"]),
  ])
  func `names the states of the United States beside their cities`(
    center: String, zoom: String, states: [String]
  ) throws {
    let words = "render in.csv --size 800x560 --format svg -o - --zoom".words + [zoom, "--center", center]
    let text = try place().run(words).succeeding().text.uppercased()
    for state in states { #expect(text.contains(">\(state)<"), "\(state)") }
  }

  /// Milwaukee, Chicago, Toronto and Kampala stand on the shores, their names over the water.
  @Test(arguments: [
    ("-84.5,44.8", "4", ["Superior", "Michigan", "Huron", "• Toronto", "• Detroit"]),
    ("-84.5,44.8", "5", ["Superior", "Michigan", "Huron", "Ontario", "Lake Erie"]),
    ("31,-5", "4", ["Victoria", "Tanganyika", "Malawi"]),
  ])
  func `names large lakes beside the cities on their shores`(
    center: String, zoom: String, lakes: [String]
  ) throws {
    let words = "render in.csv --size 800x560 --format svg -o - --zoom".words + [zoom, "--center", center]
    let text = try place().run(words).succeeding().text
    for lake in lakes { #expect(text.contains(">\(lake)<"), "\(lake)") }
  }

  /// Ice stands out from land and from sea, on white paper as well: 1.1 to 1 and more.
  @Test(arguments: [("light", "fff"), ("print", "e2e2e2"), ("dark", "2b333c")])
  func `has ice in another color than land`(style: String, color: String) throws {
    let words = "render in.csv --center -42,72 --zoom 3 --size 64x64 --format svg -o - --style".words
    let text = try place().run(words + [style]).succeeding().text
    let ice = try #require(text.firstMatch(of: /id="ice".*?fill="#(?<color>[0-9a-f]+)"/.dotMatchesNewlines()))
    #expect(ice.color == color)
  }

  @Test func `is shaded by heights beneath its lines and names`() throws {
    let place = try place()
    let words = "render in.csv --center 0,0 --zoom 6 --size 300x200 --form bubble --format svg -o - --relief"
      .words
    let shaded = try place.run(words + ["\(Workplace.checkout)/Samples/hills.mbtiles"]).succeeding()
    expect(shaded.errors, equals: "")
    let text = shaded.text
    let (relief, coast) = (text.range(of: #"id="relief""#), text.range(of: #"id="singles""#))
    #expect(try #require(relief).lowerBound < #require(coast).lowerBound)
    #expect(text.contains("<image"))
    let beside = try place.run(
      "render in.csv --center 100,40 --zoom 8 --relief \(Workplace.checkout)/Samples/hills.mbtiles -o a.png"
        .words)
    #expect(
      beside.succeeding().errors.contains(
        "its tiles lie within -0.7,-0.7,0.7,0.7, which the view does not show, so its layers stay empty; show that"
      ),
      "\(beside.errors)")
    let features = try place.run(words + ["\(Workplace.checkout)/Samples/town.pmtiles"])
    #expect((features.status, features.errors.contains("holds features, not heights")) == (2, true))
    let missing = try place.run(words + ["none.mbtiles"])
    #expect((missing.status, missing.errors.contains("--relief")) == (2, true))
  }

  @Test func `is shaded by the encoding that an archive of heights declares, whatever a style's is`() throws {
    let place = try place()
    try FileManager.default.copyItem(
      atPath: "\(Workplace.checkout)/Samples/hills.mbtiles", toPath: place.path("hills.mbtiles"))
    func picture(_ encoding: String) throws -> Data {
      try place.write(
        "s.json",
        #"""
        {"version": 8, "sources": {"d": {"type": "raster-dem", "tileSize": 256, \#(encoding)
          "url": "hills.mbtiles"}},
         "layers": [{"id": "h", "type": "hillshade", "source": "d"}]}
        """#)
      let words = "render in.csv --style s.json --center 0.1,0.1 --zoom 8 --size 300x200 --strict -o -".words
      return try place.run(words).succeeding().output
    }
    let right = try picture(#""encoding": "terrarium","#)
    try expect(picture(""), equals: right)
    try expect(picture(#""encoding": "mapbox","#), equals: right)
  }

  @Test func `is the built-in world as tiles of a style's source`() throws {
    let place = try place()
    try place.write("near.csv", "id,lon,lat\n1,10,50\n")
    func draw(_ style: String, at zoom: Int = 4, _ words: String...) throws -> Outcome {
      try place.run(
        [
          "render", "near.csv", "--style", style, "--center", "10,50", "--zoom", "\(zoom)", "--size",
          "256x256",
        ]
          + words + ["--format", "svg", "-o", "-"])
    }
    let named = try draw("base.json", "--tiles", "city=world")
    #expect((named.status, named.errors) == (0, ""))
    named.text.shows(##"id="sea""##)
    try expect(draw("base.json", "--tiles", "city=builtin://world").output, equals: named.output)
    let style = place.text("base.json")
      .replacing(#""tiles": []"#, with: #""url": "builtin://world""#)
      .replacing(
        #""layers": ["#,
        with: #""layers": [{"id": "b", "type": "fill", "source": "city", "source-layer": "building"},"#)
    try place.write("world.json", style)
    let own = try draw("world.json")
    // A layer that the world lacks is no fault.
    #expect((own.status, own.errors) == (0, ""))
    own.text.shows(#"id="sea""#)
    #expect(
      try draw("base.json", at: 8, "--tiles", "city=world").errors.contains(
        "the built-in world has no more detail than zoom 7, and no coasts from zoom 10 on; draw streets with --tiles city=FILE"
      ))
    try expect(draw("base.json", "--tiles", "city=./world").status, equals: 2)
  }

  @Test func `goes on as the built-in world where a file of its schema ends`() throws {
    let place = try place()
    func draw(_ center: String, _ zoom: String) throws -> Outcome {
      try place.run(
        [
          "render", "in.csv", "--basemap", "\(Workplace.checkout)/Samples/town.pmtiles", "--center", center,
          "--zoom", zoom,
        ] + "--size 256x256 --format svg -o -".words
      ).succeeding()
    }
    let far = try draw("0,10", "2")
    far.text.shows(#"id="water""#)
    far.text.shows(#"id="borders""#)
    expect(far.errors, equals: "")
    let near = try draw("0,0", "9")
    near.text.hides(#"id="water""#)
    near.errors.shows("its tiles begin at zoom 12")
  }

  @Test func `names the setting of its tiles where their server cannot be reached`() throws {
    let place = try place()
    let words = ["render", "in.csv", "--style", "away.json", "--private-networks"] + Self.view
    for (layer, isKnown) in [("water", true), ("earth", false)] {
      let style = place.text("base.json").replacing("[]", with: #"["http://127.0.0.1:1/{z}/{x}/{y}"]"#)
      try place.write("away.json", style.replacing(#"layer": "water"#, with: #"layer": "\#(layer)"#))
      let run = try place.run(words)
      expect(run.status, equals: 2)
      run.errors.shows("sources.city: http://127.0.0.1:1/")
      expect(run.errors.contains("; draw the built-in world with --tiles city=world"), equals: isKnown)
    }
  }

  @Test func `has water beneath a style without a background, and only then`() throws {
    let place = try place()
    for (background, color) in [
      ("", "#c8dbe6"),
      (##"{"id": "b", "type": "background", "paint": {"background-color": "#123456"}},"##, "#123456"),
    ] {
      try place.write(
        "points.json",
        """
        {"version": 8, "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
         "layers": [\(background) {"id": "dots", "type": "circle", "source": "points"}]}
        """)
      let words = ["render", "in.csv", "--style", "points.json"]
      let world = try place.run(words + ["--basemap", "world"] + Self.view).succeeding()
      world.text.shows(#"<rect width="256" height="256" fill="\#(color)""#)
      let none = try place.run(words + Self.view)
      expect(none.text.contains(color), equals: !background.isEmpty)
      let clear = try place.run(words + ["--basemap", "world", "--background", "none"] + Self.view)
      expect(clear.status, equals: 0)
      clear.text.hides("<rect")
    }
  }

  @Test func `keeps the sources of inputs under their names, however many tiles lie beneath`() throws {
    let place = try place()
    for name in ["a", "b"] {
      var fixture = PMTilesFixture(tiles: [(0, `Tiles that are not as they should be`.water)])
      fixture.zooms = (0, 0)
      fixture.metadata = Array(
        (#"{"vector_layers": [{"id": "water", "fields": {"class": "String"}}, "#
          + #"{"id": "transportation", "fields": {"class": "String", "brunnel": "String"}}, "#
          + #"{"id": "place", "fields": {"name": "String", "class": "String"}}], "attribution": "© \#(name)"}"#)
          .utf8)
      try place.write("\(name).pmtiles", Data(fixture.bytes))
    }
    try place.write(
      "map.json",
      """
      {"sources": {"points": "in.csv"}, "basemap": ["a.pmtiles", "b.pmtiles"], "center": [0, 0], "zoom": 0,
       "cluster": {"points": {"form": "bubble"}}, "size": [256, 256], "views": [{"output": "map.svg"}]}
      """)
    try place.run(["render", "--request", "map.json"]).succeedingQuietly()
    let text = place.text("map.svg")
    text.shows("<circle", #"id="water""#, #"id="base-water""#)
    text.shows("© a", "© b")
    // The same in a story.
    try place.write(
      "story.json",
      """
      {"sources": {"points": "in.csv"}, "basemap": "a.pmtiles", "center": [0, 0], "zoom": 0, "size": [256, 256],
       "steps": [{"add": {"points": true}}, {"snapshot": "one"}, {"pan": [9, 0]}, {"snapshot": "two"}]}
      """)
    try place.run(["animate", "story.json", "--at", "1", "-o", "story.svg"]).succeedingQuietly()
    place.text("story.svg").shows("<circle")
    place.text("story.svg").shows(#"id="water""#)
  }

  @Test func `is a style of the user's own, bubbles above and tiles from elsewhere`() throws {
    let place = try place()
    let words = ["render", "in.csv", "--style", "base.json"] + Self.view
    let filled = try place.run(words + ["--tiles", "city=city"]).succeedingQuietly()
    let sea = try #require(filled.text.range(of: #"id="sea""#)).lowerBound
    #expect(try sea < #require(filled.text.range(of: "<circle")).lowerBound)
    let empty = try place.run(words)
    // Without tiles of its own, a style for the schema of the built-in world draws that.
    #expect((empty.status, empty.errors) == (0, ""))
    empty.text.shows(#"id="sea""#)
    try place.write("other.json", place.text("base.json").replacing("water", with: "earth"))
    let foreign = try place.run(["render", "in.csv", "--style", "other.json"] + Self.view)
    foreign.reports(0, containing: "its tiles are not named")
    foreign.text.hides(#"id="sea""#)
    let other = try place.run(words + ["--tiles", "city=city", "--overlay", "print"]).succeeding()
    #expect(other.output != filled.output)
  }

  @Test(arguments: [
    (["--basemap", "none", "--basemap", "world"], "the base map is none and something else at once"),
    (["--overlay", "dark"], "--overlay dark belongs to a style of your own"),
    (["--style", "base.json", "--overlay", "drak"], "--overlay: \"drak\" is none of"),
    (["--style", "base.json", "--basemap", "city"], "--basemap: the style has vector tiles of its own"),
    (["--style", "base.json", "--tiles", "town=city"], "--tiles: the style has no source town of tiles"),
    (["--basemap", "city"], "--basemap: "),
    (["--basemap", "gone.pmtiles"], "--basemap: gone.pmtiles cannot be read"),
  ])
  func `reports what does not fit`(words: [String], message: String) throws {
    let outcome = try place().run(["render", "in.csv"] + words + Self.view)
    expect(outcome.status, equals: 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("clustersnap: error: " + message))
  }
}
