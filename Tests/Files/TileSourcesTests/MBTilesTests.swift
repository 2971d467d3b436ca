import CSQLite
import Foundation
import MapGeometry
import TestSupport
import Testing
import TileSources

@Suite struct `Tiles in MBTiles` {
  private let place = try? Workplace()

  /// A database made by some statements.
  private func database(_ statements: String, tile: [UInt8]? = nil) throws -> String {
    let path = try #require(place).path("a %b?.mbtiles")
    try? FileManager.default.removeItem(atPath: path)
    var handle: OpaquePointer?
    expect(sqlite3_open(path, &handle), equals: SQLITE_OK)
    defer { sqlite3_close(handle) }
    let image = tile.map { "x'" + $0.map { String(format: "%02x", $0) }.joined() + "'" } ?? "NULL"
    let text = statements.replacingOccurrences(of: "$TILE", with: image)
    expect(
      sqlite3_exec(handle, "BEGIN; \(text); COMMIT", nil, nil, nil), equals: SQLITE_OK,
      "\(String(cString: sqlite3_errmsg(handle)))")
    return path
  }

  /// What is wrong with a file, without its name.
  private func fault(_ statements: String) throws -> String? {
    let path = try database(statements)
    return message { try MBTiles(path: path).tile(try tileID(0, 0, 0)) }?.replacing(path, with: "FILE")
  }

  private static let metadata = "CREATE TABLE metadata (name TEXT, value TEXT);"
  private static let tables =
    metadata
    + "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);"

  @Test func `count their rows from the south`() throws {
    let path = try database(
      Self.tables
        + """
        INSERT INTO tiles VALUES (1, 0, 1, $TILE);
        INSERT INTO metadata VALUES ('attribution', '© Us'), ('format', 'png'), ('minzoom', '1'), ('maxzoom', '1'),
          ('bounds', '-10,-20,30,40'), ('center', '1,2,3'), ('anything', 'else');
        """, tile: png())
    let tiles = try MBTiles(path: path)
    try expect(tiles.tile(tileID(1, 0, 0))?.bytes, equals: png())
    try expect(tiles.tile(tileID(1, 0, 1)), equals: nil)
    try expect(tiles.tile(tileID(1, 0, 0))?.name, equals: "\(path), tile 1/0/0")
    let description = try tiles.description()
    #expect((description.attribution, description.format) == ("© Us", .png))
    #expect((description.minimumZoom, description.maximumZoom) == (1, 1))
    #expect((description.bounds?.west, description.bounds?.north) == (-10, 40))
    #expect((description.center?.latitude, description.centerZoom) == (2, 3))
    expect(tiles.tileCount(during: TileLoad()), equals: 1)
    // Nothing is written beside it.
    expect(place?.names, equals: ["a %b?.mbtiles"])
  }

  @Test func `may lie in a plain view over tables`() throws {
    let path = try database(
      """
      CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
      CREATE TABLE images (tile_data BLOB, tile_id TEXT);
      CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
        map.tile_row AS tile_row, images.tile_data AS tile_data -- a view; SELECT is a word here
        FROM "map" JOIN [images] ON images.tile_id = map.tile_id;
      INSERT INTO images VALUES ($TILE, 'x');
      INSERT INTO map VALUES (0, 0, 0, 'x');
      """, tile: vectorTile())
    try expect(MBTiles(path: path).tile(tileID(0, 0, 0))?.bytes, equals: vectorTile())
    try expect(MBTiles(path: path).description().layers, equals: [])
  }

  @Test func `that are something else are refused`() throws {
    try place?.write("x.mbtiles", "this is no database at all, only words")
    let file = place?.path("x.mbtiles") ?? ""
    expect(message { try MBTiles(path: file) }?.hasSuffix("file is not a database"), equals: true)
    expect(
      message { try MBTiles(path: "/nowhere/x.mbtiles") }?.contains("unable to open database file"),
      equals: true)
    let name = "FILE is no MBTiles file that can be read: "
    try expect(fault("CREATE TABLE other (x)"), equals: name + "no such table: tiles")
    try expect(fault("CREATE TABLE tiles (x)"), equals: name + "no such column: tile_data")
  }

