/// Rings in a plane, edge by edge: what they hold by the even-odd rule, of a ray along the second axis.
package struct EvenOddRings {
  private var edges: [(start: SIMD2<Double>, end: SIMD2<Double>)] = []

  /// Rings as they are written; one whose last point is not its first is closed.
  package init(_ rings: [[SIMD2<Double>]]) {
    for ring in rings {
      guard let first = ring.first, let last = ring.last else { continue }
      edges += zip(ring, ring.dropFirst()).map { ($0, $1) }
      if first != last { edges.append((last, first)) }
    }
  }

  /// Returns true for a point inside; `nil` for one nearer to an edge or a corner than a margin, along an axis.
  package func holds(_ x: Double, _ y: Double, margin: Double = 0) -> Bool? {
    var isInside = false
    for (start, end) in edges {
      guard (start.x <= x) != (end.x <= x) else {
        if abs(start.x - x) < margin || abs(end.x - x) < margin { return nil }
        continue
      }
      let edge = start.y + (x - start.x) / (end.x - start.x) * (end.y - start.y)
      if abs(edge - y) < margin { return nil }
      if edge < y { isInside.toggle() }
    }
    return isInside
  }
}
