import Foundation
import Inflate
import MapGeometry
import TestSupport
import Testing
import VectorTiles

@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"] != nil, "CLUSTERSNAP_DATA is not set"))
struct `Tiles of San Francisco` {
  /// All tiles of the archive, in the order of its directory.
  private func tiles() throws -> (header: PMTilesHeader, tiles: [(id: TileID, tile: VectorTile)]) {
    let folder = ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"] ?? ""
    let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/san-francisco.pmtiles")))
    let header = try PMTilesHeader(file, fileSize: file.count)
    let root = try PMTilesDirectory(try inflated(Array(file[header.rootDirectory]), limit: .max))
    var tiles: [(TileID, VectorTile)] = []
    for entry in root.entries {
      for id in entry.tileID..<entry.tileID + UInt64(entry.runLength) {
        let tile = try #require(TileID(archiveID: id))
        let range = try #require(
          try header.range(of: tile, from: root, failure: { $0 }) {
            (_) throws(VectorTileError) in root
          })
        tiles.append((tile, VectorTile(try inflated(Array(file[range]), limit: .max))))
      }
    }
    return (header, tiles)
  }

  // The numbers are those of mapbox-vector-tile 2.2.0 and pmtiles 3.8.1 from PyPI.
  @Test func `hold what another decoder finds in them`() throws {
    let (header, tiles) = try tiles()
    expect(header.addressedTiles, equals: 30)
    expect(tiles.count, equals: 30)
    #expect(tiles.allSatisfy { $0.tile.faults.isEmpty })
    let layers = tiles.flatMap(\.tile.layers)
    let features = layers.flatMap { Array($0.features) }
    expect(features.count, equals: 46_310)
    let properties: [Int] = features.map(\.properties.count)
    expect(properties.reduce(0, +), equals: 99_073)
    let coordinates: [Int] = layers.map(\.coordinates.count)
    expect(coordinates.reduce(0, +), equals: 508_980)
    let holes = features.map { feature in (0..<feature.partCount).count { feature.isHole($0) } }
    expect(holes.reduce(0, +), equals: 268)
    expect(features.filter { $0.kind == .line }.count, equals: 18_764)
    expect(features.filter { $0.kind == .polygon }.count, equals: 10_126)
    #expect(features.filter { $0.id != nil }.isEmpty)
    let counts = ["transportation": 9_541, "building": 8_629, "poi": 8_768, "water": 75, "boundary": 4]
    for (name, count) in counts {
      let sizes: [Int] = layers.filter { $0.name == name }.map(\.count)
      expect(sizes.reduce(0, +), equals: count)
    }
    let last = tiles.filter { $0.id.zoom == 14 }
    expect(last.count, equals: 12)
    let lastLayers = last.flatMap(\.tile.layers)
    let lastCounts: [Int] = lastLayers.map(\.count)
    expect(lastCounts.reduce(0, +), equals: 42_664)
    let lastCoordinates: [Int] = lastLayers.map(\.coordinates.count)
    expect(lastCoordinates.reduce(0, +), equals: 381_078)
  }

  /// What is covered is the same before and after, counted on a grid of points over all tiles.
  @Test(arguments: ["water", "building", "landuse"])
  func `are covered alike once they are stitched`(name: String) throws {
    let tiles = try tiles().tiles.filter { $0.id.zoom == 14 }
    let layer = StitchedLayer(name, of: tiles.map { PlacedTile($0.tile, at: $0.id) })
    func area(_ ring: [TileMaker.Point]) -> Double {
      zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
    }
    let stitched = layer.features.reduce(0.0) { sum, feature in
      (0..<feature.partCount).reduce(sum) { sum, part in
        sum
          + area(
            feature.part(part).map {
              (layer.positions[$0].x * 67_108_864, layer.positions[$0].y * 67_108_864)
            })
      }
    }
    var cut = 0.0
    for (_, tile) in tiles {
      guard let layer = tile.layer(name) else { continue }
      for feature in layer.features where feature.kind == .polygon {
        for part in 0..<feature.partCount {
          let ring = feature.part(part).map {
            (x: Double(layer.coordinates[2 * $0]), y: Double(layer.coordinates[2 * $0 + 1]))
          }
          cut += area(clipped(ring))
        }
      }
    }
    #expect(cut > 1_000_000)
    #expect(abs(stitched - cut) < cut * 0.0005)
    #expect(layer.count < tiles.reduce(0) { $0 + ($1.tile.layer(name)?.count ?? 0) })
  }

  private func clipped(_ ring: [TileMaker.Point]) -> [TileMaker.Point] {
    let sides: [(TileMaker.Point) -> Double] = [{ $0.x }, { 4096 - $0.x }, { $0.y }, { 4096 - $0.y }]
    return sides.reduce(ring) { ring, side in
      var kept: [TileMaker.Point] = []
      for (index, point) in ring.enumerated() {
        let last = ring[(index + ring.count - 1) % ring.count]
        let (before, now) = (side(last), side(point))
        if (before < 0) != (now < 0) {
          let share = before / (before - now)
          kept.append((last.x + (point.x - last.x) * share, last.y + (point.y - last.y) * share))
        }
        if now >= 0 { kept.append(point) }
      }
      return kept
    }
  }
}
