import MapGeometry
import Parallel

/// Lloyd's k-means on the world plane, begun by k-means++ with a fixed seed.
///
/// Sums are whole steps of the world, kept as points change their cluster: a center never depends on how it came about, nor on
/// the number of threads. Hamerly's bounds spare the distances that cannot matter; the others are those to the centers whose
/// columns are near enough. Bounds fall by the moves of near centers alone, and points that are near each other are near in
/// memory: a million points of a Gauss curve in 1,000 clusters take 5.6 s of the processor in place of 18.1.
///
/// - SeeAlso: D. Arthur, S. Vassilvitskii, "k-means++" (2007); G. Hamerly, "Making k-means even faster" (2010).
struct KMeans {
  /// Rounds at most; the mark of a million points settles within them.
  static let mostRounds = 100

  /// The points by rows of the plane, and their numbers.
  private let x, y: [Double]
  private let order: [UInt32]
  private let clusters: Int
  private let threads: Int

  /// - Parameters:
  ///   - start: the step of the world at which the plane begins in the west.
  ///   - clusters: how many, at least 1; there are fewer where there are fewer places.
  ///   - threads: how many share the work, at least 1; the result is the same for any number.
  init(_ points: [FixedWorldPoint], from start: UInt32, clusters: Int, threads: Int = 1) {
    let top = points.map(\.y).min() ?? 0
    // Sixty-four rows and more.
    let shift = max(0, 25 - ((points.map(\.y).max() ?? 0) - top).leadingZeroBitCount)
    let keys = points.map { UInt64(($0.y - top) >> shift) << 32 | UInt64($0.x &- start) }
    order = ascendingPlaces(keys, nil, threads: threads).1
    x = order.map { Double(points[Int($0)].x &- start) }
    y = order.map { Double(points[Int($0)].y) }
    self.clusters = clusters
    self.threads = x.count < 20_000 ? 1 : threads
  }

  /// The number of each point's cluster, in the order of the clusters' first points.
  ///
  /// - Complexity: O(*n* · √*k*) a round for evenly spread centers, mostly far less.
  func labels(isCancelled: () -> Bool) throws(ClusterError) -> [UInt32] {
    guard !x.isEmpty else { return [] }
    var seeds = KMeansSeeds(x, y, order)
    while seeds.centerX.count < min(clusters, x.count), seeds.addCenter() {
      if isCancelled() { throw .cancelled }
    }
    var centers = SortedCenters(seeds.centerX, seeds.centerY)
    var shares = concurrentMap(threads, threads: threads) { [centers, first = seeds.label] share in
      let part = x.count * share / threads..<x.count * (share + 1) / threads
      return KMeansShare(x[part], y[part], labels: first[part], centers)
    }
    try shares.withUnsafeMutableBufferPointer { shares throws(ClusterError) in
      for _ in 0..<KMeans.mostRounds {
        if isCancelled() { throw .cancelled }
        centers.move(to: shares)
        guard centers.moves.contains(where: { $0 > 0 }) else { break }
        eachInParallel(threads) { shares[$0].assign(centers) }
        if !shares.contains(where: \.changed) { break }
      }
    }
    var labels = [Int32](repeating: 0, count: x.count)
    for (point, label) in zip(order, shares.lazy.flatMap(\.label)) { labels[Int(point)] = label }
    return KMeans.byFirstPoint(labels, count: centers.x.count)
  }

  private static func byFirstPoint(_ labels: [Int32], count: Int) -> [UInt32] {
    var numbers = [UInt32?](repeating: nil, count: count)
    var next: UInt32 = 0
    return labels.map { label in
      if let number = numbers[Int(label)] { return number }
      defer { next += 1 }
      numbers[Int(label)] = next
      return next
    }
  }
}

