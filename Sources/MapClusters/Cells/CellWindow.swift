public import MapGeometry

/// Some cells of a world that is divided into whole ones: those that a view considers, by the names they have there.
public struct CellWindow: Hashable, Sendable {
  /// Cells along the world, `1...2^29`.
  public var worldColumns: Int
  /// The westernmost column, `0..<worldColumns`; columns go on at 0 behind the last.
  public var firstColumn: Int
  /// How many columns, at most ``worldColumns``.
  public var columns: Int
  /// The northernmost row.
  public var firstRow: Int
  /// How many rows.
  public var rows: Int

  /// Cells by number.
  public init(worldColumns: Int, firstColumn: Int, columns: Int, firstRow: Int, rows: Int) {
    self.worldColumns = worldColumns
    self.firstColumn = firstColumn
    self.columns = columns
    self.firstRow = firstRow
    self.rows = rows
  }

  /// The cells that a view considers, margin included.
  ///
  /// - Throws: ``ClusterError/cellLimit(_:)`` for settings that cells cannot serve, and what any grid refuses.
  public init(of viewport: Viewport, settings: ClusterSettings) throws(ClusterError) {
    try settings.check(pointCount: 0)
    if let limit = CellLimit.of(settings, zoom: viewport.zoom) { throw .cellLimit(limit) }
    self.init(
      try Clustering(
        viewport: viewport, settings: settings, strategies: ClusterStrategies(), threads: 1,
        isCancelled: { false }
      ).grid())
  }

  init(_ grid: CellGrid) {
    self.init(
      worldColumns: grid.worldColumns, firstColumn: grid.columns.first, columns: grid.columns.count,
      firstRow: grid.rows.first, rows: grid.rows.count)
  }

  /// All cells of a world.
  public static func world(_ columns: Int) -> CellWindow {
    CellWindow(worldColumns: columns, firstColumn: 0, columns: columns, firstRow: 0, rows: columns)
  }

  /// The columns as one run, or as two where they go over the antimeridian.
  public var columnRuns: [Range<Int>] {
    guard firstColumn + columns > worldColumns else { return [firstColumn..<firstColumn + columns] }
    return [0..<firstColumn + columns - worldColumns, firstColumn..<worldColumns]
  }

  /// The degrees that hold the cells and a little more: a test that never leaves out what counts.
  ///
  /// - Returns: south and north; west in `-180..<180` and a width, from 360 on for the whole world.
  public var degrees: (south: Double, north: Double, west: Double, width: Double) {
    let side = 1 / Double(worldColumns)
    let window = DegreeWindow(
      holding: WorldRectangle(
        minX: Double(firstColumn) * side, minY: Double(firstRow) * side, width: Double(columns) * side,
        height: Double(rows) * side))
    return (window.south, window.north, window.west, window.width)
  }

  /// Whether all of another window's cells lie in this one's; both count the same columns along the world.
  func holds(_ other: CellWindow) -> Bool {
    guard other.rows > 0, other.columns > 0 else { return true }
    guard other.firstRow >= firstRow, other.firstRow + other.rows <= firstRow + rows else { return false }
    guard columns < worldColumns else { return true }
    let offset = other.firstColumn - firstColumn
    return (offset < 0 ? offset + worldColumns : offset) + other.columns <= columns
  }

  /// The same part of the world in cells of which so many make one along each side.
  func divided(by parts: Int) -> CellWindow {
    CellWindow(
      worldColumns: worldColumns * parts, firstColumn: firstColumn * parts, columns: columns * parts,
      firstRow: firstRow * parts, rows: rows * parts)
  }
}
