import MapGeometry

/// Square cells that follow the edges of a picture that is turned, from its upper left corner.
///
/// Unlike other grids it has no whole numbers to count in: a place is projected and divided, the same on every machine.
struct TurnedGrid {
  let viewport: Viewport
  /// The side of a cell in points.
  let side: Double
  /// The cells that the view considers, margin included; counted from the picture's corner.
  let columns, rows: Range<Int>
  /// The smallest rectangle along the meridians that holds them, in worlds.
  let area: WorldRectangle
  /// The copies of the world that the considered cells hold a part of.
  private let copies: ClosedRange<Int>

  /// - Parameters:
  ///   - side: in points of the picture.
  ///   - rectangle: what is looked at, in points from the picture's upper left corner.
  ///   - points: how the side is called in messages.
  init(
    _ viewport: Viewport, side: Double, considering rectangle: ScreenArea, points: Double
  ) throws(ClusterError) {
    (self.viewport, self.side) = (viewport, side)
    func cells(_ start: Double, _ end: Double) -> Range<Int>? {
      let first = (start / side + CellGrid.edgeTolerance).rounded(.down)
      let last = (end / side - CellGrid.edgeTolerance).rounded(.up)
      guard abs(first) < CellGrid.mostCells, abs(last) < CellGrid.mostCells else { return nil }
      return Int(first)..<max(Int(first), Int(last))
    }
    guard let columns = cells(rectangle.left, rectangle.right),
      let rows = cells(rectangle.top, rectangle.bottom),
      Double(columns.count) * Double(rows.count) <= CellGrid.mostCells
    else { throw .tooManyCells(points: points) }
    (self.columns, self.rows) = (columns, rows)
    area = TurnedGrid.bounds(of: columns, rows, side: side, in: viewport)
    let west = max(-1024, area.minX.rounded(.down))
    copies = Int(west)...Int(max(west, min(1024, area.maxX.rounded(.up) - 1)))
  }

  /// A rectangle of the picture.
  struct ScreenArea {
    var left, right, top, bottom: Double
  }

  /// The smallest rectangle along the meridians that holds cells, in worlds.
  private static func bounds(
    of columns: Range<Int>, _ rows: Range<Int>, side: Double, in viewport: Viewport
  ) -> WorldRectangle {
    var (xs, ys): ([Double], [Double]) = ([], [])
    for column in [columns.lowerBound, columns.upperBound] {
      for row in [rows.lowerBound, rows.upperBound] {
        let corner = viewport.worldPoint(at: ScreenPoint(x: Double(column) * side, y: Double(row) * side))
        xs.append(corner.x)
        ys.append(corner.y)
      }
    }
    let (west, north) = (xs.min() ?? 0, ys.min() ?? 0)
    return WorldRectangle(
      minX: west, minY: north, width: (xs.max() ?? 0) - west, height: (ys.max() ?? 0) - north)
  }

  /// The considered cell that a place lies in, of its copies the one nearest to the center; `nil` where none does.
  func cell(holding place: Coordinate) -> Cell? {
    let point = WorldPoint(place)
    let center = WorldPoint(viewport.center).x
    var found: Cell?
    var nearest = Double.infinity
    for copy in copies {
      let distance = abs(point.x + Double(copy) - center)
      guard distance < nearest else { continue }
      let place = viewport.project(point, copy: copy)
      let (column, row) = ((place.x / side).rounded(.down), (place.y / side).rounded(.down))
      if column >= Double(columns.lowerBound), column < Double(columns.upperBound),
        row >= Double(rows.lowerBound), row < Double(rows.upperBound)
      {
        found = Cell(column: Int(column), row: Int(row))
        nearest = distance
      }
    }
    return found
  }

  /// A square along the meridians about the middle of a cell, in worlds.
  func area(of cell: Cell) -> WorldRectangle {
    let middle = viewport.worldPoint(
      at: ScreenPoint(x: (Double(cell.column) + 0.5) * side, y: (Double(cell.row) + 0.5) * side))
    let width = side / viewport.worldSize
    return WorldRectangle(
      minX: middle.x - width / 2, minY: middle.y - width / 2, width: width, height: width)
  }

  /// Cells across a whole world, for ids.
  private var worldColumns: Int {
    max(1, Int(min(CellGrid.mostWorldColumns, (viewport.worldSize / side).rounded(.up))))
  }

  /// A cell's name among all markers of a picture.
  func id(of cell: Cell) -> ClusterID {
    let number =
      UInt64(truncatingIfNeeded: cell.row) &* UInt64(truncatingIfNeeded: worldColumns)
      &+ UInt64(truncatingIfNeeded: cell.column)
    let level = UInt64(truncatingIfNeeded: Int(viewport.zoom.rounded(.down)) + 2)
    return ClusterID(rawValue: 1 << 33 &+ number &* 32 &+ level)
  }

