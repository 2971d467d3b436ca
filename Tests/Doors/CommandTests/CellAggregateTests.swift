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
      #expect((one == nil) == (other == nil))
      // Sums of doubles depend on their order in the last digits.
      if let one, let other { #expect(abs(one - other) <= 1e-12 * max(1, abs(one))) }
    }
    // Bubbles show them, rounded.
    let picture = ["render", "--format", "png", "-o", "-", "--quiet"] + view
    let drawn = try place.run(picture + ["p.csv"])
    #expect(drawn.output.count > 1000)
    #expect(try place.run(picture + ["--cells", "p=cells.csv"]).output == drawn.output)
  }

  @Test func `are sums, means, least and greatest ones of columns that are there`() throws {
    let place = try Workplace()
    let statement = try place.run("sql --dialect duckdb --table t --bbox 0,0,1,1 --aggregate median:mass")
    #expect(statement.lacks(2, "--aggregate median needs the points; set sum, mean, min or max") == nil)
    try place.write("cells.csv", "z,x,y,point_count,mass_sum\n5,16,10,3,7\n")
    func error(_ aggregate: String) throws -> String {
      let outcome = try place.run([
        "render", "--cells", "cells.csv", "--center", "0,50", "--zoom", "2", "-o", "map.png", "--aggregate",
        aggregate,
      ])
      #expect(outcome.status == (aggregate == "sum:mass" ? 0 : 2), "\(outcome.errors)")
      return outcome.errors
    }
    #expect(try error("mean:mass").contains("mass_count"))
    #expect(try error("sum:mas").contains("mas_sum"))
    #expect(try error("median:mass").contains("aggregate"))
    #expect(try !error("sum:mass").contains("error"))
  }
}
