/// Some cells of a world that is divided into whole ones: those that a view considers, by the names they have there.
public struct CellWindow: Hashable, Sendable {
  /// Cells along the world, `1...2^29`.
  public var worldColumns: Int
  /// The westernmost column, `0..<worldColumns`; columns go on at 0 behind the last.
  public var firstColumn: Int
  /// How many columns, at most ``worldColumns``.
  public var columns: Int
  /// The northernmost row, counted from the north.
  public var firstRow: Int
  /// How many rows there are.
  public var rows: Int

  /// A window of cells, by their numbers from the world's north-western corner.
  public init(worldColumns: Int, firstColumn: Int, columns: Int, firstRow: Int, rows: Int) {
    self.worldColumns = worldColumns
    self.firstColumn = firstColumn
    self.columns = columns
    self.firstRow = firstRow
    self.rows = rows
  }

  /// All cells of a world.
  public static func world(_ columns: Int) -> CellWindow {
    CellWindow(worldColumns: columns, firstColumn: 0, columns: columns, firstRow: 0, rows: columns)
  }

  /// The columns as one run, or as two where they go over the antimeridian.
  public var columnRuns: [Range<Int>] {
    guard firstColumn + columns > worldColumns else { return [firstColumn..<firstColumn + columns] }
    return [0..<firstColumn + columns - worldColumns, firstColumn..<worldColumns]
  }

  /// Whether all of another window's cells lie in this one's; both count the same columns along the world.
  func holds(_ other: CellWindow) -> Bool {
    guard other.rows > 0, other.columns > 0 else { return true }
    guard other.firstRow >= firstRow, other.firstRow + other.rows <= firstRow + rows else { return false }
    guard columns < worldColumns else { return true }
    let offset = other.firstColumn - firstColumn
    return (offset < 0 ? offset + worldColumns : offset) + other.columns <= columns
  }

  /// The same part of the world in cells of which so many make one along each side.
  func divided(by parts: Int) -> CellWindow {
    CellWindow(
      worldColumns: worldColumns * parts, firstColumn: firstColumn * parts, columns: columns * parts,
      firstRow: firstRow * parts, rows: rows * parts)
  }
}
