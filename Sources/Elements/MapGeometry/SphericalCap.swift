/// A part of the globe: all coordinates within a distance of its middle.
public struct SphericalCap: Hashable, Sendable {
  /// The middle; its longitude is in `-180..<180`.
  public let center: Coordinate
  /// The distance from the middle to the edge along the globe, in radians.
  public let reach: Double

  /// The smallest cap of some coordinates; `nil` for none.
  ///
  /// If no hemisphere holds all, 1,000 evenly spread directions are searched for the one that sees most of at
  /// most 4,096 samples, of equal ones the nearest; the cap then holds those visible.
  public init?(holding table: CoordinateTable) {
    let directions = zip(table.longitudes, table.latitudes).map(Self.direction)
    guard let cap = Self.smallest(directions) ?? Self.smallest(Self.seen(of: directions)) else { return nil }
    let across = (cap.axis.x * cap.axis.x + cap.axis.y * cap.axis.y).squareRoot()
    center = Coordinate(
      latitude: arcTangent(cap.axis.z, across) * 180 / .pi,
      longitude: Coordinate.wrappedLongitude(arcTangent(cap.axis.y, cap.axis.x) * 180 / .pi))
    reach = arcCosine(cap.cosine)
  }

  /// True if the cap holds a coordinate, to a millionth of a radian.
  public func contains(_ coordinate: Coordinate) -> Bool {
    let axis = Self.direction(center.longitude, center.latitude)
    return arcCosine((axis * Self.direction(coordinate.longitude, coordinate.latitude)).sum()) <= reach + 1e-6
  }

  private static func direction(_ longitude: Double, _ latitude: Double) -> SIMD3<Double> {
    let (lambda, phi) = (longitude * (.pi / 180), latitude * (.pi / 180))
    return SIMD3(cosine(phi) * cosine(lambda), cosine(phi) * sine(lambda), sine(phi))
  }

  private typealias Cap = (directions: [SIMD3<Double>], axis: SIMD3<Double>, cosine: Double)

  /// Smallest cap, refined by adding the farthest point in turn; `nil` if no hemisphere holds all.
  private static func smallest(_ directions: [SIMD3<Double>]) -> Cap? {
    guard let first = directions.first else { return nil }
    var cap: Cap = ([first], first, 1)
    // Each turn makes the cap larger, and a handful are enough.
    for _ in 0..<200 {
      var (farthest, least) = (first, cap.cosine)
      for direction in directions where (cap.axis * direction).sum() < least {
        (farthest, least) = (direction, (cap.axis * direction).sum())
      }
      guard least < cap.cosine - 1e-13 else { return cap }
      guard let larger = smallestCap(about: cap.directions + [farthest]) else { return nil }
      cap = larger
    }
    return cap
  }

  /// Smallest cap about two to four points, from pairs and triples on its edge.
  private static func smallestCap(about directions: [SIMD3<Double>]) -> Cap? {
    var best: Cap?
    func consider(_ edge: [SIMD3<Double>], _ way: SIMD3<Double>) {
      let length = (way * way).sum().squareRoot()
      guard length > 1e-15 else { return }
      let side = (way * edge[0]).sum() < 0 ? -1.0 : 1
      let axis = way * (side / length)
      let cosine = edge.reduce(1) { min($0, (axis * $1).sum()) }
      guard cosine > 1e-9, cosine > best?.cosine ?? 0,
        directions.allSatisfy({ (axis * $0).sum() >= cosine - 1e-12 })
      else { return }
      best = (edge, axis, cosine)
    }
    for (a, one) in directions.enumerated() {
      for (b, other) in directions.enumerated().dropFirst(a + 1) {
        consider([one, other], one + other)
        for third in directions.dropFirst(b + 1) {
          let (u, v) = (other - one, third - one)
          consider(
            [one, other, third],
            SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x))
        }
      }
    }
    return best
  }

  /// Points of the hemisphere that holds most of them.
  private static func seen(of directions: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let sample = stride(from: 0, to: directions.count, by: 1 + directions.count / 4096).map { directions[$0] }
    var (best, axis) = ((count: 0, nearness: 0.0), SIMD3<Double>(0, 0, 1))
    for number in 0..<1000 {
      // By the golden angle from each to the next.
      let (height, turn) = (1 - (2 * Double(number) + 1) / 1000, Double(number) * 2.399963229728653)
      let width = (1 - height * height).squareRoot()
      let way = SIMD3(width * cosine(turn), width * sine(turn), height)
      let found = sample.reduce((count: 0, nearness: 0.0)) { sum, direction in
        let cosine = (way * direction).sum()
        return cosine > 0.01 ? (sum.count + 1, sum.nearness + cosine) : sum
      }
      if found > best { (best, axis) = (found, way) }
    }
    return directions.filter { (axis * $0).sum() > 0.01 }
  }
}