  @Test func `are not read through views that can grow without end`() throws {
    // Each view doubles the one before: 2^40 terms while the statement is prepared, in 3 kB.
    var statements =
      "CREATE TABLE t (zoom_level, tile_column, tile_row, tile_data);CREATE VIEW v0 AS SELECT * FROM t;"
    for index in 1...40 {
      statements +=
        "CREATE VIEW v\(index) AS SELECT * FROM v\(index - 1) UNION ALL SELECT * FROM v\(index - 1);"
    }
    let name = "FILE is no MBTiles file that can be read: its view \"tiles\" "
    try expect(
      fault(statements + "CREATE VIEW tiles AS SELECT * FROM v40;"),
      equals: name + "uses \"v40\", which is not a plain table; write it as a table")
    try expect(
      fault(statements + "CREATE VIEW tiles AS SELECT * FROM v39 UNION ALL SELECT * FROM v39;"),
      equals: name + "is more than one SELECT over tables; write it as a table")
    try expect(
      fault(statements + "CREATE VIEW tiles AS SELECT * FROM (SELECT * FROM v40);"),
      equals: name + "is more than one SELECT over tables; write it as a table")
    // Names in every quotation, and a table whose name looks like the view's to those who fold more than ASCII.
    for quoted in ["\"V40\"", "[v40]", "`v40`", "'v40'", "main.v40", "/* */v40"] {
      try expect(
        fault(statements + "CREATE VIEW tiles AS SELECT * FROM \(quoted);"),
        equals: name + "uses \"v40\", which is not a plain table; write it as a table")
    }
    try expect(
      fault(
        statements + "CREATE VIEW \"Ä\" AS SELECT * FROM v40; CREATE TABLE \"ä\" (x);"
          + "CREATE VIEW tiles AS SELECT * FROM \"Ä\";"),
      equals: name + "uses \"ä\", which is not a plain table; write it as a table")
    try expect(
      fault(
        Self.tables + "DROP TABLE metadata;" + statements + "CREATE VIEW metadata AS SELECT * FROM v40;")?
        .contains("its view \"metadata\" uses \"v40\""), equals: true)
  }

  @Test func `are not read through modules, nor longer than the time limit`() throws {
    try expect(
      fault("CREATE VIRTUAL TABLE tiles USING rtree(zoom_level, tile_column, tile_row);"),
      equals:
        "FILE is no MBTiles file that can be read: its table \"tiles\" is a virtual one; write it as a plain table"
    )
    // A plain view over one small table can take for ever as well.
    let path = try database(
      "CREATE TABLE t (n); INSERT INTO t VALUES "
        + (0..<100).map { "(\($0))" }.joined(separator: ",")
        + ";CREATE VIEW tiles AS SELECT max(a.n) AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'00' AS tile_data "
        + "FROM t a, t b, t c, t d, t e, t f;")
    let load = TileLoad(secondsPerTile: 0.3, clock: SteppingClock())
    let error = message { try MBTiles(path: path).tile(try tileID(0, 0, 0), during: load) }
    expect(error?.hasSuffix("a look into it takes more than 1 seconds; write the file anew"), equals: true)
  }

  @Test func `are not read through functions that take long`() throws {
    let endless = "instr(hex(zeroblob(3900000)), hex(zeroblob(1900000)) || '1')"
    let name = "FILE is no MBTiles file that can be read: "
    let refusal =
      ", which is not run in files; write its values into a plain column"
    try expect(
      fault(
        "CREATE TABLE t (z); INSERT INTO t VALUES (0); CREATE VIEW tiles AS "
          + "SELECT z AS zoom_level, 0 AS tile_column, 0 AS tile_row, \(endless) AS tile_data FROM t;"),
      equals: name + "a computed column or view calls the function instr" + refusal)
    try expect(
      fault(
        Self.tables
          + "DROP TABLE metadata; CREATE TABLE m (k); INSERT INTO m VALUES ('name');"
          + "CREATE VIEW metadata AS SELECT k AS name, \(endless) AS value FROM m;"),
      equals: name + "a computed column or view calls the function instr" + refusal)
    // SQLite asks nobody about the functions of computed columns.
    let path = try database(
      "CREATE TABLE tiles (zoom_level, tile_column, tile_row); INSERT INTO tiles VALUES (0, 0, 0);"
        + "ALTER TABLE tiles ADD COLUMN tile_data AS (\(endless));")
    let archive = try MBTiles(path: path)
    expect(
      message { try archive.tile(try tileID(0, 0, 0)) }?.hasSuffix(
        "a computed column or view calls the function zeroblob" + refusal), equals: true)
    // A long expression without a loop: nothing would interrupt it.
    let terms = (0..<60).map { _ in "length(\([String](repeating: "t.d", count: 30).joined(separator: "||")))"
    }
    let long = try fault(
      "CREATE TABLE t (z, d); CREATE VIEW tiles AS SELECT z AS zoom_level, 0 AS tile_column, 0 AS tile_row, "
        + "(\(terms.joined(separator: "+"))) AS tile_data FROM t;")
    expect(long, equals: name + "out of memory, or a view or computed column is too long")
  }

