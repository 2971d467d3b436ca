@testable import FileResources
import Foundation
import MapFeatures
import MapGeometry
import TestSupport
import Testing
import TileSources

@Suite struct `File loader` {
  /// A folder for one test, removed at its end.
  private final class Folder {
    let path: String

    init() throws {
      path =
        canonicalPath(FileManager.default.temporaryDirectory.path(percentEncoded: false))
        + "/loader-\(UUID())"
      try FileManager.default.createDirectory(atPath: path + "/inside", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    }
  }

  private func kind(_ body: () throws(ResourceError) -> Void) -> ResourceError.Kind? {
    do throws(ResourceError) {
      try body()
      return nil
    } catch {
      return error.kind
    }
  }

  private func text(_ content: ResourceContent) throws -> String {
    switch content {
    case .bytes(let source): return source.withBytes { String(decoding: $0, as: UTF8.self) }
    case .stream(let stream):
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = try bytes.withUnsafeMutableBytes { try stream.fill($0) }
      return String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  @Test func `takes a database for another when rows are committed to its log`() throws {
    let folder = try Folder()
    try folder.write("SQLite format 3", to: "a.sqlite")
    let version = {
      FileLoader().version(of: Resource(path: folder.path + "/a.sqlite", isFromDocument: true))
    }
    let before = try #require(version())
    try folder.write("rows", to: "a.sqlite-wal")
    expect(version()?.identity, equals: before.identity)
    #expect(version() != before)
  }

  @Test func `names the squares that a tile which cannot be read would fill`() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/1/0", withIntermediateDirectories: true)
    // The beginning of gzip, and nothing more.
    try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: folder.path + "/1/0/0.pbf"))
    let squares = try [(1, 0, 0), (2, 1, 1), (1, 1, 1)].map {
      try #require(TileID(zoom: $0.0, column: $0.1, row: $0.2))
    }
    let answer = try FileLoader().tiles(
      TileQuery(TileSetLocation(folder.path + "/{z}/{x}/{y}.pbf"), tiles: squares, ancestorZoom: 0))
    #expect(answer.tiles.isEmpty)
    #expect(!answer.faults.isEmpty)
    expect(Set(answer.failures.keys), equals: Set(squares.prefix(2)))
  }

  @Test(arguments: [true, false]) func `reads files, and parts of them`(mapsFiles: Bool) throws {
    let folder = try Folder()
    try folder.write("0123456789", to: "digits")
    let loader = FileLoader(mapsFiles: mapsFiles)
    let digits = Resource(path: folder.path + "/digits", isFromDocument: true)
    try expect(text(try loader.content(of: digits, limit: 5)), equals: "0123456789")
    try expect(loader.bytes(of: digits, in: 3..<6, limit: 100), equals: Array("345".utf8))
    try expect(loader.bytes(of: digits, in: 8..<20, limit: 100), equals: Array("89".utf8))
    try expect(loader.bytes(of: digits, in: nil, limit: 100), equals: Array("0123456789".utf8))
    expect(
      kind { () throws(ResourceError) in _ = try loader.bytes(of: digits, in: nil, limit: 5) },
      equals: .tooLarge)
    try expect(loader.names(in: folder.path, limit: 10), equals: ["digits", "inside"])
    expect(
      kind { () throws(ResourceError) in _ = try loader.names(in: folder.path, limit: 1) }, equals: .tooLarge)
  }

  @Test func `distinguishes the versions of a file`() throws {
    let folder = try Folder()
    try folder.write("one", to: "file")
    let file = Resource(path: folder.path + "/inside/../file", isFromDocument: true)
    let loader = FileLoader()
    let first = try #require(loader.version(of: file))
    expect(first.identity, equals: folder.path + "/file")
    expect(first, equals: loader.version(of: file))
    try folder.write("three", to: "new")
    expect(rename(folder.path + "/new", folder.path + "/file"), equals: 0)
    let second = try #require(loader.version(of: file))
    #expect(first != second)
    expect(first.identity, equals: second.identity)
    expect(loader.version(of: Resource(path: folder.path, isFromDocument: true)), equals: nil)
    expect(loader.version(of: Resource(path: "-", isFromDocument: false)), equals: nil)
  }

