import MapFeatures
import MapGeometry
import Testing

@Suite struct `Collected features` {
  @Test func `keep their order, properties and geometry`() {
    var collector = FeatureCollector()
    let ring: ([Double], [Double]) = ([170, 190, 190, 170], [0, 0, 10, 0])
    collector.addShape(
      .area, longitudes: ring.0, latitudes: ring.1, pathEnds: [4], isHole: [false],
      properties: [PropertyMember(name: "kind", value: .string("land"))], identifier: .number(7))
    collector.addPoint(
      Coordinate(latitude: 1, longitude: 181),
      properties: [PropertyMember(name: "name", value: .string("Suva"))], identifier: .string("a"))
    collector.addShape(
      .line, longitudes: [0, 1, 5, 6, 7], latitudes: [0, 1, 5, 6, 7], pathEnds: [2, 5],
      isHole: [false, false])
    collector.addPoint(Coordinate(latitude: 2, longitude: 3))
    let table = collector.table()

    #expect((table.recordCount, table.skipped.count) == (4, 0))
    #expect((table.points.count, table.points.longitudes.first) == (2, -179))
    #expect(table.property("name", ofPoint: 0) == .string("Suva"))
    #expect(table.property("name", ofPoint: 1) == nil)
    #expect(table.properties(ofPoint: 0).map(\.name) == ["name"])
    #expect(table.identifier(ofPoint: 0) == .string("a"))
    #expect(table.ownIdentifier(ofPoint: 1) == nil)
    #expect((0..<2).map(table.recordNumber) == [2, 4])

    #expect(table.shapes.map(\.kind) == [.area, .line])
    #expect(table.shapes.map(\.recordNumber) == [1, 3])
    #expect(table.shapes[0].property("kind") == .string("land"))
    #expect((table.shapes[0].identifier, table.shapes[1].ownIdentifier) == (.number(7), nil))
    // What lies beyond 180° stays there, so that the ring stays in one piece.
    #expect(table.shapes[0].coordinates(ofPath: 0).map(\.longitude) == ring.0)
    #expect(table.shapes[1].pathCount == 2)
    #expect(table.shapes[1].coordinates(ofPath: 1).map(\.latitude) == [5, 6, 7])
  }

  @Test func `may be none`() {
    let table = FeatureCollector().table()
    #expect((table.points.count, table.recordCount) == (0, 0))
    #expect(table.shapes.isEmpty)
  }
}
