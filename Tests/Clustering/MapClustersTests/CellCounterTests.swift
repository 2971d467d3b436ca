import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `A counter of cells` {
  private let points: CoordinateTable
  private let weights: [Double]
  private let view: Viewport

  init() throws {
    points = randomTable(5000, seed: 41, latitudes: -90...90, longitudes: -180...179.999)
    var random = Seeded(seed: 42)
    weights = (0..<5000).map { _ in random.number(in: 0...1e6) }
    view = try MapClustersTests.view(20, 170, zoom: 1.4, width: 700, height: 500)
  }

  /// The points themselves.
  private var input: ClusterInput {
    ClusterInput(
      points, unclusteredRows: optedOut(stride(from: 9, to: points.count, by: 50)), weights: weights)
  }

  /// What counters have counted that took parts of the points in turn.
  private func table(
    of view: Viewport? = nil, _ settings: ClusterSettings = .standard, counters count: Int, parts: Int,
    mostSummed: Int
  ) throws -> (table: CellTable, origins: [CellCounter.Origin]) {
    let counters = try (0..<count).map { _ in
      try CellCounter(of: view ?? self.view, settings: settings, mostSummed: mostSummed)
    }
    let length = points.count / parts
    for part in 0..<parts {
      let rows = part * length..<(part + 1) * length
      let input = ClusterInput(
        CoordinateTable(rows.map { points[$0] }),
        unclusteredRows: optedOut(rows.filter { $0 % 50 == 9 }.map { $0 - rows.lowerBound }),
        weights: Array(weights[rows]))
      _ = try counters[part % count].add(input, after: rows.lowerBound)
    }
    return try CellTable.counted(by: counters) { $0 }
  }

  /// All but the lists of members, of which a table has the first ones.
  private func plain(_ markers: MarkerList) -> [Marker] {
    markers.map { marker in
      var marker = marker
      marker.members = 0..<0
      return marker
    }
  }

  @Test(arguments: [(1, 1, 1 << 28), (1, 10, 700), (3, 50, 100), (8, 100, 1)])
  func `finds what the points themselves give`(counters: Int, parts: Int, mostSummed: Int) throws {
    let expected = try markers(of: input, in: view)
    let (table, origins) = try table(counters: counters, parts: parts, mostSummed: mostSummed)
    expect(origins.count, equals: table.rowCount)
    #expect(expected.markers.count > 50)
    var cells = ClusterInput(points)
    cells.cells = table
    let found = try markers(of: cells, in: view)
    expect(plain(found.markers), equals: plain(expected.markers))
    expect(found.grid, equals: expected.grid)
  }

  /// Grids that begin at the picture's corner, that do not fill the world, and that turn with the picture.
  @Test(
    arguments: [ClusterPreset.pablo, .tb, .cch, .amap],
    [
      (20.0, 170.0, 1.4, 0.0), (20, 170, 1.4, 33), (-84.9, -179.999, 3, 0), (-84.9, -179.999, 3, 180),
      (0, 0, -1, 0), (0, 0, -1, 45), (50, 5, 5.7, 0), (50, 5, 4.7, 300),
    ])
  func `finds what the points themselves give in the cells of any view`(
    preset: ClusterPreset, place: (latitude: Double, longitude: Double, zoom: Double, bearing: Double)
  ) throws {
    var settings = preset.settings
    if preset == .cch { settings.anchor = .view }
    let view = try MapClustersTests.view(
      place.latitude, place.longitude, zoom: place.zoom, width: 700, height: 500, bearing: place.bearing)
    let expected = try markers(of: input, in: view, settings: settings, threads: 2)
    let (table, _) = try table(of: view, settings, counters: 3, parts: 20, mostSummed: 300)
    var cells = ClusterInput(points)
    cells.cells = table
    let found = try markers(of: cells, in: view, settings: settings)
    #expect((plain(found.markers), found.grid) == (plain(expected.markers), expected.grid))
    #expect(expected.markers.count > 1)
    settings.cellSize = .points(50)
    #expect(throws: ClusterError.cellsOfOtherView) {
      try markers(of: cells, in: view, settings: settings)
    }
  }

  @Test func `adds its cells to a table in the order of their first points`() throws {
    let counter = try CellCounter(of: view, settings: .standard)
    var first: [UInt32] = []
    for part in 0..<5 {
      let added = try counter.add(
        ClusterInput(CoordinateTable((0..<100).map { points[part * 100 + $0] })), after: part * 100)
      first += added.cells.map { UInt32(part * 100) + $0 }
      #expect(added.alone.isEmpty)
    }
    #expect((first.count, first) == (counter.cellCount, first.sorted()))
    let (table, origins) = try CellTable.counted(by: [counter]) { $0 }
    expect(origins.map(\.number), equals: Array(0..<counter.cellCount))
    expect((0..<table.rowCount).map { table.first(ofRow: $0) }, equals: first.map(Int.init))
    #expect((0..<table.rowCount).allSatisfy { (table.count(ofRow: $0) == 1) == counter.isSingle($0) })
  }

  @Test func `refuses settings that need points, and more weight than is summed exactly`() throws {
    #expect(throws: ClusterError.cellLimit(.method(.radius))) {
      try CellCounter(of: view, settings: .standard(.radius))
    }
    let counter = try CellCounter(of: view, settings: .standard)
    let input = ClusterInput(CoordinateTable([points[0]]), weights: [6e20])
    _ = try counter.add(input, after: 0)
    #expect(throws: ClusterError.tooHeavy(1.2e21)) { try counter.add(input, after: 1) }
    let others = try [0, 1].map { base in
      let counter = try CellCounter(of: view, settings: .standard)
      _ = try counter.add(input, after: base)
      return counter
    }
    #expect(throws: ClusterError.tooHeavy(1.2e21)) { try CellTable.counted(by: others) { $0 } }
  }
}
