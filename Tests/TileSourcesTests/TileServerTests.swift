import CTransfer
import CairoCanvas
import Drawing
import Foundation
import Testing

@testable import TileSources

/// A square of one color as a PNG file.
func tile(_ side: Int, red: UInt8 = 200) throws -> [UInt8] {
  let pixels: [UInt8] = (0..<side * side).flatMap { _ in [red, 100, 50, 255] }
  return try PNG.encode(try #require(Bitmap(width: side, height: side, pixels: pixels)))
}

/// A folder of this test's own.
func scratchFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appending(path: "tiles-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

private let cityTile = TileAddress(zoom: 2, column: 1, row: 1)

@Suite struct `Tiles from a server` {
  private func options(seconds: Double = 5, cache: URL? = nil) -> TileOptions {
    var options = TileOptions(
      cacheFolder: cache?.path(percentEncoded: false), userAgent: "clustersnap-test/1")
    options.secondsAllowed = seconds
    options.pause = 0.01
    return options
  }

  /// Asks a server that does one thing for one tile.
  private func load(
    _ server: LoopbackServer, path: String = "/{z}/{x}/{y}.png", _ options: TileOptions? = nil
  ) throws -> LoadedTiles {
    let reader = TileReader(
      .server(template: server.address(path)), tileSize: 16, options: options ?? self.options())
    return try reader.load([try #require(cityTile)])
  }

  private func fault(
    _ reaction: LoopbackServer.Reaction, seconds: Double = 5
  ) throws -> (error: TileError?, asked: Int) {
    let server = try LoopbackServer { _, _ in reaction }
    do {
      _ = try load(server, options(seconds: seconds))
      return (nil, server.counts.values.reduce(0, +))
    } catch let error as TileError {
      return (error, server.counts.values.reduce(0, +))
    }
  }

  @Test func `are drawn, and the server is told who asks`() throws {
    let png = try tile(16)
    let server = try LoopbackServer { _, _ in .answer(200, png) }
    let loaded = try load(server)
    #expect(loaded.missing.isEmpty && loaded.pictures.values.first?[3, 3].red == 200)
    #expect(server.counts == ["/2/1/1.png": 1] && server.userAgents == ["clustersnap-test/1"])
    #expect(transfer_is_loaded())
  }

  @Test(arguments: [404, 410, 204])
  func `may be missing`(status: Int) throws {
    let server = try LoopbackServer { _, _ in .answer(status) }
    let loaded = try load(server)
    #expect(loaded.pictures.isEmpty && loaded.missing == [cityTile])
    #expect(server.counts.values.first == 1)
  }

  @Test func `are asked for again after a passing fault`() throws {
    let png = try tile(16)
    let server = try LoopbackServer { _, time in
      time == 1 ? .answer(503) : time == 2 ? .cut(promised: 1000, [1, 2]) : .answer(200, png)
    }
    #expect(try load(server).pictures.count == 1)
    #expect(server.counts.values.first == 3)
  }

  @Test func `that fail for good are an error after three times`() throws {
    let (error, asked) = try fault(.answer(500))
    #expect(error?.description.hasSuffix("/2/1/1.png: the server answers 500; try again later") == true)
    #expect(asked == 3)
    #expect(try fault(.hangUp).asked == 3)
    #expect(try fault(.cut(promised: 100, [1])).error?.description.contains("the answer ends early") == true)
  }

  @Test func `that are forbidden are asked for once`() throws {
    let (error, asked) = try fault(.answer(403))
    #expect(error?.description.hasSuffix("the server answers 403; does it want a key?") == true)
    #expect(asked == 1)
  }

  @Test func `that come too slowly are given up in time`() throws {
    let start = Date()
    let (error, _) = try fault(.drip(Array(repeating: 7, count: 1000), milliseconds: 50), seconds: 0.4)
    #expect(Date().timeIntervalSince(start) < 3)
    #expect(error?.description.contains("has not answered within 1 seconds") == true)
  }

  @Test func `larger than any tile are cut off`() throws {
    let (error, asked) = try fault(.answer(200, Array(repeating: 0, count: 9 << 20)))
    #expect(error?.description.hasSuffix("is larger than 8 MB; that is no tile") == true && asked == 1)
  }

  @Test(arguments: [
    (
      "<html>no</html>",
      "not a picture but HTML or XML; PNG, JPEG and WebP are read, so convert it to one of them"
    ),
    ("\u{0}\u{1}\u{2}\u{3}", "not a picture: it begins neither as PNG nor as JPEG or WebP"),
  ])
  func `are what their bytes are, whatever the header says`(body: String, reason: String) throws {
    let server = try LoopbackServer { _, _ in
      .answer(200, Array(body.utf8), headers: ["Content-Type": "image/png"])
    }
    let error = #expect(throws: TileError.self) { try load(server) }
    #expect(error?.description.hasSuffix("cannot be drawn: \(reason)") == true)
  }

  @Test func `of other kinds are named`() throws {
    let jpeg = try fault(.answer(200, [0xFF, 0xD8, 0xFF, 0xE0])).error
    #expect(jpeg?.description.contains("the JPEG ends early, after 4 bytes") == true)
    #expect(
      try fault(.answer(200, Array("RIFF1234WEBPVP8 ".utf8))).error?.description.contains(
        "the WebP ends early")
        == true)
    let vector = try fault(.answer(200, [0x1F, 0x8B, 8, 0])).error
    #expect(
      vector?.description.hasSuffix(
        "it is gzip, so perhaps a vector tile, and only PNG, JPEG and WebP tiles are drawn") == true)
  }

  @Test func `have the size of a tile or twice that`() throws {
    let server = try LoopbackServer { path, _ in
      .answer(200, (try? tile(path.contains("/32") ? 32 : 24)) ?? [])
    }
    #expect(try load(server, path: "/32/{z}/{x}/{y}").pictures.values.first?.width == 32)
    let error = #expect(throws: TileError.self) { try load(server) }
    #expect(
      error?.description.hasSuffix("has 24×24 pixels, neither 16 nor 32 a side; set the source's tileSize")
        == true)
  }

  // MARK: Redirects and addresses

  @Test func `may be somewhere else`() throws {
    let png = try tile(16)
    let server = try LoopbackServer { path, _ in
      path == "/there" ? .answer(200, png) : .answer(302, headers: ["Location": "/there"])
    }
    #expect(try load(server).pictures.count == 1)
  }

  @Test(arguments: [
    "http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/", "http://[::ffff:169.254.1.1]/",
    "http://100.100.100.200/", "http://[fd00:ec2::254]/",
  ])
  func `are not looked for on the machine's own segment`(place: String) throws {
    let server = try LoopbackServer { _, _ in .answer(302, headers: ["Location": place]) }
    let error = #expect(throws: TileError.self) { try load(server) }
    #expect(
      error?.description.hasSuffix("addresses of the machine's own network segment are not asked") == true)
    let reader = TileReader(
      .server(template: place + "{z}/{x}/{y}.png"), tileSize: 16, options: options(seconds: 2))
    #expect(throws: TileError.self) { try reader.load([try #require(cityTile)]) }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:70/x"])
  func `are not looked for under another scheme`(place: String) throws {
    let (error, asked) = try fault(.answer(302, headers: ["Location": place]))
    #expect(error?.description.contains("redirects too often or to another scheme") == true && asked == 1)
  }

  @Test func `are not looked for forever`() throws {
    let server = try LoopbackServer { path, _ in .answer(302, headers: ["Location": path + "x"]) }
    let error = #expect(throws: TileError.self) { try load(server) }
    #expect(error?.description.contains("redirects too often") == true)
    #expect(server.counts.count == 6)
  }

  @Test func `keep passwords and keys out of messages`() throws {
    let server = try LoopbackServer { _, _ in .answer(403) }
    let reader = TileReader(
      .server(template: "http://me:secret@127.0.0.1:\(server.port)/{z}/{x}/{y}.png?key=hidden"), tileSize: 16,
      options: options())
    let error = #expect(throws: TileError.self) { try reader.load([try #require(cityTile)]) }
    #expect(error?.description.hasPrefix("http://127.0.0.1:\(server.port)/2/1/1.png: ") == true)
  }

  // MARK: Many, and kept

  @Test func `are fetched two at once at most, and come in any order`() throws {
    let pngs = try (0..<16).map { try tile(16, red: UInt8($0 * 10)) }
    let server = try LoopbackServer { path, _ in
      let parts = path.split(separator: "/").compactMap { Int($0) }
      usleep(UInt32(20_000 * (1 + (parts[1] + parts[2]) % 3)))
      return .answer(200, pngs[parts[1] * 4 + parts[2]])
    }
    let tiles = (0..<16).compactMap { TileAddress(zoom: 2, column: $0 / 4, row: $0 % 4) }
    let loaded = try TileReader(
      .server(template: server.address("/{z}/{x}/{y}")), tileSize: 16, options: options()
    ).load(tiles)
    #expect(loaded.pictures.count == 16 && server.mostAtOnce <= 2)
    for (index, tile) in tiles.enumerated() {
      #expect(loaded.pictures[tile]?[0, 0].red == UInt8(index * 10))
    }
  }

  @Test func `are kept, each address for itself, and only when they are whole`() throws {
    let folder = try scratchFolder().appending(path: "deep/er")
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let png = try tile(16)
    let server = try LoopbackServer { path, time in
      path.contains("bad")
        ? .answer(200, Array("nonsense".utf8)) : time > 1 ? .answer(500) : .answer(200, png)
    }
    #expect(try load(server, options(cache: folder)).pictures.count == 1)
    #expect(try load(server, options(cache: folder)).pictures.count == 1)
    #expect(server.counts == ["/2/1/1.png": 1])
    // Another address is another tile.
    #expect(try load(server, path: "/b/{z}/{x}/{y}", options(cache: folder)).pictures.count == 1)
    #expect(throws: TileError.self) { try load(server, path: "/bad/{z}/{x}/{y}", options(cache: folder)) }
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    #expect(
      files.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }.map(\.pathExtension) == [
        "tile", "tile",
      ])
    // An old one is asked for again, and still serves where the server fails.
    var stale = options(cache: folder)
    stale.freshSeconds = 0
    #expect(try load(server, stale).pictures.count == 1)
    #expect(server.counts["/2/1/1.png"] == 4)
    // A damaged one is none.
    for file in files.compactMap({ $0 as? URL }) where !file.hasDirectoryPath {
      try Data("clustersnap tile 1\n".utf8).write(to: file)
    }
    #expect(throws: TileError.self) { try load(server, options(cache: folder)) }
  }

  @Test func `of a server that is not there are an error soon`() throws {
    let reader = TileReader(
      .server(template: "http://127.0.0.1:1/{z}/{x}/{y}.png"), tileSize: 16, options: options())
    let error = #expect(throws: TileError.self) { try reader.load([try #require(cityTile)]) }
    #expect(error?.description.contains("the server cannot be reached; check the address") == true)
  }
}
