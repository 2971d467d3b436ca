import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Methods without cells` {
  /// All centers asked in order, in plain doubles.
  private func slowDistance(_ table: CoordinateTable, reach: Double) -> [Int] {
    var centers: [(latitude: Int64, longitude: Int64, count: Int64, first: Coordinate)] = []
    func mean(_ center: (latitude: Int64, longitude: Int64, count: Int64, first: Coordinate)) -> Coordinate {
      if center.count == 1 { return center.first }
      return Coordinate(
        latitude: Double(center.latitude) / (Double(center.count) * 1e8),
        longitude: Coordinate.wrappedLongitude(
          (center.first.longitude * 1e8).rounded(.toNearestOrEven) / 1e8
            + Double(center.longitude) / (Double(center.count) * 1e8)))
    }
    return (0..<table.count).map { index in
      let place = table[index]
      let near = centers.firstIndex { Geodesy.distance(from: mean($0), to: place) < reach }
      let units = Int64((place.latitude * 1e8).rounded(.toNearestOrEven))
      guard let near else {
        centers.append((units, 0, 1, place))
        return centers.count - 1
      }
      var east =
        Int64((place.longitude * 1e8).rounded(.toNearestOrEven))
        - Int64((centers[near].first.longitude * 1e8).rounded(.toNearestOrEven))
      if east >= 18_000_000_000 { east -= 36_000_000_000 }
      if east < -18_000_000_000 { east += 36_000_000_000 }
      centers[near].latitude += units
      centers[near].longitude += east
      centers[near].count += 1
      return near
    }
  }

  @Test(arguments: [1.0, 20_000, 300_000, 2_000_000, 9_000_000, 30_000_000])
  func `distance agrees with asking every center`(meters: Double) throws {
    let table = trickyTable(1500, seed: UInt64(meters))
    let found = try markers(
      of: ClusterInput(table), in: worldView(),
      settings: .standard(.distance).with { $0.distance = .meters(meters) })
    var label = [Int](repeating: -1, count: table.count)
    let expected = slowDistance(table, reach: meters)
    for marker in found.markers {
      let members = found.members(of: marker)
      for member in members { label[Int(member)] = expected[Int(members[members.startIndex])] }
    }
    expect(label, equals: expected)
  }

  @Test func `a distance of the caller's own decides`() throws {
    struct Taxi: DistanceStrategy {
      func distance(from a: Coordinate, to b: Coordinate) -> Double {
        abs(a.latitude - b.latitude) + abs(a.longitude - b.longitude)
      }
    }
    let settings = ClusterSettings.standard(.distance).with { $0.distance = .points(1) }
    let places = [(0.0, 0.0), (0.4, 0.5), (0.9, 0.9)]
    try expect(
      counts(places, worldView(), settings, ClusterStrategies(distance: Taxi())), equals: [2, 1])
  }

  /// DBSCAN as it was published: seeds grown in input order, every pair compared.
  private func slowDensity(_ table: CoordinateTable, reach: Double, minimum: Int) -> [Int] {
    let points = (0..<table.count).map { FixedWorldPoint(table[$0]) }
    func neighbors(_ a: Int) -> [Int] {
      points.indices.filter { b in
        let x = Double(Int32(bitPattern: points[a].x &- points[b].x))
        let y = Double(points[a].y) - Double(points[b].y)
        return x * x + y * y <= reach * reach
      }
    }
    var labels = [Int](repeating: -2, count: points.count)
    var clusters = 0
    for start in points.indices where labels[start] == -2 {
      let near = neighbors(start)
      guard near.count >= minimum else {
        labels[start] = -1
        continue
      }
      labels[start] = clusters
      var queue = near
      while let point = queue.popLast() {
        if labels[point] == -1 { labels[point] = clusters }
        guard labels[point] == -2 else { continue }
        labels[point] = clusters
        let more = neighbors(point)
        if more.count >= minimum { queue += more }
      }
      clusters += 1
    }
    return labels
  }

  @Test(arguments: [(0.3, 2), (3, 1), (3, 2), (3, 5), (12, 3), (12, 40), (60, 30), (400, 4), (2000, 3)])
  func `DBSCAN agrees with comparing every pair`(epsilon: Double, minimum: Int) throws {
    let table = trickyTable(700, seed: UInt64(minimum))
    let settings = ClusterSettings.standard(.dbscan).with {
      ($0.epsilon, $0.minimumPoints, $0.minimumCount) = (epsilon, minimum, 1)
    }
    let found = try markers(of: ClusterInput(table), in: worldView(), settings: settings)
    let expected = slowDensity(table, reach: epsilon / 512 * 4_294_967_296, minimum: minimum)
    var label = [Int](repeating: -1, count: table.count)
    for marker in found.markers where marker.isCluster {
      let members = found.members(of: marker)
      for member in members { label[Int(member)] = expected[Int(members[members.startIndex])] }
      expect(Set(members.map { expected[Int($0)] }).count, equals: 1)
    }
    expect(label, equals: expected)
    expect(found.markers.count, equals: Set(expected).subtracting([-1]).count + expected.count { $0 == -1 })
  }

  @Test(arguments: [1, 2, 7, 50, 1000])
  func `k-means leaves every point with the nearest mean`(clusters: Int) throws {
    let table = trickyTable(1000, seed: 21)
    let points = (0..<table.count).map { FixedWorldPoint(table[$0]) }
    let kMeans = KMeans(points, from: 0, clusters: clusters)
    let labels = try kMeans.labels(isCancelled: { false }).map(Int.init)
    let count = (labels.max() ?? 0) + 1
    #expect(count <= clusters)
    var (x, y, n) = (
      [Double](repeating: 0, count: count), [Double](repeating: 0, count: count),
      [Double](repeating: 0, count: count)
    )
    for (point, label) in zip(points, labels) {
      x[label] += Double(point.x)
      y[label] += Double(point.y)
      n[label] += 1
    }
    for (point, label) in zip(points, labels) {
      let squares = (0..<count).map { center -> Double in
        let (east, south) = (Double(point.x) - x[center] / n[center], Double(point.y) - y[center] / n[center])
        return east * east + south * south
      }
      #expect(squares[label] <= (squares.min() ?? 0) * (1 + 1e-9) + 1)
    }
    try expect(kMeans.labels(isCancelled: { false }).map(Int.init), equals: labels)
  }

  /// Lloyd's rounds with every distance, from the same draws as the method's.
  private func slowMeans(_ points: [FixedWorldPoint], clusters: Int) -> [Int] {
    let (x, y) = (points.map { Double($0.x) }, points.map { Double($0.y) })
    var random = SplitMix(state: 0x636c_7573_7465_7273)
    func square(_ point: Int, _ center: (Double, Double)) -> Double {
      (x[point] - center.0) * (x[point] - center.0) + (y[point] - center.1) * (y[point] - center.1)
    }
    let first = Int(random.next() % UInt64(x.count))
    var centers = [(x[first], y[first])]
    while centers.count < clusters {
      let squares = x.indices.map { point in centers.map { square(point, $0) }.min() ?? 0 }
      var rest = random.unit() * squares.reduce(0, +)
      guard
        let chosen = squares.firstIndex(where: {
          rest -= $0; return $0 > 0 && rest < 0
        })
      else { break }
      centers.append((x[chosen], y[chosen]))
    }
    var labels: [Int] = []
    for _ in 0...KMeans.mostRounds {
      let next = x.indices.map { point in
        centers.indices.min { (square(point, centers[$0]), $0) < (square(point, centers[$1]), $1) } ?? 0
      }
      if next == labels { break }
      labels = next
      for center in centers.indices {
        let members = labels.indices.filter { labels[$0] == center }
        guard !members.isEmpty else { continue }
        centers[center] = (
          members.map { x[$0] }.reduce(0, +) / Double(members.count),
          members.map { y[$0] }.reduce(0, +) / Double(members.count)
        )
      }
    }
    var numbers: [Int: Int] = [:]
    return labels.map { label in
      if numbers[label] == nil { numbers[label] = numbers.count }
      return numbers[label] ?? 0
    }
  }

  @Test(arguments: [1, 3, 40])
  func `k-means finds what comparing every point with every center finds`(clusters: Int) throws {
    let table = trickyTable(600, seed: 5)
    let points = (0..<table.count).map { FixedWorldPoint(table[$0]) }
    let labels = try KMeans(points, from: 0, clusters: clusters).labels(isCancelled: { false }).map(Int.init)
    expect(labels, equals: slowMeans(points, clusters: clusters))
  }

  /// More centers than have neighbors of their own, some of them far apart: of the others only a limit is known.
  @Test(arguments: [20, 60])
  func `k-means of scattered heaps finds what comparing every point with every center finds`(clusters: Int)
    throws
  {
    var random = SplitMix(state: 77)
    let points = (0..<500).map { index in
      let heap = Double(index % 7)
      return FixedWorldPoint(
        x: UInt32((heap + random.unit() * random.unit() * (heap + 1) / 8) * 400_000_000),
        y: UInt32((random.unit() * random.unit() + heap / 9) * 2_000_000_000))
    }
    let labels = try KMeans(points, from: 0, clusters: clusters).labels(isCancelled: { false }).map(Int.init)
    expect(labels, equals: slowMeans(points, clusters: clusters))
  }

  @Test func `k-means finds the same on any number of threads`() throws {
    let table = trickyTable(25_000, seed: 6)
    let points = (0..<table.count).map { FixedWorldPoint(table[$0]) }
    let labels = try [1, 2, 5].map { threads in
      try KMeans(points, from: 0, clusters: 30, threads: threads).labels(isCancelled: { false })
    }
    expect(labels[0], equals: labels[1])
    expect(labels[0], equals: labels[2])
  }

  @Test func `k-means makes one cluster of one place`() throws {
    let settings = ClusterSettings.standard(.kmeans).with { $0.clusterCount = 5 }
    try expect(counts(Array(repeating: (10, 10), count: 30), worldView(), settings), equals: [30])
  }

  @Test func `none leaves every point in view alone`() throws {
    let table = trickyTable(500, seed: 2)
    let found = try markers(
      of: ClusterInput(table), in: view(52.5, 13.5, zoom: 8), settings: .standard(.none))
    let visible = try view(52.5, 13.5, zoom: 8).visibleWorldRectangle
    let expected = (0..<500).filter { index in
      let point = WorldPoint(table[index])
      return point.x >= visible.minX && point.x < visible.maxX && point.y >= visible.minY
        && point.y < visible.maxY
    }
    expect(found.members, equals: expected.map(UInt32.init))
    #expect(found.markers.allSatisfy { !$0.isCluster && $0.count == 1 })
  }

  @Test(arguments: [(0.0, 0.0, 0.0), (30, 179, 2), (52.5, 13.4, 9.3), (0, 0, -1.5)])
  func `leader rounds places in the picture to blocks`(latitude: Double, longitude: Double, zoom: Double)
    throws
  {
    let table = trickyTable(2000, seed: 31)
    let viewport = try view(latitude, longitude, zoom: zoom)
    let found = try markers(of: ClusterInput(table), in: viewport, settings: ClusterPreset.pins.settings)
    expect(found.members.sorted(), equals: Array(0..<2000))
    let pointsPerStep = viewport.worldSize / 4_294_967_296
    let corner = viewport.visibleWorldRectangle
    let center = FixedWorldPoint(viewport.center)
    var blocks: [[Int]: [UInt32]] = [:]
    for index in 0..<table.count {
      let point = FixedWorldPoint(table[index])
      // Steps from the center, the shorter way round, then from the corner.
      let east =
        Int64(Int32(bitPattern: point.x &- center.x)) + Int64(center.x)
        - Int64((corner.minX * 4_294_967_296).rounded())
      let south = Int64(point.y) - Int64((corner.minY * 4_294_967_296).rounded())
      blocks[
        [Double(east), Double(south)].map {
          Int(($0 * pointsPerStep / 75).rounded(.toNearestOrAwayFromZero))
        },
        default: []
      ].append(UInt32(index))
    }
    expect(found.markers.count, equals: blocks.count)
    expect(Set(found.markers.map { Array(found.members(of: $0)) }), equals: Set(blocks.values))
    #expect(found.markers.allSatisfy { $0.position == table[Int(found.members[$0.members.lowerBound])] })
  }
}
