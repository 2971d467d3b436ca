import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TestDriver.path != nil, "there is no C compiler"))
struct `Tables of databases` {
  private let place: Workplace
  private let environment: [String: String]

  /// Seeded points with names, weights, logical values and gaps, as separated values and as SQL.
  init() throws {
    place = try Workplace()
    environment = TestDriver.environment(tables: place.path("in.sql"), log: place.path("log.sql"))
    var random = Seeded(seed: 15)
    var (rows, objects, values) = ("id,name,mass,flag,lon,lat\n", "", "")
    for index in 0..<300 {
      let (town, spread) = (Double(index % 7), index % 7 == 3 ? 0.01 : 2.0)
      let lon = 5 * town - 10 + random.number(in: -0.5...0.5) * spread
      let lat =
        40 + 3 * (town * 2).truncatingRemainder(dividingBy: 7) + random.number(in: -0.5...0.5) * spread
      let mass: String? = index % 9 == 0 ? nil : String(index % 5)
      let x: String? = index % 50 == 4 ? nil : "\(lon)"
      let (id, name, flag) = ("p\(index)", "name \(index)", index % 2 == 0)
      rows += [id, name, mass ?? "", "\(flag)", x ?? "", "\(lat)"].joined(separator: ",") + "\n"
      objects += #"{"id":"\#(id)","name":"\#(name)","mass":\#(mass ?? "null"),"flag":\#(flag),"#
      objects += #""lon":\#(x ?? "null"),"lat":\#(lat)}"# + "\n"
      values += index == 0 ? "" : ","
      values += "('\(id)', '\(name)', \(mass ?? "NULL"), \(flag ? 1 : 0), \(x ?? "NULL"), \(lat))"
    }
    try place.write("in.csv", rows)
    try place.write("in.ndjson", objects)
    try place.write(
      "in.sql",
      "CREATE TABLE trips (id TEXT, name TEXT, mass INTEGER, flag BOOLEAN, lon REAL, lat REAL); INSERT INTO trips VALUES \(values); CREATE TABLE stops (lon REAL, lat REAL);"
    )
  }

  private static let address = "p=postgresql://ann:hidden-9@db.test/city"
  private static let view = ["--bbox", "-14,36,26,60", "--size", "500x400", "--basemap", "none"]

  private func run(_ words: [String]) throws -> Outcome { try place.run(words, environment: environment) }

  private var log: String { place.text("log.sql") }

  @Test(arguments: [[], ["--weight", "mass"], ["--weight", "mass", "--missing-weight", "skip"]])
  func `are counted by the database, and drawn as the points of a file`(words: [String]) throws {
    try expect(run(["render", "p=in.csv", "-o", "a.png", "-q"] + Self.view + words).errors, equals: "")
    let pushed = try run(["render", Self.address, "--table", "trips", "-o", "b.png"] + Self.view + words)
    pushed.reports(0, containing: "6 of 300 records skipped: 6 without longitude or latitude\n")
    // Those that have no place, either, are counted above.
    let weightless = (0..<300).count { $0 % 9 == 0 && $0 % 50 != 4 }
    expect(pushed.errors.contains("\(weightless) points have no mass and "), equals: !words.isEmpty)
    expect(place.read("a.png"), equals: place.read("b.png"))
    #expect(log.contains("GROUP BY cell_x, cell_y"))
    // Nothing but its columns was asked of the table itself.
    #expect(!log.contains("SELECT \"id\", "))
  }

  @Test func `are read row by row where their points are kept, chosen or fitted`() throws {
    for words in [
      ["--stream", "no"] + Self.view, ["--filter", "mass >= 2"] + Self.view, ["--basemap", "none"],
      ["--aggregate", "median:mass"] + Self.view,
    ] {
      try? FileManager.default.removeItem(atPath: place.path("log.sql"))
      try expect(run(["render", "p=in.csv", "-o", "a.png", "-q"] + words).errors, equals: "")
      let read = try run(["render", Self.address, "--table", "trips", "-o", "b.png"] + words)
      read.reports(0, containing: "6 of 300 records skipped")
      expect(place.read("a.png"), equals: place.read("b.png"))
      #expect(!log.contains("GROUP BY"))
    }
  }

