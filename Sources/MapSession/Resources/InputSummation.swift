import CellSources
import MapFeatures
import MapGeometry
import MapContent
import Parallel

/// The summation of an input into the cells of a view while it is read.
struct InputSummation {
  let view: CellRequest.View
  let clustering: SourceClustering
  let chooser: PointChooser
  /// The box that the view is fitted to; `nil` for a view with a place of its own.
  var bounds: BoundingBox?
}

/// Finds the box of the points that take part in a source while they are read, and keeps none of them.
final class PointBoundsSink: PointSink {
  private let chooser: PointChooser
  private let found = Mutex(PointBounds())

  init(_ chooser: PointChooser) {
    self.chooser = chooser
  }

  func restart() {
    chooser.restart()
    found.withLock { $0 = PointBounds() }
  }

  func take(_ batch: FeatureTable, after count: Int, by worker: Int) {
    let points = chooser.choose(batch, after: count).input.coordinates
    found.withLock { $0.add(points) }
  }

  var box: BoundingBox? { found.withLock { $0.box } }
}
