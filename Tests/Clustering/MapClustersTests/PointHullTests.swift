import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `The hull of places` {
  /// A ring of places in 32-bit steps, and whether it holds another one: by the sum of angles, an edge counts as inside.
  private struct Ring {
    let steps: [(x: Double, y: Double)]

    init(_ corners: [WorldPoint]) { steps = corners.map { ($0.x * 4_294_967_296, $0.y * 4_294_967_296) } }

    func holds(_ place: Coordinate) -> Bool {
      let fixed = FixedWorldPoint(place)
      let (x, y) = (Double(fixed.x), Double(fixed.y))
      var winding = 0
      for (a, b) in zip(steps, Array(steps.dropFirst()) + [steps[0]]) {
        let side = (b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)
        let isBetween = (x - a.x) * (x - b.x) <= 0 && (y - a.y) * (y - b.y) <= 0
        if abs(side) < 1, isBetween { return true }
        if a.y <= y, b.y > y, side > 0 { winding += 1 }
        if a.y > y, b.y <= y, side < 0 { winding -= 1 }
      }
      return winding != 0
    }

    /// Twice the area; above 0 for rings that run clockwise as seen.
    var doubledArea: Double {
      zip(steps, Array(steps.dropFirst()) + [steps[0]]).reduce(0) { sum, ends in
        sum + ends.0.x * ends.1.y - ends.1.x * ends.0.y
      }
    }
  }

  @Test(arguments: 0..<200)
  func `holds its members, concave as well as convex`(seed: Int) throws {
    var random = Seeded(seed: UInt64(seed))
    let reach = [0.0001, 0.01, 1, 40, 85][seed % 5]
    let places = (0..<(3 + seed % 60)).map { _ in
      // Every third case lies on a lattice, where triangles and circles are equal by the dozen.
      let (x, y) = (random.number(in: -1...1), random.number(in: -0.4...0.4))
      let step = seed % 3 == 0 ? 0.2 : 1e-12
      return Coordinate(
        latitude: (y / step).rounded() * step * reach, longitude: (x / step).rounded() * step * reach)
    }
    let convex = PointHull(of: places).corners
    let concave = PointHull(of: places, isConcave: true).corners
    guard convex.count > 2 else { return }
    let (wide, tight) = (Ring(convex), Ring(concave))
    for place in places {
      #expect(wide.holds(place))
      #expect(tight.holds(place))
    }
    #expect(tight.doubledArea > 0)
    #expect(tight.doubledArea <= wide.doubledArea * (1 + 1e-9))
    // Each corner is one of the places, once.
    let known = Set(places.map { FixedWorldPoint($0) })
    let corners = concave.map { FixedWorldPoint($0) }
    expect(Set(corners).count, equals: corners.count)
    #expect(known.isSuperset(of: corners))
  }

  /// The shape by its definition: of every three places the circle through them that holds no other.
  private func shape(of places: [(x: Double, y: Double)]) -> Double {
    var triangles: [(radius: Double, corners: Set<Int>, area: Double)] = []
    for a in places.indices {
      for b in places.indices where b > a {
        for c in places.indices where c > b {
          let (bx, by) = (places[b].x - places[a].x, places[b].y - places[a].y)
          let (cx, cy) = (places[c].x - places[a].x, places[c].y - places[a].y)
          let cross = bx * cy - by * cx
          guard cross != 0 else { continue }
          let (bb, cc) = (bx * bx + by * by, cx * cx + cy * cy)
          let (ux, uy) = ((cy * bb - by * cc) / (2 * cross), (bx * cc - cx * bb) / (2 * cross))
          let radius = ux * ux + uy * uy
          let isEmpty = places.indices.allSatisfy { other in
            if [a, b, c].contains(other) { return true }
            let (x, y) = (places[other].x - places[a].x - ux, places[other].y - places[a].y - uy)
            return x * x + y * y >= radius
          }
          if isEmpty { triangles.append((radius, [a, b, c], abs(cross) / 2)) }
        }
      }
    }
    triangles.sort { $0.radius < $1.radius }
    for count in 1...triangles.count {
      let kept = triangles.prefix(count)
      guard kept.reduce(into: Set<Int>(), { $0.formUnion($1.corners) }).count == places.count else {
        continue
      }
      var (reached, open) = (Set([0]), [0])
      while let one = open.popLast() {
        for other in kept.indices
        where !reached.contains(other) && kept[one].corners.intersection(kept[other].corners).count == 2 {
          reached.insert(other)
          open.append(other)
        }
      }
      if reached.count == count { return kept.reduce(0) { $0 + $1.area } }
    }
    return 0
  }

  @Test(arguments: 0..<25)
  func `is the alpha shape of the smallest radius that leaves one area, where it has no holes`(seed: Int) {
    var random = Seeded(seed: UInt64(900 + seed))
    // A crescent: its convex hull is far larger.
    let places = (0..<24).map { number in
      let way = Double(number) / 24
      return Coordinate(
        latitude: 20 * way * (1 - way) + random.number(in: 0...1.2), longitude: 10 * way)
    }
    let steps = places.map { place in
      let fixed = FixedWorldPoint(place)
      return (x: Double(fixed.x), y: Double(fixed.y))
    }
    let ring = Ring(PointHull(of: places, isConcave: true).corners)
    let expected = shape(of: steps)
    #expect(abs(ring.doubledArea / 2 / expected - 1) < 1e-9)
  }

  @Test func `is a line for members on one, and nothing for one place`() {
    let line = [3.0, 1, 2].map { Coordinate(latitude: 0, longitude: $0) }
    for isConcave in [false, true] {
      let ends = PointHull(of: line, isConcave: isConcave).corners
      expect(Set(ends.map { ($0.coordinate.longitude * 1e6).rounded() / 1e6 }), equals: [1, 3])
      #expect(PointHull(of: [line[0], line[0]], isConcave: isConcave).corners.isEmpty)
    }
  }

  /// A row of places with one beside it: triangles that share one corner.
  @Test func `holds a long row and a place beside it`() {
    let row = (0..<50).map { Coordinate(latitude: 0, longitude: Double($0) / 10) }
    let places = row + [Coordinate(latitude: 1, longitude: 2)]
    let ring = Ring(PointHull(of: places, isConcave: true).corners)
    #expect(places.allSatisfy(ring.holds))
  }
}