  @Test func `keep the columns of single points`() throws {
    let words = "--format json --stream yes -q --bbox 4,40,6,60 --size 900x900 --cell-size 16".words
    let file = try run(["clusters", "p=in.ndjson"] + words)
    let table = try run(["clusters", Self.address + "|layername=trips"] + words)
    #expect((table.status, table.errors) == (0, ""))  // with -q
    // Counted, they have no columns of their places, and true is 1 in SQLite; they come by row and column.
    let expected = file.text.replacing(#/"lon": [-.0-9]+, "lat": [-.0-9]+, /#, with: "")
      .replacing("\"flag\": true", with: "\"flag\": 1").replacing("\"flag\": false", with: "\"flag\": 0")
    func markers(_ text: String) -> [String] {
      text.split(separator: "\n").filter { $0.contains("\"position\"") }
        .map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }.sorted()
    }
    expect(markers(table.text), equals: markers(expected))
    table.text.shows("\"name\": \"name ", "\"flag\": 1")
    #expect(log.contains("GROUP BY cell_x, cell_y"))
  }

  @Test func `may be named by requests, and by --cells`() throws {
    try place.write(
      "request.json",
      #"{"sources": {"p": "postgresql://ann:hidden-9@db.test/city|layername=trips"}, "views": [{"bbox": [-14, 36, 26, 60], "size": [500, 400]}], "basemap": "none"}"#
    )
    try expect(run(["render", "p=in.csv", "-o", "a.png", "-q"] + Self.view).status, equals: 0)
    let asked = try run(["render", "--request", "request.json", "-o", "b.png"])
    asked.reports(0, containing: "6 of 300 records skipped")
    expect(place.read("a.png"), equals: place.read("b.png"))
    try place.write(
      "in.sql",
      "CREATE TABLE cells (z INTEGER, x INTEGER, y INTEGER, point_count INTEGER); INSERT INTO cells VALUES (5, 16, 11, 7);"
    )
    try place.write("cells.csv", "z,x,y,point_count\n5,16,11,7\n")
    let view = Self.view + ["-q"]
    try expect(run(["render", "--cells", "cells.csv", "-o", "c.png"] + view).status, equals: 0)
    try expect(
      run(["render", "--cells", "postgresql://db.test/city", "-o", "d.png"] + view).status, equals: 0)
    expect(place.read("c.png"), equals: place.read("d.png"))
    // One table of several.
    try place.write("in.sql", place.text("in.sql") + "CREATE TABLE others (z INTEGER);")
    let cells = ["render", "--cells", "p=postgresql://db.test/city", "-o", "e.png"] + view
    try expect(run(cells + ["--table", "cells"]).status, equals: 0)
    expect(place.read("c.png"), equals: place.read("e.png"))
    #expect(try run(cells + ["--table", "cell"]).errors.contains("did you mean cells?"))
  }

  @Test func `count as read what their cells count, and end a strict run for rows without a place`() throws {
    let words = ["render", Self.address, "--table", "trips", "-o", "x.png"]
    let strict = try run(words + Self.view + ["--strict"])
    #expect((strict.status, place.read("x.png")) == (2, nil))
    // All of them lie in this view.
    #expect(try run(words + Self.view + ["-v"]).errors.contains("294 points read, 6 skipped"))
  }

