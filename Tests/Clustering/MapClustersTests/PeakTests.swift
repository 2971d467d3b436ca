import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

/// Density peaks in their plainest form: every cell is compared with every other one; nothing is shared with the method
/// but the projection and the mix of ties.
private struct PeakOracle {
  struct Cell {
    let column, row: Int
    var rows: [Int] = []
    var mass: Int128 = 0
    var place = Coordinate(latitude: 0, longitude: 0)
    var density: Int128 = 0
  }

  /// Rows of each cluster, ascending; sorted by the first.
  let clusters: [[Int]]

  init(_ table: CoordinateTable, weights: [Double]? = nil, _ viewport: Viewport, radius: Double) {
    let world = 512 * pow(2, viewport.zoom)
    let across = max(1, Int(world / (radius / 8) + 1e-9))
    let (seen, reach) = (viewport.visibleWorldRectangle, 4 * radius / world)
    let columns = PeakOracle.range(seen.minX - reach, seen.maxX + reach, across)
    let rows = PeakOracle.range(seen.minY - reach, seen.maxY + reach, across).clamped(to: 0..<across)
    let held = Set(columns.prefix(across).map { ($0 % across + across) % across })
    var cells: [Cell] = []
    for index in 0..<table.count {
      let point = FixedWorldPoint(table[index])
      let column = Int(UInt64(point.x) * UInt64(across) / 4_294_967_296)
      let row = Int(UInt64(point.y) * UInt64(across) / 4_294_967_296)
      guard held.contains(column), rows.contains(row) else { continue }
      let number = cells.firstIndex { $0.column == column && $0.row == row } ?? cells.count
      if number == cells.count { cells.append(Cell(column: column, row: row)) }
      cells[number].rows.append(index)
    }
    func units(_ number: Double, _ unit: Double) -> Int128 {
      Int128((number * unit).rounded(.toNearestOrEven))
    }
    for number in cells.indices {
      var plain = (total: Int128(0), x: Int128(0), y: Int128(0))
      var weighted = plain
      for row in cells[number].rows {
        let (x, y) = (units(table[row].longitude, 1e8), units(table[row].latitude, 1e8))
        plain = (plain.total + 1, plain.x + x, plain.y + y)
        guard let weight = weights.map({ units($0[row], 1e6) }) else { continue }
        weighted = (weighted.total + weight, weighted.x + weight * x, weighted.y + weight * y)
      }
      cells[number].mass = weights == nil ? plain.total : weighted.total
      let mean = weighted.total > 0 ? weighted : plain
      cells[number].place = Coordinate(
        latitude: Double(mean.y) / (Double(mean.total) * 1e8),
        longitude: Double(mean.x) / (Double(mean.total) * 1e8))
    }
    func apart(_ one: Int, _ other: Int) -> Int {
      let plain = abs(one - other)
      return min(plain, across - plain)
    }
    for number in cells.indices {
      for other in cells {
        let (x, y) = (apart(cells[number].column, other.column), abs(cells[number].row - other.row))
        guard x <= 2, y <= 2 else { continue }
        let weight = Int128((256 * exp(-Double(x * x + y * y) / 4)).rounded())
        cells[number].density += weight * other.mass
      }
    }
    let steps = cells.map { FixedWorldPoint($0.place) }
    func square(_ one: Int, _ other: Int) -> Int128 {
      let plain = abs(Int128(steps[one].x) - Int128(steps[other].x))
      let (x, y) = (min(plain, 4_294_967_296 - plain), Int128(steps[one].y) - Int128(steps[other].y))
      return x * x + y * y
    }
    let reachSteps = Int128(radius / world * 4_294_967_296)
    let mixes = cells.map { mixed(UInt64($0.row) << 32 | UInt64($0.column)) }
    var peaks: [Int] = []
    let falling = cells.indices.sorted {
      cells[$0].density == cells[$1].density ? mixes[$0] < mixes[$1] : cells[$0].density > cells[$1].density
    }
    for number in falling where peaks.allSatisfy({ square($0, number) >= reachSteps * reachSteps }) {
      peaks.append(number)
    }
    var members = [[Int]](repeating: [], count: peaks.count)
    for number in cells.indices {
      // The first of the least ones.
      let nearest = peaks.indices.min { square(peaks[$0], number) < square(peaks[$1], number) }
      members[nearest ?? 0] += cells[number].rows
    }
    clusters = members.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  private static func range(_ start: Double, _ end: Double, _ across: Int) -> Range<Int> {
    let low = Int((start * Double(across) + 1e-6).rounded(.down))
    return low..<max(low, Int((end * Double(across) - 1e-6).rounded(.up)))
  }
}

@Suite struct `Density peaks` {
  static let tables: [(name: String, table: CoordinateTable)] = [
    ("tricky", trickyTable(500, seed: 3)),
    ("random", randomTable(400, seed: 4, latitudes: -60...60)),
    ("even", even(20, step: 3, south: -30, west: -30)),
    (
      "doubled",
      CoordinateTable(
        (0..<300).map { index -> Coordinate in
          let west: Double = index % 5 < 3 ? 179 : -180
          return Coordinate(latitude: Double(index % 7) - 3, longitude: west + Double(index % 11) / 11)
        })
    ),
  ]
  private static func even(_ side: Int, step: Double, south: Double, west: Double) -> CoordinateTable {
    CoordinateTable(
      (0..<side * side).map { index -> Coordinate in
        Coordinate(
          latitude: south + Double(index / side) * step, longitude: west + Double(index % side) * step)
      })
  }

