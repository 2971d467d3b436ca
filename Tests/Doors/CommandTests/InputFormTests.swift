import Foundation
import TestSupport
import Testing

@Suite struct `Forms of inputs` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Options that name columns, and ways to read: each with what it needs.
  static let ways: [[String]] = [
    [], ["--weight", "m.w"], ["--filter", "m.w > 20.5 and m.kind = 'a'"], ["--color-by", "m.kind"],
    ["--size-by", "m.w"], ["--donut-by", "m.kind"], ["--label-by", "m.kind"], ["--aggregate", "mean:m.w"],
    ["--callouts", "all", "--callout-columns", "m.kind,m.w"],
    ["--stream", "yes", "--weight", "m.w", "--title-template", "{count}"],
  ]

  /// A point, its weight in halves, and its kind.
  private struct Row {
    let x: Int, y: Int, halves: Int
    let kind: String

    init(_ index: Int) {
      (x, y) = (index * 37 % 300 - 150, index * 53 % 140 - 70)
      (halves, kind) = (index % 90, index % 2 == 0 ? "a" : "b")
    }

    func weight(_ mark: String) -> String { "\(halves / 2)\(mark)\(halves % 2 * 5)" }
  }

  private static let rows = (0..<400).map(Row.init)
  private static let words = ["-o", "-", "--format", "png", "--size", "400x300", "--bbox=-170,-75,170,75"]

  private func picture(_ name: String, _ content: String, _ options: [String]) throws -> Outcome {
    try place.write(name, content)
    return try place.run(["render", name] + Self.words + options)
  }

  @Test(arguments: ways) func `with decimal commas draw what their twins with points draw`(way: [String])
    throws
  {
    func table(_ mark: String) -> String {
      let lines = Self.rows.map { "\($0.x)\(mark)5;\($0.y)\(mark)25;\($0.weight(mark));\($0.kind)\n" }
      return "lon;lat;m.w;m.kind\n" + lines.joined()
    }
    let expected = try picture("in.csv", table("."), way)
    expect(expected.status, equals: 0, "\(expected.errors)")
    for options in [[], ["--decimal", "comma"]] {
      let commas = try picture("in.csv", table(","), way + options)
      expect(commas.output, equals: expected.output)
      expect(commas.errors, equals: expected.errors)
    }
  }

  @Test(arguments: ways) func `that are nested draw what flat ones of the same names draw`(way: [String])
    throws
  {
    let flat = Self.rows.map { row -> String in
      #"{"lon":\#(row.x),"lat":\#(row.y),"m.w":\#(row.weight(".")),"m.kind":"\#(row.kind)"}"#
    }
    let nested = Self.rows.map { row -> String in
      let values = #"{"w":\#(row.weight(".")),"kind":"\#(row.kind)"}"#
      return #"{"at":{"lng":\#(row.x),"lat":\#(row.y)},"m":\#(values)}"#
    }
    let expected = try picture("in.json", "[" + flat.joined(separator: ",") + "]", way)
    expect(expected.status, equals: 0, "\(expected.errors)")
    let list = "[" + nested.joined(separator: ",") + "]"
    for text in [list, #"{"hits":{"hits":"# + list + "}}", nested.joined(separator: "\n")] {
      let found = try picture("in.json", text, way)
      expect(found.output, equals: expected.output)
      expect(found.errors, equals: expected.errors)
      let named = try picture("in.json", text, way + ["--longitude", "at.lng", "--latitude", "at.lat"])
      expect(named.output, equals: expected.output)
      let piped = try place.run(["render", "in=-"] + Self.words + way, input: text)
      expect(piped.output, equals: expected.output)
    }
  }

  @Test func `may stand in a request`() throws {
    try place.write("in.csv", "lon,lat,name\n13.4,52.5,a\n-0.1,51.5,b\n2.35,48.85,c\n")
    let view = #""size": [300, 200], "labelBy": "name", "basemap": "world""#
    try place.write("r.json", #"{"sources": {"d": "in.csv"}, \#(view)}"#)
    let expected = try place.run(["render", "--request", "r.json", "-o", "-", "--format", "png"]).succeeding()
    func feature(_ x: Double, _ y: Double, _ name: String) -> String {
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(x),\#(y)]},"properties":{"name":"\#(name)"}}"#
    }
    let features = [feature(13.4, 52.5, "a"), feature(-0.1, 51.5, "b"), feature(2.35, 48.85, "c")]
    for source in [
      #"{"points": [[13.4, 52.5, {"name": "a"}], [-0.1, 51.5, {"name": "b"}], [2.35, 48.85, {"name": "c"}]]}"#,
      #"[[13.4, 52.5, {"name": "a"}], [-0.1, 51.5, {"name": "b"}], [2.35, 48.85, {"name": "c"}]]"#,
      #"[{"lon": 13.4, "lat": 52.5, "name": "a"}, {"lon": -0.1, "lat": 51.5, "name": "b"}, {"lon": 2.35, "lat": 48.85, "name": "c"}]"#,
      #"{"type": "FeatureCollection", "features": ["# + features.joined(separator: ",") + "]}",
    ] {
      try place.write("r.json", #"{"sources": {"d": \#(source)}, \#(view)}"#)
      let outcome = try place.run(["render", "--request", "r.json", "-o", "-", "--format", "png"])
      expect(outcome.output, equals: expected.output, "\(source)")
      expect(outcome.errors, equals: "")
    }
  }

  @Test(
    arguments: cases(
      """
      {"points": [[13.4, 52.5], [1, "x"]]} → r.json:1:45: error: sources.d.points[1]: expected a point [longitude, latitude] or [longitude, latitude, {…}], found array [wrong-type]
      [{"lon": 1, "lat": 2}, 5] → r.json:1:42: error: sources.d[1]: expected an object like the first, found number [wrong-type]
      {"points": 5} → r.json:1:30: error: sources.d: expected a file, a list of points or GeoJSON, found number [wrong-type]
      7 → r.json:1:19: error: sources.d: expected a file, a list of points or GeoJSON, found number [wrong-type]
      [] → r.json: sources.d: error: there is no record in it; expected at least one
      [{"a": 1}] → r.json: sources.d:1:2: error: no longitude column in the header "a"; name it with "longitude" (a name or a number)
      """))
  func `in a request that are none are reported where they stand`(source: String, message: String) throws {
    try place.write("r.json", #"{"sources": {"d": \#(source)}}"#)
    let outcome = try place.run(["render", "--request", "r.json", "-o", "x.png"])
    expect(outcome.status, equals: 2)
    expect(outcome.lines, equals: [message])
  }

  @Test(arguments: ["in.ndjson", "in.jsonl", "in.geojson", "in.JSON"])
  func `of CSV under a name of JSON are an error`(name: String) throws {
    try place.write(name, "lon,lat\n1,2\n")
    let outcome = try place.run(["clusters", name, "-o", "out.csv"])
    expect(outcome.status, equals: 2)
    let ending = name.dropFirst(3).lowercased()
    outcome.reports(
      "\(name): error: the name ends in .\(ending), but the content is CSV; rename it, or set --input-format csv"
    )
    try expect(place.run(["clusters", name, "-o", "out.csv", "--input-format", "csv"]).status, equals: 0)
  }

  @Test func `of areas are named a way to points, which draws them`() throws {
    try place.write(
      "in.geojson",
      #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[8,0],[8,8],[0,0]]]},"properties":{"a":1}}"#
    )
    let plain = try place.run(["render", "in.geojson", "-o", "x.png"] + small)
    #expect(
      plain.errors.contains(
        "draw them beneath with --basemap FILE, or points for them with --points-of center"))
    let words = ["clusters", "in.geojson", "-o", "-", "--format", "csv", "--bbox=-20,-20,20,20"]
    let center = try place.run(words + ["--points-of", "center"]).succeeding()
    expect(center.errors, equals: "")
    // The centroid of a triangle is the mean of its corners.
    center.text.shows("5.333333")
    try expect(place.run(words + ["--cluster", "in.points-of=center"]).text, equals: center.text)
    let streamed = try place.run(words + ["--points-of", "vertices", "--stream", "yes"])
    let kept = try place.run(words + ["--points-of", "vertices"])
    expect(streamed.text, equals: kept.text)
    try place.run(words + ["--points-of", "middle"]).reports(2, containing: "center, pole, vertices")
  }

  @Test func `that are cells have decimal points, and the option is reported`() throws {
    try place.write("cells.csv", "lon,lat,point_count\n10,20,5\n")
    let outcome = try place.run(
      ["render", "--cells", "cells.csv", "--decimal", "comma", "-o", "x.png"] + small)
    #expect(
      outcome.errors.contains(
        "--decimal has no effect: numbers of the table cells have decimal points"))
    let words = try place.run(
      [
        "render", "--cells", "cells.csv", "--missing", "NA", "--header-line", "2", "--geometry", "g", "-o",
        "x.png",
      ]
        + small)
    for message in [
      "--missing has no effect: NULL and \\N are empty fields of the table cells",
      "--header-line has no effect: the first line is the header of the table cells",
      "--geometry has no effect: cells of the table cells have columns of their own",
    ] { #expect(words.errors.contains(message)) }
  }

  @Test func `that are databases have numbers, and commas and paths are refused by name`() throws {
    _ = try SQLiteTable(
      "CREATE TABLE t (lon REAL, lat REAL); INSERT INTO t VALUES (1, 2); VACUUM INTO '\(place.path("t.db"))'")
    let commas = try place.run(["render", "t.db", "--decimal", "comma", "-o", "x.png"] + small)
    commas.reports(
      2,
      "t.db: error: --decimal comma is for CSV and JSON; the columns of this table are numbers, leave it out")
    let path = try place.run(["render", "t.db", "--longitude", "a.lon", "-o", "x.png"] + small)
    path.reports(2, containing: "no column \"a.lon\" in the header \"lon\", \"lat\"")
  }
}
