import Drawing
import MapGeometry
import MapStyle

/// A point that layers draw: a cluster, a single point, or a point of a source that is not clustered.
struct PointItem {
  /// Its number within its source, to identify marks that belong together.
  let index: Int
  /// What expressions see.
  let feature: any StyleFeature
  /// Where it lies on the flat world.
  let place: WorldPoint
  /// What its marks stand for, where marks are described.
  let subject: Subject?
  /// The marker it is, where its source is clustered.
  var marker: MarkerKey?
}
