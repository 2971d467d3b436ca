import MapClusters
import MapGeometry
import Synchronization

/// What is built once for a source and answers every view: the radius index, made when the first view asks for it.
final class SourceIndex: Sendable {
  private let made = Mutex<RadiusIndex?>(nil)

  /// The markers of a view.
  ///
  /// - Complexity: with the method radius the first view builds the index of all zooms; the others cost what they show.
  func markers(
    of input: ClusterInput, in viewport: Viewport, _ settings: ClusterSettings, threads: Int
  ) throws(ClusterError) -> MarkerSet {
    guard settings.method == .radius else {
      return try MapClusters.markers(of: input, in: viewport, settings: settings, threads: threads)
    }
    let index = try radiusIndex(of: input, settings, threads: threads)
    return try MapClusters.markers(of: input, from: index, in: viewport, settings: settings)
  }

  /// The index of all zooms, made when it is first asked for.
  func radiusIndex(
    of input: ClusterInput, _ settings: ClusterSettings, threads: Int
  ) throws(ClusterError) -> RadiusIndex {
    let outcome = made.withLock { kept in
      Result { () throws(ClusterError) in
        if let kept { return kept }
        let index = try RadiusIndex(of: input, settings: settings, threads: threads)
        kept = index
        return index
      }
    }
    return try outcome.get()
  }
}
