import MapFeatures
import MapGeometry
import Parallel
import TestSupport
import Testing

@testable import FileResources
@testable import TileSources

@Suite struct `Tiles of a loader` {
  /// Time that passes when the test lets it.
  private final class ManualClock: TileClock {
    private let now = Mutex(0.0)
    var seconds: Double { now.withLock { $0 } }
    func pause(seconds: Double) { now.withLock { $0 += seconds } }
  }

  private func loader(_ clock: ManualClock) -> FileLoader {
    var network = TileOptions(userAgent: "clustersnap-test/1")
    network.proxies = .none
    return FileLoader(network: network).limited(
      network, TileLoad(secondsAllowed: 1000, secondsPerTile: 900, clock: clock))
  }

  @Test(.wantsInProcess(.curl)) func `share one time limit, query by query`() throws {
    let clock = ManualClock()
    let server = try LoopbackServer { _, _ in
      clock.pause(seconds: 700)
      return .answer(200, [0x1A, 5, 0x78, 2, 0x0A, 1, 0x61])
    }
    let loader = loader(clock)
    func fault(_ column: Int) throws -> String? {
      let tile = try #require(TileID(zoom: 3, column: column, row: 0))
      let answer = try loader.tiles(TileQuery(TileSetLocation(server.address("/{z}/{x}/{y}")), tiles: [tile]))
      return answer.faults.first?.description
    }
    let faults = try (0..<3).map(fault)
    expect(faults[..<2], equals: [nil, nil])
    expect(faults[2]?.contains("the tiles are not loaded within 1000 seconds"), equals: true, "\(faults)")
    expect(server.counts.count, equals: 2)
  }

  @Test func `are not read for a query that was cancelled`() throws {
    let server = try LoopbackServer { _, _ in .answer(404) }
    var query = TileQuery(
      TileSetLocation(server.address("/{z}/{x}/{y}")),
      tiles: [try #require(TileID(zoom: 3, column: 0, row: 0))])
    query.isCancelled = { true }
    #expect(throws: ResourceError.cancelled) { try loader(ManualClock()).tiles(query) }
    #expect(server.counts.isEmpty)
  }
}
