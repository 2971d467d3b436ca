import CellSources
import MapScene

/// How an input is summed into the cells of a view while it is read.
struct InputSummation {
  let view: CellRequest.View
  let clustering: SourceClustering
  let chooser: PointChooser
}
