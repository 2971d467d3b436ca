import MapGeometry
import TestSupport
import Testing
import VectorTiles

@testable import MapGround
@testable import MapScene

@Suite struct `The memory of stitched layers` {
  private static let tiles = TiledData(features: [
    ("a", .area([[(-480, -320), (320, -320), (480, 0), (240, 480), (-320, 200)]]))
  ]).tiles

  private static func placed(_ tiles: [TileID: VectorTile], copy: Int = 0) -> [PlacedTile] {
    tiles.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }
      .map { PlacedTile($0.value, at: $0.key, copy: copy) }
  }

  @Test func `gives the same tiles what was stitched of them`() {
    let memory = StitchMemory()
    let first = memory.layer("shapes", of: Self.placed(Self.tiles))
    #expect(memory.layer("shapes", of: Self.placed(Self.tiles)) === first)
    expect(first.count, equals: 1)
  }

  @Test func `stitches anew where a tile, a copy, a neighbor or the layer is another one`() {
    let memory = StitchMemory()
    let all = Self.placed(Self.tiles)
    let first = memory.layer("shapes", of: all)
    let others = [
      Self.placed(TiledData(features: [("a", .area([[(-480, -320), (320, -320), (240, 480)]]))]).tiles),
      Self.placed(Self.tiles, copy: 1), Array(all.dropLast()),
    ]
    for other in others {
      let found = memory.layer("shapes", of: other)
      #expect(found !== first)
      expect(found.positions, equals: StitchedLayer("shapes", of: other).positions)
    }
    expect(memory.layer("names", of: all).count, equals: 0)
    #expect(memory.layer("shapes", of: all) === first)
  }

  @Test func `lets the oldest go`() {
    let memory = StitchMemory()
    let corners = (0..<40_000).map { (-480 + $0 % 960, $0 / 960 * 9 - 200) }
    let large = TiledData(features: [("a", .line(corners))]).tiles
    let first = memory.layer("shapes", of: Self.placed(large))
    for copy in 1..<40 { _ = memory.layer("shapes", of: Self.placed(large, copy: copy)) }
    #expect(memory.layer("shapes", of: Self.placed(large)) !== first)
  }
}
