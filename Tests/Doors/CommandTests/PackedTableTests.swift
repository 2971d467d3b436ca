import Foundation
import TestSupport
import Testing

@Suite struct `Packed tables` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in.csv", Sample.places)
  }

  private static let size = ["--size", "200x100", "--basemap", "none"]

  /// One frame of one raw block, after RFC 8878: no compressor is needed to write it.
  private static let frame: [UInt8] = {
    let text = Array(Sample.places.utf8)
    let header = UInt32(text.count) << 3 | 1
    var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xA0]
    for shift in [0, 8, 16, 24] {
      frame.append(UInt8(truncatingIfNeeded: UInt32(text.count) >> UInt32(shift)))
    }
    for shift in [0, 8, 16] { frame.append(UInt8(truncatingIfNeeded: header >> UInt32(shift))) }
    return frame + text
  }()

  @Test func `in Zstandard need its library`() throws {
    try place.write("in.csv.zst", Data(Self.frame))
    let run = try place.run(["render", "in.csv.zst", "-o", "x.png"])
    run.reports(
      2,
      "in.csv.zst: error: zstd data needs libzstd; install libzstd1 or zstd, or compress the file with gzip")
  }

  @Test(.wants(.zstd)) func `in Zstandard are unpacked, from files and pipes alike`() throws {
    try place.write("in.csv.zst", Data(Self.frame))
    try place.write("cut.zst", Data(Self.frame.dropLast(5)))
    try expect(place.run(["render", "in.csv", "-o", "a.png"] + Self.size).status, equals: 0)
    try expect(place.run(["render", "in.csv.zst", "-o", "b.png"] + Self.size).errors, equals: "")
    try expect(
      place.shell("cat in.csv.zst | \"$0\" render - -o c.png \(Self.size.joined(separator: " "))").errors,
      equals: "")
    #expect((place.read("a.png"), place.read("a.png")) == (place.read("b.png"), place.read("c.png")))
    let cut = try place.run(["render", "cut.zst", "-o", "d.png"])
    cut.reports(2, "cut.zst: error: the compressed data is cut off; download or compress the file again")
  }

  @Test func `of counted points may have their places in a geometry`() throws {
    // A point 10, 50: magic, version, little endian without a box, WGS 84, then WKB.
    let point = "47500001E6100000" + "0101000000" + "0000000000002440" + "000000000000"
    let statements = """
      CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, srs_id INTEGER);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z, m);
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER);
      INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84', 4326, 'EPSG', 4326);
      INSERT INTO gpkg_contents VALUES ('p', 'features', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('p', 'geom', 'POINT', 4326, 0, 0);
      CREATE TABLE p (id INTEGER PRIMARY KEY, geom BLOB, point_count INTEGER, x REAL, lon REAL, lat REAL);
      INSERT INTO p VALUES (1, X'\(point)4940', 40, 1, 2, 3), (2, X'\(point)4940', 2, 4, 5, 6);
      """
    try place.database("cells.gpkg", statements)
    let run = try place.run(["clusters", "--cells", "cells.gpkg", "--center", "10,50", "--zoom", "2"])
    let features = try #require(try run.json()["features"] as? [[String: Any]], "\(run.errors)")
    let properties = try #require(features.first?["properties"] as? [String: Any])
    #expect((features.count, properties["point_count"] as? Int) == (1, 42))
  }

  /// The beginning of FlatGeobuf 3, and a header of 1 kB of which 8 bytes are there.
  private static let broken = Data(
    [0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0, 0, 4, 0, 0] + [UInt8](repeating: 9, count: 8))

  @Test func `in FlatGeobuf need GDAL`() throws {
    for (name, bytes) in [("cut.fgb", Self.broken), ("two.fgb", try #require(Self.twoRows))] {
      try place.write(name, bytes)
      let run = try place.run(["render", name, "-o", "x.png"])
      expect(run.status, equals: 2)
      expect(place.read("x.png"), equals: nil)
      #expect(
        run.errors.wholeMatch(
          of: /[a-z]+\.fgb:1:[89]: error: expected CSV or GeoJSON, found a binary file; .*\n/) != nil)
      run.errors.shows("with the package gdal-bin: ogr2ogr")
    }
  }

  @Test(.wants(.gdal)) func `in FlatGeobuf that breaks off are refused`() throws {
    try place.write("cut.fgb", Self.broken)
    let run = try place.run(["render", "cut.fgb", "-o", "x.png"])
    expect(run.status, equals: 2)
    // In GDAL's words.
    #expect(run.errors.hasPrefix("cut.fgb: error: it cannot be read: "))
    expect(place.read("x.png"), equals: nil)
  }

  /// Two points as GDAL 3.6 writes them without an index: their rows begin at bytes 192 and 280.
  private static let twoRows = Data(
    base64Encoded: """
      ZmdiA2ZnYgG0AAAAIAAAAAAAAAAYABwACAAMAAUAAAAAAAAAAAAQABQABgAYAAAAAAEAAEQAAAAcAAAADAAAAAIAAA\
      AAAAAAAgAAAFwAAAAwAAAABAAAAAAAAAAAAABAAAAAAAAASEAAAAAAAAAqQAAAAAAAAEpAAQAAAHAAAADo////AAAA\
      CggAAAAAAAAAAwAAAGxhdAAQABAACAAHAAAAAAAAAAwAEAAAAAAAAAoIAAAAAAAAAAMAAABsb24AVAAAAAwAAAAIAA\
      wABAAIAAgAAAAoAAAABAAAABQAAAAAAAAAAAAAACpAAQAAAAAAAABKQAgACAAAAAQACAAAAAQAAAACAAAAAAAAAAAA\
      KkAAAAAAAABKQFQAAAAMAAAACAAMAAQACAAIAAAAKAAAAAQAAAAUAAAAAAAAAAAAAAAAQAEAAAAAAAAASEAIAAgAAA\
      AEAAgAAAAEAAAAAgAAAAAAAAAAAABAAAAAAAAASEA=
      """)

  @Test(.wants(.gdal), arguments: [("cut.fgb", 192, 0), ("half.fgb", 280, 1)])
  func `in FlatGeobuf that ends between rows are refused`(name: String, length: Int, rows: Int) throws {
    let whole = try #require(Self.twoRows)
    try place.write("two.fgb", whole)
    try place.write(name, whole.prefix(length))
    try expect(place.run(["render", "two.fgb", "-o", "two.png"] + Self.size).status, equals: 0)
    let run = try place.run(["render", name, "-o", "x.png"] + Self.size)
    #expect((run.status, place.read("x.png")) == (2, nil))
    #expect(run.errors.hasPrefix("\(name): error: it has \(rows) of the 2 rows that its header counts"))
  }

  @Test(.wants(.gdal)) func `in FlatGeobuf have their booleans`() throws {
    // Twelve points as GDAL 3.6 writes them without an index, `b` true in every other one from the first on.
    let whole = try #require(
      Data(
        base64Encoded: """
          ZmdiA2ZnYgGcAAAAIAAAAAAAAAAYACAACAAMAAUAAAAAAAAAAAAQABQABgAYAAAAAAEAAEQAAAAcAAAAEAAAAAwAAAAAAA\
          AAAAAAAAEAAABAAAAABAAAAAAAAAAAAPA/AAAAAAAAAEDNzMzMzMwAQAAAAAAAAABAAwAAAGIxMgAAAA4AEAAIAAcAAAAA\
          AAwADgAAAAAAAAIIAAAAAQAAAAEAAABiAAAARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAAMAAAAAAAEACAAIAAAABA\
          AIAAAABAAAAAIAAAAAAAAAAADwPwAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAAMAAAAAAAAACAAIAAAA\
          BAAIAAAABAAAAAIAAACamZmZmZnxPwAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAAMAAAAAAAEACAAIAA\
          AABAAIAAAABAAAAAIAAAAzMzMzMzPzPwAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAAMAAAAAAAAACAAI\
          AAAABAAIAAAABAAAAAIAAADNzMzMzMz0PwAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAAMAAAAAAAEACA\
          AIAAAABAAIAAAABAAAAAIAAABmZmZmZmb2PwAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAAMAAAAAAAAA\
          CAAIAAAABAAIAAAABAAAAAIAAAAAAAAAAAD4PwAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAAMAAAAAAA\
          EACAAIAAAABAAIAAAABAAAAAIAAACamZmZmZn5PwAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAAMAAAAA\
          AAAACAAIAAAABAAIAAAABAAAAAIAAAAzMzMzMzP7PwAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAAMAAA\
          AAAAEACAAIAAAABAAIAAAABAAAAAIAAADNzMzMzMz8PwAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAAMA\
          AAAAAAAACAAIAAAABAAIAAAABAAAAAIAAABmZmZmZmb+PwAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAAAA\
          MAAAAAAAEACAAIAAAABAAIAAAABAAAAAIAAAAAAAAAAAAAQAAAAAAAAABARAAAAAwAAAAIAAwABAAIAAgAAAAYAAAABAAA\
          AAMAAAAAAAAACAAIAAAABAAIAAAABAAAAAIAAADNzMzMzMwAQAAAAAAAAABA
          """))
    try place.write("b.fgb", whole)
    let run = try place.run("clusters b.fgb --method none --bbox=0,0,5,5 --format csv").succeeding()
    let values = run.outputLines.dropFirst().map { $0.split(separator: ",").last ?? "" }
    expect(values, equals: (0..<12).map { $0 % 2 == 0 ? "true" : "false" })
  }

  @Test(arguments: ["BOOLEAN", "TEXT"])
  func `of databases keep points from clusters as files do`(type: String) throws {
    let isText = type == "TEXT"
    var (rows, inserts) = ("id,lon,lat,cluster\n", [String]())
    for index in 0..<20 {
      rows += "\(index),\(Double(index) / 100),1,\(index % 5 != 0)\n"
      inserts.append(
        "(\(index), \(Double(index) / 100), 1, \(isText ? "'\(index % 5 != 0)'" : index % 5 != 0 ? "1" : "0"))"
      )
    }
    try place.database(
      "o.sqlite",
      "CREATE TABLE t (id INTEGER, lon REAL, lat REAL, cluster \(type)); INSERT INTO t VALUES \(inserts.joined(separator: ","));"
    )
    try place.write("o.csv", rows)
    let words = ["--opt-out", "cluster", "--bbox=-60,0,60,60", "--format", "csv"]
    let file = try place.run(["clusters", "points=o.csv"] + words)
    let database = try place.run(["clusters", "points=o.sqlite"] + words)
    // A cluster and four singles below the names of columns.
    expect(file.outputLines.count, equals: 6, "\(file.errors)")
    expect(database.output, equals: file.output, "\(database.errors)")
    if isText { return }
    let filtered = try place.run(
      "clusters o.sqlite --method none --filter 'cluster = false' --bbox=-1,0,2,2 --format csv")
    expect(filtered.outputLines.count, equals: 5, "\(filtered.errors)")
  }

  @Test func `of databases that do not begin as such are called that`() throws {
    try place.write("x.gpkg", "SQLite formed 3" + String(repeating: "\0", count: 100))
    let run = try place.run(["render", "x.gpkg", "-o", "x.png"])
    #expect((run.status, place.read("x.png")) == (2, nil))
    #expect(
      run.errors.hasPrefix(
        "x.gpkg: error: the database cannot be read: a GeoPackage or SQLite database begins"))
  }

  @Test func `of databases are drawn as those of files, columns and all`() throws {
    var rows = "id,lon,lat,kind\n"
    var inserts: [String] = []
    for index in 0..<30 {
      rows += "p\(index),\(index % 6 * 20 - 50),\(index % 5 * 10),k\(index % 2)\n"
      inserts.append("('p\(index)', \(index % 6 * 20 - 50), \(index % 5 * 10), 'k\(index % 2)')")
    }
    let text =
      "CREATE TABLE t (id TEXT, lon INTEGER, lat INTEGER, kind TEXT); INSERT INTO t VALUES \(inserts.joined(separator: ",")); CREATE TABLE u (a);"
    try place.database("in.sqlite", text)
    try place.write("rows.csv", rows)
    let words = ["--filter", "kind = 'k1'", "--color-by", "kind"] + Self.size
    try expect(place.run(["render", "rows.csv", "-o", "a.png"] + words).status, equals: 0)
    try place.run(["render", "t=in.sqlite|layername=t", "-o", "b.png"] + words).succeeding()
    expect(place.read("a.png"), equals: place.read("b.png"))
    // Of several inputs those with tables take it.
    let both = try place.run(["render", "rows.csv", "in.sqlite", "--table", "t", "-o", "c.png"] + Self.size)
    expect(both.status, equals: 0, "\(both.errors)")
    for (option, name, nearest) in [
      ("--longitude", "lan", "lon"), ("--latitude", "lad", "lat"), ("--id", "idd", "id"),
    ] {
      let wrong = try place.run(["render", "in.sqlite|layername=t", option, name, "-o", "d.png"] + Self.size)
      expect(wrong.status, equals: 2)
      wrong.errors.shows("no column \"\(name)\" in the header \"id\", \"lon\"")
      #expect(wrong.errors.hasSuffix("did you mean \"\(nearest)\"?\n"))
    }
    let several = try place.run(["render", "in.sqlite", "-o", "c.png"])
    // The other table has no places.
    several.reports(0)
    for (name, reason) in cases(
      """
      none.sqlite|layername=t → cannot be read: No such file or directory; check the name
      s3://h/b → addresses of s3:// are not read; pipe the rows in as CSV: … | clustersnap render -
      """)
    {
      let missing = try place.run(["render", name, "-o", "c.png"])
      #expect((missing.status, missing.errors) == (2, "\(name): error: \(reason)\n"))
    }
    let wrong = try place.run(["render", "rows.csv|layername=t", "-o", "c.png"])
    wrong.reports(
      2, "rows.csv|layername=t: error: this is no database, and has no tables; leave |layername=… out")
  }
}
