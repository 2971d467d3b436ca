public import MapGeometry

/// Points counted into cells elsewhere: by a database, or once for all zooms.
///
/// Rows are numbered as they were added; a row's number is what ``ClusterResult/members`` holds.
public struct CellTable: Sendable {
  /// The form of a row's location.
  public enum Grid: Hashable, Sendable {
    /// A cell's column and row of a world with so many along each side.
    case cells(worldColumns: Int)
    /// The position of counted points in 32-bit steps of the world, which joins a cell by where it lies.
    case places
  }

  /// The sums of a row beside its count.
  public struct Sums: Sendable {
    /// Of longitudes and latitudes, in 1e-8 of a degree.
    public var longitudes, latitudes: Int128
    /// The box that holds the points; not a number where it is not known.
    public var west, south, east, north: Double
    /// Σw in 1e-6, Σw·longitude and Σw·latitude in 1e-14; `nil` where nothing weighs.
    public var weight: (total: Int128, longitudes: Int128, latitudes: Int128)?

    /// Sums of coordinates, and no box.
    public init(longitudes: Int128, latitudes: Int128) {
      (self.longitudes, self.latitudes) = (longitudes, latitudes)
      (west, south, east, north) = (.nan, .nan, .nan, .nan)
    }
  }

  struct OwnView: Sendable {
    let viewport: Viewport
    let settings: ClusterSettings
    /// The longitude that sums are relative to, in units.
    let middleUnits: Int64
  }

  /// The count and the sums of a row: one line of the cache.
  package struct Row: Sendable {
    package let count: Int
    /// Sums as ``Sums`` has them; ``isLarge`` where 64 bits do not hold both.
    package fileprivate(set) var longitudes, latitudes: Int64
    package let west, south, east, north: Double
    let first: Int

    /// The mark of sums that are kept apart.
    static let isLarge = Int64.min

    @inlinable @inline(__always)
    package init(
      count: Int, longitudes: Int64, latitudes: Int64, west: Double, south: Double, east: Double,
      north: Double, first: Int
    ) {
      (self.count, self.longitudes, self.latitudes) = (count, longitudes, latitudes)
      (self.west, self.south, self.east, self.north, self.first) = (west, south, east, north, first)
    }
  }

  /// The rows of one grid, or of one view where a query was of several and does not number them.
  struct Layer: Sendable {
    let grid: Grid
    /// The windows that the rows are complete for; empty for the whole world.
    let windows: [CellWindow]
    /// By row and column, `y << 32 | x`, ascending.
    var keys: [UInt64]
    var rows: [UInt32]

    /// The number of the layer's cells along each side of a grid's cell; `nil` where they do not divide it. Positions divide
    /// every grid.
    func parts(in worldColumns: Int) -> Int? {
      guard case .cells(let own) = grid else { return 1 }
      return own >= worldColumns && own % worldColumns == 0 ? own / worldColumns : nil
    }
  }

  private(set) var layers: [Layer] = []
  /// Of the only layer; made anew with each.
  private(set) var coarser = CoarserCells()
  private(set) var rows: [Row] = []
  /// Of the rows whose sums 64 bits do not hold.
  private var large: [Int: (longitudes: Int128, latitudes: Int128)] = [:]
  private(set) var weights: [WeightSum] = []
  private(set) var hasOrder = false
  /// True if results list every row of a marker, and not only the leading one.
  public var listsMembers = false

  /// By row, what the numbers of a column come to for its points; empty where none were counted.
  public internal(set) var numbers: [NumberSummary] = []

  /// The rows that are points which are never clustered, and no cells.
  var aloneRows: [UInt32] = []
  /// The view that the rows were counted for, and which alone they answer; `nil` for cells of the world. Keys are positions
  /// among its considered cells then, and sums about its middle.
  var view: OwnView?
  /// True if what orders a row is the row of its first point in the input, which single points are named by.
  var namesPoints = false

  /// A table without cells, to which rows are appended.
  public init() {}

  /// A table of rows whose sums 64 bits hold; `hasOrder` is true if something orders records.
  package init(_ rows: [Row], pointCount: Int, hasOrder: Bool, weights: [WeightSum]) {
    (self.rows, self.pointCount, self.hasOrder, self.weights) = (rows, pointCount, hasOrder, weights)
  }

  /// The number of rows.
  public var rowCount: Int { rows.count }
  /// The number of points of all rows.
  public private(set) var pointCount = 0
  /// True if the cells are tiles of a web map that nest, whatever view they are drawn in.
  public var isPyramid = false
  /// True if rows bear weights.
  public var hasWeights: Bool { !weights.isEmpty }

  /// The mean of a row's points.
  public func mean(ofRow row: Int) -> Coordinate {
    let sums = sums(ofRow: row)
    return CellSum.mean(
      latitudes: sums.latitudes.double, longitudes: sums.longitudes.double, of: Double(rows[row].count),
      middleUnits: view?.middleUnits ?? 0)
  }

  /// The box that holds a row's points, in degrees; `nil` where it is not known.
  package func box(ofRow row: Int) -> (west: Double, south: Double, east: Double, north: Double)? {
    let row = rows[row]
    return row.west.isNaN ? nil : (row.west, row.south, row.east, row.north)
  }

  /// The number of points that a row counts.
  public func count(ofRow row: Int) -> Int { rows[row].count }

  /// The weight of a row; `nil` where nothing weighs.
  public func weight(ofRow row: Int) -> Double? {
    weights.isEmpty ? nil : WeightSum.weight(weights[row].total)
  }

  /// The bytes that the cells take, about.
  public var byteCount: Int {
    rows.count * (MemoryLayout<Row>.stride + 12) + weights.count * MemoryLayout<WeightSum>.stride
  }

