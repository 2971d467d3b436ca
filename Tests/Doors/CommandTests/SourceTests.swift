import Foundation
import TestSupport
import Testing

@Suite struct `Sources` {
  private func place() throws -> Workplace {
    let place = try Workplace(["in.csv": Sample.places])
    try place.write("other.csv", "id,lon,lat\na,13.4,52.5\nb,13.405,52.505\n")
    return place
  }

  /// The source and count of every line of CSV.
  private func rows(_ outcome: Outcome) -> [String] {
    #expect((outcome.status, outcome.errors) == (0, ""))
    return outcome.text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      return "\(fields[10]) \(fields[4])"
    }
  }

  private let view = ["--center", "13.4,52.5", "--zoom", "5", "--format", "csv", "--size", "64x64"]

  @Test func `are named after their files, or as asked, and never merge`() throws {
    let place = try place()
    let found = rows(try place.run(["clusters", "in.csv", "pins=other.csv", "in.csv"] + view))
    expect(found, equals: ["in 2", "pins 2", "in-2 2"])
    let twins = try place.run(["clusters", "pins=in.csv", "pins=other.csv"] + view)
    expect(
      twins.errors, equals: "clustersnap: info: two inputs are named pins; the second is called pins-2\n")
    // A file whose name holds an equals sign is a file.
    try place.write("a=b.csv", Sample.places)
    expect(rows(try place.run(["clusters", "a=b.csv"] + view)), equals: ["a=b 2"])
  }

  @Test func `take settings of their own`() throws {
    let place = try place()
    let words = ["clusters", "in.csv", "pins=other.csv"] + view
    expect(
      rows(try place.run(words + ["--cluster", "pins.method=none"])), equals: ["in 2", "pins 1", "pins 1"])
    expect(
      rows(try place.run(words + ["--method", "none", "--cluster", "pins.method=grid"])),
      equals: [
        "in 1", "in 1", "pins 2",
      ])
    expect(rows(try place.run(words + ["--cluster", "in.min-count=3"])), equals: ["in 1", "in 1", "pins 2"])
    // A cell of 1/8 points at zoom 5 parts what a cell of 60 points joins.
    expect(
      rows(try place.run(words + ["--cluster", "in.cell-size=0.1", "--cluster", "in.snap-zoom=no"])).filter {
        $0 == "in 2"
      }, equals: [])
  }

  @Test func `fill those of a style`() throws {
    let place = try place()
    try place.write(
      "s.json",
      """
      {"version": 8,
       "sources": {"a": {"type": "geojson", "data": "data/own.csv", "cluster": true}, "b": {"type": "geojson", "data": "other.csv"}},
       "layers": [{"id": "a", "type": "circle", "source": "a"}, {"id": "b", "type": "circle", "source": "b"}]}
      """)
    try place.write("data/own.csv", "lon,lat\n13.4,52.5\n")
    // What is not clustered is drawn point by point.
    let plain = ["b 1", "b 1"]
    expect(rows(try place.run(["clusters", "--style", "s.json"] + view)), equals: ["a 1"] + plain)
    expect(
      rows(try place.run(["clusters", "--style", "s.json", "--source", "a=in.csv"] + view)),
      equals: ["a 2"] + plain
    )
    expect(
      rows(try place.run(["clusters", "--style", "s.json", "a=in.csv"] + view)), equals: ["a 2"] + plain)
  }

  @Test func `of a base map lie beneath, whatever the style`() throws {
    let place = try place()
    let square = #"{"type": "Polygon", "coordinates": [[[W, -60], [E, -60], [E, 60], [W, 60], [W, -60]]]}"#
    try place.write("west.geojson", square.replacing("W", with: "-170").replacing("E", with: "-90"))
    try place.write("east.geojson", square.replacing("W", with: "90").replacing("E", with: "170"))
    try place.write(
      "s.json",
      #"{"version": 8, "sources": {"p": {"type": "geojson", "data": "in.csv"}}, "layers": [{"id": "c", "type": "circle", "source": "p"}]}"#
    )
    for style in [[], ["--style", "dark"], ["--style", "s.json"]] {
      let words = "render in.csv -o - --format svg --center 0,0 --zoom 0 --size 512x512 --form bubble".words
      let bare = try place.run(words + style + ["--basemap", "none"])
      let one = try place.run(words + style + ["--basemap", "west.geojson"])
      let two = try place.run(words + style + ["--basemap", "west.geojson", "--basemap", "east.geojson"])
      expect([bare.status, one.status, two.status], equals: [0, 0, 0])
      let land = { (outcome: Outcome) in outcome.text.components(separatedBy: "id=\"land\"").count - 1 }
      #expect((land(bare), land(one), land(two)) == (0, 1, 1))
      #expect(bare.output.count < one.output.count)
      #expect(one.output.count < two.output.count)
      // Circles come after the land.
      let text = two.text
      #expect(
        try #require(text.range(of: "<circle")).lowerBound
          > #require(text.range(of: "id=\"land\"")).lowerBound)
    }
    let wrong = try place.run(["clusters", "in.csv", "--basemap", "other.csv"])
    wrong.reports(
      0, "other.csv: warning: there are no lines and no areas in this base map; name it as an input")
  }

  @Test func `report lines and areas that nothing draws`() throws {
    let place = try place()
    let line =
      #"{"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}}"#
    let point =
      #"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#
    for (features, left) in [
      ("\(line), \(point)", "1 line or area"), ("\(line), \(line), \(point)", "2 lines and areas"),
    ] {
      try place.write("in.geojson", #"{"type": "FeatureCollection", "features": [\#(features)]}"#)
      let outcome = try place.run(["render", "in.geojson", "-o", "out.png", "--basemap", "none"] + small)
      outcome.reports(
        0,
        "in.geojson: warning: \(left) not drawn by the style; draw them beneath with --basemap FILE, or points for them with --points-of center"
      )
    }
  }

  @Test func `have dots at corners of lines only where the style clusters nothing`() throws {
    let place = try place()
    try place.write("in.geojson", #"{"type": "LineString", "coordinates": [[0, 0], [1, 1]]}"#)
    let view =
      ["in.geojson", "--basemap", "none", "--bbox", "-2,-2,2,2", "--format", "svg", "-o", "-"] + small
    let clustered = try place.run(["render"] + view)
    expect(clustered.status, equals: 0)
    clustered.text.hides("<circle")
    expect(clustered.lines.count, equals: 1)
    try place.write(
      "dots.json",
      """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "dots", "type": "circle", "source": "a"}]}
      """)
    let plain = try place.run(["render", "--style", "dots.json"] + view)
    #expect((plain.status, plain.text.split(separator: "<circle").count, plain.lines) == (0, 3, []))
  }

  @Test func `and views of a request are found beside it`() throws {
    let place = try place()
    try place.write("jobs/data/in.csv", "place;x;y\nA;13.4;52.5\nB;13.41;52.51\n")
    try place.write(
      "jobs/r.json",
      """
      {"sources": {"stones": "data/in.csv"}, "longitude": "x", "latitude": 3, "id": "place", "size": [64, 48],
       "center": [13.4, 52.5], "zoom": 5,
       "cluster": {"stones": {"minCount": 3}},
       "views": [{"output": "a.png"}, {"output": "../b.svg", "size": [32, 32], "dump": "b.csv"},
                 {"output": "\(place.folder)/c.pdf"}]}
      """)
    try place.run(["render", "--request", "jobs/r.json"]).succeeding()
    expect(place.names, equals: ["b.svg", "c.pdf", "in.csv", "jobs", "other.csv"])
    expect(place.read("jobs/a.png")?.dropFirst(16).prefix(8), equals: Data([0, 0, 0, 64, 0, 0, 0, 48]))
    place.text("b.svg").shows("width=\"32\"")
    place.text("jobs/b.csv").shows("\nA,13.4,52.5,false,1,")
    // An option wins over the request.
    let merged = try place.run(["render", "--request", "jobs/r.json", "--cluster", "stones.min-count=2"])
    expect(merged.status, equals: 0)
    place.text("jobs/b.csv").shows(",true,2,")
  }

  @Test func `list the ids of members in SVG and in dumps where asked to`() throws {
    let place = try Workplace(["places.csv": Sample.places.replacing("1,13.4", with: "\"a\"\"b\",13.4")])
    let words = "render places.csv -o p.svg --dump p.geojson --center 10,50 --zoom 3".words
    try expect(place.run(words).status, equals: 0)
    place.text("p.svg").hides("data-members")
    place.text("p.geojson").hides("members")
    try expect(place.run(words + ["--members"]).status, equals: 0)
    let idle = try place.run("render places.csv -o p.png --center 10,50 --zoom 3 --members")
    expect(
      idle.lines, equals: ["clustersnap: warning: --members belongs to SVG and --dump; the picture is png"])
    // A JSON list inside an attribute; single points are known by their ids.
    expect(
      place.text("p.svg").components(separatedBy: "data-members=\"[&quot;a\\&quot;b&quot;,&quot;2&quot;]\"")
        .count, equals: 2)
    place.text("p.geojson").shows(#""members": ["a\"b", 2]"#)
  }

  @Test func `are dumped as clusters writes them`() throws {
    let place = try place()
    for ending in ["geojson", "csv", "json"] {
      let drawn = try place.run(["render", "in.csv", "-o", "out.png", "--dump", "out.\(ending)"] + small)
      let data = try place.run(["clusters", "in.csv", "-o", "data.\(ending)"] + small)
      #expect((drawn.status, data.status) == (0, 0))
      // Dumps have what was drawn of each beside that.
      let text = place.text("out.\(ending)")
      var plain = text.replacing(/,\s*"(?:radius|dx|dy)": [-0-9.]+/, with: "")
      if ending == "csv" {
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false).map {
          $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let kept = rows[0].indices.filter { !["radius", "dx", "dy"].contains(rows[0][$0]) }
        plain = rows.map { row in kept.filter(row.indices.contains).map { row[$0] }.joined(separator: ",") }
          .joined(separator: "\n")
      }
      expect(plain, equals: place.text("data.\(ending)"))
      #expect(plain != text)
    }
  }

  @Test(arguments: [
    (
      #"{"type": "LineString", "coordinates": [[0, 100], [10, 10]]}"#,
      "no usable record; 1 of 1 record skipped"
    ),
    ("42", "the source is empty: expected a URL, a relative path or GeoJSON"),
  ])
  func `without usable data leave the rest of the map`(data: String, message: String) throws {
    let place = try Workplace([
      "s.json": #"{"version": 8, "sources": {"s": {"type": "geojson", "data": \#(data)}}, "layers": ["#
        + ##"{"id": "a", "type": "background", "paint": {"background-color": "#123456"}},"##
        + #"{"id": "b", "type": "line", "source": "s"}]}"#
    ])
    let words = "render --style s.json --size 64x64 --center 0,0 --zoom 1 -o x.png"
    let outcome = try place.run(words)
    expect(outcome.status, equals: 0)
    #expect(outcome.errors.contains("warning: sources.s.data: \(message)"), "\(outcome.errors)")
    #expect(place.read("x.png") != nil)
    try expect(place.run(words + " --strict").status, equals: 2)
  }
}
