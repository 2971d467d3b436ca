import MapGeometry

/// Lloyd's k-means on the world plane, begun by k-means++ with a fixed seed.
///
/// Sums are whole steps of the world, kept as points change their cluster: a center never depends on how it came about.
/// Hamerly's bounds spare the distances that cannot matter.
///
/// - SeeAlso: D. Arthur, S. Vassilvitskii, "k-means++" (2007); G. Hamerly, "Making k-means even faster" (2010).
struct KMeans {
  /// Rounds at most; the mark of a million points settles within them.
  static let mostRounds = 100

  private let x: [Double]
  private let y: [Double]
  private let clusters: Int
  private var random = SplitMix(state: 0x636c_7573_7465_7273)

  private var centerX: [Double] = []
  private var centerY: [Double] = []

  /// - Parameters:
  ///   - start: the step of the world at which the plane begins in the west.
  ///   - clusters: how many, at least 1; there are fewer where there are fewer places.
  init(_ points: [FixedWorldPoint], from start: UInt32, clusters: Int) {
    x = points.map { Double($0.x &- start) }
    y = points.map { Double($0.y) }
    self.clusters = clusters
  }

  /// The number of each point's cluster, in the order of the clusters' first points.
  ///
  /// - Complexity: O(*n* · *k*) a round, mostly far less.
  mutating func labels(isCancelled: () -> Bool) throws(ClusterError) -> [UInt32] {
    guard !x.isEmpty else { return [] }
    seedCenters()
    let count = centerX.count
    var label = [Int](repeating: 0, count: x.count)
    // A point's distance to its center is at most `upper`, to every other one at least `lower`.
    var (upper, lower) = ([Double](repeating: 0, count: x.count), [Double](repeating: 0, count: x.count))
    var (sumX, sumY, members) = (
      [Double](repeating: 0, count: count), [Double](repeating: 0, count: count),
      [Double](repeating: 0, count: count)
    )
    for point in x.indices {
      (label[point], upper[point], lower[point]) = nearest(to: point)
      sumX[label[point]] += x[point]
      sumY[label[point]] += y[point]
      members[label[point]] += 1
    }
    for _ in 0..<KMeans.mostRounds {
      if isCancelled() { throw .cancelled }
      let moves = moveCenters(sumX, sumY, members)
      guard let farthest = moves.max(), farthest > 0 else { break }
      let halfGaps = self.halfGaps()
      var changed = false
      for point in x.indices {
        let old = label[point]
        upper[point] += moves[old]
        lower[point] -= farthest
        let bound = max(halfGaps[old], lower[point])
        if upper[point] < bound { continue }
        upper[point] = distance(point, old)
        if upper[point] < bound { continue }
        let new: Int
        (new, upper[point], lower[point]) = nearest(to: point)
        guard new != old else { continue }
        changed = true
        label[point] = new
        sumX[old] -= x[point]
        sumY[old] -= y[point]
        members[old] -= 1
        sumX[new] += x[point]
        sumY[new] += y[point]
        members[new] += 1
      }
      if !changed { break }
    }
    return KMeans.byFirstPoint(label, count: count)
  }

  /// Chooses the first centers: each a point, the likelier the farther from those chosen.
  private mutating func seedCenters() {
    let first = Int(random.next() % UInt64(x.count))
    (centerX, centerY) = ([x[first]], [y[first]])
    var squares = [Double](repeating: .infinity, count: x.count)
    while centerX.count < min(clusters, x.count) {
      let (lastX, lastY) = (centerX[centerX.count - 1], centerY[centerY.count - 1])
      var total = 0.0
      for point in x.indices {
        let (east, south) = (x[point] - lastX, y[point] - lastY)
        squares[point] = min(squares[point], east * east + south * south)
        total += squares[point]
      }
      guard total > 0 else { return }  // every place is a center already
      var rest = random.unit() * total
      var chosen: Int?
      for point in x.indices where squares[point] > 0 {
        chosen = point
        rest -= squares[point]
        if rest < 0 { break }
      }
      guard let chosen else { return }
      centerX.append(x[chosen])
      centerY.append(y[chosen])
    }
  }

  /// The nearest center, of equals the first, and the distances to it and to the next.
  private func nearest(to point: Int) -> (Int, Double, Double) {
    var (best, least, second) = (0, Double.infinity, Double.infinity)
    let (pointX, pointY) = (x[point], y[point])
    centerX.withUnsafeBufferPointer { centerX in
      centerY.withUnsafeBufferPointer { centerY in
        for center in 0..<centerX.count {
          let (east, south) = (pointX - centerX[center], pointY - centerY[center])
          let square = east * east + south * south
          if square < least {
            (best, second, least) = (center, least, square)
          } else if square < second {
            second = square
          }
        }
      }
    }
    return (best, least.squareRoot(), second.squareRoot())
  }

  private func distance(_ point: Int, _ center: Int) -> Double {
    let (east, south) = (x[point] - centerX[center], y[point] - centerY[center])
    return (east * east + south * south).squareRoot()
  }

  /// Puts every center in the middle of its points; returns how far each moved.
  private mutating func moveCenters(_ sumX: [Double], _ sumY: [Double], _ members: [Double]) -> [Double] {
    centerX.indices.map { center in
      guard members[center] > 0 else { return 0 }
      let (newX, newY) = (sumX[center] / members[center], sumY[center] / members[center])
      let (east, south) = (newX - centerX[center], newY - centerY[center])
      (centerX[center], centerY[center]) = (newX, newY)
      return (east * east + south * south).squareRoot()
    }
  }

  /// Half of each center's distance to the nearest other one: a point so near belongs to it.
  private func halfGaps() -> [Double] {
    centerX.indices.map { center in
      var least = Double.infinity
      for other in centerX.indices where other != center {
        let (east, south) = (centerX[other] - centerX[center], centerY[other] - centerY[center])
        least = min(least, east * east + south * south)
      }
      return least.squareRoot() / 2
    }
  }

  private static func byFirstPoint(_ labels: [Int], count: Int) -> [UInt32] {
    var numbers = [UInt32?](repeating: nil, count: count)
    var next: UInt32 = 0
    return labels.map { label in
      if let number = numbers[label] { return number }
      defer { next += 1 }
      numbers[label] = next
      return next
    }
  }
}

/// The generator SplitMix64: the same numbers for a seed everywhere.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }

  mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
