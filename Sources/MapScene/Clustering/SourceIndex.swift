import MapClusters
import MapGeometry
import Synchronization

/// What is built once for a source and answers every view: the radius index, made when the first view asks for it, and
/// the pyramid of a grid's cells, made when so many views have asked that it pays.
final class SourceIndex: Sendable {
  /// What was made so far.
  private struct Made {
    var radiusIndex: RadiusIndex?
    var pyramid: CellPyramid?
    /// Views that a pyramid could have answered.
    var gridViews = 0
  }

  private let made = Mutex(Made())
  private let viewsBeforePyramid: Int
  private let fewestPoints: Int

  /// An index of nothing yet.
  ///
  /// - Parameters:
  ///   - viewsBeforePyramid: how many views visit the points before the pyramid is built, which costs about as much as
  ///     that many: whoever comes for one view does not wait for all zooms, and nobody waits more than twice as long as
  ///     he would have if he had known how many views were to come.
  ///   - fewestPoints: of fewer points no pyramid is built: a view visits them in a fraction of a millisecond.
  init(viewsBeforePyramid: Int = 4, fewestPoints: Int = 50_000) {
    self.viewsBeforePyramid = viewsBeforePyramid
    self.fewestPoints = fewestPoints
  }

  /// Whether views of a grid are answered from its cells by now.
  var hasPyramid: Bool { made.withLock { $0.pyramid != nil } }

  /// The markers of a view.
  ///
  /// - Complexity: with the method radius the first view builds the index of all zooms, with a grid that follows whole
  ///   zooms the fifth one does; the views after it cost what they show. Other grids and methods visit the points.
  func markers(
    of input: ClusterInput, in viewport: Viewport, _ settings: ClusterSettings, threads: Int
  ) throws(ClusterError) -> MarkerSet {
    if settings.method == .radius {
      let index = try radiusIndex(of: input, settings, threads: threads)
      return try MapClusters.markers(of: input, from: index, in: viewport, settings: settings)
    }
    if let pyramid = pyramid(of: input, settings, width: viewport.size.width, threads: threads) {
      return try MapClusters.markers(
        of: input, from: pyramid, in: viewport, settings: settings, threads: threads)
    }
    return try MapClusters.markers(of: input, in: viewport, settings: settings, threads: threads)
  }

  /// The index of all zooms, made when it is first asked for.
  func radiusIndex(
    of input: ClusterInput, _ settings: ClusterSettings, threads: Int
  ) throws(ClusterError) -> RadiusIndex {
    let outcome = made.withLock { made in
      Result { () throws(ClusterError) in
        if let kept = made.radiusIndex { return kept }
        let index = try RadiusIndex(of: input, settings: settings, threads: threads)
        made.radiusIndex = index
        return index
      }
    }
    return try outcome.get()
  }

  /// The pyramid of a grid's cells, once it pays; `nil` before, and where it cannot answer.
  private func pyramid(
    of input: ClusterInput, _ settings: ClusterSettings, width: Double, threads: Int
  ) -> CellPyramid? {
    guard input.coordinates.count >= fewestPoints, CellPyramid.canAnswer(input, settings) else { return nil }
    return made.withLock { made in
      made.gridViews += 1
      if made.pyramid == nil, made.gridViews == viewsBeforePyramid + 1 {
        // Where there is none, say for cells too small, the points are visited as before and say what is wrong.
        made.pyramid = try? CellPyramid(of: input, settings: settings, width: width, threads: threads)
      }
      return made.pyramid
    }
  }
}
