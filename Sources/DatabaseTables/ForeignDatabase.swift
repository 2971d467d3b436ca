import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Opens a SQLite database of somebody else's, for reading only, and as unchanging where all of it is in its file: nothing is then
/// written beside it, and no lock is waited for. Rows that another program has committed to a log beside the file are read
/// from there.
///
/// What it may make SQLite do is bounded: the length of values and statements, the size of what they are compiled to; views and
/// triggers may call nothing that reaches beyond the database.
///
/// - Parameter longestValue: bytes that a value may have.
/// - Returns: the handle, which the caller closes, and whether the file was opened; the reason is in the handle if not.
package func openForeignDatabase(
  _ path: String, longestValue: Int
) -> (handle: OpaquePointer?, isOpen: Bool) {
  var handle: OpaquePointer?
  let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
  // In a URI these three end the path or begin an escape.
  let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3F").replacing("#", with: "%23")
  let isWhole = foreignDatabaseLog(path) == nil
  let status = sqlite3_open_v2(
    "file:\(escaped)?mode=ro" + (isWhole ? "&immutable=1" : ""), &handle, flags, nil)
  guard status == SQLITE_OK else { return (handle, false) }
  for (limit, value) in [
    (SQLITE_LIMIT_LENGTH, Int32(longestValue)), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
    (SQLITE_LIMIT_VDBE_OP, 20_000), (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000), (SQLITE_LIMIT_WORKER_THREADS, 0),
  ] { sqlite3_limit(handle, limit, value) }
  sqlite3_exec(handle, "PRAGMA trusted_schema = OFF", nil, nil, nil)
  return (handle, true)
}

/// The log beside a SQLite database, `FILE-wal`, with what its file does not have yet; `nil` where all is in the file.
///
/// - Returns: its path.
package func foreignDatabaseLog(_ path: String) -> String? {
  var status = stat()
  return stat(path + "-wal", &status) == 0 && status.st_size > 0 ? path + "-wal" : nil
}
