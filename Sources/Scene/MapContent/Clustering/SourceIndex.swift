package import MapClusters
package import MapGeometry
import Synchronization

/// The indexes that are built once for a source and answer every view: the radius index, made for the first view
/// that needs it, and
/// the cells of each zoom of a grid that is seen often.
///
/// All are built outside of any lock: who needs the same radius index waits for it; while cells are built, other views visit
/// the points.
package final class SourceIndex: Sendable {
  private let radiusIndex = BuildOnce<RadiusIndex, ClusterError>()
  private let grids = GridIndexes()
  /// True if any point has a name.
  let names = BuildOnce<Bool, Never>()
  /// The parts of the points by categories that are clustered by themselves, and by values that have a map each.
  let categories = BuildOnce<[CategoryPart], Never>()
  let facets = BuildOnce<[CategoryPart], Never>()
  private let classes = Mutex<[ClassKey: BuildOnce<ClassScale, ClusterError>]>([:])

  /// The inputs that decide the markers of all points: a view's zoom, and its width where cells are a part of it.
  private struct ClassKey: Hashable {
    let zoom, width: Double
  }
  private static let mostClasses = 64
  private let cellSides = Mutex<[ClassKey: Double]>([:])
  private let fewestIndexed: Int
  /// The index for one zoom alone, of a source that is asked for a single view.
  private let single = Mutex<(isWanted: Bool, zoom: Double, index: BuildOnce<RadiusIndex, ClusterError>?)>(
    (false, 0, nil))

  /// An index of nothing yet.
  ///
  /// - Parameter fewestIndexed: the cells of fewer points are not kept.
  init(fewestIndexed: Int = 4096) { self.fewestIndexed = fewestIndexed }

  var byteCount: Int { (radiusIndex.current?.byteCount ?? 0) + grids.byteCount }

  /// Announces that one view is all that will be asked for, so that nothing is built for others.
  package func answerOnce() { single.withLock { $0.isWanted = true } }

  /// The markers of a view.
  ///
  /// - Complexity: with the method radius the first view builds the index of all zooms, with a grid of the world a view of a
  ///   zoom that is seen often; the views after it cost what they show. Other grids and methods visit the points.
  package func markers(
    of input: ClusterInput, in viewport: Viewport, _ settings: ClusterSettings,
    _ strategies: ClusterStrategies? = nil,
    threads: Int
  ) throws(ClusterError) -> ClusterResult {
    // What was built ahead knows nothing of a caller's rules, nor of cells.
    if strategies != nil || input.cells != nil {
      return try MapClusters.markers(
        of: input, in: viewport, settings: settings, strategies: strategies ?? ClusterStrategies(),
        threads: threads)
    }
    if settings.method == .radius {
      let index = try radiusIndex(of: input, settings, in: viewport, threads: threads)
      return try MapClusters.markers(of: input, from: index, in: viewport, settings: settings)
    }
    guard input.coordinates.count >= fewestIndexed,
      let grid = GridIndex.grid(of: input, in: viewport, settings)
    else { return try MapClusters.markers(of: input, in: viewport, settings: settings, threads: threads) }
    if let index = grids.index(of: grid, input, threads: threads) {
      return try MapClusters.markers(
        of: input, from: index, in: viewport, settings: settings, threads: threads)
    }
    let found = try MapClusters.markers(of: input, in: viewport, settings: settings, threads: threads)
    grids.note(found.members.count, of: input, in: grid)
    return found
  }

  package func allMarkers(
    of input: ClusterInput, atZoomOf viewport: Viewport, _ settings: ClusterSettings, threads: Int
  ) throws(ClusterError) -> ClusterResult {
    let index =
      settings.method == .radius ? try radiusIndex(of: input, settings, in: viewport, threads: threads) : nil
    return try MapClusters.markers(
      ofAll: input, atZoomOf: viewport, settings: settings, index: index, threads: threads)
  }

  /// The classes of all markers at a view's zoom, found once for each.
  package func classes(
    atZoomOf viewport: Viewport, _ find: () throws(ClusterError) -> ClassScale
  ) throws(ClusterError) -> ClassScale {
    let key = ClassKey(zoom: viewport.zoom, width: viewport.size.width)
    let scale = classes.withLock { known in
      if known[key] == nil, known.count >= SourceIndex.mostClasses { known = [:] }
      let scale = known[key] ?? BuildOnce()
      known[key] = scale
      return scale
    }
    return try scale.value(find)
  }

  /// The side of cells at a view's zoom, found once for each.
  func cellSide(
    atZoomOf viewport: Viewport, _ find: () throws(ClusterError) -> Double
  ) throws(ClusterError) -> Double {
    let key = ClassKey(zoom: viewport.zoom, width: viewport.size.width)
    if let known = cellSides.withLock({ $0[key] }) { return known }
    let side = try find()
    cellSides.withLock { if $0.count < SourceIndex.mostClasses { $0[key] = side } }
    return side
  }

  package func radiusIndex(
    of input: ClusterInput, _ settings: ClusterSettings, threads: Int
  ) throws(ClusterError) -> RadiusIndex {
    try radiusIndex.value { () throws(ClusterError) in
      try RadiusIndex(of: input, settings: settings, threads: threads)
    }
  }

  /// The index that answers for a view: of its zoom alone where that is the only one, else of all.
  private func radiusIndex(
    of input: ClusterInput, _ settings: ClusterSettings, in viewport: Viewport, threads: Int
  ) throws(ClusterError) -> RadiusIndex {
    let zoom = settings.radiusZoom(of: viewport)
    let own: BuildOnce<RadiusIndex, ClusterError>? = single.withLock { single in
      guard single.isWanted, radiusIndex.current == nil else { return nil }
      if single.index == nil { (single.zoom, single.index) = (zoom, BuildOnce()) }
      return single.zoom == zoom ? single.index : nil
    }
    guard let own else { return try radiusIndex(of: input, settings, threads: threads) }
    return try own.value { () throws(ClusterError) in
      try RadiusIndex(of: input, settings: settings, viewedAt: zoom, threads: threads)
    }
  }
}
