import Foundation

/// Writes PMTiles archives, whole and broken.
package struct PMTilesFixture {
  /// By the number that PMTiles gives a tile: its place on the Hilbert curve after all tiles of lower zooms.
  package var tiles: [(number: UInt64, bytes: [UInt8])]
  /// Directories in front of the tiles' own: 0 has the tiles in the root.
  package var leafDepth = 0
  package var tileType: UInt8 = 1
  package var tileCompression: UInt8 = 1
  package var internalCompression: UInt8 = 1
  package var metadata = Array("{}".utf8)
  /// Bytes between the directories and the tiles, so that a server must be asked for parts.
  package var padding = 0
  /// Makes the root point at itself.
  package var isCircular = false
  /// A root directory in place of the one that leads to the tiles.
  package var root: [UInt8]?
  /// The lowest and the highest zoom that the header has.
  package var zooms: (UInt8, UInt8) = (0, 14)

  /// An archive of some tiles.
  package init(tiles: [(number: UInt64, bytes: [UInt8])]) { self.tiles = tiles }

  package var bytes: [UInt8] {
    var data: [UInt8] = []
    var entries: [(id: UInt64, run: UInt64, length: Int, offset: Int)] = []
    for tile in tiles.sorted(by: { $0.number < $1.number }) {
      entries.append((tile.number, 1, tile.bytes.count, data.count))
      data += tile.bytes
    }
    var directory = PMTilesFixture.directory(entries)
    var leaves: [UInt8] = []
    for _ in 0..<leafDepth {
      let offset = leaves.count
      leaves += directory
      directory = PMTilesFixture.directory([(0, 0, directory.count, offset)])
    }
    if isCircular {
      // A leaf that is the leaf section itself: one entry, which leads to offset 0 again.
      leaves = PMTilesFixture.directory([(0, 0, 5, 0)])
      directory = PMTilesFixture.directory([(0, 0, leaves.count, 0)])
    }
    directory = self.root ?? directory
    var header = Array("PMTiles".utf8) + [3]
    let root = 127
    let meta = root + directory.count
    let leaf = meta + metadata.count
    let first = leaf + leaves.count + padding
    for number in [
      root, directory.count, meta, metadata.count, leaf, leaves.count, first, data.count, tiles.count,
      tiles.count, tiles.count,
    ] {
      header += PMTilesFixture.little(UInt64(number), 8)
    }
    header += [1, internalCompression, tileCompression, tileType, zooms.0, zooms.1]
    for degrees in [-180, -85, 180, 85] {
      header += PMTilesFixture.little(UInt64(bitPattern: Int64(degrees * 10_000_000)), 4)
    }
    header += [0] + PMTilesFixture.little(0, 8)
    return header + directory + metadata + leaves + [UInt8](repeating: 0xAA, count: padding) + data
  }

  package static func directory(_ entries: [(id: UInt64, run: UInt64, length: Int, offset: Int)]) -> [UInt8] {
    var bytes = varint(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      bytes += varint(entry.id - last)
      last = entry.id
    }
    for entry in entries { bytes += varint(entry.run) }
    for entry in entries { bytes += varint(UInt64(entry.length)) }
    for entry in entries { bytes += varint(UInt64(entry.offset) + 1) }
    return bytes
  }

  private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }
}

/// A gzip member of as many zero bytes, in stored and repeated blocks that a writer without deflate can make: here from
/// the system's gzip.
package func gzipped(_ count: Int) throws -> [UInt8] {
  Array(try Workplace().shell("head -c \(count) /dev/zero | gzip -9", programs: ["gzip"]).output)
}
