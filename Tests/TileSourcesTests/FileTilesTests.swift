import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import TileSources

@Suite struct `Tiles in files` {
  private func archive(
    _ folder: URL, _ template: String = "tiles/{z}/{x}/{y}.png", isFlipped: Bool = false,
    prefersLarge: Bool = false
  ) throws -> FileTiles {
    let root = folder.path(percentEncoded: false)
    return try FileTiles(
      TileTemplate(root + "/" + template, isFlipped: isFlipped, prefersLarge: prefersLarge), below: root)
  }

  private func write(_ bytes: [UInt8], _ path: String, in folder: URL) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  @Test func `are found by their names, rows counted from north or south`() throws {
    let folder = try scratchFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(png(10), "tiles/1/0/0.png", in: folder)
    try write(png(20), "tiles/1/0/1.png", in: folder)
    try write(png(30), "tiles/1/0/0@2x.png", in: folder)
    let (north, absent) = (try tileID(1, 0, 0), try tileID(1, 1, 0))
    #expect(try archive(folder).tile(north)?.bytes == png(10))
    #expect(try archive(folder).tile(absent) == nil)
    #expect(try archive(folder, isFlipped: true).tile(north)?.bytes == png(20))
    #expect(try archive(folder, "tiles/{z}/{x}/{-y}.png").tile(north)?.bytes == png(20))
    let sharp = "tiles/{z}/{x}/{y}{ratio}.png"
    #expect(try archive(folder, sharp, prefersLarge: true).tile(north)?.bytes == png(30))
    #expect(try archive(folder, sharp).tile(north)?.bytes == png(10))
  }

