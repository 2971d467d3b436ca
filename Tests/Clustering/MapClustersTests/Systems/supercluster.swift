import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

/// Mapbox supercluster, feature by feature, named as it names them.
@Suite struct `supercluster` {
  private let places = [(50.0, 10.0), (50.0, 10.001), (50.0, 10.1), (-20.0, 100.0)]

  private func index(_ records: Int? = nil) throws -> RadiusIndex {
    try RadiusIndex(of: table(places), records: records)
  }

  @Test func `cluster_id: the origin's index, its zoom, and as many as there are features`() throws {
    // The first two meet at zoom 14: 40 / 512 / 2^14 of the world is more than 0.001°, at zoom 15 it is less.
    let plain = try #require(try index().items(zoom: 14).first { $0.count == 2 })
    expect(plain.clusterID, equals: 0 * 32 + 15 + 4)
    // Features without geometry are counted, too.
    let counted = try #require(try index(7).items(zoom: 14).first { $0.count == 2 })
    expect(counted.clusterID, equals: 0 * 32 + 15 + 7)
  }

  @Test func `getClusters, getChildren, getLeaves, getClusterExpansionZoom`() throws {
    let index = try index()
    let world = try BoundingBox(west: -180, south: -85, east: 180, north: 85)
    expect(index.clusters(in: world, zoom: 0).map(\.count).sorted(), equals: [1, 3])
    let top = try #require(index.clusters(in: world, zoom: 0).first { $0.count == 3 }?.clusterID)
    try expect(index.leaves(of: top), equals: [0, 1, 2])
    try expect(index.leaves(of: top, limit: 1, offset: 1), equals: [1])
    try expect(index.children(of: top).map(\.count), equals: [2, 1])
    let zoom = try index.expansionZoom(of: top)
    expect(index.clusters(in: world, zoom: Double(zoom)).count, equals: 3)
    expect(index.clusters(in: world, zoom: Double(zoom) - 1).count, equals: 2)
  }

  @Test func `getTile: whole coordinates, nil where nothing is`() throws {
    let tile = try #require(try index().tile(zoom: 0, column: 0, row: 0))
    expect(tile.map(\.item.count).max(), equals: 3)
    try expect(index().tile(zoom: 6, column: 0, row: 0), equals: nil)
  }

  @Test(arguments: [
    (999, "999"), (1000, "\"1k\""), (1250, "\"1.3k\""), (9940, "\"9.9k\""), (10_400, "\"10k\""),
  ])
  func `point_count, point_count_abbreviated`(count: Int, text: String) throws {
    let place = try Workplace()
    try place.write("a.csv", "lon,lat\n" + String(repeating: "10,50\n", count: count))
    let outcome = try place.run(
      "clusters a.csv --preset supercluster --center 10,50 --zoom 2 --format json")
    outcome.text.shows("\"point_count\": \(count), \"point_count_abbreviated\": \(text),")
  }

  @Test func `map, reduce`() throws {
    let index = try index()
    let top = try #require(index.items(zoom: 0).first { $0.count == 3 }?.clusterID)
    try expect(index.aggregate(of: top, map: { $0 + 1 }, reduce: { $0 += $1 }), equals: 6)
  }

  /// Ids, counts and sums that the command finds in the view of a style, whose source has these keys.
  private func clusters(_ keys: String, zoom: Int) throws -> [[String: Any]] {
    let place = try Workplace()
    try place.write("a.csv", "lon,lat,n\n10,50,1\n10.5,50,2\n11,50,4\n60,0,8\n")
    try place.write(
      "style.json",
      """
      {"version": 8, "sources": {"a": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []},
        "cluster": true, \(keys)}}, "layers": [{"id": "dots", "type": "circle", "source": "a"}]}
      """)
    let outcome = try place.succeed(
      "clusters a.csv --style style.json --center 30,30 --zoom \(zoom) --size 2000x1500")
    let features = try #require(try outcome.json()["features"] as? [[String: Any]])
    return features.compactMap { $0["properties"] as? [String: Any] }
  }

