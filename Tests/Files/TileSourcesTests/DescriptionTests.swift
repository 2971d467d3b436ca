import MapGeometry
import TestSupport
import Testing
import TileSources
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
    let set = try ArchiveDescription(tileJSON: Array(text.utf8))
    expect(set.name, equals: "City")
    expect(set.attribution, equals: "© OpenStreetMap contributors")
    #expect((set.minimumZoom, set.maximumZoom) == (2, 14))
    expect(set.bounds, equals: try BoundingBox(west: -122.43, south: 37.76, east: -122.38, north: 37.81))
    expect(set.templates, equals: ["https://a/{z}/{x}/{y}.pbf", "https://b/{z}/{x}/{y}.pbf"])
    #expect((set.isFlipped, set.encoding) == (true, "mlt"))
    expect(set.layers.map(\.name), equals: ["water", "poi"])
    expect(set.layers.map(\.fields), equals: [["class", "id"], ["rank"]])
  }

  @Test func `is read from metadata that keeps numbers and layers as text`() throws {
    let text = #"""
      {"minzoom": "0", "maxzoom": "14", "bounds": "-122.43, 37.76,-122.38,37.81",
       "json": "{\"vector_layers\": [{\"id\": \"water\"}]}"}
      """#
    let set = try ArchiveDescription(tileJSON: Array(text.utf8))
    #expect((set.minimumZoom, set.maximumZoom) == (0, 14))
    expect(set.bounds?.west, equals: -122.43)
    expect(set.layers.map(\.name), equals: ["water"])
  }

  @Test func `leaves out what is of a wrong type`() throws {
    let text = """
      {"minzoom": 1.5, "maxzoom": 99, "bounds": [0, 0, 0, 0], "name": 3, "tiles": "x", "vector_layers": {},
       "json": "broken"}
      """
    let set = try ArchiveDescription(tileJSON: Array(text.utf8))
    #expect((set.minimumZoom, set.maximumZoom, set.bounds, set.name) == (nil, nil, nil, nil))
    #expect(set.templates.isEmpty)
    #expect(set.layers.isEmpty)
    try expect(ArchiveDescription(tileJSON: []), equals: ArchiveDescription(tileJSON: Array("{}".utf8)))
  }

  @Test func `must be a JSON object`() {
    #expect(throws: VectorTileError.metadataNotObject(found: "array")) {
      try ArchiveDescription(tileJSON: Array("[1]".utf8))
    }
    #expect(throws: VectorTileError.self) { try ArchiveDescription(tileJSON: Array("{".utf8)) }
    expect(
      VectorTileError.metadataNotObject(found: "array").description,
      equals: "the tile metadata is of type array, expected a JSON object; make the file again")
  }
}
