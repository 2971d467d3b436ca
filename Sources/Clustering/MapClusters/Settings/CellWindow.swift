/// Some cells of a world that is divided into whole ones: those that a view considers, by the names they have there.
public struct CellWindow: Hashable, Sendable {
  /// Cells along the world, `1...2^29`.
  public var worldColumns: Int
  /// The westernmost column, `0..<worldColumns`; columns go on at 0 behind the last.
  public var firstColumn: Int
  /// The number of columns, at most ``worldColumns``.
  public var columns: Int
  /// The northernmost row, counted from the north.
  public var firstRow: Int
  /// The number of rows.
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

  /// True if a cell of the same world lies in the window, by its row and column `y << 32
  ///  x`.
  @inlinable package func holds(_ key: UInt64) -> Bool {
    let (column, row) = (Int(key & 0xFFFF_FFFF) - firstColumn, Int(key >> 32) - firstRow)
    return (column < 0 ? column + worldColumns : column) < columns && row >= 0 && row < rows
  }

  /// True if all of another window's cells lie in this one's; both count the same columns along the world.
  func holds(_ other: CellWindow) -> Bool {
    guard other.rows > 0, other.columns > 0 else { return true }
    guard other.firstRow >= firstRow, other.firstRow + other.rows <= firstRow + rows else { return false }
    guard columns < worldColumns else { return true }
    let offset = other.firstColumn - firstColumn
    return (offset < 0 ? offset + worldColumns : offset) + other.columns <= columns
  }

  /// True if each of the cells lies in one of other windows; all count the same columns along the world.
  ///
  /// - Complexity: O(*windows*) where one holds all, else up to its cube.
  func lies(in windows: [CellWindow]) -> Bool {
    if windows.contains(where: { $0.holds(self) }) { return true }
    let last = firstRow + rows
    var row = firstRow
    while row < last {
      // From this row to the next edge of a window the same columns are there.
      let there = windows.filter { $0.firstRow <= row && row < $0.firstRow + $0.rows }
      var column = 0
      while column < columns {
        let reach = there.map { $0.columnCount(from: firstColumn + column) }.max() ?? 0
        guard reach > 0 else { return false }
        column += reach
      }
      let edges = windows.flatMap { [$0.firstRow, $0.firstRow + $0.rows] }
      row = edges.filter { $0 > row }.min() ?? last
    }
    return true
  }

  /// The number of consecutive columns from one on, that one included; 0 where it lies outside.
  private func columnCount(from column: Int) -> Int {
    let offset = (column - firstColumn) % worldColumns
    return max(0, columns - (offset < 0 ? offset + worldColumns : offset))
  }

  func divided(by parts: Int) -> CellWindow {
    CellWindow(
      worldColumns: worldColumns * parts, firstColumn: firstColumn * parts, columns: columns * parts,
      firstRow: firstRow * parts, rows: rows * parts)
  }
}
