import CSQLite
import DatabaseTables
public import MapGeometry

/// An MBTiles archive in memory.
public final class MBTilesWriter {
  private let database: OpaquePointer?
  private var insertion: OpaquePointer?

  /// - Throws: ``TileError`` without memory.
  public init() throws(TileError) {
    database = memoryDatabase()
    guard database != nil else { throw failure }
    try run("CREATE TABLE metadata (name TEXT, value TEXT)")
    try run("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
    try run("BEGIN")
    guard
      sqlite3_prepare_v2(database, "INSERT INTO tiles VALUES (?, ?, ?, ?)", -1, &insertion, nil) == SQLITE_OK
    else { throw failure }
  }

  deinit {
    sqlite3_finalize(insertion)
    sqlite3_close(database)
  }

  /// Adds a tile, compressed with gzip.
  ///
  /// - Throws: ``TileError`` without memory.
  public func add(_ tile: TileID, _ bytes: [UInt8]) throws(TileError) {
    // Rows count from the south.
    let numbers = [tile.zoom, tile.column, (1 << tile.zoom) - 1 - tile.row]
    for (column, number) in numbers.enumerated() {
      sqlite3_bind_int64(insertion, Int32(column + 1), Int64(number))
    }
    let status = bytes.withUnsafeBytes { bytes in
      // The statement is done before the bytes go.
      sqlite3_bind_blob64(insertion, 4, bytes.baseAddress, sqlite3_uint64(bytes.count), nil)
      defer { sqlite3_reset(insertion) }
      return sqlite3_step(insertion)
    }
    guard status == SQLITE_DONE else { throw failure }
  }

  /// The whole archive; the last call.
  ///
  /// - Throws: ``TileError`` without memory.
  public func bytes(metadata: KeyValuePairs<String, String>) throws(TileError) -> [UInt8] {
    for (name, value) in metadata {
      try run("INSERT INTO metadata VALUES (\(quoted(name)), \(quoted(value)))")
    }
    try run("COMMIT")
    try run("CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
    var size: sqlite3_int64 = 0
    guard let image = sqlite3_serialize(database, "main", &size, 0) else { throw failure }
    defer { sqlite3_free(image) }
    return Array(UnsafeBufferPointer(start: image, count: Int(size)))
  }

  private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

  private func run(_ statement: String) throws(TileError) {
    guard sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  private var failure: TileError {
    .database(
      name: "MBTiles", reason: sqlite3_errmsg(database).map { String(cString: $0) } ?? "out of memory")
  }
}
