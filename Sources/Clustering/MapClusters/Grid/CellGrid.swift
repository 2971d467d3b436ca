import MapGeometry

/// The cells that a view considers: two axes, and the degrees that hold them.
struct CellGrid: Hashable {
  /// More columns than this along the world would be finer than eight of the points' own steps.
  static let mostWorldColumns = 536_870_912.0
  /// More considered cells than this are refused.
  static let mostCells = 2_147_483_648.0
  /// A view that reaches less than this share of a cell into another does not consider it: rounding, not sight.
  static let edgeTolerance = 1e-6

  let columns: CellAxis
  let rows: CellAxis
  /// The side of a cell in worlds.
  let side: Double
  /// The upper left corner of the first cell, in worlds, not wrapped.
  let origin: WorldPoint
  /// Cells along a world, for ids; at least every cell of a world.
  let worldColumns: Int
  /// The cells a picture of the grid shows: for blocks fewer than are considered.
  let shown: Shown
  /// The squares of a turned picture, which no axes of the world hold; `nil` where cells lie along the meridians.
  private(set) var turned: TurnedGrid?
  /// The hexagons whose columns and rows the axes number; `nil` for squares.
  private(set) var hexagons: HexagonGrid?

  /// Columns and rows, counted from the first considered ones.
  struct Shown: Hashable {
    let columns, rows: Range<Int>
  }

  var cellCount: Int { columns.count * rows.count }

  /// The cell in a column and row counted from the first considered one, by its own name.
  func cell(column: Int, row: Int) -> Cell {
    var named = columns.first + column
    if columns.period > 0 && named >= columns.period { named -= columns.period }
    return Cell(column: named, row: rows.first + row)
  }

  /// The area of the cell in a column and row counted from the first considered one; in worlds, not wrapped.
  func area(column: Int, row: Int) -> WorldRectangle {
    if let turned { return turned.area(of: cell(column: column, row: row)) }
    var area = WorldRectangle(
      minX: origin.x + Double(column) * side, minY: origin.y + Double(row) * side, width: side, height: side)
    if case .lengths = columns.measure {
      // Each copy of the world starts its columns anew, and ends with a narrower one.
      let copy = origin.x.rounded(.down)
      let (turns, named) = (columns.first + column).quotientAndRemainder(dividingBy: columns.period)
      area.minX = copy + Double(turns) + Double(named) * side
      area.width = min(side, copy + Double(turns) + 1 - area.minX)
    }
    return area
  }
}

extension CellGrid {
  /// Why cells are refused: a view holds too many of them, or they are finer than the steps that points are placed by.
  static func refusal(side: Double, of rectangle: WorldRectangle, points: Double) -> ClusterError {
    rectangle.width / side * (rectangle.height / side) > mostCells
      ? .tooManyCells(points: points) : .cellsTooFine(points: points)
  }

  /// The cells of a world-anchored or view-anchored grid that a rectangle touches.
  ///
  /// - Parameters:
  ///   - shares: how many cells span the world exactly; `nil` where cells keep their length.
  ///   - corner: where the grid begins; `nil` for the world's own corner.
  init(
    side: Double, shares: Int?, covering rectangle: WorldRectangle, from corner: WorldPoint? = nil,
    points: Double, most: Double = mostCells
  ) throws(ClusterError) {
    // Of unequal columns those count that hold one of the world's steps.
    let across = shares.map(Double.init) ?? ((worldSteps - 1) / (side * worldSteps)).rounded(.down) + 1
    guard across <= CellGrid.mostWorldColumns else {
      throw CellGrid.refusal(side: side, of: rectangle, points: points)
    }
    let world = max(1, Int(across))
    let empty = rectangle.width <= 0 || rectangle.height <= 0
    self.side = side
    if let corner {
      let length = side * worldSteps
      let (x, y) = (Int64((corner.x * worldSteps).rounded()), Int64((corner.y * worldSteps).rounded()))
      let firstColumn = CellGrid.low((rectangle.minX - corner.x) / side)
      let columnCount = CellGrid.high((rectangle.maxX - corner.x) / side) - firstColumn
      // Rows without any part of the world hold nothing and are left out.
      let firstRow = max(CellGrid.low((rectangle.minY - corner.y) / side), CellGrid.low(-corner.y / side))
      let lastRow = min(
        CellGrid.high((rectangle.maxY - corner.y) / side), CellGrid.high((1 - corner.y) / side))
      columns = CellAxis(
        measure: .anchored(origin: x, lead: Int64((-firstColumn * length).rounded(.down)), length: length),
        wraps: true, first: Int(firstColumn), count: empty ? 0 : Int(min(columnCount, across)))
      rows = CellAxis(
        measure: .anchored(origin: y, lead: 0, length: length), wraps: false, first: Int(firstRow),
        count: empty ? 0 : Int(max(0, lastRow - firstRow)))
      origin = WorldPoint(x: corner.x + firstColumn * side, y: corner.y + firstRow * side)
    } else {
      let measure = shares.map { CellAxis.Measure.shares(UInt64($0)) } ?? .lengths(side * worldSteps)
      let (west, east) = (rectangle.minX.rounded(.down), rectangle.maxX.rounded(.down))
      let firstColumn = west * across + min(across - 1, CellGrid.low((rectangle.minX - west) / side))
      let lastColumn = east * across + min(across, CellGrid.high((rectangle.maxX - east) / side))
      let firstRow = max(0, CellGrid.low(rectangle.minY / side))
      let lastRow = min(across, CellGrid.high(rectangle.maxY / side))
      let named = firstColumn - across * (firstColumn / across).rounded(.down)
      columns = CellAxis(
        measure: measure, wraps: true, first: Int(named),
        count: empty ? 0 : Int(min(across, max(0, lastColumn - firstColumn))), period: world)
      rows = CellAxis(
        measure: measure, wraps: false, first: Int(firstRow),
        count: empty ? 0 : Int(max(0, lastRow - firstRow)))
      let copy = (firstColumn / across).rounded(.down)
      origin = WorldPoint(x: copy + named * side, y: firstRow * side)
    }
    worldColumns = world
    shown = Shown(columns: 0..<columns.count, rows: 0..<rows.count)
    guard Double(columns.count) * Double(rows.count) <= most else { throw .tooManyCells(points: points) }
  }

