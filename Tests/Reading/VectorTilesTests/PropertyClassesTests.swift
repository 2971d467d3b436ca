import TestSupport
import Testing
import VectorTiles

@Suite struct `Classes of features` {
  /// A layer of points with these properties, each a pair of places in the tables.
  private func layer(_ keys: [String], _ values: [String], _ tags: [[UInt64]]) throws -> VectorTileLayer {
    var layer = LayerWriter()
    layer.keys = keys
    layer.values = values.map(LayerWriter.text)
    layer.features = tags.map { FeatureWriter.points([(1, 1)], tags: $0).bytes }
    return try #require(layer.tile.layers.first)
  }

  private func numbers(_ names: [String], _ layers: VectorTileLayer...) throws -> [Int?] {
    var classes = try #require(PropertyClasses(of: names))
    return layers.flatMap { layer in layer.features.map { classes.number(of: $0) } }
  }

  @Test func `follow the named properties alone, in any order`() throws {
    let layer = try layer(
      ["class", "name", "lanes"], ["primary", "path", "Elm", "Oak"],
      [[0, 0, 1, 2], [1, 3, 0, 0], [0, 1], [], [1, 2], [0, 0, 2, 2], [2, 2, 0, 0]])
    try expect(numbers(["class"], layer), equals: [0, 0, 1, 2, 2, 0, 0])
    try expect(numbers(["class", "lanes"], layer), equals: [0, 0, 1, 2, 2, 3, 3])
    try expect(numbers(["nowhere"], layer), equals: [0, 0, 0, 0, 0, 0, 0])
    try expect(numbers([], layer), equals: [0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `are of one tile each, for its table is its own`() throws {
    let one = try layer(["class"], ["primary", "path"], [[0, 0], [0, 1]])
    let other = try layer(["class"], ["path", "primary"], [[0, 0], [0, 1]])
    try expect(numbers(["class"], one, other), equals: [0, 1, 2, 3])
  }

  @Test func `take the last of a repeated property, as reading does`() throws {
    let layer = try layer(["class"], ["primary", "path"], [[0, 0, 0, 1], [0, 1], [0, 0]])
    try expect(numbers(["class"], layer), equals: [0, 0, 1])
    expect(layer[0].property("class"), equals: .string("path"))
  }

  @Test func `are none where a tile has a key twice, or too many properties count`() throws {
    let layer = try layer(["class", "class"], ["primary"], [[0, 0], [1, 0]])
    try expect(numbers(["class"], layer), equals: [nil, nil])
    #expect(PropertyClasses(of: ["a", "b", "c", "d", "e"]) == nil)
  }
}
