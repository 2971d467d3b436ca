import Foundation
import TestSupport
import Testing

@Suite struct `Numbers that cells carry` {
  private static let points = HardPoints(count: 3000, seed: 77)

  /// The numbers of clusters in a document of markers, and how many markers there are.
  private func numbers(_ outcome: Outcome, _ name: String) throws -> (values: [Double?], count: Int) {
    try #require(outcome.status == 0, "\(outcome.errors)")
    let markers = try #require(try outcome.json()["markers"] as? [[String: Any]])
    return (
      markers.filter { $0["cluster_id"] != nil }.map { ($0[name] as? NSNumber)?.doubleValue }, markers.count
    )
  }

  @Test(
    arguments: ["sum", "mean", "min", "max"], [["--center", "0,0", "--zoom", "0"], ["--pyramid", "9"]])
  func `are those of their points`(rule: String, query: [String]) throws {
    let place = try Workplace(["p.csv": Self.points.csv])
    let database = try SQLiteTable(Self.points.sql("p"))
    let aggregate = ["--aggregate", "\(rule):mass"]
    let statement = try place.run(
      ["sql", "--dialect", "sqlite", "--table", "p", "--order-by", "row", "--id", "id"] + query + aggregate)
    try #require(statement.status == 0, "\(statement.errors)")
    try place.write("cells.csv", database.csv(statement.text))
    let view =
      (query.contains("--pyramid")
        ? ["--center", "0,20", "--zoom", "2", "--cell-size", "64", "--snap-zoom"] : query)
      + aggregate
    let markers = ["clusters", "--format", "json", "--quiet"] + view
    let ours = try numbers(place.run(markers + ["p.csv"]), "mass (\(rule))")
    let theirs = try numbers(place.run(markers + ["--cells", "p=cells.csv"]), "mass (\(rule))")
    #expect((ours.count, ours.values.count) == (theirs.count, theirs.values.count))
    #expect(ours.values.count > 5)
    #expect(ours.values.contains { $0 != nil })
    for (one, other) in zip(ours.values, theirs.values) {
      expect(one == nil, equals: other == nil)
      // Sums of doubles depend on their order in the last digits.
      if let one, let other { #expect(abs(one - other) <= 1e-12 * max(1, abs(one))) }
    }
    // Bubbles show them, rounded.
    let picture = ["render", "--format", "png", "-o", "-", "--quiet"] + view
    let drawn = try place.run(picture + ["p.csv"])
    #expect(drawn.output.count > 1000)
    try expect(place.run(picture + ["--cells", "p=cells.csv"]).output, equals: drawn.output)
  }

  /// DuckDB's command writes NULL, others \N: an empty field, in ids and names, too.
  @Test(arguments: ["NULL", "\\N"]) func `are missing where an engine writes so`(word: String) throws {
    let place = try Workplace()
    let rows = [
      "z,x,y,point_count,id,name,v_sum", "7,64,40,1,,,", "7,68,40,1,b,Bo,2.5", "7,72,44,7,,,40",
      "7,76,44,3,,,",
    ]
    try place.write("empty.csv", rows.joined(separator: "\n") + "\n")
    let written = rows.map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).map { $0.isEmpty ? word : String($0) }
        .joined(separator: ",")
    }
    try place.write("written.csv", written.joined(separator: "\n") + "\n")
    let view = ["--center", "20,52", "--zoom", "4", "--aggregate", "sum:v", "--label-by", "name"]
    for words in [["render", "--format", "png", "-o", "-"], ["clusters", "--format", "json", "-o", "-"]] {
      let expected = try place.run(words + ["--cells", "p=empty.csv"] + view).succeeding()
      let found = try place.run(words + ["--cells", "p=written.csv"] + view).succeeding()
      expect(found.output, equals: expected.output)
      found.text.hides("NULL")
    }
  }

  @Test(.wants(programs: ["duckdb"])) func `come from the command of DuckDB as the guide has it`() throws {
    let place = try Workplace(["trips.csv": Self.points.csv])
    let view = "--bbox -12,35,32,60"
    let outcome = try place.shell(
      """
      "$0" sql --dialect duckdb --table trips.csv --order-by row --id id \(view) --aggregate sum:mass \\
        | duckdb -csv -nullvalue '' > cells.csv
      "$0" sql --dialect duckdb --table trips.csv --order-by row --id id \(view) --aggregate sum:mass | duckdb -csv > null.csv
      for cells in cells null; do "$0" render --cells p=$cells.csv \(view) --aggregate sum:mass -o $cells.png; done
      "$0" render p=trips.csv \(view) --aggregate sum:mass -o points.png
      """, programs: ["duckdb"])
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    place.text("null.csv").shows("NULL")
    expect(place.read("cells.png"), equals: place.read("points.png"))
    expect(place.read("null.png"), equals: place.read("points.png"))
  }

  /// Three numbers of 0.7: as doubles in the order of an engine 2.0999999999999996.
  @Test func `are the decimals of their points, whatever the digits of a statement`() throws {
    let place = try Workplace([
      "p.csv": "lon,lat,v\n1,1,0.7\n1,1,0.7\n1,1,0.7\n",
      "cells.csv":
        "z,x,y,point_count,lon_e8,lat_e8,v_sum\n5,16,15,3,300000000,300000000,2.0999999999999996\n",
    ])
    let words = ["clusters", "--format", "json", "--center", "1,1", "--zoom", "2", "--aggregate", "sum:v"]
    #expect(try place.run(words + ["p.csv"]).succeeding().text.contains("\"v (sum)\": 2.1,"))
    #expect(
      try place.run(words + ["--cells", "p=cells.csv"]).succeeding().text.contains("\"v (sum)\": 2.1,"))
  }

  @Test func `are sums, means, least and greatest ones of columns that are there`() throws {
    let place = try Workplace()
    let statement = try place.run("sql --dialect duckdb --table t --bbox 0,0,1,1 --aggregate median:mass")
    statement.reports(2, containing: "--aggregate median needs the points; set sum, mean, min or max")
    try place.write("cells.csv", "z,x,y,point_count,mass_sum\n5,16,10,3,7\n")
    func error(_ aggregate: String) throws -> String {
      let outcome = try place.run([
        "render", "--cells", "cells.csv", "--center", "0,50", "--zoom", "2", "-o", "map.png", "--aggregate",
        aggregate,
      ])
      expect(outcome.status, equals: (aggregate == "sum:mass" ? 0 : 2), "\(outcome.errors)")
      return outcome.errors
    }
    #expect(try error("mean:mass").contains("mass_count"))
    #expect(try error("sum:mas").contains("mas_sum"))
    #expect(try error("median:mass").contains("aggregate"))
    #expect(try !error("sum:mass").contains("error"))
  }
}
