import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Cell pyramid` {
  /// What a cell must hold, found by asking every point.
  private struct Expected: Equatable {
    var indices: [Int] = []
    var sums = [0, 0]
    var box = [Double.infinity, .infinity, -.infinity, -.infinity]
  }

  private func expected(_ table: CoordinateTable, columns: Int) -> [[Int]: Expected] {
    var cells: [[Int]: Expected] = [:]
    for index in 0..<table.count {
      let point = FixedWorldPoint(table[index])
      // Wide enough products: a column is floor(x · columns / 2^32).
      let (high, low) = UInt64(point.x).multipliedFullWidth(by: UInt64(columns))
      let (rowHigh, rowLow) = UInt64(point.y).multipliedFullWidth(by: UInt64(columns))
      let place = [Int(high << 32 | low >> 32), Int(rowHigh << 32 | rowLow >> 32)]
      let longitude = Coordinate.wrappedLongitude(table.longitudes[index])
      let rounded = [longitude, table.latitudes[index]].map { ($0 * 1e8).rounded(.toNearestOrEven) }
      var cell = cells[place] ?? Expected()
      cell.indices.append(index)
      cell.sums = [cell.sums[0] + Int(rounded[0]), cell.sums[1] + Int(rounded[1])]
      let (x, y) = (rounded[0] / 1e8, rounded[1] / 1e8)
      cell.box = [min(cell.box[0], x), min(cell.box[1], y), max(cell.box[2], x), max(cell.box[3], y)]
      cells[place] = cell
    }
    return cells
  }

  @Test(arguments: PointPattern.allCases, [1, 8])
  func `every cell of every zoom is what its points make it`(set: PointPattern, base: Int) throws {
    let table = set.table(300)
    for threads in [1, 2, 8] {
      let slices = ParallelSlices(threads: threads, worthwhile: 0)
      let pyramid = try CellPyramid(of: table, cellsAtZoomZero: base, maximumZoom: 12, slices: slices)
      for zoom in [0, 1, 5, 11, 12] {
        let want = expected(table, columns: base << zoom)
        let cells = pyramid.cells(zoom: zoom)
        #expect(cells.count == want.count && pyramid.cellCount(zoom: zoom) == want.count)
        #expect(cells.map(\.first) == want.values.map { $0.indices[0] }.sorted())
        for cell in cells {
          let members = pyramid.members(of: cell).map { Int($0) }
          let found = Expected(
            indices: members.sorted(), sums: [cell.longitudeSum, cell.latitudeSum],
            box: [cell.west, cell.south, cell.east, cell.north])
          #expect(found == want[[cell.column, cell.row]])
          #expect(cell.count == members.count && cell.zoom == zoom)
        }
      }
    }
  }

  @Test func `many points are put where few are`() throws {
    let table = PointPattern.towns.table(2 * MercatorTable.worthwhile)
    let pyramid = try CellPyramid(of: table, cellsAtZoomZero: 3, maximumZoom: 11, threads: 2)
    for zoom in [0, 6, 11] {
      let want = expected(table, columns: 3 << zoom)
      let cells = pyramid.cells(zoom: zoom)
      #expect(cells.count == want.count)
      for cell in cells {
        let members = pyramid.members(of: cell).map { Int($0) }.sorted()
        let found = Expected(
          indices: members, sums: [cell.longitudeSum, cell.latitudeSum],
          box: [cell.west, cell.south, cell.east, cell.north])
        #expect(found == want[[cell.column, cell.row]] && cell.first == members[0])
      }
    }
  }

  @Test(arguments: [1, 3, 8, 17])
  func `a view has the cells it touches, each once`(base: Int) throws {
    let table = PointPattern.towns.table(400)
    let pyramid = try CellPyramid(of: table, cellsAtZoomZero: base, maximumZoom: 9)
    var numbers = Seeded(seed: 7)
    for round in 0..<60 {
      let zoom = round % 10
      let count = base << zoom
      let (x, width) = (numbers.number(in: -1...1), numbers.number(in: 0.01...1.2))
      let (y, height) = (numbers.number(in: -0.2...1), numbers.number(in: 0.01...0.9))
      let columns =
        Int((x * Double(count)).rounded(.down))...Int(((x + width) * Double(count)).rounded(.down))
      let rows = Int((y * Double(count)).rounded(.down))...Int(((y + height) * Double(count)).rounded(.down))
      let want = pyramid.cells(zoom: zoom).filter { cell in
        rows.contains(cell.row)
          && (-2...2).contains { columns.contains(cell.column + $0 * count) }
      }
      #expect(pyramid.cells(columns: columns, rows: rows, zoom: zoom) == want)
      let rectangle = WorldRectangle(minX: x, minY: y, width: width, height: height)
      #expect(pyramid.cells(in: rectangle, zoom: zoom) == want)
    }
  }

  @Test func `odd views hold what they hold`() throws {
    let pyramid = try CellPyramid(of: PointPattern.uniform.table(50), cellsAtZoomZero: 8, maximumZoom: 4)
    #expect(
      pyramid.cells(columns: Int.min...Int.max, rows: Int.min...Int.max, zoom: 2) == pyramid.cells(zoom: 2))
    #expect(pyramid.cells(columns: 0...3, rows: -9 ... -1, zoom: 2).isEmpty)
    #expect(pyramid.cells(in: WorldRectangle(minX: .nan, minY: 0, width: 1, height: 1), zoom: 2).isEmpty)
    let huge = WorldRectangle(minX: -1e300, minY: -1e300, width: 2e300, height: 2e300)
    #expect(pyramid.cells(in: huge, zoom: 99) == pyramid.cells(zoom: 4))
    #expect(pyramid.columns(atZoom: 99) == 128 && pyramid.columns(atZoom: -1) == 8)
    let empty = try CellPyramid(of: CoordinateTable(), cellsAtZoomZero: 8)
    #expect(empty.cells(in: huge, zoom: 3).isEmpty && empty.cells(zoom: 16).isEmpty)
  }

  @Test func `the finest grid there is works`() throws {
    let table = PointPattern.oneTown.table(50)
    let pyramid = try CellPyramid(of: table, cellsAtZoomZero: 1, maximumZoom: 31)
    #expect(pyramid.cells(zoom: 31).reduce(0) { $0 + $1.count } == 50)
    let flat = try CellPyramid(of: table, cellsAtZoomZero: 1 << 31, maximumZoom: 0)
    #expect(flat.cells(zoom: 0).map(\.column) == pyramid.cells(zoom: 31).map(\.column))
  }

  @Test func `one place is distinguished from two`() throws {
    let same = CoordinateTable((0..<40).map { _ in Coordinate(latitude: 52.5, longitude: 13.4) })
    let pyramid = try CellPyramid(of: same, cellsAtZoomZero: 1, maximumZoom: 3)
    #expect(pyramid.cells(zoom: 0).map(\.isOneLocation) == [true])
    #expect(pyramid.cells(zoom: 0).map(\.mean) == [Coordinate(latitude: 52.5, longitude: 13.4)])
    let two = CoordinateTable([
      Coordinate(latitude: 52.5, longitude: 13.4), Coordinate(latitude: 52.5, longitude: 13.401),
    ])
    let other = try CellPyramid(of: two, cellsAtZoomZero: 1, maximumZoom: 3)
    #expect(other.cells(zoom: 0).map(\.isOneLocation) == [false])
    let edge = CoordinateTable([179.999999, 179.9999999999].map { Coordinate(latitude: 90, longitude: $0) })
    let last = try CellPyramid(of: edge, cellsAtZoomZero: 1, maximumZoom: 3)
    #expect(last.cells(zoom: 0).map(\.isOneLocation) == [true])
  }

  @Test func `what cannot be is refused in words`() throws {
    func message(_ cells: Int, _ zoom: Int, _ threads: Int = 1, longitude: Double = 0) -> String {
      do throws(CellPyramidError) {
        _ = try CellPyramid(
          of: CoordinateTable([Coordinate(latitude: 0, longitude: longitude)]), cellsAtZoomZero: cells,
          maximumZoom: zoom, threads: threads)
        return ""
      } catch { return "\(error)" }
    }
    let range =
      "0 cells across the world at zoom 0, doubled up to zoom 3, are none or more than 2^31; "
      + "choose larger cells or a lower maximum zoom"
    #expect(message(0, 3) == range)
    #expect(message(9, 28).hasPrefix("9 cells across the world at zoom 0, doubled up to zoom 28,"))
    #expect(message(1, -1).hasPrefix("1 cells") && message(1, 99).hasPrefix("1 cells"))
    #expect(message(1, 1, 0) == "0 threads cannot do the work; write 1 or more")
    #expect(
      message(1, 1, longitude: .nan)
        == "point 0 is nowhere: its longitude or latitude is not a finite number; leave it out")
    #expect(
      "\(CellPyramidError.tooManyPoints(3))"
        == "3 points are more than the 268435456 a cell pyramid can hold; split the data")
  }
}
