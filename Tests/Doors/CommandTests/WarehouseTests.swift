import Foundation
import TestSupport
import Testing

/// The guide to big data, its commands run.
@Suite struct `From one file to a warehouse` {
  /// The lines of shell in the page, continued ones joined.
  private static var commands: [String] {
    let text =
      (try? String(contentsOfFile: Workplace.checkout + "Documentation/guide/09-big-data.md", encoding: .utf8))
      ?? ""
    let blocks = text.components(separatedBy: "```")
    return stride(from: 1, to: blocks.count, by: 2).flatMap { number in
      blocks[number].replacingOccurrences(of: "\\\n", with: " ").split(separator: "\n").dropFirst().map(
        String.init)
    }
  }

  @Test func `prints a statement for every engine it names`() throws {
    let place = try Workplace()
    var dialects: [String] = []
    for line in Self.commands where line.hasPrefix("clustersnap sql") {
      let words = line.components(separatedBy: " | ")[0].replacingOccurrences(of: "-o cells.sql", with: "")
      let outcome = try place.shell("\"$0\" " + words.dropFirst("clustersnap ".count), in: Workplace.checkout)
      expect(outcome.status, equals: 0, "\(line): \(outcome.errors)")
      #expect(outcome.text.hasSuffix(";\n"), "\(line)")
      #expect(outcome.text.contains("FROM "), "\(line)")
      dialects += words.components(separatedBy: " ").drop { $0 != "--dialect" }.dropFirst().prefix(1)
    }
    expect(Set(dialects), equals: ["sqlite", "duckdb", "postgresql", "spark", "clickhouse", "bigquery"])
  }

  @Test func `draws its first example from SQLite`() throws {
    let place = try Workplace()
    let commands = Self.commands
    let create = try #require(commands.first { $0.hasPrefix("sqlite3 towns.db") }).split(separator: "\"")[1]
    let towns = try String(contentsOfFile: Workplace.checkout + "/Samples/towns-5000.csv", encoding: .utf8)
    let rows = towns.split(separator: "\n").dropFirst().map { line in
      // Names may hold commas: what they are plays no part here.
      let fields = line.split(separator: ",")
      return "('\(fields[0])', '', '', \(fields[fields.count - 2]), \(fields[fields.count - 1]))"
    }
    let database = try SQLiteTable("\(create); INSERT INTO towns VALUES \(rows.joined(separator: ","));")
    let query = try #require(commands.first { $0.contains("--dialect sqlite") })
    try place.shell("\"$0\" " + query.dropFirst("clustersnap ".count)).succeeding()
    try place.write("cells.csv", database.csv(place.text("cells.sql")))
    let render = try #require(commands.first { $0.hasPrefix("clustersnap render --cells cells.json") })
      .replacingOccurrences(of: "cells.json", with: "cells.csv")
    try place.shell("\"$0\" " + render.dropFirst("clustersnap ".count)).succeeding()
    let words = render.replacingOccurrences(
      of: "--cells cells.csv", with: "'\(Workplace.checkout)/Samples/towns-5000.csv'"
    )
    .replacingOccurrences(of: "towns.png", with: "points.png")
    try expect(place.shell("\"$0\" " + words.dropFirst("clustersnap ".count)).status, equals: 0)
    expect(place.read("towns.png"), equals: place.read("points.png"))
    #expect(place.read("towns.png") != nil)
  }

  @Test(.wants(programs: ["python3"])) func `counts in SQLite what clusters counts`() throws {
    try expectCounts(in: "sqlite")
  }

  @Test(
    .wants(programs: ["python3"]),
    .enabled(if: Program.python(has: "duckdb"), "there is no duckdb for python3; pip install duckdb"))
  func `counts in DuckDB what clusters counts`() throws { try expectCounts(in: "duckdb") }

  /// Nine views and two of a pyramid.
  private func expectCounts(in engine: String) throws {
    let outcome = try Workplace().shell(
      "python3 Tests/Engines/test-engines.py --installed --points 2000 --command \"$0\" \(engine)",
      in: Workplace.checkout, seconds: 300)
    expect(outcome.status, equals: 0, "\(outcome.text)\(outcome.errors)")
    for line in outcome.outputLines {
      #expect(line.hasSuffix(", 0 differing") || line.contains(": left out: "))
    }
    expect(Set(outcome.outputLines.map { $0.prefix { $0 != ":" } }), equals: [engine[...]])
    #expect(outcome.outputLines.contains { $0.hasSuffix(", 0 differing") })
  }

