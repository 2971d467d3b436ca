package import Drawing
package import MapGeometry
package import MapStyle

/// A point that layers draw: a cluster, a single point, or a point of a source that is not clustered.
///
/// There may be a million of them: 32 bytes each. What expressions and marks see of one is made when it is asked for.
package struct PointItem {
  /// Its number within its source, to identify marks that belong together.
  package let index: Int
  package let point: WorldPoint
  let maker: ItemMaker

  /// The feature that expressions see.
  package var feature: any StyleFeature { maker.feature(index - maker.first) }
  /// The subject of its marks; `nil` where marks are not described.
  package var subject: MarkDescription? { maker.subject?(index - maker.first) }
  /// The marker it is, where its source is clustered.
  package var marker: MarkerKey? {
    maker.clustered.map { MarkerKey(source: $0, number: index - maker.first) }
  }

  package init(index: Int, point: WorldPoint, by maker: ItemMaker) {
    (self.index, self.point, self.maker) = (index, point, maker)
  }

  /// One of its own kind.
  package init(index: Int, feature: any StyleFeature, point: WorldPoint, subject: MarkDescription?) {
    self.init(
      index: index, point: point,
      by: ItemMaker(feature: { _ in feature }, subject: subject.map { subject in { _ in subject } }))
  }
}

/// The maker of the features and the subjects of a source's points, by their numbers.
package final class ItemMaker {
  /// The number of the first item that is one.
  let first: Int
  /// The name of the source whose markers they are; `nil` where it is not clustered.
  let clustered: String?
  let feature: (Int) -> any StyleFeature
  let subject: ((Int) -> MarkDescription)?
  /// True only if no feature has a property.
  let lacks: (String) -> Bool

  package init(
    numberedFrom first: Int = 0, clustered: String? = nil, feature: @escaping (Int) -> any StyleFeature,
    subject: ((Int) -> MarkDescription)? = nil, lacks: @escaping (String) -> Bool = { _ in false }
  ) {
    (self.first, self.clustered, self.feature) = (first, clustered, feature)
    (self.subject, self.lacks) = (subject, lacks)
  }
}

// Circles and heatmaps take every corner of lines and areas, as they take points.

extension MapSource {
  /// The corners of lines and areas near the picture, in their order.
  ///
  /// - Parameters:
  ///   - margin: how far beyond the picture they may lie, in points.
  ///   - first: the number of the first corner; each has its own, whether it is near the picture or not.
  /// - Complexity: O(*corners*).
  package func vertexItems(
    in frame: ViewFrame, margin: Double, numberedFrom first: Int, where passes: (OutlineFeature) -> Bool
  ) -> [PointItem] {
    let window = frame.world(margin: min(margin, ViewFrame.farthestReach))
    var items: [PointItem] = []
    var number = first
    for shape in shapes {
      let feature = OutlineFeature(shape, identity)
      let (takesPart, maker) = (passes(feature), ItemMaker { _ in feature })
      outlines.forEachVertex(of: shape, on: frame.viewport.sheet) { point in
        defer { number += 1 }
        guard takesPart, let point, window.reaches(point) else { return }
        items.append(PointItem(index: number, point: point, by: maker))
      }
    }
    return items
  }
}

extension WorldRectangle {
  /// True if some copy of a point lies inside.
  package func reaches(_ point: WorldPoint) -> Bool {
    point.y >= minY && point.y <= maxY && (minX - point.x).rounded(.up) <= maxX - point.x
  }
}