  @Test func `lie below their folder, are files and no larger than a tile`() throws {
    let folder = try scratchFolder()
    let elsewhere = try scratchFolder()
    defer {
      try? FileManager.default.removeItem(at: folder)
      try? FileManager.default.removeItem(at: elsewhere)
    }
    try write(png(), "0.png", in: elsewhere)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "tiles/0/0"), withIntermediateDirectories: true)
    let link = folder.appending(path: "tiles/0/0/0.png")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: elsewhere.appending(path: "0.png"))
    let whole = try tileID(0, 0, 0)
    #expect(
      message { try archive(folder).tile(whole) }?.hasSuffix(
        "/tiles/0/0/0.png leads out of the style's folder; put the tiles below it") == true)
    try FileManager.default.removeItem(at: link)
    mkfifo(link.path(percentEncoded: false), 0o600)
    #expect(
      message { try archive(folder).tile(whole) }?.hasSuffix(
        "cannot be read: it is no regular file; check the name") == true)
    try FileManager.default.removeItem(at: link)
    try write(Array(repeating: 0, count: 9 << 20), "tiles/0/0/0.png", in: folder)
    #expect(
      message { try archive(folder).tile(whole) }?.hasSuffix("is larger than 8 MB; that is no tile") == true)
  }

  @Test func `fill in what a template names`() throws {
    #expect(TileTemplate("{z}/{x}/{y}/{-y}/{q}/{").filled(try tileID(3, 5, 2)) == "3/5/2/5/{q}/{")
    #expect(TileTemplate.isTemplate("{z}/{x}/{-y}"))
    #expect(!TileTemplate.isTemplate("{z}/{x}"))
  }

  @Test func `are what their bytes are`() {
    #expect((TileFormat(of: png()), TileFormat(of: vectorTile())) == (.png, .vector))
    #expect(TileFormat(of: [0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    #expect(TileFormat(of: Array("RIFF1234WEBPVP8 ".utf8)) == .webp)
    #expect((TileFormat(of: []), TileFormat(of: [0x1A, 0])) == (.vector, .vector))
    for bytes: [UInt8] in [[0x1A], [0x1A, 0x80], [0x1A, 5, 0xFF], [0], Array("GIF89a".utf8)] {
      #expect(TileFormat(of: bytes) == .unknown)
    }
  }

  @Test func `are inflated, and bombs, pages and AVIF are refused by name`() throws {
    let folder = try scratchFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func fault(_ bytes: [UInt8]) throws -> String? {
      try write(bytes, "tiles/0/0/0.png", in: folder)
      return message { try archive(folder).tile(try tileID(0, 0, 0)) }?.replacing(
        folder.path(percentEncoded: false), with: "")
    }
    let bomb = try gzipped(33 << 20)
    #expect(bomb.count < 100_000)
    #expect(try fault(bomb) == "/tiles/0/0/0.png is larger than 32 MB; that is no tile")
    #expect(
      try fault(Array(bomb.dropLast(9)))
        == "/tiles/0/0/0.png is larger than 32 MB; that is no tile")
    #expect(
      try fault(Array(try gzipped(100).dropLast(5)))
        == "/tiles/0/0/0.png is damaged: the compressed data is cut off; download or compress the file again")
    #expect(
      try fault(Array("\n <!DOCTYPE html><p>Not found".utf8))
        == "/tiles/0/0/0.png is a page of HTML or XML, not a tile; check the address")
    #expect(
      try fault(Array("{\"error\": 1}".utf8))
        == "/tiles/0/0/0.png is a JSON document, not a tile; check the address")
    #expect(
      try fault([0, 0, 0, 0x1C] + Array("ftypavif".utf8))
        == "/tiles/0/0/0.png is an AVIF picture, which is not read; convert it to vector tiles (MVT), PNG, JPEG or WebP, packed with gzip or zstd"
    )
  }

  @Test func `make a folder with a description`() throws {
    let folder = try scratchFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for zoom in 2...4 { try write(vectorTile("z\(zoom)"), "\(zoom)/1/1.pbf", in: folder) }
    try write(
      Array(
        #"{"vector_layers": [{"id": "roads", "fields": {"kind": "String"}}], "attribution": "© Us"}"#.utf8),
      "metadata.json", in: folder)
    let location = try TileLocation(naming: folder.path(percentEncoded: false))
    let tiles = try openTiles(at: location, under: AccessRules())
    let description = try tiles.description()
    #expect((description.format, description.attribution) == (.mvt, "© Us"))
    #expect((description.minimumZoom, description.maximumZoom) == (2, 4))
    #expect(description.layers.map(\.id) == ["roads"])
    #expect(try tiles.tile(try tileID(3, 1, 1))?.bytes == vectorTile("z3"))
    // Pictures where vector tiles are announced.
    try write(png(), "4/1/1.pbf", in: folder)
    #expect(
      message { try tiles.tile(try tileID(4, 1, 1)) }?.hasSuffix(
        "/4/1/1.pbf is a PNG, but the metadata has vector tiles; correct the metadata's format") == true)
    let empty = try scratchFolder()
    defer { try? FileManager.default.removeItem(at: empty) }
    let error = message {
      try openTiles(
        at: .folder(path: empty.path(percentEncoded: false)), under: AccessRules())
    }
    #expect(error?.contains("is no archive of tiles: the folder has no files such as 0/0/0.pbf") == true)
  }

  @Test func `that are missing have a nearest ancestor`() throws {
    let folder = try scratchFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(png(1), "tiles/1/0/1.png", in: folder)
    try write(png(3), "tiles/3/2/5.png", in: folder)
    let tiles = try archive(folder)
    let (deep, other) = (try tileID(5, 10, 22), try tileID(5, 12, 22))
    let own = try tileID(3, 2, 5)
    let batch = TileBatch([deep, other, own, try tileID(5, 31, 0)], from: tiles, minimumZoom: 0)
    #expect((batch.tiles[deep]?.bytes, batch.tiles[other]?.bytes) == (png(3), png(1)))
    try #require(batch.tiles.count == 3)
    #expect(batch.tiles[own]?.id == own)
    #expect(batch.faults.isEmpty)
    #expect(try batch.tiles[deep]?.id == tileID(3, 2, 5))
    #expect(try batch.tiles[other]?.id == tileID(1, 0, 1))
    #expect(TileBatch([other], from: tiles, minimumZoom: 2).tiles.isEmpty)
    #expect(try batch.missing == [deep, other, tileID(5, 31, 0)])
  }
}
