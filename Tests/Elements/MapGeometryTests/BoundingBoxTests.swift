import MapGeometry
import TestSupport
import Testing

@Suite struct `A bounding box` {
  @Test func `may cross the antimeridian`() throws {
    // RFC 7946 §5.2: the Fiji archipelago.
    let fiji = try BoundingBox(west: 177, south: -20, east: -178, north: -16)
    expect(fiji.longitudes.width, equals: 5)
    #expect((fiji.west, fiji.east) == (177, -178))
    #expect(fiji.contains(Coordinate(latitude: -18, longitude: 180)))
    #expect(fiji.contains(Coordinate(latitude: -16, longitude: -178)))
    #expect(!fiji.contains(Coordinate(latitude: -18, longitude: 0)))
    #expect(!fiji.contains(Coordinate(latitude: -15.999, longitude: 180)))
  }

  @Test(arguments: [(-180, 180), (0, 360), (100, 460), (-200, 200)])
  func `of the whole world is reported as such`(west: Double, east: Double) throws {
    let world = try BoundingBox(west: west, south: -90, east: east, north: 90)
    #expect((world.west, world.east) == (-180, 180))
    #expect(world.contains(Coordinate(latitude: 90, longitude: 12345)))
  }

  @Test func `ends at 180, not at -180`() throws {
    let box = try BoundingBox(west: 90, south: 0, east: 180, north: 1)
    expect(box.east, equals: 180)
  }

  @Test(arguments: [
    (0, 10, 1, 5, "the south edge 10.0 lies north of the north edge 5.0; write west,south,east,north"),
    (0, -91, 1, 5, "latitude -91.0 is outside -90...90; are longitude and latitude swapped?"),
    (120, -95, 1, 5, "latitude -95.0 is outside -90...90; write degrees north of the equator"),
    (0, .nan, 1, 5, "expected a finite number, got nan"),
    (0, 1, .infinity, 5, "expected a finite number, got inf"),
  ])
  func `refuses edges that make no box`(
    west: Double, south: Double, east: Double, north: Double, message: String
  ) {
    let error = #expect(throws: GeometryError.self) {
      try BoundingBox(west: west, south: south, east: east, north: north)
    }
    expect(error.map { "\($0)" }, equals: message)
  }

  @Test func `holds all places of a table as tightly as can be`() throws {
    let pacific = try #require(
      BoundingBox(
        holding: CoordinateTable([
          Coordinate(latitude: -18, longitude: 178), Coordinate(latitude: 21, longitude: -158),
          Coordinate(latitude: -37, longitude: 175),
        ])))
    #expect((pacific.west, pacific.east, pacific.south, pacific.north) == (175, -158, -37, 21))
    let europe = try #require(
      BoundingBox(
        holding: CoordinateTable([
          Coordinate(latitude: 52, longitude: 13), Coordinate(latitude: 38, longitude: -9),
        ])))
    #expect((europe.west, europe.east) == (-9, 13))
    expect(BoundingBox(holding: CoordinateTable()), equals: nil)
  }

  @Test func `holds every point it was made from`() throws {
    var generator = Seeded(seed: 4)
    for _ in 0..<200 {
      let table = CoordinateTable(
        (0..<20).map { _ in
          Coordinate(
            latitude: .random(in: -90...90, using: &generator),
            longitude: .random(in: -180..<180, using: &generator))
        })
      let box = try #require(BoundingBox(holding: table))
      for index in 0..<table.count { #expect(box.contains(table[index])) }
      #expect((box.south, box.north) == (table.latitudes.min(), table.latitudes.max()))
    }
  }
}

@Suite struct `A coordinate` {
  @Test func `from outside is finite and has a latitude that exists`() throws {
    #expect(throws: GeometryError.notFinite(.infinity)) {
      try Coordinate(checkedLatitude: 0, longitude: .infinity)
    }
    let error = #expect(throws: GeometryError.self) {
      try Coordinate(checkedLatitude: 151.2, longitude: -33.9)
    }
    expect(
      error.map { "\($0)" }, equals: "latitude 151.2 is outside -90...90; are longitude and latitude swapped?"
    )
    try expect(Coordinate(checkedLatitude: -90, longitude: 720).longitude, equals: 720)
  }
}
