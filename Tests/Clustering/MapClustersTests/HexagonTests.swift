import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Hexagons` {
  /// The squared distance in worlds between a place and the center of a cell, the world's copies counted.
  private func distance(_ place: WorldPoint, _ column: Int, _ row: Int, of columns: Int) -> Double {
    let width = 1 / Double(columns)
    let x = (Double(column) + (row % 2 == 0 ? 0 : 0.5)) * width
    let y = Double(row) * width * 0.75.squareRoot()
    let way = abs(place.x - x).truncatingRemainder(dividingBy: 1)
    let across = min(way, 1 - way)
    return across * across + (place.y - y) * (place.y - y)
  }

  @Test(arguments: [1, 2, 7, 40])
  func `hold the points that are nearest to their centers`(columns: Int) {
    var random = Seeded(seed: 11)
    let grid = HexagonGrid(columns: columns)
    let rows = 0...Int(Double(columns) * 1.16) + 1
    for _ in 0..<500 {
      let point = FixedWorldPoint(
        x: UInt32(random.number(in: 0...4_294_967_295)), y: UInt32(random.number(in: 0...4_294_967_295)))
      let place = WorldPoint(x: Double(point.x) / 4_294_967_296, y: Double(point.y) / 4_294_967_296)
      let cell = grid.cell(of: point)
      let least = rows.flatMap { row in
        (0..<columns).map { distance(place, $0, row, of: columns) }
      }.min()
      #expect((0..<columns).contains(cell.column))
      #expect(distance(place, cell.column, cell.row, of: columns) <= (least ?? 0) + 1e-9)
    }
  }

  @Test func `count what a brute force counts, whatever the view cuts`() throws {
    let places = randomTable(3000, seed: 5, latitudes: 30...60, longitudes: -20...40)
    let settings = ClusterSettings.standard(.hex).with { $0.minimumCount = 1 }
    let viewport = try view(45, 10, zoom: 4.3, width: 500, height: 400)
    let found = try markers(of: ClusterInput(places), in: viewport, settings: settings)
    let grid = try #require(found.hexagons)
    expect(grid.columns, equals: Int(viewport.worldSize / 40))
    var counts: [Cell: Int] = [:]
    for index in 0..<places.count { counts[grid.cell(of: FixedWorldPoint(places[index])), default: 0] += 1 }
    for marker in found.markers { expect(marker.cell.map { counts[$0] }, equals: marker.count) }
    // Those of the picture are all there.
    let seen = viewport.boundingBox
    let cells = Set(found.markers.map(\.cell))
    for index in 0..<places.count where seen.contains(places[index]) {
      #expect(cells.contains(grid.cell(of: FixedWorldPoint(places[index]))))
    }
    #expect(found.markers.count < counts.count)
  }

  @Test(arguments: [1, 3, 40, 51_200, 536_870_912])
  func `have upright sides in every other band, where the row alone decides`(columns: Int) {
    var random = Seeded(seed: 3)
    let grid = HexagonGrid(columns: columns)
    // Beside the ends of bands, and anywhere.
    let third = Double(HexagonGrid.pitch) / 3 * 2 / Double(columns)
    for number in 0..<4000 {
      let near = (Double(number % 97) * third).rounded() + random.number(in: -3...3)
      let any = random.number(in: 0...4_294_967_295)
      let y = UInt32(number < 2000 && (0...4_294_967_295).contains(near) ? near : any)
      let point = FixedWorldPoint(x: UInt32(random.number(in: 0...4_294_967_295)), y: y)
      let found = grid.wrappedCell(of: point)
      let band = HexagonGrid.band(of: y, columns: UInt64(columns))
      #expect((band - 1) / 2...(band + 1) / 2 ~= found.cell.row)
      guard band % 2 == 0 else { continue }
      let plain = grid.wrappedCell(of: point.x, inRow: band / 2)
      #expect((plain.cell, plain.turns) == (found.cell, found.turns))
    }
  }

  @Test func `count by themselves what is never clustered, and weigh across the antimeridian`() throws {
    let places = table([(85.0, 179.99), (85.0, -179.99), (85.0, 179.98), (1, 20)])
    var alone = PointSet(count: 4)
    alone.insert(2)
    let found = try markers(
      of: ClusterInput(places, unclusteredRows: alone, weights: [1, 3, 1, 1]),
      in: worldView(longitude: 180), settings: .standard(.hex))
    expect(found.markers.map(\.count), equals: [2, 1, 1])
    #expect(abs(found.markers[0].position.longitude - -179.995) < 1e-9)
  }

  @Test func `share their corners with their neighbors`() {
    let grid = HexagonGrid(columns: 9)
    let middle = grid.corners(of: Cell(column: 4, row: 6))
    // North-east, east, south-east, south-west, west, north-west of a cell in an even row.
    for (column, row) in [(4, 5), (5, 6), (4, 7), (3, 7), (3, 6), (3, 5)] {
      let shared = Set(middle).intersection(grid.corners(of: Cell(column: column, row: row)))
      expect(shared.count, equals: 2)
    }
  }

  @Test func `join points across the antimeridian in one cell`() throws {
    let places = table([(85.0, 179.9), (85.0, -179.9)])
    let found = try markers(
      of: ClusterInput(places), in: worldView(longitude: 180), settings: .standard(.hex))
    expect(found.markers.map(\.count), equals: [2])
    #expect(abs(abs(found.markers[0].position.longitude) - 180) < 1e-9)
  }

  @Test(arguments: [0.5, 1.99])
  func `below two points are refused`(side: Double) throws {
    let settings = ClusterSettings.standard(.hex).with { $0.cellSize = .points(side) }
    #expect(throws: ClusterError.smallHexagons(points: side)) {
      try markers(of: ClusterInput(table([(0, 0)])), in: worldView(), settings: settings)
    }
  }
}
