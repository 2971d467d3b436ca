import Foundation
import TestSupport
import Testing

@Suite struct `clustersnap verify` {
  @Test func `finds our own goldens met`() throws {
    let outcome = try Running.clustersnap(["verify", "Tests/Goldens", "--strict", "--jobs", "2"])
    expect(outcome.status, equals: 0, "\(outcome.text)\(outcome.errors)")
    expect(outcome.outputLines.last?.hasSuffix(" same"), equals: true)
  }

  @Test func `writes goldens only when that is asked for`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("map")
    let missing = try folder.run("verify .")
    #expect((missing.status, missing.outputLines.first?.hasPrefix("missing         map.png: ")) == (2, true))
    expect(missing.outputLines.last, equals: "1 case: 1 missing")
    expect(folder.read("map.png"), equals: nil)
    let recorded = try folder.run("verify . --record missing")
    expect(recorded.status, equals: 0)
    expect(recorded.outputLines, equals: ["recorded        map.png: new", "1 case: 1 recorded"])
    let same = try folder.run("verify map.json ./map.json .")
    #expect((same.status, same.outputLines) == (0, ["same            map.png", "1 case: 1 same"]))
  }

  @Test(arguments: ["true", "1", "github"]) func `records nothing on a server`(server: String) throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("map")
    let outcome = try folder.run("verify . --record all", environment: ["CI": server])
    expect(outcome.status, equals: 2)
    expect(folder.read("map.png"), equals: nil)
    outcome.errors.shows("CI=\(server) is set, so nothing is recorded")
  }

  @Test func `distinguishes a difference from what cannot be compared, the worse winning`() throws {
    let folder = try Workplace.ofGoldens()
    for name in ["a", "b", "c"] { try folder.addCase(name) }
    _ = try folder.run("verify . --record missing")
    try folder.addCase("a", #", "background": "red""#)
    let different = try folder.run("verify .")
    #expect((different.status, different.outputLines.last) == (1, "3 cases: 1 different, 2 same"))
    expect(different.outputLines.first?.contains(" of 3072 pixels differ ("), equals: true)
    try folder.write("b.png", Data(try #require(folder.read("b.png")).prefix(60)))
    let both = try folder.run("verify .")
    #expect((both.status, both.outputLines.last) == (2, "3 cases: 1 different, 1 not comparable, 1 same"))
    try expect(folder.run("verify . --record failed").status, equals: 0)
    try expect(folder.run("verify .").outputLines.last, equals: "3 cases: 3 same")
  }

  @Test func `goes on past every bad input, one line each`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("damaged")
    try folder.write("damaged.png", "no picture")
    try folder.addCase("folder")
    try folder.write("folder.png/readme.txt", "a folder in a golden's place")
    try folder.addCase("member", #", "hue": 1"#)
    try folder.write("nothing.json", "")
    try folder.write("nowhere.json", #"{"sources": {"points": "nowhere.csv"}}"#)
    try folder.addCase("shared-x")
    try folder.addCase("shared", #", "views": [{"name": "x"}, {"name": "y"}]"#)
    try folder.addCase("size", #", "scale": 2"#)
    _ = try folder.run("verify size.json --record missing")
    try folder.addCase("size")
    try folder.write("style.json", #"{"version": 8, "sources": {}, "layers": []}"#)
    let outcome = try folder.run("verify . no-such-folder")
    expect(outcome.status, equals: 2)
    expect(
      outcome.errors,
      equals: "no-such-folder: error: cannot be read: No such file or directory; check the name\n")
    let lines = outcome.outputLines.map { line in line.replacing(#/ {2,}/#, with: " ") }
    expect(
      lines,
      equals: [
        #"not comparable member.json:1:109: error: hue: there is no member "hue" here; remove it [unknown-member]"#,
        "not comparable nothing.json:1:1: error: there is no JSON here, only nothing or white space; write at least {} [json-syntax]",
        "not comparable damaged.png: the golden is no picture to compare with: not a PNG: it does not begin with the PNG signature",
        "not comparable folder.png: a folder stands in the golden's place; move it",
        "not comparable nowhere.png: nowhere.csv: error: cannot be read: No such file or directory; check the name",
        "not comparable shared-x.png: shared-x.json and shared.json have this golden; rename one of the cases or views",
        "not comparable shared-x.png: shared-x.json and shared.json have this golden; rename one of the cases or views",
        "missing shared-y.png: there is no golden; look at the picture and record it with --record missing",
        "not comparable size.png: the golden has 128x96 pixels, the picture 64x48; record it anew if that is meant",
        "9 cases: 1 missing, 8 not comparable",
      ])
  }

  @Test func `lists goldens that no case draws`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("maps/a", #", "golden": {"formats": ["png", "svg", "geojson"]}"#)
    try folder.write("maps/old.png", "x")
    try folder.write("maps/a-old.svg", "x")
    try folder.write("photos/cat.png", "no golden: no case lies beside it")
    try expect(
      folder.run("verify . --record missing").outputLines.last,
      equals: "3 cases: 3 recorded; 2 stale goldens")
    let outcome = try folder.run("verify maps")
    expect(outcome.status, equals: 0)
    expect(
      outcome.outputLines.suffix(3),
      equals: [
        "stale           maps/a-old.svg: no case draws this golden; remove it",
        "stale           maps/old.png: no case draws this golden; remove it",
        "3 cases: 3 same; 2 stale goldens",
      ])
    try expect(folder.run("verify maps --strict").status, equals: 2)
    #expect(try folder.run("verify maps --quiet").text.isEmpty)
  }

  @Test func `records over nothing that a request of the run names`() throws {
    let inputs: KeyValuePairs = [
      "dot/shops.geojson": Self.point, "dot/shops.json": #"{"sources": {"p": "./shops.geojson"}}"#,
      "overlay/route.geojson": Self.point,
      "overlay/route.json": #"{"overlays": [{"path": "route.geojson"}]}"#,
      "style/map.geojson": Self.point, "style/map.json": #"{"style": "s.json", "center": [1, 1], "zoom": 8}"#,
      "style/s.json": Self.style(data: "map.geojson").replacing(#""sprite": "sprite", "#, with: ""),
      "other/shops.geojson": Self.point, "other/shops.json": #"{"sources": {"p": {"points": [[1, 2]]}}}"#,
      "c/overview.json": #"{"sources": {"p": "../other/shops.geojson"}}"#,
    ]
    let folder = try Workplace(inputs)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("dot/linked.geojson"), withDestinationPath: "shops.geojson")
    try folder.write("dot/linked.json", #"{"sources": {"p": {"points": [[1, 2]]}}}"#)
    for (mode, last) in [("failed", "6 recorded"), ("missing", "6 same"), ("all", "6 recorded")] {
      let outcome = try folder.run("verify . --record \(mode)").succeeding()
      expect(outcome.outputLines.last, equals: "6 cases: \(last)")
    }
    for (name, text) in inputs { expect(folder.text(name), equals: text, "\(name)") }
    for name in ["dot/shops", "dot/linked", "overlay/route", "style/map", "other/shops", "c/overview"] {
      #expect(folder.read(name + ".png") != nil, "\(name)")
    }
  }

  @Test func `calls no file stale that a request of the run names`() throws {
    let folder = try Workplace([
      "europe.json":
        #"{"sources": {"p": {"points": [[1, 2]]}}, "output": "map.png", "dump": "marks.geojson"}"#,
      "trip.json":
        #"{"style": "s.json", "icons": ".", "overlays": [{"path": "way.geojson"}], "center": [1, 1], "zoom": 8}"#,
      "s.json": Self.style(data: "places.geojson"), "places.geojson": Self.point, "way.geojson": Self.point,
      "sprite.json": #"{"pin": {"x": 0, "y": 0, "width": 1, "height": 1, "pixelRatio": 1}}"#,
      "marks.geojson": Self.point,
    ])
    let pixel = try #require(Data(base64Encoded: Self.pixel))
    for name in ["sprite.png", "star.png", "map.png"] { try folder.write(name, pixel) }
    let found = try folder.run("verify .")
    expect(
      found.outputLines.filter { $0.first != " " }.map { String($0.prefix(26)) }.dropLast(),
      equals: [
        "missing         europe.png", "missing         trip.png: ",
      ])
    expect(found.outputLines.last, equals: "2 cases: 2 missing")
    try folder.run("verify . --record missing").succeeding()
    try expect(folder.run("verify .").succeeding().outputLines.last, equals: "2 cases: 2 same")
    for name in ["sprite.png", "star.png", "map.png"] { expect(folder.read(name), equals: pixel, "\(name)") }
  }

  @Test func `passes over JSON that is no request, unless it is named or has a golden`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("map")
    try folder.write("package.json", #"{"name": "x", "version": "1.0.0", "style": "x.css", "files": []}"#)
    try folder.write("rows.json", #"[{"lon": 1, "lat": 2}]"#)
    try folder.write("sprite.json", #"{"pin": {"x": 0, "y": 0, "width": 1, "height": 1}}"#)
    try folder.write("story.json", #"{"sources": {"p": "p.csv"}, "steps": [{"snapshot": true}]}"#)
    let outcome = try folder.run("verify . -v")
    expect(outcome.outputLines.last, equals: "1 case: 1 missing")
    expect(
      outcome.errors.split(separator: "\n").count { $0.hasSuffix(", no case") }, equals: 4,
      "\(outcome.errors)")
    try expect(
      folder.run("verify . package.json").outputLines.last, equals: "2 cases: 1 missing, 1 not comparable")
    try folder.write("rows.svg", "<svg/>")
    try expect(folder.run("verify .").outputLines.last, equals: "2 cases: 1 missing, 1 not comparable")
  }

  @Test func `takes goldens that lists, reports and markers name for what they are`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("map", #", "golden": {"explain": true}"#)
    try folder.run("verify . --record missing --report kept").succeeding()
    try folder.write("list.json", #"{"files": ["map.png"]}"#)
    try folder.write("rows.json", #"["map.png"]"#)
    try folder.run("verify . --report kept").succeeding()
    let outcome = try folder.run("verify .").succeeding()
    #expect(outcome.outputLines.contains("same            map.png"))
    folder.text("map.markers.json").shows(#""markersOf": "map.json""#)
    #expect(
      try folder.run("verify . --record all").succeeding().outputLines.contains(
        "recorded        map.png: written again"))
  }

  @Test func `holds a story against a film strip`() throws {
    let steps = #""steps": [{"add": true}, {"snapshot": "a"}, {"zoom": 5}, {"snapshot": "b"}]}"#
    let head =
      #"{"sources": {"p": {"points": [[1, 1], [2, 2]]}}, "size": [60, 50], "center": [1, 1], "zoom": 3, "basemap": "none", "#
    let folder = try Workplace(["story.json": head + #""golden": {}, "# + steps])
    try folder.run("verify . --record missing").succeeding()
    try folder.run("animate story.json --film-strip 3 -o strip.png").succeeding()
    try expect(folder.run("diff story.png strip.png").text, equals: "equal: no pixel differs\n")
    try folder.write("story.json", head + steps.replacing("5", with: "4"))
    try expect(folder.run("verify story.json").status, equals: 1)
    try folder.write("story.json", head + #""golden": {"formats": ["svg"]}, "# + steps)
    #expect(
      try folder.run("verify .").text.contains(
        "golden.formats: a story has png (a film strip) and apng (its film), and no svg"))
    try folder.write("story.json", head + #""golden": {}, "# + steps.replacing("zoom", with: "zoon"))
    #expect(try folder.run("verify .").text.contains("not comparable  story.png: story.json:1:"))
  }

  @Test func `shows warnings, and fails on those that are chosen`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.write("p.csv", "lon,lat\n1,1\n2,x\n3,1\n")
    try folder.write(
      "a.json", #"{"sources": {"p": "p.csv"}, "center": [1, 1], "zoom": 11, "size": [60, 50]}"#)
    try folder.write("b.png", "x")
    let recorded = try folder.run("verify . --record missing").succeeding()
    #expect(
      recorded.outputLines.contains(
        "                p.csv: warning: 1 of 3 records skipped, in line 3: latitude is no number"))
    expect(recorded.outputLines.last, equals: "1 case: 1 recorded; 1 stale golden; 1 warning")
    for (words, status) in [
      ("", 0), ("--fail-on stale", 2), ("--fail-on warnings", 2), ("--fail-on stale,warnings", 2),
      ("--strict", 2),
    ] {
      try expect(folder.run("verify . \(words)").status, equals: Int32(status), "\(words)")
    }
    #expect(try folder.run("verify . --fail-on stail").errors.contains("stail"))
    // Nobody can act on it.
    try folder.write("p.csv", "lon,lat\n1,1\n3,1\n")
    let rough = try folder.run("verify a.json --strict").succeeding()
    #expect(rough.outputLines.contains { $0.contains("the built-in world has no more detail than zoom 7") })
    expect(rough.outputLines.last, equals: "1 case: 1 same")
  }

  #if os(Linux)
    @Test func `writes the other reports where one cannot be written`() throws {
      let folder = try Workplace.ofGoldens()
      try folder.addCase("map")
      let outcome = try folder.run("verify . --junit /dev/full --markdown out.md")
      expect(outcome.status, equals: 3)
      folder.text("out.md").shows("| missing | map.png |")
    }
  #endif

  @Test func `records neither of two cases that have one golden`() throws {
    let folder = try Workplace([
      "map.json": #"{"sources": {"p": {"points": [[1, 2]]}}, "size": [60, 50], "views": [{"name": "city"}]}"#,
      "map-city.json": #"{"sources": {"p": {"points": [[1, 2]]}}, "size": [90, 90]}"#,
    ])
    try folder.write("map.json", folder.text("map.json").replacing("}]", with: #"}, {"name": "land"}]"#))
    try folder.run("verify map.json --record missing").succeeding()
    let golden = folder.read("map-city.png")
    for mode in ["failed", "all"] {
      let outcome = try folder.run("verify . --record \(mode)")
      expect(outcome.status, equals: 2)
      expect(
        outcome.outputLines.count {
          $0.contains("map-city.png: map-city.json and map.json have this golden; rename one")
        }, equals: 2)
      expect(folder.read("map-city.png"), equals: golden)
    }
  }

  #if os(Linux)
    @Test func `takes names that differ by Unicode composition alone for two`() throws {
      let folder = try Workplace()
      for name in ["\u{E9}", "e\u{301}"] {
        try folder.write(name + ".json", #"{"sources": {"p": {"points": [[1, 2]]}}, "size": [60, 50]}"#)
      }
      let outcome = try folder.run("verify . --record missing").succeeding()
      expect(outcome.outputLines.last, equals: "2 cases: 2 recorded")
      expect(folder.names.count, equals: 4)
    }
  #endif

  private static let point = #"{"type": "Point", "coordinates": [1, 1]}"#
  private static let pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="

  private static func style(data: String) -> String {
    """
    {"version": 8, "sprite": "sprite", "sources": {"p": {"type": "geojson", "data": "\(data)"}},
     "layers": [{"id": "c", "type": "circle", "source": "p"}]}
    """
  }

  @Test func `compares SVG as text and markers as data`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("map", #", "method": "grid", "golden": {"formats": ["svg", "geojson"]}"#)
    _ = try folder.run("verify . --record missing")
    let svg = String(decoding: try #require(folder.read("map.svg")), as: UTF8.self)
    try folder.write("map.svg", svg.replacing("</svg>", with: "<!-- -->\n</svg>"))
    let data = String(decoding: try #require(folder.read("map.geojson")), as: UTF8.self)
    try folder.write("map.geojson", data.replacing("\"point_count\": 2", with: "\"point_count\": 3"))
    let outcome = try folder.run("verify . --report out --junit out.xml")
    expect(outcome.status, equals: 1)
    expect(
      outcome.outputLines.prefix(2),
      equals: [
        "different       map.svg: 1 line less and 0 lines more, first at line \(svg.split(separator: "\n").count)",
        "different       map.geojson: cluster 3 → 2 at 10.00, 50.00",
      ])
    #expect(folder.read("out/index.html") != nil)
    #expect(folder.read("out/report.json") != nil)
    #expect(folder.read("out.xml") != nil)
    // The report lies below the folder, and is no case.
    try expect(folder.run("verify .").outputLines.last, equals: "2 cases: 2 different")
  }

  @Test func `refuses reports that have no place`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("map")
    try folder.write("file", "x")
    try expect(folder.run("verify . --report file/out").status, equals: 3)
    try expect(folder.run("verify . --junit nowhere/out.xml").status, equals: 3)
    try expect(folder.run("verify").status, equals: 2)
    try expect(folder.run("verify . --jobs 0").status, equals: 2)
    #expect(try folder.run("verify . --record faild").errors.contains("did you mean failed?"))
  }
}