  @Test func `are counted within the time limit`() throws {
    let path = try database(
      "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data); INSERT INTO tiles VALUES "
        + (0..<3000).map { "(12, \($0), 0, x'00')" }.joined(separator: ",") + ";")
    let archive = try MBTiles(path: path)
    expect(archive.tileCount(during: TileLoad()), equals: 3000)
    var load = TileLoad()
    load.isCancelled = { true }
    expect(archive.tileCount(during: load), equals: nil)
  }

  @Test func `have metadata of a size that a description has`() throws {
    // A thousand values of 8 MB: none of them is asked for.
    let many = try database(
      Self.tables + "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) "
        + "INSERT INTO metadata SELECT 'name' || i, zeroblob(200000) FROM n;")
    try expect(MBTiles(path: many).description().name, equals: nil)
    for (key, bytes, limit) in [("attribution", 65_537, 64), ("json", 4_194_305, 4096)] {
      let error = try fault(
        Self.tables
          + "INSERT INTO metadata VALUES ('\(key)', replace(hex(zeroblob(\(bytes / 2 + 1))), '00', 'ab'));")
      expect(
        error?.hasSuffix("the value \"\(key)\" of its metadata is larger than \(limit) kB; shorten it"),
        equals: true)
    }
    try expect(
      fault(Self.tables + "INSERT INTO metadata VALUES ('json', '{\"vector_layers\": [');")?.contains(
        "FILE: the tile metadata is not JSON"), equals: true)
  }

  @Test func `whose values are no tiles are refused`() throws {
    let name = "FILE, tile 0/0/0 is "
    try expect(
      fault(Self.tables + "INSERT INTO tiles VALUES (0, 0, 0, x'1f8b0800');"),
      equals: name + "damaged: the compressed data is cut off; download or compress the file again")
    try expect(
      fault(Self.tables + "INSERT INTO tiles VALUES (0, 0, 0, zeroblob(9000000));"),
      equals: name + "larger than 8 MB; that is no tile")
    try expect(
      fault(
        Self.tables
          + "INSERT INTO metadata VALUES ('format', 'pbf'); INSERT INTO tiles VALUES (0, 0, 0, x'ffd8ffe0');"),
      equals: name + "a JPEG, but the metadata has vector tiles; correct the metadata's format")
    try expect(
      fault(
        Self.tables
          + "INSERT INTO metadata VALUES ('format', 'mlt'); INSERT INTO tiles VALUES (0, 0, 0, x'00');")?
        .hasPrefix("FILE, tile 0/0/0 is of type MLT, which is not read"), equals: true)
  }

  @Test func `are the same from many threads`() throws {
    let path = try database(
      Self.tables
        + (0..<16).map { "INSERT INTO tiles VALUES (4, \($0), 0, x'89504e470\(String($0, radix: 16))');" }
        .joined())
    let tiles = try MBTiles(path: path)
    let ids = try (0..<16).map { try tileID(4, $0, 15) }
    for _ in 0..<20 {
      let outcomes = tiles.tiles(ids).map { try? $0.get()?.bytes.last }
      expect(outcomes, equals: (0..<16).map { UInt8($0) })
    }
  }
}
