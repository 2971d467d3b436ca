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

  @Test func `show each value by itself, the most frequent first, under one legend`() throws {
    let place = try place { Self.kinds[$0 % 10 < 4 ? 0 : $0 % 10 < 7 ? 1 : $0 % 10 < 9 ? 2 : 3] }
    let words = ["render", "in.csv", "--facet-by", "kind", "--size", "640x480", "--legend", "-o", "-"]
    let outcome = try place.run(words + ["--format", "svg", "--title", "Ways"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let texts = texts(outcome.text)
    #expect(texts.filter(Self.kinds.contains) == ["car", "bike", "foot", "bus"])
    #expect(texts.count { $0 == "Ways" } == 1)
    // The sheet is as large as it is set, and grows for title and legend.
    let size = try size(outcome.text)
    #expect(size[2] == 640)
    #expect(size[3] > 480)
    // Four maps and what stands around them.
    let maps = outcome.text.components(separatedBy: "<svg x=\"").dropFirst()
    #expect(maps.count == 5)
    // Every point is in one map.
    var counts: [Int] = []
    for map in maps.prefix(4) {
      let titles = map.components(separatedBy: "<title>").dropFirst().map { $0.prefix { $0 != "<" } }
      counts.append(
        titles.reduce(0) { sum, title in
          sum + (title.hasSuffix(" points") ? Int(title.prefix { $0 != " " }) ?? 0 : 1)
        })
    }
    #expect(counts == [48, 36, 24, 12])
  }

  @Test func `have one scale of sizes and classes`() throws {
    let place = try place { $0 < 30 ? "few" : "many" }
    let words = ["render", "in.csv", "--facet-by", "kind", "--format", "svg", "-o", "-", "--legend"]
    for drawing in [["--size-by", "n"], ["--color-by", "n"], ["--form", "hexagon"], ["--donut-by", "n"]] {
      let outcome = try place.run(words + drawing)
      #expect((outcome.status, outcome.errors) == (0, ""), "\(drawing)")
      // Both maps, and one legend beside them.
      #expect(outcome.text.components(separatedBy: "<svg x=\"").count == 4)
      #expect(outcome.text.components(separatedBy: "id=\"decorations\"").count <= 2)
    }
  }

  @Test func `leave out what has no room on a sheet, and name it`() throws {
    let place = try place(300) { "k\($0 % 27)" }
    let outcome = try place.run(["render", "in.csv", "--facet-by", "kind", "-o", "a.svg", "-v"])
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains("3 values have no map, for a sheet has 24: k7 (11), k8 (11), k9 (11)"),
      "\(outcome.errors)")
    #expect(place.text("a.svg").components(separatedBy: "<svg x=\"").count == 26)
    let gaps = try self.place(9) { $0 < 7 ? "a" : "" }.run([
      "render", "in.csv", "--facet-by", "kind", "-o", "a.svg",
    ])
    #expect(gaps.errors == "clustersnap: info: 2 points of in without a value are on no map\n")
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
        #expect(outcome.text.components(separatedBy: "<title>1: 60 points").count == 3)
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
  ])
  func `are refused where they cannot be`(words: [String], message: String) throws {
    let outcome = try place(10_000) { Self.kinds[$0 % 4] }.run(["render", "in.csv", "-o", "out.png"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `are no tiles of clusters`() throws {
    let place = try place { Self.kinds[$0 % 4] }
    let outcome = try place.run("tiles in.csv --facet-by kind --zoom 0-1 -o out.pmtiles")
    #expect(
      outcome.lines == ["clustersnap: error: markers as data are those of one map; leave out --facet-by"])
    #expect((outcome.status, place.read("out.pmtiles")) == (2, nil))
  }

  @Test func `are no frames of stories`() throws {
    let place = try place { Self.kinds[$0 % 4] }
    try place.write(
      "s.json",
      #"{"sources": {"in": "in.csv"}, "facets": "kind", "center": [0, 0], "zoom": 3, "steps": [{"snapshot": "a"}]}"#
    )
    let outcome = try place.run(["animate", "s.json", "-o", "a.png"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("facets is for single pictures; leave it out of stories"), "\(outcome.errors)")
  }
}
