import MapGeometry
import Testing
import VectorTiles

@Suite struct `The description of a tile set` {
  @Test func `is read from TileJSON`() throws {
    let text = """
      {"tilejson": "3.0.0", "name": "City", "attribution": "© OpenStreetMap contributors", "scheme": "tms",
       "tiles": ["https://a/{z}/{x}/{y}.pbf", "https://b/{z}/{x}/{y}.pbf"], "minzoom": 2, "maxzoom": 14,
       "bounds": [-122.43, 37.76, -122.38, 37.81], "encoding": "mlt",
       "vector_layers": [
         {"id": "water", "fields": {"class": "String", "id": "Number"}, "minzoom": 0, "maxzoom": 14,
          "description": "lakes"},
         {"fields": {}}, {"id": "poi", "fields": {"rank": 1}}]}
      """
    let set = try TileSetDescription(Array(text.utf8))
    #expect(set.name == "City")
    #expect(set.attribution == "© OpenStreetMap contributors")
    #expect((set.minimumZoom, set.maximumZoom) == (2, 14))
    #expect(set.bounds == (try BoundingBox(west: -122.43, south: 37.76, east: -122.38, north: 37.81)))
    #expect(set.tiles == ["https://a/{z}/{x}/{y}.pbf", "https://b/{z}/{x}/{y}.pbf"])
    #expect((set.scheme, set.encoding) == ("tms", "mlt"))
    #expect(set.layers.map(\.id) == ["water", "poi"])
    let water = try #require(set.layer("water"))
    #expect(water.fields.map(\.name) == ["class", "id"])
    #expect(water.fields.map(\.description) == ["String", "Number"])
    #expect((water.minimumZoom, water.maximumZoom, water.description) == (0, 14, "lakes"))
    #expect(set.layer("poi")?.fields.map(\.description) == [""])
    #expect(set.layer("poi")?.minimumZoom == nil)
  }

  @Test func `is read from metadata that keeps numbers and layers as text`() throws {
    let text = #"""
      {"minzoom": "0", "maxzoom": "14", "bounds": "-122.43, 37.76,-122.38,37.81",
       "json": "{\"vector_layers\": [{\"id\": \"water\"}]}"}
      """#
    let set = try TileSetDescription(Array(text.utf8))
    #expect((set.minimumZoom, set.maximumZoom) == (0, 14))
    #expect(set.bounds?.west == -122.43)
    #expect(set.layers.map(\.id) == ["water"])
  }

  @Test func `leaves out what is of a wrong type`() throws {
    let text = """
      {"minzoom": 1.5, "maxzoom": 99, "bounds": [0, 0, 0, 0], "name": 3, "tiles": "x", "vector_layers": {},
       "json": "broken"}
      """
    let set = try TileSetDescription(Array(text.utf8))
    #expect((set.minimumZoom, set.maximumZoom, set.bounds, set.name) == (nil, nil, nil, nil))
    #expect(set.tiles.isEmpty)
    #expect(set.layers.isEmpty)
    #expect(try TileSetDescription([]) == TileSetDescription(Array("{}".utf8)))
  }

  @Test func `must be a JSON object`() {
    #expect(throws: VectorTileError.metadataNotObject(found: "array")) {
      try TileSetDescription(Array("[1]".utf8))
    }
    #expect(throws: VectorTileError.self) { try TileSetDescription(Array("{".utf8)) }
    #expect(
      VectorTileError.metadataNotObject(found: "array").description
        == "the tile metadata is of type array, expected a JSON object; make the file again")
  }
}
