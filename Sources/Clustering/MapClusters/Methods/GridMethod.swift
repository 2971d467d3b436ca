import MapGeometry

extension Clustering {
  func gridMarkers(of points: PlacedPoints) throws(ClusterError) -> ClusterResult {
    let grid = try self.grid()
    return try cellMarkers(of: points, in: grid, area: grid.area)
  }

  /// The markers of the cells of a grid.
  ///
  /// - Parameter isSeen: whether a hexagon reaches into what is considered.
  func cellMarkers(
    of lent: PlacedPoints, in grid: CellGrid, area: WorldRectangle, isSeen: (Cell) -> Bool = { _ in true }
  ) throws(ClusterError) -> ClusterResult {
    var points = lent
    let hexagons = grid.hexagons
    var groups = try self.groups(of: &points, in: grid, area: area)
    let leaders = keptLeaders.isEmpty ? [:] : separateLeaders(&groups)
    var counts: [UInt32] = []
    if grid.shown.columns.count * grid.shown.rows.count <= GridCells.mostCounts {
      counts = Array(repeating: 0, count: grid.shown.columns.count * grid.shown.rows.count)
    }
    // Handed over, not shared: a builder that changes their order must not copy them all.
    let members = groups.members
    groups.members = []
    let holdsSums = points.count <= grid.mostSummed
    var builder = self.builder(consume members, of: points)
    for (number, sum) in groups.sums.enumerated() {
      let (column, row) = (Int(sum.column), Int(sum.row))
      let cell = grid.cell(column: column, row: row)
      guard isSeen(cell) else { continue }
      if !counts.isEmpty, grid.shown.columns.contains(column), grid.shown.rows.contains(row) {
        let shown = (row - grid.shown.rows.lowerBound) * grid.shown.columns.count
        counts[shown + column - grid.shown.columns.lowerBound] = sum.count
      }
      let led = leaders[number]
      let end = groups.starts[number + 1] - (led?.others ?? 0)
      let known =
        led == nil && holdsSums
        ? (sum, middleUnits: grid.middleUnits, reference: grid.reference(column: column, row: row)) : nil
      try builder.add(
        groups.starts[number]..<end, id: grid.id(column: column, row: row, zoom: viewport.zoom), cell: cell,
        area: hexagons == nil ? grid.area(column: column, row: row) : nil, sum: known,
        center: led.map { points.coordinate(Int($0.leader)) }
          ?? (settings.position == .cellCenter ? hexagons?.center(of: cell).coordinate : nil))
      try builder.addSingles(end..<groups.starts[number + 1], cell: cell)
    }
    func cell(of row: Int) -> Cell? { grid.cell(holding: points.coordinate(row)) }
    let alone =
      hexagons == nil ? groups.alone : groups.alone.filter { cell(of: Int($0)).map(isSeen) ?? false }
    try builder.add(alone: alone, cell: cell)
    return try builder.finish(grid: hexagons == nil ? grid.cells(counts: counts) : nil, hexagons: hexagons)
  }

  /// Moves the leaders that are kept, but for the first one of each block, behind the block's other points.
  ///
  /// - Returns: for the places of blocks with such leaders the first one, and how many others there are.
  private func separateLeaders(_ groups: inout CellGroups) -> [Int: (leader: UInt32, others: Int)] {
    var found: [Int: (leader: UInt32, others: Int)] = [:]  // looked up, never iterated
    for number in groups.sums.indices {
      let range = groups.starts[number]..<groups.starts[number + 1]
      let leaders = groups.members[range].filter(keptLeaders.contains)
      guard let first = leaders.first else { continue }
      found[number] = (first, leaders.count - 1)
      let others = leaders.dropFirst()
      guard !others.isEmpty else { continue }
      let rest = groups.members[range].filter { $0 == first || !keptLeaders.contains($0) }
      groups.members.replaceSubrange(range, with: rest + others)
    }
    return found
  }

  func grid() throws(ClusterError) -> CellGrid {
    if settings.method == .peaks { return try fineGrid() }
    if viewport.bearing != 0, settings.method == .leader || settings.anchor == .view {
      return CellGrid(try turnedGrid())
    }
    let (zoom, worldSize, side) = try cellMeasure()
    let view = Clustering.nearby(viewport.visibleWorldRectangle)
    let corner = WorldPoint(x: view.minX, y: view.minY)
    if settings.method == .leader {
      return try CellGrid(
        blocksOf: side / worldSize, corner: corner, center: WorldPoint(viewport.center), width: view.width,
        height: view.height, points: side)
    }
    if settings.anchor == .view {
      return try CellGrid(
        side: side / worldSize, shares: nil, covering: considered, from: corner, points: side)
    }
    let most = isOfAll ? Double.infinity : CellGrid.mostCells
    guard settings.alignsToWorld else {
      return try CellGrid(side: side / worldSize, shares: nil, covering: considered, points: side, most: most)
    }
    let shares = try self.shares(zoom: zoom, worldSize: worldSize, side: side)
    guard shares <= CellGrid.mostWorldColumns else {
      throw CellGrid.refusal(side: side / worldSize, of: considered, points: side)
    }
    return try CellGrid(side: 1 / shares, shares: Int(shares), covering: considered, points: side, most: most)
  }

