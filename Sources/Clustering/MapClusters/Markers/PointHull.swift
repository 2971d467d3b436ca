public import MapGeometry

/// The ring around points, in 32-bit steps of the world: the smallest convex one, or the edge of their alpha shape.
public struct PointHull: Sendable {
  typealias Step = AlphaShape.Step

  /// The corners clockwise as seen, in worlds and not wrapped: within half a world of the first point. Of points on one line
  /// its two ends, of one point none.
  public let corners: [WorldPoint]

  /// Finds the ring.
  ///
  /// - Parameter isConcave: whether it is that of the alpha shape, with the smallest radius that leaves one area with all points.
  /// - Complexity: O(*n* log *n*).
  public init(of places: some Collection<Coordinate>, isConcave: Bool = false) {
    let fixed = places.map { FixedWorldPoint($0) }
    guard let first = fixed.first else {
      corners = []
      return
    }
    // Differences wrap: members on both sides of the antimeridian are near each other.
    let sorted = fixed.map { point in
      (x: Int64(Int32(truncatingIfNeeded: point.x &- first.x)), y: Int64(point.y))
    }.sorted { $0 < $1 }
    var steps: [Step] = []
    for step in sorted where steps.last.map({ $0 != step }) ?? true { steps.append(step) }
    let convex = PointHull.convex(steps)
    let ring = isConcave && convex.count > 2 ? AlphaShape(steps).ring : convex
    let origin = Double(first.x)
    corners =
      ring.count < 2
      ? [] : ring.map { WorldPoint(x: (origin + Double($0.x)) / worldSteps, y: Double($0.y) / worldSteps) }
  }

  private static func convex(_ steps: [Step]) -> [Step] {
    func half(_ steps: some Sequence<Step>) -> [Step] {
      var chain: [Step] = []
      for step in steps {
        // In integers, so that members on an edge are none of its corners.
        while chain.count > 1, AlphaShape.turn(chain[chain.count - 2], chain[chain.count - 1], step) <= 0 {
          chain.removeLast()
        }
        chain.append(step)
      }
      return chain
    }
    let (lower, upper) = (half(steps), half(steps.reversed()))
    return Array(lower.dropLast() + upper.dropLast())
  }
}
