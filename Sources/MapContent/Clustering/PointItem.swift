package import Drawing
package import MapGeometry
package import MapSettings
package import MapStyle

/// A point that layers draw: a cluster, a single point, or a point of a source that is not clustered.
package struct PointItem {
  /// Its number within its source, to identify marks that belong together.
  package let index: Int
  package let feature: any StyleFeature
  package let place: WorldPoint
  /// The subject of its marks, where marks are described; beside it as the marker is, because there may be millions that
  /// have neither.
  @Boxed package private(set) var subject: Subject?
  /// The marker it is, where its source is clustered.
  @Boxed package private(set) var marker: MarkerKey?

  package init(
    index: Int, feature: any StyleFeature, place: WorldPoint, subject: Subject?, marker: MarkerKey? = nil
  ) {
    (self.index, self.feature, self.place) = (index, feature, place)
    (self.subject, self.marker) = (subject, marker)
  }
}
