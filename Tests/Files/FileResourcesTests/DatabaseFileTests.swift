import FileResources
import Foundation
import MapFeatures
import Synchronization
import TestSupport
import Testing

@Suite struct `Points of a database` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func points(
    _ name: String, areFeatures: Bool = false, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> (any NumberedTable)? {
    let resource = Resource(path: place.path(name), isFromDocument: true)
    return try #require(try FileLoader().foreignTable(resource, isCancelled: isCancelled))
      .numbered(areFeatures: areFeatures)
  }

  /// The table, read by numbers and one row after the other.
  private func tables(
    _ name: String, areFeatures: Bool = false, _ options: ReadingOptions = ReadingOptions()
  ) throws -> [FeatureTable] {
    let resource = Resource(path: place.path(name), isFromDocument: true)
    let table = try #require(try FileLoader().foreignTable(resource, isCancelled: { false }))
    let numbered = try #require(try table.numbered(areFeatures: areFeatures))
    let read = try FeatureTable.read(numbered, areFeatures: areFeatures, options: options)
    let rows = try table.rows(areFeatures: areFeatures)
    return [
      try #require(read), try FeatureTable.read(rows, areFeatures: areFeatures, options: options),
    ]
  }

  /// A GeoPackage of one table; a row a blob, `NULL` for none.
  private func geoPackage(_ name: String, _ blobs: [String]) throws {
    let rows = blobs.enumerated().map { "INSERT INTO p VALUES (\($0 + 5), \($1), 'n\($0)');" }
    try place.database(
      name,
      """
      CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z, m);
      INSERT INTO gpkg_geometry_columns VALUES ('p', 'geom', 'POINT', 4326, 0, 0);
      CREATE TABLE p (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT);
      """ + rows.joined())
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
    try place.database(
      "t.sqlite",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, lon REAL, lat, weight, name TEXT);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
      INSERT INTO t SELECT 2 * i, CASE WHEN i % 1000 THEN i % 3600 / 10.0 - 180 END, i % 1700 / 10.0 - 85,
        CASE i % 3 WHEN 0 THEN i WHEN 1 THEN 'w' || (i % 5) END, 'row ' || i FROM n;
      CREATE INDEX other ON t (lat, lon, weight);
      """)
    let rows = (1...70_000).filter { $0 % 1000 != 0 }
    for threads in [1, 4] {
      for table in try tables("t.sqlite", ReadingOptions(threads: threads, columns: ["weight"])) {
        expect(table.points.longitudes, equals: rows.map { Double($0 % 3600) / 10 - 180 })
        expect(table.points.latitudes, equals: rows.map { Double($0 % 1700) / 10 - 85 })
        #expect(
          table.skipped.description.hasPrefix("70 of 70000 records skipped, the first in row 1000: longitude")
        )
        let weights = rows.map {
          [.number(Double($0)), .string("w\($0 % 5)"), .null][$0 % 3] as PropertyValue
        }
        #expect(rows.indices.allSatisfy { table.property("weight", ofPoint: $0) == weights[$0] })
        expect(table.property("name", ofPoint: 65_000), equals: .string("row \(rows[65_000])"))
        #expect((table.identifier(ofPoint: 1), table.recordNumber(ofPoint: 999)) == (.number(4), 1001))
        expect(table.property("other", ofPoint: 0), equals: nil)
        #expect(!table.hasProperty("no such column"))
      }
    }
  }

  @Test(arguments: [[], ["big"]])
  func `keep the digits of whole numbers of 64 bits`(columns: [String]) throws {
    try place.database(
      "t.sqlite",
      "CREATE TABLE t (lon, lat, big); INSERT INTO t VALUES (1, 2, 9007199254740993), (1, 2, -9007199254740991)"
    )
    for read in try tables("t.sqlite", ReadingOptions(columns: columns)) {
      expect(read.property("big", ofPoint: 0), equals: .wholeNumber("9007199254740993"))
      expect(read.property("big", ofPoint: 1), equals: .number(-9_007_199_254_740_991))
    }
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
    for table in try tables("a.gpkg", areFeatures: true) {
      expect(table.points.longitudes, equals: [13.5, 1, 3, 3, 3, -170])
      expect(table.points.latitudes, equals: [52.25, 2, 4, 5, 6, 0])
      #expect((table.skipped.count, table.skipped.first?.line) == (4, 3))
      #expect((table.identifier(ofPoint: 2), table.property("fid", ofPoint: 2)) == (.number(8), nil))
      expect(table.property("name", ofPoint: 5), equals: .string("n8"))
    }
  }

  @Test func `stand beside lines, whose properties are read as theirs`() throws {
    try geoPackage(
      "l.gpkg",
      [
        blob([1, 2]), "x'475000010000000001" + "0200000002000000" + String(repeating: "00", count: 32) + "'",
        blob([3, 4]),
      ])
    for table in try tables("l.gpkg", areFeatures: true, ReadingOptions(columns: ["name"])) {
      expect(table.points.longitudes, equals: [1, 3])
      expect(table.property("name", ofPoint: 1), equals: .string("n2"))
      let line = try #require(table.shapes.first)
      #expect((line.kind, line.recordNumber) == (.line, 2))
      #expect((line.identifier, line.property("name")) == (.number(6), .string("n1")))
    }
  }

  @Test func `at a damaged geometry end the reading`() throws {
    try geoPackage("b.gpkg", [blob([1, 2]), "x'47500001000000000101000000000000000000F03F'", blob([3, 4])])
    #expect(
      throws: FeatureError(
        .unreadable("a geometry cannot be read: it is cut off; write the file anew"))
    ) { try FeatureTable.read(try #require(try points("b.gpkg", areFeatures: true)), areFeatures: true) }
  }

  @Test func `have no numbers where rows have none or negative ones, and may be texts`() throws {
    let row = "(id INTEGER PRIMARY KEY, lon, lat)"
    for (number, statement) in [
      "CREATE TABLE t \(row) WITHOUT ROWID; INSERT INTO t VALUES (1, 2, 3)",
      "CREATE TABLE t \(row); INSERT INTO t VALUES (-1, 2, 3)", "CREATE TABLE t \(row)",
      "CREATE TABLE t (lon, lat, rowid, _rowid_, oid); INSERT INTO t VALUES (1, 2, 3, 4, 5)",
    ].enumerated() {
      try place.database("\(number).sqlite", statement)
      #expect(try points("\(number).sqlite") == nil)
    }
    try place.database("t.sqlite", "CREATE TABLE t \(row); INSERT INTO t VALUES (1, 2, '3')")
    for table in try tables("t.sqlite") { expect(table.points.latitudes, equals: [3]) }
  }

  @Test func `are not read to their end when nobody waits for them`() throws {
    try place.database("t.sqlite", "CREATE TABLE t (lon, lat); INSERT INTO t VALUES (1, 2)")
    let isCancelled = Flag()
    let rows = try #require(try points("t.sqlite", isCancelled: { isCancelled.value.withLock { $0 } }))
    isCancelled.value.withLock { $0 = true }
    #expect(throws: FeatureError(.unreadable(ResourceError.cancelled.reason))) {
      try FeatureTable.read(rows, areFeatures: false)
    }
  }

  private final class Flag: Sendable { let value = Mutex(false) }
}
