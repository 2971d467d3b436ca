import Foundation
import BuiltIns
import TestSupport
import Testing

@Suite struct `Built-in styles` {
  @Test func `light is the default and debug is among them`() {
    expect(
      BuiltInStyles.names,
      equals: [
        "light", "dark", "debug", "heatmap", "print", "amap", "cch", "clustermap", "pablo", "pins",
        "supercluster", "tb", "donut", "several-groups",
      ])
  }

  static let streets = BuiltInStyles.TileSchema.allCases.flatMap { schema in
    [false, true].map { BuiltInStyles.streets(schema, isDark: $0) }
  }

  @Test(arguments: BuiltInStyles.names + streets)
  func `every one is the file of its name`(name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Styles/\(name).json")
    try expect(BuiltInStyles.style(named: name), equals: Array(Data(contentsOf: file)))
  }

  // A donut shows what a cluster holds, several groups have names of their own.
  @Test(arguments: BuiltInStyles.names.filter { !["donut", "several-groups"].contains($0) })
  func `every one has land, what its points come to, and singles`(name: String) throws {
    let bytes = try #require(BuiltInStyles.style(named: name))
    let style = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    expect(style["version"] as? Int, equals: 8)
    let sources = try #require(style["sources"] as? [String: [String: Any]])
    let layers = try #require(style["layers"] as? [[String: Any]])
    let ids = layers.compactMap { $0["id"] as? String }
    expect(Set(ids).count, equals: layers.count)
    for layer in layers where layer["type"] as? String != "background" {
      #expect(sources[try #require(layer["source"] as? String)] != nil)
    }
    let drawn = name == "heatmap" ? ["heat"] : ["singles", "clusters", "counts"]
    #expect((["background", "land"] + drawn).allSatisfy(ids.contains))
  }

  @Test(arguments: streets)
  func `street styles draw tiles beneath the bubbles of the style they extend`(name: String) throws {
    let style = try layers(of: name)
    let look = try layers(of: name.contains("dark") ? "dark" : "light")
    let tiles = style.prefix { $0["source"] as? String == BuiltInStyles.tileSource || $0["source"] == nil }
    #expect(tiles.count > 30)
    // All that the look draws of the points, in the same words.
    let bubbles = look.filter { ($0["source"] as? String)?.hasPrefix("points") == true }
    expect(NSArray(array: Array(style.dropFirst(tiles.count))), equals: NSArray(array: bubbles))
    for layer in tiles.dropFirst() { #expect(layer["source-layer"] is String) }
    let ids = tiles.compactMap { $0["id"] as? String }
    for id in [
      "water", "buildings", "rail", "borders", "road-major-casings", "road-minor", "bridge-major",
      "major-road-names", "water-names", "city-names",
    ] {
      #expect(ids.contains(id), "\(id)")
    }
    expect(tiles.first { $0["id"] as? String == "buildings" }?["minzoom"] as? Int, equals: 14)
    expect(tiles.first { $0["id"] as? String == "major-road-names" }?["minzoom"] as? Int, equals: 13)
  }

  @Test func `schemas of tiles are known by their layers and fields`() {
    typealias Schema = BuiltInStyles.TileSchema
    // What tilemaker writes for OpenMapTiles, and what the Protomaps basemap documents.
    let openMapTiles: [String: Set<String>] = [
      "place": ["class", "name:latin"], "transportation": ["brunnel", "class", "ramp"], "water": ["class"],
      "aeroway": [],
    ]
    let protomaps: [String: Set<String>] = [
      "earth": ["kind"], "roads": ["kind", "kind_detail", "name"], "places": ["kind"], "water": ["kind"],
    ]
    expect(Schema(layers: openMapTiles), equals: .openMapTiles)
    expect(Schema(layers: protomaps), equals: .protomaps)
    expect(Schema(layers: protomaps.mapValues { _ in [] }), equals: .protomaps)
    expect(
      Schema(layers: ["landcover": ["class"], "place": ["class"], "water": ["class"]]), equals: .openMapTiles)

    let old = protomaps.mapValues { Set($0.map { $0 == "kind" ? "pmap:kind" : $0 }) }
    expect(Schema(layers: old), equals: nil)
    #expect(Schema.isOldProtomaps(layers: old))
    #expect(!Schema.isOldProtomaps(layers: protomaps))
    #expect(!Schema.isOldProtomaps(layers: [:]))
    // Shortbread, and a city's own trees.
    expect(
      Schema(layers: ["streets": ["kind"], "water_polygons": ["kind"], "place_labels": ["kind"]]), equals: nil
    )
    #expect((Schema(layers: ["trees": ["kind", "class"]]), Schema(layers: [:])) == (nil, nil))
  }

  private func layers(of name: String) throws -> [[String: Any]] {
    let bytes = try #require(BuiltInStyles.style(named: name))
    let style = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    return try #require(style?["layers"] as? [[String: Any]])
  }

  @Test func `an unknown name has no style`() {
    expect(BuiltInStyles.style(named: "Light"), equals: nil)
    expect(BuiltInStyles.style(named: ""), equals: nil)
  }

  @Test func `heatmap is a heat map at every zoom, and nothing else of its points`() throws {
    let bytes = try #require(BuiltInStyles.style(named: "heatmap"))
    let style = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let layers = try #require(style["layers"] as? [[String: Any]])
    let own = layers.filter { $0["source"] as? String == "points" }
    expect(own.map { $0["type"] as? String }, equals: ["heatmap"])
    #expect(own.allSatisfy { $0["minzoom"] == nil && $0["maxzoom"] == nil })
    #expect(own.allSatisfy { ($0["paint"] as? [String: Any])?["heatmap-opacity"] == nil })
  }
}
