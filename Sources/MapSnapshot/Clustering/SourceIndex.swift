import MapClusters
import MapGeometry
import Synchronization

/// What is built once for a source and answers every view: the radius index, made when the first view asks for it.
final class SourceIndex: Sendable {
  private let radiusIndex = Mutex<RadiusIndex?>(nil)

  /// The markers of a view.
  ///
  /// - Complexity: with the method radius the first view builds the index of all zooms; the others cost what they show.
  func markers(
    of input: ClusterInput, in viewport: Viewport, _ settings: ClusterSettings, threads: Int
  ) throws(ClusterError) -> MarkerSet {
    guard settings.method == .radius else {
      return try MapClusters.markers(of: input, in: viewport, settings: settings, threads: threads)
    }
    let outcome = radiusIndex.withLock { kept in
      Result { () throws(ClusterError) in
        if let kept { return kept }
        let made = try RadiusIndex(of: input, settings: settings, threads: threads)
        kept = made
        return made
      }
    }
    return try MapClusters.markers(of: input, from: try outcome.get(), in: viewport, settings: settings)
  }
}
