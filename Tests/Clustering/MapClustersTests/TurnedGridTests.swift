import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `A grid in a turned picture` {
  private func markers(
    _ places: [(Double, Double)], bearing: Double, anchor: GridAnchor, longitude: Double = 0
  ) throws -> ClusterResult {
    let settings = ClusterPreset.cch.settings.with {
      ($0.anchor, $0.cellSize, $0.margin) = (anchor, .points(100), 0)
    }
    return try MapClusters.markers(
      of: ClusterInput(table(places)),
      in: view(0, longitude, zoom: 3, width: 400, height: 300, bearing: bearing), settings: settings)
  }

  /// Places of the picture, in points, as places on Earth.
  private func places(
    _ points: [(Double, Double)], bearing: Double, longitude: Double = 0
  ) throws -> [(Double, Double)] {
    let viewport = try view(0, longitude, zoom: 3, width: 400, height: 300, bearing: bearing)
    return points.map { point in
      let place = viewport.unproject(ScreenPoint(x: point.0, y: point.1))
      return (place.latitude, place.longitude)
    }
  }

  @Test(arguments: [0.0, 30, 90, 199, 315], [0.0, 179.5])
  func `groups what the picture shows in one cell, at any bearing`(bearing: Double, longitude: Double) throws
  {
    // Two in the cell at the upper left, two on both sides of an edge, one in the lower right corner.
    let points = [(3.0, 4.0), (96, 95), (196, 150), (204, 150), (395, 297)]
    let found = try markers(
      places(points, bearing: bearing, longitude: longitude), bearing: bearing, anchor: .view,
      longitude: longitude)
    expect(found.markers.map(\.count), equals: [2, 1, 1, 1])
    expect(
      found.markers.map(\.cell),
      equals: [
        Cell(column: 0, row: 0), Cell(column: 1, row: 1), Cell(column: 2, row: 1), Cell(column: 3, row: 2),
      ])
    let grid = try #require(found.grid)
    #expect((grid.columns, grid.rows, grid.counts.reduce(0, +)) == (4, 3, 5))
    expect(grid.counts[0], equals: 2)
    #expect(abs(grid.side * 4096 - 100) < 1e-9)
  }

  @Test func `has its corners where the picture has them`() throws {
    let found = try markers([(0, 0)], bearing: 30, anchor: .view)
    let grid = try #require(found.grid)
    let viewport = try #require(grid.turnedView)
    let corners = grid.corners(column: 1, row: 2).map { viewport.project($0) }
    let expected = [(100.0, 200.0), (200, 200), (200, 300), (100, 300)]
    for (corner, place) in zip(corners, expected) {
      #expect(abs(corner.x - place.0) < 1e-6)
      #expect(abs(corner.y - place.1) < 1e-6)
    }
  }

  @Test(arguments: [30.0, 90])
  func `anchored at the world keeps its cells north up`(bearing: Double) throws {
    let places = [(1.0, 1.0), (2, 2), (-3, 8), (12, -10), (-6, -6)]
    let (turned, north) = (
      try markers(places, bearing: bearing, anchor: .world), try markers(places, bearing: 0, anchor: .world)
    )
    #expect((turned.grid?.turnedView, turned.markers) == (nil, north.markers))
  }

  @Test
  func `takes all points that the rectangle around the picture holds where it is anchored at the world`()
    throws
  {
    let corner = try places([(399, 1), (1, 299)], bearing: 45)
    try expect(markers(corner, bearing: 45, anchor: .world).members.count, equals: 2)
    try expect(markers(corner, bearing: 45, anchor: .view).members.count, equals: 2)
  }

  @Test func `refuses a point that has no place`() throws {
    #expect(throws: ClusterError.badCoordinate(index: 1, longitude: 0, latitude: 91)) {
      try markers([(0, 0), (91, 0)], bearing: 30, anchor: .view)
    }
  }
}