  /// The leader's blocks: of the whole world, counted from the picture's upper left corner.
  init(
    blocksOf side: Double, corner: WorldPoint, center: WorldPoint, width: Double, height: Double,
    points: Double
  )
    throws(ClusterError)
  {
    let length = side * worldSteps
    guard 1 / side <= CellGrid.mostWorldColumns else { throw .tooManyCells(points: points) }
    let (x, y) = (Int64((corner.x * worldSteps).rounded()), Int64((corner.y * worldSteps).rounded()))
    let middle = FixedWorldPoint(center).x
    func axis(wraps: Bool, origin: Int64, firstPlace: UInt32, lastPlace: UInt32) -> CellAxis {
      let open = CellAxis(
        measure: .blocks(origin: origin, center: middle, length: length), wraps: wraps, first: 0, count: 0)
      let first = open.cell(of: firstPlace)
      return CellAxis(
        measure: open.measure, wraps: wraps, first: first, count: open.cell(of: lastPlace) - first + 1)
    }
    let half = UInt32(1) << 31
    columns = axis(wraps: true, origin: x, firstPlace: middle &+ half, lastPlace: middle &+ half &- 1)
    rows = axis(wraps: false, origin: y, firstPlace: 0, lastPlace: .max)
    self.side = side
    origin = WorldPoint(
      x: corner.x + (Double(columns.first) - 0.5) * side, y: corner.y + (Double(rows.first) - 0.5) * side)
    worldColumns = columns.count
    let lastColumn = Int((width / side + 0.5).rounded(.down))
    let lastRow = Int((height / side + 0.5).rounded(.down))
    shown = Shown(
      columns: (0..<lastColumn + 1).shifted(by: -columns.first).clamped(to: 0..<columns.count),
      rows: (0..<lastRow + 1).shifted(by: -rows.first).clamped(to: 0..<rows.count))
  }

  /// One cell that is a whole rectangle: the points in view of methods without cells.
  init(single rectangle: WorldRectangle) {
    func axis(_ start: Double, _ length: Double, wraps: Bool) -> CellAxis {
      CellAxis(
        measure: .anchored(
          origin: Int64((start * worldSteps).rounded()), lead: 0, length: max(1, length * worldSteps)),
        wraps: wraps, first: 0, count: length > 0 ? 1 : 0)
    }
    columns = axis(rectangle.minX, rectangle.width, wraps: true)
    rows = axis(rectangle.minY, rectangle.height, wraps: false)
    side = rectangle.width
    origin = WorldPoint(x: rectangle.minX, y: rectangle.minY)
    worldColumns = 1
    shown = Shown(columns: 0..<0, rows: 0..<0)
  }

  /// The hexagons that reach into a rectangle, and perhaps some beside it.
  init(_ hexagons: HexagonGrid, covering rectangle: WorldRectangle) {
    let (count, across) = (hexagons.columns, Double(hexagons.columns))
    let down = across * worldSteps / 2 / Double(HexagonGrid.pitch)
    let west = Int((rectangle.minX * across).rounded(.down))
    let north = max(0, Int((rectangle.minY * down).rounded(.down)))
    let last = min(Int(down) + 1, Int((rectangle.maxY * down).rounded(.up)))
    columns = CellAxis(
      measure: .shares(UInt64(count)), wraps: true, first: (west % count + count) % count,
      count: min(count, max(0, Int((rectangle.maxX * across).rounded(.up)) - west + 1)), period: count)
    rows = CellAxis(
      measure: .bands(UInt64(count)), wraps: false, first: north, count: max(0, last - north + 1))
    side = 1 / across
    origin = WorldPoint(x: rectangle.minX, y: rectangle.minY)
    worldColumns = count
    shown = Shown(columns: 0..<0, rows: 0..<0)
    self.hexagons = hexagons
  }

  init(_ turned: TurnedGrid) {
    // Only what counts the cells is used of such axes.
    func axis(_ cells: Range<Int>) -> CellAxis {
      CellAxis(
        measure: .anchored(origin: 0, lead: 0, length: worldSteps), wraps: false, first: cells.lowerBound,
        count: cells.count)
    }
    (columns, rows) = (axis(turned.columns), axis(turned.rows))
    side = turned.side / turned.viewport.worldSize
    origin = WorldPoint(
      x: turned.viewport.worldOrigin.x + Double(columns.first) * side,
      y: turned.viewport.worldOrigin.y + Double(rows.first) * side)
    worldColumns = turned.worldColumns
    shown = Shown(
      columns: turned.shown.columns.shifted(by: -columns.first),
      rows: turned.shown.rows.shifted(by: -rows.first))
    self.turned = turned
  }

  private static func low(_ cells: Double) -> Double { (cells + edgeTolerance).rounded(.down) }
  private static func high(_ cells: Double) -> Double { (cells - edgeTolerance).rounded(.up) }
}

/// The world's width and height in the steps of ``FixedWorldPoint``: 2^32.
let worldSteps = 4_294_967_296.0

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
