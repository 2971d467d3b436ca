import MapGeometry

/// Square cells that follow the edges of a picture that is turned, from its upper left corner.
///
/// Unlike other grids it has no whole numbers to count in: a position is projected and divided, the same on every machine.
struct TurnedGrid: Hashable {
  let viewport: Viewport
  /// The side of a cell in points.
  let side: Double
  /// The cells that the view considers, margin included; counted from the picture's corner.
  let columns, rows: Range<Int>
  let shown: CellGrid.Shown
  /// True for the leader's blocks: the whole world's, cut halfway between multiples of the side.
  let isOfBlocks: Bool
  /// The smallest rectangle along the meridians that holds them, in worlds.
  let area: WorldRectangle
  /// The copies of the world that the considered cells hold a part of.
  private let copies: ClosedRange<Int>

  /// - Parameters:
  ///   - side: in points of the picture.
  ///   - rectangle: what is looked at, in points from the picture's upper left corner.
  init(
    _ viewport: Viewport, side: Double, considering rectangle: WorldRectangle, points: Double
  ) throws(ClusterError) {
    (self.viewport, self.side) = (viewport, side)
    func cells(_ start: Double, _ end: Double) -> Range<Int>? {
      let first = (start / side + CellGrid.edgeTolerance).rounded(.down)
      let last = (end / side - CellGrid.edgeTolerance).rounded(.up)
      guard abs(first) < CellGrid.mostCells, abs(last) < CellGrid.mostCells else { return nil }
      return Int(first)..<max(Int(first), Int(last))
    }
    guard let columns = cells(rectangle.minX, rectangle.maxX),
      let rows = cells(rectangle.minY, rectangle.maxY),
      Double(columns.count) * Double(rows.count) <= CellGrid.mostCells
    else { throw .tooManyCells(points: points) }
    (self.columns, self.rows) = (columns, rows)
    shown = CellGrid.Shown(columns: columns, rows: rows)
    isOfBlocks = false
    area = TurnedGrid.bounds([columns.lowerBound, columns.upperBound], [rows.lowerBound, rows.upperBound]) {
      let corner = viewport.worldPoint(at: ScreenPoint(x: Double($0) * side, y: Double($1) * side))
      return (corner.x, corner.y)
    }
    let west = max(-1024, area.minX.rounded(.down))
    copies = Int(west)...Int(max(west, min(1024, area.maxX.rounded(.up) - 1)))
  }

  /// The leader's blocks of a picture: `round(p / side)`, half away from zero, of positions in the picture, for all points of
  /// the world in the copy nearest to the center.
  ///
  /// - Parameters:
  ///   - side: in points of the picture.
  init(blocksOf viewport: Viewport, side: Double, points: Double) throws(ClusterError) {
    (self.viewport, self.side) = (viewport, side)
    isOfBlocks = true
    area = WorldRectangle(minX: WorldPoint(viewport.center).x - 0.5, minY: 0, width: 1, height: 1)
    copies = -1...1
    let blocks = TurnedGrid.bounds([area.minX, area.maxX], [0.0, 1]) {
      let corner = viewport.project(WorldPoint(x: $0, y: $1))
      return ((corner.x / side).rounded(), (corner.y / side).rounded())
    }
    guard max(blocks.width, blocks.height) < CellGrid.mostWorldColumns else {
      throw .tooManyCells(points: points)
    }
    // Rounding may put a point of the world's edge one block farther out.
    columns = Int(blocks.minX) - 1..<Int(blocks.maxX) + 2
    rows = Int(blocks.minY) - 1..<Int(blocks.maxY) + 2
    let size = viewport.size
    shown = CellGrid.Shown(
      columns: (0..<Int((size.width / side).rounded()) + 1).clamped(to: columns),
      rows: (0..<Int((size.height / side).rounded()) + 1).clamped(to: rows))
  }

  /// The smallest rectangle that holds the corners of another, each moved by a rule.
  private static func bounds<Number>(
    _ xs: [Number], _ ys: [Number], _ position: (Number, Number) -> (Double, Double)
  ) -> WorldRectangle {
    WorldRectangle(Extent(of: xs.flatMap { x in ys.map { (x, $0) } }, position))
  }

  /// The considered cell that a coordinate lies in, of its copies the one nearest to the center; `nil` where none does.
  ///
  /// - Returns: the cell, and in which copy of the world the coordinate lies there.
  func cell(holding coordinate: Coordinate) -> (cell: Cell, copy: Int)? {
    let point = WorldPoint(coordinate)
    let center = WorldPoint(viewport.center).x
    if isOfBlocks {
      let copy = Int((center - point.x).rounded())
      let block = viewport.project(point, copy: copy)
      return (Cell(column: Int((block.x / side).rounded()), row: Int((block.y / side).rounded())), copy)
    }
    var found: (cell: Cell, copy: Int)?
    var nearest = Double.infinity
    for copy in copies {
      let distance = abs(point.x + Double(copy) - center)
      guard distance < nearest else { continue }
      let position = viewport.project(point, copy: copy)
      let (column, row) = ((position.x / side).rounded(.down), (position.y / side).rounded(.down))
      if column >= Double(columns.lowerBound), column < Double(columns.upperBound),
        row >= Double(rows.lowerBound), row < Double(rows.upperBound)
      {
        found = (Cell(column: Int(column), row: Int(row)), copy)
        nearest = distance
      }
    }
    return found
  }

  /// The largest number of turns between a point and the picture's center.
  var farthestTurns: Int { max(abs(copies.lowerBound), abs(copies.upperBound)) + 1 }

  /// A square along the meridians about the middle of a cell, in worlds.
  func area(of cell: Cell) -> WorldRectangle {
    let half = isOfBlocks ? 0 : 0.5
    let middle = viewport.worldPoint(
      at: ScreenPoint(x: (Double(cell.column) + half) * side, y: (Double(cell.row) + half) * side))
    let width = side / viewport.worldSize
    return WorldRectangle(minX: middle.x - width / 2, minY: middle.y - width / 2, width: width, height: width)
  }

  /// Cells across a whole world, for ids.
  var worldColumns: Int {
    isOfBlocks
      ? columns.count : max(1, Int(min(CellGrid.mostWorldColumns, (viewport.worldSize / side).rounded(.up))))
  }

  /// The upper left corner of the cells shown, in worlds.
  var shownOrigin: WorldPoint {
    let (half, width) = (isOfBlocks ? 0.5 : 0, side / viewport.worldSize)
    return WorldPoint(
      x: viewport.worldOrigin.x + (Double(shown.columns.lowerBound) - half) * width,
      y: viewport.worldOrigin.y + (Double(shown.rows.lowerBound) - half) * width)
  }
}
