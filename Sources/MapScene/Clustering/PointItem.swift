import Drawing
import MapGeometry
import MapSettings
import MapStyle

/// A point that layers draw: a cluster, a single point, or a point of a source that is not clustered.
struct PointItem {
  /// Its number within its source, to identify marks that belong together.
  let index: Int
  let feature: any StyleFeature
  let place: WorldPoint
  /// What its marks stand for, where marks are described; beside it as the marker is, because there may be millions that
  /// have neither.
  @Boxed private(set) var subject: Subject?
  /// The marker it is, where its source is clustered.
  @Boxed private(set) var marker: MarkerKey?

  init(
    index: Int, feature: any StyleFeature, place: WorldPoint, subject: Subject?, marker: MarkerKey? = nil
  ) {
    (self.index, self.feature, self.place) = (index, feature, place)
    (self.subject, self.marker) = (subject, marker)
  }
}
