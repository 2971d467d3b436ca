import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TestDriver.path != nil, "there is no C compiler"))
struct `Grids that databases count` {
  private let place: Workplace
  private let environment: [String: String]

  init() throws {
    place = try Workplace()
    environment = TestDriver.environment(tables: place.path("in.sql"), log: place.path("log.sql"))
    try place.write("in.db", "a file")
  }

  private static let addresses = ["postgresql://db.test/city", "duckdb:in.db"]
  private static let view = ["--bbox", "-14,36,26,60", "--size", "500x400", "--basemap", "none"]

  private func run(_ words: [String]) throws -> Outcome { try place.run(words, environment: environment) }

  /// What the database was asked since the last look.
  private func takeLog() -> String {
    defer { try? FileManager.default.removeItem(atPath: place.path("log.sql")) }
    return place.text("log.sql")
  }

  /// Well-known binary of some numbers, a point's or, of two points, a line's; OGC 06-103r4, §8.
  private static func hex(_ numbers: [Double]) -> String {
    var bytes: [UInt8] = numbers.count == 2 ? [1, 1, 0, 0, 0] : [1, 2, 0, 0, 0, 2, 0, 0, 0]
    for number in numbers { withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += Array($0) } }
    return "X'" + bytes.map { String(format: "%02X", Int($0)) }.joined() + "'"
  }

  /// A table of points, as separated values and as geometries, with a number each.
  private func writePoints(_ more: [String] = []) throws {
    var (rows, values) = ("id,name,mass,lon,lat\n", more)
    for index in 1...60 {
      let (x, y) = (Double(index % 8) * 4.7 - 10, Double(index / 8) * 2.3 + 40)
      let mass = index % 6 == 0 ? "" : "\(Double(index % 11) * 0.1)"
      rows += "\(index),k\(index),\(mass),\(x),\(y)\n"
      values.append(
        "(\(index), 'k\(index)', \(mass.isEmpty ? "NULL" : mass), \(Self.hex([x, y])), \(x), \(y))")
    }
    try place.write("p.csv", rows)
    try place.write(
      "in.sql",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, mass REAL, geom GEOMETRY, lon REAL, lat REAL); INSERT INTO t VALUES \(values.joined(separator: ","));"
    )
  }

  @Test(arguments: addresses) func `lie at the points of a column of geometries`(address: String) throws {
    let nowhere = ["(98, 'null', 1, NULL, 3, 4)", "(99, 'empty', 1, \(Self.hex([.nan, .nan])), 3, 4)"]
    try writePoints(nowhere + ["(97, 'beyond', 1, \(Self.hex([3, 95])), 3, 4)"])
    try expect(run(["render", "p=p.csv", "-o", "a.png"] + Self.view).status, equals: 0)
    let pushed = try run(["render", "p=" + address, "-o", "b.png"] + Self.view)
    let asked = takeLog()
    expect(pushed.status, equals: 0)
    asked.shows("GROUP BY cell_x, cell_y", "ST_X(")
    #expect(
      pushed.errors.contains("3 of 63 records skipped: 2 without a point, 1 beyond -540...540, -90...90"))
    let read = try run(["render", "p=" + address, "-o", "c.png", "--stream", "no"] + Self.view)
    read.errors.shows("3 of 63 records skipped")
    #expect(!takeLog().contains("GROUP BY"))
    #expect((place.read("a.png"), place.read("a.png")) == (place.read("b.png"), place.read("c.png")))
    // Single points keep columns named as places, which are none here.
    let list = ["clusters", "p=" + address, "--format", "json", "--cell-size", "8", "-q"] + Self.view
    let singles = try run(list + ["--stream", "yes"]).text
    try expect(singles, equals: run(list + ["--stream", "no"]).text)
    #expect(singles.contains("\"lat\": "))
  }

  @Test(arguments: addresses) func `are those of rows where a line is among the points`(address: String)
    throws
  {
    try writePoints(["(98, 'line', 1, \(Self.hex([0, 40, 10, 50])), 3, 4)"])
    let plan = try run(["render", "p=" + address, "-o", "a.png", "--dry-run"] + Self.view)
    #expect(
      plan.text.contains(
        "; clustered by peaks; summed while read; not pushed down: 1 geometry is no point\n"))
    plan.errors.shows("1 line or area not drawn")
    #expect(!takeLog().contains("GROUP BY"))
  }

  @Test(arguments: ["sum", "mean", "min", "max"], addresses)
  func `show numbers of a column as their rows do`(rule: String, address: String) throws {
    try writePoints()
    let words = ["--aggregate", "\(rule):mass", "--cell-size", "120"] + Self.view
    try expect(run(["render", "p=p.csv", "-o", "a.png"] + words).status, equals: 0)
    let pushed = try run(["render", "p=" + address, "-o", "b.png"] + words).succeeding()
    #expect(takeLog().contains("GROUP BY cell_x, cell_y"))
    pushed.errors.shows("10 points have no mass and are drawn as dots\n")
    expect(place.read("a.png"), equals: place.read("b.png"))
    // Sums of doubles are exact, and rounded once, in files and in databases.
    func numbers(_ source: String) throws -> [Double] {
      let list = try run(["clusters", source, "--stream", "yes", "--format", "json", "-q"] + words)
      let markers = try #require(try list.json()["markers"] as? [[String: Any]])
      return markers.compactMap { ($0["mass (\(rule))"] as? NSNumber)?.doubleValue }.sorted()
    }
    let found = try numbers("p=" + address)
    try expect(found, equals: numbers("p=p.csv"))
    #expect(found.count > 5)
  }

  @Test(arguments: [
    "n", "First", "WEST", "south", "east", "North", "point_count", "Cell_X", "view", "lon_e8", "cs_own_n",
  ]) func `keep columns of single points that have the names of cells' own`(name: String) throws {
    try writePoints()
    try place.write("in.sql", place.text("in.sql") + "ALTER TABLE t RENAME COLUMN name TO \"\(name)\";")
    try place.write("p.csv", place.text("p.csv").replacing("id,name,", with: "id,\(name),"))
    let words = ["--cell-size", "40", "--label-by", name] + Self.view
    try expect(run(["render", "p=p.csv", "-o", "a.png"] + words).status, equals: 0)
    _ = takeLog()
    try expect(run(["render", "p=" + Self.addresses[0], "-o", "b.png"] + words).status, equals: 0)
    #expect(takeLog().contains("GROUP BY cell_x, cell_y"))
    expect(place.read("a.png"), equals: place.read("b.png"))
    let list =
      ["clusters", "p=" + Self.addresses[0], "--format", "json", "--cell-size", "8", "-q"] + Self.view
    let singles = try run(list + ["--stream", "yes"]).text
    #expect(singles.contains("\"\(name)\": \"k1\""))
    try expect(singles, equals: run(list + ["--stream", "no"]).text)
  }

  /// Records in an order that is not that of their cells: bubbles of several cells join.
  @Test(arguments: [["--cell-size", "20"], ["--cell-size", "16"]])
  func `are joined in the order of the points`(words: [String])
    throws
  {
    var random = Seeded(seed: 53)
    var (rows, values) = ("id,lon,lat\n", [String]())
    for id in 1...1200 {
      let (x, y) = (random.number(in: -9...21), random.number(in: 40...56))
      rows += "\(id),\(x),\(y)\n"
      values.append("(\(id), \(x), \(y))")
    }
    try place.write("p.csv", rows)
    try place.write(
      "in.sql",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, lon REAL, lat REAL); INSERT INTO t VALUES \(values.joined(separator: ","));"
    )
    let words = ["--overlap", "none"] + words + Self.view
    #expect(
      try run(["render", "p=p.csv", "-o", "a.png", "-v"] + words).errors.contains("one with a neighbor"))
    try expect(run(["render", "p=" + Self.addresses[0], "-o", "b.png"] + words).status, equals: 0)
    #expect(takeLog().contains("GROUP BY cell_x, cell_y"))
    expect(place.read("a.png"), equals: place.read("b.png"))
  }

  @Test(arguments: ["1e-30", "4.7e18"]) func `leave sums to rows that no statement sums`(mass: String) throws
  {
    try writePoints()
    try place.write("in.sql", place.text("in.sql") + "UPDATE t SET mass = \(mass) WHERE id = 1;")
    try place.write("p.csv", place.text("p.csv").replacing("\n1,k1,0.1,", with: "\n1,k1,\(mass),"))
    for rule in ["sum", "max"] {
      let words = ["--aggregate", rule + ":mass"] + Self.view
      let source = "p=" + Self.addresses[0]
      try expect(run(["render", "p=p.csv", "-o", "a.png"] + words).status, equals: 0)
      try expect(run(["render", source, "-o", "b.png"] + words).status, equals: 0)
      expect(place.read("a.png"), equals: place.read("b.png"))
      expect(takeLog().contains("GROUP BY"), equals: rule == "max")
      let plan = try run(["render", source, "-o", "b.png", "--dry-run"] + words)
      expect(
        plan.text.contains("not pushed down: column mass has numbers that a statement does not sum"),
        equals: rule == "sum")
    }
  }

  @Test(arguments: [
    (["--stream", "no"], "points kept: --stream no"),
    (["--method", "radius", "--stream", "yes"], "points kept: the method radius needs points"),
    (["--filter", "mass > 0.2"], "summed while read; not pushed down: a filter chooses among rows"),
    (["--weight", "name"], "summed while read; not pushed down: column name is not of numbers"),
    (["--opt-out", "name"], "summed while read; not pushed down: points that are never clustered"),
    ([], "pushed down, counted by the database in"),
  ]) func `are named in the plan, or why they are not`(words: [String], way: String) throws {
    try writePoints()
    try place.write("in.sql", place.text("in.sql") + "UPDATE t SET name = '7';")
    let plan = try run(["render", "p=" + Self.addresses[0], "-o", "a.png", "--dry-run"] + words + Self.view)
    #expect(plan.text.contains("; " + way), "\(plan.text)\(plan.errors)")
  }

  @Test func `know all columns that a filter may look at`() throws {
    try writePoints()
    for filter in ["nix > 2", "nix != 2"] {
      let run = try run(["render", "p=" + Self.addresses[0], "-o", "a.png", "--filter", filter] + Self.view)
      run.reports(2, containing: "--filter: source p has no column nix; there are id, name, mass, lon, lat\n")
    }
  }

  @Test func `of a table without rows are reported`() throws {
    try place.write("in.sql", "CREATE TABLE t (id INTEGER PRIMARY KEY, lon REAL, lat REAL);")
    let empty = try run(["render", "p=" + Self.addresses[0], "-o", "a.png"] + Self.view).succeeding()
    #expect(place.read("a.png") != nil)
    #expect(takeLog().contains("GROUP BY"))
    #expect(
      empty.errors.hasSuffix("warning: the table has no row; nothing is drawn of it\n"))
  }
}
