import CSQLite
import Foundation

/// A database in memory that answers statements as separated values.
package final class SQLiteTable {
  private let handle: OpaquePointer?

  /// A database after some statements.
  package init(_ statements: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(":memory:", &handle) == SQLITE_OK else { throw POSIXError(.EIO) }
    self.handle = handle
    guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else { throw fault }
  }

  deinit { sqlite3_close(handle) }

  private var fault: SQLiteFault { SQLiteFault(text: String(cString: sqlite3_errmsg(handle))) }

  /// The answer to a statement: a header and a line a row, null as nothing, doubles in their shortest exact form.
  package func csv(_ statement: String) throws -> String {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, statement, -1, &prepared, nil) == SQLITE_OK else { throw fault }
    defer { sqlite3_finalize(prepared) }
    let columns = 0..<sqlite3_column_count(prepared)
    var text =
      columns.map { String(cString: sqlite3_column_name(prepared, $0)) }.joined(separator: ",") + "\n"
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_DONE: return text
      case SQLITE_ROW:
        text += columns.map { field(prepared, $0) }.joined(separator: ",") + "\n"
      default: throw fault
      }
    }
  }

  private func field(_ row: OpaquePointer?, _ column: Int32) -> String {
    switch sqlite3_column_type(row, column) {
    case SQLITE_NULL: return ""
    case SQLITE_FLOAT: return "\(sqlite3_column_double(row, column))"
    case SQLITE_INTEGER: return "\(sqlite3_column_int64(row, column))"
    default:
      let text = String(cString: sqlite3_column_text(row, column))
      return text.contains { ",\"\n".contains($0) }
        ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
    }
  }
}

extension Workplace {
  /// Runs statements in a database of the folder, which is made where there is none. Returns its path.
  @discardableResult package func database(_ name: String, _ statements: String) throws -> String {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(path(name), &handle) == SQLITE_OK,
      sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK
    else { throw SQLiteFault(text: String(cString: sqlite3_errmsg(handle))) }
    return path(name)
  }
}

/// What SQLite reports.
package struct SQLiteFault: Error, CustomStringConvertible {
  let text: String
  package var description: String { text }
}
