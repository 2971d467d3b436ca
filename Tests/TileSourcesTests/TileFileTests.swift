import CSQLite
import Drawing
import Foundation
import Testing

@testable import TileSources

@Suite struct `Tiles in files` {
  private func reader(_ folder: URL, template: String = "tiles/{z}/{x}/{y}.png", isFlipped: Bool = false)
    -> TileReader
  {
    let root = folder.path(percentEncoded: false)
    return TileReader(
      .files(template: root + "/" + template, root: root), tileSize: 16, isFlipped: isFlipped,
      options: TileOptions(userAgent: "test"))
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
    try write(tile(16, red: 10), "tiles/1/0/0.png", in: folder)
    try write(tile(16, red: 20), "tiles/1/0/1.png", in: folder)
    let north = try #require(TileAddress(zoom: 1, column: 0, row: 0))
    let absent = try #require(TileAddress(zoom: 1, column: 1, row: 0))
    let loaded = try reader(folder).load([north, absent])
    #expect(loaded.pictures[north]?[0, 0].red == 10 && loaded.missing == [absent])
    #expect(try reader(folder, isFlipped: true).load([north]).pictures[north]?[0, 0].red == 20)
    #expect(
      try reader(folder, template: "tiles/{z}/{x}/{-y}.png").load([north]).pictures[north]?[0, 0].red == 20)
  }

  @Test func `lie below their folder, are files and no larger than a tile`() throws {
    let folder = try scratchFolder()
    let elsewhere = try scratchFolder()
    defer {
      try? FileManager.default.removeItem(at: folder)
      try? FileManager.default.removeItem(at: elsewhere)
    }
    try write(tile(16), "0.png", in: elsewhere)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "tiles/0/0"), withIntermediateDirectories: true)
    let link = folder.appending(path: "tiles/0/0/0.png")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: elsewhere.appending(path: "0.png"))
    let whole = try #require(TileAddress(zoom: 0, column: 0, row: 0))
    let error = #expect(throws: TileError.self) { try reader(folder).load([whole]) }
    #expect(error?.description.hasSuffix("leads out of the style's folder; put the tiles below it") == true)
    try FileManager.default.removeItem(at: link)
    mkfifo(link.path(percentEncoded: false), 0o600)
    #expect(throws: TileError.self) { try reader(folder).load([whole]) }
    try FileManager.default.removeItem(at: link)
    try write(Array(repeating: 0, count: 9 << 20), "tiles/0/0/0.png", in: folder)
    let large = #expect(throws: TileError.self) { try reader(folder).load([whole]) }
    #expect(large?.description.hasSuffix("is larger than 8 MB; that is no tile") == true)
  }

  @Test func `are none beyond the world`() {
    #expect(TileAddress(zoom: 1, column: 2, row: 0) == nil && TileAddress(zoom: -1, column: 0, row: 0) == nil)
    #expect(
      TileAddress(zoom: 31, column: 0, row: 0) == nil && TileAddress(zoom: 0, column: 0, row: -1) == nil)
    let tile = TileAddress(zoom: 3, column: 5, row: 2)
    #expect(tile?.filled(into: "{z}/{x}/{y}/{-y}/{q}/{", isFlipped: false) == "3/5/2/5/{q}/{")
  }
}

@Suite struct `Tiles in MBTiles` {
  /// A database made by some statements.
  private func database(_ statements: String, tile: [UInt8]? = nil) throws -> String {
    let path = try scratchFolder().appending(path: "a %b?.mbtiles").path(percentEncoded: false)
    var handle: OpaquePointer?
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    let image = tile.map { "x'" + $0.map { String(format: "%02x", $0) }.joined() + "'" } ?? "NULL"
    let text = statements.replacingOccurrences(of: "$TILE", with: image)
    #expect(sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK)
    return path
  }

  private func reader(_ path: String) -> TileReader {
    TileReader(.database(path: path), tileSize: 16, options: TileOptions(userAgent: "test"))
  }

  private static let tables = """
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    """

  @Test func `count their rows from the south`() throws {
    let path = try database(
      Self.tables
        + "INSERT INTO tiles VALUES (1, 0, 1, $TILE); INSERT INTO metadata VALUES ('attribution', '© Us');",
      tile: tile(16))
    let north = try #require(TileAddress(zoom: 1, column: 0, row: 0))
    let south = try #require(TileAddress(zoom: 1, column: 0, row: 1))
    let loaded = try reader(path).load([north, south])
    #expect(loaded.pictures[north]?[0, 0].red == 200 && loaded.missing == [south])
    #expect(try reader(path).metadata() == ["attribution": "© Us"])
    // Nothing is written beside it.
    let folder = URL(filePath: path).deletingLastPathComponent()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) == [
        "a %b?.mbtiles"
      ])
  }

  @Test func `that are something else are told`() throws {
    let folder = try scratchFolder()
    let file = folder.appending(path: "x.mbtiles")
    try Data("this is no database at all, only words".utf8).write(to: file)
    let whole = try #require(TileAddress(zoom: 0, column: 0, row: 0))
    let error = #expect(throws: TileError.self) {
      try reader(file.path(percentEncoded: false)).load([whole])
    }
    #expect(error?.description.hasSuffix("file is not a database") == true)
    let missing = #expect(throws: TileError.self) { try reader("/nowhere/x.mbtiles").load([whole]) }
    #expect(missing?.description.contains("unable to open database file") == true)
    let empty = #expect(throws: TileError.self) {
      try reader(database("CREATE TABLE other (x)")).load([whole])
    }
    #expect(empty?.description.hasSuffix("no such table: tiles") == true)
  }

  @Test func `whose values are no tiles are told`() throws {
    let whole = try #require(TileAddress(zoom: 0, column: 0, row: 0))
    let vector = try database(Self.tables + "INSERT INTO tiles VALUES (0, 0, 0, x'1f8b0800');")
    let error = #expect(throws: TileError.self) { try reader(vector).load([whole]) }
    #expect(
      error?.description.contains("tile 0/0/0 cannot be drawn: it is gzip, so perhaps a vector tile") == true)
    let huge = try database(Self.tables + "INSERT INTO tiles VALUES (0, 0, 0, zeroblob(9000000));")
    #expect(throws: TileError.self) { try reader(huge).load([whole]) }
  }
}
