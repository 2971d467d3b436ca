import Foundation
import MapGeometry
import Parallel
import TestSupport
import Testing
import TileSources
import VectorTiles

@Suite(.wantsInProcess(.curl)) struct `PMTiles on a server` {
  /// An archive whose tiles lie beyond the first request.
  private static func file(_ mark: String = "a") -> [UInt8] {
    var fixture = PMTilesFixture(of: [])
    for column in 0..<4 {
      guard let id = TileID(zoom: 2, column: column, row: 0) else { continue }
      fixture.tiles.append((id.archiveID ?? 0, vectorTile("\(mark)\(column)")))
    }
    fixture.leafDepth = 1
    fixture.padding = 30_000
    return fixture.bytes
  }

  /// The part that a request asks for, as a server sends it.
  private static func part(
    _ request: LoopbackServer.Request, of file: [UInt8], tag: String = "\"1\""
  ) -> LoopbackServer.Reaction {
    if let match = request.headers["if-match"], match != tag { return .answer(412) }
    guard let range = request.range(of: file.count) else { return .answer(416) }
    return .answer(
      206, Array(file[range]),
      headers: [
        "Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)", "ETag": tag,
      ])
  }

  @Test func `are read in parts, and the file must stay the same`() throws {
    let file = Self.file()
    let seen = Mutex<[String]>([])
    let server = try LoopbackServer(requests: { request in
      seen.withLock {
        $0.append((request.headers["range"] ?? "whole") + " " + (request.headers["if-match"] ?? "-"))
      }
      return Self.part(request, of: file)
    })
    let tiles = PMTiles(address: server.address("/city.pmtiles?key=hidden"), options: testOptions())
    try expect(tiles.tile(tileID(2, 1, 0))?.bytes, equals: vectorTile("a1"))
    try expect(tiles.tile(tileID(2, 3, 0))?.bytes, equals: vectorTile("a3"))
    try expect(tiles.tile(tileID(2, 3, 3)), equals: nil)
    try expect(tiles.description().format, equals: .mvt)
    let requests = seen.withLock { $0 }
    #expect((requests.count, requests.first) == (3, "bytes=0-16383 -"))
    #expect(requests.dropFirst().allSatisfy { $0.hasSuffix(" \"1\"") })
    expect(tiles.name, equals: "http://127.0.0.1:\(server.port)/city.pmtiles")
  }

  @Test func `are kept by their entity tag, and start anew once`() throws {
    let place = try Workplace()
    let version = Mutex(1)
    let server = try LoopbackServer(requests: { request in
      let number = version.withLock { $0 }
      return Self.part(request, of: Self.file("v\(number)"), tag: "\"\(number)\"")
    })
    let address = server.address("/a.pmtiles?key=hidden")
    try expect(
      PMTiles(address: address, options: testOptions(cache: place.folder)).tile(tileID(2, 1, 0))?.bytes,
      equals: vectorTile("v11"))
    let asked = server.counts.values.reduce(0, +)
    let again = PMTiles(address: address, options: testOptions(cache: place.folder))
    try expect(again.tile(tileID(2, 1, 0))?.bytes, equals: vectorTile("v11"))
    expect(server.counts.values.reduce(0, +), equals: asked)
    // What is kept of the old version is passed over when a part is new.
    version.withLock { $0 = 2 }
    try expect(again.tile(tileID(2, 2, 0))?.bytes, equals: vectorTile("v22"))
    try expect(again.tile(tileID(2, 1, 0))?.bytes, equals: vectorTile("v21"))
    version.withLock { $0 = 3 }
    expect(
      message { try again.tile(try tileID(2, 3, 0)) },
      equals:
        "http://127.0.0.1:\(server.port)/a.pmtiles changes while it is read; try again when it is complete"
    )
    // No file in the cache has the key.
    let contents = try files(below: place.folder).map { try Data(contentsOf: $0) }
    #expect(contents.count >= 4)
    for content in contents { expect(content.range(of: Data("hidden".utf8)), equals: nil) }
  }

  @Test func `that servers send wrongly are refused at once`() throws {
    let file = Self.file()
    func fault(_ react: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reaction) throws
      -> String?
    {
      let server = try LoopbackServer(requests: react)
      let load = TileLoad(secondsAllowed: 4, secondsPerTile: 2)
      let error = message {
        try PMTiles(address: server.address("/a.pmtiles"), options: testOptions()).tile(
          try tileID(2, 1, 0), during: load)
      }
      return error?.replacing("http://127.0.0.1:\(server.port)/", with: "")
    }
    let noRanges =
      "a.pmtiles: the server sends the whole file where parts are requested; download it, or use another server"
    let wrong = "a.pmtiles: the server sends another part of the file than requested; download it"
    // The whole file, also one without end, is not waited for.
    try expect(fault { _ in .answer(200, file) }, equals: noRanges)
    try expect(fault { _ in .endless(200) }, equals: noRanges)
    try expect(fault { _ in .endless(206) }, equals: wrong)
    try expect(fault { _ in .answer(200, Array("<html>no</html>".utf8)) }, equals: noRanges)
    try expect(fault { _ in .answer(404) }, equals: "a.pmtiles: the server answers 404; try again later")
    // Half a range, another range, another length, no word of the range.
    @Sendable func sent(_ range: String, _ count: Int) -> LoopbackServer.Reaction {
      .answer(206, Array(file[..<count]), headers: ["Content-Range": range])
    }
    let size = file.count
    for (range, count) in [
      ("bytes 0-8191/\(size)", 8192), ("bytes 1-16384/\(size)", 16_384), ("bytes 0-16383/\(size)", 100),
      ("bytes 0-16383/\(size)", 20_000), ("bytes 0-16383/100", 16_384), ("apples 0-16383/\(size)", 16_384),
    ] {
      try expect(fault { _ in sent(range, count) }, equals: wrong, "\(range)")
    }
    try expect(fault { _ in .answer(206, Array(file[..<16_384])) }, equals: wrong)
    try expect(
      fault { _ in .hangUp }?.hasSuffix("the answer ends early; check the address, or try again later"),
      equals: true)
    // A byte, with the right head, and no other before the test ends.
    let continues = DispatchSemaphore(value: 0)
    defer { continues.signal() }
    let slow = try LoopbackServer(requests: { _ in
      .stall([UInt8](repeating: 7, count: 1000), until: continues)
    })
    let error = message {
      try PMTiles(address: slow.address("/a"), options: testOptions()).tile(
        try tileID(0, 0, 0), during: TileLoad(secondsPerTile: 0.05))
    }
    // It begins as a whole file does.
    expect(
      error?.hasSuffix(
        "the server sends the whole file where parts are requested; download it, or use another server"),
      equals: true)
  }

  @Test func `whose directories lie are refused`() throws {
    var fixture = PMTilesFixture(of: [(try tileID(0, 0, 0), vectorTile())])
    fixture.padding = 30_000
    let whole = fixture.bytes
    // The server's file is shorter than the header has it.
    let short = Array(whole.dropLast(4))
    let server = try LoopbackServer(requests: { Self.part($0, of: short) })
    let error = message {
      try PMTiles(address: server.address("/a.pmtiles"), options: testOptions()).tile(try tileID(0, 0, 0))
    }
    expect(
      error?.hasSuffix(
        "the PMTiles archive's tile data ends behind the end of the file; download the file again"),
      equals: true)
  }

  @Test func `are named by pmtiles addresses`() throws {
    try expect(
      TileLocation(naming: "pmtiles://https://a.example/b?key=c"),
      equals: .remotePMTiles(address: "https://a.example/b?key=c"))
    try expect(
      TileLocation(naming: "HTTPS://a.example/b.PMTILES?key=c"),
      equals: .remotePMTiles(address: "HTTPS://a.example/b.PMTILES?key=c"))
    try expect(
      TileLocation(naming: "https://a.example/{z}/{x}/{y}"),
      equals: .server(TileTemplate("https://a.example/{z}/{x}/{y}")))
    try expect(
      TileLocation(naming: "https://a.example/t.json"),
      equals: .remoteTileJSON(address: "https://a.example/t.json"))
    expect(
      message { try TileLocation(naming: "mbtiles://https://me:hidden@a.example/b?key=c") },
      equals:
        "mbtiles://https://a.example/b is no archive of tiles: an MBTiles file cannot be read over the network; download it"
    )
    expect(
      message { try TileLocation(naming: "ftp://a.example/b") }?.contains("its scheme is not fetched"),
      equals: true
    )
    expect(message { try TileLocation(naming: "a\0b") }?.contains("holds a zero byte"), equals: true)
  }

  @Test func `and files are distinguished by their bytes and stay below their folder`() throws {
    let place = try Workplace()
    let root = place.folder + "/"
    try place.write("a.bin", Data(Self.file()))
    try place.write("b.bin", "SQLite format 3\0")
    try place.write("c.bin", #"{"tiles": ["t/{z}/{x}/{y}.pbf"], "scheme": "tms", "minzoom": 1}"#)
    try place.write("d.bin", Data([1, 2, 3]))
    try expect(TileLocation(naming: "a.bin", below: root), equals: .pmtiles(path: root + "a.bin"))
    try expect(TileLocation(naming: "mbtiles://b.bin", below: root), equals: .mbtiles(path: root + "b.bin"))
    try expect(
      TileLocation(naming: "c.bin", below: root), equals: .tileJSON(path: root + "c.bin", root: root))
    for (name, part) in [
      ("d.bin", "neither MBTiles, PMTiles nor"), ("gone", "No such file"), ("/etc/passwd", "leads out of"),
      ("..", "leads out of"),
    ] {
      expect(message { try TileLocation(naming: name, below: root) }?.contains(part), equals: true)
    }
    // A TileJSON's templates are its own folder's, its rows as it has them.
    try place.write("t/1/0/1.pbf", Data(vectorTile("south")))
    let tiles = try openTiles(at: try TileLocation(naming: root + "c.bin"), under: AccessRules())
    try expect(tiles.tile(tileID(1, 0, 0))?.bytes, equals: vectorTile("south"))
    try expect(tiles.description().minimumZoom, equals: 1)
    // They stay below it.
    try place.write("t/0.pbf", Data(vectorTile()))
    try place.write("t/up.json", #"{"tiles": ["../{z}{x}{y}.pbf"]}"#)
    try place.write("000.pbf", Data(vectorTile()))
    let higher = try openTiles(at: try TileLocation(naming: root + "t/up.json"), under: AccessRules())
    expect(message { try higher.tile(try tileID(0, 0, 0)) }?.contains("leads out of"), equals: true)
  }
}
