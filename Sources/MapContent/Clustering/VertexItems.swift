package import MapGeometry

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
      outlines.forEachVertex(of: shape, on: frame.viewport.sheet) { place in
        defer { number += 1 }
        guard takesPart, let place, window.reaches(place) else { return }
        items.append(PointItem(index: number, place: place, by: maker))
      }
    }
    return items
  }
}

extension WorldRectangle {
  /// True if some copy of a place lies inside.
  package func reaches(_ place: WorldPoint) -> Bool {
    place.y >= minY && place.y <= maxY && (minX - place.x).rounded(.up) <= maxX - place.x
  }
}
