import Foundation
import Inflate
import MapGeometry
import VectorTiles

/// Reads and stitches the twelve tiles of zoom 14 of `san-francisco.pmtiles` in the folder `CLUSTERSNAP_DATA`.
func benchmarkTiles() throws {
  guard let folder = ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"],
    let data = FileManager.default.contents(atPath: folder + "/san-francisco.pmtiles")
  else {
    return report("(skipped: CLUSTERSNAP_DATA names no folder with san-francisco.pmtiles)")
  }
  let file = [UInt8](data)
  let header = try PMTilesHeader(file, fileSize: file.count)
  let root = try PMTilesDirectory(try inflated(Array(file[header.rootDirectory]), limit: .max))
  var packed: [(id: TileID, bytes: [UInt8])] = []
  for entry in root.entries {
    guard let id = TileID(archiveID: entry.tileID), id.zoom == 14 else { continue }
    let begin = header.tileData.lowerBound + entry.offset
    packed.append((id, Array(file[begin..<begin + entry.length])))
  }
  let bytes = packed.reduce(0) { $0 + $1.bytes.count }
  let plain = try packed.map { (id: $0.id, bytes: try inflated($0.bytes, limit: .max)) }
  report(
    "\(packed.count) tiles of zoom 14, \(bytes) bytes gzipped, \(plain.reduce(0) { $0 + $1.bytes.count }) plain"
  )
  var tiles: [PlacedTile] = []
  try measureTiles("inflate and decode (mark: 12 ms)", check: checkVertices) {
    tiles = try packed.map { PlacedTile(VectorTile(try inflated($0.bytes, limit: .max)), at: $0.id) }
    return tiles
  }
  try measureTiles("decode", check: checkVertices) {
    plain.map { PlacedTile(VectorTile($0.bytes), at: $0.id) }
  }
  let names = Set(tiles.flatMap(\.tile.layers).map(\.name)).sorted()
  try measureTiles("stitch all layers", check: checkStitching) {
    names.map { StitchedLayer($0, of: tiles) }
  }
}

private func measureTiles<Result>(
  _ label: String, check: (Result) throws -> Void, _ work: () throws -> Result
) throws {
  var costs = Costs()
  for _ in 0..<15 {
    let (wall, user) = (now(), ownUsage().user)
    let result = try work()
    costs.add(Cost(wall: now() - wall, user: ownUsage().user - user, peak: ownUsage().peak))
    try check(result)
  }
  report("\(label): \(costs.text)")
}

/// The numbers are another decoder's: mapbox-vector-tile of PyPI.
private func checkVertices(_ tiles: [PlacedTile]) throws {
  let layers = tiles.flatMap(\.tile.layers)
  let vertices = layers.reduce(0) { $0 + $1.coordinates.count / 2 }
  let features = layers.reduce(0) { $0 + $1.count }
  guard vertices == 190_539, features == 42_664, tiles.allSatisfy(\.tile.faults.isEmpty) else {
    throw BenchmarkFailure(
      description: "\(vertices) vertices of \(features) features instead of 190539 of 42664")
  }
}

private func checkStitching(_ layers: [StitchedLayer]) throws {
  let features = layers.reduce(0) { $0 + $1.count }
  guard features > 10_000, features < 42_664 else {
    throw BenchmarkFailure(description: "\(features) features stitched of 42664 that were cut")
  }
}
