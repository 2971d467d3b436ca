import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

/// The grid in its plainest form: project every point, divide, compare; nothing is shared with the engine but the
/// projection.
private func bruteForceCells(
  _ table: CoordinateTable, viewport: Viewport, settings: ClusterSettings, grid: GridCells
) -> [Cell: [UInt32]] {
  var cells: [Cell: [UInt32]] = [:]
  for index in 0..<table.count {
    let point = FixedWorldPoint(table[index])
    let (column, row): (Int, Int)
    if settings.anchor == .world && settings.alignsToWorld {
      let shares = UInt64(grid.worldColumns)
      column = Int(UInt64(point.x) * shares / 4_294_967_296)
      row = Int(UInt64(point.y) * shares / 4_294_967_296)
    } else if settings.anchor == .world {
      column = Int((Double(point.x) / (grid.side * 4_294_967_296)).rounded(.down))
      row = Int((Double(point.y) / (grid.side * 4_294_967_296)).rounded(.down))
    } else {
      let view = viewport.visibleWorldRectangle
      let x = (view.minX * 4_294_967_296).rounded()
      let y = (view.minY * 4_294_967_296).rounded()
      let length = grid.side * 4_294_967_296
      // The copy of the world that starts with the first cell.
      var east = Double(point.x) - x
      let start = (Double(grid.first.column) * length).rounded(.up)
      while east < start { east += 4_294_967_296 }
      while east - 4_294_967_296 >= start { east -= 4_294_967_296 }
      column = Int((east / length).rounded(.down))
      row = Int(((Double(point.y) - y) / length).rounded(.down))
    }
    var offset = column - grid.first.column
    if settings.anchor == .world && offset < 0 { offset += grid.worldColumns }
    guard offset < grid.columns, offset >= 0, (0..<grid.rows).contains(row - grid.first.row) else { continue }
    cells[Cell(column: column, row: row), default: []].append(UInt32(index))
  }
  return cells
}

@Suite struct `Grid against brute force` {
  private static let settings: [(String, ClusterSettings)] = {
    var all: [(String, ClusterSettings)] = [("standard", .standard)]
    for preset in [ClusterPreset.amap, .tb, .pablo] { all.append((preset.rawValue, preset.settings)) }
    for (name, size, margin) in [("large", 400.0, 0.0), ("tiny", 3.7, 0.25), ("shrunk", 33.3, -0.2)] {
      for anchor in GridAnchor.allCases {
        for aligned in [true, false] {
          let settings = ClusterSettings.standard.with {
            ($0.cellSize, $0.margin, $0.anchor) = (.points(size), margin, anchor)
            $0.alignsToWorld = aligned
          }
          all.append(("\(name) \(anchor)\(aligned ? "" : " unaligned")", settings))
        }
      }
    }
    return all
  }()

  private static let views: [(Double, Double, Double)] = [
    (0, 0, -1.5), (0, 0, 0), (30, 179.9, 0.37), (52.5, 13.4, 4.1), (52.5, 13.4, 9.7), (0, -180, 3),
    (85, 0, 2.2), (-89, 90, 5),
  ]

  @Test(arguments: Self.views)
  func `puts every point where a division puts it`(latitude: Double, longitude: Double, zoom: Double) throws {
    let table = trickyTable(3000, seed: 7)
    let viewport = try view(latitude, longitude, zoom: zoom)
    for (name, settings) in Self.settings {
      let found = try markers(of: ClusterInput(table), in: viewport, settings: settings)
      let grid = try #require(found.grid)
      let expected = bruteForceCells(table, viewport: viewport, settings: settings, grid: grid)
      expect(found.members.count, equals: expected.values.reduce(0) { $0 + $1.count }, "\(name)")
      for marker in found.markers {
        let cell = try #require(marker.cell)
        let members = try #require(expected[cell], "\(name): \(cell)")
        if marker.isCluster {
          expect(Array(found.members(of: marker)), equals: members, "\(name)")
        } else {
          #expect(members.contains(found.members[marker.members.lowerBound]), "\(name)")
        }
      }
      if !grid.counts.isEmpty {
        expect(grid.counts.reduce(0) { $0 + Int($1) }, equals: found.members.count, "\(name)")
        expect(grid.counts.count { $0 > 0 }, equals: expected.count, "\(name)")
      }
    }
  }

