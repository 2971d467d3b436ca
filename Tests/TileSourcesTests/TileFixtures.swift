import Foundation
import MapGeometry
import Synchronization
import Testing

@testable import TileSources

/// A folder of this test's own.
func scratchFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appending(path: "tiles-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

/// The beginning of a PNG, and a byte that tells it from others.
func png(_ mark: UInt8 = 1) -> [UInt8] { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, mark] }

/// A vector tile with one layer without features.
func vectorTile(_ name: String = "a") -> [UInt8] {
  [0x1A, UInt8(4 + name.utf8.count), 0x78, 2, 0x0A, UInt8(name.utf8.count)] + Array(name.utf8)
}

/// A tile that must exist.
func tileID(_ zoom: Int, _ column: Int, _ row: Int) throws -> TileID {
  try #require(TileID(zoom: zoom, column: column, row: row))
}

/// A gzip member of as many zero bytes, in stored and repeated blocks that a writer without deflate can make: here from
/// the system's gzip.
func gzipped(_ count: Int) throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", "head -c \(count) /dev/zero | gzip -9"]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Array(data)
}

/// A clock that does not sleep: pauses let its time pass.
final class TestClock: TileClock {
  private let state = Mutex<(now: Double, pauses: [Double])>((0, []))

  var seconds: Double { state.withLock { $0.now } }
  var pauses: [Double] { state.withLock { $0.pauses } }

  func pause(seconds: Double) {
    state.withLock { state in
      state.now += seconds
      state.pauses.append(seconds)
    }
  }
}

/// The error that something throws, as a message; `nil` without one.
func message<Value>(_ body: () throws -> Value) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return "\(error)"
  }
}

/// Writes PMTiles archives, whole and broken.
struct PMTilesFixture {
  var tiles: [(id: TileID, bytes: [UInt8])]
  /// Directories in front of the tiles' own: 0 has the tiles in the root.
  var leafDepth = 0
  var tileType: UInt8 = 1
  var tileCompression: UInt8 = 1
  var internalCompression: UInt8 = 1
  var metadata = Array("{}".utf8)
  /// Bytes between the directories and the tiles, so that a server must be asked for parts.
  var padding = 0
  /// Makes the root point at itself.
  var isCircular = false

  var bytes: [UInt8] {
    var data: [UInt8] = []
    var entries: [(id: UInt64, run: UInt64, length: Int, offset: Int)] = []
    let sorted = tiles.sorted { ($0.id.archiveID ?? 0) < ($1.id.archiveID ?? 0) }
    for tile in sorted {
      entries.append((tile.id.archiveID ?? 0, 1, tile.bytes.count, data.count))
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
    header += [1, internalCompression, tileCompression, tileType, 0, 14]
    for degrees in [-180, -85, 180, 85] {
      header += PMTilesFixture.little(UInt64(bitPattern: Int64(degrees * 10_000_000)), 4)
    }
    header += [0] + PMTilesFixture.little(0, 8)
    return header + directory + metadata + leaves + [UInt8](repeating: 0xAA, count: padding) + data
  }

  static func directory(_ entries: [(id: UInt64, run: UInt64, length: Int, offset: Int)]) -> [UInt8] {
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

  private static func varint(_ number: UInt64) -> [UInt8] {
    number < 0x80
      ? [UInt8(number)] : [UInt8(truncatingIfNeeded: number) | 0x80] + varint(number >> 7)
  }

  private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }
}