  /// The considered cells in the words of the result.
  func cells(counts: [UInt32]) -> GridCells {
    let width = side / viewport.worldSize
    return GridCells(
      first: Cell(column: columns.lowerBound, row: rows.lowerBound), columns: columns.count, rows: rows.count,
      side: width,
      origin: WorldPoint(
        x: viewport.worldOrigin.x + Double(columns.lowerBound) * width,
        y: viewport.worldOrigin.y + Double(rows.lowerBound) * width),
      worldColumns: worldColumns, counts: counts, repeats: false, turnedView: viewport)
  }
}

extension Clustering {
  /// The markers of a grid that follows a turned picture.
  ///
  /// - Complexity: O(*n*) expected; 20 bytes a point in view.
  func turnedMarkers(of lent: PlacedPoints) throws(ClusterError) -> ClusterResult {
    var points = lent
    let grid = try turnedGrid()
    let window = try self.window(of: &points, holding: grid.area)
    var (members, alone): ([[UInt32]], [UInt32]) = ([], [])
    var cells: [Cell] = []
    var placeOf: [Cell: Int] = [:]  // looked up, never iterated
    for row in 0..<points.count {
      if row & 0xFFFF == 0, isCancelled() { throw .cancelled }
      let (latitude, longitude) = (points.latitudes[row], points.longitudes[row])
      if points.hasAbsent && latitude.isNaN { continue }
      guard latitude >= -90, latitude <= 90, longitude.isFinite else {
        throw .badCoordinate(index: row, longitude: longitude, latitude: latitude)
      }
      let place = points.coordinate(row)
      guard window.contains(latitude: place.latitude, longitude: place.longitude),
        let cell = grid.cell(holding: place)
      else { continue }
      if points.unclusteredRows?.contains(row) ?? false {
        alone.append(UInt32(truncatingIfNeeded: row))
      } else if let number = placeOf[cell] {
        members[number].append(UInt32(truncatingIfNeeded: row))
      } else {
        placeOf[cell] = cells.count
        cells.append(cell)
        members.append([UInt32(truncatingIfNeeded: row)])
      }
    }
    var counts: [UInt32] = []
    if grid.columns.count * grid.rows.count <= GridCells.mostCounts {
      counts = Array(repeating: 0, count: grid.columns.count * grid.rows.count)
    }
    var builder = self.builder(members.flatMap { $0 }, of: points)
    var start = 0
    for (cell, rows) in zip(cells, members) {
      if !counts.isEmpty {
        let place = (cell.row - grid.rows.lowerBound) * grid.columns.count
        counts[place + cell.column - grid.columns.lowerBound] = UInt32(truncatingIfNeeded: rows.count)
      }
      try builder.add(
        start..<start + rows.count, id: grid.id(of: cell), cell: cell, area: grid.area(of: cell))
      start += rows.count
    }
    try builder.add(alone: alone) { grid.cell(holding: points.coordinate($0)) }
    return try builder.finish(grid: grid.cells(counts: counts))
  }

  private func turnedGrid() throws(ClusterError) -> TurnedGrid {
    let zoom = settings.snapsZoom ? viewport.zoom.rounded(.down) : viewport.zoom
    let worldSize = settings.snapsZoom ? Viewport.tileSize * powerOfTwo(zoom) : viewport.worldSize
    let side = try cellSide(atZoom: settings.rounded(zoom))
    guard worldSize / side <= CellGrid.mostWorldColumns else { throw .cellsTooFine(points: side) }
    let (width, height) = (viewport.size.width, viewport.size.height)
    // The margin grows the picture itself, not the rectangle around it.
    let grown = WorldRectangle(minX: 0, minY: 0, width: width, height: height).expanded(by: settings.margin)
    return try TurnedGrid(
      viewport, side: side / worldSize * viewport.worldSize,
      considering: .init(left: grown.minX, right: grown.maxX, top: grown.minY, bottom: grown.maxY),
      points: side)
  }

  /// Moves points that share a place onto their ring, and gives what of the degrees can matter.
  private func window(
    of points: inout PlacedPoints, holding area: WorldRectangle
  ) throws(ClusterError) -> DegreeWindow {
    guard let radius = settings.ringRadius, !points.isPlaced else {
      return DegreeWindow(holding: area)
    }
    let ring = CoLocatedRing(radius, viewport: viewport)
    let window = DegreeWindow(holding: area, reach: ring.farthest)
    try ring.move(&points, in: window)
    return window
  }
}