/// The first centers: each a point, the likelier the farther from those chosen.
///
/// A new center takes points from those centers alone that are nearer to it than twice their farthest point; sums are kept for
/// 32 and 1,024 points, so that few are added anew.
private struct KMeansSeeds {
  private static let leaf = 32
  private let x, y: [Double]
  /// The numbers of the points, and where those stand.
  private let order: [UInt32]
  private var rank: [UInt32]
  private var random = SplitMix(state: 0x636c_7573_7465_7273)
  private(set) var centerX: [Double] = []
  private(set) var centerY: [Double] = []
  /// Each point's nearest center, of equals the first.
  private(set) var label: [Int32]
  /// Each point's squared distance to it, and those by the points' numbers; zeros behind the last point.
  private var near: [Double]
  private var squares: [Double]
  private var members: [[Int32]] = []
  private var farthest: [Double] = []
  private var leafSums: [Double]
  private var branchSums: [Double]
  private var isStale: [Bool]

  init(_ x: [Double], _ y: [Double], _ order: [UInt32]) {
    (self.x, self.y, self.order) = (x, y, order)
    near = [Double](repeating: .infinity, count: x.count)
    rank = [UInt32](repeating: 0, count: x.count)
    for (index, point) in order.enumerated() { rank[Int(point)] = UInt32(index) }
    let branch = KMeansSeeds.leaf * KMeansSeeds.leaf
    let branches = (x.count + branch - 1) / branch
    label = [Int32](repeating: 0, count: x.count)
    squares = [Double](repeating: 0, count: branches * branch)
    leafSums = [Double](repeating: 0, count: branches * KMeansSeeds.leaf)
    branchSums = [Double](repeating: 0, count: branches)
    isStale = [Bool](repeating: true, count: leafSums.count)
  }

  /// Chooses one more center; `false` where every place is one already.
  mutating func addCenter() -> Bool {
    guard !centerX.isEmpty else {
      let first = Int(rank[Int(random.next() % UInt64(x.count))])
      (centerX, centerY) = ([x[first]], [y[first]])
      members = [Array(0..<Int32(x.count))]
      for point in x.indices { take(point, for: 0, at: square(point, to: 0)) }
      farthest = [near.max() ?? 0]
      return true
    }
    let total = sum()
    guard total > 0 else { return false }
    let chosen = Int(rank[self.point(at: random.unit() * total)])
    centerX.append(x[chosen])
    centerY.append(y[chosen])
    takePoints(for: centerX.count - 1)
    return true
  }

  private func square(_ point: Int, to center: Int) -> Double {
    let (east, south) = (x[point] - centerX[center], y[point] - centerY[center])
    return east * east + south * south
  }

  private mutating func take(_ point: Int, for center: Int, at square: Double) {
    let number = Int(order[point])
    (label[point], near[point], squares[number]) = (Int32(center), square, square)
    isStale[number / KMeansSeeds.leaf] = true
  }

  private mutating func takePoints(for center: Int) {
    var taken: [Int32] = []
    var most = 0.0
    for other in 0..<center {
      let (east, south) = (centerX[other] - centerX[center], centerY[other] - centerY[center])
      // Rounding is far below the millionth that is added.
      guard east * east + south * south < 4 * farthest[other] * 1.000_001 else { continue }
      var (kept, keptMost) = (0, 0.0)
      var points = members[other]
      members[other] = []
      for number in points.indices {
        let index = Int(points[number])
        let square = square(index, to: center)
        if square < near[index] {
          take(index, for: center, at: square)
          taken.append(points[number])
          most = max(most, square)
        } else {
          points[kept] = points[number]
          kept += 1
          keptMost = max(keptMost, near[index])
        }
      }
      points.removeLast(points.count - kept)
      (members[other], farthest[other]) = (points, keptMost)
    }
    members.append(taken)
    farthest.append(most)
  }

  /// The sum of all squared distances, added in an order that depends on nothing but the points' number.
  private mutating func sum() -> Double {
    let leaf = KMeansSeeds.leaf
    var total = 0.0
    for branch in branchSums.indices {
      var changed = false
      for number in branch * leaf..<(branch + 1) * leaf where isStale[number] {
        isStale[number] = false
        changed = true
        var lanes = SIMD4<Double>.zero
        for start in stride(from: number * leaf, to: (number + 1) * leaf, by: 4) {
          lanes += SIMD4(squares[start], squares[start + 1], squares[start + 2], squares[start + 3])
        }
        leafSums[number] = lanes.sum()
      }
      if changed { branchSums[branch] = leafSums[branch * leaf..<(branch + 1) * leaf].reduce(0, +) }
      total += branchSums[branch]
    }
    return total
  }