  @Test func `places means and boxes as a slow sum does`() throws {
    let table = trickyTable(3000, seed: 3)
    for (name, settings) in Self.settings {
      for (latitude, longitude, zoom) in Self.views {
        let found = try markers(
          of: ClusterInput(table), in: view(latitude, longitude, zoom: zoom), settings: settings)
        for marker in found.markers where marker.isCluster {
          let places = found.members(of: marker).map { table[Int($0)] }
          let mean = places.reduce(0) { $0 + $1.latitude } / Double(places.count)
          #expect(abs(marker.position.latitude - mean) < 1.1e-8, "\(name)")
          #expect((-180..<180).contains(marker.position.longitude))
          // Turns are added and taken off again: a longitude's last bits may go.
          let box = marker.bounds
          #expect(
            places.allSatisfy { place in
              let east = place.longitude - box.west
              return (box.south...box.north).contains(place.latitude)
                && (east < -1e-9 ? east + 360 : east) <= box.longitudes.width + 1e-9
            }, "\(name)")
          let west = marker.bounds.west
          let offset = places.reduce(0) { sum, place in
            let offset = place.longitude - west
            return sum + (offset < -1e-9 ? offset + 360 : offset)
          }
          let away = Coordinate.wrappedLongitude(
            marker.position.longitude - west - offset / Double(places.count))
          #expect(abs(away) < 1.1e-8 || marker.bounds.longitudes.width > 359, "\(name)")
        }
      }
    }
  }

  @Test(arguments: ClusterPreset.allCases.filter { $0 != .supercluster })
  func `has every point of the world once`(preset: ClusterPreset) throws {
    let table = trickyTable(4000, seed: 11)
    for longitude in [0, 77.7, -180] {
      for zoom in [0, -1.25] {
        let found = try markers(
          of: ClusterInput(table), in: view(0, longitude, zoom: zoom), settings: preset.settings)
        expect(found.members.sorted(), equals: Array(0..<4000))
        expect(found.markers.map(\.members.count).reduce(0, +), equals: 4000)
        expect(Set(found.markers.map(\.id)).count, equals: found.markers.count)
        let firsts = found.markers.map { found.members[$0.members.lowerBound] }
        expect(firsts, equals: found.markers.map { found.members(of: $0).min() })
        expect(firsts, equals: firsts.sorted())
      }
    }
  }

  @Test(arguments: [1, 2, 8])
  func `does not depend on threads or blocks`(threads: Int) throws {
    let table = trickyTable(5000, seed: 5)
    let viewport = try view(30, 179.9, zoom: 0.37)
    for (name, settings) in Self.settings {
      let grid = try grid(settings, in: viewport)
      let whole = try groups(of: table, in: grid)
      for block in [1, 7, 500] {
        let parts = try groups(of: table, in: grid, threads: threads, block: block)
        expect(parts.members, equals: whole.members, "\(name)")
        expect(parts.starts, equals: whole.starts)
        expect(parts.sums.map(\.longitudes), equals: whole.sums.map(\.longitudes))
        expect(parts.sums.map(\.first), equals: whole.sums.map(\.first))
      }
    }
  }

  @Test(arguments: [(20.0, 0.0, 1.0), (0, 100, 0), (52.5, 13.4, 7.5), (85, 0, 2)])
  func `puts crowds where it puts single points`(latitude: Double, longitude: Double, zoom: Double) throws {
    // Nearly all in view, some far away, some a turn off.
    let viewport = try view(latitude, longitude, zoom: zoom)
    let area = viewport.visibleWorldRectangle
    var generator = Seeded(seed: 11)
    var table = CoordinateTable()
    for row in 0..<6001 {
      let x = area.minX + area.width * generator.number(in: row % 50 == 0 ? -1...2 : 0...1)
      let y = area.minY + area.height * generator.number(in: row % 50 == 1 ? -1...2 : 0...1)
      let place = WorldPoint(x: x, y: y).coordinate
      table.latitudes.append(row % 97 == 0 ? place.latitude.rounded(.up) : min(90, max(-90, place.latitude)))
      table.longitudes.append(
        Coordinate.wrappedLongitude(place.longitude) + (row == 3000 || row > 6000 ? 360 : 0))
    }
    for side in [60.0, 2.5] {
      let grid = try grid(.standard.with { $0.cellSize = .points(side) }, in: viewport)
      // Where points can be opted out, each is looked at by itself.
      let single = try groups(of: table, in: grid, unclusteredRows: PointSet())
      #expect(single.members.count > 5500)
      for (threads, block) in [(1, 1024), (2, 1024), (3, 333), (1, 1), (8, 2)] {
        let crowd = try groups(of: table, in: grid, threads: threads, block: block)
        expect(crowd.members, equals: single.members)
        expect(crowd.starts, equals: single.starts)
        expect(crowd.sums.map(numbers), equals: single.sums.map(numbers))
      }
    }
  }

  /// All that is known of a cell.
  private func numbers(_ sum: CellSum) -> [Double] {
    [Double(sum.column), Double(sum.row), Double(sum.count), Double(sum.first), Double(sum.latitudes)]
      + [Double(sum.longitudes), sum.south, sum.north, sum.west, sum.east]
  }

  @Test(arguments: [Double.nan, .infinity, -91, 1e300])
  func `finds the point without a place in a crowd`(latitude: Double) throws {
    var table = CoordinateTable(Array(repeating: Coordinate(latitude: 1, longitude: 2), count: 5000))
    table.latitudes[4000] = latitude
    #expect {
      _ = try markers(of: ClusterInput(table), in: view(0, 0, zoom: 1))
    } throws: { error in
      guard case .badCoordinate(let index, _, _) = error as? ClusterError else { return false }
      return index == 4000
    }
    table.latitudes[4000] = 1
    table.longitudes[4000] = latitude
    if latitude.isFinite {
      #expect(try markers(of: ClusterInput(table), in: view(0, 0, zoom: 1)).markers[0].count >= 4999)
    } else {
      #expect(throws: ClusterError.self) { try markers(of: ClusterInput(table), in: view(0, 0, zoom: 1)) }
    }
  }

  @Test func `does not depend on input order but for the order itself`() throws {
    let table = trickyTable(2000, seed: 9)
    let reversed = CoordinateTable(
      longitudes: table.longitudes.reversed(), latitudes: table.latitudes.reversed())
    let viewport = try view(52.5, 13.4, zoom: 8)
    let forward = try markers(of: ClusterInput(table), in: viewport, settings: ClusterPreset.amap.settings)
    let backward = try markers(
      of: ClusterInput(reversed), in: viewport, settings: ClusterPreset.amap.settings)
    expect(Set(forward.markers.map(\.position)), equals: Set(backward.markers.map(\.position)))
  }

  @Test func `finds the row of every latitude as the projection does`() throws {
    var generator = Seeded(seed: 1)
    for shares in [1, 2, 7, 64, 136, 4096] {
      let grid = try CellGrid(
        side: 1 / Double(shares), shares: shares,
        covering: WorldRectangle(minX: 0, minY: 0, width: 1, height: 1), points: 1)
      let rows = try #require(RowTable(rows: grid.rows))
      var latitudes = [-90, 90, 0, -0.0, 85.0511287798066, -85.0511287798066, 85.06, -85.06]
      for row in 0...min(64, shares) {
        let edge = WorldPoint.latitude(ofY: Double(row) / Double(shares))
        latitudes += [edge, edge.nextUp, edge.nextDown, edge + 1e-10, edge - 1e-10, edge + 1e-8, edge - 1e-8]
      }
      for _ in 0..<2000 { latitudes.append(generator.number(in: -90...90)) }
      for latitude in latitudes {
        let projected = FixedWorldPoint(Coordinate(latitude: latitude, longitude: 0)).y
        let row = Int(UInt64(projected) * UInt64(shares) / 4_294_967_296)
        expect(rows.row(of: latitude), equals: row, "\(latitude)")
      }
    }
  }

  private func grid(_ settings: ClusterSettings, in viewport: Viewport) throws -> CellGrid {
    try Clustering(
      viewport: viewport, settings: settings, strategies: ClusterStrategies(), threads: 1,
      isCancelled: { false }
    ).grid()
  }
}
