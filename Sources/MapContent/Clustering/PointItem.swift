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
  /// The subject of its marks, where marks are described; beside it, because there may be millions that have
  /// none.
  @Boxed package private(set) var subject: Subject?
  private let owner: Owner?

  /// The source of markers, and the number of the first item that is one.
  final class Owner: Sendable {
    let source: String
    let first: Int

    init(_ source: String, first: Int) { (self.source, self.first) = (source, first) }
  }

  /// The marker it is, where its source is clustered.
  package var marker: MarkerKey? {
    owner.map { MarkerKey(source: $0.source, number: index - $0.first) }
  }

  package init(index: Int, feature: any StyleFeature, place: WorldPoint, subject: Subject?) {
    self.init(index: index, feature: feature, place: place, subject: subject, of: nil)
  }

  init(index: Int, feature: any StyleFeature, place: WorldPoint, subject: Subject?, of owner: Owner?) {
    (self.index, self.feature, self.place, self.owner) = (index, feature, place, owner)
    self.subject = subject
  }
}
