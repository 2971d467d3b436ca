import DatabaseTables
import JSONDocument
import MapFeatures

/// A table of a SQLite database or GeoPackage, whose columns are known before its rows are read.
final class DatabaseRows: ForeignTable {
  let columns: [ForeignColumn]
  let hasGeometry: Bool
  let query: ForeignQuery? = nil
  private let table: DatabaseTable
  private let path: String
  private let state: FileState

  /// - Parameter state: the file's, from before it was opened.
  init(_ table: DatabaseTable, path: String, state: FileState) {
    (self.table, self.path, self.state) = (table, path, state)
    hasGeometry = table.hasGeometry
    // Columns of SQLite hold anything.
    columns = table.columnNames.map { ForeignColumn($0, .text) }
  }

  func rows(areFeatures: Bool) throws(ResourceError) -> any ResourceStream {
    try rethrowing(try DatabaseLines(table, areFeatures: areFeatures), as: ResourceError.init)
  }

  func points(
    at columns: (longitude: String, latitude: String)?
  ) throws(ResourceError) -> (any PointRows)? {
    try rethrowing(
      try DatabasePoints(table, at: columns, path: path, state: state), as: ResourceError.init)
  }

  /// Never answered: there is no ``query``.
  func answer(to statement: String) throws(ResourceError) -> any ResourceStream {
    throw ResourceError(.unsupported, "files are not asked in SQL")
  }
}
