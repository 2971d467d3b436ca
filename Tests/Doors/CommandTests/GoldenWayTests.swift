import Foundation
import TestSupport
import Testing

/// Goldens are drawn and judged as `render --request` draws.
@Suite struct `Goldens and render` {
  private func place(_ more: String) throws -> Workplace {
    let place = try Workplace(["in.csv": "id,lon,lat\na,1,1\nb,1.01,1\nc,30,3\n"])
    try place.write(
      "case.json", #"{"sources": {"p": "in.csv"}, "basemap": "none", "size": [60, 40]\#(more)}"#)
    return place
  }

  @Test func `list the same members in data`() throws {
    let place = try place(#", "members": true, "golden": {"formats": ["geojson"]}"#)
    let listed = try place.run(["clusters", "--request", "case.json", "-o", "case.geojson"])
    #expect((listed.status, listed.errors) == (0, ""))
    place.text("case.geojson").shows("members")
    try place.run(["verify", "case.json", "--strict"]).succeeding()
    // A dump has what was drawn, too.
    let dumped = try place.run("render --request case.json -o out.png --dump dump.geojson")
    #expect((dumped.status, dumped.errors) == (0, ""))
    place.text("dump.geojson").shows("\"radius\": ")
    place.text("dump.geojson").shows("members")
  }

  @Test(arguments: ["", #", "views": [{"bbox": [100, 1, 101, 2]}]"#])
  func `report the same of a strict request`(view: String) throws {
    let place = try place(view.isEmpty ? #", "compression": 9, "golden": {"formats": ["svg"]}"# : view)
    let drawn = try place.run(["render", "--request", "case.json", "-o", "out.svg", "--strict"])
    let verified = try place.run(["verify", "case.json", "--strict"])
    #expect((drawn.status, verified.status) == (2, 2))
    let line = try #require(drawn.lines.first)
    #expect(
      line.contains(view.isEmpty ? "compression belongs to PNG" : "none of the 3 points lies in the picture"))
    let found = verified.outputLines.first { $0.contains(line) }
    expect(found?.hasPrefix("not comparable"), equals: true, "\(verified.outputLines)")
    // Otherwise the picture is drawn; it has no golden.
    let plain = try place.run(["verify", "case.json"])
    expect(plain.outputLines.first?.hasPrefix("missing"), equals: true)
  }

  @Test func `refuse members of cells`() throws {
    let place = try Workplace()
    try place.write(
      "cells.csv", "cell_x,cell_y,n,point_count,lon_e8,lat_e8\n1,1,8,3,-30000000000,21000000000\n")
    let words = ["--cells", "cells.csv", "--center", "0,0", "--zoom", "0", "--size", "512x512", "--members"]
    for command in [["render", "-o", "out.svg"], ["clusters"]] {
      let outcome = try place.run(command + words)
      outcome.reports(
        2, "clustersnap: error: --members: the members of cells are counted and not listed; leave it out")
    }
  }
}

/// Settings that do nothing are reported wherever they are set.
@Suite struct `Advice without a picture` {
  private static let sql = ["sql", "--dialect", "duckdb", "--table", "t"]

  @Test func `is given for statements, by option and by request`() throws {
    let place = try Workplace()
    let words = ["--center", "1,1", "--zoom", "3", "--radius", "5", "--eps", "3", "--padding", "5"]
    let outcome = try place.run(Self.sql + words + ["--cell-size", "60"]).succeeding()
    #expect(outcome.outputLines.contains { $0.contains("SELECT") })
    expect(
      outcome.lines.sorted(),
      equals: [
        "clustersnap: warning: --eps belongs to method dbscan; the method is grid",
        "clustersnap: warning: --padding belongs to views that are fitted; --center and --zoom set the view exactly",
        "clustersnap: warning: --radius belongs to methods peaks and radius; the method is grid",
      ])
    try place.write("r.json", #"{"center": [1, 1], "zoom": 3, "cluster": {"t": {"eps": 3}}, "padding": 5}"#)
    let requested = try place.run(Self.sql + ["--request", "r.json"])
    expect(
      requested.lines.sorted(),
      equals: [
        "r.json: warning: cluster.t.eps belongs to method dbscan; the method is peaks",
        "r.json: warning: padding belongs to views that are fitted; center and zoom set the view exactly",
      ])
    let strict = try place.run(Self.sql + words + ["--strict", "-o", "out.sql"])
    #expect((strict.status, place.read("out.sql")) == (2, nil))
  }

  @Test func `is given for styles, with its place`() throws {
    let place = try Workplace()
    try place.write(
      "style.json",
      """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "dots", "type": "circle", "source": "p"}],
       "metadata": {"clustersnap:sources": {"p": {"method": "grid",
        "radius": 5, "cellSize": 60, "weight": "w"}}}}
      """)
    let outcome = try place.run(["check", "style.json"]).succeeding()
    expect(outcome.outputLines.count, equals: 2)
    let line = try #require(outcome.outputLines.first)
    #expect(line.hasPrefix("style.json:4:13: warning: "))
    #expect(line.hasSuffix("radius belongs to methods peaks and radius; the method is grid [no-effect]"))
    try expect(place.run(["check", "style.json", "--strict"]).status, equals: 2)
  }
}
