import MapClusters
import MapFeatures
import MapGeometry

/// The rows of a run as cells.
struct CellRows: Sendable {
  /// So many points in all are too many for sums to stay below what their types hold.
  static let mostPoints: Int128 = 1 << 62
  /// The most weight in all, in 1e-6.
  static let mostWeight: Int128 = 1_000_000_000_000_000_000_000_000_000

  /// From which row on cells are of a grid.
  struct Start {
    let row: Int
    let grid: CellTable.Grid
    let window: CellWindow?
    /// The number of the view that the rows are of; `nil` where views are not numbered.
    let view: Int128?
  }

  private(set) var cells = CellTable()
  /// Where the rows' points lie in the mean.
  private(set) var places = CoordinateTable()
  /// Where the cells lie, `y << 32 | x`.
  private(set) var keys: [UInt64] = []
  private(set) var starts: [Start] = []
  /// The geohashes of rows that have such: a one, and five bits a character.
  private(set) var geohashes: [UInt128] = []
  /// How many rows have neither sums nor means of places.
  private(set) var guessed = 0
  /// Of the rows up to the first bad one, that one included.
  private(set) var totalCount: Int128 = 0, totalWeight: Int128 = 0
  /// The count of the row that was looked at last.
  private(set) var lastCount: Int128 = 0
  /// The rows with points whose weights are not summed, and how many these are.
  private(set) var badWeights: [(row: Int, count: Int128)] = []
  /// The first row that is no cell; rows from there on are left out.
  private(set) var fault: (row: Int, problem: CellTableError.Problem)?

  private let columns: CellColumns
  private var edges = RowEdges()
  /// Where the points of the row at hand lie if it has no sums.
  private var middle = Coordinate(latitude: 0, longitude: 0)
  /// From where to where the geohash of the row at hand reaches.
  private var geohash: (longitudes: RowEdges.Span, latitudes: RowEdges.Span)?

  /// Turns the rows of a run into cells, up to the first that is none.
  init(reading run: ColumnTable.Run, _ columns: CellColumns) {
    self.columns = columns
    if let plain = PlainCellRows(run, columns, &edges) {
      cells = CellTable(
        plain.rows, pointCount: plain.pointCount, hasOrder: plain.hasOrder, weights: plain.weights)
      totalWeight = plain.totalWeight
      (keys, places) = (plain.keys, plain.places)
      starts = [Start(row: 0, grid: plain.grid, window: nil, view: nil)]
      totalCount = Int128(plain.pointCount)
      lastCount = Int128(cells.count(ofRow: run.count - 1))
      return
    }
    cells.reserve(run.count)
    keys.reserveCapacity(run.count)
    places.longitudes.reserveCapacity(run.count)
    places.latitudes.reserveCapacity(run.count)
    let values = Row(columns, run)
    for row in 0..<run.count {
      do throws(CellTableError.Problem) {
        try take(values, row)
      } catch {
        fault = (row, error)
        return
      }
    }
  }

  /// The columns of a run by role, found once.
  private struct Row {
    let wholes: [[Int64]]
    let large: [[Int: Int128]]
    let numbers: [[Double]]
    let texts: [[String]]
    let x, y, n, z, cell, view, count, longitude, latitude, first, badWeights: Int?
    let window, box: [Int]
    let sums: [Sum]
    let weights: [Sum]
    let plainWeight: Int?

    /// A sum in one column, or in two halves.
    struct Sum {
      let name: StaticString
      let whole, high, low: Int?
      /// Whether the table has it.
      var isThere: Bool { whole != nil || (high != nil && low != nil) }
    }

    init(_ columns: CellColumns, _ run: ColumnTable.Run) {
      // Arrays of their own: reading a value does not retain the other arrays of its column.
      wholes = run.columns.map(\.wholes)
      large = run.columns.map(\.large)
      numbers = run.columns.map(\.numbers)
      texts = run.columns.map(\.texts)
      let place = { (role: String) in columns.values[role] }
      (x, y, n, z, cell) = (place("x"), place("y"), place("n"), place("z"), place("cell"))
      (count, first, plainWeight) = (place("count"), place("first"), place("w_plain"))
      (view, badWeights) = (place("view"), place("w_bad"))
      (longitude, latitude) = (place("longitude"), place("latitude"))
      let windowRoles = ["from_x", "cells_x", "from_y", "cells_y"]
      window = columns.has(windowRoles) ? windowRoles.compactMap(place) : []
      let boxRoles = ["west", "south", "east", "north"]
      box = columns.has(boxRoles) ? boxRoles.compactMap(place) : []
      func sum(_ name: StaticString) -> Sum {
        let role = "\(name)"
        return Sum(name: name, whole: place(role), high: place(role + "_high"), low: place(role + "_low"))
      }
      let sums = [sum("lon_e8"), sum("lat_e8")]
      self.sums = sums.allSatisfy(\.isThere) ? sums : []
      let weights = [sum("w"), sum("w_lon"), sum("w_lat")]
      self.weights = weights.allSatisfy(\.isThere) ? weights : []
    }