  static let views: [(Double, Double, Double)] = [(0, 0, 0), (10, 179.9, 1.3), (50, 8, 3.7), (-20, -180, 2)]
  static let settings = ClusterSettings.standard(.peaks)

  @Test(arguments: tables.indices, views)
  func `are those of a comparison of all cells`(
    number: Int, place: (latitude: Double, longitude: Double, zoom: Double)
  ) throws {
    let (name, table) = Self.tables[number]
    let viewport = try view(place.latitude, place.longitude, zoom: place.zoom, width: 700, height: 500)
    var random = Seeded(seed: 5)
    let weights = (0..<table.count).map { $0 % 9 == 0 ? 0 : random.number(in: 0...1000) }
    for radius in [64, 31.7] {
      for weights in [nil, weights] as [[Double]?] {
        let settings = Self.settings.with { ($0.radius, $0.minimumCount) = (radius, 1) }
        let expected = PeakOracle(table, weights: weights, viewport, radius: radius).clusters
        let input = ClusterInput(table, weights: weights)
        for threads in [1, 2] {
          let found = try markers(of: input, in: viewport, settings: settings, threads: threads)
          let groups = found.markers.map { found.members(of: $0).map { Int($0) } }
          let known = Set(groups)
          expect(groups, equals: expected.filter(known.contains), "\(name) \(radius)")
          // The others are those beyond the picture.
          #expect(
            !expected.contains { rows in
              !known.contains(rows) && rows.allSatisfy { viewport.shows(table[$0]) }
            }, "\(name) \(radius)")
          expect(Set(found.markers.map(\.id)).count, equals: found.markers.count)
        }
      }
    }
  }

  /// A point in its own place: the mean of both would be Greenwich.
  @Test func `have their mean on their own side of the world`() throws {
    let viewport = try view(0, 180, zoom: 1)
    let places = [(0.0, 179.8), (0, -179.8), (1, -179.9), (1, 179.9), (0, 179.9), (0, -179.9)]
    let given: [[Double]?] = [nil, [1, 1, 2, 2, 1, 1]]
    for weights in given {
      let found = try markers(
        of: ClusterInput(table(places), weights: weights), in: viewport, settings: Self.settings)
      let marker = try #require(found.markers.first)
      #expect((found.markers.count, marker.count) == (1, 6))
      #expect(abs(abs(marker.position.longitude) - 180) < 1e-9)
      #expect(marker.bounds.west == 179.8 && abs(marker.bounds.longitudes.width - 0.4) < 1e-9)
    }
  }

  @Test func `do not depend on the order of rows`() throws {
    for (name, table) in Self.tables {
      let viewport = try view(10, 20, zoom: 2.2)
      let order = (0..<table.count).sorted { mixed(UInt64($0)) < mixed(UInt64($1)) }
      let shuffled = CoordinateTable(order.map { table[$0] })
      func found(_ table: CoordinateTable) throws -> Set<[Double]> {
        let markers = try markers(of: ClusterInput(table), in: viewport, settings: Self.settings).markers
        return Set(
          markers.map { [$0.position.longitude, $0.position.latitude, Double($0.count), $0.weight] })
      }
      try expect(found(table), equals: found(shuffled), "\(name)")
    }
  }

