import CPosix
import DatabaseTables
import JSONDocument
import MapFeatures
import Parallel

/// The points of a table of a SQLite database or GeoPackage, read as numbers by several threads.
///
/// `@unchecked Sendable`: the table does not change and is asked for nothing but names; its lines are used under a lock.
final class DatabasePoints: PointRows, @unchecked Sendable {
  let numbers: ClosedRange<Int>
  let columnNames: [String]
  var byteCount: Int { state.size }

  private let table: DatabaseTable
  private let places: (longitude: String, latitude: String)?
  private let path: String
  private let state: FileState
  private let lines: DatabaseLines
  private let lock = Mutex<(number: Int, line: [UInt8])?>(nil)

  /// - Parameters:
  ///   - places: the columns of the degrees; `nil` for the table's geometries.
  ///   - state: the file's, from before it was opened.
  /// - Returns: `nil` where rows are to be read as text: they have no numbers, or ones that are too far apart, or the rest of
  ///   them is in a log beside the file.
  init?(
    _ table: DatabaseTable, at places: (longitude: String, latitude: String)?, path: String, state: FileState
  ) throws(DatabaseError) {
    guard foreignDatabaseLog(path) == nil, let numbers = table.rowNumbers, numbers.lowerBound >= 0,
      numbers.upperBound < 1 << 40, numbers.count < 1 << 33
    else { return nil }
    (self.table, self.places, self.numbers, self.path) = (table, places, numbers, path)
    self.state = state
    columnNames = table.columnNames
    lines = try table.numberedLines(areFeatures: places == nil)
  }

  func reader(of columns: [String]) throws(ResourceError) -> any PointRowReader {
    try rethrowing(try NumberedRows(of: table, at: places, values: columns), as: ResourceError.init)
  }

  func withRecord<R>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    let line = lock.withLock { last in
      // One property after the other is asked for.
      if let last, last.number == number { return last.line }
      let line = lines.line(ofRow: number) ?? Array("{}\n".utf8)
      last = (number, line)
      return line
    }
    return line.withUnsafeBytes(body)
  }

  var isOutdated: Bool {
    var status = stat()
    return stat(path, &status) != 0 || FileState(status) != state || foreignDatabaseLog(path) != nil
  }

  func changedFile() -> String? { state.isOutdated(path) ? path : nil }
}
