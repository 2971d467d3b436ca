import DatabaseTables
import MapFeatures
import TestSupport
import Testing

/// What a database may make SQLite do.
@Suite struct `A table of somebody else` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Statements that keep SQLite busy for hours within one instruction.
  private static let endless = "instr(hex(zeroblob(3900000)), hex(zeroblob(1900000)) || '1')"

  @Test func `has computed columns whose functions are linear, beside modules and triggers`() throws {
    let path = try place.database(
      "c.sqlite",
      """
      CREATE TABLE t (x INTEGER, name TEXT, lon AS (round(x / 100.0, 1)), short AS (upper(substr(trim(name), 1, 3))) STORED);
      CREATE VIRTUAL TABLE boxes USING rtree(id, x0, x1);
      CREATE TRIGGER noted AFTER INSERT ON t BEGIN INSERT INTO boxes VALUES (instr(new.name, 'a'), 0, 1); END;
      CREATE INDEX places ON t (instr(name, 'a'));
      CREATE VIEW v AS SELECT \(Self.endless) FROM t;
      INSERT INTO t (x, name) VALUES (1340, ' Berlin ');
      """)
    try expect(
      lines(path, "t"), equals: [#"{"x":1340,"name":" Berlin ","lon":13.4,"short":"BER"}"#])
    let table = try #require(try DatabaseTable(path: path, table: "t"))
    let rows = try DatabaseRows(of: table, ["lon", "x", "short"], areFeatures: false, isNumbered: true)
    rows.restart(at: 1...1)
    #expect(try rows.next())
    expect(rows.number(0), equals: 13.4)
    expect((1..<3).map { rows.value($0) }, equals: [.number(1340), .string("BER")])
  }

  @Test(arguments: [
    ("instr(name, 'a')", "instr"), ("replace(name, 'a', 'b')", "replace"), ("hex(name)", "hex"),
    ("zeroblob(9)", "zeroblob"), ("printf('%d', 1)", "printf"), ("format('%d', 1)", "format"),
    ("name LIKE '%a%'", "like"), ("name GLOB '*a*'", "glob"), ("trim(name, 'ab')", "trim"),
    ("quote(name)", "quote"), ("char(64)", "char"),
  ])
  func `is refused where a computed column calls another function`(call: String, name: String) throws {
    let path = try place.database(
      "f.sqlite", "CREATE TABLE t (name, n AS (\(call))); INSERT INTO t VALUES ('a');")
    let error = #expect(throws: ResourceError.self) { try lines(path) }
    expect(
      error?.description,
      equals:
        "a computed column or view calls the function \(name), which is not run in files; write its values into a plain column"
    )
    // Columns that are plain are read.
    let table = try #require(try DatabaseTable(path: path, table: "t"))
    let rows = try DatabaseRows(of: table, ["name"], areFeatures: false, isNumbered: true)
    rows.restart(at: 1...1)
    #expect(try rows.next())
    expect(rows.value(0), equals: .string("a"))
  }

  @Test func `whose one value would take hours is refused at once`() throws {
    let path = try place.database(
      "e.sqlite",
      "CREATE TABLE t (a); INSERT INTO t VALUES (1); ALTER TABLE t ADD COLUMN n AS (\(Self.endless));")
    let spent = processorSeconds {
      #expect(throws: ResourceError.function("zeroblob")) { try lines(path) }
    }
    #expect(spent < 5)
  }

  @Test func `has no long values beside computed columns`() throws {
    let path = try place.database(
      "l.sqlite",
      "CREATE TABLE t (a, n AS (a || a)); INSERT INTO t VALUES (printf('%.600000c', 'x')), ('b');")
    let error = #expect(throws: ResourceError.self) { try lines(path) }
    expect(
      error?.description,
      equals:
        "beside computed columns a value is longer than 1 MB; write the computed ones into plain columns")
    let plain = try place.database(
      "p.sqlite", "CREATE TABLE t (a); INSERT INTO t VALUES (printf('%.1200000c', 'x'));")
    try expect(lines(plain).count, equals: 1)
  }

  @Test func `ends where the caller is cancelled`() throws {
    let rows = (0..<2000).map { "(\($0))" }.joined(separator: ",")
    let path = try place.database("s.sqlite", "CREATE TABLE t (a); INSERT INTO t VALUES \(rows);")
    #expect(throws: ResourceError.cancelled) { try lines(path, "t", isCancelled: true) }
    expect(
      ResourceError.tooSlow(10).description,
      equals: "one row takes more than 10 seconds; write the values of computed columns into plain ones")
  }
}
