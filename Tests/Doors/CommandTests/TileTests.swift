import Foundation
import TestSupport
import Testing

@Suite struct `clustersnap tile` {
  /// A folder of one tile with a square that has a hole, and a point.
  private func place() throws -> Workplace {
    let place = try Workplace()
    let layer = LayerWriter(
      "park",
      .rings(
        [
          [(0, 0), (4096, 0), (4096, 4096), (0, 4096)],
          [(1024, 1024), (1024, 2048), (2048, 2048), (2048, 1024)],
        ], id: 7),
      .points([(2048, 2048)]))
    try place.write("city/0/0/0.pbf", Data(layer.bytes))
    return place
  }

  @Test func `describes an archive`() throws {
    let outcome = try place().run(["tile", "city"])
    expect(outcome.status, equals: 0)
    outcome.text.shows("zooms: 0 to 0")
    let json = try place().run(["tile", "city", "--format", "json"])
    let root = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    #expect((root["minzoom"] as? Int, root["maxzoom"] as? Int) == (0, 0))
  }

  @Test func `prints the features of a tile in degrees, or as they are stored`() throws {
    let place = try place()
    for (words, corner) in [([String](), [-180, 85.0511288]), (["--raw"], [0, 0])] {
      let outcome = try place.run(["tile", "city", "0/0/0", "--layer", "park"] + words)
      let root = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      let features = try #require(root["features"] as? [[String: Any]])
      #expect((features.count, features.first?["id"] as? Int) == (2, 7))
      expect(features.first?["layer"] as? String, equals: "park")
      let geometry = try #require(features[0]["geometry"] as? [String: Any])
      let polygons = try #require(geometry["coordinates"] as? [[[[Double]]]])
      #expect((polygons.count, polygons.first?.map(\.count)) == (1, [5, 5]))
      #expect((polygons[0][0][0], polygons[0][0][4]) == (corner, corner))
    }
    for (name, guess) in [("roads", "it has park"), ("prak", "did you mean park?")] {
      let other = try place.run(["tile", "city", "0/0/0", "--layer", name])
      expect(other.status, equals: 0)
      other.text.shows(#""features":[]"#)
      expect(
        other.lines, equals: ["city/0/0/0.pbf: warning: there is no layer \(name); \(guess)"],
        "\(other.errors)")
      let strict = try place.run(["tile", "city", "0/0/0", "--layer", name, "--strict"])
      #expect((strict.status, strict.text) == (2, ""))
      expect(strict.lines, equals: ["city/0/0/0.pbf: error: there is no layer \(name); \(guess)"])
    }
  }

  @Test func `cuts tiles of the built-in world`() throws {
    let place = try place()
    let outcome = try place.run(["tile", "builtin://world", "3/4/2", "--layer", "place", "--raw"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let root = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let features = try #require(root["features"] as? [[String: Any]])
    let names = features.compactMap { ($0["properties"] as? [String: Any])?["name"] as? String }
    #expect(names.contains("Berlin"))
    // In the next tile to the west.
    #expect(!names.contains("Dublin"))
    let described = try place.run(["tile", "builtin://world"])
    described.text.shows("layer boundary: admin_level, disputed, maritime")
    let unknown = try place.run(["tile", "builtin://moon"])
    expect(unknown.status, equals: 2)
    expect(
      unknown.lines,
      equals: [
        "clustersnap: error: builtin://moon is no archive of tiles: the only built-in tiles are builtin://world"
      ])
  }

  @Test func `prints a tile in a file of its own in units of the tile`() throws {
    let place = try place()
    let alone = try place.run(["tile", "city/0/0/0.pbf", "--raw"]).succeedingQuietly()
    try expect(alone.output, equals: place.run(["tile", "city", "0/0/0", "--raw"]).output)
    let nowhere = try place.run(["tile", "city/0/0/0.pbf"])
    nowhere.reports(
      2,
      "clustersnap: error: city/0/0/0.pbf is one tile, whose place is not known; add --raw, or name its archive"
    )
    try place.write("page.mvt", "<html>")
    let page = try place.run(["tile", "page.mvt", "--raw"])
    page.reports(2, containing: "page.mvt is a page of HTML or XML, not a tile")
  }

  @Test(
    arguments: commands(
      """
      tile → clustersnap: error: name an archive of tiles, and perhaps one tile:
      tile city 1/2 → clustersnap: error: 1/2 is no tile; write zoom/column/row, such as
      tile city 1/0/0 → clustersnap: error: city/{z}/{x}/{y}.pbf has no tile 1/0/0; name another
      tile city 1/2/0 → clustersnap: error: 1/2/0 is no tile; write zoom/column/row
      tile city --tile-timeout 0 → clustersnap: error: --tile-timeout: 0 is outside 0.1...600
      tile nowhere → clustersnap: error: nowhere cannot be read:
      """))
  func `names what it needs`(words: [String], message: String) throws {
    let outcome = try place().run(words)
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(outcome.errors.hasPrefix(message))
  }
}
