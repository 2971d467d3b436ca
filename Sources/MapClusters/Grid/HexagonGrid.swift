public import MapGeometry

/// Hexagons that cover the world, points up, a whole number of them along it.
///
/// Centers lie in rows, every other row half a column farther east. A point belongs to the hexagon whose center is nearest,
/// compared in integers: a column's width has 2^31 units, and rows lie √3/2 of that apart, cut to a whole unit.
public struct HexagonGrid: Hashable, Sendable {
  /// Units from a row to the next: √3/2 · 2^31.
  static let pitch: Int64 = 1_859_775_393

  /// The number of hexagons along the world, at least 1.
  public let columns: Int

  /// Creates hexagons.
  ///
  /// - Parameter columns: along the world, `1...2^29`.
  public init(columns: Int) { self.columns = columns }

  /// The cell that holds a point; of two that are equally near the northern or eastern one.
  @inline(__always)
  public func cell(of point: FixedWorldPoint) -> Cell {
    let x = Int64(truncatingIfNeeded: (UInt64(point.x) &* UInt64(columns)) &>> 1)
    let y = Int64(truncatingIfNeeded: (UInt64(point.y) &* UInt64(columns)) &>> 1)
    let row = y / HexagonGrid.pitch
    let (north, south) = (nearest(x, inRow: row), nearest(x, inRow: row + 1))
    let down = y - row * HexagonGrid.pitch
    let up = HexagonGrid.pitch - down
    let isSouth = south.way * south.way + up * up < north.way * north.way + down * down
    let column = isSouth ? south.column : north.column
    return Cell(
      column: Int(truncatingIfNeeded: column) % columns,
      row: Int(truncatingIfNeeded: isSouth ? row + 1 : row))
  }

  @inline(__always)
  private func nearest(_ x: Int64, inRow row: Int64) -> (column: Int64, way: Int64) {
    let start = (row & 1) &<< 30
    let column = (x - start + (1 &<< 30)) &>> 31
    // West of the first center of an odd row lies the last hexagon of the world before.
    return (column < 0 ? column + Int64(columns) : column, x - start - (column &<< 31))
  }

  /// A cell's corners from the northern one clockwise, in worlds; not wrapped.
  public func corners(of cell: Cell) -> [CellCorner] {
    let (x, y) = (2 * cell.column + (cell.row & 1), 3 * cell.row)
    return [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].map { right, down in
      let place = WorldPoint(
        x: Double(x + right) / Double(2 * columns),
        y: Double(y + down) * Double(HexagonGrid.pitch) / (3 * 2_147_483_648 * Double(columns)))
      return CellCorner(column: x + right, row: y + down, place: place)
    }
  }

  /// The midpoint of a cell, in worlds; not wrapped.
  public func center(of cell: Cell) -> WorldPoint {
    let corners = corners(of: cell)
    return WorldPoint(x: corners[0].place.x, y: (corners[0].place.y + corners[3].place.y) / 2)
  }
}

/// A corner of cells: those that meet there have the same one.
public struct CellCorner: Hashable, Sendable {
  /// The number of the corner eastward, and southward.
  public let column, row: Int
  /// The corner's place in worlds; not wrapped.
  public let place: WorldPoint

  init(column: Int, row: Int, place: WorldPoint) {
    (self.column, self.row, self.place) = (column, row, place)
  }
}

extension ClusterResult {
  /// The corners of a marker's cell, clockwise as seen; `nil` for a marker without one.
  ///
  /// - Parameter world: the copy of the world, 0 for the first.
  public func corners(of marker: Marker, inWorld world: Int = 0) -> [CellCorner]? {
    guard let cell = marker.cell else { return nil }
    if let hexagons {
      return hexagons.corners(of: cell).map {
        CellCorner(
          column: $0.column + 2 * hexagons.columns * world, row: $0.row,
          place: WorldPoint(x: $0.place.x + Double(world), y: $0.place.y))
      }
    }
    guard let grid else { return nil }
    let ahead = cell.column - grid.first.column
    let column = grid.repeats && ahead < 0 ? ahead + grid.worldColumns : ahead
    let row = cell.row - grid.first.row
    let start = grid.origin.x.rounded(.down)
    return zip(grid.corners(column: column, row: row), [(0, 0), (1, 0), (1, 1), (0, 1)]).map { place, step in
      CellCorner(
        column: column + world * grid.worldColumns + step.0, row: row + step.1,
        place: WorldPoint(x: place.x - start + Double(world), y: place.y))
    }
  }
}

