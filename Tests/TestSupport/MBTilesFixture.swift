import CSQLite
import Foundation

/// Makes MBTiles files, whole and broken.
package struct MBTilesFixture {
  package var metadata: [(name: String, value: String)] = [("format", "pbf"), ("name", "test")]
  /// Rows counted from the north.
  package var tiles: [(zoom: Int, column: Int, row: Int, bytes: [UInt8])]
  /// Whether there is a table of tiles.
  package var hasTiles = true

  /// A file of some tiles.
  package init(tiles: [(zoom: Int, column: Int, row: Int, bytes: [UInt8])]) { self.tiles = tiles }

  /// Writes the file.
  package func write(to path: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw POSIXError(.EIO) }
    defer { sqlite3_close(handle) }
    var text = "CREATE TABLE metadata (name TEXT, value TEXT);"
    for (name, value) in metadata {
      text += "INSERT INTO metadata VALUES ('\(name)', '\(value.replacingOccurrences(of: "'", with: "''"))');"
    }
    if hasTiles {
      text +=
        "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);"
      for tile in tiles {
        let bytes = tile.bytes.map { String(format: "%02x", $0) }.joined()
        text +=
          "INSERT INTO tiles VALUES (\(tile.zoom), \(tile.column), \((1 << tile.zoom) - 1 - tile.row), x'\(bytes)');"
      }
    }
    guard sqlite3_exec(handle, "BEGIN; \(text) COMMIT", nil, nil, nil) == SQLITE_OK else {
      throw POSIXError(.EIO)
    }
  }
}
