import JSONDocument
import MapContent
public import MapGeometry
public import MapScene

extension MapSession {
  /// The markers of a request's source at a whole zoom, tile by tile: what a server keeps to answer tiles from.
  ///
  /// - Parameters:
  ///   - specification: the request, and what is set over it.
  ///   - zoom: `0...24`, of a world 512 points wide.
  ///   - columns: properties of single points that tiles have.
  /// - Throws: ``SessionError`` for markers that depend on the view.
  public func clusterLevel(
    of specification: MapSpecification, zoom: Int, columns: [String] = []
  ) async throws(SessionError) -> ClusterLevel {
    try await answer(isStrict: false, progress: nil) { log throws(SessionError) in
      try self.load(specification, log: log).clusterLevel(zoom: zoom, columns: columns)
    }.value
  }

  /// The markers in a tile of a request's source that is not kept: a table of cells, a database that counts its points for the
  /// tile, or a file beyond ``ResourceSettings/maxMemory``, whose points are summed while it is read.
  ///
  /// - Parameters:
  ///   - buffer: units of 4096 around the tile whose markers are found, too.
  ///   - columns: properties of single points that tiles have.
  /// - Returns: `nil` for points that are read, see ``clusterLevel(of:zoom:columns:)``.
  /// - Throws: ``SessionError`` for markers that depend on the view.
  public func countedTile(
    _ tile: TileID, of specification: MapSpecification, buffer: Int = 0, columns: [String] = []
  ) async throws(SessionError) -> ClusterLevel? {
    var map = specification
    let (west, north, size) = tile.worldRect
    map.view.center = WorldPoint(x: west + size / 2, y: north + size / 2).coordinate
    map.view.zoom = Double(tile.zoom)
    map.view.size = ScreenSize(width: Viewport.tileSize, height: Viewport.tileSize)
    map.clustering.margin = (Double(buffer) + 8) / Double(ClusterLevel.extent)
    (map.needsMembers, map.isOfTile) = (false, true)
    return try await answer(isStrict: false, progress: nil) { [map] log throws(SessionError) in
      let plan = try self.plan(map, log: log)
      guard let index = plan.sources.firstIndex(where: { $0.assignment != nil }) else { return nil }
      if case .kept = plan.sources[index].way { return nil }
      let loaded = try self.load(plan, log: log)
      // The database may refuse to count, and its rows are read once for all tiles.
      if case .summed = loaded.plan.sources[index].way, map.streamsLargeInputs { return nil }
      return try rethrowing(
        loaded.snapshotter.clusterLevel(
          zoom: tile.zoom, in: loaded.views[0].view.viewport { _ in nil }, columns: columns),
        as: loaded.fault)
    }.value
  }
}
