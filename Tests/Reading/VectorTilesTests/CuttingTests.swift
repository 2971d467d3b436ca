import MapGeometry
import TestSupport
import Testing
import VectorTiles

@Suite struct `Tiles cut from an ancestor` {
  private let source: TileID
  private let tile: VectorTile

  init() throws {
    source = try #require(TileID(zoom: 2, column: 1, row: 3))
    var layer = LayerWriter(
      "shapes", extent: 64, keys: ["kind"], values: [LayerWriter.text("a"), LayerWriter.text("b")])
    layer.features = [
      // A diamond with a hole about the middle, a line across the upper half, points.
      FeatureWriter.rings(
        [
          [(32, 0), (64, 32), (32, 64), (0, 32)],
          [(32, 24), (24, 32), (32, 40), (40, 32)],
        ], id: 7, tags: [0, 0]
      ).bytes,
      FeatureWriter.lines([[(0, 8), (64, 24)]], id: nil, tags: [0, 1]).bytes,
    ]
    tile = layer.tile
  }

  private func quarters() throws -> [VectorTile] {
    try (0..<4).map { number in
      let id = try #require(TileID(zoom: 3, column: 2 + number % 2, row: 6 + number / 2))
      return try #require(tile.cut(to: id, from: source))
    }
  }

  /// Twice the area of a feature, holes taken off.
  private func doubledArea(_ feature: VectorTileFeature) -> Int {
    feature.parts.reduce(0) { sum, ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(sum) { sum, edge in
        sum + Int(edge.0[0]) * Int(edge.1[1]) - Int(edge.1[0]) * Int(edge.0[1])
      }
    }
  }

  @Test func `have a quarter of the area each, in units half as large`() throws {
    // The diamond has 2048 square units, its hole 128; a quarter's units are a quarter as large.
    for quarter in try quarters() {
      let area = try #require(quarter.layer("shapes")?[0])
      expect(doubledArea(area), equals: 2 * (2048 - 128))
      expect(area.id, equals: 7)
      expect(area.property("kind"), equals: .string("a"))
    }
  }

  @Test func `agree where they meet`() throws {
    let quarters = try quarters()
    let lines = quarters.prefix(2).map { $0.layer("shapes")?[1].parts ?? [] }
    expect(lines, equals: [[[[0, 16], [64, 32]]], [[[0, 32], [64, 48]]]])
    expect(quarters[2].layer("shapes")?.count, equals: 1)
  }

  @Test func `are those of the ancestor alone`() throws {
    let other = try #require(TileID(zoom: 3, column: 0, row: 0))
    #expect(tile.cut(to: other, from: source) == nil)
    let deep = try #require(TileID(zoom: 7, column: 63, row: 127))
    // The corner of the diamond's square is empty.
    expect(tile.cut(to: deep, from: source)?.layers.isEmpty, equals: true)
  }
}
