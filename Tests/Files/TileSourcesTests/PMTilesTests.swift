import Foundation
import Inflate
import MapFeatures
import MapGeometry
import TestSupport
import Testing
import TileSources

@Suite struct `Tiles in PMTiles` {
  /// Written by PyPI's `pmtiles` 3.8.1: all 21 tiles of zooms 0 to 2, those below zoom 2 with an empty layer name, those
  /// of zoom 2 with their column as the layer's name; gzip inside and out.
  static let small =
    "UE1UaWxlcwN/AAAAAAAAACsAAAAAAAAAqgAAAAAAAACCAAAAAAAAACwBAAAAAAAAAAAAAAAAAAAsAQAAAAAAAIYAAAAAAAAAFQAAAAAAAAAJAAAA"
    + "AAAAAAUAAAAAAAAAAQICAQACAC62lEk6Ts0A0klrt8WxMgEA4fUFAMLrCx+LCAAAAAAAAgPjZGBlZGJmAiIYzSglDQWMDAzSDAwMgQwAqpTAySUA"
    + "AAAfiwgAAAAAAAIDLYxLCsMwDESvYrTOwnSXXqN01ZagJkoRyDbYSn/Gd48F2c2bN0yFiIHg7KAEFIHBAapmfm7KKVp/37zH0V2LuTfNmvIk+KNc"
    + "ur1V4MVWH1TKtliZZDFVYRYsluDSD+MLWteB4z+l0FtvhN+DTu3RdqW1ZZeMAAAAH4sIAAAAAAACA5NiqWDiYgAACZLvsQYAAAAfiwgAAAAAAAID"
    + "k2KtYOJiNAAA82rxXwcAAAAfiwgAAAAAAAIDk2KtYOJiNAQAZVr2KAcAAAAfiwgAAAAAAAIDk2KtYOJiNAIA3wv/sQcAAAAfiwgAAAAAAAIDk2Kt"
    + "YOJiNAYASTv4xgcAAAA="

  private func archive(_ bytes: [UInt8]) -> PMTiles { PMTiles(bytes: ByteArray(bytes), name: "city.pmtiles") }

  private func fault(_ bytes: [UInt8], _ id: TileID? = nil) -> String? {
    message { try archive(bytes).tile(try id ?? tileID(0, 0, 0)) }
  }

