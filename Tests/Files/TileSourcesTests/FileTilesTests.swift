import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import TileSources

@Suite struct `Tiles in files` {
  private func archive(
    _ place: Workplace, _ template: String = "tiles/{z}/{x}/{y}.png", isFlipped: Bool = false,
    prefersLarge: Bool = false
  ) throws -> FileTiles {
    try FileTiles(
      TileTemplate(place.path(template), isFlipped: isFlipped, prefersLarge: prefersLarge),
      below: place.folder)
  }

  @Test func `are found by their names, rows counted from north or south`() throws {
    let place = try Workplace()
    try place.write("tiles/1/0/0.png", Data(png(10)))
    try place.write("tiles/1/0/1.png", Data(png(20)))
    try place.write("tiles/1/0/0@2x.png", Data(png(30)))
    let (north, absent) = (try tileID(1, 0, 0), try tileID(1, 1, 0))
    try expect(archive(place).tile(north)?.bytes, equals: png(10))
    try expect(archive(place).tile(absent), equals: nil)
    try expect(archive(place, isFlipped: true).tile(north)?.bytes, equals: png(20))
    try expect(archive(place, "tiles/{z}/{x}/{-y}.png").tile(north)?.bytes, equals: png(20))
    let sharp = "tiles/{z}/{x}/{y}{ratio}.png"
    try expect(archive(place, sharp, prefersLarge: true).tile(north)?.bytes, equals: png(30))
    try expect(archive(place, sharp).tile(north)?.bytes, equals: png(10))
  }

  @Test func `lie below their folder, are files and no larger than a tile`() throws {
    let (place, elsewhere) = (try Workplace(), try Workplace())
    try elsewhere.write("0.png", Data(png()))
    try place.write("tiles/0/0/1.png", Data())
    let link = place.path("tiles/0/0/0.png")
    symlink(elsewhere.path("0.png"), link)
    let whole = try tileID(0, 0, 0)
    expect(
      message { try archive(place).tile(whole) }?.hasSuffix(
        "/tiles/0/0/0.png leads out of the style's folder; put the tiles below it"), equals: true)
    unlink(link)
    mkfifo(link, 0o600)
    expect(
      message { try archive(place).tile(whole) }?.hasSuffix(
        "cannot be read: it is no regular file; check the name"), equals: true)
    unlink(link)
    try place.write("tiles/0/0/0.png", Data(Array(repeating: 0, count: 9 << 20)))
    expect(
      message { try archive(place).tile(whole) }?.hasSuffix("is larger than 8 MB; that is no tile"),
      equals: true)
  }

  @Test func `fill in what a template names`() throws {
    expect(TileTemplate("{z}/{x}/{y}/{-y}/{q}/{").filled(try tileID(3, 5, 2)), equals: "3/5/2/5/{q}/{")
    #expect(TileTemplate.isTemplate("{z}/{x}/{-y}"))
    #expect(!TileTemplate.isTemplate("{z}/{x}"))
  }

  @Test func `are what their bytes are`() {
    #expect((TileFormat(of: png()), TileFormat(of: vectorTile())) == (.png, .vector))
    expect(TileFormat(of: [0xFF, 0xD8, 0xFF, 0xE0]), equals: .jpeg)
    expect(TileFormat(of: Array("RIFF1234WEBPVP8 ".utf8)), equals: .webp)
    #expect((TileFormat(of: []), TileFormat(of: [0x1A, 0])) == (.vector, .vector))
    for bytes: [UInt8] in [[0x1A], [0x1A, 0x80], [0x1A, 5, 0xFF], [0], Array("GIF89a".utf8)] {
      expect(TileFormat(of: bytes), equals: .unknown)
    }
  }

