import CairoCanvas
import Drawing
import Foundation
import Inflate
import MapGeometry
import MapGround
import MapScene
import MapSettings
import MapStyle
import StyleSettings
import TestSupport
import Testing
import VectorTiles

@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"] != nil, "CLUSTERSNAP_DATA is not set"))
struct `Streets of San Francisco` {
  /// All tiles of the archive.
  private func tiles() throws -> VectorTileSet {
    let folder = ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"] ?? ""
    let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/san-francisco.pmtiles")))
    let header = try PMTilesHeader(file, fileSize: file.count)
    let root = try PMTilesDirectory(try inflated(Array(file[header.rootDirectory]), limit: .max))
    var tiles: [TileID: (tile: VectorTile, source: TileID)] = [:]
    for entry in root.entries {
      for id in entry.tileID..<entry.tileID + UInt64(entry.runLength) {
        let tile = try #require(TileID(archiveID: id))
        let range = try #require(
          try header.range(of: tile, from: root, failure: { $0 }) { (_) throws(VectorTileError) in root })
        tiles[tile] = (VectorTile(try inflated(Array(file[range]), limit: .max)), tile)
      }
    }
    return VectorTileSet(cover: .vector(minimumZoom: 0, maximumZoom: 14), tiles: tiles)
  }

  private func drawn(_ style: String, zoom: Double, tiles: VectorTileSet) throws -> Snapshot {
    let here = URL(fileURLWithPath: #filePath)
    let root = (0..<5).reduce(here) { url, _ in url.deletingLastPathComponent() }
    let text = try String(
      decoding: Data(contentsOf: root.appendingPathComponent("Styles/\(style).json")), as: UTF8.self)
    let parsing = Style.parseWithSettings(
      Array(
        text.replacing(
          #""streets": {"type": "vector"}"#,
          with: #""streets": {"type": "vector", "tiles": ["{z}/{x}/{y}.pbf"]}"#
        ).utf8))
    var snapshotter = MapSnapshotter(
      style: try #require(parsing.style, "\(parsing.diagnostics)"), sources: [])
    snapshotter.tiles["streets"] = tiles
    let viewport = try viewport(longitude: -122.41, latitude: 37.79, zoom: zoom, width: 1024, height: 768)
    return try snapshotter.snapshot(of: viewport, shaper: try PangoTextShaper())
  }

  @Test(arguments: ["streets-light", "streets-dark"], [13.6, 14.5])
  func `are drawn whole`(style: String, zoom: Double) throws {
    let tiles = try tiles()
    let snapshot = try drawn(style, zoom: zoom, tiles: tiles)
    expect(snapshot.reported, equals: [])
    let layers = Set(snapshot.scene.layers.map(\.id))
    #expect(layers.isSuperset(of: ["water", "road-minor", "road-major", "bridge-major", "suburb-names"]))
    expect(layers.contains("buildings"), equals: zoom >= 14)
    expect(layers.contains("minor-road-names"), equals: zoom > 14.4)
    // Streets cross the borders of many tiles, and are few marks all the same.
    #expect(snapshot.marks("road-minor").count < 100)
    #expect(snapshot.marks("major-road-names").count > 10)
  }
}
