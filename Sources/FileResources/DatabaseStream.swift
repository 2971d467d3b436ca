import DatabaseTables
import MapFeatures

/// The rows of a database's table as lines of text, read as they are asked for: never all in memory.
final class DatabaseStream: ResourceStream {
  private let lines: DatabaseLines
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - areFeatures: whether rows are features where they have geometries.
  ///   - isCancelled: asked before each block of lines.
  init(
    _ table: DatabaseTable, areFeatures: Bool = true, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DatabaseError) {
    lines = try DatabaseLines(table, areFeatures: areFeatures)
    self.isCancelled = isCancelled
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    if isCancelled() { throw .cancelled }
    do throws(DatabaseError) {
      return try lines.fill(buffer)
    } catch {
      throw ResourceError(error)
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
  private let state: FileState
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - state: the file's, from before it was opened.
  ///   - isCancelled: asked every some thousand rows.
  init(
    _ table: DatabaseTable, path: String, state: FileState, isCancelled: @escaping @Sendable () -> Bool
  ) {
    (self.table, self.path, self.state, self.isCancelled) = (table, path, state, isCancelled)
    hasGeometry = table.hasGeometry
    // Columns of SQLite hold anything.
    columns = table.columnNames.map { ForeignColumn($0, .text) }
  }

  func rows(areFeatures: Bool) throws(ResourceError) -> any ResourceStream {
    do throws(DatabaseError) {
      return try DatabaseStream(table, areFeatures: areFeatures, isCancelled: isCancelled)
    } catch {
      throw ResourceError(error)
    }
  }

  func points(
    at columns: (longitude: String, latitude: String)?
  ) throws(ResourceError) -> (any PointRows)? {
    do throws(DatabaseError) {
      return try DatabasePoints(table, at: columns, path: path, state: state, isCancelled: isCancelled)
    } catch {
      throw ResourceError(error)
    }
  }

  /// Never answered: there is no ``query``.
  func answer(to statement: String) throws(ResourceError) -> any ResourceStream {
    throw ResourceError(.unsupported, "files are not asked in SQL")
  }
}

extension ResourceError {
  /// The fault of a database.
  init(_ error: DatabaseError) {
    self = error == .cancelled ? .cancelled : ResourceError(.unusable, "\(error)")
  }
}
