import Foundation
import TestSupport
import Testing

@Suite struct `Small maps of a column` {
  private static let kinds = ["car", "bike", "foot", "bus"]

  private func place(_ count: Int = 120, kind: (Int) -> String) throws -> Workplace {
    var random = Seeded(seed: 5)
    let rows = (0..<count).map { number in
      "\(number),\(random.number(in: -8...8)),\(random.number(in: -6...6)),\(kind(number)),\(number % 7)\n"
    }
    return try Workplace(["in.csv": "id,lon,lat,kind,n\n" + rows.joined()])
  }

  /// Texts of an SVG in their order.
  private func texts(_ svg: String) -> [String] {
    svg.split(separator: "</text>").compactMap { part in
      part.range(of: "<text", options: .backwards).flatMap { start in
        part[start.upperBound...].firstIndex(of: ">").map { String(part[part.index(after: $0)...]) }
      }
    }
  }

  private func size(_ svg: String) throws -> [Int] {
    let box = try #require(svg.firstRange(of: "viewBox=\""))
    return svg[box.upperBound...].prefix { $0 != "\"" }.split(separator: " ").compactMap { Int($0) }
  }

  @Test func `show each value by itself, in the order of names, under one legend`() throws {
    let place = try place { Self.kinds[$0 % 10 < 4 ? 0 : $0 % 10 < 7 ? 1 : $0 % 10 < 9 ? 2 : 3] }
    let words = ["render", "in.csv", "--facet-by", "kind", "--size", "640x480", "--legend", "-o", "-"]
    let outcome = try place.run(words + ["--format", "svg", "--title", "Ways"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let texts = texts(outcome.text)
    expect(texts.filter(Self.kinds.contains), equals: ["bike", "bus", "car", "foot"])
    expect(texts.count { $0 == "Ways" }, equals: 1)
    // The sheet is as large as it is set, and grows for title and legend.
    let size = try size(outcome.text)
    expect(size[2], equals: 640)
    expect(size[3], equals: 480)
    // Four maps and what stands around them.
    let maps = outcome.text.components(separatedBy: "<svg x=\"").dropFirst()
    expect(maps.count, equals: 5)
    // Every point is in one map.
    var counts: [Int] = []
    for map in maps.prefix(4) {
      let titles = map.components(separatedBy: "<title>").dropFirst().map { $0.prefix { $0 != "<" } }
      counts.append(
        titles.reduce(0) { sum, title in
          sum + (title.hasSuffix(" points") ? Int(title.prefix { $0 != " " }) ?? 0 : 1)
        })
    }
    expect(counts, equals: [36, 12, 48, 24])
  }

  /// A degree at 50.25° N is 71.1025 km long: cos 50.25° · 6371.0088 km · π / 180.
  @Test func `have a scale bar of each map, and none where the scale differs within it`() throws {
    let place = try Workplace(["in.csv": "lon,lat,kind\n10,50,a\n11,50,a\n10,50.5,b\n11,50.3,b\n"])
    let words = "render in.csv --facet-by kind --scale-bar --method none --format svg -o -".words
    let svg = try place.run(words + ["--basemap", "none"]).succeedingQuietly().text
    let places = svg.matches(of: /<circle[^>]* cx="([0-9.]+)"/).compactMap { Double($0.1) }
    let (west, east) = (try #require(places.min()), try #require(places.max()))
    let caption = try #require(svg.firstMatch(of: />([0-9]+) km</).flatMap { Double($0.1) })
    let bar = try #require(svg.firstMatch(of: /<path d="M[0-9. ]+v5h([0-9.]+)v-5"/).flatMap { Double($0.1) })
    let degree = 71.1025
    #expect(abs(bar / (east - west) - caption / degree) < 0.003)
    try place.write("in.csv", "lon,lat,kind\n-120,60,a\n120,-40,a\n-20,-50,b\n50,60,b\n")
    let world = try place.run(words)
    world.reports(0, containing: "the scale differs by more than a tenth within the picture")
    #expect(world.text.firstMatch(of: /> ?[0-9,]+ km/) == nil)
  }

  @Test func `have one scale of sizes and classes`() throws {
    let place = try place { $0 < 30 ? "few" : "many" }
    let words = ["render", "in.csv", "--facet-by", "kind", "--format", "svg", "-o", "-", "--legend"]
    for drawing in [["--size-by", "n"], ["--color-by", "n"], ["--form", "hexagon"], ["--donut-by", "n"]] {
      let outcome = try place.run(words + drawing)
      #expect((outcome.status, outcome.errors) == (0, ""), "\(drawing)")
      // Both maps, and one legend beside them.
      expect(outcome.text.components(separatedBy: "<svg x=\"").count, equals: 4)
      #expect(outcome.text.components(separatedBy: "id=\"decorations\"").count <= 2)
    }
  }

  private func times(_ rows: [(time: String, n: String)]) throws -> Workplace {
    let lines = rows.enumerated().map {
      "\($0.offset),\($0.offset % 9),\($0.offset % 5),\($0.element.time),\($0.element.n)\n"
    }
    return try Workplace(["in.csv": "id,lon,lat,when,n\n" + lines.joined()])
  }

  @Test(arguments: [
    ("month", ["2020-12", "2021-01", "2021-03"]), ("year", ["2020", "2021"]),
    ("quarter", ["2020-Q4", "2021-Q1"]),
    ("day", ["2020-12-31", "2021-01-01", "2021-03-05"]), ("10years", ["2020 to 2029"]),
  ])
  func `show periods of times in their order`(every: String, titles: [String]) throws {
    // The first period is the rarest, and rows are in no order.
    let place = try times(
      (0..<20).map { ($0 % 2 == 0 ? "2021-03-05T14:30Z" : "2021-01-01", "1") } + [
        ("2020-12-31 23:59", "1"), ("", "1"),
      ])
    let outcome = try place.run(
      ["render", "in.csv", "--facet-by", "when", "--facet-every", every, "--format", "svg", "-o", "-"])
    #expect(
      (outcome.status, outcome.errors) == (
        0, "clustersnap: info: 1 point of in without a value is on no map\n"
      ))
    expect(texts(outcome.text).filter { $0.hasPrefix("20") }, equals: titles)
    let request =
      #"{"sources": {"in": "in.csv"}, "facets": "when", "facetEvery": "\#(every)", "output": "r.svg"}"#
    try place.write("r.json", request)
    try expect(place.run(["render", "--request", "r.json"]).status, equals: 0)
    expect(texts(place.text("r.svg")).filter { $0.hasPrefix("20") }, equals: titles)
  }

  @Test func `show ranges of numbers, and of 30 periods the first 24, the rest named`() throws {
    let place = try times((0..<60).map { ("2021-01-\(10 + $0 % 9)", "\($0 / 2)") })
    let numbers = try place.run(
      ["render", "in.csv", "--facet-by", "n", "--facet-every", "10", "--format", "svg", "-o", "-"])
    expect(texts(numbers.text).filter { $0.contains(" to ") }, equals: ["0 to 10", "10 to 20", "20 to 30"])
    let many = try place.run([
      "render", "in.csv", "--facet-by", "n", "--facet-every", "1", "-o", "a.svg", "-v",
    ])
    #expect(
      many.errors.contains("6 values have no map, for a sheet has 24: 24 (2), 25 (2), 26 (2)"),
      "\(many.errors)")
  }

  @Test(arguments: [
    (
      ["--facet-every", "fortnight"],
      "--facet-every: \"fortnight\" is no period; write hour, day, week, month, quarter, year, decade, several such as 10years, or a number above 0"
    ),
    (
      ["--facet-every", "month", "--facet-by", "n"],
      "--facet-every: 4 of 4 values of n in in are no time; the first is \"x\" (record 1, in line 2); set their form with --facet-time-format, or count numbers with --facet-every N"
    ),
    (
      ["--facet-every", "month"],
      "--facet-every: \"03/04/2021\" of when in in may have the day or the month first; set --facet-time-format %d/%m/%Y or --facet-time-format %m/%d/%Y"
    ),
    (
      ["--facet-every", "month", "--facet-time-format", "%d"],
      "--facet-time-format: \"%d\" is no form of dates; write a year and other directives, such as %d/%m/%Y %H:%M"
    ),
    (
      ["--facet-every", "day", "--facet-by", "whe"],
      "--facet-by: source in has no column whe; did you mean when?"
    ),
  ])
  func `are refused where times cannot be read`(words: [String], message: String) throws {
    let place = try times(Array(repeating: ("03/04/2021", "x"), count: 4))
    let facet = words.contains("--facet-by") ? [] : ["--facet-by", "when"]
    let outcome = try place.run(["render", "in.csv", "-o", "out.png"] + facet + words)
    #expect((outcome.status, outcome.errors) == (2, "clustersnap: error: \(message)\n"))
    let read = try place.run([
      "render", "in.csv", "--facet-by", "when", "--facet-every", "month", "--facet-time-format", "%d/%m/%Y",
      "--format", "svg", "-o", "-",
    ])
    #expect(texts(read.text).contains("2021-04"))
    let unused = try place.run(["render", "in.csv", "--facet-every", "month", "-o", "out.png"])
    #expect(unused.errors.contains("--facet-every belongs to sheets of small maps"), "\(unused.errors)")
  }

  @Test func `leave out what has no room on a sheet, and name it`() throws {
    let place = try place(300) { "k\($0 % 27)" }
    let outcome = try place.run(["render", "in.csv", "--facet-by", "kind", "-o", "a.svg", "-v"])
    expect(outcome.status, equals: 0)
    #expect(
      outcome.errors.contains("3 values have no map, for a sheet has 24: k7 (11), k8 (11), k9 (11)"),
      "\(outcome.errors)")
    expect(place.text("a.svg").components(separatedBy: "<svg x=\"").count, equals: 26)
    let gaps = try self.place(9) { $0 < 7 ? "a" : "" }.run([
      "render", "in.csv", "--facet-by", "kind", "-o", "a.svg",
    ])
    expect(gaps.errors, equals: "clustersnap: info: 2 points of in without a value are on no map\n")
  }

