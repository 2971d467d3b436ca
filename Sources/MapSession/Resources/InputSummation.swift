import CellSources
import MapGeometry
import MapScene

/// How an input is summed into the cells of a view while it is read.
struct InputSummation {
  let view: CellRequest.View
  let clustering: SourceClustering
  let chooser: PointChooser
  /// The box that the view is fitted to; `nil` for a view with a place of its own.
  var bounds: BoundingBox?
}
