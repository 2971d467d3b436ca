public import MapGeometry

/// The fine cells of the clusters of a view, as the method peaks divides them: what explains its clusters.
public struct PeakTerritories: Sendable {
  let groups: PeakFinding.Groups
  let grid: CellGrid

  /// The peaks' places, in worlds.
  public var peaks: [WorldPoint] { groups.peaks.map { WorldPoint(groups.cells[$0].mean) } }

  /// The edges between cells of different clusters and around them, in worlds, not wrapped.
  ///
  /// - Complexity: O(*cells*).
  public var edges: [(from: WorldPoint, to: WorldPoint)] {
    var edges: [(from: WorldPoint, to: WorldPoint)] = []
    var groupOf: [Cell: UInt32] = [:]  // looked up, never iterated
    for (cell, group) in zip(groups.cells, groups.groupOf) {
      groupOf[Cell(column: cell.column, row: cell.row)] = group
    }
    for (cell, group) in zip(groups.cells, groups.groupOf) {
      let corners = grid.area(column: cell.column, row: cell.row).corners
      // Of two cells that both hold points the eastern or southern one has the edge between them.
      let sides = [(-1, 0, 3, 0, true), (0, -1, 0, 1, true), (1, 0, 1, 2, false), (0, 1, 2, 3, false)]
      for (right, down, from, to, isOwn) in sides {
        let other = groupOf[Cell(column: cell.column + right, row: cell.row + down)]
        if other == nil || isOwn && other != group { edges.append((corners[from], corners[to])) }
      }
    }
    return edges
  }
}