  /// The weight of a row in 1e-6; 0 where nothing weighs.
  public func weightUnits(ofRow row: Int) -> Int128 { weights.isEmpty ? 0 : weights[row].total }

  func first(ofRow row: Int) -> Int { hasOrder ? rows[row].first : row }

  func sums(ofRow row: Int) -> (longitudes: Int128, latitudes: Int128) { sums(rows[row], row) }

  @inline(__always) func sums(_ row: Row, _ number: Int) -> (longitudes: Int128, latitudes: Int128) {
    if row.longitudes == Row.isLarge, let sums = large[number] { return sums }
    return (Int128(row.longitudes), Int128(row.latitudes))
  }

  /// Adds a row's counts; its position comes with the others of its grid, see ``add(_:windows:keys:rows:threads:)``.
  ///
  /// - Parameters:
  ///   - count: of points, at least 1.
  ///   - first: what orders records; in all rows or in none.
  public mutating func append(count: Int, _ sums: Sums, first: Int?) {
    var part = CoarserCells.Part()
    (part.count, part.longitudes, part.latitudes) = (count, sums.longitudes, sums.latitudes)
    part.box = Extent(minX: sums.west, minY: sums.south, maxX: sums.east, maxY: sums.north)
    part.weight = sums.weight.map {
      WeightSum(total: $0.total, latitudes: $0.latitudes, longitudes: $0.longitudes)
    }
    append(part, first: first)
  }

  mutating func append(_ sum: CoarserCells.Part, first: Int?) {
    var row = Row(
      count: sum.count, longitudes: Row.isLarge, latitudes: Row.isLarge, west: sum.box.minX,
      south: sum.box.minY, east: sum.box.maxX, north: sum.box.maxY, first: first ?? 0)
    if let longitudes = Int64(exactly: sum.longitudes), let latitudes = Int64(exactly: sum.latitudes),
      longitudes != Row.isLarge
    {
      (row.longitudes, row.latitudes) = (longitudes, latitudes)
    } else {
      large[rows.count] = (sum.longitudes, sum.latitudes)
    }
    rows.append(row)
    pointCount += sum.count
    if first != nil { hasOrder = true }
    if let weight = sum.weight { weights.append(weight) }
  }

  /// Adds what the numbers of the last row's points come to; for all rows or for none.
  package mutating func append(_ summary: NumberSummary) { numbers.append(summary) }

  /// Adds the rows of another table behind its own, or the first ones of them; where they lie is added once for all, see
  /// ``add(_:windows:keys:rows:threads:)``.
  public mutating func append(_ other: CellTable, rows count: Int? = nil) {
    let added = other.rows.prefix(count ?? other.rows.count)
    for (row, sums) in other.large where row < added.count { large[rows.count + row] = sums }
    rows += added
    pointCount += added.count == other.rows.count ? other.pointCount : added.reduce(0) { $0 + $1.count }
    weights += other.weights.prefix(added.count)
    numbers += other.numbers.prefix(added.count)
    hasOrder = hasOrder || other.hasOrder
  }

  /// Takes a row's points out of ``pointCount``: the row is one of those before it once more, and has no position of its own.
  public mutating func leaveOut(row: Int) { pointCount -= rows[row].count }

  /// True if two rows count the same points: their numbers, sums, boxes and what orders them are equal.
  public func areEqual(_ row: Int, _ other: Int) -> Bool {
    let (one, two) = (rows[row], rows[other])
    let isSame = { (edge: KeyPath<Row, Double>) in
      one[keyPath: edge] == two[keyPath: edge] || one[keyPath: edge].isNaN && two[keyPath: edge].isNaN
    }
    return one.count == two.count && sums(one, row) == sums(two, other)
      && [\Row.west, \.south, \.east, \.north].allSatisfy(isSame) && one.first == two.first
      && (weights.isEmpty || weights[row] == weights[other])
  }

  /// Makes room for so many rows in all, so that appending them moves no memory.
  public mutating func reserve(_ count: Int) { rows.reserveLargePages(count) }

  /// Takes down where rows lie.
  ///
  /// - Parameters:
  ///   - windows: the cells that the rows are complete for; empty for the whole world.
  ///   - keys: a row's position, `y << 32 | x`.
  ///   - rows: the numbers of the rows; `nil` for all in order.
  ///   - threads: how many sort at once, at least 1; the result does not depend on it.
  /// - Returns: two rows that are the same cell; `nil` where all differ. Rows of ``Grid/places`` may share one.
  public mutating func add(
    _ grid: Grid, windows: [CellWindow] = [], keys: [UInt64], rows: [UInt32]? = nil, threads: Int = 1
  ) -> (earlier: Int, later: Int)? {
    var layer = Layer(grid: grid, windows: windows, keys: keys, rows: rows ?? [])
    if !(1..<max(1, keys.count)).allSatisfy({ keys[$0 - 1] <= keys[$0] }) {
      (layer.keys, layer.rows) = ascendingPlaces(keys, rows, threads: threads)
    } else if rows == nil {
      layer.rows = Array(0..<UInt32(keys.count))
    }
    layers.append(layer)
    coarser = CoarserCells()
    guard grid != .places else { return nil }
    var found: (earlier: Int, later: Int)?
    layer.keys.withUnsafeBufferPointer { keys in
      for index in keys.indices.dropFirst() where keys[index] == keys[index - 1] {
        let pair = (earlier: Int(layer.rows[index - 1]), later: Int(layer.rows[index]))
        if found.map({ pair.later < $0.later }) ?? true { found = pair }
      }
    }
    return found
  }
}
