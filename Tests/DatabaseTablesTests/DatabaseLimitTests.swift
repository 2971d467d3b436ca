import CSQLite
import DatabaseTables
import TestSupport
import Testing

/// What a database may make SQLite do.
@Suite struct `A table of somebody else` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func database(_ name: String, _ statements: String) throws -> String {
    var handle: OpaquePointer?
    try #require(sqlite3_open(place.path(name), &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    try #require(
      sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK,
      "\(String(cString: sqlite3_errmsg(handle)))")
    return place.path(name)
  }

  private func lines(
    _ path: String, _ table: String? = nil, limit: Int = 1 << 20
  ) throws(DatabaseError) -> [String] {
    guard let found = try DatabaseTable(path: path, table: table) else { return ["no features"] }
    return String(decoding: try found.lines(limit: limit), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }

  /// Statements that keep SQLite busy for hours within one instruction.
  private static let endless = "instr(hex(zeroblob(3900000)), hex(zeroblob(1900000)) || '1')"

  @Test func `has computed columns whose functions are linear, beside modules and triggers`() throws {
    let path = try database(
      "c.sqlite",
      """
      CREATE TABLE t (x INTEGER, name TEXT, lon AS (round(x / 100.0, 1)), short AS (upper(substr(trim(name), 1, 3))) STORED);
      CREATE VIRTUAL TABLE boxes USING rtree(id, x0, x1);
      CREATE TRIGGER noted AFTER INSERT ON t BEGIN INSERT INTO boxes VALUES (instr(new.name, 'a'), 0, 1); END;
      CREATE INDEX places ON t (instr(name, 'a'));
      CREATE VIEW v AS SELECT \(Self.endless) FROM t;
      INSERT INTO t (x, name) VALUES (1340, ' Berlin ');
      """)
    #expect(
      try lines(path, "t") == [#"{"x":1340,"name":" Berlin ","lon":13.4,"short":"BER"}"#])
    let table = try #require(try DatabaseTable(path: path, table: "t"))
    let rows = try NumberedRows(of: table, at: ("lon", "x"), values: ["short"])
    rows.restart(at: 1...1)
    #expect(try rows.next() == 1)
    #expect(rows.place == .point(longitude: 13.4, latitude: 1340))
    #expect(rows.value(0) == .text("BER"))
  }

  @Test(arguments: [
    ("instr(name, 'a')", "instr"), ("replace(name, 'a', 'b')", "replace"), ("hex(name)", "hex"),
    ("zeroblob(9)", "zeroblob"), ("printf('%d', 1)", "printf"), ("format('%d', 1)", "format"),
    ("name LIKE '%a%'", "like"), ("name GLOB '*a*'", "glob"), ("trim(name, 'ab')", "trim"),
    ("quote(name)", "quote"), ("char(64)", "char"),
  ])
  func `is refused where a computed column calls another function`(call: String, name: String) throws {
    let path = try database(
      "f.sqlite", "CREATE TABLE t (name, n AS (\(call))); INSERT INTO t VALUES ('a');")
    let error = #expect(throws: DatabaseError.self) { try lines(path) }
    #expect(
      error?.description
        == "a computed column or view calls the function \(name), which is not run in files; write its values into a plain column"
    )
    // Columns that are plain are read.
    let table = try #require(try DatabaseTable(path: path, table: "t"))
    let rows = try NumberedRows(of: table, at: ("name", "name"), values: ["name"])
    rows.restart(at: 1...1)
    #expect(try rows.next() == 1)
    #expect(rows.value(0) == .text("a"))
  }

  @Test func `whose one value would take hours is refused at once`() throws {
    let path = try database(
      "e.sqlite",
      "CREATE TABLE t (a); INSERT INTO t VALUES (1); ALTER TABLE t ADD COLUMN n AS (\(Self.endless));")
    let spent = processorSeconds {
      #expect(throws: DatabaseError.function("zeroblob")) { try lines(path) }
    }
    #expect(spent < 5)
  }

  @Test func `has no long values beside computed columns`() throws {
    let path = try database(
      "l.sqlite",
      "CREATE TABLE t (a, n AS (a || a)); INSERT INTO t VALUES (printf('%.600000c', 'x')), ('b');")
    let error = #expect(throws: DatabaseError.longBesideComputed) { try lines(path, limit: 8 << 20) }
    #expect(
      error?.description
        == "beside computed columns a value is longer than 1 MB; write the computed ones into plain columns")
    let plain = try database(
      "p.sqlite", "CREATE TABLE t (a); INSERT INTO t VALUES (printf('%.1200000c', 'x'));")
    #expect(try lines(plain, limit: 8 << 20).count == 1)
  }

  @Test func `ends where the caller is cancelled`() throws {
    let rows = (0..<2000).map { "(\($0))" }.joined(separator: ",")
    let path = try database("s.sqlite", "CREATE TABLE t (a); INSERT INTO t VALUES \(rows);")
    let table = try #require(try DatabaseTable(path: path, table: "t", isCancelled: { true }))
    #expect(throws: DatabaseError.cancelled) { try table.lines(limit: 1 << 20) }
    #expect(DatabaseError.cancelled.description == "the task was cancelled")
    #expect(
      DatabaseError.tooSlow.description
        == "one row takes more than 10 seconds; write the values of computed columns into plain ones")
  }
}
