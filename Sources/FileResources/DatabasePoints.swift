import CPosix
import DatabaseTables
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
  private let isCancelled: @Sendable () -> Bool
  private let lines: DatabaseLines
  private let lock = Mutex<(number: Int, line: [UInt8])?>(nil)

  /// - Parameters:
  ///   - places: the columns of the degrees; `nil` for the table's geometries.
  ///   - state: the file's, from before it was opened.
  /// - Returns: `nil` where rows are to be read as text: they have no numbers, or ones that are too far apart, or the rest of
  ///   them is in a log beside the file.
  init?(
    _ table: DatabaseTable, at places: (longitude: String, latitude: String)?, path: String, state: FileState,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseError) {
    guard foreignDatabaseLog(path) == nil, let numbers = table.rowNumbers, numbers.lowerBound >= 0,
      numbers.upperBound < 1 << 40, numbers.count < 1 << 33
    else { return nil }
    (self.table, self.places, self.numbers, self.path) = (table, places, numbers, path)
    (self.state, self.isCancelled) = (state, isCancelled)
    columnNames = table.columnNames
    lines = try table.numberedLines(areFeatures: places == nil)
  }

  func reader(of columns: [String]) throws(ResourceError) -> any PointRowReader {
    do throws(DatabaseError) {
      let rows = try NumberedRows(of: table, at: places, values: columns)
      return DatabasePointReader(rows, columnCount: columns.count, isCancelled: isCancelled)
    } catch {
      throw ResourceError(error)
    }
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

/// Reads points of a database's table on a connection of its own.
private final class DatabasePointReader: PointRowReader {
  private let rows: NumberedRows
  private let columnCount: Int
  private let isCancelled: @Sendable () -> Bool

  init(_ rows: NumberedRows, columnCount: Int, isCancelled: @escaping @Sendable () -> Bool) {
    (self.rows, self.columnCount, self.isCancelled) = (rows, columnCount, isCancelled)
  }

  func read(_ numbers: ClosedRange<Int>, into run: any PointRun) throws(ResourceError) -> Bool {
    if isCancelled() { throw .cancelled }
    rows.restart(at: numbers)
    do throws(DatabaseError) {
      while let number = try rows.next() {
        switch rows.place {
        case .point(let longitude, let latitude):
          guard run.append(number, longitude: longitude, latitude: latitude) else { continue }
          for column in 0..<columnCount { append(rows.value(column), to: column, of: run) }
        case .none: run.skip(number, .nullGeometry)
        case .missing(let isLongitude): run.skip(number, .missing(isLongitude ? .longitude : .latitude))
        case .other: return false
        }
      }
      return true
    } catch {
      throw ResourceError(error)
    }
  }

  private func append(_ value: DatabaseValue, to column: Int, of run: any PointRun) {
    switch value {
    case .none: run.append(.none, to: column)
    case .null: run.append(.null, to: column)
    case .logical(let value): run.append(.logical(value), to: column)
    case .number(let number): run.append(.number(number), to: column)
    case .whole(let whole): run.append(.whole(whole), to: column)
    case .text(let text): run.append(.text(text), to: column)
    }
  }
}
