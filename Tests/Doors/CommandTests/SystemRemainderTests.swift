import Foundation
import TestSupport
import Testing

/// Ids of clusters where rows of a database have no place.
@Suite struct `Rows of a database without a place` {
  /// 12 rows of two kinds; every third has no place, the others lie at one.
  private static let rows = (0..<12).map { (kind: $0 % 2 == 0 ? "a" : "b", isPlaced: $0 % 3 != 0) }

  private func write(_ statements: String, to name: String, in place: borrowing Workplace) throws {
    try place.database(name, statements)
  }

  private func table() -> String {
    "CREATE TABLE p (id INTEGER PRIMARY KEY, kind TEXT, lon REAL, lat REAL);"
      + Self.rows.map { row in
        "INSERT INTO p (kind, lon, lat) VALUES ('\(row.kind)', \(row.isPlaced ? "10, 50" : "NULL, NULL"));"
      }.joined()
  }

  private func package() -> String {
    // A point (10, 50) as GeoPackage has it: magic, version, little endian without a box, WGS 84, then WKB.
    let point = "47500001E6100000" + "0101000000" + "0000000000002440" + "0000000000004940"
    return """
      PRAGMA application_id = 1196444487;
      CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, srs_id INTEGER);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER,
       z INTEGER, m INTEGER);
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER, organization TEXT,
       organization_coordsys_id INTEGER, definition TEXT);
      INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84', 4326, 'EPSG', 4326, '');
      INSERT INTO gpkg_contents VALUES ('p', 'features', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('p', 'geom', 'POINT', 4326, 0, 0);
      CREATE TABLE p (id INTEGER PRIMARY KEY, geom BLOB, kind TEXT);
      """
        + Self.rows.map { row in
          "INSERT INTO p (geom, kind) VALUES (\(row.isPlaced ? "X'\(point)'" : "NULL"), '\(row.kind)');"
        }.joined()
  }

  @Test(arguments: ["in.sqlite", "in.gpkg"])
  func `count in the ids of clusters as supercluster counts them, under a filter those that pass`(
    name: String
  ) throws {
    let place = try Workplace()
    try write(name == "in.gpkg" ? package() : table(), to: name, in: place)
    // The points meet at the deepest zoom of the preset, 16: (index of the first, 0) · 32 + 17 + rows.
    for (filter, count) in [([], 12), (["--filter", "kind = 'a'"], 6)] {
      let outcome = try place.run(
        ["clusters", name, "--preset", "supercluster", "--center", "10,50", "--zoom", "2"] + filter)
      let features = try #require(try outcome.json()["features"] as? [[String: Any]], "\(outcome.errors)")
      let properties = try #require(features.first?["properties"] as? [String: Any])
      #expect((features.count, properties["point_count"] as? Int) == (1, count * 2 / 3))
      expect(properties["cluster_id"] as? Int, equals: 17 + count)
    }
  }
}

/// A built-in style without the system it is named after.
@Suite struct `No preset over a style of a system` {
  @Test(arguments: ["cch", "pins", "amap"])
  func `clusters as the style's source alone does`(style: String) throws {
    let place = try Workplace()
    // Pairs 73 points of the picture apart, each 15 wide: within a radius of 40, and cut by some cells.
    let rows = (0..<40).map {
      "\(Double($0 / 2) * 0.1 + Double($0 % 2) * 0.02),\(Double($0 / 2 % 3) * 0.01)\n"
    }
    try place.write("in.csv", "lon,lat\n" + rows.joined())
    func found(_ words: [String]) throws -> [[Double]] {
      let outcome = try place.run(
        ["clusters", "in.csv", "--center", "1,0", "--zoom", "9", "--size", "2000x400"] + words)
      let features = try #require(try outcome.json()["features"] as? [[String: Any]], "\(outcome.errors)")
      return features.compactMap { feature in
        let at = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Double]
        let count = (feature["properties"] as? [String: Any])?["point_count"] as? Int
        return at.map { $0 + [Double(count ?? 1)] }
      }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    // The sources of these styles are those of the style specification, with `clusterRadius` 40 and `clusterMaxZoom` 16.
    let free = try found(["--style", style, "--preset", "none"])
    expect(free.count, equals: 20)
    expect(free, equals: try found(["--preset", "supercluster"]))
    #expect(free != (try found(["--style", style])))
  }
}
