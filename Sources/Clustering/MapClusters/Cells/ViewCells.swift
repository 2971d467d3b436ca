public import MapGeometry

extension CellWindow {
  /// The cells that a view considers, margin included.
  ///
  /// - Throws: ``ClusterError/cellLimit(_:)`` for settings that cells cannot serve, and what any grid refuses.
  public init(of viewport: Viewport, settings: ClusterSettings) throws(ClusterError) {
    try settings.check(pointCount: 0)
    if let limit = CellLimit.of(settings, zoom: viewport.zoom) { throw .cellLimit(limit) }
    self.init(try Clustering(viewport: viewport, settings: settings).grid())
  }

  /// All considered cells of a grid by their rows and columns in it: what names cells that were counted for that view
  /// alone.
  init(ofView grid: CellGrid) {
    self.init(
      worldColumns: max(1, grid.columns.count), firstColumn: 0, columns: grid.columns.count, firstRow: 0,
      rows: grid.rows.count)
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

extension CellTable {
  /// Refuses a view that the cells do not answer, as ``markers(of:in:settings:strategies:threads:)`` does, without a look at
  /// them.
  package func check(_ viewport: Viewport, _ settings: ClusterSettings) throws(ClusterError) {
    // Counted for one view, the cells are compared with its own when it is drawn.
    guard view == nil else { return }
    let window = try CellWindow(of: viewport, settings: settings)
    if window.rows > 0, window.columns > 0 { _ = try layer(answering: window) }
  }

  /// True if the table's cells divide those by which the settings answer a view, wherever they lie.
  package func hasCells(of viewport: Viewport, _ settings: ClusterSettings) -> Bool {
    guard let window = try? CellWindow(of: viewport, settings: settings) else { return false }
    return layers.contains { $0.grid != .places && $0.parts(in: window.worldColumns) != nil }
  }

  /// The layer whose cells answer a view: of several the coarsest.
  func layer(answering window: CellWindow) throws(ClusterError) -> (Layer, parts: Int)? {
    guard !layers.isEmpty else { return nil }
    let dividing = layers.compactMap { layer in
      layer.parts(in: window.worldColumns).map { (layer, parts: $0) }
    }
    let complete = dividing.filter { layer, parts in
      layer.windows.isEmpty || window.divided(by: parts).lies(in: layer.windows)
    }
    if let best = complete.min(by: { $0.parts < $1.parts }) { return best }
    if let (layer, parts) = dividing.min(by: { $0.parts < $1.parts }), let own = layer.windows.first {
      throw .cellsElsewhere(table: own, view: window.divided(by: parts))
    }
    let columns = layers.compactMap { layer in
      if case .cells(let columns) = layer.grid { columns } else { nil }
    }
    throw .cellsOfOtherGrid(table: columns.max() ?? 0, view: window.worldColumns)
  }
}
