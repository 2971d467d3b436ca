import CairoCanvas
import Foundation
import TestSupport
import Testing

/// The size that is set is that of the whole picture.
@Suite struct `The size of a sheet` {
  private func place() throws -> Workplace {
    let rows = (0..<200).map { "\($0),\(Double($0 % 20) - 5),\(40 + $0 / 20),\(["a", "b", "c"][$0 % 3])\n" }
    return try Workplace(["in.csv": "id,lon,lat,kind\n" + rows.joined()])
  }

  private static let small = [
    "--title Towns", "--title Towns --title-position above", "--title Towns --title-position left",
    "--title Towns --subtitle 2026 --title-position below --scale-bar --scale-bar-position below",
    "--legend --legend-position right", "--legend", "--attribution Hand --attribution-position below",
    "--beside cch,none", "--locator",
  ]
  private static let large = [
    "--beside cch,none --legend --legend-position below --title Towns --title-position above",
    "--facet-by kind", "--facet-by kind --legend --title Towns", "--zooms 3,5,7 --center 5,45 --legend",
    "--facet-by kind --attribution Hand --attribution-position above --panel-letters",
    "--inset North=-6,46,0,50 --title Towns --title-position above --legend --legend-position below",
    "--locator --title Towns --title-position right --color-by kind --legend --legend-position below",
    "--beside cch,tb --color-by kind --legend --legend-position below --panel-titles one,two",
    "--bbox -10,38,20,52 --callouts unique --title Towns --title-position above",
  ]

  @Test(arguments: small.map { ($0, "84x60mm") } + (small + large).map { ($0, "620x440") })
  func `is that of the whole picture, pixels and vectors`(words: String, size: String) throws {
    let place = try place()
    let own = words.words + ["--size", size, "--basemap", "none"]
    try place.run(["render", "in.csv", "--scale", "2", "-o", "x.png"] + own).succeeding()
    let picture = try PNG.decode(Array(try #require(place.read("x.png"))))
    // 84 mm are 238.11 points, 60 are 170.08.
    let isSmall = size == "84x60mm"
    let pixels = isSmall ? (476, 340) : (1240, 880)
    #expect((picture.width, picture.height) == pixels)
    try place.run(["render", "in.csv", "-o", "x.svg"] + own).succeeding()
    let svg = try #require(place.text("x.svg").firstMatch(of: /width="([0-9.]+)" height="([0-9.]+)"/))
    let found = [svg.1, svg.2].map { (Double($0) ?? 0).rounded() }
    let points: [Double] = isSmall ? [238, 170] : [620, 440]
    expect(found, equals: points)
  }

  @Test func `is as high as the higher of two maps of a size whose legends differ`() throws {
    let place = try place()
    let words = "--beside none,cch --color-by kind --legend --legend-position below --basemap none"
    try place.run(["render", "in.csv", "--panel-size", "200x120", "-o", "x.svg"] + words.words).succeeding()
    let found = try #require(place.text("x.svg").firstMatch(of: /width="([0-9.]+)" height="([0-9.]+)"/))
    // Two maps with gaps of 10, and 26 points above for their names.
    expect(found.1, equals: "430")
    #expect((Double(found.2) ?? 0) > 26 + 120 + 10)
  }

  @Test func `leaves a scale bar on each map of a row of zooms, wherever it is to stand`() throws {
    let place = try place()
    for position in ["below", "right", "top-left"] {
      let words = "--zooms 3,5 --center 40,20 --size 600x300 --basemap none --scale-bar --scale-bar-position"
      try place.run(["render", "in.csv", "-o", "x.svg"] + words.words + [position]).succeeding()
      let text = place.text("x.svg")
      expect(Set(text.matches(of: />([0-9,]+ km)[^<]*</).map(\.1)).count, equals: 2, "\(position)")
      // Two maps of one size, and the sheet.
      expect(Set(text.matches(of: /height="([0-9]+)"/).map(\.1)).count, equals: 2, "\(position)")
    }
  }

  @Test func `is that of a poster and of both pictures of a pair`() throws {
    let place = try place()
    let title = "--legend --legend-position below --title Towns --title-position above --basemap none".words
    try place.run(["render", "in.csv", "--size", "2400x2000", "-o", "x.svg"] + title).succeeding()
    place.text("x.svg").shows(#"width="2400" height="2000""#)
    let pair = ["render", "in.csv", "--themes", "light,dark", "--size", "400x300"] + title
    try place.run(pair + ["-o", "x.svg"]).succeeding()
    place.text("x.svg").shows(#"width="400" height="300""#)
    try place.run(pair + ["-o", "x.png"]).succeeding()
    let pictures = try place.names.filter { $0.hasSuffix(".png") }.map { name in
      try PNG.decode(Array(try #require(place.read(name))))
    }
    expect(pictures.map { [$0.width, $0.height] }, equals: [[400, 300], [400, 300]])
  }

  @Test func `leaves the map smaller, for its markers as data as well`() throws {
    let place = try place()
    try place.write(
      "r.json",
      #"""
      {"sources": {"in": "in.csv"}, "size": [400, 300], "basemap": "none", "title": {"text": "A", "position": "above"}}
      """#)
    try place.run("render --request r.json -o x.svg --dump a.geojson").succeeding()
    try place.run("clusters --request r.json -o b.geojson").succeeding()
    // As without a title in a picture that is 43 points lower.
    let plain = "render in.csv --size 400x257 --basemap none -o y.svg --dump c.geojson"
    try place.run(plain).succeeding()
    func counts(_ name: String) throws -> [String] {
      place.text(name).matches(of: /"point_count":(\d+)/).map { String($0.1) }
    }
    try expect(counts("a.geojson"), equals: counts("c.geojson"))
    try expect(counts("b.geojson"), equals: counts("c.geojson"))
  }

  @Test func `is the same where points are counted while they are read`() throws {
    let place = try place()
    let words = "render in.csv --size 400x300 --basemap none --title Towns --title-position above".words
    for view in ["--bbox -10,38,20,52", "--center 5,45 --zoom 4"] {
      var pictures: [Data?] = []
      for stream in ["yes", "no"] {
        try place.run(words + view.words + ["--stream", stream, "-o", "x.png"]).succeeding()
        pictures.append(place.read("x.png"))
      }
      expect(pictures[0], equals: pictures[1], "\(view)")
    }
    let piped = try place.run(
      words.map { $0 == "in.csv" ? "-" : $0 } + "--bbox -10,38,20,52 --stream yes -o x.png".words,
      input: place.text("in.csv"))
    piped.errors.shows("standard input was counted for a larger map, so the picture grows")
  }

  @Test func `is refused where too little of it is left for the map, and what moves is left out`() throws {
    let place = try place()
    let title = try place.run(
      "render in.csv --size 200x60 --basemap none --title Towns --title-position above -o x.png")
    title.reports(
      2,
      containing:
        "what stands beside the map leaves 200×17 of 200×60 points for it; make the picture larger, or set the size of the map with --panel-size"
    )
    let legend = try place.run("render in.csv --size 200x60 --basemap none --legend -o x.png")
    legend.reports(0, containing: "so it is left out; make the picture larger")
    let picture = try PNG.decode(Array(try #require(place.read("x.png"))))
    #expect((picture.width, picture.height) == (200, 60))
  }
}
