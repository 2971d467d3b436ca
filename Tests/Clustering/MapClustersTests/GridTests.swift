import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Grid of cells` {
  @Test(arguments: [(8.0, 8.0, 15.0, 20.0, 6.0, 6.0, 6.0, 3, 4), (0, 0, 95, 95, 10, 0, 0, 10, 10)])
  func `covers a rectangle with whole cells`(
    x: Double, y: Double, width: Double, height: Double, side: Double, left: Double, top: Double,
    columns: Int, rows: Int
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
    expect(grid?.worldColumns, equals: columns)
  }

  @Test func `places the mean of degrees`() throws {
    let settings = ClusterSettings.standard.with { $0.cellSize = .points(512) }
    let viewport = try worldView()
    let east = try markers(
      of: ClusterInput(table([(10, 0), (10, 10), (10, 20), (10, 30)])), in: viewport, settings: settings)
    expect(east.markers.map(\.position), equals: [Coordinate(latitude: 10, longitude: 15)])
    let north = try markers(of: ClusterInput(table([(20, 0), (60, 0)])), in: viewport, settings: settings)
    expect(north.markers.map(\.position), equals: [Coordinate(latitude: 40, longitude: 0)])
  }

  @Test func `keeps a thousand points of one place together`() throws {
    let places = table(Array(repeating: (52.5, 13.4), count: 1000))
    let found = try markers(of: ClusterInput(places), in: view(52.5, 13.4, zoom: 10), settings: .standard)
    expect(found.markers.map(\.count), equals: [1000])
    expect(found.members, equals: Array(0..<1000))
    #expect(found.markers.allSatisfy { $0.isUniqueLocation && $0.isCluster })
  }

  @Test(arguments: [180.0, -180.0])
  func `never joins the two sides of the antimeridian`(center: Double) throws {
    let places = table([(0.5, 179.9), (0.5, -179.9)])
    for preset in [ClusterPreset.cch, .clustermap, .cluster, .amap, .tb] {
      let found = try markers(
        of: ClusterInput(places), in: view(0, center, zoom: 4), settings: preset.settings)
      expect(found.markers.map(\.id), equals: [.point(0), .point(1)])
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
    expect(stones.count, equals: 5105)
    let world = 268_435_456.0
    let grid = try CellGrid(
      side: 15359.999231 / world, shares: nil,
      covering: WorldRectangle(
        minX: 144122872.779819 / world, minY: 87920635.595405 / world, width: 168959.991536 / world,
        height: 276479.986149 / world), points: 60)
    #expect((grid.columns.count, grid.rows.count) == (11, 18))
    let sums = try groups(of: stones, in: grid).sums.map { Int($0.count) }
    expect(sums.reduce(0, +), equals: 4650)
    expect(sums.count, equals: 120)
    expect(sums.max(), equals: 508)
  }
}
