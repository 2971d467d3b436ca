import MapGeometry
import TestSupport
import Testing

@testable import CellSources

@Suite struct `Names of cells` {
  /// Published examples: CARTO's documentation of quadbin_from_zxy(4, 9, 8), and the resolution-0 cell.
  @Test(
    arguments: [
      (5_209_574_053_332_910_079, 4, 9, 8), (5_192_650_370_358_181_887, 0, 0, 0),
    ] as [(Int64, Int, Int, Int)])
  func `are tiles in quadbin`(bits: Int64, zoom: Int, x: Int, y: Int) {
    expect(CellNames.tile(quadbin: bits), equals: TileID(zoom: zoom, column: x, row: y))
  }

  @Test(arguments: [0, -1, 5_209_574_053_332_910_078, 9_223_372_036_854_775_807] as [Int64])
  func `are not every 64 bits`(bits: Int64) {
    expect(CellNames.tile(quadbin: bits), equals: nil)
  }

  /// The example of Microsoft's "Bing Maps Tile System": tile (3, 5) at level 3 is 213.
  @Test func `are tiles in quadkeys`() {
    expect(CellNames.tile(quadkey: "213"), equals: TileID(zoom: 3, column: 3, row: 5))
    expect(CellNames.tile(quadkey: ""), equals: TileID(zoom: 0, column: 0, row: 0))
    expect(CellNames.tile(quadkey: "214"), equals: nil)
  }

  @Test func `are tiles in Elasticsearch's paths`() throws {
    let numbers = try #require(TileID.numbers(of: "8/131/84"))
    expect([numbers.zoom, numbers.column, numbers.row], equals: [8, 131, 84])
    for text in ["8/131", "8/131/x", "8/131/84/1", ""] {
      let none = TileID.numbers(of: text)
      #expect(none == nil, "\(text)")
    }
  }

  /// The example of geohash.org: ezs42 lies about 42.605, -5.603.
  @Test func `are places in geohashes`() throws {
    let (longitudes, latitudes, name) = try #require(CellNames.geohash("ezs42"))
    #expect(abs(latitudes.middle - 42.605) < 0.001)
    #expect(abs(longitudes.middle + 5.603) < 0.001)
    expect(CellNames.length(ofGeohash: name), equals: 5)
    expect(CellNames.geohash("aio")?.name, equals: nil)
    expect(CellNames.geohash("")?.name, equals: nil)
  }
}