  @Test func `opens nothing outside of its root`() throws {
    let folder = try Folder()
    try folder.write("secret", to: "outside")
    try folder.write("open", to: "inside/file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/inside/link", withDestinationPath: "../outside")
    let loader = FileLoader(root: folder.path + "/inside")
    try expect(
      text(
        try loader.content(of: Resource(path: folder.path + "/inside/file", isFromDocument: true), limit: 99)),
      equals: "open")
    for path in ["/outside", "/inside/../outside", "/inside/link"] {
      for isFromDocument in [true, false] {
        let file = Resource(path: folder.path + path, isFromDocument: isFromDocument)
        expect(
          kind { () throws(ResourceError) in _ = try loader.content(of: file, limit: 99) }, equals: .outside)
        expect(
          kind { () throws(ResourceError) in _ = try loader.bytes(of: file, in: nil, limit: 99) },
          equals: .outside)
        expect(loader.version(of: file), equals: nil)
        expect(loader.localPath(of: file), equals: nil)
        expect(loader.kind(of: folder.path + path, followingLinks: true), equals: .missing)
      }
    }
    expect(
      kind { () throws(ResourceError) in _ = try loader.names(in: folder.path, limit: 9) }, equals: .outside)
    // Without a root, names of documents still may not leave the document's folder.
    let free = FileLoader()
    let inside = folder.path + "/inside/"
    try expect(free.path(of: "file", below: inside), equals: inside + "file")
    expect(
      kind { () throws(ResourceError) in _ = try free.path(of: "../outside", below: inside) },
      equals: .outside)
    expect(
      kind { () throws(ResourceError) in _ = try free.path(of: "link", below: inside) }, equals: .outside)
    expect(
      kind { () throws(ResourceError) in _ = try free.path(of: "none", below: inside) }, equals: .missing)
  }

  private func reason(_ loader: FileLoader, _ place: TileSetLocation) -> ResourceError? {
    do throws(ResourceError) {
      _ = try loader.tiles(TileQuery(place, tiles: [TileID(zoom: 0, column: 0, row: 0)].compactMap(\.self)))
      return nil
    } catch {
      return error
    }
  }

  @Test func `requests no server without a network, whichever document names it`() throws {
    let server = try LoopbackServer { _, _ in .answer(404) }
    let folder = try Folder()
    let inside = folder.path + "/inside/"
    for name in ["/{z}/{x}/{y}.png", "/a.pmtiles"] {
      let address = server.address(name)
      for scheme in ["", "pmtiles://"] {
        try folder.write(#"{"tiles": ["\#(scheme + address)?sig=S3CRET"]}"#, to: "inside/tiles.json")
        for place in [TileSetLocation(inside + "tiles.json"), TileSetLocation("tiles.json", below: inside)] {
          for root in [nil, inside] {
            let error = try #require(reason(FileLoader(root: root), place))
            expect(error.kind, equals: .unsupported, "\(error)")
            #expect(
              error.description.hasSuffix(
                "nothing is fetched from the network here without \"network\"; name a file"))
            #expect(error.description.contains("127.0.0.1"))
            #expect(!error.description.contains("S3CRET"))
          }
        }
      }
    }
    #expect(server.counts.isEmpty)
  }

  @Test(.wantsInProcess(.curl)) func `requests the servers of documents with a network`() throws {
    let server = try LoopbackServer { _, _ in .answer(404) }
    let folder = try Folder()
    try folder.write(#"{"tiles": ["\#(server.address("/{z}/{x}/{y}.png"))"]}"#, to: "inside/tiles.json")
    let open = FileLoader(network: TileOptions(userAgent: "test"))
    expect(reason(open, TileSetLocation("tiles.json", below: folder.path + "/inside/")), equals: nil)
    #expect(!server.counts.isEmpty)
  }

  @Test(arguments: [
    ("outside.csv", "outside.csvx"), ("", "none"), ("{z}/{x}/{y}.png", "none/{z}/{x}/{y}.png"),
    ("other/{z}/{x}/{y}.png", "inside/../none/{z}/{x}/{y}.png"),
  ])
  func `answers alike whether there is something outside of its root`(present: String, missing: String) throws
  {
    let folder = try Folder()
    try folder.write("{}", to: "outside.csv")
    try FileManager.default.createDirectory(atPath: folder.path + "/other", withIntermediateDirectories: true)
    let loader = FileLoader(root: folder.path + "/inside")
    for name in [present, missing] {
      let path = folder.path + "/" + name
      expect(reason(loader, TileSetLocation(path))?.kind, equals: .outside, "\(name)")
      expect(
        reason(loader, TileSetLocation(path))?.description.contains(
          "lies outside of the folder that may be read; put it there"), equals: true)
    }
  }

  @Test func `follows no link out of its root, whether it leads to something or not`() throws {
    let folder = try Folder()
    try folder.write("lon,lat\n1,2\n", to: "outside.csv")
    for (name, target) in [("there", "../outside.csv"), ("gone", "../none"), ("far", "../none/none")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/inside/" + name, withDestinationPath: target)
      let path = folder.path + "/inside/" + name
      let loader = FileLoader(root: folder.path + "/inside")
      let file = Resource(path: path, isFromDocument: true)
      expect(
        kind { () throws(ResourceError) in _ = try loader.content(of: file, limit: 99) }, equals: .outside)
      expect(reason(loader, TileSetLocation(path))?.kind, equals: .outside)
    }
    // What is missing below the root is missing.
    let missing = Resource(path: folder.path + "/inside/none/none", isFromDocument: true)
    let loader = FileLoader(root: folder.path + "/inside")
    expect(
      kind { () throws(ResourceError) in _ = try loader.content(of: missing, limit: 99) }, equals: .missing)
  }

  @Test func `looks into no folder of tiles that links lead out of`() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/secret/0", withIntermediateDirectories: true)
    try folder.write("x", to: "secret/0/0.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/inside/0", withDestinationPath: "../secret")
    let error = reason(FileLoader(root: folder.path + "/inside"), TileSetLocation(folder.path + "/inside"))
    expect(error?.description.contains("leads out of"), equals: true, "\(String(describing: error))")
  }

