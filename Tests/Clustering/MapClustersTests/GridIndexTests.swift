import MapClusters
import MapGeometry
import TestSupport
import Testing

@Suite struct `Grids from an index` {
  private static let views: [(Double, Double, Double)] = [
    (0, 0, -1), (0, 170, 0.7), (30, -179, 3.2), (52.5, 13.4, 6), (-85, 40, 2), (85, -20, 1.5), (0, 0, 0),
  ]

  /// Settings one by one away from the standard, each with what it tries.
  private static let settings: [ClusterSettings] = [
    .standard,
    .standard.with { $0.cellSize = .points(17) },
    .standard.with { $0.cellSize = .fraction(7) },
    .standard.with { $0.alignsToWorld = false },
    .standard.with { $0.snapsZoom = true },
    .standard.with { ($0.snapsZoom, $0.cellSize, $0.minimumUnique) = (true, .points(37), 3) },
    .standard.with { ($0.snapsZoom, $0.cellSize, $0.minimumUnique) = (true, .fraction(16), 0) },
    .standard.with {
      ($0.snapsZoom, $0.cellSize) = (true, .byZoom([ZoomStep(from: 0, 88), ZoomStep(from: 3, 64)]))
    },
    .standard.with { $0.margin = 0.4 },
    .standard.with { $0.margin = -0.2 },
    .standard.with { $0.minimumUnique = 2 },
    .standard.with { $0.minimumCount = 5 },
    .standard.with { $0.joinsUniqueLocations = true },
    .standard.with { $0.maximumZoom = 2 },
    .standard.with { $0.position = .nearCenter },
    .standard.with { $0.position = .cellCenter },
    .standard.with { $0.position = .first },
  ]

  @Test(arguments: Self.settings)
  func `show what the points show, row for row`(settings: ClusterSettings) throws {
    let points = trickyTable(4000, seed: 21)
    var generator = Seeded(seed: 5)
    let weights = (0..<points.count).map { _ in generator.number(in: 0...9) }
    for input in [ClusterInput(points), ClusterInput(points, weights: weights)] {
      for (latitude, longitude, zoom) in Self.views {
        let viewport = try view(latitude, longitude, zoom: zoom)
        let grid = try #require(GridIndex.grid(of: input, in: viewport, settings))
        let plain = try markers(of: input, in: viewport, settings: settings)
        for threads in [1, 8] {
          let index = try GridIndex(of: input, grid: grid, threads: threads)
          let found = try markers(of: input, from: index, in: viewport, settings: settings)
          expect(found.markers, equals: plain.markers)
          expect(found.grid, equals: plain.grid)
          // Where all points are in view, rows are the index's own; else copied, as visiting the points leaves them.
          expect(found.members, equals: plain.members)
        }
      }
    }
  }

  @Test func `are shared by the views of a zoom`() throws {
    let input = ClusterInput(trickyTable(3000, seed: 8))
    for settings in [ClusterSettings.standard, .standard.with { $0.alignsToWorld = false }] {
      let first = try view(10, 20, zoom: 4.3)
      let grid = try #require(GridIndex.grid(of: input, in: first, settings))
      let index = try GridIndex(of: input, grid: grid)
      for step in 0..<40 {
        let viewport = try view(Double(step) * 4 - 80, Double(step) * 9 - 180, zoom: 4.3)
        expect(GridIndex.grid(of: input, in: viewport, settings), equals: grid)
        let plain = try markers(of: input, in: viewport, settings: settings)
        let found = try markers(of: input, from: index, in: viewport, settings: settings)
        #expect((found.markers, found.members) == (plain.markers, plain.members))
      }
      #expect(GridIndex.grid(of: input, in: try view(10, 20, zoom: 5.3), settings) != grid)
      #expect(index.byteCount > 4 * input.coordinates.count)
    }
  }

  @Test func `name areas of cells around the world`() throws {
    let settings = ClusterSettings.standard.with { ($0.alignsToWorld, $0.cellSize) = (false, .points(300)) }
    let grid = try #require(
      try markers(of: ClusterInput(table([])), in: view(0, 180, zoom: 0.9), settings: settings).grid)
    #expect(grid.repeats)
    var end: Double?
    for column in 0..<grid.columns {
      let area = grid.area(column: column, row: 0)
      if let end { #expect(abs(area.minX - end) < 1e-12) }
      end = area.maxX
      let middle = WorldPoint(x: area.minX + area.width / 2, y: 0.5)
      expect(
        Int((middle.x - middle.x.rounded(.down)) / grid.side),
        equals: grid.cell(column: column, row: 0).column)
    }
  }

  @Test func `of another zoom or other points are left alone`() throws {
    let input = ClusterInput(trickyTable(500, seed: 3))
    let near = try view(0, 0, zoom: 3)
    let index = try GridIndex(of: input, grid: try #require(GridIndex.grid(of: input, in: near, .standard)))
    let far = try worldView()
    try expect(
      markers(of: input, from: index, in: far, settings: .standard).markers,
      equals: markers(of: input, in: far, settings: .standard).markers)
    var moved = input
    moved.coordinates.latitudes[7] /= 2
    try expect(
      markers(of: moved, from: index, in: near, settings: .standard).markers,
      equals: markers(of: moved, in: near, settings: .standard).markers)
  }

  @Test func `are there only where cells follow from the zoom alone`() throws {
    let input = ClusterInput(trickyTable(50, seed: 3))
    let viewport = try view(0, 0, zoom: 3)
    for settings in [
      ClusterSettings.standard(.radius), .standard(.leader), .standard(.kmeans),
      .standard.with { $0.anchor = .view }, .standard.with { $0.coLocated = .ring(.meters(5)) },
      .standard.with { $0.cellSize = .points(0.01) }, .standard.with { $0.cellSize = .points(0) },
    ] {
      expect(GridIndex.grid(of: input, in: viewport, settings), equals: nil)
    }
    expect(
      GridIndex.grid(
        of: ClusterInput(input.coordinates, unclusteredRows: optedOut([3])), in: viewport, .standard),
      equals: nil)
  }

  @Test func `report points without a place as visiting them does`() throws {
    var bad = ClusterInput(trickyTable(3000, seed: 3))
    bad.coordinates.latitudes[1234] = 95
    let viewport = try view(0, 0, zoom: 3)
    let grid = try #require(GridIndex.grid(of: bad, in: viewport, .standard))
    #expect(
      throws: ClusterError.badCoordinate(
        index: 1234, longitude: bad.coordinates.longitudes[1234], latitude: 95)
    ) { _ = try GridIndex(of: bad, grid: grid) }
  }
}
