public import MapGeometry

/// Hexagons that cover the world, points up, a whole number of them along it.
///
/// Centers lie in rows, every other row half a column farther east. A point belongs to the hexagon whose center is nearest,
/// compared in integers: a column's width has 2^31 units, and rows lie √3/2 of that apart, cut to a whole unit.
public struct HexagonGrid: Hashable, Sendable {
  /// Units from a row to the next: √3/2 · 2^31.
  static let pitch: Int64 = 1_859_775_393

  /// The number of hexagons along the world, at least 1.
  public let columns: Int

  /// Creates hexagons.
  ///
  /// - Parameter columns: along the world, `1...2^29`.
  public init(columns: Int) { self.columns = columns }

  /// The cell that holds a point; of two that are equally near the northern or eastern one.
  @inline(__always) public func cell(of point: FixedWorldPoint) -> Cell { wrappedCell(of: point).cell }

  /// The cell that holds a point, and by how many turns the point lies away from where the cell is.
  @inline(__always) func wrappedCell(of point: FixedWorldPoint) -> (cell: Cell, turns: Int) {
    let x = units(point.x)
    let y = units(point.y)
    let row = y / HexagonGrid.pitch
    let (north, south) = (nearest(x, inRow: row), nearest(x, inRow: row + 1))
    let down = y - row * HexagonGrid.pitch
    let up = HexagonGrid.pitch - down
    let isSouth = south.way * south.way + up * up < north.way * north.way + down * down
    return wrappedCell(column: isSouth ? south.column : north.column, row: isSouth ? row + 1 : row)
  }

  @inline(__always) func wrappedCell(of x: UInt32, inRow row: Int) -> (cell: Cell, turns: Int) {
    wrappedCell(column: nearest(units(x), inRow: Int64(row)).column, row: Int64(row))
  }

  /// The band that holds a position: `2r` where row `r` has upright sides, `2r + 1` where it and the next interlock.
  @inline(__always) static func band(of y: UInt32, columns: UInt64) -> Int {
    // Within a unit of its end a band counts to those between rows, where distances decide.
    let upright = pitch / 3 - 2
    let steps = Int64(truncatingIfNeeded: (UInt64(y) &* columns) &>> 1) + upright
    let row = steps / pitch
    return Int(2 * row) + (steps - row * pitch <= 2 * upright ? 0 : 1)
  }

  @inline(__always) private func units(_ steps: UInt32) -> Int64 {
    Int64(truncatingIfNeeded: (UInt64(steps) &* UInt64(columns)) &>> 1)
  }

  @inline(__always) private func nearest(_ x: Int64, inRow row: Int64) -> (column: Int64, way: Int64) {
    let start = (row & 1) &<< 30
    let column = (x - start + (1 &<< 30)) &>> 31
    return (column, x - start - (column &<< 31))
  }

  /// A cell by its column; the one beyond the last of an even row is the first, of the next world.
  @inline(__always) private func wrappedCell(column: Int64, row: Int64) -> (cell: Cell, turns: Int) {
    let column = Int(truncatingIfNeeded: column)
    let turns = column == columns ? -1 : 0
    return (Cell(column: column + turns * columns, row: Int(truncatingIfNeeded: row)), turns)
  }

  /// A cell's corners from the northern one clockwise, in worlds; not wrapped.
  public func corners(of cell: Cell) -> [CellCorner] {
    let (x, y) = (2 * cell.column + (cell.row & 1), 3 * cell.row)
    return [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].map { right, down in
      let point = WorldPoint(
        x: Double(x + right) / Double(2 * columns),
        y: Double(y + down) * Double(HexagonGrid.pitch) / (3 * 2_147_483_648 * Double(columns)))
      return CellCorner(column: x + right, row: y + down, point: point)
    }
  }

  /// The midpoint of a cell, in worlds; not wrapped.
  public func center(of cell: Cell) -> WorldPoint {
    let corners = corners(of: cell)
    return WorldPoint(x: corners[0].point.x, y: (corners[0].point.y + corners[3].point.y) / 2)
  }
}

/// A corner of cells: those that meet there have the same one.
public struct CellCorner: Hashable, Sendable {
  /// The number of the corner eastward, and southward.
  public let column, row: Int
  /// The corner's position in worlds; not wrapped.
  public let point: WorldPoint
}

extension ClusterResult {
  /// The corners of a marker's cell, clockwise as seen; `nil` for a marker without one.
  ///
  /// - Parameter world: the copy of the world, 0 for the first.
  public func corners(of marker: Marker, inWorld world: Int = 0) -> [CellCorner]? {
    guard let cell = marker.cell else { return nil }
    if let hexagons {
      return hexagons.corners(of: cell).map {
        CellCorner(
          column: $0.column + 2 * hexagons.columns * world, row: $0.row,
          point: WorldPoint(x: $0.point.x + Double(world), y: $0.point.y))
      }
    }
    guard let grid else { return nil }
    let ahead = cell.column - grid.first.column
    let column = grid.repeats && ahead < 0 ? ahead + grid.worldColumns : ahead
    let row = cell.row - grid.first.row
    let start = grid.origin.x.rounded(.down)
    return zip(grid.corners(column: column, row: row), [(0, 0), (1, 0), (1, 1), (0, 1)]).map { point, step in
      CellCorner(
        column: column + world * grid.worldColumns + step.0, row: row + step.1,
        point: WorldPoint(x: point.x - start + Double(world), y: point.y))
    }
  }
}
