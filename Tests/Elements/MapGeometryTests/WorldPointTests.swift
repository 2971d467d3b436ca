import Foundation
import MapGeometry
import TestSupport
import Testing

@Suite struct `A world point` {
  // y = 1/2 − ln tan(π/4 + φ/2) / 2π, worked out with 40 digits.
  static let table: [(latitude: Double, y: Double)] = [
    (0, 0.5), (1e-9, 0.49999999999722222222), (0.5, 0.49861109348245258097), (10, 0.4720801120649163339),
    (33.9, 0.39980335151006568258), (45, 0.35972503691520496822), (52.516221, 0.32797241148826188425),
    (60, 0.29039964086050863332), (66.56, 0.24967392187645956182), (80, 0.11225939796299495074),
    (85, 0.0016379147860542458017), (85.05, 0.000036342429096931692701), (85.0511287798066, 0),
  ]

  @Test(arguments: table)
  func `lies where Mercator puts it, north and south`(latitude: Double, y: Double) {
    #expect(abs(WorldPoint.y(ofLatitude: latitude) - y) < 1e-14)
    #expect(abs(WorldPoint.y(ofLatitude: -latitude) - (1 - y)) < 1e-14)
  }

  @Test(arguments: table)
  func `finds back to its latitude`(latitude: Double, y: Double) {
    #expect(abs(WorldPoint.latitude(ofY: y) - latitude) < 1e-12)
    #expect(abs(WorldPoint.latitude(ofY: 1 - y) + latitude) < 1e-12)
  }

  @Test func `agrees with the other closed forms, both ways, everywhere`() {
    for step in -8500...8500 {
      let latitude = Double(step) / 100
      let radians = latitude * .pi / 180
      let point = WorldPoint(Coordinate(latitude: latitude, longitude: latitude * 2))
      #expect(abs(point.y - (0.5 - asinh(tan(radians)) / (2 * .pi))) < 1e-12)
      #expect(abs(point.y - (0.5 - atanh(sin(radians)) / (2 * .pi))) < 1e-12)
      #expect(abs(point.coordinate.latitude - latitude) < 1e-12)
      #expect(abs(point.coordinate.longitude - latitude * 2) < 1e-12)
      #expect(abs(point.x - (latitude * 2 + 180) / 360) < 1e-15)
    }
  }

  @Test(arguments: [90, 86, 1e300, .infinity])
  func `stays on the flat world beyond its edges`(latitude: Double) {
    expect(WorldPoint.y(ofLatitude: latitude), equals: 0)
    expect(WorldPoint.y(ofLatitude: -latitude), equals: 1)
    #expect(abs(WorldPoint(x: 0, y: -1e9).coordinate.latitude - 90) < 1e-9)
    #expect(abs(WorldPoint(x: 0, y: 1e9).coordinate.latitude + 90) < 1e-9)
  }

  @Test func `has a square world`() {
    #expect(abs(WorldPoint.maximumLatitude - atan(sinh(.pi)) * 180 / .pi) < 1e-13)
  }
}

@Suite struct `A fixed world point` {
  @Test(
    arguments: [
      (-180, 0), (180, 0), (0, 0x8000_0000), (90, 0xC000_0000), (-90, 0x4000_0000), (540, 0), (-1e300, nil),
      (179.999999999, 0xFFFF_FFFF), (-180.000001, 0xFFFF_FFF4), (360, 0x8000_0000),
    ] as [(Double, UInt32?)])
  func `wraps eastward round the world`(longitude: Double, x: UInt32?) {
    let point = FixedWorldPoint(Coordinate(latitude: 0, longitude: longitude))
    if let x { expect(point.x, equals: x) }
    expect(point.y, equals: 0x8000_0000)
  }

  @Test func `west of zero by less than a step is on the edge, not beyond it`() {
    expect(FixedWorldPoint(WorldPoint(x: -1e-300, y: 0)).x, equals: 0)
    expect(FixedWorldPoint(WorldPoint(x: -0.0, y: 0)).x, equals: 0)
    expect(FixedWorldPoint(WorldPoint(x: -1 / 4_294_967_296, y: 0)).x, equals: 0xFFFF_FFFF)
    expect(FixedWorldPoint(WorldPoint(x: 1, y: 0)).x, equals: 0)
  }

  @Test(
    arguments: [(90, 0), (85.06, 0), (-85.06, 0xFFFF_FFFF), (-90, 0xFFFF_FFFF), (1e300, 0)]
      as [(Double, UInt32)])
  func `counts the poles to the outermost steps`(latitude: Double, y: UInt32) {
    expect(FixedWorldPoint(Coordinate(latitude: latitude, longitude: 0)).y, equals: y)
  }

  @Test func `steps are 9 millimeters at the equator`() {
    let meters = 2 * Double.pi * Geodesy.earthRadius / 4_294_967_296
    #expect(abs(meters - 0.0093) < 0.0001)
  }
}

@Suite struct `A world rectangle` {
  @Test func `grows by a share of itself and shrinks to nothing`() {
    let rectangle = WorldRectangle(minX: 0.25, minY: 0.5, width: 0.5, height: 0.25)
    expect(rectangle.expanded(by: 0.5), equals: WorldRectangle(minX: 0, minY: 0.375, width: 1, height: 0.5))
    expect(rectangle.expanded(by: -2), equals: WorldRectangle(minX: 0.5, minY: 0.625, width: 0, height: 0))
    #expect((rectangle.maxX, rectangle.maxY) == (0.75, 0.75))
  }
}
