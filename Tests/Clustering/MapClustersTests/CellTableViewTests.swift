import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Views of many cells` {
  /// Cells of zoom 16 in no order, three in four of them within a hundredth of the world.
  private let keys: [UInt64]

  init() {
    var random = Seeded(seed: 5)
    var keys: Set<UInt64> = []
    while keys.count < 40_000 {
      let bound: UInt64 = keys.count % 4 == 0 ? 65_536 : 6_554
      let (x, y) = (
        UInt64.random(in: 0..<bound, using: &random), UInt64.random(in: 0..<bound, using: &random)
      )
      keys.insert(y << 32 | x)
    }
    let mixer: UInt64 = 0x9E37_79B9_7F4A_7C15
    self.keys = keys.sorted { $0 &* mixer < $1 &* mixer }
  }

  @Test(arguments: [1, 2]) func `find places in order on any number of threads`(threads: Int) {
    let rows = (0..<UInt32(keys.count)).map { 3 * $0 }
    let (sorted, numbers) = ascendingPlaces(keys, rows, threads: threads)
    let order = keys.indices.sorted { keys[$0] < keys[$1] }
    expect(sorted, equals: order.map { keys[$0] })
    expect(numbers, equals: order.map { rows[$0] })
  }

  /// Sorted by digits and by comparing, with the same places several times: they stay in order.
  @Test(arguments: [1, 63, 64, 1500]) func `keep the order of equal places`(count: Int) {
    let few = (0..<UInt64(count)).map { ($0 * 7 % 5) << 32 | $0 % 3 }
    let (sorted, numbers) = ascendingPlaces(few, nil, threads: 2)
    let order = few.indices.sorted { few[$0] != few[$1] ? few[$0] < few[$1] : $0 < $1 }
    expect(sorted, equals: order.map { few[$0] })
    expect(numbers, equals: order.map { UInt32($0) })
  }

  @Test func `make no coarser ones for a view that is of no use any more`() {
    var table = CellTable()
    table.append(count: 1, CellTable.Sums(longitudes: 0, latitudes: 0), first: nil)
    #expect(table.add(.cells(worldColumns: 65_536), keys: [5]) == nil)
    let keys = [false, true, false].map { isCancelled in
      table.coarser.level(dividing: 32, of: table, table.layers[0]) { isCancelled }?.keys
    }
    // The first view is answered from the table's own cells, in any case.
    expect(keys, equals: [nil, nil, [0]])
  }

  /// Zoom 1 has 16 cells of 64 points, each of 4096 by 4096 cells of zoom 16. With members each view visits these; without, from the
  /// second view on it visits coarser ones.
  @Test(arguments: [1, 2], [(0.0, 1024.0), (60, 300)]) func `sum them on any number of threads`(
    threads: Int, place: (latitude: Double, width: Double)
  ) throws {
    var (table, counts) = (CellTable(), [Cell: Int]())
    for (row, key) in keys.enumerated() {
      table.append(count: row % 9 + 1, CellTable.Sums(longitudes: 0, latitudes: 0), first: nil)
      let cell = Cell(column: Int(key & 0xFFFF_FFFF) >> 12, row: Int(key >> 32) >> 12)
      counts[cell, default: 0] += row % 9 + 1
    }
    #expect(table.add(.cells(worldColumns: 65_536), keys: keys, threads: threads) == nil)
    let settings = ClusterSettings.standard.with { ($0.cellSize, $0.snapsZoom) = (.points(64), true) }
    let part = try view(place.latitude, -2 * place.latitude, zoom: 1, width: place.width, height: place.width)
    var results: [MarkerList] = []
    for listsMembers in [true, false, false, false] {
      table.listsMembers = listsMembers
      var input = ClusterInput(CoordinateTable())
      input.cells = table
      let found = try markers(of: input, in: part, settings: settings, threads: threads)
      results.append(found.markers)
      for marker in found.markers where listsMembers {
        let cell = try #require(marker.cell)
        let members = found.members(of: marker).map { Int($0) % 9 + 1 }
        if members.reduce(0, +) != counts[cell] { Issue.record("\(cell) has \(members.count) members") }
      }
    }
    #expect(place.width < 1024 || results[0].count == counts.count)
    for markers in results {
      #expect(markers.allSatisfy { $0.cell.flatMap { counts[$0] } == $0.count })
      #expect(markers.count > 8)
      expect(markers.map(\.cell), equals: results[0].map(\.cell))
    }
  }
}