  @Test func `clusterRadius, clusterMaxZoom, clusterMinPoints, clusterProperties of a style`() throws {
    // Half a degree at zoom 3 is 512 · 2^3 / 720 = 5.7 points.
    let sums = #""clusterProperties": {"sum": ["+", ["get", "n"]]}"#
    func counts(_ keys: String, zoom: Int = 3) throws -> [Int] {
      try clusters(keys, zoom: zoom).compactMap { $0["point_count"] as? Int }
    }
    try expect(counts(#""clusterRadius": 6"#), equals: [2])
    try expect(counts(#""clusterRadius": 12"#), equals: [3])
    try expect(counts(#""clusterRadius": 12, "clusterMaxZoom": 2"#), equals: [])
    try expect(counts(#""clusterRadius": 12, "clusterMinPoints": 4"#), equals: [])
    let cluster = try #require(
      try clusters(#""clusterRadius": 12, "# + sums, zoom: 3).first { $0["sum"] != nil })
    expect(cluster["sum"] as? Double, equals: 7)
  }

  @Test func `QGIS: a distance in points, and a ring about points of one place`() throws {
    let place = try Workplace()
    try place.write("a.csv", "id,lon,lat\n1,0,0\n2,1,0\n3,3,0\n4,60,0\n5,60,0\n6,60,0\n")
    func rows(_ options: String) throws -> [[Substring]] {
      try place.succeed("clusters a.csv --center 30,0 --zoom 3 --size 1000x400 --format csv \(options)")
        .outputLines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }
    // A degree is 512 · 2^3 / 360 = 11.4 points at zoom 3, as is the distance of 2° and the mean of the first two.
    try expect(rows("--method distance --distance 12pt").map { $0[4] }, equals: ["2", "1", "3"])
    try expect(rows("--method distance --distance 40pt").map { $0[4] }, equals: ["3", "3"])
    let ring = try rows("--method none --co-located ring:12pt").filter { $0[0] > "3" }
    let degree = 512.0 * 8 / 360
    for row in ring {
      let (x, y) = (((Double(row[1]) ?? 0) - 60) * degree, (Double(row[2]) ?? 0) * degree)
      #expect(abs((x * x + y * y).squareRoot() - 12) < 0.1)
    }
    expect(ring.count, equals: 3)
  }

  @Test func `py-staticmaps: every point for itself`() throws {
    let place = try Workplace()
    try place.write("a.csv", "lon,lat\n10,50\n10,50\n10.001,50\n")
    _ = try place.succeed("render a.csv -o a.svg --method none --basemap none --center 10,50 --zoom 3")
    expect(place.text("a.svg").components(separatedBy: "<circle ").count, equals: 1 + 3)
    place.text("a.svg").hides("<text")
  }

  @Test func `minPoints, maxZoom: singles below and beyond`() throws {
    let settings = RadiusSettings(maximumZoom: 3, minimumPoints: 4)
    let index = try RadiusIndex(of: table(places), settings: settings)
    expect(index.items(zoom: 0).map(\.count), equals: [1, 1, 1, 1])
    try expect(self.index().items(zoom: 17).map(\.count), equals: [1, 1, 1, 1])
  }

  /// The ids of the clusters that the command finds in a file.
  private func clusterIDs(_ file: String, _ options: [String] = [], in place: Workplace) throws -> [Int] {
    let outcome = try place.run(
      "clusters \(file) --preset supercluster --center 10,50 --zoom 2 --size 800x600".words + options)
    let features = try #require(try outcome.json()["features"] as? [[String: Any]], "\(outcome.errors)")
    return features.compactMap { ($0["properties"] as? [String: Any])?["cluster_id"] as? Int }.sorted()
  }

  @Test func `features without geometry count in the ids of the command`() throws {
    let place = try Workplace()
    let point = { (lon: String) in
      #"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [\#(lon), 50]}}"#
    }
    try place.write(
      "a.geojson",
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": null}, "#
        + point("10") + ", " + point("10.001") + "]}")
    try expect(clusterIDs("a.geojson", in: place), equals: [0 * 32 + 15 + 3])
  }

  // The pairs meet at zoom 14, so that their ids are (index of the first among the points) · 32 + 15 + features: 5, 8, 7
  // and 6 of those below, whatever their geometry.
  @Test(arguments: [
    (["a"], 5, [0 * 32 + 15 + 5]), (["a", "b"], 8, [0 * 32 + 15 + 8, 2 * 32 + 15 + 8]),
    (["a", "c"], 7, [0 * 32 + 15 + 7]), (["a", "d"], 6, [0 * 32 + 15 + 6]),
  ])
  func `cluster_id with a filter: as many as there are features that pass, geometry or not`(
    kinds: [String], count: Int, ids: [Int]
  ) throws {
    let filter = kinds.map { "kind = '\($0)'" }.joined(separator: " or ")
    let place = try Workplace()
    try place.write("a.geojson", Self.mixed)
    try expect(clusterIDs("a.geojson", ["--filter", filter], in: place), equals: ids)
    // The ids of the same features alone.
    let alone = Self.features.filter { feature in kinds.contains { feature.contains("\"\($0)\"") } }
    expect(alone.count, equals: count)
    try place.write(
      "b.geojson", #"{"type": "FeatureCollection", "features": ["# + alone.joined(separator: ",\n") + "]}")
    try expect(clusterIDs("b.geojson", in: place), equals: ids)
  }

  /// Points, features without a place, and one with two.
  private static let features = [
    feature("a", nil), feature("a", #""Point", "coordinates": [10, 50]"#),
    feature("a", #""Point", "coordinates": [10.001, 50]"#), feature("c", nil), feature("c", nil),
    feature("b", #""Point", "coordinates": [40, 20]"#),
    feature("b", #""Point", "coordinates": [40.001, 20]"#),
    feature("b", nil), feature("a", nil), feature("a", nil),
    feature("d", #""MultiPoint", "coordinates": [[100, -20], [120, -30]]"#),
  ]

  private static let mixed =
    #"{"type": "FeatureCollection", "features": ["# + features.joined(separator: ",\n") + "]}"

  private static func feature(_ kind: String, _ geometry: String?) -> String {
    let geometry = geometry.map { #"{"type": \#($0)}"# } ?? "null"
    return #"{"type": "Feature", "properties": {"kind": "\#(kind)"}, "geometry": \#(geometry)}"#
  }
}
