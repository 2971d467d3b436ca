import CSQLite
import DatabaseTables
import Foundation
import MapFeatures
import TestSupport
import Testing

/// Well-known binary of a geometry, low byte first, written by hand after OGC 06-103r4 §8.
private struct Binary {
  var bytes: [UInt8]

  init(_ type: UInt32) {
    bytes = [1]
    add(type)
  }

  mutating func add(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
  mutating func add(_ number: Double) { withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 } }
  func adding(_ numbers: Double...) -> Binary {
    var result = self
    for number in numbers { result.add(number) }
    return result
  }
  func counting(_ count: UInt32) -> Binary {
    var result = self
    result.add(count)
    return result
  }
  func holding(_ others: Binary...) -> Binary {
    var result = self
    for other in others { result.bytes += other.bytes }
    return result
  }
}

/// A geometry behind a GeoPackage's header, without an envelope unless bytes of one are given.
private func packed(_ geometry: Binary, flags: UInt8 = 1, envelope: [UInt8] = []) -> [UInt8] {
  [0x47, 0x50, 0, flags, 0xE6, 0x10, 0, 0] + envelope + geometry.bytes
}

@Suite struct `A table of a database` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Runs statements in a new database; `blob1` … in them are the blobs.
  private func database(_ name: String, _ statements: String, blobs: [[UInt8]] = []) throws -> String {
    var text = statements
    for (index, blob) in blobs.enumerated().reversed() {
      text = text.replacing(
        "blob\(index + 1)", with: "x'\(blob.map { String(format: "%02x", $0) }.joined())'")
    }
    try? FileManager.default.removeItem(atPath: place.path(name))
    return try place.database(name, text)
  }

  private static let books = """
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT, organization_coordsys_id INTEGER);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('a', 4326, 'EPSG', 4326), ('b', 3857, 'epsg', 3857), ('c', 100, 'EPSG', 4979);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z TINYINT, m TINYINT);
    """

  private func towns(_ blobs: [[UInt8]], system: Int = 4326) throws -> String {
    let rows = blobs.indices.map { "(\($0 + 7), blob\($0 + 1), 'n\"\($0)', \($0).5, NULL, x'00')" }
    return try database(
      "t.gpkg",
      Self.books + """
        CREATE TABLE "my towns" (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, height REAL, note TEXT, picture BLOB);
        INSERT INTO gpkg_geometry_columns VALUES ('my towns', 'geom', 'GEOMETRY', \(system), 0, 0);
        INSERT INTO "my towns" VALUES \(rows.joined(separator: ", "));
        """, blobs: blobs)
  }

  /// The points, lines and areas of a geometry, or why there is none.
  private func geometry(_ blob: [UInt8]) throws -> String {
    let table = try #require(try DatabaseTable(path: towns([blob]), table: nil))
    let rows = try DatabaseRows(of: table, [], areFeatures: true)
    do throws(FeatureError) {
      let read = try FeatureTable.read(rows, areFeatures: true)
      let points = read.points.longitudes.indices.map {
        "\(read.points[$0].longitude) \(read.points[$0].latitude)"
      }
      return (points + read.shapes.map(paths)).joined(separator: ", ")
    } catch {
      guard case .nothingUsable(let skipped) = error.problem else { return "\(error)" }
      return "\(skipped.first?.reason.description ?? "")"
    }
  }

  private func paths(_ shape: ShapeFeature) -> String {
    let paths = (0..<shape.pathCount).map { path in
      "(" + shape.coordinates(ofPath: path).map { "\($0.longitude) \($0.latitude)" }.joined(separator: ", ")
        + ")"
    }
    return "\(shape.kind.rawValue) \(paths.joined())"
  }

  @Test func `of features has ids and typed properties`() throws {
    let found = try lines(try towns([packed(Binary(1).adding(13.5, 52.25))]))
    expect(
      found,
      equals: [
        #"{"$":7,"name":"n\"0","height":0.5,"note":null}"#
      ])
  }

  @Test func `has true and false in columns that are declared so`() throws {
    let path = try database(
      "b.sqlite",
      "CREATE TABLE t (a BOOLEAN, b bool, c INTEGER); INSERT INTO t VALUES (0, 1, 1), (2, NULL, 0), ('x', 0.5, 0);"
    )
    try expect(
      lines(path),
      equals: [
        #"{"a":false,"b":true,"c":1}"#, #"{"a":2,"b":null,"c":0}"#, #"{"a":"x","b":0.5,"c":0}"#,
      ])
    let table = try #require(try DatabaseTable(path: path, table: "t"))
    let rows = try DatabaseRows(of: table, ["c", "none", "b", "a"], areFeatures: false, isNumbered: true)
    rows.restart(at: 1...2)
    #expect(try rows.next())
    expect((0..<4).map { rows.value($0) }, equals: [.number(1), nil, .bool(true), .bool(false)])
    #expect(try rows.next())
    expect(rows.number, equals: 2)
    expect((2..<4).map { rows.value($0) }, equals: [.null, .number(2)])
  }

  @Test func `has the rows that its writer has committed to a log`() throws {
    let path = try database(
      "w.sqlite",
      "PRAGMA journal_mode = WAL; CREATE TABLE t (lon REAL, lat REAL); INSERT INTO t VALUES (1, 2);")
    try expect(lines(path).count, equals: 1)
    expect(foreignDatabaseLog(path), equals: nil)
    var writer: OpaquePointer?
    try #require(sqlite3_open(path, &writer) == SQLITE_OK)
    defer { sqlite3_close(writer) }
    try #require(sqlite3_exec(writer, "INSERT INTO t VALUES (3, 4)", nil, nil, nil) == SQLITE_OK)
    expect(foreignDatabaseLog(path), equals: path + "-wal")
    try expect(lines(path).count, equals: 2)
  }

  @Test func `leaves the files beside it as they are`() throws {
    let path = try database(
      "l.sqlite",
      "PRAGMA journal_mode = WAL; CREATE TABLE t (lon REAL, lat REAL); INSERT INTO t VALUES (1, 2);")
    var writer: OpaquePointer?
    try #require(sqlite3_open(path, &writer) == SQLITE_OK)
    defer { sqlite3_close(writer) }
    try #require(sqlite3_exec(writer, "INSERT INTO t VALUES (3, 4)", nil, nil, nil) == SQLITE_OK)
    let files = FileManager.default
    func state(_ path: String) -> [Data?] { ["", "-wal", "-shm"].map { files.contents(atPath: path + $0) } }
    // Of a program that has it open, of one that ended without closing it, and copied without the index of the log.
    let (open, left, copied) = (path, path + ".left", path + ".copied")
    for ending in ["", "-wal", "-shm"] { try files.copyItem(atPath: open + ending, toPath: left + ending) }
    for ending in ["", "-wal"] { try files.copyItem(atPath: open + ending, toPath: copied + ending) }
    try files.createSymbolicLink(atPath: path + ".link", withDestinationPath: copied)
    for (path, hasIndex) in [(open, true), (left, true), (copied, false), (path + ".link", false)] {
      let before = state(path)
      expect(before[2] != nil, equals: hasIndex)
      for _ in 0..<2 {
        try expect(lines(path).count, equals: 2, "\(path)")
        // In one process SQLite shares the index of the log with the writer, and marks in it what is read.
        let count = path == open ? 2 : 3
        expect(state(path).prefix(count), equals: before.prefix(count), "\(path)")
      }
    }
    #expect(!files.fileExists(atPath: path + ".link-shm"))
    // The writer is not disturbed.
    try #require(sqlite3_exec(writer, "INSERT INTO t VALUES (5, 6)", nil, nil, nil) == SQLITE_OK)
    try expect(lines(open).count, equals: 3)
  }

  @Test func `is refused where a program ended in the middle of writing it`() throws {
    let path = try database("j.sqlite", "CREATE TABLE t (lon REAL, lat REAL); INSERT INTO t VALUES (1, 2);")
    var writer: OpaquePointer?
    try #require(sqlite3_open(path, &writer) == SQLITE_OK)
    defer { sqlite3_close(writer) }
    let half =
      "PRAGMA cache_size = 1; BEGIN; "
      + (0..<2000).map { "INSERT INTO t VALUES (\($0), 4);" }.joined()
    try #require(sqlite3_exec(writer, half, nil, nil, nil) == SQLITE_OK)
    for ending in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: path + ending, toPath: path + ".left" + ending)
    }
    #expect(throws: ResourceError.self) { try lines(path + ".left") }
    #expect(FileManager.default.fileExists(atPath: path + ".left-journal"))
  }

  @Test func `has geometries of every type, without heights and measures`() throws {
    for point in [Binary(1001).adding(1, 2, 3), Binary(0xC000_0001).adding(1, 2, 3, 4)] {
      try expect(geometry(packed(point)), equals: "1.0 2.0")
    }
    let line = Binary(2).counting(2).adding(0, 1, 2, 3)
    try expect(geometry(packed(line)), equals: "line (0.0 1.0, 2.0 3.0)")
    let ring = Binary(3).counting(1).counting(3).adding(0, 0, 1, 0, 0, 0)
    try expect(geometry(packed(ring)), equals: "area (0.0 0.0, 1.0 0.0, 0.0 0.0)")
    let points = Binary(4).counting(2).holding(Binary(1).adding(1, 2), Binary(1).adding(3, 4))
    try expect(geometry(packed(points)), equals: "1.0 2.0, 3.0 4.0")
    let areas = Binary(6).counting(2).holding(ring, ring)
    try expect(
      geometry(packed(areas)), equals: "area (0.0 0.0, 1.0 0.0, 0.0 0.0)(0.0 0.0, 1.0 0.0, 0.0 0.0)")
    try expect(
      geometry(packed(Binary(7).counting(2).holding(line, points))),
      equals: "1.0 2.0, 3.0 4.0, line (0.0 1.0, 2.0 3.0)")
  }

  /// Of what GeoJSON does not allow either.
  @Test func `skips geometries without enough positions, and places beyond the world`() throws {
    let short = "the coordinates are not those of a "
    try expect(geometry(packed(Binary(2).counting(1).adding(0, 1))), equals: short + "LineString")
    try expect(
      geometry(packed(Binary(3).counting(1).counting(2).adding(0, 0, 1, 0))), equals: short + "Polygon")
    try expect(geometry(packed(Binary(6).counting(0))), equals: "the geometry is empty")
    try expect(geometry(packed(Binary(7).counting(0))), equals: "the geometry is empty")
    try expect(
      geometry(packed(Binary(2).counting(2).adding(0, 1, 0, 95))),
      equals: "latitude 95.0 is outside -90...90; are longitude and latitude swapped?")
  }

  @Test func `has geometries behind envelopes, in either order of bytes, and empty ones`() throws {
    let point = Binary(1).adding(1, 2)
    for (kind, size) in [(1, 32), (2, 48), (3, 48), (4, 64)] {
      let blob = packed(point, flags: UInt8(kind << 1 | 1), envelope: [UInt8](repeating: 9, count: size))
      try expect(geometry(blob), equals: "1.0 2.0")
    }
    let big: [UInt8] = [0, 0, 0, 0, 1, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0]
    try expect(
      geometry([0x47, 0x50, 0, 0, 0, 0, 0x10, 0xE6] + big), equals: "1.0 2.0")
    try expect(geometry(packed(point, flags: 0x11)), equals: "the feature has no geometry")
    try expect(geometry(packed(Binary(1).adding(.nan, .nan))), equals: "the geometry is empty")
  }

  @Test(
    arguments: [
      ([0x47, 0x51], "it does not begin with GP"),
      ([0x47, 0x50, 0, 0x0B, 0, 0, 0, 0], "its header is cut or of an unknown kind"),
      ([0x47, 0x50, 0, 0x03, 0, 0, 0, 0, 1], "its header is cut or of an unknown kind"),
      ([0x47, 0x50, 0, 0x21, 0, 0, 0, 0, 1], "it is of an extended type"),
      ([0x47, 0x50, 0, 1, 0, 0, 0, 0], "its bytes are out of order"),
      ([0x47, 0x50, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 7], "it is cut off"),
      ([0x47, 0x50, 0, 1, 0, 0, 0, 0, 1, 99, 0, 0, 0], "its type 99 is unknown"),
      ([0x47, 0x50, 0, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 255, 255, 255, 255], "it is cut off"),
      (
        [0x47, 0x50, 0, 1, 0, 0, 0, 0, 1, 4, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0],
        "a part of it is of another type"
      ),
    ] as [([UInt8], String)])
  func `with a damaged geometry is refused`(blob: [UInt8], reason: String) throws {
    try expect(geometry(blob), equals: "a geometry cannot be read: \(reason); write the file anew")
  }

  @Test func `never traps on noise`() throws {
    var random = Seeded(seed: 4)
    let whole = packed(
      Binary(6).counting(1).holding(Binary(3).counting(1).counting(3).adding(0, 0, 1, 0, 0, 0)))
    for _ in 0..<40 {
      var noise = whole
      for _ in 0..<3 { noise[random.below(noise.count)] = UInt8(random.below(256)) }
      _ = try? geometry(Array(noise.prefix(random.below(noise.count) + 1)))
    }
  }

  @Test func `nested too deeply is refused`() throws {
    var blob = Binary(1).adding(1, 2)
    for _ in 0..<40 { blob = Binary(7).counting(1).holding(blob) }
    #expect(try geometry(packed(blob)).contains("it is nested too deeply"))
  }

  @Test func `is in longitude and latitude`() throws {
    let blob = packed(Binary(1).adding(1, 2))
    try expect(lines(try towns([blob], system: 100)).count, equals: 1)
    let path = try towns([blob], system: 3857)
    let error = #expect(throws: ResourceError.self) { try lines(path) }
    expect(
      error?.description,
      equals:
        "the places of my towns are in EPSG:3857, and EPSG:4326 is needed; transform them, for example by ogr2ogr -t_srs EPSG:4326"
    )
  }

  @Test func `without geometries is an object a line, for readers of columns`() throws {
    let path = try database(
      "p.sqlite",
      "CREATE TABLE p (id TEXT, lon REAL, lat REAL, n INTEGER); INSERT INTO p VALUES ('a', 1.5, 2, NULL);")
    try expect(lines(path), equals: [#"{"id":"a","lon":1.5,"lat":2,"n":null}"#])
  }

  @Test func `is named where there are several, and exists`() throws {
    let path = try database(
      "two.sqlite", "CREATE TABLE cafes (a); CREATE TABLE bars (a); INSERT INTO bars VALUES (1);")
    try expect(lines(path, "bars"), equals: [#"{"a":1}"#])
    let several = #expect(throws: ResourceError.self) { try lines(path) }
    expect(
      several?.description, equals: "the database has the tables bars, cafes; name one as FILE|layername=bars"
    )
    let wrong = #expect(throws: ResourceError.self) { try lines(path, "cafe") }
    expect(wrong?.description, equals: "there is no table cafe; did you mean cafes?")
    let none = #expect(throws: ResourceError.self) { try lines(path, "xyz") }
    expect(none?.description, equals: "there is no table xyz; there are bars, cafes")
    let empty = try database("empty.sqlite", "CREATE TABLE gpkg_contents (a);")
    #expect(throws: ResourceError(.unusable, "the database has no table")) { try lines(empty) }
  }

  @Test func `has computed columns, stored or not`() throws {
    let path = try database(
      "c.sqlite",
      "CREATE TABLE c (x REAL, lon AS (x / 2), lat AS (x * 2) STORED); INSERT INTO c VALUES (1), (2.5);")
    try expect(lines(path), equals: [#"{"x":1,"lon":0.5,"lat":2}"#, #"{"x":2.5,"lon":1.25,"lat":5}"#])
  }

  /// (1, 2) in well-known binary, with PostGIS's reference system, as SpatiaLite has it, and bytes that are no point.
  @Test func `has points in columns of bytes as digits`() throws {
    let point = Binary(1).adding(1, 2).bytes
    let place = Array(point[5...])
    let path = try database(
      "b.sqlite", "CREATE TABLE b (geom); INSERT INTO b VALUES (blob1), (blob2), (blob3), (blob4);",
      blobs: [
        point, [1, 1, 0, 0, 0x20, 0xE6, 0x10, 0, 0] + place,
        [0, 1, 0xE6, 0x10, 0, 0] + place + place + [0x7C, 1, 0, 0, 0] + place + [0xFE], point + [0],
      ])
    let digits = "000000000000f03f0000000000000040"
    try expect(
      lines(path),
      equals: [
        #"{"geom":"0101000000\#(digits)"}"#, #"{"geom":"0101000020e6100000\#(digits)"}"#,
        #"{"geom":"0101000020e6100000\#(digits)"}"#, "{}",
      ])
  }

  /// A table is chosen beside views, whose statements could run forever.
  @Test func `is no view, which is not run`() throws {
    let view = "CREATE VIEW \"a v\" AS SELECT 1 AS lon, 2 AS lat;"
    let error = try #require(throws: ResourceError.self) { try lines(database("v.sqlite", view)) }
    expect(
      error.description,
      equals: "a v is a view, and views of files are not run; write its rows into a table, or pipe them in: "
        + "sqlite3 -csv -header FILE 'SELECT * FROM \"a v\"' | clustersnap render -")
    let both = try database("b.sqlite", view + "CREATE TABLE t (a); INSERT INTO t VALUES (1);")
    try expect(lines(both), equals: [#"{"a":1}"#])
    #expect(throws: error) { try lines(both, "a v") }
  }

  @Test func `is no archive of tiles and nothing virtual`() throws {
    let tiles = try database(
      "t.mbtiles", "CREATE TABLE tiles (a); CREATE TABLE metadata (name TEXT, value TEXT);")
    try expect(lines(tiles), equals: ["no features"])
    let virtual = try database("v.sqlite", "CREATE VIRTUAL TABLE words USING fts4(a);")
    let error = #expect(throws: ResourceError.self) { try lines(virtual, "words") }
    expect(error?.description, equals: "words is a virtual table; write it as a plain one")
  }

  @Test func `that is damaged is an error`() throws {
    let rows = (0..<2000).map { "('\(String(repeating: "x", count: 600))', \($0))" }.joined(separator: ",")
    _ = try database("big.sqlite", "CREATE TABLE p (a TEXT, b); INSERT INTO p VALUES \(rows);")
    var bytes = try #require(place.read("big.sqlite"))
    bytes.replaceSubrange(4096..<8192, with: [UInt8](repeating: 0x5A, count: 4096))
    try bytes.write(to: URL(filePath: place.path("broken.sqlite")))
    let broken = #expect(throws: ResourceError.self) { try lines(place.path("broken.sqlite")) }
    expect(
      broken?.description,
      equals: "the database cannot be read: database disk image is malformed; write it anew")
  }

  @Test func `is named behind its file`() {
    #expect(DatabaseTable.split("a/b.gpkg|layername=my towns") == ("a/b.gpkg", "my towns"))
    #expect(DatabaseTable.split("a|b.gpkg") == ("a|b.gpkg", nil))
  }
}

@Suite struct `Numbers of a table` {
  @Test func `are those that are stored`() throws {
    let place = try Workplace()
    var random = Seeded(seed: 3)
    var numbers: [Double] = [
      0, 1, -1, 0.1, 1e15, 1e-300, -90.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    for _ in 0..<200 { numbers.append(random.number(in: -180...180)) }
    let wholes = numbers.map { Int64(truncatingIfNeeded: $0.bitPattern) }
    let rows = zip(numbers, wholes).map { "(\($0), \($1), 'a\"b\\c' || char(10) || 'é')" }
    let path = try place.database(
      "n.sqlite",
      "CREATE TABLE n (v REAL, w INTEGER, t TEXT); INSERT INTO n VALUES \(rows.joined(separator: ","))")
    let table = try #require(try DatabaseTable(path: path, table: nil))
    let read = try DatabaseRows(of: table, table.columnNames, areFeatures: false)
    for (number, whole) in zip(numbers, wholes) {
      try #require(try read.next())
      let expected: [PropertyValue] = [
        .number(number), whole.magnitude < 1 << 53 ? .number(Double(whole)) : .wholeNumber("\(whole)"),
        .string("a\"b\\c\né"),
      ]
      expect((0..<3).map { read.value($0) }, equals: expected)
    }
  }
}