  @Test func `go with groups, areas and other methods`() throws {
    let place = try place { Self.kinds[$0 % 2] }
    let area = #"{"type": "Polygon", "coordinates": [[[-9,-9],[9,-9],[9,9],[-9,9],[-9,-9]]]}"#
    try place.write("area.geojson", area)
    let words = ["render", "in.csv", "--facet-by", "kind", "--format", "svg", "-o", "-"]
    for drawing in [
      ["--group-by", "n"], ["--group-areas", "area.geojson"], ["--method", "radius"], ["--hull", "concave"],
      ["--projection", "equal-earth"], ["--method", "none"],
    ] {
      let outcome = try place.run(words + drawing)
      #expect((outcome.status, outcome.errors) == (0, ""), "\(drawing)")
      if drawing[0] == "--group-areas" {
        expect(outcome.text.components(separatedBy: "<title>1: 60 points").count, equals: 3)
      }
    }
  }

  @Test(arguments: [
    (
      ["--facet-by", "id"],
      "--facet-by: the column has 10000 different values, and a sheet has 24 maps at most; name a column of fewer values"
    ),
    (["--facet-by", "kinds"], "--facet-by: source in has no column kinds; did you mean kind?"),
    (
      ["--facet-by", "n", "--size", "120x90"],
      "points are smaller than 48 points each; make the picture larger, or choose rows with --filter CONDITION"
    ),
    (["--facet-by", "n", "--dump", "a.csv"], "markers as data are those of one map; leave out --facet-by"),
    (["--facet-by", "n", "--inset", "us"], "--inset and --facet-by exclude each other; set one of them"),
    (["--zooms", "1,2", "--expand", "7"], "--zooms and --expand exclude each other; set one of them"),
    (["--facet-by", "n", "--locator"], "--locator and --facet-by exclude each other; set one of them"),
  ])
  func `are refused where they cannot be`(words: [String], message: String) throws {
    let outcome = try place(10_000) { Self.kinds[$0 % 4] }.run(["render", "in.csv", "-o", "out.png"] + words)
    expect(outcome.status, equals: 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    expect(outcome.errors.split(separator: "\n").count, equals: 1)
  }

  @Test func `are no tiles of clusters`() throws {
    let place = try place { Self.kinds[$0 % 4] }
    let outcome = try place.run("tiles in.csv --facet-by kind --zoom 0-1 -o out.pmtiles")
    expect(
      outcome.lines,
      equals: ["clustersnap: error: markers as data are those of one map; leave out --facet-by"])
    #expect((outcome.status, place.read("out.pmtiles")) == (2, nil))
  }

  @Test func `are no frames of stories`() throws {
    let place = try place { Self.kinds[$0 % 4] }
    try place.write(
      "s.json",
      #"{"sources": {"in": "in.csv"}, "facets": "kind", "center": [0, 0], "zoom": 3, "steps": [{"snapshot": "a"}]}"#
    )
    let outcome = try place.run(["animate", "s.json", "-o", "a.png"])
    expect(outcome.status, equals: 2)
    #expect(
      outcome.errors.contains("facets is for single pictures; leave it out of stories"), "\(outcome.errors)")
  }
}
