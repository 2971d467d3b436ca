import BuiltIns
import MapGeometry
import TestSupport
import Testing

@testable import MapScene

@Suite struct `The gazetteer` {
  @Test func `finds the city that is nearest among all, at poles and the 180th meridian too`() throws {
    let cities = BuiltInCities()
    var random = Seeded(seed: 31)
    for number in 0..<120 {
      // Among cities, and anywhere.
      let city = Int(random.number(in: 0...Double(cities.count - 1)))
      let coordinate =
        number % 2 == 0
        ? Coordinate(latitude: random.number(in: -90...90), longitude: random.number(in: -180...180))
        : Coordinate(
          latitude: cities.latitudes[city] + random.number(in: -0.3...0.3),
          longitude: cities.longitudes[city] + random.number(in: -0.3...0.3))
      let distances = (0..<cities.count).map {
        Geodesy.distance(
          from: Coordinate(latitude: cities.latitudes[$0], longitude: cities.longitudes[$0]), to: coordinate)
      }
      let nearest = try #require(Gazetteer.world.nearest(to: coordinate))
      expect(nearest.meters, equals: distances.min(), "\(coordinate)")
      expect(distances[nearest.city], equals: nearest.meters)
    }
  }
}
