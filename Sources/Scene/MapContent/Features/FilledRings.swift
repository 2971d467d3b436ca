package import Drawing
import MapGeometry

extension [OutlinePath] {
  /// The rings of an area as they are filled. Parts that may overlap run clockwise as seen, holes the other way, for the winding
  /// rule: by the even-odd rule parts would cut holes into one another.
  ///
  /// - Complexity: O(*vertices*), and for the boxes of parts O(*n* log *n*) where few of them share longitudes.
  package var filled: (rings: [OutlinePath], isWinding: Bool) {
    guard hasOverlappingBoxes else { return (self, false) }
    return (
      map { ring in
        // With its area to the right.
        guard ring.inside < 0 else { return ring }
        return OutlinePath(
          points: ring.points.reversed(), isInside: ring.isInside, isHole: ring.isHole, cutEdges: [])
      }, true
    )
  }

  /// The outline that a picture fills, and true for the winding rule; see ``filled``.
  package func filledPath(in clip: Rectangle, shift: Point = .zero) -> (path: Path, isWinding: Bool) {
    let (rings, isWinding) = filled
    let path = Path(
      rings: rings.map { ring in
        ring.isInside && shift == .zero ? ring.points : clip.clipped(ring: ring.points.map { $0 + shift })
      })
    return (path, isWinding)
  }

  /// True if the boxes of two outer rings have more than an edge in common.
  private var hasOverlappingBoxes: Bool {
    guard dropFirst().contains(where: { !$0.isHole }), first?.isStitched == false else { return false }
    let boxes = lazy.filter { !$0.isHole }.map { ring in Extent(of: ring.points) { ($0.x, $0.y) } }
      .sorted { $0.minX < $1.minX }
    for (index, box) in boxes.enumerated() {
      for other in boxes.dropFirst(index + 1) {
        guard other.minX < box.maxX else { break }
        if other.minY < box.maxY, box.minY < other.maxY { return true }
      }
    }
    return false
  }
}

extension OutlinePath {
  /// The side of its way on which a ring has its area: 1 right, -1 left.
  package var inside: Double {
    var doubled = 0.0
    guard let origin = points.first else { return 1 }
    for (a, b) in zip(points, points.dropFirst()) {
      doubled += (a.x - origin.x) * (b.y - origin.y) - (b.x - origin.x) * (a.y - origin.y)
    }
    // Clockwise as seen, where y points down: what it encloses lies right.
    return (doubled > 0) == isHole ? -1 : 1
  }
}
