public import MapGeometry

/// Square cells of all zooms over many points, each zoom's cells four to one of the next coarser.
///
/// For grids whose cells follow the integer zoom (`snapZoom`): the world is a chosen number of cells wide at
/// zoom 0 and twice as many at each further zoom, so cells nest, and what is known of a cell is put together
/// from the four inside it. A view is answered from its cells, without visiting points. A cell of 60 points
/// in a world of 512 points makes `512 / 60`, rounded down, 8 cells at zoom 0.
///
/// All is whole numbers: which cell holds a point is decided in 2^-32 worlds, sums are in 10^-8 degrees. The
/// same points give the same cells, in any order and on any number of threads.
public struct CellPyramid: Sendable {
  /// The most points a pyramid can hold: their sums stay below 2^63.
  public static let pointLimit = 1 << 28
  /// The most columns at the finest zoom.
  public static let columnLimit = 1 << 31

  /// Columns, and rows, at zoom 0.
  public let cellsAtZoomZero: Int
  /// The finest zoom whose cells are kept, `0...31`.
  public let maximumZoom: Int
  /// Rows of the coordinate table in the order of cells; every cell of every zoom is one run of them.
  public var order: [UInt32] { points.order }

  /// The points it was made of: the same memory as the caller's table, not a copy.
  private let table: CoordinateTable
  let key: PyramidKey
  let points: PyramidPoints
  /// By zoom.
  let levels: [PyramidLevel]

  /// The bytes it takes, without the points, which it shares with whoever gave them.
  public var byteCount: Int {
    let rows =
      points.keys.byteCount + points.longitudes.byteCount + points.latitudes.byteCount + 4 * order.count
    return levels.reduce(rows) { sum, level in
      sum + level.starts.byteCount + 4 * level.heavy.count
        + MemoryLayout<PyramidFacts>.stride * level.heavyFacts.count
    }
  }

  /// Sorts points into the cells of all zooms.
  ///
  /// - Parameters:
  ///   - table: the points; longitudes are wrapped into the world, latitudes limited to the flat world's edge.
  ///   - cellsAtZoomZero: cells along the world's width and height at zoom 0, at least 1.
  ///   - maximumZoom: the finest zoom, at least 0; `cellsAtZoomZero · 2^maximumZoom` is at most ``columnLimit``.
  ///   - threads: how many threads share the work, at least 1. The result does not depend on it.
  /// - Throws: ``CellPyramidError``.
  /// - Complexity: O(*n*) for a number of zooms; about 28 bytes a point and 4 a cell, beside the table, which is
  ///   shared.
  public init(
    of table: CoordinateTable, cellsAtZoomZero: Int, maximumZoom: Int = 16, threads: Int = 1
  ) throws(CellPyramidError) {
    guard threads >= 1 else { throw .tooFewThreads(threads) }
    try self.init(
      of: table, cellsAtZoomZero: cellsAtZoomZero, maximumZoom: maximumZoom,
      slices: ParallelSlices(threads: threads))
  }

  /// A pyramid whose work is cut as a test wants it.
  init(
    of table: CoordinateTable, cellsAtZoomZero: Int, maximumZoom: Int, slices: ParallelSlices
  ) throws(CellPyramidError) {
    guard cellsAtZoomZero >= 1, (0...31).contains(maximumZoom),
      cellsAtZoomZero <= Self.columnLimit >> maximumZoom
    else { throw .cellsOutOfRange(cellsAtZoomZero: cellsAtZoomZero, maximumZoom: maximumZoom) }
    guard table.count <= Self.pointLimit else { throw .tooManyPoints(table.count) }
    self.table = table
    self.cellsAtZoomZero = cellsAtZoomZero
    self.maximumZoom = maximumZoom
    key = PyramidKey(base: cellsAtZoomZero, maximumZoom: maximumZoom)
    points = try PyramidPoints(table, key: key, slices: slices)
    levels = PyramidBuilder(key: key, slices: slices).levels(of: points)
  }

  /// Columns, and rows, of a zoom's grid.
  ///
  /// - Parameter zoom: limited to `0...maximumZoom`.
  public func columns(atZoom zoom: Int) -> Int { key.columns(atZoom: limited(zoom)) }

  /// The number of a zoom's cells that hold points.
  ///
  /// - Parameter zoom: limited to `0...maximumZoom`.
  public func cellCount(zoom: Int) -> Int { levels[limited(zoom)].count }

  /// The points of a cell: rows of the coordinate table, in input order within each cell of the finest zoom.
  ///
  /// - Complexity: O(1).
  public func members(of cell: PyramidCell) -> ArraySlice<UInt32> { points.order[cell.members] }

  /// Whether a table is the one that the pyramid was made of.
  ///
  /// Tables are compared by the memory they share, which the pyramid keeps from being changed or reused: an equal
  /// table of another origin is not recognized, and a changed copy never is.
  ///
  /// - Complexity: O(1).
  public func wasMade(of table: CoordinateTable) -> Bool { self.table.isShared(with: table) }

  func limited(_ zoom: Int) -> Int { min(maximumZoom, max(0, zoom)) }
}