  @Test func `stay where they are while the map is panned`() throws {
    var random = Seeded(seed: 9)
    let clumps = CoordinateTable(
      (0..<20_000).map { index -> Coordinate in
        let town = index % 40
        let (right, down) = (random.number(in: -1...1), random.number(in: -1...1))
        let far = 8 * random.number(in: 0...1)
        return Coordinate(
          latitude: Double(town) / 4 + down * far, longitude: Double(town * 7 % 40) + right * far)
      })
    let even = Self.even(200, step: 0.25, south: -20, west: 0)
    for table in [clumps, even, randomTable(20_000, seed: 2, latitudes: -30...40, longitudes: -10...60)] {
      for (right, down) in [(0.7, 0.0), (0.31, 0.44), (-3, 2.2)] {
        let views = [try view(5, 20, zoom: 4.6), try view(5 + down, 20 + right, zoom: 4.6)]
        let both = try views.map { own in
          try markers(of: ClusterInput(table), in: own, settings: Self.settings).markers.filter { marker in
            views.allSatisfy { $0.shows(marker.position) }
          }.map { [$0.position.longitude, $0.position.latitude, Double($0.count)] }
        }
        let changed = Set(both[0]).symmetricDifference(both[1]).count
        #expect(both[0].count > 50 && Double(changed) <= 0.01 * Double(both[0].count), "\(changed)")
      }
    }
  }

  @Test func `are the same from counted cells as from rows`() throws {
    for (name, table) in Self.tables {
      var random = Seeded(seed: 6)
      let weights = (0..<table.count).map { _ in random.number(in: 0...9) }
      for viewport in [try view(0, 179, zoom: 1.6), try view(0, 0, zoom: 0)] {
        for position in [MarkerPosition.mean, .cellCenter] {
          let settings = Self.settings.with { $0.position = position }
          let input = ClusterInput(table, weights: weights)
          let counters = try (0..<2).map { _ in try CellCounter(of: viewport, settings: settings) }
          for (half, counter) in counters.enumerated() {
            let rows = half * table.count / 2..<(half + 1) * table.count / 2
            _ = try counter.add(
              ClusterInput(CoordinateTable(rows.map { table[$0] }), weights: Array(weights[rows])),
              after: rows.lowerBound)
          }
          var cells = ClusterInput(table)
          cells.cells = try CellTable.counted(by: counters) { $0 }.table
          let (found, expected) = try (
            markers(of: cells, in: viewport, settings: settings),
            markers(of: input, in: viewport, settings: settings)
          )
          func plain(_ result: ClusterResult) -> [Marker] {
            result.markers.map { marker in
              var marker = marker
              marker.members = 0..<0
              return marker
            }
          }
          expect(plain(found), equals: plain(expected), "\(name)")
        }
      }
    }
  }

  /// Three points near each other, four in one place, and a far one.
  @Test func `leave points single that may not be clustered`() throws {
    let places = [(0.0, 0.0), (0.01, 0.01), (0.02, 0), (9, 9), (9, 9), (9, 9), (9, 9), (-20, -20)]
    let viewport = try view(0, 0, zoom: 3)
    func counts(_ change: (inout ClusterSettings) -> Void) throws -> [Int] {
      try MapClustersTests.counts(places, viewport, Self.settings.with(change))
    }
    try expect(counts { _ in }, equals: [3, 4, 1])
    try expect(counts { $0.minimumCount = 4 }, equals: [1, 1, 1, 4, 1])
    try expect(counts { $0.minimumUnique = 2 }, equals: [3, 1, 1, 1, 1, 1])
    try expect(counts { $0.maximumZoom = 2 }.count, equals: 8)
    let alone = ClusterInput(table(places), unclusteredRows: optedOut([1]))
    try expect(
      markers(of: alone, in: viewport, settings: Self.settings).markers.map(\.count), equals: [2, 1, 4, 1])
  }

  /// Two cells beside each other and one alone: six edges around the two, four around the other.
  @Test func `have territories of whole cells`() throws {
    let places = [(0.5, 0.5), (0.5, 1.2), (-20, 40)]
    let viewport = try view(0, 0, zoom: 3)
    let found = try markers(of: ClusterInput(table(places)), in: viewport, settings: Self.settings)
    let territories = try #require(found.territories)
    expect(found.markers.map(\.count), equals: [2, 1])
    #expect((territories.peaks.count, territories.edges.count) == (2, 10))
    #expect(territories.peaks.contains(WorldPoint(Coordinate(latitude: -20, longitude: 40))))
    #expect(
      territories.edges.allSatisfy { edge in
        abs(abs(edge.from.x - edge.to.x) + abs(edge.from.y - edge.to.y) - 1 / 512) < 1e-12
      })
  }

  @Test func `are found at the closest zoom`() throws {
    let viewport = try view(0, 0, zoom: 24)
    let found = try markers(
      of: ClusterInput(table([(0, 0), (0.000001, 0), (0.00001, 0)])), in: viewport, settings: Self.settings)
    expect(found.markers.map(\.count), equals: [2, 1])
  }
}
