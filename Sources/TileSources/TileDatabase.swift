import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tiles in an MBTiles file: a SQLite database with a table or view `tiles`.
///
/// Opened for reading only and as unchanging, so that nothing is written beside it. Whatever its views compute ends
/// after ten seconds, and no value is larger than a tile.
///
/// - SeeAlso: MBTiles specification 1.3.
final class TileDatabase {
  private let name: String
  private var handle: OpaquePointer?
  private var query: OpaquePointer?
  private let deadline: Deadline

  /// When to give up; reached by SQLite through a pointer.
  private final class Deadline {
    var time = 0.0
  }

  private static let secondsAllowed = 10.0

  init(path: String) throws(TileError) {
    name = path
    deadline = Deadline()
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let status = sqlite3_open_v2(
      "file:\(TileDatabase.escaped(path))?mode=ro&immutable=1", &handle, flags, nil)
    guard status == SQLITE_OK else { throw failure() }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(TilePicture.byteLimit))
    sqlite3_progress_handler(
      handle, 10_000,
      { data in
        guard let data else { return 1 }
        let deadline = Unmanaged<Deadline>.fromOpaque(data).takeUnretainedValue()
        return monotonicSeconds() > deadline.time ? 1 : 0
      }, Unmanaged.passUnretained(deadline).toOpaque())
    restartClock()
    // Views and triggers of a foreign database may call nothing that reaches beyond it.
    sqlite3_exec(handle, "PRAGMA trusted_schema = OFF", nil, nil, nil)
    let text = "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3"
    guard sqlite3_prepare_v2(handle, text, -1, &query, nil) == SQLITE_OK else { throw failure() }
  }

  deinit {
    sqlite3_finalize(query)
    sqlite3_close(handle)
  }

  /// A tile's bytes; `nil` where there is none.
  func bytes(_ tile: TileAddress) throws(TileError) -> (bytes: [UInt8], name: String)? {
    restartClock()
    defer { sqlite3_reset(query) }
    sqlite3_bind_int(query, 1, Int32(tile.zoom))
    sqlite3_bind_int(query, 2, Int32(tile.column))
    sqlite3_bind_int(query, 3, Int32(tile.flippedRow))
    switch sqlite3_step(query) {
    case SQLITE_ROW:
      let count = Int(sqlite3_column_bytes(query, 0))
      guard let blob = sqlite3_column_blob(query, 0), count > 0 else { return nil }
      let bytes = [UInt8](UnsafeRawBufferPointer(start: blob, count: count))
      return (bytes, "\(name), tile \(tile.zoom)/\(tile.column)/\(tile.row)")
    case SQLITE_DONE: return nil
    default: throw failure()
    }
  }

  /// What the file says of itself: `minzoom`, `maxzoom`, `bounds`, `attribution`, `format` …, by name.
  func metadata() throws(TileError) -> [String: String] {
    restartClock()
    var statement: OpaquePointer?
    // A file without the table is poor, but its tiles can be read.
    guard sqlite3_prepare_v2(handle, "SELECT name, value FROM metadata", -1, &statement, nil) == SQLITE_OK
    else { return [:] }
    defer { sqlite3_finalize(statement) }
    var values: [String: String] = [:]
    while values.count < 1000 {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard let name = sqlite3_column_text(statement, 0), let value = sqlite3_column_text(statement, 1)
        else { continue }
        values[String(cString: name)] = String(cString: value)
      case SQLITE_DONE: return values
      default: throw failure()
      }
    }
    return values
  }

  private func restartClock() {
    deadline.time = monotonicSeconds() + TileDatabase.secondsAllowed
  }

  private func failure() -> TileError {
    switch sqlite3_errcode(handle) {
    case SQLITE_INTERRUPT:
      .database(name: name, reason: "looking up a tile takes more than ten seconds; write the file anew")
    case SQLITE_TOOBIG: .tooLarge(name: name, limit: TilePicture.byteLimit)
    default: .database(name: name, reason: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// A path as a part of a URI.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var result = ""
    for byte in path.utf8 {
      if byte >= 0x80 || byte == 0x25 || byte == 0x3F || byte == 0x23 {
        result += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      } else {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return result
  }
}

/// Seconds on a clock that never jumps.
func monotonicSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
