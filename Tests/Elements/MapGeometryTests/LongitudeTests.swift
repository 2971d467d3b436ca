import MapGeometry
import TestSupport
import Testing

@Suite struct `A longitude` {
  @Test(arguments: [
    (0, 0), (180, -180), (-180, -180), (179.9, 179.9), (181, -179), (-181, 179), (540, -180), (720.5, 0.5),
    (-900, -180), (3_600_000_190.5, -169.5),
  ])
  func `wraps by whole turns`(longitude: Double, wrapped: Double) {
    expect(Coordinate.wrappedLongitude(longitude), equals: wrapped)
  }

  @Test(arguments: [1e300, -1e300, 1e17, -180.00000000000003, 179.99999999999997, .greatestFiniteMagnitude])
  func `always lands in one turn`(longitude: Double) {
    #expect((-180..<180).contains(Coordinate.wrappedLongitude(longitude)))
  }
}

@Suite struct `A longitude span` {
  @Test(arguments: [
    (170, -170, 20), (-200, 200, 360), (10, 10, 0), (-180, 180, 360), (180, -180, 0), (350, 10, 20),
    (0, 360, 360),
    (0, -1, 359), (-190, -170, 20), (10, 730, 360), (0, 1e300, 360), (1e300, 1e300, 0),
  ])
  func `runs east from its western edge`(west: Double, east: Double, width: Double) throws {
    let span = try LongitudeSpan(from: west, to: east)
    expect(span.width, equals: width)
    #expect((-180..<180).contains(span.west))
  }

