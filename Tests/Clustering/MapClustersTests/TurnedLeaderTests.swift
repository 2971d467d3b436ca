import MapClusters
import MapGeometry
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Blocks of a picture by their definition, with a projection of its own: nothing of the engine's is used.
struct ScreenBlocks {
  let latitude, longitude, zoom, bearing, width, height: Double

  /// The column and row of the block that holds a point: `round(p / 75)`, half away from zero.
  func block(_ point: Coordinate) -> [Double] {
    func y(_ latitude: Double) -> Double {
      0.5 - log(tan(Double.pi / 4 + latitude * Double.pi / 360)) / (2 * Double.pi)
    }
    let size = 512 * pow(2, zoom)
    var east = (point.longitude - longitude) / 360
    east -= east.rounded()
    let (dx, dy) = (east * size, (y(point.latitude) - y(latitude)) * size)
    let angle = bearing * Double.pi / 180
    let x = dx * cos(angle) + dy * sin(angle) + width / 2
    let y2 = dy * cos(angle) - dx * sin(angle) + height / 2
    return [(x / 75).rounded(), (y2 / 75).rounded()]
  }

  func viewport() throws -> Viewport {
    try view(latitude, longitude, zoom: zoom, width: width, height: height, bearing: bearing)
  }

  /// By the first point of each block how many points it has.
  func pins(_ table: CoordinateTable) -> [Int: Int] {
    var first: [[Double]: Int] = [:]
    var counts: [Int: Int] = [:]
    for row in 0..<table.count {
      let block = block(table[row])
      let leader = first[block] ?? row
      first[block] = leader
      counts[leader, default: 0] += 1
    }
    return counts
  }
}

@Suite struct `Leaders in a turned picture` {
  private static let views: [(Double, Double, Double, Double)] = [
    (52.5, 13.4, 9, 30), (52.5, 13.4, 8, 90), (52.5, 13.4, 10, 180), (52.4, 13.6, 7.5, 315), (0, 0, 2, 45),
    (10, 179.9, 3, 10), (-33, -179.9, 4, 200), (60, 25, 5.3, 271), (40, -75, 0.5, 60), (52.52, 13.38, 12, 5),
    (70, 100, 3, 135), (-5, 60, 1, 350),
  ]

  @Test(arguments: views) func `are the first points of blocks of the screen`(
    latitude: Double, longitude: Double, zoom: Double, bearing: Double
  ) throws {
    var generator = Seeded(seed: 31)
    let table = CoordinateTable(
      (0..<2000).map { row in
        row % 2 == 0
          ? Coordinate(latitude: generator.number(in: 52...53), longitude: generator.number(in: 13...14))
          : Coordinate(latitude: generator.number(in: -80...80), longitude: generator.number(in: -180...180))
      })
    let blocks = ScreenBlocks(
      latitude: latitude, longitude: longitude, zoom: zoom, bearing: bearing, width: 640, height: 480)
    let found = try markers(
      of: ClusterInput(table), in: blocks.viewport(), settings: ClusterPreset.pins.settings)
    var pins: [Int: Int] = [:]
    for marker in found.markers {
      let leader = try #require(found.members(of: marker).first)
      pins[Int(leader)] = marker.count
      expect(marker.position, equals: table[Int(leader)])
    }
    expect(pins, equals: blocks.pins(table))
    // Blocks along the meridians are others.
    let upright = ScreenBlocks(
      latitude: latitude, longitude: longitude, zoom: zoom, bearing: 0, width: 640, height: 480)
    #expect(upright.pins(table) != blocks.pins(table))
    expect(Set(found.markers.map(\.id)).count, equals: found.markers.count)
  }

  @Test func `are counted by the debug grid of the picture`() throws {
    let blocks = ScreenBlocks(latitude: 0, longitude: 0, zoom: 3, bearing: 40, width: 300, height: 225)
    let viewport = try blocks.viewport()
    let places = [(10.0, 10.0), (30, 20), (150, 110), (290, 200), (-200, -200)].map {
      viewport.unproject(ScreenPoint(x: $0.0, y: $0.1))
    }
    let found = try markers(
      of: ClusterInput(CoordinateTable(places)), in: viewport, settings: ClusterPreset.pins.settings)
    let grid = try #require(found.grid)
    expect([grid.columns, grid.rows], equals: [5, 4])
    expect(grid.counts.reduce(0, +), equals: 4)
    expect(grid.counts[0], equals: 2)
    let corner = viewport.project(grid.corners(column: 0, row: 0)[0])
    #expect(abs(corner.x + 37.5) < 1e-6)
    #expect(abs(corner.y + 37.5) < 1e-6)
  }
}

@Suite struct `Pins that were visible` {
  /// The original's list of visible pins: one is dropped when it becomes a child, and only then.
  private struct Model {
    let table: CoordinateTable
    let forgetsAtZoomOut: Bool
    private var visible: [Int] = []
    private var leaders: Set<Int> = []
    private var zoom = Double.nan

    init(_ table: CoordinateTable, forgetsAtZoomOut: Bool) {
      (self.table, self.forgetsAtZoomOut) = (table, forgetsAtZoomOut)
    }

    /// The rows of the pins in a picture.
    mutating func pins(in view: ScreenBlocks) throws -> [Int] {
      if view.zoom != zoom {
        let kept = view.zoom > zoom ? Set(visible) : []
        if forgetsAtZoomOut, view.zoom < zoom { visible = [] }
        leaders = kept
        var blocks: [[Double]: [Int]] = [:]
        for row in 0..<table.count { blocks[view.block(table[row]), default: []].append(row) }
        for rows in blocks.values where rows.allSatisfy({ !kept.contains($0) }) { leaders.insert(rows[0]) }
        zoom = view.zoom
      }
      visible.removeAll { !leaders.contains($0) }
      let viewport = try view.viewport()
      let seen = leaders.filter { row in
        let point = viewport.project(table[row])
        return (0...view.width).contains(point.x) && (0...view.height).contains(point.y)
      }
      visible += seen.sorted().filter { !visible.contains($0) }
      return seen.sorted()
    }
  }

  /// Six views at 42.8246° north: a pan away, a zoom out there, back and in, out, in.
  private static let views = [
    (13.00, 10.0), (13.40, 10.0), (13.40, 9.8), (13.00, 10.1), (13.05, 9.7), (13.02, 10.3),
  ]

  @Test func `stay until they become another's member, also by a zoom out`() async throws {
    var (differing, seeds) = (0, 0)
    for seed in 1...12 {
      let table = randomTable(120, seed: UInt64(seed), latitudes: 42.5...43.1, longitudes: 12.6...13.5)
      let manager = ClusterManager(preset: .pins)
      try await manager.add(points(table))
      var model = Model(table, forgetsAtZoomOut: false)
      var former = Model(table, forgetsAtZoomOut: true)
      for (longitude, zoom) in Self.views {
        let view = ScreenBlocks(
          latitude: 42.8246, longitude: longitude, zoom: zoom, bearing: 0, width: 320, height: 460)
        try await manager.reload(view.viewport())
        var pins: [Int] = []
        for marker in await manager.visible {
          let member = try #require(
            await manager.points(of: marker).first { $0.coordinate == marker.position })
          pins.append(try #require(Int(member.id.dropFirst())))
        }
        let expected = try model.pins(in: view)
        expect(pins.sorted(), equals: expected, "seed \(seed), zoom \(zoom)")
        seeds += 1
        if try former.pins(in: view) != expected { differing += 1 }
      }
    }
    // Memory decides in these views: a list that a zoom out empties shows other pins.
    expect(seeds, equals: 72)
    #expect(differing > 0)
  }
}
