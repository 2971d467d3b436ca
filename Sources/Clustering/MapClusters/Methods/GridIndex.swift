public import MapGeometry

/// Points sorted into the cells of one grid over the whole world: any view of that grid is answered from them, without
/// visiting the points.
///
/// A grid is known by how its cells are laid along the world, so views of one zoom share it, wherever they look. What the
/// index gives is what visiting the points gives, to the last bit: the same sums, in the same order.
public struct GridIndex: Sendable {
  /// A grid of which an index can be made.
  public struct Grid: Hashable, Sendable {
    let columns: Int
    /// The side of a cell in worlds.
    let side: Double
    /// True if ``columns`` cells span the world exactly; else the last one is cut short.
    let isEven: Bool
  }

  /// More cells along the world are not indexed: a view shows few of the points then, and finding them takes little.
  static let mostColumns = 8192

  /// The grid whose cells it holds.
  public let grid: Grid
  private let table: CoordinateTable
  /// The points of the whole world, cells counted from the world's corner.
  private let groups: CellGroups
  /// The numbers of the cells in the world, row by row, ascending.
  private let cells: [UInt32]
  /// The index in ``groups`` of each of ``cells``; `nil` where they are in that order.
  private let ranks: [UInt32]?

  /// The bytes it takes, without the points, which it shares with whoever gave them.
  public var byteCount: Int {
    MemoryLayout<CellSum>.stride * groups.sums.count + 8 * groups.starts.count + 4 * groups.members.count
      + 4 * cells.count + 4 * (ranks?.count ?? 0)
  }

  /// Sorts points into the cells of a grid.
  ///
  /// - Parameters:
  ///   - input: the points.
  ///   - grid: a view's, see ``grid(of:in:_:)``.
  ///   - threads: how many share the work, at least 1.
  /// - Throws: ``ClusterError/badCoordinate(index:longitude:latitude:)`` and what else is wrong with the points.
  /// - Complexity: O(*n*); 4 bytes a point and 76 an occupied cell are kept.
  public init(of input: ClusterInput, grid: Grid, threads: Int = 1) throws(ClusterError) {
    try input.check()
    let world = WorldRectangle(minX: 0, minY: 0, width: 1, height: 1)
    let all = try CellGrid(
      side: grid.side, shares: grid.isEven ? grid.columns : nil, covering: world, points: 0)
    self.grid = grid
    table = input.coordinates
    groups = try input.withPoints { points throws(ClusterError) in
      try cellGroups(of: points, in: all, window: DegreeWindow(holding: world), threads: max(1, threads))
    }
    let numbers = groups.sums.map { UInt32(truncatingIfNeeded: Int($0.row) * grid.columns + Int($0.column)) }
    ranks = ascending(numbers)
    cells = ranks.map { $0.map { numbers[Int($0)] } } ?? numbers
  }

  /// The grid of a view; `nil` where views of it cannot be answered from an index: other methods and anchors, cells moved
  /// by a rule of the caller's own, rings, points that are never clustered, and very small cells.
  public static func grid(
    of input: ClusterInput, in viewport: Viewport, _ settings: ClusterSettings
  ) -> Grid? {
    guard settings.method == .grid, settings.anchor == .world, settings.coLocated == .merge,
      input.cells == nil,
      input.unclusteredRows?.isEmpty ?? true, input.absentCount == 0, !input.isPlaced,
      let grid = try? Clustering(viewport: viewport, settings: settings).grid()
    else { return nil }
    return Grid(grid)
  }

  /// True if a table is the one that the index was made of: the same memory, which it keeps from being changed.
  func wasMade(of table: CoordinateTable) -> Bool { self.table.isShared(with: table) }

  /// The points of the cells that a view considers, as ``cellGroups(of:in:window:threads:blockSize:isCancelled:)`` finds them;
  /// `nil` where the view has another grid.
  ///
  /// - Complexity: O(*cells of the view that hold points* + *rows*), and a copy of the rows of their points.
  func groups(in view: CellGrid) -> CellGroups? {
    guard Grid(view) == grid else { return nil }
    var places: [UInt32] = []
    for row in view.rows.first..<view.rows.first + view.rows.count {
      for columns in view.columns.named { find(columns, row, &places) }
    }
    // As they were met: in the order of their first points.
    places.sort()
    let isAll = places.count == groups.sums.count
    var found = isAll ? groups : CellGroups(sums: [], starts: [0], members: [], alone: [])
    found.sums = places.map { index in
      var sum = groups.sums[Int(index)]
      let column = Int(sum.column) - view.columns.first
      sum.column = Int32(truncatingIfNeeded: column < 0 ? column + view.columns.period : column)
      sum.row -= Int32(truncatingIfNeeded: view.rows.first)
      return sum
    }
    guard !isAll else { return found }
    found.starts.reserveCapacity(places.count + 1)
    for sum in found.sums { found.starts.append(found.starts[found.starts.count - 1] + Int(sum.count)) }
    found.members.reserveCapacity(found.starts[places.count])
    for index in places {
      found.members += groups.members[groups.starts[Int(index)]..<groups.starts[Int(index) + 1]]
    }
    return found
  }

  private func find(_ columns: Range<Int>, _ row: Int, _ places: inout [UInt32]) {
    let start = UInt32(truncatingIfNeeded: row * grid.columns)
    let end = start + UInt32(truncatingIfNeeded: columns.upperBound)
    var next = cells.partitioningIndex { $0 >= start + UInt32(truncatingIfNeeded: columns.lowerBound) }
    while next < cells.count, cells[next] < end {
      places.append(ranks.map { $0[next] } ?? UInt32(truncatingIfNeeded: next))
      next += 1
    }
  }
}

/// Shows a view of a grid from an index of its cells.
///
/// - Parameters:
///   - input: the points that the index was made of; other points are visited one by one.
///   - index: of the view's grid; with that of another one the points are visited.
///   - viewport: what decides which cells are shown.
///   - settings: as ``GridIndex/grid(of:in:_:)`` was asked with.
///   - threads: how many to use where the points are visited, at least 1.
/// - Returns: the same as ``markers(of:in:settings:strategies:threads:)``.
/// - Throws: ``ClusterError`` for settings that do not fit.
/// - Complexity: the number of occupied cells in view, and a copy of the rows of their points.
public func markers(
  of input: ClusterInput, from index: GridIndex, in viewport: Viewport, settings: ClusterSettings,
  threads: Int = 1
) throws(ClusterError) -> ClusterResult {
  guard index.wasMade(of: input.coordinates), GridIndex.grid(of: input, in: viewport, settings) == index.grid
  else { return try markers(of: input, in: viewport, settings: settings, threads: threads) }
  try settings.check(pointCount: input.coordinates.count)
  let work = Clustering(viewport: viewport, settings: settings, threads: threads, index: index)
  return try input.withPoints(work.markers(ofPoints:))
}

extension GridIndex.Grid {
  /// The grid of a view, as far as views share it; `nil` for one that starts elsewhere than the world, and for too many cells.
  init?(_ grid: CellGrid) {
    switch grid.columns.measure {
    case .shares: isEven = true
    case .lengths: isEven = false
    case .anchored, .blocks, .bands: return nil
    }
    guard grid.worldColumns <= GridIndex.mostColumns else { return nil }
    (columns, side) = (grid.worldColumns, grid.side)
  }
}

extension CellAxis {
  /// The cells that count by their own names: up to the world's end, and on from its beginning.
  fileprivate var named: [Range<Int>] {
    first + count <= period
      ? [first..<first + count] : [first..<period, 0..<min(first, first + count - period)]
  }
}
