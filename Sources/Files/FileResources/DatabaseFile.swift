import CSystem
import DatabaseTables
import JSONDocument
import MapFeatures
import Parallel

final class DatabaseFile: ForeignTable {
  let columns: [ForeignColumn]
  var hasGeometry: Bool { table.hasGeometry }
  let query: ForeignQuery? = nil
  private let table: DatabaseTable
  private let path: String
  private let state: FileState

  init(_ table: DatabaseTable, path: String, state: FileState) {
    (self.table, self.path, self.state) = (table, path, state)
    // Columns of SQLite hold anything.
    columns = table.columnNames.map { ForeignColumn($0, .text) }
  }

  func rows(areFeatures: Bool) throws(ResourceError) -> any TableRows {
    try DatabaseRows(of: table, table.columnNames, areFeatures: areFeatures)
  }

  func numbered(areFeatures: Bool) throws(ResourceError) -> (any NumberedTable)? {
    // A column that is not computed in files is an error, whether or not it is read later.
    _ = try rows(areFeatures: areFeatures).next()
    return try NumberedDatabase(table, areFeatures: areFeatures, path: path, state: state)
  }
}

/// Rows of a table by number.
///
/// `@unchecked Sendable`: the table is immutable; ``records`` is used under a lock.
private final class NumberedDatabase: NumberedTable, @unchecked Sendable {
  let numbers: ClosedRange<Int>
  var columnNames: [String] { table.columnNames }
  var byteCount: Int { state.size }

  private let table: DatabaseTable
  private let areFeatures: Bool
  private let path: String
  private let state: FileState
  private let records: DatabaseRows
  private let last = Mutex<(number: Int, identifier: PropertyValue?, properties: [PropertyMember])?>(nil)

  init?(_ table: DatabaseTable, areFeatures: Bool, path: String, state: FileState) throws(ResourceError) {
    guard foreignDatabaseLog(path) == nil, let numbers = table.rowNumbers, numbers.lowerBound >= 0,
      numbers.upperBound < 1 << 40, numbers.count < 1 << 33
    else { return nil }
    (self.table, self.areFeatures, self.numbers, self.path) = (table, areFeatures, numbers, path)
    self.state = state
    records = try DatabaseRows(of: table, table.columnNames, areFeatures: areFeatures, isNumbered: true)
  }

  func rows(of columns: [String]) throws(ResourceError) -> any NumberedRows {
    try DatabaseRows(of: table, columns, areFeatures: areFeatures, isNumbered: true)
  }

  func record(_ number: Int) -> (identifier: PropertyValue?, properties: [PropertyMember]) {
    last.withLock { last in
      if let last, last.number == number { return (last.identifier, last.properties) }
      guard let record = records.record(number) else { return (nil, []) }
      last = (number, record.identifier, record.properties)
      return record
    }
  }

  var isOutdated: Bool {
    var status = stat()
    return stat(path, &status) != 0 || FileState(status) != state || foreignDatabaseLog(path) != nil
  }

  func changedFile() -> String? { state.isOutdated(path) ? path : nil }
}