  /// The point at which the running sum of squared distances passes a number.
  private func point(at number: Double) -> Int {
    var rest = number
    func passed(_ sums: [Double], in range: Range<Int>) -> Int {
      var last = range.lowerBound
      for index in range where sums[index] > 0 {
        last = index
        if rest < sums[index] { return index }
        rest -= sums[index]
      }
      // Rounding left a little: the last one that counts.
      rest = .infinity
      return last
    }
    let leaf = KMeansSeeds.leaf
    let branch = passed(branchSums, in: branchSums.indices)
    let number = passed(leafSums, in: branch * leaf..<(branch + 1) * leaf)
    return passed(squares, in: number * leaf..<(number + 1) * leaf)
  }
}

/// Centers by number, and their order from west to east.
private struct SortedCenters {
  private(set) var x, y: [Double]
  /// Numbers of centers from west to east, their coordinates in the same order, and where each stands in it.
  private var order: [Int32] = []
  private var sortedX: [Double] = []
  private var sortedY: [Double] = []
  private var rank: [Int32] = []
  /// The distance that each center moved last, and the greatest that one of its neighbors did.
  private(set) var moves: [Double] = []
  private(set) var nearMoves: [Double] = []
  /// Neighbors of each center, and the distances to them, the nearest first; the last one is the nearest that counts as none.
  private var neighbors: [Int32]
  private var gaps: [Double]
  private let stride: Int
  /// Of a million points in 1,000 clusters, 8 to 16 took about as long, 32 took 1.4 times as long.
  private static let mostNeighbors = 12

  init(_ x: [Double], _ y: [Double]) {
    (self.x, self.y) = (x, y)
    stride = min(SortedCenters.mostNeighbors, x.count - 1) + 1
    neighbors = [Int32](repeating: 0, count: x.count * stride)
    gaps = [Double](repeating: .infinity, count: neighbors.count)
    sort()
  }

  /// The distances of a center to the nearest other one, and to the nearest that is not its neighbor.
  func gaps(of center: Int32) -> (least: Double, reach: Double) {
    (gaps[Int(center) * stride], gaps[Int(center) * stride + stride - 1])
  }

  private mutating func sort() {
    let x = x
    order = x.indices.map(Int32.init).sorted { (x[Int($0)], $0) < (x[Int($1)], $1) }
    sortedX = order.map { x[Int($0)] }
    sortedY = order.map { y[Int($0)] }
    rank = [Int32](repeating: 0, count: x.count)
    for (position, center) in order.enumerated() { rank[Int(center)] = Int32(position) }
  }

  /// The nearest center, of equals the first, and the distances to it and to the next, looked for around a center.
  func nearest(_ pointX: Double, _ pointY: Double, around start: Int32) -> (Int32, Double, Double) {
    var (best, least, second) = (Int32.max, Double.infinity, Double.infinity)
    func look(_ position: Int) {
      let (east, south) = (pointX - sortedX[position], pointY - sortedY[position])
      let square = east * east + south * south
      let center = order[position]
      if square < least || square == least && center < best {
        (best, second, least) = (center, least, square)
      } else if square < second {
        second = square
      }
    }
    /// False where neither a center nor any beyond it is near enough by its column.
    func mayBeNear(_ gap: Double) -> Bool { gap <= 0 || gap * gap <= second }
    var (west, east) = (Int(rank[Int(start)]), Int(rank[Int(start)]) + 1)
    while west >= 0, mayBeNear(pointX - sortedX[west]) {
      look(west)
      west -= 1
    }
    while east < sortedX.count, mayBeNear(sortedX[east] - pointX) {
      look(east)
      east += 1
    }
    return (best, least.squareRoot(), second.squareRoot())
  }

