/// What is known of a table whose points its database has counted in cells.
package struct DatabaseCounts: Hashable, Sendable {
  /// The engine, by the name that `clustersnap sql --dialect` has for it.
  package let engine: String
  /// The columns of the table; of the cells only those that single points keep.
  package let columns: [String]
  /// Those of longitudes and latitudes; empty where places are geometries.
  package let coordinateColumns: [String]
  /// How many points the table has, in view or not, and how many of them take part.
  package let readCount: Int, takenCount: Int

  package init(
    engine: String, columns: [String], coordinateColumns: [String], readCount: Int, takenCount: Int
  ) {
    (self.engine, self.columns, self.coordinateColumns) = (engine, columns, coordinateColumns)
    (self.readCount, self.takenCount) = (readCount, takenCount)
  }
}
