import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `The member nearest to a cell's middle` {
  @Test(arguments: [180, 40, 3, 0.05, 1e-5])
  func `is that of asking all`(spread: Double) throws {
    var generator = Seeded(seed: 77)
    for middle in [(0.0, 0.0), (52.5, 13.4), (-84, 179.99), (80, -180), (89.5, 20)] {
      var table = CoordinateTable()
      for _ in 0..<300 {
        let latitude = middle.0 + generator.number(in: -spread...spread) / 2
        table.latitudes.append(min(90, max(-90, latitude)))
        table.longitudes.append(
          Coordinate.wrappedLongitude(middle.1 + generator.number(in: -spread...spread)))
      }
      // Equally near: the first counts.
      table.latitudes += [middle.0, middle.0]
      table.longitudes += [middle.1 - spread / 4, middle.1 + spread / 4].map(Coordinate.wrappedLongitude)
      let place = Coordinate(latitude: middle.0, longitude: middle.1)
      let world = WorldPoint(place)
      let area = WorldRectangle(minX: world.x, minY: world.y, width: 0, height: 0)
      let center = Coordinate(
        latitude: world.coordinate.latitude,
        longitude: Coordinate.wrappedLongitude(world.coordinate.longitude))
      for count in [1, 2, 40, 302] {
        var expected = table[0]
        for row in 0..<count
        where Geodesy.distance(from: center, to: table[row]) < Geodesy.distance(from: center, to: expected) {
          expected = table[row]
        }
        let found = try ClusterInput(table).withPoints { points in
          let members = (0..<UInt32(count)).map { $0 }[...]
          return MarkerPlacement(position: .nearCenter, strategy: nil, points: points)
            .position(members, summary: GroupSummary(members, of: points), area: area)
        }
        expect(found, equals: expected)
      }
    }
  }
}