  @Test func `are inflated, and bombs, pages and AVIF are refused by name`() throws {
    let place = try Workplace()
    func fault(_ bytes: [UInt8]) throws -> String? {
      try place.write("tiles/0/0/0.png", Data(bytes))
      return message { try archive(place).tile(try tileID(0, 0, 0)) }?.replacing(place.folder, with: "")
    }
    let bomb = try gzipped(33 << 20)
    #expect(bomb.count < 100_000)
    try expect(fault(bomb), equals: "/tiles/0/0/0.png is larger than 32 MB; that is no tile")
    try expect(
      fault(Array(bomb.dropLast(9))),
      equals: "/tiles/0/0/0.png is larger than 32 MB; that is no tile")
    try expect(
      fault(Array(try gzipped(100).dropLast(5))),
      equals:
        "/tiles/0/0/0.png is damaged: the compressed data is cut off; download or compress the file again")
    try expect(
      fault(Array("\n <!DOCTYPE html><p>Not found".utf8)),
      equals: "/tiles/0/0/0.png is a page of HTML or XML, not a tile; check the address")
    try expect(
      fault(Array("{\"error\": 1}".utf8)),
      equals: "/tiles/0/0/0.png is a JSON document, not a tile; check the address")
    try expect(
      fault([0, 0, 0, 0x1C] + Array("ftypavif".utf8)),
      equals:
        "/tiles/0/0/0.png is an AVIF picture, which is not read; convert it to vector tiles (MVT), PNG, JPEG or WebP, packed with gzip or zstd"
    )
  }

  @Test func `make a folder with a description`() throws {
    let place = try Workplace()
    for zoom in 2...4 { try place.write("\(zoom)/1/1.pbf", Data(vectorTile("z\(zoom)"))) }
    try place.write(
      "metadata.json",
      #"{"vector_layers": [{"id": "roads", "fields": {"kind": "String"}}], "attribution": "© Us"}"#)
    let location = try TileLocation(naming: place.folder)
    let tiles = try openTiles(at: location, under: AccessRules())
    let description = try tiles.description()
    #expect((description.format, description.attribution) == (.mvt, "© Us"))
    #expect((description.minimumZoom, description.maximumZoom) == (2, 4))
    expect(description.layers.map(\.name), equals: ["roads"])
    try expect(tiles.tile(try tileID(3, 1, 1))?.bytes, equals: vectorTile("z3"))
    // Pictures where vector tiles are announced.
    try place.write("4/1/1.pbf", Data(png()))
    expect(
      message { try tiles.tile(try tileID(4, 1, 1)) }?.hasSuffix(
        "/4/1/1.pbf is a PNG, but the metadata has vector tiles; correct the metadata's format"), equals: true
    )
    let empty = try Workplace()
    let error = message { try openTiles(at: .folder(path: empty.folder), under: AccessRules()) }
    expect(error?.contains("is no archive of tiles: the folder has no files such as 0/0/0.pbf"), equals: true)
  }

  @Test func `that are missing have a nearest ancestor`() throws {
    let place = try Workplace()
    try place.write("tiles/1/0/1.png", Data(png(1)))
    try place.write("tiles/3/2/5.png", Data(png(3)))
    let tiles = try archive(place)
    let (deep, other) = (try tileID(5, 10, 22), try tileID(5, 12, 22))
    let own = try tileID(3, 2, 5)
    let batch = TileBatch([deep, other, own, try tileID(5, 31, 0)], from: tiles, minimumZoom: 0)
    #expect((batch.tiles[deep]?.bytes, batch.tiles[other]?.bytes) == (png(3), png(1)))
    try #require(batch.tiles.count == 3)
    expect(batch.tiles[own]?.id, equals: own)
    #expect(batch.faults.isEmpty)
    try expect(batch.tiles[deep]?.id, equals: tileID(3, 2, 5))
    try expect(batch.tiles[other]?.id, equals: tileID(1, 0, 1))
    #expect(TileBatch([other], from: tiles, minimumZoom: 2).tiles.isEmpty)
    try expect(batch.missing, equals: [deep, other, tileID(5, 31, 0)])
  }
}
