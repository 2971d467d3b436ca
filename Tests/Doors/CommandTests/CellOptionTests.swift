import Foundation
import TestSupport
import Testing

@Suite struct `Options beside cells` {
  private static let cells = "z,x,y,point_count,w\n3,4,3,2,5\n"
  private static let view = ["--center", "0,0", "--zoom", "0", "--basemap", "none"]

  /// What render reports of a table, and of points beside it.
  private func render(_ words: [String], beside input: [String] = []) throws -> Outcome {
    let place = try Workplace(["t.csv": Self.cells, "p.csv": "longitude,latitude\n1,2\n"])
    return try place.run(
      ["render"] + input + ["--cells", "t.csv", "-o", "map.png", "-v"] + Self.view + words)
  }

  private func warnings(_ outcome: Outcome) -> [Substring] {
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    return outcome.errors.split(separator: "\n").filter {
      $0.contains("warning: ") && !$0.contains("drawn at the middle")
    }
  }

  @Test(
    arguments: commands(
      """
      --id foo → --id has no effect: the table t has no column foo
      --input-format csv → --input-format has no effect: the format of the table t is found in its content
      --max-points 3 → --max-points has no effect: the table t holds counts in place of points
      --stream yes → --stream has no effect: the points of the table t are summed already
      --max-memory 1 → --max-memory has no effect: the table t is always kept whole
      """))
  func `that have no effect are reported unless points use them`(words: [String], message: String) throws {
    try expect(warnings(render(words)), equals: ["clustersnap: warning: \(message)"])
    #expect(try !render(words, beside: ["p.csv"]).errors.contains("has no effect"))
  }

  @Test func `of a request are reported at the request`() throws {
    let place = try Workplace(["t.csv": Self.cells])
    try place.write("map.json", #"{"cells": {"t": "t.csv"}, "maxMemory": 1, "center": [0, 0], "zoom": 0}"#)
    let outcome = try place.run(["render", "--request", "map.json", "-o", "map.png", "--basemap", "none"])
    expect(
      warnings(outcome),
      equals: ["map.json: warning: maxMemory has no effect: the table t is always kept whole"])
  }

  /// Points without a weight were weighed where they were counted: cells need nothing for them.
  @Test func `may name what a missing weight counted`() throws {
    let found = try warnings(render(["--weight", "w", "--missing-weight", "2"]))
    expect(found.count, equals: 1)
    expect(found.first?.contains("--missing-weight: the points of t were weighed"), equals: true)
    let place = try Workplace(["t.csv": Self.cells])
    let request = #""weight": "w", "missingWeight": 2.5, "center": [0, 0], "zoom": 0}"#
    try place.write("map.json", #"{"cells": {"t": "t.csv"}, "# + request)
    try place.write(
      "plain.json", #"{"cells": {"t": "t.csv"}, "# + request.replacing(#""missingWeight": 2.5, "#, with: ""))
    func words(_ name: String) -> [String] {
      ["clusters", "--request", name, "-v", "--format", "csv"]
    }
    let outcome = try place.run(words("map.json"))
    #expect(warnings(outcome).isEmpty)
    outcome.errors.shows("info: missingWeight: the points of t were weighed")
    try expect(outcome.output, equals: place.run(words("plain.json")).output)
    // The same request makes the statement.
    let sql = try place.run(["sql", "--dialect", "duckdb", "--table", "t", "--request", "map.json"])
    expect(sql.status, equals: 0, "\(sql.errors)")
    sql.text.shows("2.5")
  }

  @Test(arguments: [
    ("a int", "no cells in the columns a; expected"), ("z, x, y", "there is no column point_count"),
  ])
  func `name a table without rows that is none of cells`(columns: String, message: String) throws {
    let place = try Workplace()
    _ = try SQLiteTable("CREATE TABLE t (\(columns)); VACUUM INTO '\(place.path("t.db"))'")
    let outcome = try place.run(["render", "--cells", "t.db", "-o", "map.png"] + Self.view)
    outcome.reports(2, containing: message)
    expect(place.read("map.png"), equals: nil)
  }

  @Test func `draw a table of cells without rows`() throws {
    let place = try Workplace()
    _ = try SQLiteTable("CREATE TABLE t (z, x, y, point_count); VACUUM INTO '\(place.path("t.db"))'")
    let outcome = try place.run(["render", "--cells", "t.db", "-o", "map.png"] + Self.view)
    outcome.errors.shows("the table has no cell; nothing is drawn of it")
    expect(outcome.status, equals: 0)
    #expect(place.read("map.png") != nil)
  }

  /// Zooms 0 and 1 have a cluster of the same points each; at zoom 1 alone there are two of different ones.
  @Test(arguments: [("0,0", true), ("1,1", false)])
  func `are no hierarchy of clusters`(zooms: String, isWarning: Bool) throws {
    let place = try Workplace()
    let rows = "longitude,latitude,point_count,minzoom,maxzoom\n1,2,3,\(zooms)\n20,2,3,1,1\n"
    try place.write("t.csv", rows)
    let found = try warnings(place.run(["render", "--cells", "t.csv", "-o", "map.png"] + Self.view))
    expect(found.contains { $0.contains("clusters of several zooms") }, equals: isWarning, "\(found)")
  }
}
