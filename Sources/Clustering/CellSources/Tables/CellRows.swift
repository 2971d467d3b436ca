import MapClusters
import MapFeatures
import MapGeometry

struct CellRows: Sendable {
  /// So many points in all are too many for sums to stay below what their types hold.
  static let mostPoints: Int128 = 1 << 62
  /// The most weight in all, in 1e-6.
  static let mostWeight: Int128 = 1_000_000_000_000_000_000_000_000_000

  /// In place of a cell, where a row is of a view without points.
  static let noKey = UInt64.max

  struct Start {
    let row: Int
    let grid: CellTable.Grid
    let window: CellWindow?
    let view: Int128?
  }

  private(set) var cells = CellTable()
  private(set) var places = CoordinateTable()
  /// The cells, `y << 32 | x`; ``noKey`` of a row that is none.
  private(set) var keys: [UInt64] = []
  private(set) var starts: [Start] = []
  private(set) var geohashes: [UInt128] = []
  /// The number of rows that have neither sums nor means of coordinates.
  private(set) var guessed = 0
  /// Of the rows up to the first bad one, that one included.
  private(set) var totalCount: Int128 = 0, totalWeight: Int128 = 0
  private(set) var lastCount: Int128 = 0
  /// The rows with points whose weights are not summed, and how many these are.
  private(set) var badWeights: [(row: Int, count: Int128)] = []
  private(set) var fault: (row: Int, problem: CellTableError.Problem)?

  private let columns: CellColumns
  private var edges = RowEdges()
  /// The coordinate of the points of the row at hand if it has no sums.
  private var middle = Coordinate(latitude: 0, longitude: 0)
  /// From where to where the geohash of the row at hand reaches.
  private var geohash: (longitudes: RowEdges.Span, latitudes: RowEdges.Span)?

  /// Turns the rows of a run into cells, up to the first that is none.
  init(reading run: ColumnTable.Run, _ columns: CellColumns) {
    self.columns = columns
    var values = Row(columns, run)
    if let plain = PlainCellRows(run, &values, &edges) {
      (cells, keys, places, starts) = (plain.cells, plain.keys, plain.places, plain.starts)
      (totalCount, totalWeight) = (Int128(cells.pointCount), plain.totalWeight)
      lastCount = Int128(cells.count(ofRow: run.count - 1))
      return
    }
    cells.reserve(run.count)
    keys.reserveCapacity(run.count)
    places.longitudes.reserveCapacity(run.count)
    places.latitudes.reserveCapacity(run.count)
    for row in 0..<run.count {
      values.row = row
      do throws(CellTableError.Problem) {
        try take(values)
      } catch {
        fault = (row, error)
        return
      }
    }
  }

  private mutating func take(_ values: Row) throws(CellTableError.Problem) {
    let count = try values.needed(columns.count, "point_count")
    if count == 0, columns.form == .cells, try takeEmptyView(values) { return }
    guard count >= 1, count <= 1 << 53 else { throw .badCount(count) }
    totalCount += count
    lastCount = count
    let key = try place(values)
    let found = try summed(values, of: count, inCell: key)
    var sums = found.sums
    try takeBox(values, around: found.mean, inCell: key, &sums)
    sums.weight = try weight(values, sums, of: count, inCell: key)
    if let bad = values.whole(columns.badWeights), bad != 0 {
      if bad < 0 { throw .negative("weight_e6_bad") }
      badWeights.append((values.row, bad))
    }
    totalWeight += sums.weight?.total ?? 0
    var first: Int?
    if let column = columns.first {
      first = Int(exactly: try values.needed(column, "first"))
      if first == nil { throw .badSum("first") }
    }
    cells.append(count: Int(count), sums, first: first)
    if let summary = try values.summary() { cells.append(summary) }
    let mean = cells.mean(ofRow: values.row)
    places.longitudes.append(mean.longitude)
    places.latitudes.append(mean.latitude)
    keys.append(key)
  }

  /// The sums of the places of a row's points, and their mean.
  private mutating func summed(
    _ values: Row, of count: Int128, inCell key: UInt64
  ) throws(CellTableError.Problem) -> (sums: CellTable.Sums, mean: Coordinate) {
    guard !columns.sums.isEmpty else {
      let units = { (degrees: Double) in Int128((degrees * 1e8).rounded(.toNearestOrEven)) * count }
      return (.init(longitudes: units(middle.longitude), latitudes: units(middle.latitude)), middle)
    }
    let sums = CellTable.Sums(
      longitudes: try values.sum(columns.sums[0]), latitudes: try values.sum(columns.sums[1]))
    if sums.longitudes.magnitude > UInt128(count) * 18_000_000_000 { throw .badSum("lon_e8") }
    if sums.latitudes.magnitude > UInt128(count) * 9_000_000_000 { throw .badSum("lat_e8") }
    let units = Double(Int(count)) * 1e8
    let mean = Coordinate(latitude: sums.latitudes.double / units, longitude: sums.longitudes.double / units)
    if let column = misplaced(.init(mean.longitude), .init(mean.latitude), inCell: key) {
      throw .misplaced("\(column)")
    }
    return (sums, mean)
  }

