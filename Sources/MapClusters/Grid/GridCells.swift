public import MapGeometry

/// The cells a grid looked at for a view, margin included: what a debug grid draws.
///
/// Cells run row by row from the upper left corner. A view that shows several copies of the world names each cell once.
public struct GridCells: Hashable, Sendable {
  static let mostCounts = 1 << 20

  /// The first cell, upper left; its column is modulo the world's columns where the grid is anchored at the world.
  public let first: Cell
  /// Cells across, at most those of one world.
  public let columns: Int
  /// The number of rows, 0 where nothing is considered.
  public let rows: Int
  /// The side of a cell in worlds.
  public let side: Double
  /// The upper left corner of the first cell, in worlds, not wrapped.
  public let origin: WorldPoint
  /// Cells across a whole world; the last may be narrower.
  public let worldColumns: Int
  /// How many points each cell holds, row by row; empty where more than 2^20 cells were considered.
  public let counts: [UInt32]

  /// Whether columns are counted modulo ``worldColumns``: where the grid is anchored at the world.
  public let repeats: Bool

  /// The cell in a column and a row counted from the first one, by its own name.
  public func cell(column: Int, row: Int) -> Cell {
    let named = first.column + column
    return Cell(column: repeats ? named % worldColumns : named, row: first.row + row)
  }

  /// The area of the cell in a column and a row counted from the first one; in worlds, not wrapped.
  ///
  /// Where whole cells do not fit the world, its last column is narrower and the next copy begins anew.
  public func area(column: Int, row: Int) -> WorldRectangle {
    var area = WorldRectangle(
      minX: origin.x + Double(column) * side, minY: origin.y + Double(row) * side, width: side, height: side)
    guard repeats else { return area }
    let world = origin.x.rounded(.down)
    let (turns, named) = (first.column + column).quotientAndRemainder(dividingBy: worldColumns)
    let (start, end) = (Double(named) * side, min(1, Double(named + 1) * side))
    area.minX = world + Double(turns) + start
    area.width = end - start
    return area
  }
}
