import Dispatch
import Foundation
import MapFeatures
import MapGeometry
import MapContent
import Parallel
import struct Synchronization.Atomic
import SessionSupport
import TestSupport
import Testing

@testable import MapSession

/// Whether a task has slept.
private final class Sleep: Sendable {
  let isOver = Atomic(false)
}

/// How many are at work at once, and were at most.
private final class Crowd: Sendable {
  private let counts = Mutex((now: 0, most: 0))

  var most: Int { counts.withLock { $0.most } }

  func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
  func leave() { counts.withLock { $0.now -= 1 } }
}

/// What several requests need at the same time, and requests that are cancelled.
@Suite struct `Shared builds` {
  private static let place = "city.pmtiles"

  /// Two files of points, and an archive with the one tile of zoom 0.
  private func resources() throws -> MemoryResources {
    let style = """
      {"version": 8,
       "sources": {"city": {"type": "vector", "url": "\(Self.place)", "maxzoom": 0},
         "points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "water", "type": "fill", "source": "city", "source-layer": "water"},
         {"id": "dots", "type": "circle", "source": "points"}]}
      """
    let resources = MemoryResources([
      "a.csv": "lon,lat\n1,2\n", "bad.csv": "lon,lat\n", "style.json": style, Self.place: "PMTiles",
    ])
    let square = [(100, 100), (4000, 100), (4000, 4000), (100, 4000)]
    resources.write(
      tiles: [try #require(TileID(zoom: 0, column: 0, row: 0)): LayerWriter("water", .rings([square])).bytes],
      to: Self.place)
    return resources
  }

  private func tiled(zoom: Double = 0) throws -> MapSpecification {
    try MapSpecification(
      json:
        #"{"sources": {"points": "a.csv"}, "style": "style.json", "size": [64, 64], "center": [0, 0], "zoom": \#(zoom), "tiles": {"city": "\#(Self.place)"}}"#
    )
  }

  private func plain(_ file: String = "a.csv") throws -> MapSpecification {
    try MapSpecification(
      json:
        #"{"sources": {"points": "\#(file)"}, "basemap": "none", "center": [0, 0], "zoom": 1, "size": [64, 64]}"#
    )
  }

  /// A session of two requests at once.
  ///
  /// Where one is held back, a third is answered only once the second has given its place: because it waits for the first, or is done.
  private func session(_ resources: MemoryResources, atOnce: Int = 2) -> MapSession {
    var options = MapSession.Options()
    options.requestsAtOnce = atOnce
    return MapSession(resources: resources, options: options)
  }

  @Test func `a tile that two requests need is read once`() async throws {
    let resources = try resources()
    let gate = resources.gate("tiles of " + Self.place)
    let session = session(resources)
    let request = try tiled()
    async let first = session.pictures(of: request)
    await reached(gate.entered)
    async let second = session.pictures(of: request)
    _ = try await session.pictures(of: try plain())
    gate.opens.signal()
    let pictures = (try await first.pictures[0], try await second.pictures[0])
    expect(pictures.0.bytes, equals: pictures.1.bytes)
    expect(pictures.0.snapshot.scene.layers.first { $0.id == "water" }?.marks.isEmpty, equals: false)
    expect(resources.queries.count, equals: 1)
    _ = try await session.pictures(of: try tiled(zoom: 0.5))
    expect(resources.queries.count, equals: 1)
  }

  @Test func `a tile whose reader was cancelled is read by who waits for it`() async throws {
    let resources = try resources()
    let gate = resources.gate("tiles of " + Self.place)
    let session = session(resources)
    let request = try tiled()
    let first = Task { () throws(SessionError) -> PictureAnswer in try await session.pictures(of: request) }
    await reached(gate.entered)
    async let second = session.pictures(of: request)
    _ = try await session.pictures(of: try plain())
    first.cancel()
    // It ends although its tiles are still held back.
    let result = await first.result
    #expect(throws: SessionError.cancelled) { try result.get() }
    gate.opens.signal()
    let layers = try await second.pictures[0].snapshot.scene.layers
    expect(layers.first { $0.id == "water" }?.marks.isEmpty, equals: false)
    expect(resources.queries.count, equals: 2)
  }

  @Test func `the tiles of all sources and views of a request share one time limit`() async throws {
    let resources = try resources()
    let sources = (1...2).map { #""s\#($0)": {"type": "vector", "url": "\#(Self.place)", "maxzoom": 0}"# }
    let layers = (1...2).map {
      #"{"id": "l\#($0)", "type": "fill", "source": "s\#($0)", "source-layer": "water"}"#
    }
    resources.write(
      #"{"version": 8, "sources": {\#(sources.joined(separator: ", "))}, "layers": [\#(layers.joined(separator: ", "))]}"#,
      to: "two.json")
    _ = try await session(resources).pictures(
      of: try MapSpecification(
        json:
          #"{"style": "two.json", "size": [64, 64], "center": [0, 0], "zoom": 0, "tileTimeout": 7, "views": [{}, {}]}"#
      ))
    expect(resources.limits.map(\.seconds), equals: [7])
  }

  @Test func `squares without a tile are remembered, until the archive changes`() async throws {
    let resources = try resources()
    resources.write(tiles: [:], to: Self.place)
    let session = session(resources)
    for _ in 0..<2 {
      let answer = try await session.pictures(of: try tiled())
      expect(answer.notes.map(\.description).first?.contains("1 of 1 tile are missing"), equals: true)
    }
    expect(resources.queries.count, equals: 1)
    resources.write("PMTiles, the second", to: Self.place)
    _ = try await session.pictures(of: try tiled())
    expect(resources.queries.count, equals: 2)
  }

  @Test func `tiles that are filled from other zooms are other tiles`() throws {
    let resources = try resources()
    let cache = SessionCache(budget: 1 << 20)
    let squares = [try #require(TileID(zoom: 0, column: 0, row: 0))]
    func read(_ ancestorZoom: Int?) throws {
      let query = TileQuery(TileSetLocation(Self.place), tiles: squares, ancestorZoom: ancestorZoom)
      _ = try TileLoader(query: query, resources: resources, cache: cache)
        .vectorTiles(layers: ["water"], threads: 1)
    }
    for zoom in [nil, 0, nil, 0] { try read(zoom) }
    expect(resources.queries.count, equals: 2)
  }

  @Test func `a tile that cannot be read fails alone, however often it is asked for`() throws {
    let resources = try resources()
    let squares = try [(0, 0), (1, 0), (0, 1)].map { try #require(TileID(zoom: 1, column: $0.0, row: $0.1)) }
    resources.write(tiles: [squares[0]: LayerWriter("water", .rings([])).bytes], to: Self.place)
    resources.breakTile(squares[1])
    let cache = SessionCache(budget: 1 << 20)
    func read(_ squares: [TileID]) throws(ResourceError) -> TileLoader.VectorTiles {
      let query = TileQuery(TileSetLocation(Self.place), tiles: squares)
      return try TileLoader(query: query, resources: resources, cache: cache)
        .vectorTiles(layers: ["water"], threads: 1)
    }
    for _ in 0..<2 {
      let loaded = try read(squares)
      #expect((loaded.tiles.count, loaded.faults.count) == (1, 1))
    }
    // What is there and what is missing was kept.
    expect(resources.queries, equals: [squares, [squares[1]]])
    #expect(throws: ResourceError.self) { try read([squares[1]]) }
  }

  @Test func `a fault is reported under the name that each request has for the file`() async throws {
    let resources = try resources()
    resources.write("id,name\n1,x\n", to: "bad.csv")
    let gate = resources.gate("bad.csv")
    let session = session(resources)
    func fault(_ request: MapSpecification) async -> String {
      do throws(SessionError) {
        _ = try await session.pictures(of: request)
        return ""
      } catch {
        return error.description
      }
    }
    let requests = (try plain("bad.csv"), try plain("./bad.csv"))
    async let first = fault(requests.0)
    await reached(gate.entered)
    async let second = fault(requests.1)
    _ = try await session.pictures(of: try plain())
    gate.opens.signal()
    let faults = (await first, await second)
    #expect(faults.0.hasPrefix("bad.csv"))
    #expect(faults.1.hasPrefix("./bad.csv"))
    expect(faults.1, equals: "./" + faults.0)
    #expect(faults.0.contains(": error: "))
  }

  // MARK: Cancellation

  @Test func `a request that waits for its turn ends at once when it is cancelled`() async throws {
    let resources = try resources()
    let gate = resources.gate("a.csv")
    let session = session(resources, atOnce: 1)
    let request = try plain()
    async let first = session.pictures(of: request)
    await reached(gate.entered)
    let second = Task { () throws(SessionError) -> PictureAnswer in try await session.pictures(of: request) }
    second.cancel()
    let result = await second.result
    #expect(throws: SessionError.cancelled) { try result.get() }
    gate.opens.signal()
    try await expect(first.pictures.count, equals: 1)
    try await expect(session.pictures(of: request).pictures.count, equals: 1)
  }

  @Test(arguments: 1...3) func `work that waited for a build goes on as places are free`(width: Int)
    async throws
  {
    let queue = WorkQueue(width: width)
    let (build, begun) = (BuildOnce<Int, SessionError>(), DispatchSemaphore(value: 0))
    let crowd = Crowd()
    #expect(build.begin())
    let all = (0..<8).map { number in
      Task { () throws(SessionError) -> Int in
        try await queue.run { _ throws(SessionError) in
          begun.signal()
          let value = try build.value { () throws(SessionError) in throw .cancelled }
          crowd.enter()
          usleep(5000)
          crowd.leave()
          return value + number
        }
      }
    }
    for _ in all { await reached(begun) }
    all[7].cancel()
    build.finish(.success(10))
    for (number, task) in all.dropLast().enumerated() { try await expect(task.value, equals: 10 + number) }
    // What was cancelled goes on without a place.
    #expect(crowd.most <= width + 1)
    try await expect(queue.run { _ in 3 }, equals: 3)
  }

  @Test func `work that is left behind gives its place to the next at once`() async throws {
    let queue = WorkQueue(width: 1)
    let (entered, opens) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = Task { () throws(SessionError) -> Int in
      try await queue.run { _ in
        entered.signal()
        // It hears of nothing, as a call of a library.
        opens.wait()
        return 1
      }
    }
    await reached(entered)
    let second = Task { () throws(SessionError) -> Int in try await queue.run { _ in 2 } }
    first.cancel()
    let cancelled = await first.result
    #expect(throws: SessionError.cancelled) { try cancelled.get() }
    try await expect(second.value, equals: 2)
    try await expect(queue.run { _ in 3 }, equals: 3)
    opens.signal()
    try await expect(queue.run { _ in 4 }, equals: 4)
  }

  @Test func `a session whose caller cancelled answers the next request at once`() async throws {
    let resources = try resources()
    resources.write("lon,lat\n3,4\n", to: "b.csv")
    let gate = resources.gate("a.csv")
    let session = session(resources, atOnce: 1)
    let request = try plain()
    let first = Task { () throws(SessionError) -> PictureAnswer in try await session.pictures(of: request) }
    await reached(gate.entered)
    first.cancel()
    try await expect(session.pictures(of: try plain("b.csv")).pictures.count, equals: 1)
    gate.opens.signal()
    try await expect(session.pictures(of: request).pictures.count, equals: 1)
  }

  @Test func `requests leave the threads of tasks free`() async throws {
    let count = 4 * ProcessInfo.processInfo.activeProcessorCount
    let queue = WorkQueue(width: count)
    let sleep = Sleep()
    let begun = DispatchSemaphore(value: 0)
    let requests = (0..<count).map { _ in
      Task { () throws(SessionError) -> Bool in
        try await queue.run { _ in
          begun.signal()
          let start = ContinuousClock.now
          while !sleep.isOver.load(ordering: .relaxed) {
            if start.duration(to: .now) > .seconds(300) { return false }
            // It holds its thread, and leaves the processor to the tests beside it.
            usleep(500)
          }
          return true
        }
      }
    }
    // All of them compute before one has ended, and until a task beside them has slept.
    for _ in 0..<count { await reached(begun) }
    try await Task.sleep(for: .milliseconds(20))
    sleep.isOver.store(true, ordering: .relaxed)
    for request in requests { #expect(try await request.value) }
  }
}
