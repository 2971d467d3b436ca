import MapGeometry
import TestSupport
import Testing

@Suite struct `A tile id` {
  @Test(arguments: [(-1, 0, 0), (31, 0, 0), (2, 4, 0), (2, 0, 4), (2, -1, 0), (2, 0, -1), (0, 1, 0)])
  func `exists only where the map has such a square`(zoom: Int, column: Int, row: Int) {
    expect(TileID(zoom: zoom, column: column, row: row), equals: nil)
  }

  @Test func `knows its ancestors`() throws {
    let tile = try #require(TileID(zoom: 14, column: 2620, row: 6331))
    expect(tile.parent, equals: TileID(zoom: 13, column: 1310, row: 3165))
    expect(tile.ancestor(atZoom: 0), equals: TileID(zoom: 0, column: 0, row: 0))
    expect(tile.ancestor(atZoom: 14), equals: tile)
    expect(tile.ancestor(atZoom: 15), equals: nil)
    expect(tile.ancestor(atZoom: -1), equals: nil)
    expect(TileID(zoom: 0, column: 0, row: 0)?.parent, equals: nil)
  }

  @Test func `has a square of the world and a row from the south`() throws {
    let tile = try #require(TileID(zoom: 2, column: 3, row: 1))
    #expect(tile.worldRect == (0.75, 0.25, 0.25))
    expect(tile.flippedRow, equals: 2)
  }
}