    @inline(__always)
    func whole(_ column: Int?, _ row: Int) -> Int128? {
      guard let column else { return nil }
      return ColumnTable.Values.whole(wholes[column][row]) ?? large[column][row]
    }
    func needed(_ column: Int?, _ row: Int, _ name: StaticString) throws(CellTableError.Problem) -> Int128 {
      guard let value = whole(column, row) else { throw .empty("\(name)") }
      return value
    }
    /// The box of a row; `nil` where an edge is missing.
    func edges(_ row: Int) -> (west: Double, south: Double, east: Double, north: Double)? {
      guard !box.isEmpty else { return nil }
      let west = numbers[box[0]][row], south = numbers[box[1]][row]
      let east = numbers[box[2]][row], north = numbers[box[3]][row]
      return (west + south + east + north).isNaN ? nil : (west, south, east, north)
    }
    func number(_ column: Int?, _ row: Int) -> Double {
      column.map { numbers[$0][row] } ?? .nan
    }
    func text(
      _ column: Int?, _ row: Int, _ name: StaticString
    ) throws(CellTableError.Problem) -> String {
      guard let text = column.map({ texts[$0][row] }), !text.isEmpty else { throw .empty("\(name)") }
      return text
    }
    func sum(_ sum: Sum, _ row: Int) throws(CellTableError.Problem) -> Int128 {
      if let whole = sum.whole { return try needed(whole, row, sum.name) }
      let (high, low) = (try needed(sum.high, row, sum.name), try needed(sum.low, row, sum.name))
      let (product, overflow) = high.multipliedReportingOverflow(by: 4_294_967_296)
      guard !overflow else { throw .badSum("\(sum.name)") }
      return product + low
    }
  }

