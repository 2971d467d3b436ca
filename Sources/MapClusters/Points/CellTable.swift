public import MapGeometry

/// Points counted into cells elsewhere: by a database, or once for all zooms.
///
/// Rows are numbered as they were added; a row's number is what ``ClusterResult/members`` holds.
public struct CellTable: Sendable {
  /// How a row's place is written.
  public enum Grid: Hashable, Sendable {
    /// A cell's column and row of a world with so many along each side.
    case cells(worldColumns: Int)
    /// The place of counted points in 32-bit steps of the world, which joins a cell by where it lies.
    case places
  }

  /// What a row holds beside its count.
  public struct Sums: Sendable {
    /// Of longitudes and latitudes, in 1e-8 of a degree.
    public var longitudes, latitudes: Int128
    /// The box that holds the points; not a number where it is not known.
    public var west, south, east, north: Double
    /// Σw in 1e-6, Σw·longitude and Σw·latitude in 1e-14; `nil` where nothing weighs.
    public var weight: (total: Int128, longitudes: Int128, latitudes: Int128)?

    /// Sums of places, and no box.
    public init(longitudes: Int128, latitudes: Int128) {
      (self.longitudes, self.latitudes) = (longitudes, latitudes)
      (west, south, east, north) = (.nan, .nan, .nan, .nan)
    }
  }

  /// One grid's rows, of one view where a query was of several.
  struct Layer: Sendable {
    let grid: Grid
    /// What the rows are complete for; `nil` for the whole world.
    let window: CellWindow?
    /// By row and column, `y << 32 | x`, ascending.
    var keys: [UInt64]
    /// The number of each key's row.
    var rows: [UInt32]
  }

  private(set) var layers: [Layer] = []
  /// Of the only layer; made anew with each.
  private(set) var coarser = CoarserCells()
  private(set) var counts: [Int] = []
  private(set) var sums: [Sums] = []
  /// What orders records; empty where nothing does.
  private(set) var firsts: [Int] = []
  /// Whether results list every row of a marker, and not only the leading one.
  public var listsMembers = false

  /// By row, what the numbers of a column come to for its points; empty where none were counted.
  public internal(set) var numbers: [NumberSummary] = []

  /// The rows that are points which are never clustered, and no cells.
  var aloneRows: [UInt32] = []
  /// Whether what orders a row is the row of its first point in the input, which single points are named by.
  var namesPoints = false

  /// A table without cells, to which rows are appended.
  public init() {}

  /// The number of rows.
  public var rowCount: Int { counts.count }
  /// The number of points of all rows.
  public var pointCount: Int { counts.reduce(0, +) }
  /// Whether the cells are tiles of a web map that nest, whatever view they are drawn in.
  public var isPyramid = false
  /// Whether rows bear weights.
  public var hasWeights: Bool { sums.first?.weight != nil }

  /// Where a row's points lie in the mean.
  public func mean(ofRow row: Int) -> Coordinate {
    let units = Double(counts[row]) * CellSum.unitsPerDegree
    return Coordinate(
      latitude: sums[row].latitudes.double / units,
      longitude: Coordinate.wrappedLongitude(sums[row].longitudes.double / units))
  }

  /// How many points a row counts.
  public func count(ofRow row: Int) -> Int { counts[row] }

  /// What a row weighs; `nil` where nothing weighs.
  public func weight(ofRow row: Int) -> Double? { sums[row].weight.map { WeightSum.weight($0.total) } }

  /// The bytes that the cells take, about.
  public var byteCount: Int { counts.count * (MemoryLayout<Sums>.stride + 28) }

  func first(ofRow row: Int) -> Int { firsts.isEmpty ? row : firsts[row] }

  /// Adds a row's counts; its place comes with the others of its grid, see ``add(_:window:keys:rows:)``.
  ///
  /// - Parameters:
  ///   - count: of points, at least 1.
  ///   - first: what orders records; in all rows or in none.
  public mutating func append(count: Int, _ sums: Sums, first: Int?) {
    counts.append(count)
    self.sums.append(sums)
    if let first { firsts.append(first) }
  }

  /// Makes room for so many rows in all, so that appending them moves no memory.
  public mutating func reserve(_ rows: Int) {
    counts.reserveCapacity(rows)
    sums.reserveCapacity(rows)
  }

  /// Takes down where rows lie.
  ///
  /// - Parameters:
  ///   - grid: of the rows.
  ///   - window: the cells that the rows are complete for; `nil` for the whole world.
  ///   - keys: a row's place, `y << 32 | x`.
  ///   - rows: the numbers of the rows.
  /// - Returns: two rows that are the same cell; `nil` where all differ. Rows of ``Grid/places`` may share one.
  public mutating func add(
    _ grid: Grid, window: CellWindow? = nil, keys: [UInt64], rows: [UInt32]
  ) -> (earlier: Int, later: Int)? {
    var layer = Layer(grid: grid, window: window, keys: keys, rows: rows)
    if zip(keys, keys.dropFirst()).contains(where: { $0 > $1 }) {
      (layer.keys, layer.rows) = CellTable.ascendingPlaces(keys, rows)
    }
    layers.append(layer)
    coarser = CoarserCells()
    guard grid != .places else { return nil }
    var found: (earlier: Int, later: Int)?
    for index in layer.keys.indices.dropFirst() where layer.keys[index] == layer.keys[index - 1] {
      let pair = (earlier: Int(layer.rows[index - 1]), later: Int(layer.rows[index]))
      if found.map({ pair.later < $0.later }) ?? true { found = pair }
    }
    return found
  }
}

extension CellTable {
  /// Places and their rows by row and column of cells, those of one place by the numbers of their rows.
  private static func ascendingPlaces(_ keys: [UInt64], _ rows: [UInt32]) -> ([UInt64], [UInt32]) {
    guard zip(rows, rows.dropFirst()).allSatisfy({ $0 < $1 }) else {
      let pairs = zip(keys, rows).sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }
      return (pairs.map(\.0), pairs.map(\.1))
    }
    // By column, then by row: the second keeps the order of the first, which keeps that of the rows.
    var (keys, rows) = (keys, rows)
    for shift in [UInt64(0), 32] {
      guard let order = ascending(keys.map { UInt32(truncatingIfNeeded: $0 >> shift) }) else { continue }
      keys = order.map { keys[Int($0)] }
      rows = order.map { rows[Int($0)] }
    }
    return (keys, rows)
  }
}

extension CellTable.Layer {
  /// How many of the layer's cells make one of a grid along each side; `nil` where they do not divide it. Places divide
  /// every grid.
  func parts(in worldColumns: Int) -> Int? {
    guard case .cells(let own) = grid else { return 1 }
    return own >= worldColumns && own % worldColumns == 0 ? own / worldColumns : nil
  }
}
