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
/// from there: without the log's index where a program has the database open, and else with an index in memory.
///
/// What it may make SQLite do is bounded: the length of values and statements, the size of what they are compiled to; views and
/// triggers may call nothing that reaches beyond the database.
///
/// - Parameter longestValue: bytes that a value may have.
/// - Returns: the handle, which the caller closes, and whether the file was opened; the reason is in the handle if not.
/// - Throws: ``DatabaseError/irregular(_:)``.
package func openForeignDatabase(
  _ path: String, longestValue: Int
) throws(DatabaseError) -> (handle: OpaquePointer?, isOpen: Bool) {
  if let file = irregularCompanion(ofDatabase: path) { throw .irregular(file) }
  var handle: OpaquePointer?
  let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
  // In a URI these three end the path or begin an escape.
  let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3F").replacing("#", with: "%23")
  let hasLog = foreignDatabaseLog(path) != nil
  // Who has the database open keeps the index of the log: without it nobody has, and no lock is needed.
  let isAlone = hasLog && !isFilled(companion(ofDatabase: path, "-shm"))
  let isWhole = !hasLog && !isFilled(companion(ofDatabase: path, "-journal"))
  let way = isWhole ? "&immutable=1" : isAlone ? "&vfs=unix-none" : hasLog ? "&readonly_shm=1" : ""
  let status = sqlite3_open_v2("file:\(escaped)?mode=ro" + way, &handle, flags, nil)
  guard status == SQLITE_OK else { return (handle, false) }
  // Nothing of the log is brought into the file.
  keep_log(handle)
  if isAlone { sqlite3_exec(handle, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil) }
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
  let log = companion(ofDatabase: path, "-wal")
  return isFilled(log) ? log : nil
}

/// The first of the files that a library opens with a database, logs and indexes of them, that is no regular file in its
/// place: a library would wait for a pipe, and follow a link.
///
/// - Returns: its path; `nil` where all may be opened.
package func irregularCompanion(ofDatabase path: String) -> String? {
  ["-wal", "-shm", "-journal", ".wal"].map { companion(ofDatabase: path, $0) }.first { file in
    var status = stat()
    return lstat(file, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }
}

/// The path of a file beside a database; of one that a link leads to, beside the database itself.
private func companion(ofDatabase path: String, _ ending: String) -> String {
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let target = realpath(path, nil)
  else { return path + ending }
  defer { free(target) }
  return String(cString: target) + ending
}

private func isFilled(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_size > 0
}
