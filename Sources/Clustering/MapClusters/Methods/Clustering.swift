public import MapGeometry

/// Clusters points for a view.
///
/// - Parameters:
///   - input: the points; the table is neither changed nor copied.
///   - viewport: what decides the cells' lengths and which points take part.
///   - settings: method and parameters.
///   - strategies: rules of the caller's own, which stand in for settings.
///   - threads: how many to use, at least 1; the result is the same for any number.
/// - Returns: the markers whose cells, or points, the view considers, margin included; a marker is listed once, even
///   where the picture shows several copies of the world.
/// - Throws: ``ClusterError`` for settings out of range and for points that have no coordinate.
/// - Complexity: O(*n*) for grids, with 6 to 10 bytes of memory a point in view.
public func markers(
  of input: ClusterInput, in viewport: Viewport, settings: ClusterSettings = .standard,
  strategies: ClusterStrategies = ClusterStrategies(), threads: Int = 1
) throws(ClusterError) -> ClusterResult {
  try Clustering(viewport: viewport, settings: settings, strategies: strategies, threads: threads)
    .markers(of: input)
}

/// The markers of all points at a view's zoom, wherever they lie: those of every view of this zoom are among them, unless
/// markers follow the view (``ClusterSettings/followsView``).
///
/// - Parameter index: of the method radius, if it is at hand.
/// - Throws: ``ClusterError`` for settings out of range and for points that have no coordinate.
/// - Complexity: O(*n*), with 200 bytes of memory for each marker.
public func markers(
  ofAll input: ClusterInput, atZoomOf viewport: Viewport, settings: ClusterSettings,
  index: RadiusIndex? = nil, threads: Int = 1
) throws(ClusterError) -> ClusterResult {
  let work = Clustering(viewport: viewport, settings: settings, threads: threads, isOfAll: true)
  if let index { return try work.markers(of: input, from: index) }
  return try work.markers(of: input)
}

/// One clustering: what to do, for which view.
struct Clustering: Sendable {
  /// Beyond so many worlds from the first nothing is looked at.
  private static let farthestWorld = 1_048_576.0

  let viewport: Viewport
  let settings: ClusterSettings
  var strategies = ClusterStrategies()
  var threads = 1
  /// Rows that stay markers of their own with the method leader, because they were visible before.
  var keptLeaders: Set<UInt32> = []
  /// The parts that earlier clusterings of these points have left.
  var memory: (ReloadMemory, of: ReloadMemory.Points)?
  /// The cells of the view's grid, where an earlier view has sorted the points into them.
  var index: GridIndex?
  /// True if all points take part, whatever is seen.
  var isOfAll = false
  var isCancelled: @Sendable () -> Bool = { false }

  func markers(of input: ClusterInput) throws(ClusterError) -> ClusterResult {
    try settings.check(pointCount: input.coordinates.count - input.absentCount)
    try input.check()
    guard let cells = input.cells else { return try input.withPoints(markers(ofPoints:)) }
    guard strategies.isEmpty else { throw .cellLimit(.strategies) }
    var work = self
    work.isOfAll = false
    return try work.markers(ofCells: cells)
  }

  func markers(ofPoints points: PlacedPoints) throws(ClusterError) -> ClusterResult {
    let found =
      switch settings.method {
      case .grid, .leader: try gridMarkers(of: points)
      case .hex: try hexagonMarkers(of: points)
      case .peaks: try peakMarkers(of: points)
      case .radius: try radiusMarkers(of: points)
      case .distance, .kmeans, .dbscan, .none: try planeMarkers(of: points)
      }
    return try ringed(found, of: points)
  }

  /// The picture grown by the margin, in worlds.
  var considered: WorldRectangle {
    guard !isOfAll else { return WorldRectangle(minX: 0, minY: 0, width: 1, height: 1) }
    return Clustering.nearby(viewport.visibleWorldRectangle.expanded(by: settings.margin))
  }

  /// The part of a rectangle that is not absurdly far away: steps of the world stay exact that far.
  static func nearby(_ area: WorldRectangle) -> WorldRectangle {
    func near(_ position: Double) -> Double { min(farthestWorld, max(-farthestWorld, position)) }
    let (west, north) = (near(area.minX), near(area.minY))
    return WorldRectangle(
      minX: west, minY: north, width: near(area.maxX) - west, height: near(area.maxY) - north)
  }

  /// The points that lie in the considered cells, cell by cell or by what joins cells, after a ring has moved those that
  /// share a coordinate.
  func groups(
    of points: inout PlacedPoints, in grid: CellGrid, area: WorldRectangle, joining join: CellJoining? = nil
  ) throws(ClusterError) -> CellGroups {
    if let indexed = index?.groups(in: grid) { return indexed }
    var reach = 0.0
    if let radius = settings.ringRadius, !points.isPlaced {
      let ring = CoLocatedRing(radius, viewport: viewport)
      reach = ring.farthest
      try ring.move(&points, in: DegreeWindow(holding: area, reach: reach))
    }
    return try cellGroups(
      of: points, in: grid, window: DegreeWindow(holding: area, reach: reach), threads: threads,
      isCancelled: isCancelled, joining: join)
  }

  func builder(_ members: [UInt32], of points: PlacedPoints) -> MarkerBuilder {
    MarkerBuilder(members, of: points, settings: settings, zoom: viewport.zoom, strategies: strategies)
  }
}

extension ClusterInput {
  func withPoints<Answer>(
    _ body: (PlacedPoints) throws(ClusterError) -> Answer
  ) throws(ClusterError) -> Answer {
    try coordinates.longitudes.withUnsafeBufferPointer { longitudes throws(ClusterError) in
      try coordinates.latitudes.withUnsafeBufferPointer { latitudes throws(ClusterError) in
        try body(
          PlacedPoints(
            longitudes: longitudes, latitudes: latitudes, unclusteredRows: unclusteredRows, weights: weights,
            hasAbsent: absentCount > 0, isPlaced: isPlaced))
      }
    }
  }

  /// Refuses columns of different lengths, weights that are no weights, and more than can be summed exactly.
  func check() throws(ClusterError) {
    let count = coordinates.longitudes.count
    guard coordinates.latitudes.count == count else {
      throw .unevenColumns(longitudes: count, latitudes: coordinates.latitudes.count)
    }
    guard count <= 500_000_000 else { throw .tooManyPoints(count) }
    guard let weights else { return }
    guard weights.count == count else { throw .weightCount(weights: weights.count, points: count) }
    var total = 0.0
    for (index, weight) in weights.enumerated() {
      guard weight >= 0 && weight.isFinite else { throw .badWeight(index: index, weight: weight) }
      total += weight
    }
    guard total <= WeightSum.limit else { throw .tooHeavy(total) }
  }
}