  @Test func `audits what the statement leaves out`() throws {
    let place = try Workplace()
    let database = try SQLiteTable(
      """
      CREATE TABLE t (lon, lat, w); INSERT INTO t VALUES (1, 2, 3), (NULL, 2, 3), (1, NULL, NULL), (1, 91, -1),
      (600, 3, 1), ('a', 2, 1), (9e999, 1, 1), ('1', '2', 1);
      """)
    let words = ["sql", "--dialect", "sqlite", "--table", "t", "--longitude", "lon", "--latitude", "lat"]
    let audit = try place.run(words + ["--audit", "--weight", "w"])
    try expect(
      database.csv(audit.text),
      equals: "records,nulls,not_numbers,bad_latitudes,bad_longitudes,missing_w,bad_w\n"
        + "8,2,2,1,1,1,1\n")
    let query = try place.run(words + ["--center", "0,0", "--zoom", "0"])
    // A text that is one whole number is a number, as the rows of a file are.
    try expect(pointCounts(database.csv(query.text)), equals: ["2"])
  }

  /// The column `point_count` of an answer for one view.
  private func pointCounts(_ csv: String) -> [Substring] {
    csv.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)[7]
    }
  }

  /// PostgreSQL compares no text with a number, and casts a double to itself without leaving its index.
  @Test func `casts the coordinates that PostgreSQL compares`() throws {
    let statement = try Workplace().run("sql --dialect postgresql --table t --bbox 0,0,1,1").succeeding().text
    statement.shows(
      #"WHERE CAST("latitude" AS DOUBLE PRECISION) BETWEEN"#,
      #"AND CAST("longitude" AS DOUBLE PRECISION) BETWEEN"#)
    statement.hides(#" "latitude" BETWEEN"#, #"("longitude" BETWEEN"#)
  }

  @Test(arguments: ["TEXT", ""]) func `takes texts of SQLite that are numbers`(type: String) throws {
    let database = try SQLiteTable(
      """
      CREATE TABLE t (longitude \(type), latitude \(type)); INSERT INTO t VALUES ('9', '5'), ('1e1', ' 5.0 '),
      ('-10', '5'), ('9 m', '5'), ('', '5'), ('0x9', '5'), ('9', '91'), (x'39', '5');
      """)
    let words = ["sql", "--dialect", "sqlite", "--table", "t", "--zoom", "5", "--center", "10,5"]
    let query = try Workplace().run(words)
    let counts = try pointCounts(database.csv(query.text)).map { Int($0) ?? 0 }
    expect(counts.reduce(0, +), equals: 2, "\(query.text)")
  }

  @Test(arguments: ["--longitude", "--latitude", "--weight", "--columns", "--id", "--order-by", "--label-by"])
  func `ends in SQLite where a column is misspelt`(option: String) throws {
    let database = try SQLiteTable("CREATE TABLE t (longitude REAL, latitude REAL)")
    let words = ["sql", "--dialect", "sqlite", "--table", "main.t", "--center", "0,0", "--zoom", "0"]
    _ = try database.csv(try Workplace().run(words).text)
    let query = try Workplace().run(words + [option, "lngitude"])
    let fault = #expect(throws: SQLiteFault.self) { try database.csv(query.text) }
    expect(fault?.description, equals: "no such column: main.t.lngitude")
  }

  @Test func `takes the columns that its request names`() throws {
    let place = try Workplace()
    let database = try SQLiteTable("CREATE TABLE t (code, x REAL, y REAL); INSERT INTO t VALUES ('k7', 3, 4)")
    let words = ["sql", "--dialect", "sqlite", "--table", "t", "--request", "map.json"]
    let columns = #""longitude": "x", "latitude": "y", "id": "code", "bbox": [0, 0, 9, 9]"#
    try place.write("map.json", "{\(columns)}")
    let statement = try place.run(words)
    try place.write("cells.csv", database.csv(statement.text))
    try place.write("map.json", #"{"cells": {"t": "cells.csv"}, \#(columns)}"#)
    let drawn = try place.run(["clusters", "--request", "map.json", "--format", "csv"])
    expect(drawn.outputLines.last?.contains("k7"), equals: true, "\(drawn.text)\(drawn.errors)")
    try place.write("map.json", #"{"longitude": 2, "bbox": [0, 0, 9, 9]}"#)
    try place.run(words).reports(2, containing: "2 is a column's number; set --longitude")
  }
}

@Suite struct `Weights in a database` {
  private let place: Workplace
  private static let words = ["--weight", "w", "--bbox", "-20,-20,20,20"]

  init() throws { place = try Workplace() }

  /// The answer of SQLite for weights, each of a point at (1.5, 2); a table of cells.
  private func cells(_ weights: String..., words: [String] = []) throws -> [String: String] {
    let rows = weights.map { "(1.5, 2, \($0))" }.joined(separator: ", ")
    let database = try SQLiteTable(
      "CREATE TABLE t (longitude REAL, latitude REAL, w); INSERT INTO t VALUES \(rows);")
    let sql = try place.run(["sql", "--dialect", "sqlite", "--table", "t"] + Self.words + words)
    try #require(sql.status == 0, "\(sql.errors)")
    try place.write("cells.csv", database.csv(sql.text))
    let lines = place.text("cells.csv").split(separator: "\n").map {
      $0.split(separator: ",").map(String.init)
    }
    try #require(lines.count == 2)
    return Dictionary(zip(lines[0], lines[1])) { one, _ in one }
  }

  /// A sum that comes in two halves, or three parts.
  private func sum(_ name: String, in cells: [String: String]) -> Int128? {
    guard let high = cells[name + "_high"].flatMap({ Int128($0) }),
      let low = cells[name + "_low"].flatMap({ Int128($0) })
    else { return nil }
    let top = cells[name + "_top"].flatMap { Int128($0) } ?? 0
    return top << 64 + high << 32 + low
  }

  /// Σw·longitude is 5.4e31 in its unit, 2^105.
  @Test func `are exact however many there are`() throws {
    let database = try SQLiteTable(
      """
      CREATE TABLE t (longitude REAL, latitude REAL, w REAL); INSERT INTO t
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT -179.5, 60.25, 1e12 FROM n;
      """)
    let view = ["--center", "-179,60", "--zoom", "3", "--weight", "w"]
    let sql = try place.run(["sql", "--dialect", "sqlite", "--table", "t"] + view)
    try place.write("cells.csv", database.csv(sql.text))
    let lines = place.text("cells.csv").split(separator: "\n").map {
      $0.split(separator: ",").map(String.init)
    }
    let cells = Dictionary(zip(lines[0], lines[1])) { one, _ in one }
    let units: Int128 = 3_000_000_000_000_000_000_000
    expect(sum("w_lon_e14", in: cells), equals: units * -17_950_000_000)
    expect(sum("w_lat_e14", in: cells), equals: units * 6_025_000_000)
    let drawn = try place.run(["clusters", "--cells", "cells.csv", "--format", "csv"] + view)
    expect(drawn.outputLines.last?.contains(",-179.5,60.25,"), equals: true, "\(drawn.text)\(drawn.errors)")
  }

  @Test func `are summed where rows take them`() throws {
    let cells = try cells("2", "'3.5'", "' 4 '", "''", "NULL", "0", "1e12", "0.0000005")
    // Half of a millionth is rounded to even.
    let units: Int128 = 1_000_000_000_009_500_000
    expect(sum("w_e6", in: cells), equals: units)
    expect(sum("w_lon_e14", in: cells), equals: units * 150_000_000)
    expect(sum("w_lat_e14", in: cells), equals: units * 200_000_000)
    #expect((cells["w_e6_bad"], cells["point_count"]) == ("0", "8"))
    let drawn = try place.run(["clusters", "--cells", "cells.csv", "--format", "json"] + Self.words)
    #expect(drawn.text.contains("\"point_count\": 1000000000009.5,"), "\(drawn.text)\(drawn.errors)")
  }

  @Test func `are refused where rows refuse them, or no statement sums them`() throws {
    let cells = try cells(
      "2", "-3", "'abc'", "'12 men'", "x'31'", "1.1e12", "NULL", "9e999", words: ["--missing-weight", "7"])
    #expect((cells["w_e6_bad"], sum("w_e6", in: cells)) == ("6", 9_000_000))
    let refused = try place.run(["render", "--cells", "cells.csv", "-o", "x.png"] + Self.words)
    #expect((refused.status, place.read("x.png")) == (2, nil))
    #expect(
      refused.errors.hasPrefix(
        "cells.csv:2:1: error: w of 6 points is below 0, above 1e12 or no number; look at the rows, clustersnap sql --audit counts them"
      ))
    // Without --weight there is nothing to refuse.
    let plain = try place.run(["render", "--cells", "cells.csv", "-o", "x.png", "--bbox", "-20,-20,20,20"])
    expect(plain.status, equals: 0, "\(plain.errors)")
  }

  /// Weights of 60 bits at longitudes of 35.
  @Test func `are exact however large`() throws {
    let weights = ["1e10", "987654321098.765432", "0.25", "8600000001"]
    let rows = (0..<40).map { index in
      "\(index % 2 == 0 ? "-" : "")179.98765432,-\(60 + index % 7).7,\(weights[index % 4])"
    }
    try place.write("points.csv", "longitude,latitude,w\n" + rows.joined(separator: "\n") + "\n")
    let values = rows.map { "(\($0))" }.joined(separator: ", ")
    let database = try SQLiteTable(
      "CREATE TABLE t (longitude REAL, latitude REAL, w REAL); INSERT INTO t VALUES \(values);")
    let view = ["--center", "180,-64", "--zoom", "6", "--cell-size", "20", "--weight", "w"]
    let sql = try place.run(["sql", "--dialect", "sqlite", "--table", "t"] + view)
    try place.write("cells.csv", database.csv(sql.text))
    let markers = ["clusters", "--format", "csv", "-q"] + view
    let points = try place.run(markers + ["p=points.csv"])
    let cells = try place.run(markers + ["--cells", "p=cells.csv"])
    #expect(points.outputLines.count > 4)
    expect(points.outputLines.sorted(), equals: cells.outputLines.sorted(), "\(cells.errors)")
  }

  @Test func `are of the rows of a condition that ends with a comment`() throws {
    try expect(cells("2", "5", words: ["--where", "w < 3 -- small"])["point_count"], equals: "1")
  }
}

@Suite struct `The statement` {
  @Test(
    arguments: commands(
      """
       → --dialect is missing; choose one of postgresql, duckdb
      --dialect duckdb → --table is missing
      --dialect duckdb --table t → a statement needs a view; set --center
      --dialect duckdb --table t --fit → a statement needs a view
      --dialect duckdb --table t --bbox 0,0,1,1 --select a → --select needs the points
      --dialect duckdb --table t --bbox 0,0,1,1 --size-by a → --size-by a needs the
      --dialect duckdb --table t --bbox 0,0,1,1 --donut-by a → --donut-by a needs
      --dialect duckdb --table t --bbox 0,0,1,1 --color-by a → --color-by a needs
      --dialect duckdb --table t --bbox 0,0,1,1 --method dbscan → the method dbscan needs points
      --dialect duckdb --table t --bbox 0,0,1,1 --preset clustermap → set --align-world yes
      --dialect duckdb --table t --bbox 0,0,1,1 --opt-out a → --opt-out: points that are never clustered
      --dialect duckdb --table t --bbox 0,0,1,1 --filter a=1 → write the condition as --where
      --dialect duckdb --table t --center 0,0 --zoom 9 --cluster-max-zoom 8 → above the cluster maximum zoom of 8
      --dialect duckdb --table t --pyramid 30 → 30 is outside 0...29
      --dialect duckdb --table t --pyramid 3 --bbox 0,0,1,1 → --pyramid is of the whole world
      --dialect duckdb --table t --pyramid 3 --weight w --missing-weight error → set a number or skip
      --dialect oracle --table t → "oracle" is none of postgresql
      --dialect duckdb --table a. --pyramid 3 → --table a. is no name
      --dialect duckdb --table t --pyramid 3 --weight w --missing-weight 2e12 → --missing-weight 2000000000000 is more than the 1e12
      --dialect duckdb --table t --pyramid 3 --where ' ' → --where is empty
      --dialect duckdb --table t --pyramid 3 --longitude latitude → are both latitude
      --dialect duckdb --table t --pyramid 3 --columns a,N → the answer has a column N of
      --dialect duckdb --table t --pyramid 3 --columns a,,b → --columns a,,b has an empty
      --dialect sqlite --table t --pyramid 3 --geometry g → --geometry: sqlite has no
      --dialect duckdb --table t --pyramid 3 --geometry g --latitude y → --geometry holds the places; leave out
      --dialect duckdb --table t --pyramid 3 --columns POP_sum --aggregate sum:pop → the answer has a column POP_sum of
      --dialect duckdb --table t --request none.json → none.json
      """))
  func `is refused by the name of the option`(words: [String], message: String) throws {
    let outcome = try Workplace().run(["sql"] + words)
    expect(outcome.status, equals: 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(message))
  }

  @Test func `finds points in a column of geometries`() throws {
    let words = "sql --table trips --geometry geom --bbox 0,0,1,1 --where 'trips.day > 3'".words
    let column: [(dialect: String, longitude: String)] = [
      ("postgresql", #"CASE WHEN ST_GeometryType(CAST("geom" AS geometry)) = 'ST_Point' THEN ST_X("#),
      ("duckdb", #"THEN ST_X("geom") END AS "cs_longitude""#),
      ("clickhouse", "tupleElement(`geom`, 1) AS `cs_longitude`"),
      ("spark", "THEN ST_X(`geom`) END AS `cs_longitude`"),
      ("bigquery", "AND NOT ST_ISEMPTY(`geom`) THEN ST_X(`geom`) END"),
      ("snowflake", #"THEN ST_X("GEOM") END AS "CS_LONGITUDE""#),
    ]
    for (dialect, longitude) in column {
      let statement = try Workplace().run(words + ["--dialect", dialect]).text
      #expect(statement.contains(longitude))
      // The condition is of the table itself.
      let end = ["postgresql", "duckdb"].contains(dialect) ? " OFFSET 0" : ""
      #expect(statement.contains(" WHERE (trips.day > 3\n    )\(end)) cs_table"))
    }
  }

  @Test func `counts what is no number where others are summed`() throws {
    let place = try Workplace()
    let rows = ["2", "'3'", "' '", "NULL", "'many'", "'4x'"]
    let database = try SQLiteTable(
      "CREATE TABLE t (longitude REAL, latitude REAL, w); INSERT INTO t VALUES \(rows.map { "(1.5, 2, \($0))" }.joined(separator: ","));"
    )
    let words = ["--bbox", "-20,-20,20,20", "--aggregate", "sum:w"]
    try place.write(
      "cells.csv",
      database.csv(try place.run(["sql", "--dialect", "sqlite", "--table", "t"] + words).text))
    place.text("cells.csv").shows("w_sum,w_bad\n")
    #expect(place.text("cells.csv").hasSuffix(",5.0,2\n"))
    let drawn = try place.run(["render", "--cells", "p=cells.csv", "-o", "x.png"] + words)
    drawn.reports(
      2, "clustersnap: error: --aggregate: source p has texts in column w; name a column of numbers")
    let audit = try place.run(
      ["sql", "--dialect", "sqlite", "--table", "t", "--aggregate", "sum:w", "--audit"]).text
    #expect(try database.csv(audit).hasSuffix("bad_w\n6,0,0,0,0,2\n"))
    // Engines that take true for 1 count it, too.
    let sums = try place.run(["sql", "--dialect", "duckdb", "--table", "t", "--weight", "w"] + words).text
    #expect(sums.contains(#"WHEN NOT (TYPEOF("w") = 'BOOLEAN') AND "#))
  }

  @Test func `counts the grid that a view of its request draws`() throws {
    let view = #""center": [5, 5], "zoom": 4"#
    let place = try Workplace([
      "drawn.json": "{\(view), \"debugGrid\": \"counts\"}", "plain.json": "{\(view)}",
    ])
    func statement(_ words: [String]) throws -> String {
      try place.run(["sql", "--dialect", "duckdb", "--table", "t"] + words).succeeding().text
    }
    let drawn = try statement(["--request", "drawn.json"])
    try expect(drawn, equals: statement(["--request", "plain.json", "--method", "grid"]))
    #expect(try drawn != statement(["--request", "plain.json"]))
    #expect(try drawn != statement(["--request", "drawn.json", "--method", "peaks"]))
  }

  @Test func `orders all views of a request`() throws {
    let place = try Workplace(["map.json": #"{"views": [{"bbox": [0, 0, 1, 1]}, {"bbox": [5, 5, 6, 6]}]}"#])
    let words = ["sql", "--table", "t", "--request", "map.json", "--dialect"]
    // There it orders the last of several selections alone.
    let statement = try place.run(words + ["clickhouse"]).text
    #expect(statement.contains("SELECT * FROM (\nSELECT 0 AS view_number"))
    #expect(statement.hasSuffix("\n) cs_parts\nORDER BY view_number, cell_y, cell_x;\n"))
    #expect(try !place.run(words + ["postgresql"]).text.contains("cs_parts"))
  }

  @Test func `refuses a request whose sources differ in their clustering`() throws {
    let place = try Workplace()
    try place.write(
      "map.json", #"{"cluster": {"a": {"cellSize": 50}, "b": {"cellSize": 60}}, "bbox": [0, 0, 1, 1]}"#)
    let outcome = try place.run(["sql", "--dialect", "duckdb", "--table", "t", "--request", "map.json"])
    outcome.reports(2, containing: "a statement is of one table")
  }
}