  @Test func `are read as PyPI's pmtiles wrote them`() throws {
    let tiles = archive(Array(try #require(Data(base64Encoded: Self.small))))
    for zoom in 0...2 {
      for column in 0..<1 << zoom {
        for row in 0..<1 << zoom {
          let tile = try #require(try tiles.tile(tileID(zoom, column, row)))
          expect(tile.bytes, equals: zoom < 2 ? vectorTile("") : vectorTile("\(column)"))
          #expect((tile.content, tile.name) == (.vector, "city.pmtiles, tile \(zoom)/\(column)/\(row)"))
        }
      }
    }
    try expect(tiles.tile(tileID(3, 0, 0)), equals: nil)
    let description = try tiles.description()
    #expect((description.format, description.name, description.attribution) == (.mvt, "small", "© Us"))
    #expect((description.minimumZoom, description.maximumZoom) == (0, 2))
    #expect((description.layers.map(\.name), description.layers.first?.fields.count) == (["water"], 1))
    #expect((description.center?.longitude, description.centerZoom) == (10, 1))
    try expect(tiles.tileCount(during: TileLoad()), equals: 21)
    let facts = try ArchiveSummary(of: tiles)
    #expect((facts.content, facts.tileCount, facts.name) == (.vector, 21, "city.pmtiles"))
  }

  @Test func `are found through directories of directories, up to four deep`() throws {
    var fixture = PMTilesFixture(of: [(try tileID(2, 1, 3), vectorTile())])
    for depth in 0...4 {
      fixture.leafDepth = depth
      try expect(archive(fixture.bytes).tile(tileID(2, 1, 3))?.bytes, equals: vectorTile())
      try expect(archive(fixture.bytes).tile(tileID(2, 1, 2)), equals: nil)
    }
    fixture.leafDepth = 5
    expect(
      fault(fixture.bytes, try tileID(2, 1, 3)),
      equals: "city.pmtiles: PMTiles directories are nested more than 4 deep; make the file again")
    fixture.isCircular = true
    expect(
      fault(fixture.bytes, try tileID(2, 1, 3)),
      equals: "city.pmtiles: PMTiles directories are nested more than 4 deep; make the file again")
  }

  @Test func `that are cut off are refused wherever it was`() throws {
    var fixture = PMTilesFixture(of: [
      (try tileID(0, 0, 0), vectorTile()), (try tileID(1, 1, 1), vectorTile("b")),
    ])
    fixture.leafDepth = 1
    let whole = fixture.bytes
    expect(fault(whole, try tileID(1, 1, 1)), equals: nil)
    for end in 0..<whole.count {
      let error = fault(Array(whole[..<end]), try tileID(1, 1, 1))
      expect(error?.hasPrefix("city.pmtiles: "), equals: true, "\(end)")
      expect(error?.contains("\n"), equals: false)
    }
  }

  @Test func `never trap on noise`() throws {
    var fixture = PMTilesFixture(of: [
      (try tileID(0, 0, 0), vectorTile()), (try tileID(1, 1, 1), vectorTile("b")),
    ])
    fixture.leafDepth = 2
    let whole = fixture.bytes
    var random = Seeded(seed: 1)
    for _ in 0..<3000 {
      var noise = whole
      for _ in 0..<3 {
        noise[random.below(noise.count)] = UInt8(random.below(256))
      }
      _ = fault(noise, try tileID(1, 1, 1))
      _ = message { try archive(noise).description() }
    }
  }

  @Test func `of other versions, formats and packings are refused by name`() throws {
    var fixture = PMTilesFixture(of: [(try tileID(0, 0, 0), vectorTile())])
    expect(
      fault(Array("PM".utf8) + [2, 0] + [UInt8](repeating: 0, count: 200))?.hasPrefix(
        "city.pmtiles: this is a PMTiles archive of version 2, only version 3 is read"), equals: true)
    expect(
      fault(Array("<html>".utf8))?.hasPrefix("city.pmtiles: this is not a PMTiles archive"), equals: true)
    for (type, name) in [(5, "AVIF"), (6, "MLT")] as [(UInt8, String)] {
      fixture.tileType = type
      expect(
        fault(fixture.bytes)?.hasPrefix("city.pmtiles, tile 0/0/0 is of type \(name), which is not read"),
        equals: true)
    }
    fixture.tileType = 1
    fixture.tileCompression = 3
    expect(
      fault(fixture.bytes)?.hasPrefix("city.pmtiles, tile 0/0/0 is packed with Brotli, which is"),
      equals: true)
    fixture.tileCompression = 1
    fixture.internalCompression = 3
    expect(fault(fixture.bytes)?.contains("directories are packed with Brotli"), equals: true)
    fixture.internalCompression = 1
    fixture.tileType = 2
    expect(
      fault(fixture.bytes),
      equals:
        "city.pmtiles, tile 0/0/0 is a vector tile, but the metadata has pictures; correct the metadata's format"
    )
    fixture.tileType = 1
    fixture.tiles = [(0, try gzipped(33 << 20))]
    expect(fault(fixture.bytes), equals: "city.pmtiles, tile 0/0/0 is larger than 32 MB; that is no tile")
    fixture.metadata = Array("[1]".utf8)
    expect(
      message { try archive(fixture.bytes).description() },
      equals: "city.pmtiles: the tile metadata is of type array, expected a JSON object; make the file again")
  }

  @Test func `are read from files, which must not change`() throws {
    let place = try Workplace()
    var fixture = PMTilesFixture(of: [(try tileID(0, 0, 0), vectorTile())])
    fixture.padding = 20_000
    try place.write("a.pmtiles", Data(fixture.bytes))
    let path = place.path("a.pmtiles")
    let tiles = try PMTiles(path: path)
    try expect(tiles.tile(tileID(0, 0, 0))?.bytes, equals: vectorTile())
    truncate(path, 500)
    expect(
      message { try tiles.tile(try tileID(0, 0, 0)) },
      equals: "\(path) changes while it is read; try again when it is complete")
  }

  // MARK: Real data

  private static let data = ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"]

  @Test(.enabled(if: data != nil, "set CLUSTERSNAP_DATA to the folder with san-francisco.*"))
  func `are the same as in the MBTiles that tilemaker wrote`() throws {
    let folder = try #require(Self.data)
    let base = try MBTiles(path: folder + "/san-francisco.mbtiles")
    let packed = try PMTiles(path: folder + "/san-francisco.pmtiles")
    let (a, b) = (try base.description(), try packed.description())
    #expect((a.format, b.format) == (.mvt, .mvt))
    expect(a.layers.map(\.name), equals: b.layers.map(\.name))
    #expect(a.layers.count > 10)
    #expect(b.layers.contains { $0.name == "transportation" })
    #expect((a.minimumZoom, a.maximumZoom, b.maximumZoom) == (b.minimumZoom, 14, 14))
    expect(base.tileCount(during: TileLoad()), equals: 30)
    try expect(packed.tileCount(during: TileLoad()), equals: 30)
    var count = 0
    for zoom in 0...14 {
      // Around downtown, with neighbors that neither has.
      let scale = Double(1 << zoom)
      let x = Int((-122.405 / 360 + 0.5) * scale)
      let y = Int(WorldPoint.y(ofLatitude: 37.785) * scale)
      for column in max(0, x - 3)...x + 3 {
        for row in max(0, y - 3)...y + 3 {
          guard let id = TileID(zoom: zoom, column: column, row: row) else { continue }
          let (one, other) = (try base.tile(id), try packed.tile(id))
          #expect((one?.bytes, one?.content) == (other?.bytes, other?.content))
          if one != nil { count += 1 }
        }
      }
    }
    expect(count, equals: 30)
  }
}
