import Foundation
import MapGeometry
import TestSupport
import Testing

@Suite struct `A cap of the globe` {
  private func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let turn = (a.longitude - b.longitude) * radians
    let (south, north) = (a.latitude * radians, b.latitude * radians)
    // The haversine formula.
    let half = pow(sin((north - south) / 2), 2) + cos(south) * cos(north) * pow(sin(turn / 2), 2)
    return 2 * asin(min(1, half.squareRoot()))
  }

  private func table(_ places: [(Double, Double)]) -> CoordinateTable {
    CoordinateTable(places.map { Coordinate(latitude: $0.1, longitude: $0.0) })
  }

  @Test func `is none of no places and a point of one`() throws {
    expect(SphericalCap(holding: CoordinateTable()), equals: nil)
    let cap = try #require(SphericalCap(holding: table([(10, 50), (10, 50)])))
    #expect(distance(cap.center, Coordinate(latitude: 50, longitude: 10)) < 1e-9)
    #expect(cap.reach < 1e-6)
  }

  @Test(arguments: [
    // Across the antimeridian, about a pole, and three on a circle about one.
    ([(170.0, 0.0), (-150, 0)], (-170.0, 0.0), 20.0), ([(0, 80), (180, 70)], (180, 85), 15),
    ([(0, 70), (120, 70), (-120, 70), (50, 85)], (0, 90), 20),
    ([(0, -90), (0, 0), (20, -40)], (0, -45), 45),
  ])
  func `is the smallest`(places: [(Double, Double)], middle: (Double, Double), degrees: Double) throws {
    let cap = try #require(SphericalCap(holding: table(places)))
    #expect(distance(cap.center, Coordinate(latitude: middle.1, longitude: middle.0)) < 1e-7, "\(cap)")
    #expect(abs(cap.reach * 180 / .pi - degrees) < 1e-7)
  }

  @Test func `holds all places of a hemisphere, and none that holds them is smaller`() throws {
    var random = Seeded(seed: 21)
    for _ in 0..<60 {
      let middle = Coordinate(
        latitude: asin(random.number(in: -1...1)) * 180 / .pi, longitude: random.number(in: -180...180))
      let reach = random.number(in: 0.01...1.5)
      var places: [Coordinate] = []
      while places.count < 12 {
        let place = Coordinate(
          latitude: asin(random.number(in: -1...1)) * 180 / .pi, longitude: random.number(in: -180...180))
        // Steps toward the middle end within the reach.
        let share = random.number(in: 0...1) * reach / .pi
        let near = Coordinate(
          latitude: middle.latitude + (place.latitude - middle.latitude) * share,
          longitude: middle.longitude + (place.longitude - middle.longitude) * share)
        if distance(near, middle) < reach { places.append(near.wrapped) }
      }
      let cap = try #require(SphericalCap(holding: CoordinateTable(places)))
      let farthest = places.map { distance($0, cap.center) }.max() ?? 0
      #expect(abs(farthest - cap.reach) < 1e-6)
      for _ in 0..<200 {
        let other = Coordinate(
          latitude: min(90, max(-90, cap.center.latitude + random.number(in: -3...3))),
          longitude: cap.center.longitude + random.number(in: -3...3))
        #expect((places.map { distance($0, other) }.max() ?? 0) > cap.reach - 1e-9)
      }
    }
  }

  @Test func `holds as many as are seen at once where no hemisphere holds all`() throws {
    let around = (0..<12).map { (Double($0) * 30 - 180, 10.0) }
    let cap = try #require(SphericalCap(holding: table(around + [(0, -80)])))
    // From the north all but one.
    #expect(cap.center.latitude > 89.9, "\(cap)")
    #expect(abs(cap.reach * 180 / .pi - 80) < 1e-6, "\(cap)")
    let two = try #require(SphericalCap(holding: table([(0, 0), (180, 0)])))
    #expect(two.reach < 1e-6)
  }
}
