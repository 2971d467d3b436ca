import Foundation
import TestSupport
import Testing

@Suite struct `Cells of a database` {
  private static let points = HardPoints(count: 3000, seed: 15)
  private static let columns = ["--order-by", "row", "--id", "id", "--columns", "name"]

  /// Points in a file, and the same in a database.
  private struct Both {
    let place: Workplace
    let database: SQLiteTable

    init() throws {
      place = try Workplace()
      try place.write("points.csv", points.csv)
      database = try SQLiteTable(points.sql("points"))
    }

    /// What the database answers to the statement of `sql` with some options.
    func answer(_ words: [String]) throws -> String {
      let outcome = try place.run(["sql", "--dialect", "sqlite", "--table", "points"] + columns + words)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try database.csv(outcome.text)
    }

    /// The output of a subcommand for points and for cells.
    func outputs(_ words: [String], cells: [String] = []) throws -> (points: Data, cells: Data) {
      func output(_ input: [String]) throws -> Data {
        let outcome = try place.run(words + input + ["-o", "-", "--quiet"])
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
      }
      return (try output(["p=points.csv"]), try output(["--cells", "p=cells.csv"] + cells))
    }
  }

  /// An edge between two colors had that of the cell whose rows come later.
  @Test(arguments: ["--method hex", "--method grid --form square"])
  func `look the same whatever the order of the rows`(form: String) throws {
    var random = Seeded(seed: 8)
    var rows = (0..<900).map { _ in "\(random.number(in: 0...30)),\(random.number(in: 40...58))\n" }
    let place = try Workplace()
    var pictures: [Data?] = []
    for _ in 0..<3 {
      try place.write("p.csv", "lon,lat\n" + rows.joined())
      try place.run("render p.csv \(form) --size 400x300 --basemap none -o p.png --quiet").succeeding()
      pictures.append(place.read("p.png"))
      // Another order each time.
      rows = rows.indices.map { rows[($0 * 541 + 7) % rows.count] }
    }
    expect(Set(pictures).count, equals: 1)
  }

  @Test func `that were written as GeoJSON are drawn as the points they count`() throws {
    let place = try Workplace()
    try place.write("p.csv", "lon,lat\n1,1\n1.1,1.1\n20,20\n")
    let view = ["--bbox", "-12,-5,32,30", "--size", "640x400", "--basemap", "none"]
    try place.run(["clusters", "p.csv", "-o", "c.geojson"] + view).reports(0)
    try place.run(["render", "--cells", "p=c.geojson", "-o", "cells.png"] + view).reports(0)
    try place.run(["render", "p.csv", "-o", "points.png"] + view).reports(0)
    try expect(place.run(["diff", "cells.png", "points.png"]).status, equals: 0)
  }

  /// Our own columns of a line; cells lack the data's, which follow.
  private func ours(_ line: Substring) -> Substring {
    var (commas, isQuoted) = (0, false)
    for index in line.utf8.indices {
      switch line.utf8[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: commas += 1
      default: continue
      }
      if commas == 16 { return line[..<index] }
    }
    return line
  }

  /// The first line in which two texts differ; `nil` where none does. The ids of places within a cell, below 2^33, count
  /// the points of a file and are not looked at.
  private func firstDifference(_ one: Data, _ other: Data) -> String? {
    let lines = [one, other].map { text in
      String(decoding: text, as: UTF8.self).split(separator: "\n").map(ours).map { line in
        guard let id = line.prefix(while: { $0 != "," }).wholeMatch(of: /[0-9]+/).flatMap({ Int($0.output) }),
          id < 1 << 33
        else { return String(line) }
        return String(line.drop { $0 != "," })
      }
    }
    if let pair = zip(lines[0], lines[1]).first(where: { $0 != $1 }) { return "\(pair.0)\n\(pair.1)" }
    return lines[0].count == lines[1].count ? nil : "\(lines[0].count) and \(lines[1].count) lines"
  }

  @Test func `label single points by a column of theirs, where the query has it`() throws {
    let both = try Both()
    let view = HardPoints.views[4]
    try both.place.write("cells.csv", both.answer(["--label-by", "mass"] + view))
    let words = ["render", "--format", "png", "--label-by", "mass"] + view
    let (points, cells) = try both.outputs(words)
    expect(points, equals: cells)
    let missing = try both.place.run(
      ["render", "--cells", "p=cells.csv", "--label-by", "masses", "-o", "x.png"] + view)
    missing.reports(2, containing: "the cells of p have no column masses")
    let chosen = try both.place.run(
      ["render", "--cells", "p=cells.csv", "--select", "p1", "-o", "x.png"] + view)
    chosen.reports(2, containing: "--select needs points, and the cells of p are counts")
    let listed = try both.place.run(
      ["render", "--cells", "p=cells.csv", "--callouts=all", "-o", "x.png"] + view)
    listed.reports(2, containing: "--callouts lists points, and the cells of p are counts")
  }

