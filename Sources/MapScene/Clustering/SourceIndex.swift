import MapClusters
import MapGeometry
import Synchronization

/// What is built once for a source and answers every view: the radius index, made for the first view that needs it, and
/// the cells of grids, made when enough views needed them to repay their cost: a pyramid where cells nest from zoom to zoom,
/// else the cells of each zoom that is seen often.
///
/// All are built outside of any lock: who needs the same index waits for it, everyone else goes on; while the pyramid
/// and the cells are built, other views visit the points.
final class SourceIndex: Sendable {
  private let radiusIndex = BuildOnce<RadiusIndex, ClusterError>()
  private let pyramid = BuildOnce<CellPyramid?, Never>()
  private let grids = GridIndexes()
  private let names = BuildOnce<Bool, Never>()
  private let classes = Mutex<[ClassKey: BuildOnce<ClassScale, ClusterError>]>([:])

  /// What decides the markers of all points: a view's zoom, and its width where cells are a part of it.
  private struct ClassKey: Hashable {
    let zoom, width: Double
  }
  /// For so many zooms classes are kept.
  private static let mostClasses = 64
  /// Views that a pyramid could have answered.
  private let gridViews = Atomic(0)
  private let viewsBeforePyramid: Int
  private let fewestPoints: Int
  private let fewestIndexed: Int

  /// An index of nothing yet.
  ///
  /// - Parameters:
  ///   - viewsBeforePyramid: how many views visit the points before the pyramid is built, which costs about as much as
  ///     that many: one view alone does not wait for all zooms, and many views take at most twice as long as with a pyramid
  ///     built at once.
  ///   - fewestPoints: of fewer points no pyramid is built: a view visits them in a fraction of a millisecond.
  ///   - fewestIndexed: of fewer points the cells of single zooms are not kept either.
  init(viewsBeforePyramid: Int = 4, fewestPoints: Int = 50_000, fewestIndexed: Int = 4096) {
    self.viewsBeforePyramid = viewsBeforePyramid
    self.fewestPoints = fewestPoints
    self.fewestIndexed = fewestIndexed
  }

  /// Whether views of a grid are answered from its cells by now.
  var hasPyramid: Bool { pyramid.current.flatMap(\.self) != nil }

  /// The bytes of what was built so far.
  var byteCount: Int {
    (radiusIndex.current?.byteCount ?? 0) + (pyramid.current.flatMap { $0 }?.byteCount ?? 0)
      + grids.byteCount
  }

  /// Whether points have names, looked up once.
  func hasNames(_ find: () -> Bool) -> Bool { names.value { find() } }

  /// The markers of a view.
  ///
  /// - Complexity: with the method radius the first view builds the index of all zooms, with a grid that follows whole
  ///   zooms the fifth one does, with any other grid of the world a view of a zoom that is seen often; the views after it cost
  ///   what they show. Other grids and methods visit the points.
  func markers(
    of input: ClusterInput, in viewport: Viewport, _ settings: ClusterSettings,
    _ strategies: ClusterStrategies? = nil,
    threads: Int
  ) throws(ClusterError) -> ClusterResult {
    // What was built ahead knows nothing of a caller's rules.
    if let strategies {
      return try MapClusters.markers(
        of: input, in: viewport, settings: settings, strategies: strategies, threads: threads)
    }
    if input.cells != nil {
      return try MapClusters.markers(of: input, in: viewport, settings: settings, threads: threads)
    }
    if settings.method == .radius {
      let index = try radiusIndex(of: input, settings, threads: threads)
      return try MapClusters.markers(of: input, from: index, in: viewport, settings: settings)
    }
    if let pyramid = pyramid(of: input, settings, width: viewport.size.width, threads: threads) {
      return try MapClusters.markers(
        of: input, from: pyramid, in: viewport, settings: settings, threads: threads)
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

  /// The markers of all points at a view's zoom.
  func allMarkers(
    of input: ClusterInput, atZoomOf viewport: Viewport, _ settings: ClusterSettings, threads: Int
  ) throws(ClusterError) -> ClusterResult {
    let index = settings.method == .radius ? try radiusIndex(of: input, settings, threads: threads) : nil
    return try MapClusters.markers(
      ofAll: input, atZoomOf: viewport, settings: settings, index: index, threads: threads)
  }

  /// The classes of all markers at a view's zoom, found once for each.
  func classes(
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

  /// The index of all zooms, made when it is first asked for.
  func radiusIndex(
    of input: ClusterInput, _ settings: ClusterSettings, threads: Int
  ) throws(ClusterError) -> RadiusIndex {
    try radiusIndex.value { () throws(ClusterError) in
      try RadiusIndex(of: input, settings: settings, threads: threads)
    }
  }

  /// The pyramid of a grid's cells, once it pays; `nil` before, and where it cannot answer.
  private func pyramid(
    of input: ClusterInput, _ settings: ClusterSettings, width: Double, threads: Int
  ) -> CellPyramid? {
    guard input.coordinates.count >= fewestPoints, CellPyramid.canAnswer(input, settings) else { return nil }
    let view = gridViews.wrappingAdd(1, ordering: .relaxed).newValue
    guard view == viewsBeforePyramid + 1 else { return pyramid.current.flatMap(\.self) }
    // Where there is none, for instance because cells are too small, the points are visited as before and the fault is
    // reported there.
    return pyramid.value { try? CellPyramid(of: input, settings: settings, width: width, threads: threads) }
  }
}
