import MapGeometry
import TestSupport
import Testing

@Suite struct `A round Earth` {
  // Published: Rosetta Code "Haversine formula" (R 6372.8 km); C. Veness, Movable Type Scripts (R 6371 km).
  @Test(arguments: [
    (36.12, -86.67, 33.94, -118.40, 6_372_800, 2_887_259.9506, 0.001),
    (50.066389, -5.714722, 58.643889, -3.07, 6_371_000, 968_900, 50),
  ])
  func `measures published distances`(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double, radius: Double,
    meters: Double,
    tolerance: Double
  ) {
    let distance = Geodesy.distance(
      from: Coordinate(latitude: latitude, longitude: longitude),
      to: Coordinate(latitude: otherLatitude, longitude: otherLongitude), radius: radius)
    #expect(abs(distance - meters) < tolerance)
  }

  @Test func `finds the way to a place, which leads there`() {
    // Published: the initial bearing from Baghdad to Osaka, C. Veness, Movable Type Scripts.
    let (baghdad, osaka) = (Coordinate(latitude: 35, longitude: 45), Coordinate(latitude: 35, longitude: 135))
    #expect(abs(Geodesy.bearing(from: baghdad, to: osaka) - 60.162) < 1e-3)
    var random = Seeded(seed: 7)
    for _ in 0..<1000 {
      let places = (0..<2).map { _ in
        Coordinate(
          latitude: Double.random(in: -89...89, using: &random),
          longitude: Double.random(in: -180..<180, using: &random))
      }
      let found = Geodesy.destination(
        from: places[0], bearing: Geodesy.bearing(from: places[0], to: places[1]),
        distance: Geodesy.distance(from: places[0], to: places[1]))
      #expect(Geodesy.distance(from: found, to: places[1]) < 0.01)
    }
  }

  @Test func `measures quarters and halves of the globe`() {
    let half = Double.pi * Geodesy.earthRadius
    let pole = Coordinate(latitude: 90, longitude: 123)
    let zero = Coordinate(latitude: 0, longitude: 0)
    #expect(abs(Geodesy.distance(from: pole, to: zero) - half / 2) < 1e-6)
    #expect(abs(Geodesy.distance(from: zero, to: Coordinate(latitude: 0, longitude: 180)) - half) < 1e-6)
    #expect(
      abs(
        Geodesy.distance(
          from: Coordinate(latitude: 40, longitude: -70), to: Coordinate(latitude: -40, longitude: 110))
          - half)
        < 1)
    expect(Geodesy.distance(from: pole, to: pole), equals: 0)
    // Across the antimeridian it is as near as it looks.
    let across = Geodesy.distance(
      from: Coordinate(latitude: 0, longitude: 179.5), to: Coordinate(latitude: 0, longitude: -179.5))
    #expect(abs(across - half / 180) < 1e-6)
  }

  // CLUSTERING, acceptance case 6.
  @Test func `reaches the place that earlier clustered maps reach`() {
    let end = Geodesy.destination(
      from: Coordinate(latitude: 37.3316851, longitude: -122.0300674), bearing: 0.5 * 180 / .pi,
      distance: 1000,
      radius: 6_372_797.6)
    #expect(abs(end.latitude - 37.33957503970442) < 1e-12)
    #expect(abs(end.longitude - -122.02464593514087) < 1e-12)
  }

  // C. Veness, Movable Type Scripts: 53°11′18″N 000°08′00″E.
  @Test func `reaches a published destination`() {
    let end = Geodesy.destination(
      from: Coordinate(latitude: 53 + 19 / 60.0 + 14 / 3600.0, longitude: -(1 + 43 / 60.0 + 47 / 3600.0)),
      bearing: 96 + 1 / 60.0 + 18 / 3600.0, distance: 124_800, radius: 6_371_000)
    #expect(abs(end.latitude - (53 + 11 / 60.0 + 18 / 3600.0)) < 1 / 3600.0)
    #expect(abs(end.longitude - 8 / 60.0) < 1 / 3600.0)
  }

  @Test func `arrives as far away as it went`() {
    var generator = Seeded(seed: 21)
    for _ in 0..<2000 {
      let start = Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180..<180, using: &generator))
      let distance = Double.random(in: 1...19_000_000, using: &generator)
      let end = Geodesy.destination(
        from: start, bearing: .random(in: 0..<360, using: &generator), distance: distance)
      #expect(abs(Geodesy.distance(from: start, to: end) - distance) < 0.01)
      #expect((-180..<180).contains(end.longitude))
      #expect((-90...90).contains(end.latitude))
    }
  }

  /// Circles with a pole inside, at the center, on the line, right beside it and far from it.
  @Test(arguments: [
    (0.0, 80.0, 2_000_000.0), (30, 90, 1_000_000), (-170, -88, 1_000_000), (179, 20, 9_900_000), (0, 90, 1),
    (10, 80, 1_111_949), (10, 80, 1_100_000), (13, 52, 20_000), (179.9, -17, 800_000),
  ])
  func `makes circles, closed over a pole that they hold`(longitude: Double, latitude: Double, radius: Double)
  {
    let center = Coordinate(latitude: latitude, longitude: longitude)
    let ring = Geodesy.circle(about: center, radius: radius)
    let edge = ring.filter { abs($0.latitude) != 90 || abs(latitude) + radius / 111_194 < 90 }
    for place in edge { #expect(abs(Geodesy.distance(from: center, to: place) - radius) < 0.02) }
    // Straight in longitude and latitude edges leave it by a hundredth of the radius at most.
    for (a, b) in zip(edge, edge.dropFirst()) {
      let middle = Coordinate(
        latitude: (a.latitude + b.latitude) / 2, longitude: (a.longitude + b.longitude) / 2)
      #expect(abs(Geodesy.distance(from: center, to: middle) - radius) < radius / 100)
    }
    let pole = latitude < 0 ? -90.0 : 90
    let isHeld = Geodesy.distance(from: center, to: Coordinate(latitude: pole, longitude: 0)) <= radius
    expect(ring.count == edge.count, equals: !isHeld)
    guard isHeld else { return }
    #expect((edge.first?.longitude, edge.last?.longitude) == (-180, 180))
    expect(ring.suffix(2).map(\.longitude), equals: [180, -180])
    #expect(ring.suffix(2).allSatisfy { $0.latitude == pole })
  }

  @Test func `makes boxes of meters`() throws {
    let box = try Geodesy.box(
      about: Coordinate(latitude: 60, longitude: 180), latitudeMeters: 111_319.49, longitudeMeters: 111_319.49
    )
    #expect(abs(box.north - 60.5) < 1e-12)
    #expect(abs(box.south - 59.5) < 1e-12)
    #expect(abs(box.longitudes.width - 2) < 1e-9)
    #expect(abs(box.longitudes.west - 179) < 1e-9)
    let pole = try Geodesy.box(
      about: Coordinate(latitude: 90, longitude: 0), latitudeMeters: 1000, longitudeMeters: 1000)
    #expect((pole.north, pole.longitudes.width) == (90, 360))
    for meters in [Double.nan, .infinity] {
      #expect(throws: GeometryError.self) {
        try Geodesy.box(
          about: Coordinate(latitude: 0, longitude: 0), latitudeMeters: meters, longitudeMeters: 1)
      }
    }
  }
}