  @Test(arguments: HardPoints.views, ["grid", "peaks"])
  func `draw the picture of their points, byte for byte`(view: [String], method: String) throws {
    let both = try Both()
    let view = view + ["--method", method]
    try both.place.write("cells.csv", both.answer(view))
    let (points, cells) = try both.outputs(["render", "--format", "png"] + view)
    #expect(points.count > 1000)
    expect(points, equals: cells)
    // Everything that is known of a marker: its id, place, box, counts, cell and title. Cells hold no names of members.
    let markers = try both.outputs(["clusters", "--format", "csv", "--subtitle-template", ""] + view)
    #expect(String(decoding: markers.points, as: UTF8.self).split(separator: "\n").count > 1)
    expect(firstDifference(markers.points, markers.cells), equals: nil)
  }

  @Test(arguments: HardPoints.views, ["grid", "peaks"])
  func `weigh what their points weigh`(view: [String], method: String) throws {
    let both = try Both()
    let weighted = view + ["--weight", "mass", "--method", method]
    try both.place.write("cells.csv", both.answer(weighted))
    let (points, cells) = try both.outputs(["render", "--format", "png"] + weighted)
    expect(points, equals: cells)
    let markers = try both.outputs(["clusters", "--format", "csv", "--subtitle-template", ""] + weighted)
    expect(firstDifference(markers.points, markers.cells), equals: nil)
  }

  /// Symbols and cells grow with pictures beyond 1600 points.
  @Test
  func `of large pictures are those of their points, and of points that are summed while they are read`()
    throws
  {
    let both = try Both()
    let view = ["--bbox=-20,-20,60,60", "--size", "2400x2000"]
    try both.place.write("cells.csv", both.answer(view))
    let words = ["clusters", "--format", "csv", "--subtitle-template", ""] + view
    let (points, cells) = try both.outputs(words)
    #expect(points.count > 1000)
    expect(firstDifference(points, cells), equals: nil)
    let summed = try both.place.run(words + ["p=points.csv", "--stream", "yes", "-o", "-", "--quiet"])
    expect(firstDifference(points, summed.output), equals: nil, "\(summed.errors)")
  }

  @Test(arguments: [
    "longitude > -20 and longitude < 60 and latitude > 20 and latitude < 70",
    "(longitude > 150 or longitude < -150) and latitude > -60 and latitude < 60",
  ])
  func `are fitted by the boxes of their points`(condition: String) throws {
    let both = try Both()
    try both.place.write("cells.csv", both.answer(["--pyramid", "8", "--where", condition]))
    func output(_ input: [String]) throws -> Data {
      // Cells counted elsewhere are Mercator's.
      let words = "render --format png --cell-size 64 --snap-zoom -o - --quiet --projection mercator".words
      let outcome = try both.place.run(words + input)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return outcome.output
    }
    let points = try output(["p=points.csv", "--filter", condition])
    try expect(output(["--cells", "p=cells.csv"]), equals: points)
  }

  @Test(arguments: [("0", "20,10"), ("2.6", "180,20"), ("5", "13.4,52.5"), ("9", "-179.9,51")])
  func `of a pyramid serve every zoom`(zoom: String, center: String) throws {
    let both = try Both()
    try both.place.write("cells.csv", both.answer(["--pyramid", "12"]))
    let words = ["clusters", "--format", "csv", "--center", center, "--zoom", zoom, "--size", "700x500"]
    // Six zooms below its own a pyramid has the cells of peaks.
    let settings = [["--cell-size", "64"], ["--method", "peaks"]].prefix(zoom == "9" ? 1 : 2)
    var last = Data()
    for setting in settings {
      let (points, cells) = try both.outputs(words + ["--snap-zoom"] + setting)
      expect(firstDifference(points, cells), equals: nil)
      last = cells
    }
    // A pyramid implies these settings.
    let implied = try both.place.run(words + ["--cells", "p=cells.csv", "--quiet"])
    expect(firstDifference(implied.output, last), equals: nil, "\(implied.errors)")
  }

