public import MapGeometry

/// The smallest convex ring around places, in 32-bit steps of the world.
public struct PointHull: Sendable {
  /// The corners clockwise as seen, in worlds and not wrapped: within half a world of the first place. Empty for places on
  /// one line.
  public let corners: [WorldPoint]

  /// Finds the ring.
  ///
  /// - Complexity: O(*n* log *n*).
  public init(of places: some Collection<Coordinate>) {
    let fixed = places.map { FixedWorldPoint($0) }
    guard let first = fixed.first else {
      corners = []
      return
    }
    // Differences wrap: members on both sides of the antimeridian are near each other.
    let steps = fixed.map { place in
      (x: Int64(Int32(truncatingIfNeeded: place.x &- first.x)), y: Int64(place.y))
    }.sorted { $0 < $1 }
    func half(_ steps: some Sequence<(x: Int64, y: Int64)>) -> [(x: Int64, y: Int64)] {
      var chain: [(x: Int64, y: Int64)] = []
      for step in steps {
        while chain.count > 1, !PointHull.turnsRight(chain[chain.count - 2], chain[chain.count - 1], step) {
          chain.removeLast()
        }
        chain.append(step)
      }
      return chain
    }
    let (lower, upper) = (half(steps), half(steps.reversed()))
    let ring = lower.dropLast() + upper.dropLast()
    let origin = Double(first.x)
    corners =
      ring.count < 3
      ? []
      : ring.map { WorldPoint(x: (origin + Double($0.x)) / worldSteps, y: Double($0.y) / worldSteps) }
  }

  /// True if a way turns clockwise as seen, y southward; in integers, so that members on an edge are none of its corners.
  private static func turnsRight(
    _ a: (x: Int64, y: Int64), _ b: (x: Int64, y: Int64), _ c: (x: Int64, y: Int64)
  ) -> Bool {
    Int128(b.x - a.x) * Int128(c.y - b.y) - Int128(b.y - a.y) * Int128(c.x - b.x) > 0
  }
}