  private func turnedGrid() throws(ClusterError) -> TurnedGrid {
    let viewport = viewport.aroundGround
    let (_, worldSize, points) = try cellMeasure()
    guard worldSize / points <= CellGrid.mostWorldColumns else { throw .cellsTooFine(points: points) }
    let side = points / worldSize * viewport.worldSize
    if settings.method == .leader {
      return try TurnedGrid(blocksOf: viewport, side: side, points: points)
    }
    let (width, height) = (viewport.size.width, viewport.size.height)
    // The margin grows the picture itself, not the rectangle around it.
    let grown = WorldRectangle(minX: 0, minY: 0, width: width, height: height).expanded(by: settings.margin)
    return try TurnedGrid(viewport, side: side, considering: grown, points: points)
  }

  /// The zoom that cells follow, the width of its world, and the side of a cell, both in points.
  func cellMeasure() throws(ClusterError) -> (zoom: Double, worldSize: Double, side: Double) {
    let zoom = settings.snapsZoom ? viewport.zoom.rounded(.down) : viewport.zoom
    return (zoom, Viewport.tileSize * powerOfTwo(zoom), try cellSide(atZoom: settings.rounded(zoom)))
  }

  func cellSide(atZoom zoom: Double) throws(ClusterError) -> Double {
    if settings.method == .peaks { return settings.radius / PeakFinding.share }
    guard let strategy = strategies.cellSide else {
      return try settings.cellSize.points(atZoom: zoom, width: viewport.size.width)
    }
    let side = strategy.cellSide(for: viewport)
    guard side.isFinite, side > 0 else { throw .cellSide(side) }
    return side
  }

  /// Whole cells along the world that are at least as wide as asked; those that follow zooms nest.
  func shares(zoom: Double, worldSize: Double, side: Double) throws(ClusterError) -> Double {
    settings.snapsZoom ? try snappedShares(zoom: zoom, side: side) : alignedShares(worldSize / side)
  }

  /// Whole cells along the world, at least one.
  private func alignedShares(_ cells: Double) -> Double { max(1, (cells + 1e-9).rounded(.down)) }

  /// Cells along the world at zoom 0 where cells nest.
  func sharesAtZoomZero() throws(ClusterError) -> Double {
    alignedShares(Viewport.tileSize / (try cellSide(atZoom: -.infinity)))
  }

  /// Cells along the world at an integer zoom: the number at zoom 0 times a power of two, so that each cell is cut into
  /// whole cells by every later zoom, whatever the table has; never smaller than asked from zoom 0 on.
  private func snappedShares(zoom: Double, side: Double) throws(ClusterError) -> Double {
    let base = try sharesAtZoomZero()
    let doublings = (zoom + binaryLogarithm(Viewport.tileSize / (side * base)) + 1e-9).rounded(.down)
    guard doublings < 0 else { return base * powerOfTwo(doublings) }
    var (shares, halvings) = (base, -doublings)
    while halvings > 0 && shares.truncatingRemainder(dividingBy: 2) == 0 {
      (shares, halvings) = (shares / 2, halvings - 1)
    }
    return shares
  }
}

extension CellGrid {
  var area: WorldRectangle {
    if let turned { return turned.area }
    let last = area(column: max(0, columns.count - 1), row: max(0, rows.count - 1))
    return WorldRectangle(
      minX: origin.x, minY: origin.y, width: min(1, last.maxX - origin.x), height: last.maxY - origin.y)
  }

  func id(column: Int, row: Int, zoom: Double) -> ClusterID {
    // Others lie on all sides of the picture's corner: they are counted from the first of them.
    let isNamed =
      switch columns.measure {
      case .shares, .lengths: true
      case .anchored, .blocks, .bands: turned.map { !$0.isOfBlocks } ?? false
      }
    let cell = isNamed ? cell(column: column, row: row) : Cell(column: column, row: row)
    return ClusterID(
      column: UInt64(truncatingIfNeeded: cell.column), row: UInt64(truncatingIfNeeded: cell.row),
      of: UInt64(truncatingIfNeeded: worldColumns), zoom: zoom)
  }

  /// The cell that holds a coordinate, by its own name.
  func cell(holding coordinate: Coordinate) -> Cell? {
    if let turned { return turned.cell(holding: coordinate)?.cell }
    let point = FixedWorldPoint(coordinate)
    if let hexagons { return hexagons.cell(of: point) }
    return cell(column: columns.index(of: point.x), row: rows.index(of: point.y))
  }

  func cells(counts: [UInt32]) -> GridCells {
    GridCells(
      first: cell(column: shown.columns.lowerBound, row: shown.rows.lowerBound), columns: shown.columns.count,
      rows: shown.rows.count, side: side,
      origin: turned?.shownOrigin
        ?? WorldPoint(
          x: origin.x + Double(shown.columns.lowerBound) * side,
          y: origin.y + Double(shown.rows.lowerBound) * side),
      worldColumns: worldColumns, counts: counts, repeats: columns.period > 0, turnedView: turned?.viewport)
  }
}
