import MapGeometry
import Testing

@testable import MapClusters

@Suite struct `Grids from a pyramid` {
  private static let sizes: [CellSize] = [
    .points(60), .points(37), .fraction(16), .byZoom([ZoomStep(from: 0, 88), ZoomStep(from: 3, 64)]),
  ]

  @Test(arguments: Self.sizes)
  func `show what the points show`(cellSize: CellSize) throws {
    let input = ClusterInput(trickyTable(3000, seed: 14))
    var settings = ClusterSettings.standard
    settings.snapsZoom = true
    settings.cellSize = cellSize
    for (minimumUnique, position) in [
      (1, MarkerPosition.mean), (2, .nearCenter), (3, .mean), (0, .cellCenter),
    ] {
      settings.minimumUnique = minimumUnique
      settings.position = position
      let pyramid = try CellPyramid(of: input, settings: settings, maximumZoom: 8)
      for (latitude, longitude, zoom) in [
        (0.0, 0.0, -1.0), (0, 170, 0.7), (30, -179, 3.2), (52.5, 13.4, 6), (0, 0, 11),
      ] {
        let viewport = try view(latitude, longitude, zoom: zoom)
        let plain = try markers(of: input, in: viewport, settings: settings)
        let found = try markers(of: input, from: pyramid, in: viewport, settings: settings)
        #expect(found.grid == plain.grid)
        #expect(found.markers.map(\.id) == plain.markers.map(\.id))
        #expect(found.markers.map(\.position) == plain.markers.map(\.position))
        #expect(found.markers.map(\.isUniqueLocation) == plain.markers.map(\.isUniqueLocation))
        #expect(found.markers.map(\.cell) == plain.markers.map(\.cell))
        #expect(
          found.markers.map { Array(found.members(of: $0)) }
            == plain.markers.map { Array(plain.members(of: $0)) })
        #expect(found.markers.map(\.count) == plain.markers.map(\.count))
      }
    }
  }

  @Test func `know their points by identity`() throws {
    let settings = ClusterSettings.standard.with { $0.snapsZoom = true }
    let input = ClusterInput(trickyTable(500, seed: 3))
    let pyramid = try CellPyramid(of: input, settings: settings, maximumZoom: 8)
    #expect(pyramid.wasMade(of: input.coordinates))
    // As many points, elsewhere: their own markers, not the pyramid's.
    let others = ClusterInput(trickyTable(500, seed: 4))
    #expect(!pyramid.wasMade(of: others.coordinates))
    var moved = input
    moved.coordinates.latitudes[7] += 1
    #expect(!pyramid.wasMade(of: moved.coordinates) && pyramid.wasMade(of: input.coordinates))
    let viewport = try worldView()
    for other in [others, moved] {
      let plain = try markers(of: other, in: viewport, settings: settings)
      let found = try markers(of: other, from: pyramid, in: viewport, settings: settings)
      #expect(found.markers == plain.markers && found.members == plain.members)
    }
    #expect(try CellPyramid(of: table([]), cellsAtZoomZero: 1).wasMade(of: table([])))
  }

  @Test func `report what they refuse`() throws {
    #expect(throws: ClusterError.cellSide(0)) {
      _ = try CellPyramid(
        of: ClusterInput(table([])), settings: ClusterSettings.standard.with { $0.cellSize = .points(0) })
    }
    #expect(throws: ClusterError.cellPyramid(.cellsOutOfRange(cellsAtZoomZero: 8, maximumZoom: 40))) {
      _ = try CellPyramid(of: ClusterInput(table([])), settings: .standard, maximumZoom: 40)
    }
  }

  @Test func `name areas of cells around the world`() throws {
    var settings = ClusterSettings.standard
    settings.alignsToWorld = false
    settings.cellSize = .points(300)
    let grid = try #require(
      try markers(of: ClusterInput(table([])), in: view(0, 180, zoom: 0.9), settings: settings).grid)
    #expect(grid.repeats)
    var end: Double?
    for column in 0..<grid.columns {
      let area = grid.area(column: column, row: 0)
      if let end { #expect(abs(area.minX - end) < 1e-12) }
      end = area.maxX
      let middle = WorldPoint(x: area.minX + area.width / 2, y: 0.5)
      #expect(
        Int((middle.x - middle.x.rounded(.down)) / grid.side) == grid.cell(column: column, row: 0).column)
    }
  }
}
