import Foundation
import TestSupport
import Testing

/// What stands in help and README about positions, formats of numbers and columns.
@Suite struct `The small print` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in.csv", Sample.places)
  }

  private func warnings(_ words: [String]) throws -> [String] {
    let outcome = try place.run(["render", "in.csv", "-o", "out.png"] + words).succeeding()
    return outcome.lines.map { $0.replacing("clustersnap: warning: ", with: "") }
  }

  @Test func `reports positions of titles and legends that are not there`() throws {
    let title = "--title-position belongs to --title and --subtitle; neither is set"
    try expect(warnings(["--title-position", "above"]), equals: [title])
    try expect(warnings(["--title-position", "above", "--title", "none"]), equals: [title])
    try expect(warnings(["--title-position", "above", "--title", "Places"]), equals: [])
    try expect(warnings(["--title-position", "above", "--subtitle", "May"]), equals: [])
    try expect(
      warnings(["--legend-position", "top-left"]),
      equals: [
        "--legend-position belongs to --legend; it is not set"
      ])
    try expect(warnings(["--legend-position", "top-left", "--legend"]), equals: [])
    // What a style sets has an effect, too.
    try place.write(
      "titled.json",
      #"{"version": 8, "metadata": {"clustersnap:output": {"title": "Places"}}, "sources": {}, "layers": []}"#
    )
    #expect(
      !(try warnings(["--style", "titled.json", "--title-position", "above"])).contains {
        $0.contains("title")
      })
  }

  @Test func `refuses both ways of setting pixels in a style, as in a request`() throws {
    try place.write(
      "both.json",
      """
      {"version": 8, "metadata": {"clustersnap:output": {"scale": 2,
      "dpi": 300}}, "sources": {}, "layers": []}
      """)
    let outcome = try place.run(["render", "in.csv", "--style", "both.json", "-o", "out.png"])
    #expect((outcome.status, place.read("out.png")) == (2, nil))
    outcome.errors.shows("both.json:2:1: error:", "scale and dpi exclude each other; set one of them")
    try place.write(
      "one.json",
      #"{"version": 8, "metadata": {"clustersnap:output": {"dpi": 144, "size": [500, 400]}}, "sources": {}, "layers": []}"#
    )
    try expect(place.run(["render", "in.csv", "--style", "one.json", "-o", "one.png"]).status, equals: 0)
    // The width stands in bytes 16 to 19 of a PNG.
    expect(place.read("one.png")?.dropFirst(16).prefix(8), equals: Data([0, 0, 3, 0xE8, 0, 0, 3, 0x20]))
  }

  @Test func `leaves the columns that places were read from out of tables, and no others`() throws {
    func header(_ rows: String, _ words: [String] = []) throws -> [String] {
      try place.write("t.csv", rows)
      let run = try place.run(["clusters", "t.csv", "--format", "csv"] + words).succeeding()
      let line = try #require(run.outputLines.first)
      return line.split(separator: ",").map(String.init).drop { $0 != "leaf_count" }.dropFirst(3).map(\.self)
    }
    try expect(header("id,lon,lat,name\n1,5,6,Inn\n"), equals: ["name"])
    try expect(
      header(
        "pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude\n5,6,7,8\n",
        ["--longitude", "dropoff_longitude"]), equals: ["pickup_longitude", "pickup_latitude"])
    try expect(header("name,wkt\nInn,POINT(5 6)\n"), equals: ["name"])
    // Columns that only look like places are data.
    try expect(header("longitude,latitude,x,y\n5,6,700,800\n"), equals: ["property:x", "property:y"])
  }

  @Test func `names a robust fit beside a hundred thousand points and one outlier`() throws {
    var random = Seeded(seed: 20)
    var rows = "lon,lat\n"
    for _ in 0..<100_000 {
      rows += "\(13 + random.number(in: 0...1)),\(52 + random.number(in: 0...1))\n"
    }
    try place.write("far.csv", rows + "151.2,-33.9\n")
    let run = try place.run(["render", "far.csv", "-o", "far.png", "--size", "400x300", "--basemap", "none"])
    run.reports(
      "clustersnap: warning: 1 point far from the others costs more than half of the picture; --fit=robust leaves it out"
    )
    let robust = try place.run(
      ["render", "far.csv", "-o", "near.png", "--size", "400x300", "--basemap", "none", "--fit=robust"])
    robust.reports(
      "clustersnap: info: 1 point lies far from the others and is not fitted; --fit shows it, too")
  }

  @Test func `writes names beside bubbles of all sizes, not over them`() throws {
    try place.write(
      "sizes.csv",
      "id,lon,lat,pop,name\n1,0,0,200000,Aa\n2,30,0,1000000,Bb\n3,60,0,3000000,Cc\n4,90,0,10000000,Dd\n")
    let run = try place.run(
      "render sizes.csv --size-by pop --label-by name --basemap none --size 900x300 --format svg -o -")
    #expect((run.status, run.errors) == (0, ""))
    let circles = run.text.matches(of: /<circle[^>]* cx="([0-9.]+)"[^>]* r="([0-9.]+)"/).map {
      (x: Double($0.1) ?? 0, radius: Double($0.2) ?? 0)
    }
    let names = run.text.matches(of: /<text x="([0-9.]+)"[^>]*>[A-D][a-d]</).map { Double($0.1) ?? 0 }
      .sorted()
    #expect((circles.count, names.count, Set(circles.map(\.radius)).count) == (4, 4, 4))
    for (circle, name) in zip(circles.sorted { $0.x < $1.x }, names) {
      // Text begins or ends outside of the bubble, and near it.
      let gap = abs(name - circle.x) - circle.radius
      #expect(gap > 3, "\(circle) \(name)")
      #expect(gap < 10, "\(circle) \(name)")
    }
  }
}
