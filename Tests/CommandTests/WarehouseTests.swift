import Foundation
import TestSupport
import Testing

/// The section of the README, its commands run.
@Suite struct `From one file to a warehouse` {
  /// The lines of shell in the section, continued ones joined.
  private static var commands: [String] {
    let text = (try? String(contentsOfFile: Workplace.checkout + "/README.md", encoding: .utf8)) ?? ""
    let section = text.components(separatedBy: "## From one file to a warehouse").last ?? ""
    let blocks = section.components(separatedBy: "\n## ")[0].components(separatedBy: "```")
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
      #expect(outcome.status == 0, "\(line): \(outcome.errors)")
      #expect(outcome.text.hasSuffix(";\n") && outcome.text.contains("FROM "), "\(line)")
      dialects += words.components(separatedBy: " ").drop { $0 != "--dialect" }.dropFirst().prefix(1)
    }
    #expect(Set(dialects) == ["sqlite", "duckdb", "postgresql", "spark", "clickhouse", "bigquery"])
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
    let outcome = try place.shell("\"$0\" " + query.dropFirst("clustersnap ".count))
    #expect(outcome.status == 0, "\(outcome.errors)")
    try place.write("cells.csv", database.csv(place.text("cells.sql")))
    let render = try #require(commands.first { $0.hasPrefix("clustersnap render --cells cells.csv") })
    let drawn = try place.shell("\"$0\" " + render.dropFirst("clustersnap ".count))
    #expect(drawn.status == 0, "\(drawn.errors)")
    let words = render.replacingOccurrences(
      of: "--cells cells.csv", with: "'\(Workplace.checkout)/Samples/towns-5000.csv'"
    )
    .replacingOccurrences(of: "towns.png", with: "points.png")
    #expect(try place.shell("\"$0\" " + words.dropFirst("clustersnap ".count)).status == 0)
    #expect(place.read("towns.png") != nil && place.read("towns.png") == place.read("points.png"))
  }

  /// Nine views and two of a pyramid in SQLite and, where Python has it, DuckDB.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "there is no python3"))
  func `counts in engines what clusters counts`() throws {
    let outcome = try Workplace().shell(
      "python3 Tests/Engines/test-engines.py --installed --points 2000 --command \"$0\" sqlite duckdb",
      in: Workplace.checkout, seconds: 300)
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    for line in outcome.outputLines {
      #expect(line.hasSuffix(", 0 differing") || line.contains(": left out: "), "\(line)")
    }
    // Where DuckDB's driver is found, too, it has a line of its own.
    #expect(Set(outcome.outputLines.map { $0.prefix { $0 != ":" } }) == ["sqlite", "duckdb"])
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
    #expect(
      try database.csv(audit.text)
        == "records,nulls,not_numbers,bad_latitudes,bad_longitudes,missing_w,bad_w\n"
        + "8,2,3,1,1,1,1\n")
    let query = try place.run(words + ["--center", "0,0", "--zoom", "0"])
    #expect(try database.csv(query.text).split(separator: "\n").count == 2)
  }
}

@Suite struct `The statement` {
  @Test(arguments: [
    ([], "--dialect is missing; choose one of postgresql, duckdb"),
    (["--dialect", "duckdb"], "--table is missing"),
    (["--dialect", "duckdb", "--table", "t"], "a statement needs a view; set --center"),
    (["--dialect", "duckdb", "--table", "t", "--fit"], "a statement needs a view"),
    (
      ["--dialect", "duckdb", "--table", "t", "--bbox", "0,0,1,1", "--select", "a"],
      "--select needs the points"
    ),
    (
      ["--dialect", "duckdb", "--table", "t", "--bbox", "0,0,1,1", "--size-by", "a"], "--size-by a needs the"
    ),
    (["--dialect", "duckdb", "--table", "t", "--bbox", "0,0,1,1", "--donut-by", "a"], "--donut-by a needs"),
    (["--dialect", "duckdb", "--table", "t", "--bbox", "0,0,1,1", "--color-by", "a"], "--color-by a needs"),
    (
      ["--dialect", "duckdb", "--table", "t", "--bbox", "0,0,1,1", "--method", "dbscan"],
      "the method dbscan needs points"
    ),
    (
      ["--dialect", "duckdb", "--table", "t", "--bbox", "0,0,1,1", "--preset", "clustermap"],
      "set --align-world yes"
    ),
    (
      ["--dialect", "duckdb", "--table", "t", "--bbox", "0,0,1,1", "--opt-out", "a"],
      "--opt-out: points that are never clustered"
    ),
    (
      ["--dialect", "duckdb", "--table", "t", "--bbox", "0,0,1,1", "--filter", "a=1"],
      "write the condition as --where"
    ),
    (
      ["--dialect", "duckdb", "--table", "t", "--center", "0,0", "--zoom", "9", "--cluster-max-zoom", "8"],
      "above the cluster maximum zoom of 8"
    ),
    (["--dialect", "duckdb", "--table", "t", "--pyramid", "30"], "30 is outside 0...29"),
    (
      ["--dialect", "duckdb", "--table", "t", "--pyramid", "3", "--bbox", "0,0,1,1"],
      "--pyramid is of the whole world"
    ),
    (
      [
        "--dialect", "duckdb", "--table", "t", "--pyramid", "3", "--weight", "w", "--missing-weight", "error",
      ], "set a number or skip"
    ),
    (["--dialect", "oracle", "--table", "t"], "\"oracle\" is none of postgresql"),
    (["--dialect", "duckdb", "--table", "t", "--pyramid", "3", "--where", " "], "--where is empty"),
    (
      ["--dialect", "duckdb", "--table", "t", "--pyramid", "3", "--longitude", "latitude"],
      "are both latitude"
    ),
    (
      ["--dialect", "duckdb", "--table", "t", "--pyramid", "3", "--columns", "a,N"],
      "the answer has a column N of"
    ),
    (["--dialect", "duckdb", "--table", "t", "--request", "none.json"], "none.json"),
  ])
  func `is refused by the name of the option`(words: [String], message: String) throws {
    let outcome = try Workplace().run(["sql"] + words)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `refuses a request whose sources differ in their clustering`() throws {
    let place = try Workplace()
    try place.write(
      "map.json", #"{"cluster": {"a": {"cellSize": 50}, "b": {"cellSize": 60}}, "bbox": [0, 0, 1, 1]}"#)
    let outcome = try place.run(["sql", "--dialect", "duckdb", "--table", "t", "--request", "map.json"])
    #expect(
      outcome.status == 2 && outcome.errors.contains("a statement is of one table"), "\(outcome.errors)")
  }
}