  @Test func `of several views come in one statement`() throws {
    let both = try Both()
    try both.place.write(
      "map.json",
      """
      {"sources": {"p": "points.csv"}, "size": [500, 400], "cellSize": 48, "views": [
        {"name": "europe", "bbox": [-12, 35, 32, 60], "output": "europe.png"},
        {"name": "it's the antimeridian", "center": [180, 0], "zoom": 2, "output": "antimeridian.png"},
        {"name": "beside it", "center": [160, 10], "zoom": 2, "output": "beside.png"},
        {"name": "it again", "center": [180, 0], "zoom": 2, "scale": 2, "output": "again.png"}]}
      """)
    try both.place.write("cells.csv", both.answer(["--request", "map.json", "--weight", "mass"]))
    let words = ["render", "--request", "map.json", "--weight", "mass", "--quiet"]
    try expect(both.place.run(words).status, equals: 0)
    let names = ["europe.png", "antimeridian.png", "beside.png", "again.png"]
    let drawn = names.map { both.place.read($0) }
    #expect(drawn[1] != drawn[2])
    #expect(!drawn.contains(nil))
    try both.place.write(
      "map.json",
      both.place.text("map.json").replacingOccurrences(
        of: #""sources": {"p": "points.csv"}"#, with: #""cells": {"p": "cells.csv"}"#))
    try both.place.run(words).succeeding()
    expect(drawn, equals: names.map { both.place.read($0) })
  }

  @Test func `of views without points draw empty maps`() throws {
    let place = try Workplace()
    let rows = ["'a', 13.4, 52.5, 2", "'b', 13.41, 52.51, 3", "'c', -3, 40, 1"]
    let lines = rows.map { $0.filter { $0 != "'" && $0 != " " } + "\n" }
    try place.write("points.csv", "id,longitude,latitude,w\n" + lines.joined())
    let database = try SQLiteTable(
      "CREATE TABLE p (id, longitude REAL, latitude REAL, w REAL); INSERT INTO p VALUES (\(rows.joined(separator: "), (")));"
    )
    let names = ["pacific", "europe", "south", "east"]
    let request = """
      {"sources": {"p": "points.csv"}, "size": [300, 200], "weight": "w", "views": [
        {"name": "pacific", "center": [-150, -20], "zoom": 4, "output": "pacific.png"},
        {"name": "europe", "bbox": [-12, 35, 32, 60], "output": "europe.png"},
        {"name": "south", "bbox": [-160, -50, -110, 0], "output": "south.png"},
        {"name": "east", "center": [150, -20], "zoom": 4, "output": "east.png"}]}
      """
    let words = ["render", "--request", "map.json", "--quiet"]
    try place.write("map.json", request)
    try expect(place.run(words).status, equals: 0)
    let drawn = names.map { place.read("\($0).png") }
    let statement = ["sql", "--dialect", "sqlite", "--table", "p", "--id", "id"]
    let query = try place.run(statement + ["--order-by", "rowid", "--request", "map.json"])
    try place.write("cells.csv", database.csv(query.text))
    try place.write(
      "map.json",
      request.replacingOccurrences(
        of: #""sources": {"p": "points.csv"}"#, with: #""cells": {"p": "cells.csv"}"#)
    )
    for name in names { try place.write("\(name).png", "") }
    try place.run(words).succeeding()
    expect(names.map { place.read("\($0).png") }, equals: drawn)
    #expect(!drawn.contains(nil))
    // The window of a single view is known without a cell, too.
    let view = ["--size", "300x200", "--zoom", "4", "--format", "csv"]
    let one = try place.run(statement + ["--center", "-150,-20"] + view.dropLast(2))
    let clusters = ["clusters", "--cells", "-"] + view
    let empty = try place.run(clusters + ["--center", "-150,-20"], input: database.csv(one.text))
    #expect((empty.status, empty.outputLines.count) == (0, 1), "\(empty.errors)")
    empty.errors.shows("warning: the table counts no points")
    empty.errors.hides("no cell")
    let other = try place.run(clusters + ["--center", "0,0"], input: database.csv(one.text))
    other.reports(2, containing: "made for another view")
  }

  @Test func `come by standard input and as JSON`() throws {
    let both = try Both()
    let view = ["--bbox", "-12,35,32,60", "--size", "400x300"]
    let csv = try both.answer(view)
    let lines = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    // No name of a single stands in the first columns, which are numbers.
    let rows = lines.dropFirst().map { fields in
      "{"
        + zip(lines[0], fields).prefix(17).map { "\"\($0)\": \($1.isEmpty ? "null" : $1)" }.joined(
          separator: ", ")
        + "}"
    }
    let options = ["clusters", "--cells", "-", "--format", "csv", "--quiet"] + view
    let read = try both.place.run(options, input: csv).succeeding()
    let columns = { (text: String) in
      text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false)[1..<9] }
    }
    for text in [rows.joined(separator: "\n"), "[" + rows.joined(separator: ",") + "]"] {
      let other = try both.place.run(options, input: text).succeeding()
      #expect(zip(columns(other.text), columns(read.text)).first { $0 != $1 } == nil)
      expect(columns(other.text).count, equals: columns(read.text).count)
    }
  }

  @Test func `of another view are refused`() throws {
    let both = try Both()
    try both.place.write("cells.csv", both.answer(["--bbox", "-12,35,32,60", "--size", "800x600"]))
    let moved = try both.place.run("render --cells cells.csv --bbox 0,35,44,60 --size 800x600 -o map.png")
    moved.reports(2, containing: "the table's cells were made for another view")
    let closer = try both.place.run("render --cells cells.csv --center 10,50 --zoom 9 -o map.png")
    closer.reports(2, containing: "or a multiple")
    expect(both.place.read("map.png"), equals: nil)
  }
}
