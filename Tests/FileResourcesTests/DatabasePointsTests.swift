import CSQLite
import FileResources
import Foundation
import MapFeatures
import Parallel
import TestSupport
import Testing

@Suite struct `Points of a database` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func write(_ statements: String, to name: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(place.path(name), &handle) == SQLITE_OK)
    try #require(
      sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK,
      "\(String(cString: sqlite3_errmsg(handle)))")
  }

  private func points(
    _ name: String, at columns: (longitude: String, latitude: String)?,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> (any PointRows)? {
    let resource = Resource(path: place.path(name), isFromDocument: true)
    return try #require(try FileLoader().foreignTable(resource, isCancelled: isCancelled)).points(at: columns)
  }

  /// A GeoPackage of one table; a row a blob, `NULL` for none.
  private func geoPackage(_ name: String, _ blobs: [String]) throws {
    let rows = blobs.enumerated().map { "INSERT INTO p VALUES (\($0 + 5), \($1), 'n\($0)');" }
    try write(
      """
      CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z, m);
      INSERT INTO gpkg_geometry_columns VALUES ('p', 'geom', 'POINT', 4326, 0, 0);
      CREATE TABLE p (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT);
      """ + rows.joined(), to: name)
  }

  /// A point's blob after OGC 12-128r18 §2.1.3 and 06-103r4 §8.
  private func blob(
    _ numbers: [Double], type: UInt32 = 1, isLittle: Bool = true, flags: UInt8 = 1, envelope: Int = 0
  ) -> String {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: isLittle ? number.littleEndian : number.bigEndian) { Array($0) }
    }
    let body = [isLittle ? 1 : 0] + bytes(type) + numbers.flatMap { bytes($0.bitPattern) }
    let all = [0x47, 0x50, 0, flags, 0xE6, 0x10, 0, 0] + [UInt8](repeating: 7, count: envelope) + body
    return "x'" + all.map { String(format: "%02x", $0) }.joined() + "'"
  }

  /// 70,000 rows are nine pieces of numbers: row i is at (i mod 3600)/10 - 180 and (i mod 1700)/10 - 85, each thousandth nowhere.
  @Test func `in columns are those of all rows in their order, on any number of threads`() throws {
    try write(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, lon REAL, lat, weight, name TEXT);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
      INSERT INTO t SELECT 2 * i, CASE WHEN i % 1000 THEN i % 3600 / 10.0 - 180 END, i % 1700 / 10.0 - 85,
        CASE i % 3 WHEN 0 THEN i WHEN 1 THEN 'w' || (i % 5) END, 'row ' || i FROM n;
      CREATE INDEX other ON t (lat, lon, weight);
      """, to: "t.sqlite")
    let rows = (1...70_000).filter { $0 % 1000 != 0 }
    for threads in [1, 4] {
      let read = try FeatureTable.read(
        try #require(try points("t.sqlite", at: ("lon", "lat"))), areFeatures: false,
        options: ReadingOptions(threads: threads, columns: ["weight"]))
      let table = try #require(read)
      #expect(table.points.longitudes == rows.map { Double($0 % 3600) / 10 - 180 })
      #expect(table.points.latitudes == rows.map { Double($0 % 1700) / 10 - 85 })
      #expect(
        table.skipped.description.hasPrefix("70 of 70000 records skipped, the first in row 1000: longitude"))
      let weights = rows.map { [.number(Double($0)), .string("w\($0 % 5)"), .null][$0 % 3] as PropertyValue }
      #expect(rows.indices.allSatisfy { table.property("weight", ofPoint: $0) == weights[$0] })
      #expect(table.property("name", ofPoint: 65_000) == .string("row \(rows[65_000])"))
      #expect((table.identifier(ofPoint: 1), table.recordNumber(ofPoint: 999)) == (.number(4), 1001))
      #expect(table.property("other", ofPoint: 0) == nil)
      #expect(!table.hasProperty("no such column"))
    }
  }

  @Test(arguments: [[], ["big"]])
  func `keep the digits of whole numbers of 64 bits`(columns: [String]) throws {
    try write(
      "CREATE TABLE t (lon, lat, big); INSERT INTO t VALUES (1, 2, 9007199254740993), (1, 2, -9007199254740991)",
      to: "t.sqlite")
    let read = try FeatureTable.read(
      try #require(try points("t.sqlite", at: ("lon", "lat"))), areFeatures: false,
      options: ReadingOptions(columns: columns))
    #expect(read?.property("big", ofPoint: 0) == .wholeNumber("9007199254740993"))
    #expect(read?.property("big", ofPoint: 1) == .number(-9_007_199_254_740_991))
  }

  @Test func `in geometries have either order of bytes, envelopes, heights and measures`() throws {
    try geoPackage(
      "a.gpkg",
      [
        blob([13.5, 52.25]), blob([1, 2], isLittle: false), "NULL", blob([3, 4, 5], type: 1001),
        blob([3, 5, 6], type: 2001, flags: 3, envelope: 32), blob([.nan, .nan]),
        blob([3, 6, 7, 8], type: 0xC000_0001, flags: 9, envelope: 64), blob([], flags: 0x11), blob([190, 0]),
        blob([1, 95]),
      ])
    let read = try FeatureTable.read(try #require(try points("a.gpkg", at: nil)), areFeatures: true)
    let table = try #require(read)
    #expect(table.points.longitudes == [13.5, 1, 3, 3, 3, -170])
    #expect(table.points.latitudes == [52.25, 2, 4, 5, 6, 0])
    #expect((table.skipped.count, table.skipped.first?.line) == (4, 3))
    #expect((table.identifier(ofPoint: 2), table.property("fid", ofPoint: 2)) == (.number(8), nil))
    #expect(table.property("name", ofPoint: 5) == .string("n8"))
  }

  @Test(
    arguments: [
      "x'4750000100000000010200000001000000000000000000F03F0000000000000040'", "x'475100'",
      "x'4750002100000000'",
      "x'47500001000000000101000000000000000000F03F'",
    ])
  func `are no points where a row is another geometry or a damaged one, and what took some forgets them`(
    odd: String
  ) throws {
    final class Counter: PointSink {
      let points = Mutex(0)
      let restarts = Mutex(0)
      func restart() {
        points.withLock { $0 = 0 }
        restarts.withLock { $0 += 1 }
      }
      func take(_ batch: FeatureTable, after count: Int, by worker: Int) {
        points.withLock { $0 += batch.points.count }
      }
    }
    try geoPackage("b.gpkg", [blob([1, 2]), odd, blob([3, 4])])
    let counter = Counter()
    let read = try FeatureTable.read(
      try #require(try points("b.gpkg", at: nil)), areFeatures: true, into: counter)
    #expect(read == nil)
    #expect(counter.points.withLock { $0 } == 0)
    #expect(counter.restarts.withLock { $0 } > 0)
  }

  @Test func `are read as text where rows have no numbers, negative ones, or a place that is a text`() throws
  {
    let row = "(id INTEGER PRIMARY KEY, lon, lat)"
    for (number, statement) in [
      "CREATE TABLE t \(row) WITHOUT ROWID; INSERT INTO t VALUES (1, 2, 3)",
      "CREATE TABLE t \(row); INSERT INTO t VALUES (-1, 2, 3)", "CREATE TABLE t \(row)",
      "CREATE TABLE t (lon, lat, rowid, _rowid_, oid); INSERT INTO t VALUES (1, 2, 3, 4, 5)",
    ].enumerated() {
      try write(statement, to: "\(number).sqlite")
      #expect(try points("\(number).sqlite", at: ("lon", "lat")) == nil)
    }
    try write(
      "CREATE TABLE t \(row); INSERT INTO t VALUES (1, 2, '3')", to: "t.sqlite")
    let rows = try #require(try points("t.sqlite", at: ("lon", "lat")))
    #expect(try FeatureTable.read(rows, areFeatures: false) == nil)
  }

  @Test func `are not read to their end when nobody waits for them`() throws {
    try write(
      "CREATE TABLE t (lon, lat); INSERT INTO t VALUES (1, 2)", to: "t.sqlite")
    let rows = try #require(try points("t.sqlite", at: ("lon", "lat"), isCancelled: { true }))
    #expect(throws: FeatureError(.unreadable(ResourceError.cancelled.reason))) {
      try FeatureTable.read(rows, areFeatures: false)
    }
  }
}