  private mutating func takeBox(
    _ values: Row, around mean: Coordinate, inCell key: UInt64, _ sums: inout CellTable.Sums
  ) throws(CellTableError.Problem) {
    guard let (west, south, east, north) = values.edges() else { return }
    guard west <= east, south <= north, west >= -180, east <= 180, south >= -90, north <= 90 else {
      throw .badBox
    }
    let box = (longitudes: RowEdges.Span(west, east), latitudes: RowEdges.Span(south, north))
    let isMean =
      !columns.sums.isEmpty || columns.form != .means && columns.longitude != nil && columns.latitude != nil
    let holdsLongitude = box.longitudes.holds(mean.longitude) || box.longitudes.holds(turned(mean.longitude))
    if isMean, !holdsLongitude || !box.latitudes.holds(mean.latitude) { throw .boxBeside }
    if misplaced(box.longitudes.rounded, box.latitudes.rounded, inCell: key) != nil {
      throw .other(
        "the box reaches beyond the cell; take west, south, east and north of the cell's own points")
    }
    (sums.west, sums.south, sums.east, sums.north) = (west, south, east, north)
  }

  /// The sums of the weights of a row's points; `nil` where nothing weighs.
  private mutating func weight(
    _ values: Row, _ sums: CellTable.Sums, of count: Int128, inCell key: UInt64
  ) throws(CellTableError.Problem) -> (total: Int128, longitudes: Int128, latitudes: Int128)? {
    guard !columns.weights.isEmpty else {
      guard let column = columns.plainWeight else { return nil }
      let plain = values.number(column)
      if plain < 0 { throw .badWeight("weight") }
      if plain > 1e21 { throw .badSum("weight") }
      let total = plain.isNaN ? 0 : Int128((plain * 1e6).rounded(.toNearestOrEven))
      return (total, total * (sums.longitudes / count), total * (sums.latitudes / count))
    }
    let weight = (
      total: try values.sum(columns.weights[0]), longitudes: try values.sum(columns.weights[1]),
      latitudes: try values.sum(columns.weights[2])
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
    let units = weight.total.double * 1e8
    let mean = (longitude: weight.longitudes.double / units, latitude: weight.latitudes.double / units)
    if weight.total > 0, let column = misplaced(.init(mean.longitude), .init(mean.latitude), inCell: key) {
      throw .misplaced("weight_" + ("\(column)" == "lon_e8" ? "lon_e14" : "lat_e14"))
    }
    return weight
  }

  /// Takes down the window of a view in which no point lies.
  private mutating func takeEmptyView(_ values: Row) throws(CellTableError.Problem) -> Bool {
    let n = try values.needed(columns.n, "n")
    guard let window = try values.window(of: n) else { return false }
    begin(.cells(worldColumns: window.worldColumns), window, try values.viewNumber())
    var sums = CellTable.Sums(longitudes: 0, latitudes: 0)
    if !columns.weights.isEmpty || columns.plainWeight != nil { sums.weight = (0, 0, 0) }
    lastCount = 0
    cells.append(count: 0, sums, first: columns.first == nil ? nil : 0)
    if columns.numberCount != nil { cells.append(NumberSummary()) }
    places.longitudes.append(0)
    places.latitudes.append(0)
    keys.append(CellRows.noKey)
    return true
  }

  private func turned(_ longitude: Double) -> Double { longitude < 0 ? longitude + 360 : longitude - 360 }

  /// The coordinates outside the current row's cell, by their sum's column; `nil` for none and for a row of no cell.
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

  private mutating func place(_ values: Row) throws(CellTableError.Problem) -> UInt64 {
    switch columns.form {
    case .cells:
      let n = try values.needed(columns.n, "n")
      let x = try values.needed(columns.x, "cell_x"), y = try values.needed(columns.y, "cell_y")
      let window = try values.window(of: n)
      return try cell(x, y, of: n, values, window)
    case .tiles:
      let z = try values.needed(columns.z, "z")
      guard z >= 0, z <= 29 else { throw .noCell("\(z)", column: "zoom", "0 to 29") }
      return try cell(
        try values.needed(columns.x, "x"), try values.needed(columns.y, "y"), of: 1 << z, values)
    case .quadbin:
      let bits = try values.needed(columns.cell, "quadbin")
      guard let small = Int64(exactly: bits), let tile = CellNames.tile(quadbin: small) else {
        throw .noCell("\(bits)", column: "quadbin", "a whole number of the quadbin index, zoom 0 to 26")
      }
      return try cell(tile, values)
    case .quadkey:
      let text = try values.text(columns.cell, "quadkey")
      guard let tile = CellNames.tile(quadkey: text) else {
        throw .noCell(text, column: "quadkey", "a digit of 0 to 3 for each zoom, at most 29")
      }
      return try cell(tile, values)
    case .tilePath:
      let text = try values.text(columns.cell, "tile")
      // Buckets of Elasticsearch have tiles or geohashes; names of H3 are longer than these.
      if !text.contains("/"), text.utf8.count <= 12, Geohash(text) != nil {
        return try place(geohash: text, values)
      }
      geohash = nil
      guard let (zoom, column, tileRow) = TileID.numbers(of: text), (0...29).contains(zoom) else {
        throw .noCell(text, column: "tile z/x/y", "a text such as 14/8800/5373")
      }
      return try cell(Int128(column), Int128(tileRow), of: 1 << zoom, values)
    case .geohash: return try place(geohash: try values.text(columns.cell, "geohash"), values)
    case .means: return try counted(at: try mean(values), values)
    }
  }

  private mutating func place(geohash text: String, _ values: Row) throws(CellTableError.Problem) -> UInt64 {
    guard let (longitudes, latitudes, name) = CellNames.geohash(text) else {
      throw .noCell(text, column: "geohash", "at most 22 digits and letters without a, i, l and o")
    }
    geohashes.append(name)
    geohash = (longitudes, latitudes)
    return try counted(at: Coordinate(latitude: latitudes.middle, longitude: longitudes.middle), values)
  }

  private mutating func cell(_ tile: TileID, _ values: Row) throws(CellTableError.Problem) -> UInt64 {
    try cell(Int128(tile.column), Int128(tile.row), of: 1 << tile.zoom, values)
  }

  private mutating func cell(
    _ x: Int128, _ y: Int128, of n: Int128, _ values: Row, _ window: CellWindow? = nil
  ) throws(CellTableError.Problem) -> UInt64 {
    guard n >= 1, n <= 536_870_912 else { throw .badCells(n) }
    guard x >= 0, x < n, y >= 0, y < n else {
      throw .other("column \(x), row \(y) is no cell of a world of \(n) along each side")
    }
    let key = UInt64(y) << 32 | UInt64(x)
    if let window, !window.holds(key) {
      throw .other(
        "column \(x), row \(y) is no cell of the view that from_x, cells_x, from_y and cells_y name; take all columns from one statement"
      )
    }
    begin(.cells(worldColumns: Int(n)), window, try values.viewNumber())
    if !columns.sums.isEmpty { return key }
    if columns.longitude != nil, columns.latitude != nil {
      middle = try mean(values, inCell: key)
      return key
    }
    guessed += 1
    let side = 1 / n.double
    middle = WorldPoint(x: (x.double + 0.5) * side, y: (y.double + 0.5) * side).coordinate
    return key
  }

  private mutating func counted(
    at place: Coordinate, _ values: Row
  ) throws(CellTableError.Problem) -> UInt64 {
    let point = FixedWorldPoint(place)
    begin(.places, nil, nil)
    let key = UInt64(point.y) << 32 | UInt64(point.x)
    middle =
      columns.form == .geohash && columns.longitude != nil && columns.latitude != nil
      ? try mean(values, inCell: key) : place
    return key
  }

  private mutating func mean(_ values: Row, inCell key: UInt64) throws(CellTableError.Problem) -> Coordinate {
    let mean = try mean(values)
    for longitude in [mean.longitude, turned(mean.longitude)]
    where misplaced(
      RowEdges.Span(longitude).rounded, RowEdges.Span(mean.latitude).rounded, inCell: key) == nil
    {
      return mean
    }
    throw .other(
      "the mean at longitude and latitude lies outside of the cell; take both of the cell's own points, in degrees"
    )
  }

  private func mean(_ values: Row) throws(CellTableError.Problem) -> Coordinate {
    let (longitude, latitude) = (values.number(columns.longitude), values.number(columns.latitude))
    if longitude.isNaN { throw .empty("longitude") }
    if latitude.isNaN { throw .empty("latitude") }
    guard abs(longitude) <= 540, abs(latitude) <= 90 else {
      throw .noCell("\(longitude), \(latitude)", column: "place", "degrees of -540...540 and -90...90")
    }
    return Coordinate(latitude: latitude, longitude: Coordinate.wrappedLongitude(longitude))
  }

  private mutating func begin(_ grid: CellTable.Grid, _ window: CellWindow?, _ view: Int128?) {
    if let last = starts.last, last.grid == grid, last.window == window, last.view == view { return }
    starts.append(Start(row: keys.count, grid: grid, window: window, view: view))
  }
}
