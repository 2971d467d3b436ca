import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Mercator table` {
  private let table = MercatorTable.shared

  /// Latitudes of every bin of the table, its edges and middles, and of whole steps of the world and their neighbors.
  private var latitudes: [Double] {
    var latitudes = (-540...540).flatMap { bin -> [Double] in
      let edge = Double(bin) / 6
      return [edge.nextDown, edge, edge.nextUp, edge + 1 / 12, edge + 0.123_456]
    }
    var random = Seeded(seed: 5)
    for _ in 0..<20_000 { latitudes.append(.random(in: -85.1...85.1, using: &random)) }
    for _ in 0..<5000 {
      let step = Double(UInt32.random(in: .min ... .max, using: &random))
      let latitude = WorldPoint.latitude(ofY: step / 4_294_967_296)
      latitudes += [latitude.nextDown, latitude, latitude.nextUp]
    }
    return latitudes.filter { (-90...90).contains($0) }
  }

  @Test func `puts points on the same step as projecting them`() {
    for latitude in latitudes {
      let place = Coordinate(latitude: latitude, longitude: latitude * 2)
      expect(FixedWorldPoint(place, with: table), equals: FixedWorldPoint(place))
    }
  }

  @Test func `puts points on the same steps of radius clustering`() {
    for latitude in latitudes {
      let place = Coordinate(latitude: latitude, longitude: latitude)
      let (sooner, projected) = (
        RadiusProjection.record(place, rank: 7, wraps: false, with: table),
        RadiusProjection.record(place, rank: 7, wraps: false)
      )
      #expect((sooner.x, sooner.y, sooner.rank) == (projected.x, projected.y, 7))
    }
  }

  @Test(arguments: [-180.0, -179.999_999_999_999_97, -1e-20, 0, 179.999_999_999_999_97, 180, 540, -900])
  func `wraps longitudes as projecting does`(longitude: Double) {
    let place = Coordinate(latitude: 12.5, longitude: longitude)
    expect(FixedWorldPoint(place, with: table), equals: FixedWorldPoint(place))
  }

  @Test func `answers most latitudes, and none where it cannot know`() {
    let answered = latitudes.filter { latitude in
      table.wholeSteps(ofLatitude: latitude, scale: 4_294_967_296, origin: 0) != nil
    }
    #expect(answered.count > 20_000)
    for latitude in [84.995, 85, -85, 90, -90, .infinity, .nan] as [Double] {
      expect(table.wholeSteps(ofLatitude: latitude, scale: 4_294_967_296, origin: 0), equals: nil)
    }
    // The equator is the edge of a step.
    expect(table.wholeSteps(ofLatitude: 0, scale: 4_294_967_296, origin: 0), equals: nil)
  }
}
