import Foundation
import MapGeometry
import Testing

@testable import MapClusters

@Suite struct `Grid of cells` {
  private func counts(
    _ places: [(Double, Double)], _ viewport: Viewport, _ change: (inout ClusterSettings) -> Void
  ) throws -> [Int] {
    var settings = ClusterPreset.cch.settings
    change(&settings)
    return try markers(of: ClusterInput(table(places)), in: viewport, settings: settings).markers.map(\.count)
  }

  @Test(arguments: [(8.0, 8.0, 15.0, 20.0, 6.0, 6.0, 6.0, 3, 4), (0, 0, 95, 95, 10, 0, 0, 10, 10)])
  func `covers a rectangle with whole cells`(
    x: Double, y: Double, width: Double, height: Double, side: Double, left: Double, top: Double,
    columns: Int,
    rows: Int
  ) throws {
    let world = 1024.0
    let grid = try CellGrid(
      side: side / world, shares: nil,
      covering: WorldRectangle(
        minX: x / world, minY: y / world, width: width / world, height: height / world),
      points: side)
    #expect(abs(grid.origin.x * world - left) < 1e-9)
    #expect(abs(grid.origin.y * world - top) < 1e-9)
    #expect((grid.columns.count, grid.rows.count) == (columns, rows))
  }

  @Test(arguments: [(0.0, 4), (1, 8), (2, 17), (3, 34), (4, 68), (5, 136)])
  func `of 60 points has whole columns at every zoom of a 256-point world`(zoom256: Double, columns: Int)
    throws
  {
    let grid = try markers(
      of: ClusterInput(table([])), in: view(0, 0, zoom: ClusterPreset.zoom(zoom256)), settings: .standard
    ).grid
    #expect(grid?.worldColumns == columns)
  }

  @Test func `distinguishes two places from one when the view comes closer`() throws {
    let places = [(0.0, 0.0), (0.0, 1.0), (0.0, 0.0)]
    let (far, near) = (try region(0, 0, span: 10), try region(0, 0, span: 5))
    #expect(abs(far.zoom + 1 - 5.396910) < 1e-6)
    #expect(abs(near.zoom + 1 - 6.398286) < 1e-6)
    let settings: (inout ClusterSettings) -> Void = {
      $0.cellSize = .points(300)
      $0.margin = 0
      $0.maximumZoom = ClusterPreset.zoom(6)
    }
    #expect(try counts(places, far, settings) == [3])
    #expect(try counts(places, near, settings) == [2, 1])
  }

  @Test(arguments: [(2, [3]), (3, [2, 1])])
  func `asks for unique locations`(minimum: Int, expected: [Int]) throws {
    let found = try counts([(0, 0), (0, 1.5), (0, 0)], region(0, 0, span: 5)) {
      $0.cellSize = .points(300)
      $0.margin = 0
      $0.minimumUnique = minimum
    }
    #expect(found == expected)
  }

  @Test func `groups the corner of a city and loses removed points`() throws {
    let cluster = [(53.9, 14.9), (53.9, 14.9), (53.9, 14.9), (53.9, 14.9), (53.9, 14.6)]
    let settings: (inout ClusterSettings) -> Void = {
      $0.cellSize = .points(100)
      $0.margin = 0
    }
    let viewport = try region(52.5, 13.5, span: 3)
    #expect(try counts([(51.1, 12.1)] + cluster, viewport, settings) == [1, 5])
    #expect(try counts(cluster, viewport, settings) == [5])
    #expect(try counts([], viewport, settings) == [])
  }

  @Test func `places the mean of degrees`() throws {
    var settings = ClusterSettings.standard
    settings.cellSize = .points(512)
    let viewport = try worldView()
    let east = try markers(
      of: ClusterInput(table([(10, 0), (10, 10), (10, 20), (10, 30)])), in: viewport, settings: settings)
    #expect(east.markers.map(\.position) == [Coordinate(latitude: 10, longitude: 15)])
    let north = try markers(of: ClusterInput(table([(20, 0), (60, 0)])), in: viewport, settings: settings)
    #expect(north.markers.map(\.position) == [Coordinate(latitude: 40, longitude: 0)])
  }

  @Test func `places the member nearest to the middle of the cell`() throws {
    let middle = WorldPoint(Coordinate(latitude: 45, longitude: 45))
    let area = WorldRectangle(minX: middle.x - 0.1, minY: middle.y - 0.1, width: 0.2, height: 0.2)
    let places = table([(40, 40), (47, 47), (45.1, 44.9), (42.1, 43.7)])
    let nearest = places.longitudes.withUnsafeBufferPointer { longitudes in
      places.latitudes.withUnsafeBufferPointer { latitudes in
        let points = PlacedPoints(
          longitudes: longitudes, latitudes: latitudes, unclusteredRows: nil, weights: nil)
        let members = ArraySlice<UInt32>(0..<4)
        return MarkerPlacement(position: .nearCenter, strategy: nil, points: points).place(
          members, summary: GroupSummary(members, of: points), area: area)
      }
    }
    #expect(nearest == Coordinate(latitude: 45.1, longitude: 44.9))
  }

  @Test func `keeps a thousand points of one place together`() throws {
    let places = table(Array(repeating: (52.5, 13.4), count: 1000))
    let found = try markers(of: ClusterInput(places), in: view(52.5, 13.4, zoom: 10), settings: .standard)
    #expect(found.markers.map(\.count) == [1000])
    #expect(found.members == Array(0..<1000))
    #expect(found.markers.allSatisfy { $0.isUniqueLocation && $0.isCluster })
  }

  @Test(arguments: [180.0, -180.0])
  func `never joins the two sides of the antimeridian`(center: Double) throws {
    let places = table([(0.5, 179.9), (0.5, -179.9)])
    for preset in [ClusterPreset.cch, .clustermap, .cluster, .amap, .tb] {
      let found = try markers(
        of: ClusterInput(places), in: view(0, center, zoom: 4), settings: preset.settings)
      #expect(found.markers.map(\.id) == [.point(0), .point(1)])
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"] != nil, "set CLUSTERSNAP_DATA"))
  func `counts Berlin's memorial stones`() throws {
    let folder = ProcessInfo.processInfo.environment["CLUSTERSNAP_DATA"] ?? ""
    let lines = try String(contentsOfFile: folder + "/berlin-stolpersteine.csv", encoding: .utf8)
    let stones = CoordinateTable(
      lines.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard let longitude = Double(fields[1]), let latitude = Double(fields[2]) else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
      })
    #expect(stones.count == 5105)
    let world = 268_435_456.0
    let grid = try CellGrid(
      side: 15359.999231 / world, shares: nil,
      covering: WorldRectangle(
        minX: 144122872.779819 / world, minY: 87920635.595405 / world, width: 168959.991536 / world,
        height: 276479.986149 / world), points: 60)
    #expect((grid.columns.count, grid.rows.count) == (11, 18))
    let sums = try groups(of: stones, in: grid).sums.map { Int($0.count) }
    #expect(sums.reduce(0, +) == 4650)
    #expect(sums.count == 120)
    #expect(sums.max() == 508)
  }

  private func groups(of table: CoordinateTable, in grid: CellGrid) throws -> CellGroups {
    try table.longitudes.withUnsafeBufferPointer { longitudes in
      try table.latitudes.withUnsafeBufferPointer { latitudes in
        try cellGroups(
          of: PlacedPoints(longitudes: longitudes, latitudes: latitudes, unclusteredRows: nil, weights: nil),
          in: grid, window: DegreeWindow(holding: grid.area), threads: 1)
      }
    }
  }
}
