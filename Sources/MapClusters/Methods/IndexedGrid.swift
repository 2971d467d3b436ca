public import MapGeometry

extension GridIndex {
  /// The grid of a view; `nil` where views of it cannot be answered from an index: other methods and anchors, cells moved
  /// by a rule of the caller's own, rings, points that are never clustered, and very small cells.
  public static func grid(
    of input: ClusterInput, in viewport: Viewport, _ settings: ClusterSettings
  ) -> Grid? {
    guard settings.method == .grid, settings.anchor == .world, settings.coLocated == .merge,
      input.cells == nil,
      input.unclusteredRows?.isEmpty ?? true, input.absentCount == 0, !input.isPlaced,
      let grid = try? Clustering(viewport: viewport, settings: settings).grid()
    else { return nil }
    return Grid(grid)
  }
}

/// Shows a view of a grid from an index of its cells.
///
/// - Parameters:
///   - input: the points that the index was made of; other points are visited one by one.
///   - index: of the view's grid; with that of another one the points are visited.
///   - viewport: what decides which cells are shown.
///   - settings: as ``GridIndex/grid(of:in:_:)`` was asked with.
///   - threads: how many to use where the points are visited, at least 1.
/// - Returns: the same as ``markers(of:in:settings:strategies:threads:)``.
/// - Throws: ``ClusterError`` for settings that do not fit.
/// - Complexity: the number of occupied cells in view, and a copy of the rows of their points.
public func markers(
  of input: ClusterInput, from index: GridIndex, in viewport: Viewport, settings: ClusterSettings,
  threads: Int = 1
) throws(ClusterError) -> ClusterResult {
  guard index.wasMade(of: input.coordinates), GridIndex.grid(of: input, in: viewport, settings) == index.grid
  else { return try markers(of: input, in: viewport, settings: settings, threads: threads) }
  try settings.check(pointCount: input.coordinates.count)
  let work = Clustering(viewport: viewport, settings: settings, threads: threads, index: index)
  return try input.withPoints(work.markers(ofPoints:))
}