extension Clustering {
  /// The markers of the method hex.
  ///
  /// - Complexity: O(*n*).
  func hexagonMarkers(of lent: PlacedPoints) throws(ClusterError) -> ClusterResult {
    var points = lent
    let hexagons = HexagonGrid(columns: try columnsOfWorld())
    let width = 1 / Double(hexagons.columns)
    let area = considered
    // A hexagon that reaches into what is considered counts with all of its points.
    let grown =
      isOfAll
      ? area
      : WorldRectangle(
        minX: area.minX - 1.2 * width, minY: area.minY - 1.2 * width, width: area.width + 2.4 * width,
        height: area.height + 2.4 * width)
    let inView = try groups(of: &points, in: CellGrid(single: grown), area: grown)
    var labels: [UInt32] = []
    labels.reserveCapacity(inView.members.count)
    var cells: [Cell] = []
    var labelOf: [Cell: UInt32] = [:]  // looked up, never iterated
    var last: (cell: Cell, label: UInt32)?
    for (number, member) in inView.members.enumerated() {
      if number & 0xffff == 0, isCancelled() { throw .cancelled }
      let cell = hexagons.cell(of: FixedWorldPoint(points.coordinate(Int(member))))
      if let last, last.cell == cell {
        labels.append(last.label)
        continue
      }
      let label = labelOf[cell] ?? UInt32(truncatingIfNeeded: cells.count)
      if label == cells.count {
        labelOf[cell] = label
        cells.append(cell)
      }
      last = (cell, label)
      labels.append(label)
    }
    let parts = Parts(inView.members, labels: labels)
    var builder = self.builder(parts.members, of: points)
    for (cell, range) in zip(cells, parts.groups)
    where isOfAll || hexagons.corners(of: cell).touch(area) {
      let number = UInt64(truncatingIfNeeded: cell.row * hexagons.columns + cell.column)
      let level = UInt64(truncatingIfNeeded: Int(viewport.zoom.rounded(.down)) + 2)
      let center = settings.position == .cellCenter ? hexagons.center(of: cell).coordinate : nil
      try builder.add(
        range, id: ClusterID(rawValue: 1 << 33 &+ number &* 32 &+ level), cell: cell, center: center)
    }
    try builder.add(alone: inView.alone) { [points] row in
      hexagons.cell(of: FixedWorldPoint(points.coordinate(row)))
    }
    return try builder.finish(hexagons: hexagons)
  }

  /// Cells along the world that are at least as wide as asked, a whole number; those that follow zooms double from each
  /// zoom to the next.
  func columnsOfWorld() throws(ClusterError) -> Int {
    let zoom = settings.snapsZoom ? viewport.zoom.rounded(.down) : viewport.zoom
    let side = try cellSide(atZoom: settings.rounded(zoom))
    guard side >= 2 else { throw .smallHexagons(points: side) }
    let columns =
      settings.snapsZoom
      ? try snappedShares(zoom: zoom, side: side) : alignedShares(viewport.worldSize / side)
    guard columns <= CellGrid.mostWorldColumns else { throw .cellsTooFine(points: side) }
    return Int(columns)
  }
}

extension [CellCorner] {
  /// True if the box of the corners reaches into an area, in any copy of the world.
  fileprivate func touch(_ area: WorldRectangle) -> Bool {
    guard let top = map(\.place.y).min(), let bottom = map(\.place.y).max(), let west = map(\.place.x).min(),
      let east = map(\.place.x).max(), bottom > area.minY, top < area.maxY
    else { return false }
    // The first copy that ends east of the area's western edge.
    let turns = (area.minX - east).rounded(.down) + 1
    return west + turns < area.maxX
  }
}