  @Test func `opens regular files alone where a document names them`() throws {
    let folder = try Folder()
    let pipe = folder.path + "/pipe"
    expect(mkfifo(pipe, 0o600), equals: 0)
    let loader = FileLoader()
    let named = Resource(path: pipe, isFromDocument: true)
    expect(
      kind { () throws(ResourceError) in _ = try loader.content(of: named, limit: 99) }, equals: .notRegular)
    expect(
      kind { () throws(ResourceError) in _ = try loader.bytes(of: named, in: nil, limit: 99) },
      equals: .notRegular)
    expect(loader.kind(of: pipe, followingLinks: true), equals: .other)
    let own = Resource(path: folder.path + "/inside", isFromDocument: false)
    expect(kind { () throws(ResourceError) in _ = try loader.content(of: own, limit: 99) }, equals: .folder)
    let input = Resource(path: "-", isFromDocument: false)
    expect(
      kind { () throws(ResourceError) in _ = try loader.content(of: input, limit: 99) }, equals: .unsupported)
    let address = Resource(url: "https://example.org/style.json")
    expect(
      kind { () throws(ResourceError) in _ = try loader.bytes(of: address, in: nil, limit: 99) },
      equals: .unsupported)
  }

  @Test func `waits for the first byte of a pipe only so long`() throws {
    let folder = try Folder()
    let pipe = folder.path + "/pipe"
    expect(mkfifo(pipe, 0o600), equals: 0)
    let resource = Resource(path: pipe, isFromDocument: false)
    let hasty = FileLoader(firstByteLimit: 0.02)
    func fault() -> ResourceError? {
      do throws(ResourceError) {
        _ = try hasty.content(of: resource, limit: 99)
        return nil
      } catch {
        return error
      }
    }
    let words =
      "nothing has come in 0.02 s; is the program running that writes it? CLUSTERSNAP_INPUT_TIMEOUT=SECONDS sets another limit"
    // Nobody writes to it, or somebody who sends nothing.
    expect(fault()?.description, equals: words)
    let descriptor = open(pipe, O_RDWR)
    defer { close(descriptor) }
    expect(fault()?.description, equals: words)
    expect(write(descriptor, "abcd", 4), equals: 4)
    try expect(text(hasty.content(of: resource, limit: 99)), equals: "abcd")
  }

  @Test func `ends a stream at its limit`() throws {
    let folder = try Folder()
    let pipe = folder.path + "/pipe"
    expect(mkfifo(pipe, 0o600), equals: 0)
    // Few enough bytes to arrive in one piece, before the reader hangs up.
    let writer = Thread { try? Data(count: 2000).write(to: URL(filePath: pipe)) }
    writer.start()
    let loader = FileLoader()
    expect(
      kind { () throws(ResourceError) in
        guard
          case .stream(let stream) = try loader.content(
            of: Resource(path: pipe, isFromDocument: false), limit: 1000)
        else { return }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 8192, alignment: 8)
        defer { block.deallocate() }
        while try stream.fill(block) > 0 {}
      }, equals: .tooLarge)
  }

  @Test func `grants a request its limits for the network, as far as its owner does`() throws {
    func limited(_ loader: FileLoader, _ limits: NetworkLimits) throws -> (seconds: Double?, isPrivate: Bool?)
    {
      let other = try #require(loader.limited(to: limits) as? FileLoader)
      return (other.load?.secondsAllowed, other.network?.allowsPrivateNetworks)
    }
    var options = TileOptions(userAgent: "test")
    options.mostSecondsAllowed = 60
    let strict = FileLoader(network: options)
    #expect(try limited(strict, NetworkLimits()) == (30, false))
    #expect(try limited(strict, NetworkLimits(seconds: 5, allowsPrivateNetworks: true)) == (5, false))
    #expect(try limited(strict, NetworkLimits(seconds: 500)) == (60, false))
    options.requestsMayAllowPrivateNetworks = true
    let generous = FileLoader(network: options)
    #expect(try limited(generous, NetworkLimits(allowsPrivateNetworks: true)) == (30, true))
    options.allowsPrivateNetworks = true
    let open = FileLoader(network: options)
    #expect(try limited(open, NetworkLimits()) == (30, true))
    #expect(try limited(open, NetworkLimits(allowsPrivateNetworks: false)) == (30, false))
    #expect(try limited(FileLoader(), NetworkLimits(seconds: 5)) == (nil, nil))
  }
}
