import MapGeometry
import TestSupport
import Testing

@Suite struct `Bounds of points that come in parts` {
  @Test(arguments: [0.5, 40, 170, 359.9])
  func `are those of all points`(width: Double) {
    var random = Seeded(seed: 5)
    for count in [1, 2, 30, 3000] {
      let west = random.number(in: -180...180)
      let points = (0..<count).map { _ in
        Coordinate(
          latitude: random.number(in: -80...80),
          longitude: Coordinate.wrappedLongitude(west + random.number(in: 0...width)))
      }
      var bounds = PointBounds()
      for start in stride(from: 0, to: count, by: 7) {
        bounds.add(CoordinateTable(points[start..<min(count, start + 7)].map(\.self)))
      }
      expect(bounds.box, equals: BoundingBox(holding: CoordinateTable(points)))
      expect(bounds.count, equals: count)
    }
    expect(PointBounds().box, equals: nil)
  }
}
