import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `Areas` {
  private func steps(_ ring: [Coordinate]) -> [SIMD2<Double>] {
    ring.map { SIMD2(($0.longitude / 360 + 0.5) * 4_294_967_296, Double(FixedWorldPoint($0).y)) }
  }

  /// Fields between shaken nodes, which share their edges; every fourth has a hole and an island elsewhere.
  private func fields(_ random: inout Seeded, west: Double, width: Double) -> [[[Coordinate]]] {
    let side = 9
    let step = width / Double(side)
    let nodes = (0...side).map { row in
      (0...side).map { column in
        Coordinate(
          latitude: -20 + 6 * (Double(row) + random.number(in: -0.3...0.3)),
          longitude: west + step * (Double(column) + random.number(in: -0.3...0.3)))
      }
    }
    return (0..<side * side).map { number in
      let (row, column) = (number / side, number % side)
      let corners = [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)].map { nodes[row + $0.0][column + $0.1] }
      guard number % 4 == 0 else { return [corners] }
      let middle = Coordinate(
        latitude: -17 + 6 * Double(row), longitude: west + step * (Double(column) + 0.5))
      func square(_ center: Coordinate, _ half: Double) -> [Coordinate] {
        [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map {
          Coordinate(latitude: center.latitude + half * $0.0, longitude: center.longitude + half * $0.1)
        }
      }
      let island = Coordinate(latitude: 60 + Double(row), longitude: west + step * Double(column))
      return [corners, square(middle, 0.4), square(island, 0.2)]
    }
  }

  @Test(arguments: [(-60.0, 100.0, 200), (150, 60, 5000), (-185, 30, 3), (-180, 360, 100_000)])
  func `hold what a brute force finds in them`(west: Double, width: Double, expected: Int) {
    var random = Seeded(seed: UInt64(expected))
    let areas = fields(&random, west: west, width: width)
    let index = AreaIndex(areas, forPoints: expected)
    let rings = areas.map { EvenOddRings($0.map(steps)) }
    var (inside, bare) = (0, 0)
    for _ in 0..<4000 {
      let place = Coordinate(
        latitude: random.number(in: -24...70), longitude: west + width * random.number(in: -0.1...1.1))
      let point = FixedWorldPoint(place)
      let found = index.area(holding: point)
      let copies = [-1.0, 0, 1].map { Double(point.x) + $0 * 4_294_967_296 }
      let held: [Bool?] = rings.map { rings in
        let found = copies.map { rings.holds($0, Double(point.y), margin: 3) }
        return found.contains(true) ? true : found.contains(nil) ? nil : false
      }
      guard !held.contains(nil) else { continue }
      expect(held.firstIndex(of: true), equals: found, "\(place)")
      if found == nil { bare += 1 } else { inside += 1 }
    }
    #expect(inside > 500)
    #expect(bare > 500)
  }

  /// Points on shared edges and nodes, too.
  @Test func `that share edges hold each point once`() {
    var random = Seeded(seed: 77)
    let all = fields(&random, west: -60, width: 100)
    let areas = all.map { [$0[0]] }
    var places = areas.flatMap { $0[0] }
    for area in areas {
      for (a, b) in zip(area[0], area[0].dropFirst()) {
        places.append(
          Coordinate(latitude: (a.latitude + b.latitude) / 2, longitude: (a.longitude + b.longitude) / 2))
      }
    }
    let single = areas.map { AreaIndex([$0], forPoints: 1000) }
    let index = AreaIndex(areas, forPoints: 1000)
    var shared = 0
    for place in places {
      let point = FixedWorldPoint(place)
      let holders = areas.indices.filter { single[$0].area(holding: point) != nil }
      // On the outer edge some lie beside all areas.
      #expect(holders.count <= 1, "\(place)")
      expect(holders.first, equals: index.area(holding: point))
      shared += holders.count
    }
    #expect(shared > 400)
  }

  @Test func `that overlap hold a point by the first`() {
    func square(_ half: Double) -> [[Coordinate]] {
      [
        [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map {
          Coordinate(latitude: half * $0.0, longitude: half * $0.1)
        }
      ]
    }
    let places = CoordinateTable([0, 2, 6].map { Coordinate(latitude: $0 + 0.1, longitude: $0 + 0.2) })
    for threads in [1, 3] {
      expect(
        AreaIndex([square(1), square(5)], forPoints: 3).areas(of: places, threads: threads),
        equals: [0, 1, -1])
      expect(
        AreaIndex([square(5), square(1)], forPoints: 3).areas(of: places, threads: threads),
        equals: [0, 0, -1])
    }
  }

  @Test func `that cross themselves are found, and those that touch are not`() {
    func ring(_ places: [(Double, Double)]) -> [[Coordinate]] {
      [places.map { Coordinate(latitude: $0.1, longitude: $0.0) }]
    }
    let bow = ring([(0, 0), (4, 4), (4, 0), (0, 4), (0, 0)])
    let pinched = ring([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4), (0, 0)])
    let index = AreaIndex([bow, pinched], forPoints: 10)
    let place = index.crossing(ofArea: 0)?.coordinate
    expect(place.map { abs($0.longitude - 2) < 2.1 && abs($0.latitude - 2) < 2.1 }, equals: true)
    expect(index.crossing(ofArea: 1), equals: nil)
    // Even-odd: both wings hold points, what lies between them does not.
    func area(_ longitude: Double, _ latitude: Double) -> Int? {
      AreaIndex([bow], forPoints: 10).area(
        holding: FixedWorldPoint(Coordinate(latitude: latitude, longitude: longitude)))
    }
    #expect((area(3.5, 2), area(0.5, 2), area(2, 3), area(2, 1)) == (0, 0, nil, nil))
  }
}
