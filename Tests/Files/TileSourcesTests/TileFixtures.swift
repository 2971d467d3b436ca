import Foundation
import MapGeometry
import Parallel
import TestSupport
import Testing
import VectorTiles

@testable import TileSources

/// Requests of tests: no proxies, and short pauses.
func testOptions(cache: String? = nil) -> TileOptions {
  var options = TileOptions(cacheFolder: cache, userAgent: "clustersnap-test/1")
  options.pause = 0.01
  options.proxies = .none
  return options
}

extension TileArchive {
  /// The contents of the archive, within the default time limits.
  func description() throws(TileError) -> ArchiveDescription { try description(during: TileLoad()) }

  /// A tile, within the default time limits.
  func tile(_ id: TileID) throws(TileError) -> TileBytes? { try tile(id, during: TileLoad()) }
}

/// The files below a folder.
func files(below folder: String) -> [URL] {
  let all = FileManager.default.enumerator(at: URL(filePath: folder), includingPropertiesForKeys: nil)
  return (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
}

/// The beginning of a PNG, and a byte that differs from that of others.
func png(_ mark: UInt8 = 1) -> [UInt8] { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, mark] }

/// A vector tile with one layer without features.
func vectorTile(_ name: String = "a") -> [UInt8] {
  [0x1A, UInt8(4 + name.utf8.count), 0x78, 2, 0x0A, UInt8(name.utf8.count)] + Array(name.utf8)
}

/// A tile that must exist.
func tileID(_ zoom: Int, _ column: Int, _ row: Int) throws -> TileID {
  try #require(TileID(zoom: zoom, column: column, row: row))
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

  /// Lets time pass.
  func advance(_ seconds: Double) { state.withLock { $0.now += seconds } }
}

/// A clock that goes on by a hundredth of a second whenever it is read.
final class SteppingClock: TileClock {
  private let reads = Mutex(0)

  var seconds: Double {
    reads.withLock { reads in
      reads += 1
      return Double(reads) / 100
    }
  }

  func pause(seconds: Double) {}
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

extension PMTilesFixture {
  /// An archive of some tiles.
  init(of tiles: [(TileID, [UInt8])]) { self.init(tiles: tiles.map { ($0.archiveID ?? 0, $1) }) }
}
