import MapGeometry
import TestSupport
import Testing

@Suite struct `Dense regions` {
  /// Points scattered about a place, by a fixed rule.
  private func cloud(_ longitude: Double, _ latitude: Double, _ count: Int, spread: Double) -> [Coordinate] {
    var random = Seeded(seed: 3)
    func next() -> Double { random.number(in: -0.5...0.5) }
    return (0..<count).map { _ in
      Coordinate(latitude: latitude + next() * spread, longitude: longitude + next() * spread)
    }
  }

  private func regions(_ points: [Coordinate]) -> DenseRegions { DenseRegions(of: CoordinateTable(points)) }

  @Test func `leave out one point far from a hundred thousand`() throws {
    let city = cloud(13.4, 52.5, 100_000, spread: 0.4)
    for stray in [Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: -33, longitude: 151)] {
      let found = regions(city + [stray])
      let box = try #require(found.box)
      expect(found.outsideCount, equals: 1)
      expect(box, equals: BoundingBox(holding: CoordinateTable(city)))
    }
  }

  @Test func `keep two cities, and what is not far from either`() {
    let both = cloud(13.4, 52.5, 3000, spread: 0.5) + cloud(2.35, 48.9, 1000, spread: 0.5)
    expect(regions(both).outsideCount, equals: 0)
    expect(regions(both + [Coordinate(latitude: -80, longitude: -170)]).outsideCount, equals: 1)
  }

  @Test func `leave out one in a hundred at most`() {
    let city = cloud(13.4, 52.5, 950, spread: 0.4)
    expect(regions(city + cloud(-100, 40, 50, spread: 1)).outsideCount, equals: 0)
    expect(regions(city + cloud(-100, 40, 9, spread: 1)).outsideCount, equals: 9)
    // Of fewer than a hundred one, and of fewer than ten none: they are all meant.
    let far = [Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: -60, longitude: -120)]
    expect(regions(Array(city.prefix(98)) + far.prefix(1)).outsideCount, equals: 1)
    expect(regions(Array(city.prefix(97)) + far).outsideCount, equals: 1)
    expect(regions(Array(city.prefix(9)) + far.prefix(1)).outsideCount, equals: 1)
    expect(regions(Array(city.prefix(8)) + far.prefix(1)).outsideCount, equals: 0)
  }

  @Test(arguments: [(9, 9), (50, 0)])
  func `count the points that a place stands for`(far: Int, left: Int) {
    let places = [
      Coordinate(latitude: 52, longitude: 13), Coordinate(latitude: 40, longitude: -100),
      Coordinate(latitude: 52.2, longitude: 13.3),
    ]
    let found = DenseRegions(of: CoordinateTable(places), counts: [500, far, 450])
    #expect((found.outsideCount, found.rows) == (left, (left > 0 ? [0, 2] : [0, 1, 2])))
  }

  @Test func `cross the antimeridian, and may be a point or nothing`() throws {
    let islands = cloud(179.9, -17, 2000, spread: 2).map {
      Coordinate(latitude: $0.latitude, longitude: $0.longitude >= 180 ? $0.longitude - 360 : $0.longitude)
    }
    let box = try #require(regions(islands + [Coordinate(latitude: 60, longitude: 10)]).box)
    #expect(box.longitudes.width < 2.1)
    #expect(box.north < -15)
    expect(regions([]).box, equals: nil)
    expect(
      regions(Array(repeating: Coordinate(latitude: 1, longitude: 2), count: 500)).outsideCount, equals: 0)
  }
}
