import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Radius index asked for a view` {
  private let table = PointPattern.towns.table(250)

  private func index(_ settings: RadiusSettings = RadiusSettings()) throws -> RadiusIndex {
    try RadiusIndex(of: table, settings: settings)
  }

  /// Items of a zoom whose fixed place lies between edges, by looking at all of them.
  private func expected(
    _ index: RadiusIndex, _ zoom: Int, _ west: Double, _ south: Double, _ east: Double, _ north: Double
  ) -> [RadiusItem] {
    func fixed(_ latitude: Double, _ longitude: Double) -> [Int] {
      let sine = sin(latitude * .pi / 180)
      let y = min(1, max(0, 0.5 - 0.25 * log((1 + sine) / (1 - sine)) / .pi))
      return [longitude / 360 + 0.5, y].map { Int(($0 - 0.5) * 1_073_741_824) }
    }
    let (upper, lower) = (fixed(north, west), fixed(south, east))
    let level = index.level(atZoom: Double(zoom))
    let slots = level.sorted(Array(0..<level.count))
    return zip(slots, index.items(zoom: zoom)).filter { slot, _ in
      let record = level.items[slot]
      return (upper[0]...max(upper[0], lower[0])).contains(Int(record.x)) && upper[0] <= lower[0]
        && Int(record.y) >= upper[1] && Int(record.y) <= lower[1]
    }.map(\.1)
  }

  @Test func `a box holds the items in it, in index order`() throws {
    var numbers = Seeded(seed: 5)
    let index = try index()
    for round in 0..<100 {
      let edges = (0..<2).map { _ in numbers.number(in: -180...180) }.sorted()
      let rows = (0..<2).map { _ in numbers.number(in: -90...90) }.sorted()
      let found = index.clusters(
        west: edges[0], south: rows[0], east: edges[1], north: rows[1], zoom: Double(round % 18) + 0.9)
      expect(found, equals: expected(index, round % 18, edges[0], rows[0], edges[1], rows[1]))
    }
  }

  @Test func `weird boxes mean what they meant in the original`() throws {
    let index = try index()
    let all = index.items(zoom: 3)
    func box(_ west: Double, _ east: Double, south: Double = -90, north: Double = 90) -> [RadiusItem] {
      index.clusters(west: west, south: south, east: east, north: north, zoom: 3)
    }
    expect(box(-180, 180), equals: all)
    #expect((box(-540, 900), box(-129.4, 230.7), box(0, 360)) == (all, all, all))
    expect(box(-180, 180, south: -1000, north: 1000), equals: all)
    expect(box(120, -120), equals: box(120, 180) + box(-180, -120))
    #expect((box(120, 240), box(480, 600)) == (box(120, -120), box(120, -120)))
    #expect(box(-90, -90).isEmpty)
    #expect(box(10, 20, south: 50, north: -50).isEmpty)
    #expect(box(.nan, 0).isEmpty)
    #expect(box(-.infinity, .infinity).isEmpty)
    #expect(box(0, 1, south: .nan).isEmpty)
    expect(
      box(20, 180),
      equals: index.clusters(in: try BoundingBox(west: 20, south: -90, east: 180, north: 90), zoom: 3)
    )
    expect(
      all, equals: index.clusters(in: try BoundingBox(west: -180, south: -90, east: 180, north: 90), zoom: 3))
  }

  @Test func `zooms are rounded down and limited`() throws {
    let index = try index(RadiusSettings(minimumZoom: 2, maximumZoom: 8))
    func count(_ zoom: Double) -> Int {
      index.clusters(west: -180, south: -90, east: 180, north: 90, zoom: zoom).count
    }
    #expect((count(2.999), count(3)) == (index.itemCount(zoom: 2), index.itemCount(zoom: 3)))
    #expect((count(-7), count(.nan), count(-.infinity)) == (index.itemCount(zoom: 2), count(2), count(2)))
    #expect((count(9), count(1e300), count(.infinity)) == (250, 250, 250))
  }

  @Test func `a tile shows its margin, and the world's edges show each other`() throws {
    let points = [(0.0, 179.9), (0, -179.9), (10, 0.5), (-60, 90)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let index = try RadiusIndex(of: CoordinateTable(points), settings: RadiusSettings(maximumZoom: 0))
    let world = try #require(try index.tile(zoom: 0, column: 0, row: 0))
    // 512 · (179.9/360 + 1/2) = 511.86 and so on, halves up.
    expect(world.map(\.x), equals: [512, 0, 257, 384, 0, 512])
    expect(world.map(\.y), equals: [256, 256, 242, 363, 256, 256])
    expect(world.map(\.item.pointIndex), equals: [0, 1, 2, 3, 0, 1])
    let corner = try #require(try index.tile(zoom: 1, column: 0, row: 0))
    expect(corner.map(\.item.pointIndex), equals: [1, 2, 0])
    expect(corner.map(\.x), equals: [0, 513, 0])
    try expect(index.tile(zoom: 5, column: 3, row: 3), equals: nil)
    #expect(throws: ClusterError.tileOutOfRange(zoom: 1, column: 2, row: 0)) {
      try index.tile(zoom: 1, column: 2, row: 0)
    }
    #expect(throws: ClusterError.self) { try index.tile(zoom: 64, column: 0, row: 0) }
  }

  @Test func `leaves come in pages`() throws {
    let index = try index()
    let id = try #require(index.items(zoom: 0).max { $0.count < $1.count }?.clusterID)
    let all = try index.leaves(of: id, limit: .max)
    #expect((all.count, Set(all).count) == ((try index.cluster(id).count), all.count))
    try expect(index.leaves(of: id), equals: Array(all.prefix(10)))
    try expect(index.leaves(of: id, limit: 0, offset: 3), equals: Array(all[3..<13]))
    for offset in stride(from: 0, to: all.count + 5, by: 3) {
      let page = try index.leaves(of: id, limit: 7, offset: offset)
      expect(page, equals: Array(all.dropFirst(offset).prefix(7)))
    }
    #expect(try index.leaves(of: id, limit: 5, offset: .max).isEmpty)
  }

  @Test(arguments: [2, 3])
  func `a point is found in its cluster at every zoom`(minimum: Int) throws {
    let index = try index(RadiusSettings(minimumPoints: minimum))
    for point in stride(from: 0, to: 250, by: 7) {
      for zoom in 0...17 {
        let item = try index.item(holdingPoint: point, zoom: Double(zoom))
        #expect(index.items(zoom: zoom).contains(item))
        let members =
          try item.clusterID.map { try index.leaves(of: $0, limit: .max) } ?? [item.pointIndex ?? -1]
        #expect(members.contains(point))
      }
    }
    #expect(throws: ClusterError.unknownPoint(250)) { try index.item(holdingPoint: 250, zoom: 0) }
  }

  @Test(arguments: [2, 3])
  func `ids that are none are refused`(minimum: Int) throws {
    let index = try index(RadiusSettings(minimumPoints: minimum))
    let ids = Set((0...16).flatMap { index.items(zoom: $0).compactMap(\.clusterID) })
    for id in Array(-70..<9000) + [.min, .max, .max - 31] {
      if ids.contains(id) {
        #expect(try index.children(of: id).count >= 2)
      } else {
        #expect(throws: ClusterError.unknownCluster(id)) { try index.children(of: id) }
        #expect(throws: ClusterError.unknownCluster(id)) { try index.expansionZoom(of: id) }
      }
    }
  }

  @Test func `many points in one place are one cluster, quickly`() throws {
    let place = Coordinate(latitude: 48.2, longitude: 16.37)
    let table = CoordinateTable((0..<20_000).map { _ in place })
    for minimum in [2, 3, 50_000] {
      let index = try RadiusIndex(of: table, settings: RadiusSettings(maximumZoom: 3, minimumPoints: minimum))
      expect(index.itemCount(zoom: 3), equals: minimum == 50_000 ? 20_000 : 1)
    }
  }

  @Test func `a long line in reverse order does not exhaust the stack`() throws {
    let table = CoordinateTable(
      (0..<20_000).map { Coordinate(latitude: 0, longitude: 90 - Double($0) * 0.0004) })
    let index = try RadiusIndex(
      of: table, settings: RadiusSettings(minimumZoom: 16), slices: ParallelSlices(threads: 2))
    // At zoom 16 the radius is 40/512/65536 · 360° = 0.00043°: each item reaches the next, so pairs form.
    expect(index.itemCount(zoom: 16), equals: 10_000)
  }

  @Test(arguments: [(5, 4), (0, 31)])
  func `zooms that cannot be are refused`(minimum: Int, maximum: Int) throws {
    let settings = RadiusSettings(minimumZoom: minimum, maximumZoom: maximum)
    #expect(throws: ClusterError.clusterZooms(minimum: minimum, maximum: maximum)) { try index(settings) }
  }

  @Test func `a point that is not on Earth is refused`() {
    let table = CoordinateTable([Coordinate(latitude: 91, longitude: 0)])
    #expect(throws: ClusterError.badCoordinate(index: 0, longitude: 0, latitude: 91)) {
      try RadiusIndex(of: ClusterInput(table))
    }
  }
}

@Suite struct `Abbreviated count` {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1k"), (1049, "1k"), (1050, "1.1k"), (1250, "1.3k"), (9949, "9.9k"),
    (9950, "9.9k"), (9999, "9.9k"), (10_000, "10k"), (10_499, "10k"), (10_500, "11k"), (999_499, "999k"),
    (999_999, "999k"), (1_000_000, "1M"), (1_234_567, "1.2M"), (9_960_000, "10M"), (10_178_000, "10.2M"),
    (99_960_000, "99.9M"), (101_500_000, "102M"), (999_900_000, "999M"), (1_000_000_000, "1B"),
    (2_345_678_901, "2.3B"), (123_456_789_012, "123B"), (Int.max, "9223372T"),
  ])
  func `thousands are written short`(count: Int, text: String) {
    expect(abbreviatedCount(count), equals: text)
  }
}
