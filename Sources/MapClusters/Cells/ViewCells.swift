public import MapGeometry

extension CellWindow {
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
}
