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
  /// Cells down.
  public let rows: Int
  /// The side of a cell in worlds.
  public let side: Double
  /// The upper left corner of the first cell, in worlds, not wrapped.
  public let origin: WorldPoint
  /// Cells across a whole world; the last may be narrower.
  public let worldColumns: Int
  /// How many points each cell holds, row by row; empty where more than 2^20 cells were considered.
  public let counts: [UInt32]

  /// The cell in a column and a row counted from the first one.
  public func cell(column: Int, row: Int) -> Cell {
    Cell(column: first.column + column, row: first.row + row)
  }
}