  @Test func `holds both edges and what lies between, whatever the turns`() throws {
    let span = try LongitudeSpan(from: 170, to: -170)
    for inside in [170, 180, -180, -170, 175, 190, -190, 530, -535] as [Double] {
      #expect(span.contains(inside))
    }
    for outside in [0, 169.999, -169.999, 190.001, 360] as [Double] { #expect(!span.contains(outside)) }
    #expect((span.middle, span.east) == (-180, 190))
    #expect(try LongitudeSpan(from: -180, to: 180).contains(77))
    #expect(try LongitudeSpan(from: 5, to: 5).contains(5))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `refuses what is not finite`(degrees: Double) {
    #expect(throws: GeometryError.self) { try LongitudeSpan(from: degrees, to: 0) }
    #expect(throws: GeometryError.self) { try LongitudeSpan(from: 0, to: degrees) }
  }

  @Test(
    arguments: [
      ([179, -179], 179, 2), ([0], 0, 0), ([10, 20, 350], -10, 30), ([-90, 0, 90, 180], -180, 270),
      ([-180, 180, 540], -180, 0), ([-179, -178, 178], 178, 4), ([5, 5, 5], 5, 0),
    ] as [([Double], Double, Double)])
  func `leaves out the widest gap`(longitudes: [Double], west: Double, width: Double) {
    let span = LongitudeSpan.narrowest(holding: longitudes)
    expect(span?.west, equals: west)
    expect(span?.width, equals: width)
  }

  @Test func `of nothing is nothing`() {
    expect(LongitudeSpan.narrowest(holding: []), equals: nil)
    expect(LongitudeSpan.narrowest(holding: [.nan])?.width, equals: 0)
  }

  /// The definition itself: start at every longitude, take the smallest sweep that holds all.
  private func bruteForce(_ longitudes: [Double]) -> Double {
    longitudes.map { west in
      longitudes.map { ($0 - west + 720).truncatingRemainder(dividingBy: 360) }.max() ?? 0
    }.min() ?? 0
  }

  @Test func `is as narrow as brute force finds`() throws {
    var generator = Seeded(seed: 99)
    for round in 0..<300 {
      let spread = [0.001, 1, 90, 360][round % 4]
      let center = Double.random(in: -180...180, using: &generator)
      let longitudes = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        Coordinate.wrappedLongitude(center + Double.random(in: -spread / 2...spread / 2, using: &generator))
      }
      let span = try #require(LongitudeSpan.narrowest(holding: longitudes))
      #expect(abs(span.width - bruteForce(longitudes)) < 1e-9)
      for longitude in longitudes { #expect(span.contains(longitude)) }
    }
  }

  /// The gaps between neighbors, sorted.
  @Test(arguments: [0.002, 0.03, 0.4, 3], 1...6)
  func `of many is as narrow as sorting finds`(spread: Double, seed: UInt64) throws {
    var generator = Seeded(seed: seed)
    let towns = (0..<(seed.isMultiple(of: 2) ? 300 : 3000)).map { _ in
      Double.random(in: -180..<180, using: &generator)
    }
    var longitudes = (0..<50_000).map { number in
      Coordinate.wrappedLongitude(
        towns[number % towns.count] + Double.random(in: -spread...spread, using: &generator))
    }
    longitudes += [.nan, towns[0] + 720, -180]
    let sorted = longitudes.filter { !$0.isNaN }.map(Coordinate.wrappedLongitude).sorted()
    let gaps = zip(sorted, sorted.dropFirst() + [sorted[0] + 360]).map { $1 - $0 }
    let widest = try #require(gaps.max())
    let span = try #require(LongitudeSpan.narrowest(holding: longitudes))
    if widest > 0.0101 {
      #expect(abs(span.width - (360 - widest)) < 1e-9)
      #expect(sorted.allSatisfy(span.contains))
    } else if widest < 0.0099 {
      expect(span.width, equals: 360)
    }
  }

  /// Boxes of all widths, some all around, many of no width: the union of two is the shorter way around both.
  @Test func `of boxes holds each of them`() throws {
    var generator = Seeded(seed: 7)
    for _ in 0..<3000 {
      let boxes = try (0..<Int.random(in: 2...5, using: &generator)).map { _ in
        let west = Double.random(in: -180...180, using: &generator).rounded()
        let width = [0, 3, 100.1, 200.3, 359, 360][Int.random(in: 0..<6, using: &generator)]
        let south = Double.random(in: -90...80, using: &generator)
        return try BoundingBox(west: west, south: south, east: west + width, north: south + 10)
      }
      let union = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
      for box in boxes {
        for share in [0, 0.25, 0.5, 0.75, 1] {
          let place = Coordinate(
            latitude: box.south, longitude: box.longitudes.west + share * box.longitudes.width)
          // Its own edge may lie a last bit outside of a box already.
          #expect(union.contains(place) || !box.contains(place), "\(boxes) → \(union)")
        }
        #expect(union.south <= box.south)
        #expect(union.north >= box.north)
        #expect(union.longitudes.width >= box.longitudes.width)
      }
      let (one, other) = (boxes[0].longitudes, boxes[1].longitudes)
      // Seen from one edge after the other: what has to be swept for both to be held.
      let sweeps = [(one, other), (other, one)].map { (a: LongitudeSpan, b: LongitudeSpan) -> Double in
        let way: Double = (b.west - a.west + 720).truncatingRemainder(dividingBy: 360)
        return max(a.width, way + b.width)
      }
      #expect(abs(one.union(other).width - min(360, sweeps[0], sweeps[1])) < 1e-9)
    }
  }

  @Test(
    arguments: [
      (-170, 200, 0, 0, -170, 200), (-170, 200, 40, 0, -170, 210), (-170, 200, 180, 0, 180, 210),
      (170, 20, -150, 0, 170, 40), (0, 300, 280, 100, 0, 360), (0, 0, 180, 0, 0, 180), (10, 5, 12, 0, 10, 5),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func `of two goes the shorter way`(
    west: Double, width: Double, west2: Double, width2: Double, found: Double, sweep: Double
  ) throws {
    let union = try LongitudeSpan(from: west, to: west + width)
      .union(LongitudeSpan(from: west2, to: west2 + width2))
    #expect((union.west, union.width) == (Coordinate.wrappedLongitude(found), sweep))
  }

  @Test func `is all around where no gap is worth leaving out`() throws {
    let all = (0..<72_000).map { Double($0) * 0.005 - 180 }
    let world = try #require(LongitudeSpan.narrowest(holding: all))
    #expect((world.west, world.width) == (-180, 360))
    let gapped = try #require(LongitudeSpan.narrowest(holding: all.filter { abs($0 - 17) > 0.009 }))
    #expect(abs(gapped.west - 17.01) < 1e-9)
    #expect(abs(gapped.width - 359.98) < 1e-9)
  }
}
