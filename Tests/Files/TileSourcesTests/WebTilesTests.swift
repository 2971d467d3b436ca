import CTransfer
import Foundation
import MapGeometry
import Parallel
import TestSupport
import Testing

@testable import TileSources

private let cityTile = TileID(zoom: 2, column: 1, row: 1)

@Suite(.wantsInProcess(.curl)) struct `Tiles from a server` {
  /// Asks a server that does one thing for one tile.
  private func tile(
    _ server: LoopbackServer, path: String = "/{z}/{x}/{y}.png", _ options: TileOptions? = nil,
    during load: TileLoad = TileLoad(secondsPerTile: 5)
  ) throws -> TileBytes? {
    try WebTiles(TileTemplate(server.address(path)), options: options ?? testOptions()).tile(
      try #require(cityTile), during: load)
  }

  private func fault(
    _ reaction: LoopbackServer.Reaction, during load: TileLoad = TileLoad(secondsPerTile: 5)
  ) throws -> (error: String?, asked: Int) {
    let server = try LoopbackServer { _, _ in reaction }
    let error = message { try tile(server, during: load) }
    return (error, server.counts.values.reduce(0, +))
  }

  @Test func `are bytes, and the server knows who asks`() throws {
    let server = try LoopbackServer { _, _ in .answer(200, png()) }
    let found = try tile(server)
    #expect((found?.bytes, found?.content) == (png(), .png))
    expect(found?.name, equals: server.address("/2/1/1.png"))
    #expect((server.counts, server.userAgents) == (["/2/1/1.png": 1], ["clustersnap-test/1"]))
    #expect(transfer_is_loaded())
  }

  @Test func `may have an address in capitals`() throws {
    let server = try LoopbackServer { _, _ in .answer(200, png()) }
    let address = "HTTP://127.0.0.1:\(server.port)/{z}/{x}/{y}"
    try expect(
      WebTiles(TileTemplate(address), options: testOptions()).tile(try #require(cityTile))?.bytes,
      equals: png()
    )
  }

  @Test(arguments: [404, 410, 204])
  func `may be missing`(status: Int) throws {
    let server = try LoopbackServer { _, _ in .answer(status) }
    try expect(tile(server), equals: nil)
    expect(server.counts.values.first, equals: 1)
  }

  @Test func `are requested again after a passing fault`() throws {
    let server = try LoopbackServer { _, time in
      time == 1 ? .answer(503) : time == 2 ? .cut(promised: 1000, [1, 2]) : .answer(200, png())
    }
    let clock = TestClock()
    var options = testOptions()
    options.pause = 0.25
    try expect(tile(server, options, during: TileLoad(secondsPerTile: 5, clock: clock))?.bytes, equals: png())
    #expect((server.counts.values.first, clock.pauses) == (3, [0.25, 1]))
  }

  @Test func `that fail for good are an error after three times`() throws {
    let (error, asked) = try fault(.answer(500))
    expect(error?.hasSuffix("/2/1/1.png: the server answers 500; try again later"), equals: true)
    expect(asked, equals: 3)
    try expect(fault(.hangUp).asked, equals: 3)
    try expect(fault(.cut(promised: 100, [1])).error?.contains("the answer ends early"), equals: true)
  }

  @Test func `are not requested again when the time is over`() throws {
    let server = try LoopbackServer { _, _ in .answer(503) }
    let clock = TestClock()
    var options = testOptions()
    options.pause = 2
    // The first pause fits into 5 seconds, the second, of 8, does not.
    let error = message { try tile(server, options, during: TileLoad(secondsPerTile: 5, clock: clock)) }
    #expect((error?.contains("the server answers 503"), clock.pauses) == (true, [2]))
    expect(server.counts.values.first, equals: 2)
  }

  @Test func `that are forbidden are requested once`() throws {
    let (error, asked) = try fault(.answer(403))
    expect(error?.hasSuffix("the server answers 403; does it want a key?"), equals: true)
    expect(asked, equals: 1)
  }

  @Test func `that do not come to an end are given up`() throws {
    // The server goes on only after the test: without a limit it would never end.
    let continues = DispatchSemaphore(value: 0)
    defer { continues.signal() }
    let slow = LoopbackServer.Reaction.stall(Array(repeating: 7, count: 1000), until: continues)
    try expect(
      fault(slow, during: TileLoad(secondsPerTile: 0.02)).error?.hasSuffix(
        "has not answered within 1 seconds; try again later"), equals: true)
    try expect(
      fault(slow, during: TileLoad(secondsAllowed: 0.02)).error?.contains("within 1 seconds"), equals: true)
  }

  @Test func `are not requested any more when nobody waits for them`() throws {
    let isCancelled = Mutex(false)
    let server = try LoopbackServer { _, _ in
      isCancelled.withLock { $0 = true }
      return .answer(503)
    }
    let clock = TestClock()
    var load = TileLoad(clock: clock)
    load.isCancelled = { isCancelled.withLock { $0 } }
    let tiles = WebTiles(TileTemplate(server.address("/{z}/{x}/{y}")), options: testOptions())
    let batch = TileBatch(
      try (0..<64).map { try tileID(6, $0, 0) }, from: tiles, minimumZoom: 0, during: load)
    // Those that were under way are not repeated, and no other is begun.
    #expect(server.counts.count <= 2)
    #expect(server.counts.values.allSatisfy { $0 == 1 })
    expect(batch.faults.count, equals: 64)
    #expect(batch.tiles.isEmpty)
    #expect(clock.pauses.isEmpty)
    try expect(
      TileBatch([tileID(6, 0, 0)], from: tiles, minimumZoom: nil, during: load).faults.first?.error
        .description, equals: server.address("/{z}/{x}/{y}") + ": the task was cancelled")
  }

  @Test func `are given up together when the whole load takes too long`() throws {
    let clock = TestClock()
    let server = try LoopbackServer { _, _ in
      clock.advance(150)
      return .answer(200, png())
    }
    let tiles = WebTiles(TileTemplate(server.address("/{z}/{x}/{y}")), options: testOptions())
    let ids = try (0..<64).map { try tileID(6, $0, 0) }
    let outcomes = tiles.tiles(ids, during: TileLoad(secondsAllowed: 1000, secondsPerTile: 500, clock: clock))
    let errors = outcomes.compactMap { outcome -> TileError? in
      if case .failure(let error) = outcome { error } else { nil }
    }
    #expect(errors.count > 40)
    #expect(errors.count < 64)
    expect(
      errors.first?.description.hasSuffix(
        ": the tiles are not loaded within 1000 seconds; allow more with \"tileTimeout\", or draw fewer tiles"
      ),
      equals: true)
    #expect(server.counts.count < 20)
  }

  @Test func `larger than any tile or without end are cut off`() throws {
    let (error, asked) = try fault(.answer(200, Array(repeating: 0, count: 9 << 20)))
    #expect((error?.hasSuffix("is larger than 8 MB; that is no tile"), asked) == (true, 1))
    try expect(fault(.endless(200)).error?.hasSuffix("is larger than 8 MB; that is no tile"), equals: true)
  }

  @Test func `are what their bytes are, whatever the header has`() throws {
    let server = try LoopbackServer { _, _ in
      .answer(200, Array("<html>no</html>".utf8), headers: ["Content-Type": "image/png"])
    }
    expect(
      message { try tile(server) }?.hasSuffix(
        "/2/1/1.png is a page of HTML or XML, not a tile; check the address"), equals: true)
    let brotli = LoopbackServer.Reaction.answer(200, [0x0B, 0x02, 0x80], headers: ["content-encoding": "BR"])
    try expect(
      fault(brotli).error?.contains("/2/1/1.png is packed with Brotli, which is not read"), equals: true)
    let packed = LoopbackServer.Reaction.answer(200, try gzipped(4), headers: ["Content-Encoding": "gzip"])
    let gzip = try LoopbackServer { _, _ in packed }
    try expect(tile(gzip)?.bytes, equals: [0, 0, 0, 0])
  }

  // MARK: Redirects and addresses

  @Test func `may be somewhere else`() throws {
    let server = try LoopbackServer { path, _ in
      path == "/there" ? .answer(200, png()) : .answer(302, headers: ["Location": "/there"])
    }
    try expect(tile(server)?.bytes, equals: png())
  }

  @Test(arguments: [
    "http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/", "http://[::ffff:169.254.1.1]/",
    "http://100.100.100.200/", "http://[fd00:ec2::254]/",
  ])
  func `are not looked for on the machine's own segment`(place: String) throws {
    let server = try LoopbackServer { _, _ in .answer(302, headers: ["Location": place]) }
    expect(
      message { try tile(server) }?.hasSuffix("addresses of the machine's own network segment are not asked"),
      equals: true)
    let direct = WebTiles(TileTemplate(place + "{z}/{x}/{y}.png"), options: testOptions())
    expect(message { try direct.tile(try #require(cityTile)) }?.contains("are not asked"), equals: true)
  }

  @Test func `are not looked for in private networks where a public server redirects there`() throws {
    let server = try LoopbackServer { path, _ in
      path == "/there" ? .answer(200, png()) : .answer(302, headers: ["Location": "/there"])
    }
    var options = testOptions()
    options.treatsServersAsPublic = true
    expect(
      message { try tile(server, options) }?.hasSuffix(
        ": a redirect leads to an address of a private network, which is not requested without \"privateNetworks\""
      ), equals: true)
    expect(server.counts["/there"], equals: nil)
    options.allowsPrivateNetworks = true
    try expect(tile(server, options)?.bytes, equals: png())
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:70/x", "https://127.0.0.1/x",
  ])
  func `are not looked for under another scheme`(place: String) throws {
    let (error, asked) = try fault(.answer(302, headers: ["Location": place]))
    #expect((error?.contains("redirects too often or to another scheme"), asked) == (true, 1))
  }

  @Test func `are not looked for without end`() throws {
    let server = try LoopbackServer { path, _ in .answer(302, headers: ["Location": path + "x"]) }
    expect(message { try tile(server) }?.contains("redirects too often"), equals: true)
    expect(server.counts.count, equals: 6)
  }

  @Test func `keep passwords and keys out of messages`() throws {
    let server = try LoopbackServer { _, _ in .answer(403) }
    let place = "127.0.0.1:\(server.port)"
    let tiles = WebTiles(
      TileTemplate("http://me:secret@\(place)/key=hidden/{z}/{x}/{y}.png?key=hidden"), options: testOptions())
    expect(tiles.name, equals: "http://\(place)/key=…/{z}/{x}/{y}.png")
    let error = message { try tiles.tile(try #require(cityTile)) }
    expect(error?.hasPrefix("http://\(place)/key=…/2/1/1.png: "), equals: true)
  }

  // MARK: Many, and kept

  @Test func `are fetched two at once at most, and come in any order`() throws {
    // Every other one waits until the one after it has been requested.
    let requested = (0...16).map { _ in DispatchSemaphore(value: 0) }
    let server = try LoopbackServer { path, _ in
      let parts = path.split(separator: "/").compactMap { Int($0) }
      let number = parts[1] * 4 + parts[2]
      requested[number].signal()
      if number % 2 == 0, requested[number + 1].wait(timeout: .now() + 30) == .timedOut { return .hangUp }
      return .answer(200, png(UInt8(number)))
    }
    let ids = try (0..<16).map { try tileID(2, $0 / 4, $0 % 4) }
    let tiles = WebTiles(TileTemplate(server.address("/{z}/{x}/{y}")), options: testOptions())
    let found = tiles.tiles(ids).map { try? $0.get()?.bytes }
    #expect((found, server.mostAtOnce) == ((0..<16).map { png(UInt8($0)) }, 2))
  }

  @Test func `are not all requested from a server that is down`() throws {
    let server = try LoopbackServer { path, _ in path.hasSuffix("/3") ? .answer(403) : .answer(200, png()) }
    let ids = try (0..<64).map { try tileID(6, 0, $0) }
    let tiles = WebTiles(TileTemplate(server.address("/{z}/{x}/{y}")), options: testOptions())
    let batch = TileBatch(ids, from: tiles, minimumZoom: 0)
    expect(batch.tiles.count + batch.faults.count, equals: 64)
    #expect(server.counts.count < 10)
    try expect(batch.faults.first?.id, equals: tileID(6, 0, 3))
  }

  @Test func `are kept, each address for itself, and only when they are whole`() throws {
    let place = try Workplace()
    let folder = place.path("deep/er")
    let server = try LoopbackServer { path, time in
      path.contains("bad")
        ? .answer(200, Array("<nonsense/>".utf8)) : time > 1 ? .answer(500) : .answer(200, png())
    }
    let secret = "/{z}/{x}/{y}.png?key=hidden"
    try expect(tile(server, path: secret, testOptions(cache: folder))?.bytes, equals: png())
    try expect(tile(server, path: secret, testOptions(cache: folder))?.bytes, equals: png())
    expect(server.counts, equals: ["/2/1/1.png?key=hidden": 1])
    // Another address is another tile.
    try expect(tile(server, path: "/b/{z}/{x}/{y}", testOptions(cache: folder))?.bytes, equals: png())
    #expect(throws: TileError.self) { try tile(server, path: "/bad/{z}/{x}/{y}", testOptions(cache: folder)) }
    let files = files(below: folder)
    expect(files.map(\.pathExtension), equals: ["tile", "tile"])
    // Nobody finds a key in the cache.
    for file in files { try expect(Data(contentsOf: file).range(of: Data("hidden".utf8)), equals: nil) }
    // An old one is requested again, and still serves where the server fails.
    var stale = testOptions(cache: folder)
    stale.freshSeconds = 0
    try expect(tile(server, path: secret, stale)?.bytes, equals: png())
    expect(server.counts["/2/1/1.png?key=hidden"], equals: 4)
    // A damaged one is none.
    for file in files { try Data("clustersnap tile 2\n".utf8).write(to: file) }
    #expect(throws: TileError.self) { try tile(server, path: secret, testOptions(cache: folder)) }
  }

  @Test func `of a server that is not there are an error soon`() throws {
    let tiles = WebTiles(TileTemplate("http://127.0.0.1:1/{z}/{x}/{y}.png"), options: testOptions())
    expect(
      message { try tiles.tile(try #require(cityTile)) }?.contains(
        "the server cannot be reached; check the address"), equals: true)
  }

  @Test func `may be named by a TileJSON`() throws {
    let port = Mutex(UInt16(0))
    let server = try LoopbackServer { path, _ in
      path == "/t.json?key=hidden"
        ? .answer(
          200,
          Array(
            """
            {"tiles": ["http://127.0.0.1:\(port.withLock { $0 })/{z}/{x}/{y}?key=hidden", "http://b.example/"],
             "scheme": "tms", "attribution": "© Us", "vector_layers": [{"id": "a", "fields": {}}]}
            """.utf8))
        : path == "/file.json"
          ? .answer(200, Array(#"{"tiles": ["/etc/{z}/{x}/{y}"]}"#.utf8))
          : path == "/2/1/2?key=hidden" ? .answer(200, vectorTile()) : .answer(404)
    }
    port.withLock { $0 = server.port }
    let tiles = try openTiles(
      at: .remoteTileJSON(address: server.address("/t.json?key=hidden")),
      under: AccessRules(network: testOptions()))
    try expect(tiles.tile(try #require(cityTile))?.bytes, equals: vectorTile())
    let description = try tiles.description()
    #expect((description.attribution, description.layers.map(\.name)) == ("© Us", ["a"]))
    expect(
      message {
        try openTiles(
          at: .remoteTileJSON(address: server.address("/file.json")),
          under: AccessRules(network: testOptions()))
      }?
      .hasSuffix("its TileJSON names tiles that are not fetched; http and https are"), equals: true)
    expect(
      message {
        try openTiles(
          at: .remoteTileJSON(address: server.address("/gone.json?key=hidden")),
          under: AccessRules(network: testOptions()))
      },
      equals:
        "http://127.0.0.1:\(server.port)/gone.json is no archive of tiles: there is no document; check the address"
    )
  }
}
