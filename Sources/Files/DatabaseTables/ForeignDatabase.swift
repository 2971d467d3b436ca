import CSystem
import CSQLite
package import MapFeatures

/// A foreign SQLite database, opened read-only, and as immutable if it has no log.
///
/// A log beside the file is read, with its index in memory unless a program has the database open.
///
/// Hostile content is limited: lengths of values, statements and programs; only tables and views; only
/// functions of linear time, because SQLite cannot be interrupted inside a call.
package final class ForeignDatabase {
  package enum Failure {
    case stopped, tooLong
    case function(String)
    case other(String)
  }

  package let handle: OpaquePointer?
  package private(set) var isOpen = false
  /// True if SQLite should stop; called every 1000 instructions.
  package var isOver: () -> Bool = { false }
  private let functions: Set<String>

  /// Functions whose time and result are linear in their arguments.
  private static let linearFunctions: Set = [
    "abs", "acos", "asin", "atan", "atan2", "avg", "ceil", "ceiling", "coalesce", "cos", "count", "date",
    "datetime", "degrees", "exp", "floor", "ifnull", "iif", "julianday", "length", "likelihood", "likely",
    "ln", "log", "log10", "log2", "lower", "ltrim", "max", "min", "mod", "nullif", "pi", "pow", "power",
    "radians", "round", "rtrim", "sign", "sin", "sqrt", "strftime", "substr", "substring", "sum", "tan",
    "time", "total", "trim", "trunc", "typeof", "unicode", "unixepoch", "unlikely", "upper",
  ]

  /// - Parameters:
  ///   - longestValue: in bytes.
  ///   - longestProgram: instructions of a statement; those without a loop are not interrupted.
  ///   - functions: functions allowed beside those of linear time.
  package init(
    _ path: String, longestValue: Int, longestProgram: Int = 20_000, functions: Set<String> = []
  ) throws(ResourceError) {
    if let file = irregularCompanion(ofDatabase: path) { throw .irregular(file) }
    self.functions = functions.union(ForeignDatabase.linearFunctions)
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
    self.handle = handle
    guard status == SQLITE_OK else { return }
    // Nothing of the log is brought into the file.
    keep_log(handle)
    if isAlone { sqlite3_exec(handle, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil) }
    for (limit, value) in [
      (SQLITE_LIMIT_SQL_LENGTH, Int32(100_000)), (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] { sqlite3_limit(handle, limit, value) }
    limit(values: longestValue)
    sqlite3_exec(handle, "PRAGMA trusted_schema = OFF", nil, nil, nil)
    // No virtual table has rows, not even those that need no CREATE, such as json_each.
    sqlite3_drop_modules(handle, nil)
    isOpen = replaceFunctions()
    // Listing the functions takes more.
    sqlite3_limit(handle, SQLITE_LIMIT_VDBE_OP, Int32(clamping: longestProgram))
    let own = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(handle, 1000, { own in ForeignDatabase.at(own)?.isOver() ?? true ? 1 : 0 }, own)
    sqlite3_set_authorizer(
      handle,
      { own, action, first, second, _, _ in
        ForeignDatabase.at(own)?.allows(action, first, second) ?? false ? SQLITE_OK : SQLITE_DENY
      }, own)
  }

  deinit { sqlite3_close_v2(handle) }

  package func limit(values bytes: Int) { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes)) }

  package var failure: Failure {
    let text = String(cString: sqlite3_errmsg(handle))
    return switch sqlite3_errcode(handle) {
    case SQLITE_INTERRUPT: .stopped
    case SQLITE_TOOBIG: .tooLong
    case SQLITE_AUTH, SQLITE_ERROR:
      text.hasPrefix(ForeignDatabase.refusal)
        ? .function(String(text.dropFirst(ForeignDatabase.refusal.count))) : .other(text)
    // SQLite's word for a program that is too long, too.
    case SQLITE_NOMEM: .other("\(text), or a view or computed column is too long")
    default: .other(text)
    }
  }

  private static let refusal = "not authorized to use function: "

  private static func at(_ own: UnsafeMutableRawPointer?) -> ForeignDatabase? {
    own.map { Unmanaged<ForeignDatabase>.fromOpaque($0).takeUnretainedValue() }
  }

  private func allows(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_READ: true
    case SQLITE_PRAGMA: first.map { String(cString: $0) } == "table_xinfo"
    case SQLITE_FUNCTION: second.map { functions.contains(String(cString: $0).lowercased()) } ?? false
    default: false
    }
  }

  /// Replaces disallowed functions by errors: the authorizer is not called for computed columns.
  ///
  /// - Returns: false if SQLite lists no functions.
  private func replaceFunctions() -> Bool {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, "PRAGMA function_list", -1, &statement, nil) == SQLITE_OK else {
      return false
    }
    var refused: [(name: String, arguments: Int32)] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      // Columns are computed by scalar functions, of kind "s".
      guard let text = sqlite3_column_text(statement, 0), let kind = sqlite3_column_text(statement, 2),
        kind[0] == 0x73
      else { continue }
      let (name, arguments) = (String(cString: text), sqlite3_column_int(statement, 4))
      // Each letter that may be trimmed is compared with all of the second argument.
      if !functions.contains(name) || name.hasSuffix("trim") && arguments == 2 {
        refused.append((name, arguments))
      }
    }
    sqlite3_finalize(statement)
    for (name, arguments) in refused {
      sqlite3_create_function_v2(
        handle, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
        strdup(ForeignDatabase.refusal + name),
        { context, _, _ in
          let text = sqlite3_user_data(context)?.assumingMemoryBound(to: CChar.self)
          sqlite3_result_error(context, text, -1)
        }, nil, nil, { text in free(text) })
    }
    return !refused.isEmpty
  }
}

/// Path of the write-ahead log, `FILE-wal`; `nil` if there is none.
package func foreignDatabaseLog(_ path: String) -> String? {
  let log = companion(ofDatabase: path, "-wal")
  return isFilled(log) ? log : nil
}

/// The first log or index of a database that is no regular file: a library would block on a pipe, or follow a
/// link.
package func irregularCompanion(ofDatabase path: String) -> String? {
  ["-wal", "-shm", "-journal", ".wal"].map { companion(ofDatabase: path, $0) }.first { file in
    var status = stat()
    return lstat(file, &status) == 0 && !status.isFile
  }
}

private func companion(ofDatabase path: String, _ ending: String) -> String {
  var status = stat()
  guard lstat(path, &status) == 0, status.isLink, let target = realpath(path, nil)
  else { return path + ending }
  defer { free(target) }
  return String(cString: target) + ending
}

private func isFilled(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_size > 0
}

/// An empty in-memory database; the caller closes it.
package func memoryDatabase() -> OpaquePointer? {
  var handle: OpaquePointer?
  let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
  if sqlite3_open_v2(":memory:", &handle, flags, nil) == SQLITE_OK { return handle }
  sqlite3_close(handle)
  return nil
}