  private mutating func take(_ values: Row, _ row: Int) throws(CellTableError.Problem) {
    let count = try values.needed(values.count, row, "point_count")
    guard count >= 1, count <= 1 << 53 else { throw .badCount(count) }
    totalCount += count
    lastCount = count
    let key = try place(values, row)
    var sums: CellTable.Sums
    let longitude: Double, latitude: Double
    if !values.sums.isEmpty {
      sums = CellTable.Sums(
        longitudes: try values.sum(values.sums[0], row), latitudes: try values.sum(values.sums[1], row))
      if sums.longitudes.magnitude > UInt128(count) * 18_000_000_000 { throw .badSum("lon_e8") }
      if sums.latitudes.magnitude > UInt128(count) * 9_000_000_000 { throw .badSum("lat_e8") }
      let units = Double(Int(count)) * 1e8
      let mean = (
        longitude: sums.longitudes.double / units, latitude: sums.latitudes.double / units
      )
      if let column = misplaced(.init(mean.longitude), .init(mean.latitude), inCell: key) {
        throw .misplaced("\(column)")
      }
      (longitude, latitude) = mean
    } else {
      (longitude, latitude) = (middle.longitude, middle.latitude)
      let units = { (degrees: Double) in Int128((degrees * 1e8).rounded(.toNearestOrEven)) }
      sums = CellTable.Sums(
        longitudes: units(middle.longitude) * count, latitudes: units(middle.latitude) * count)
    }
    if let (west, south, east, north) = values.edges(row) {
      guard west <= east, south <= north, west >= -180, east <= 180, south >= -90, north <= 90 else {
        throw .badBox
      }
      let box = (longitudes: RowEdges.Span(west, east), latitudes: RowEdges.Span(south, north))
      let isMean =
        !values.sums.isEmpty || columns.place != .means && values.longitude != nil && values.latitude != nil
      let holdsLongitude =
        box.longitudes.holds(longitude) || box.longitudes.holds(turned(longitude))
      if isMean, !holdsLongitude || !box.latitudes.holds(latitude) { throw .boxBeside }
      if misplaced(box.longitudes.rounded, box.latitudes.rounded, inCell: key) != nil { throw .boxBeyond }
      (sums.west, sums.south, sums.east, sums.north) = (west, south, east, north)
    }
    if !values.weights.isEmpty {
      let weight = (
        total: try values.sum(values.weights[0], row), longitudes: try values.sum(values.weights[1], row),
        latitudes: try values.sum(values.weights[2], row)
      )
      if weight.total < 0 { throw .badWeight("weight") }
      if weight.total > CellRows.mostWeight { throw .badSum("weight") }
      if weight.longitudes.magnitude > weight.total.magnitude * 18_000_000_000 {
        throw .badSum("weight_lon_e14")
      }
      if weight.latitudes.magnitude > weight.total.magnitude * 9_000_000_000 {
        throw .badSum("weight_lat_e14")
      }
      // Places at the edges of cells are weighed as they are summed.
      if weight.total > 0 {
        let units = weight.total.double * 1e8
        let mean = (longitude: weight.longitudes.double / units, latitude: weight.latitudes.double / units)
        if let column = misplaced(.init(mean.longitude), .init(mean.latitude), inCell: key) {
          throw .misplaced("weight_" + ("\(column)" == "lon_e8" ? "lon_e14" : "lat_e14"))
        }
      }
      sums.weight = weight
    } else if let column = values.plainWeight {
      let plain = values.number(column, row)
      if plain < 0 { throw .badWeight("weight") }
      if plain > 1e21 { throw .badSum("weight") }
      let total = plain.isNaN ? 0 : Int128((plain * 1e6).rounded(.toNearestOrEven))
      sums.weight = (total, total * (sums.longitudes / count), total * (sums.latitudes / count))
    }
    if let bad = values.whole(values.badWeights, row), bad != 0 {
      if bad < 0 { throw .negative("weight_e6_bad") }
      badWeights.append((row, bad))
    }
    if let weight = sums.weight {
      totalWeight += weight.total
    }
    var first: Int?
    if let column = values.first {
      let value = try values.needed(column, row, "first")
      guard let small = Int(exactly: value) else { throw .badSum("first") }
      first = small
    }
    cells.append(count: Int(count), sums, first: first)
    let mean = cells.mean(ofRow: row)
    places.longitudes.append(mean.longitude)
    places.latitudes.append(mean.latitude)
    keys.append(key)
  }

  /// The same longitude, a turn beside.
  private func turned(_ longitude: Double) -> Double { longitude < 0 ? longitude + 360 : longitude - 360 }

  /// Which places are not in the cell of the row at hand, by the column of their sum; `nil` where they are, and where the
  /// row is of no cell.
  private mutating func misplaced(
    _ longitudes: RowEdges.Span, _ latitudes: RowEdges.Span, inCell key: UInt64
  ) -> StaticString? {
    if let (columns, rows) = geohash {
      guard columns.holds(longitudes) else { return "lon_e8" }
      return rows.holds(latitudes) ? nil : "lat_e8"
    }
    guard case .cells(let n)? = starts.last?.grid else { return nil }
    return edges.misplaced(longitudes, latitudes, inCell: key, of: n)
  }

  /// The place of a row's cell in its grid, and where its points lie if nothing else is known.
  private mutating func place(
    _ values: Row, _ row: Int
  ) throws(CellTableError.Problem) -> UInt64 {
    switch columns.place {
    case .cells:
      let n = try values.needed(values.n, row, "n")
      let x = try values.needed(values.x, row, "cell_x"), y = try values.needed(values.y, row, "cell_y")
      var window: CellWindow?
      if !values.window.isEmpty {
        var numbers: [Int] = []
        for column in values.window {
          let value = try values.needed(column, row, "from_x")
          guard value >= 0, value <= 536_870_912 else { throw .badCells(value) }
          numbers.append(Int(value))
        }
        guard n >= 1, n <= 536_870_912 else { throw .badCells(n) }
        window = CellWindow(
          worldColumns: Int(n), firstColumn: numbers[0], columns: numbers[1], firstRow: numbers[2],
          rows: numbers[3])
      }
      return try cell(x, y, of: n, window, values, row)
    case .tiles:
      let z = try values.needed(values.z, row, "z")
      guard z >= 0, z <= 29 else { throw .noCell("\(z)", column: "zoom") }
      return try cell(
        try values.needed(values.x, row, "x"), try values.needed(values.y, row, "y"), of: 1 << z, nil, values,
        row)
    case .quadbin:
      let bits = try values.needed(values.cell, row, "quadbin")
      guard let small = Int64(exactly: bits), let tile = CellNames.tile(quadbin: small) else {
        throw .noCell("\(bits)", column: "quadbin")
      }
      return try cell(tile, values, row)
    case .quadkey:
      let text = try values.text(values.cell, row, "quadkey")
      guard let tile = CellNames.tile(quadkey: text) else { throw .noCell(text, column: "quadkey") }
      return try cell(tile, values, row)
    case .tilePath:
      let text = try values.text(values.cell, row, "tile")
      guard let (zoom, column, tileRow) = TileID.numbers(of: text), (0...29).contains(zoom) else {
        throw .noCell(text, column: "tile z/x/y")
      }
      return try cell(Int128(column), Int128(tileRow), of: 1 << zoom, nil, values, row)
    case .geohash:
      let text = try values.text(values.cell, row, "geohash")
      guard let (longitudes, latitudes, name) = CellNames.geohash(text) else {
        throw .noCell(text, column: "geohash")
      }
      geohashes.append(name)
      geohash = (longitudes, latitudes)
      return try counted(
        at: Coordinate(latitude: latitudes.middle, longitude: longitudes.middle), values, row)
    case .means:
      return try counted(at: try mean(values, row), values, row)
    }
  }

