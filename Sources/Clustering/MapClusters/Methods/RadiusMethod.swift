public import MapGeometry

/// Shows a view of points clustered by radius.
///
/// - Parameters:
///   - input: the points.
///   - index: made of the same points and settings by ``RadiusIndex/init(of:settings:threads:)``.
///   - viewport: its zoom, rounded down, picks the level.
///   - settings: position, least count and the like.
///   - strategies: a rule of the caller's own for positions.
/// - Returns: as ``markers(of:in:settings:strategies:threads:)``.
/// - Throws: ``ClusterError`` for settings that do not fit.
/// - Complexity: the number of points in view, for their lists.
public func markers(
  of input: ClusterInput, from index: RadiusIndex, in viewport: Viewport, settings: ClusterSettings,
  strategies: ClusterStrategies = ClusterStrategies()
) throws(ClusterError) -> ClusterResult {
  try Clustering(viewport: viewport, settings: settings, strategies: strategies).markers(
    of: input, from: index)
}

extension ClusterSettings {
  /// The zoom of a radius index whose items a view shows.
  package func radiusZoom(of viewport: Viewport) -> Double {
    let zoom = viewport.zoom.rounded(.down)
    let isBeyond = maximumZoom.map { zoom > $0.rounded(.down) } ?? (zoom > 16)
    return isBeyond ? Double(RadiusSettings.zoomLimit + 1) : zoom
  }
}

extension ClusterInput {
  /// The points that may be clustered, and their rows; no rows where that is all of them.
  var clustered: (table: CoordinateTable, rows: [UInt32]?) {
    let unclusteredRows = self.unclusteredRows ?? PointSet()
    guard absentCount > 0 || !unclusteredRows.isEmpty else { return (coordinates, nil) }
    let rows = (0..<coordinates.count).filter { row in
      !unclusteredRows.contains(row) && !(absentCount > 0 && coordinates.latitudes[row].isNaN)
    }
    return (coordinates.taking(rows), rows.map(UInt32.init))
  }
}

extension Clustering {
  func markers(of input: ClusterInput, from index: RadiusIndex) throws(ClusterError) -> ClusterResult {
    try settings.check(pointCount: input.coordinates.count)
    try input.check()
    let rows = input.clustered.rows
    return try input.withPoints { points throws(ClusterError) in
      try ringed(radiusMarkers(of: points, index: index, rows: rows), of: points)
    }
  }

  /// The markers of the method radius, the index made for this view alone.
  ///
  /// With a memory the index is kept there.
  func radiusMarkers(of lent: PlacedPoints) throws(ClusterError) -> ClusterResult {
    var points = lent
    if let memory {
      let kept = try memory.0.index(of: memory.of) { () throws(ClusterError) in
        try radiusIndex(of: points)
      }
      return try radiusMarkers(of: points, index: kept.index, rows: kept.rows)
    }
    if let radius = settings.ringRadius, !points.isPlaced {
      try CoLocatedRing(radius, viewport: viewport).move(
        &points, in: DegreeWindow(holding: WorldRectangle(minX: 0, minY: 0, width: 1, height: 1)))
    }
    let made = try radiusIndex(of: points)
    return try radiusMarkers(of: points, index: made.index, rows: made.rows)
  }

  private func radiusIndex(of points: PlacedPoints) throws(ClusterError) -> ReloadMemory.Index {
    var table = CoordinateTable(longitudes: Array(points.longitudes), latitudes: Array(points.latitudes))
    for (row, coordinate) in zip(points.movedRows, points.movedPlaces) {
      table.longitudes[Int(row)] = coordinate.longitude
      table.latitudes[Int(row)] = coordinate.latitude
    }
    var input = ClusterInput(table, unclusteredRows: points.unclusteredRows)
    input.absentCount = points.hasAbsent ? 1 : 0
    let clustered = input.clustered
    let index = try RadiusIndex(
      of: clustered.table, settings: RadiusSettings(settings),
      viewedAt: memory == nil ? settings.radiusZoom(of: viewport) : nil,
      slices: ParallelSlices(threads: threads))
    if isCancelled() { throw .cancelled }
    return ReloadMemory.Index(index: index, rows: clustered.rows)
  }

  /// The items of an index in view, with their members.
  ///
  /// - Parameter rows: the input's rows of the index's points, where these are not all.
  func radiusMarkers(
    of points: PlacedPoints, index: RadiusIndex, rows: [UInt32]?
  ) throws(ClusterError) -> ClusterResult {
    let area = considered
    let zoom = viewport.zoom.rounded(.down)
    let level = settings.radiusZoom(of: viewport)
    let window = DegreeWindow(holding: area)
    let items = index.clusters(
      west: (area.minX - 0.5) * 360, south: window.south, east: (area.maxX - 0.5) * 360, north: window.north,
      zoom: level)
    var builder = MarkerBuilder(of: points, settings: settings, zoom: zoom, strategies: strategies)
    try builder.add(items, atLevel: level, of: index, rows: rows)
    try builder.add(alone: alone(of: points, in: area)) { _ in nil }
    return try builder.finish()
  }

  private func alone(of points: PlacedPoints, in area: WorldRectangle) throws(ClusterError) -> [UInt32] {
    guard let unclusteredRows = points.unclusteredRows, !unclusteredRows.isEmpty else { return [] }
    return try cellGroups(
      of: points, in: CellGrid(single: area), window: DegreeWindow(holding: area), threads: threads,
      isCancelled: isCancelled
    ).alone
  }
}