  @Test func `show the way they are counted, and what the table has`() throws {
    let words = ["--method", "grid", "--bbox", "-14,36,6,60", "--size", "500x400", "--basemap", "none"]
    let plan = try run(["render", Self.address, "--table", "trips", "-o", "x.png", "--dry-run"] + words)
    let count = try #require(plan.text.firstMatch(of: /in ([0-9]+) cells/)?.output.1)
    #expect(
      plan.text.contains(
        "source p: 294 points, 6 skipped; postgresql; coordinates in lon and lat; columns id, name, mass, flag, lon, lat; clustered by grid; pushed down, counted by the database in \(count) cells\n"
      ))
    let list = ["clusters", "--stream", "yes", "-v", "--format", "csv"] + words
    let pushed = try run(list + [Self.address, "--table", "trips"])
    // A line a cell that holds points, and a header.
    expect(pushed.outputLines.count, equals: Int(count).map { $0 + 1 })
    #expect(
      pushed.errors.contains("294 points read, 6 skipped, p pushed down, \(count) cells"))
  }

  @Test func `have the columns of their table, whoever counts`() throws {
    let sources = [["p=in.csv"], ["p=in.ndjson", "--stream", "yes"], [Self.address, "--table", "trips"]]
    for (number, source) in sources.enumerated() {
      let words = ["render", "-o", "\(number).png"] + source + Self.view
      let none = try run(words + ["--label-by", "nix"])
      none.reports(
        2, containing: "--label-by: source p has no column nix; there are id, name, mass, flag, lon, lat\n")
      try expect(run(words + ["--label-by", "lon", "-q"]).errors, equals: "")
    }
    #expect((place.read("0.png"), place.read("1.png")) == (place.read("1.png"), place.read("2.png")))
  }

  @Test(arguments: ["-3", "1e13"]) func `weigh as their rows do`(weight: String) throws {
    try place.write("in.sql", place.text("in.sql") + "UPDATE trips SET mass = \(weight) WHERE id = 'p1';")
    try place.write(
      "in.csv", place.text("in.csv").replacing("p1,name 1,1,", with: "p1,name 1,\(weight),"))
    let words = ["--weight", "mass", "-q"] + Self.view
    let file = try run(["render", "p=in.csv", "-o", "a.png"] + words)
    let table = try run(["render", Self.address, "--table", "trips", "-o", "b.png"] + words)
    #expect((file.status, table.status) == ((weight == "-3" ? 2 : 0), file.status))
    expect(
      table.errors.contains("record 2, column mass: -3 is below 0"), equals: weight == "-3")
    expect(place.read("a.png"), equals: place.read("b.png"))
  }

  @Test func `are read row by row for points that are never clustered`() throws {
    let words = ["--opt-out", "flag"] + Self.view
    try expect(run(["render", "p=in.csv", "-o", "a.png", "-q"] + words).status, equals: 0)
    let read = try run(["render", Self.address, "--table", "trips", "-o", "b.png", "-q"] + words)
    #expect((read.status, read.errors) == (0, ""))
    expect(place.read("a.png"), equals: place.read("b.png"))
    #expect(!log.contains("GROUP BY"))
  }

  @Test(arguments: ["postgresql://db.test/city", "duckdb:in.db"])
  func `draw crowded marks in the order of their keys`(address: String) throws {
    var random = Seeded(seed: 21)
    var (rows, values) = ("id,lon,lat\n", "")
    for index in 1...400 {
      let (x, y) = (random.number(in: -12...24), random.number(in: 38...58))
      rows += "\(index),\(x),\(y)\n"
      values += "\(index == 1 ? "" : ",") (\(index), \(x), \(y))"
    }
    try place.write(
      "in.sql", "CREATE TABLE t (id INTEGER PRIMARY KEY, lon REAL, lat REAL); INSERT INTO t VALUES\(values);")
    try place.write("in.db", "a file")
    try place.write("g.csv", rows)
    let words = ["--cell-size", "16"] + Self.view
    try expect(run(["render", "p=g.csv", "-o", "a.png"] + words).status, equals: 0)
    try expect(run(["render", "p=" + address, "-o", "b.png"] + words).errors, equals: "")
    #expect(log.contains("AS \"first\"") || log.contains("AS first"))
    expect(place.read("a.png"), equals: place.read("b.png"))
  }

  @Test func `with a line among points show no password`() throws {
    // A line from (0, 0) to (1, 2) and a point at (0, 0), after OGC 06-103r4.
    let zero = String(repeating: "00", count: 8)
    let line = "010200000002000000\(zero)\(zero)000000000000F03F0000000000000040"
    try place.write(
      "in.sql",
      "CREATE TABLE mixed (geom GEOMETRY); INSERT INTO mixed VALUES (X'\(line)'), (X'0101000000\(zero)\(zero)');"
    )
    try place.write("in password=hidden-9", "a file")
    for words in [["--dry-run"], ["--diagnostics", "json", "-v"]] {
      let run = try run(["render", "duckdb:in password=hidden-9", "-o", "x.png"] + words + Self.view)
      run.reports(0, containing: "1 line or area not drawn")
      run.errors.hides("hidden")
      run.text.hides("hidden")
    }
  }

  @Test(arguments: [
    ["render", "mysql://ann:hidden-9@db.test/city", "-o", "x.png"],
    ["render", "postgresql+psycopg2://ann:hidden-9@db.test/city?password=hidden", "-o", "x.png"],
    ["render", "host=db.test user=ann password=hidden-9", "-o", "x.png"],
    ["render", "in.csv", "-o", "mysql://ann:hidden-9@db.test/x.png"],
    ["render", "in.csv", "--font", "https://ann:hidden-9@db.test/x.ttf", "-o", "x.png"],
    ["verify", "https://ann:hidden-9@db.test/x.json"],
    ["render", "in.csv", "--basemap", "mysql://ann:hidden-9@db.test/x", "-o", "x.png"],
    ["check", "mysql://ann:hidden-9@db.test/x.json"], ["rendr", "mysql://ann:hidden-9@db.test/x"],
  ])
  func `of addresses that nobody knows show no password either`(words: [String]) throws {
    let run = try run(words)
    #expect(run.status != 0)
    #expect(!run.errors.isEmpty)
    run.errors.hides("hidden")
    run.text.hides("hidden")
  }

  private static let shown = "postgresql://db.test/city"

  @Test(
    arguments: commands(
      """
       → : error: there are the tables stops, trips; name one with --table, or behind the address as |layername=stops
      --table trip → |layername=trip: error: there is no table trip; did you mean trips?
      --table trips --longitude lan → |layername=trips: error: no column "lan" in the header "id", "name", "mass", "flag", "lon", "lat"; did you mean "lon"?
      --table trips --id idd → |layername=trips: error: no column "idd" in the header "id", "name", "mass", "flag", "lon", "lat"; did you mean "id"?
      """))
  func `that are not there are reported with the nearest names`(words: [String], message: String) throws {
    for way in [Self.view, ["--basemap", "none"]] {
      let run = try run(["render", Self.address, "-o", "x.png"] + words + way)
      #expect((run.status, run.errors) == (2, "\(Self.shown)\(message)\n"))
      expect(place.read("x.png"), equals: nil)
    }
  }

  @Test func `are refused without the password in the message`() throws {
    let run = try run("render postgresql://ann:hid@den/9@refuse.test/city?password=hush-hush -o x.png".words)
    run.reports(
      2,
      "postgresql://refuse.test/city: error: the database refuses: FATAL: no way to enter with …&connect_timeout=…&fallback_application_name=…"
    )
  }

  @Test func `leave no password in what is written`() throws {
    let view = ["--bbox", "-14,36,26,60", "--size", "300x200"]
    let words = [String(Self.address.dropFirst(2)), "--table", "trips", "-v"] + view
    let outputs = try [
      run(["render", "-o", "a.svg"] + words), run(["clusters", "--format", "json"] + words),
      run(["render", "--dry-run", "-o", "b.png"] + words),
    ]
    for one in outputs {
      expect(one.status, equals: 0)
      one.text.hides("hidden")
      one.errors.hides("hidden")
    }
    place.text("a.svg").hides("hidden")
  }

  @Test func `below a root are files alone`() throws {
    let run = try run(["render", Self.address, "--root", place.folder, "-o", "x.png"])
    expect(run.status, equals: 2)
    expect(run.errors, equals: "\(Self.shown): error: databases on servers are not asked here; name a file\n")
    let file = try self.run(["render", "duckdb:/etc/passwd", "--root", place.folder, "-o", "x.png"])
    file.reports(2, containing: "this lies outside of the folder that may be read")
    let missing = try self.run(["render", "duckdb:none.db", "-o", "x.png"])
    missing.reports("duckdb:none.db: error: cannot be read: No such file or directory; check the name")
  }

  @Test func `that nobody asks here are piped in`() throws {
    let run = try run(["render", "clickhouse://ann:hidden-9@db.test/city", "-o", "x.png"])
    run.reports(
      2,
      "clickhouse://db.test/city: error: databases are asked by programs of their own; pipe the points in, with the package clickhouse-client: clickhouse-client --query 'SELECT longitude, latitude FROM trips FORMAT CSVWithNames' | clustersnap render -, or have the cells counted there: clustersnap sql --dialect clickhouse"
    )
  }

  @Test func `of cells are piped in as cells`() throws {
    let run = try run(["render", "--cells", "clickhouse://db.test/city", "-o", "x.png"])
    expect(run.status, equals: 2)
    #expect(
      run.errors.hasSuffix(
        "pipe the cells in, with the package clickhouse-client: clickhouse-client --query 'SELECT * FROM cells FORMAT CSVWithNames' | clustersnap render --cells -\n"
      ))
  }

  @Test func `need a driver that can be loaded`() throws {
    func error(_ driver: String) throws -> String {
      var environment = environment
      environment["CLUSTERSNAP_ADBC_POSTGRESQL"] = driver
      let run = try place.run(["render", Self.address, "-o", "x.png"], environment: environment)
      expect(run.status, equals: 2)
      return String(run.errors.dropFirst("\(Self.shown): error: ".count))
    }
    try expect(
      error("/none.so"),
      equals: "the driver /none.so, which CLUSTERSNAP_ADBC_POSTGRESQL names, is not there; correct it\n")
    try place.write("text.so", "no library")
    #expect(
      try error(place.path("text.so")).hasPrefix("the driver \(place.path("text.so")) cannot be loaded: "))
    let empty = try #require(TestDriver.empty)
    try expect(
      error(empty), equals: "\(empty) is a library, but not the driver that is looked for; name another one\n"
    )
    #if os(Linux)
      var bytes = try #require(FileManager.default.contents(atPath: empty))
      try place.write("cut.so", bytes.prefix(2_000))
      try expect(
        error(place.path("cut.so")),
        equals:
          "the driver \(place.path("cut.so")) cannot be loaded: the file is cut short; install it anew\n")
      bytes[18] = bytes[18] == 62 ? 183 : 62
      try place.write("other.so", bytes)
      try expect(
        error(place.path("other.so")),
        equals:
          "the driver \(place.path("other.so")) is for another kind of processor; install the one for this machine\n"
      )
    #endif
  }
}
