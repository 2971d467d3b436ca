import DatabaseTables
import MapFeatures

/// The rows of a database's table as lines of text, read as they are asked for: never all in memory.
final class DatabaseStream: ResourceStream {
  private let lines: DatabaseLines

  init(_ table: DatabaseTable) throws(DatabaseError) {
    lines = try DatabaseLines(table)
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    do throws(DatabaseError) {
      return try lines.fill(buffer)
    } catch {
      throw ResourceError(.unusable, "\(error)")
    }
  }
}
