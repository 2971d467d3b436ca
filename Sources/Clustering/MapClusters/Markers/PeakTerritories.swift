public import MapGeometry

/// The fine cells of the clusters of a view, as the method peaks divides them: what explains its clusters.
public struct PeakTerritories: Sendable {
  /// The peaks' places, in worlds.
  public let peaks: [WorldPoint]
  /// Counted from the first considered one.
  let cells: [Cell]
  let groupOf: [UInt32]
  /// The upper left corner of the first cell and the side of all, in worlds.
  let origin: WorldPoint, side: Double

  /// The edges between cells of different clusters and around them, in worlds, not wrapped.
  ///
  /// - Complexity: O(*cells*).
  public var edges: [(from: WorldPoint, to: WorldPoint)] {
    var edges: [(from: WorldPoint, to: WorldPoint)] = []
    var groups: [Cell: UInt32] = [:]  // looked up, never iterated
    for (cell, group) in zip(cells, groupOf) { groups[cell] = group }
    for (cell, group) in zip(cells, groupOf) {
      let corners = WorldRectangle(
        minX: origin.x + Double(cell.column) * side, minY: origin.y + Double(cell.row) * side, width: side,
        height: side
      ).corners
      // Of two cells that both hold points the eastern or southern one has the edge between them.
      let sides = [(-1, 0, 3, 0, true), (0, -1, 0, 1, true), (1, 0, 1, 2, false), (0, 1, 2, 3, false)]
      for (right, down, from, to, isOwn) in sides {
        let other = groups[Cell(column: cell.column + right, row: cell.row + down)]
        if other == nil || isOwn && other != group { edges.append((corners[from], corners[to])) }
      }
    }
    return edges
  }
}