  private mutating func cell(
    _ tile: TileID, _ values: Row, _ row: Int
  ) throws(CellTableError.Problem) -> UInt64 {
    try cell(Int128(tile.column), Int128(tile.row), of: 1 << tile.zoom, nil, values, row)
  }

  private mutating func cell(
    _ x: Int128, _ y: Int128, of n: Int128, _ window: CellWindow?, _ values: Row, _ row: Int
  ) throws(CellTableError.Problem) -> UInt64 {
    guard n >= 1, n <= 536_870_912 else { throw .badCells(n) }
    guard x >= 0, x < n, y >= 0, y < n else { throw .outside(column: x, row: y, worldColumns: Int(n)) }
    let view = values.view == nil ? nil : try values.needed(values.view, row, "view_number")
    if let view, view < 0 { throw .negative("view_number") }
    begin(.cells(worldColumns: Int(n)), window, view)
    let key = UInt64(y) << 32 | UInt64(x)
    if !values.sums.isEmpty { return key }
    if values.longitude != nil, values.latitude != nil {
      middle = try mean(values, row, inCell: key)
      return key
    }
    guessed += 1
    let side = 1 / n.double
    middle = WorldPoint(x: (x.double + 0.5) * side, y: (y.double + 0.5) * side).coordinate
    return key
  }

  private mutating func counted(
    at place: Coordinate, _ values: Row, _ row: Int
  ) throws(CellTableError.Problem) -> UInt64 {
    let point = FixedWorldPoint(place)
    begin(.places, nil, nil)
    let key = UInt64(point.y) << 32 | UInt64(point.x)
    middle =
      columns.place == .geohash && values.longitude != nil && values.latitude != nil
      ? try mean(values, row, inCell: key) : place
    return key
  }

  /// The mean of a row's points, which lies in its cell.
  private mutating func mean(
    _ values: Row, _ row: Int, inCell key: UInt64
  ) throws(CellTableError.Problem) -> Coordinate {
    let mean = try mean(values, row)
    for longitude in [mean.longitude, turned(mean.longitude)]
    where misplaced(.init(rounded: longitude), .init(rounded: mean.latitude), inCell: key) == nil {
      return mean
    }
    throw .misplacedMean
  }

  private func mean(_ values: Row, _ row: Int) throws(CellTableError.Problem) -> Coordinate {
    let (longitude, latitude) = (values.number(values.longitude, row), values.number(values.latitude, row))
    if longitude.isNaN { throw .empty("longitude") }
    if latitude.isNaN { throw .empty("latitude") }
    guard abs(longitude) <= 540, abs(latitude) <= 90 else {
      throw .noCell("\(longitude), \(latitude)", column: "place")
    }
    return Coordinate(latitude: latitude, longitude: Coordinate.wrappedLongitude(longitude))
  }

  /// Takes down the grid and the view of the row at hand.
  private mutating func begin(_ grid: CellTable.Grid, _ window: CellWindow?, _ view: Int128?) {
    if let last = starts.last, last.grid == grid, last.window == window, last.view == view { return }
    starts.append(Start(row: keys.count, grid: grid, window: window, view: view))
  }
}

extension CellTableError.Problem: Error {}
