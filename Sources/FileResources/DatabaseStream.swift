import DatabaseTables
import MapFeatures

/// The rows of a database's table as lines of text, read as they are asked for: never all in memory.
final class DatabaseStream: ResourceStream {
  private let lines: DatabaseLines

  /// - Parameter areFeatures: whether rows are features where they have geometries.
  init(_ table: DatabaseTable, areFeatures: Bool = true) throws(DatabaseError) {
    lines = try DatabaseLines(table, areFeatures: areFeatures)
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    do throws(DatabaseError) {
      return try lines.fill(buffer)
    } catch {
      throw ResourceError(.unusable, "\(error)")
    }
  }
}

/// A table of a SQLite database or GeoPackage, whose columns are known before its rows are read.
final class DatabaseRows: ForeignTable {
  let columns: [ForeignColumn]
  let hasGeometry: Bool
  let query: ForeignQuery? = nil
  private let table: DatabaseTable
  private let path: String

  init(_ table: DatabaseTable, path: String) {
    (self.table, self.path) = (table, path)
    hasGeometry = table.hasGeometry
    // Columns of SQLite hold anything.
    columns = table.columnNames.map { ForeignColumn($0, .text) }
  }

  func rows(areFeatures: Bool) throws(ResourceError) -> any ResourceStream {
    do throws(DatabaseError) {
      return try DatabaseStream(table, areFeatures: areFeatures)
    } catch {
      throw ResourceError(.unusable, "\(error)")
    }
  }

  /// Never answered: there is no ``query``.
  func answer(to statement: String) throws(ResourceError) -> any ResourceStream {
    throw ResourceError(.unsupported, "files are not asked in SQL")
  }
}