  func distance(_ pointX: Double, _ pointY: Double, to center: Int32) -> Double {
    let (east, south) = (pointX - x[Int(center)], pointY - y[Int(center)])
    return (east * east + south * south).squareRoot()
  }

  /// Puts every center in the middle of its points.
  mutating func move(to shares: UnsafeMutableBufferPointer<KMeansShare>) {
    moves = x.indices.map { center -> Double in
      var (sumX, sumY, count): (Int64, Int64, Int64) = (0, 0, 0)
      for share in shares {
        sumX += share.sumX[center]
        sumY += share.sumY[center]
        count += share.members[center]
      }
      guard count > 0 else { return 0 }
      let (newX, newY) = (Double(sumX) / Double(count), Double(sumY) / Double(count))
      let (east, south) = (newX - x[center], newY - y[center])
      (x[center], y[center]) = (newX, newY)
      return (east * east + south * south).squareRoot()
    }
    sort()
    nearMoves = x.indices.map { center in
      findNeighbors(of: center)
      return neighbors[center * stride..<(center + 1) * stride - 1].reduce(0) { max($0, moves[Int($1)]) }
    }
  }

  private mutating func findNeighbors(of center: Int) {
    let (first, last) = (center * stride, (center + 1) * stride - 1)
    for index in first...last { gaps[index] = .infinity }
    func looked(_ position: Int) -> Bool {
      guard abs(sortedX[position] - x[center]) <= gaps[last] else { return false }
      let gap = distance(sortedX[position], sortedY[position], to: Int32(center))
      guard gap < gaps[last] else { return true }
      var index = last
      while index > first, gaps[index - 1] > gap {
        (gaps[index], neighbors[index]) = (gaps[index - 1], neighbors[index - 1])
        index -= 1
      }
      (gaps[index], neighbors[index]) = (gap, order[position])
      return true
    }
    var (west, east) = (Int(rank[center]) - 1, Int(rank[center]) + 1)
    while west >= 0, looked(west) { west -= 1 }
    while east < x.count, looked(east) { east += 1 }
  }
}

/// The part of the points that one thread assigns.
private struct KMeansShare {
  private let x, y: [Double]
  private(set) var label: [Int32]
  /// A point's distance to its center is at most `upper`, to every other one at least `lower`.
  private var upper, lower: [Double]
  private(set) var sumX, sumY, members: [Int64]
  private(set) var changed = false

  init(_ x: ArraySlice<Double>, _ y: ArraySlice<Double>, labels: ArraySlice<Int32>, _ centers: SortedCenters)
  {
    (self.x, self.y, label) = (Array(x), Array(y), Array(labels))
    upper = [Double](repeating: 0, count: x.count)
    lower = upper
    sumX = [Int64](repeating: 0, count: centers.x.count)
    (sumY, members) = (sumX, sumX)
    for point in label.indices {
      (label[point], upper[point], lower[point]) = centers.nearest(
        self.x[point], self.y[point], around: label[point])
      count(point, by: 1)
    }
  }

  private mutating func count(_ point: Int, by number: Int64) {
    let center = Int(label[point])
    sumX[center] += number * Int64(x[point])
    sumY[center] += number * Int64(y[point])
    members[center] += number
  }

  mutating func assign(_ centers: SortedCenters) {
    changed = false
    for point in x.indices {
      let old = label[point]
      upper[point] += centers.moves[Int(old)]
      let gaps = centers.gaps(of: old)
      lower[point] = min(lower[point] - centers.nearMoves[Int(old)], gaps.reach - upper[point])
      // A point that is nearer to its center than half way to the next belongs to it.
      let bound = max(gaps.least / 2, lower[point])
      if upper[point] < bound { continue }
      upper[point] = centers.distance(x[point], y[point], to: old)
      if upper[point] < bound { continue }
      let new: Int32
      (new, upper[point], lower[point]) = centers.nearest(x[point], y[point], around: old)
      guard new != old else { continue }
      changed = true
      count(point, by: -1)
      label[point] = new
      count(point, by: 1)
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
