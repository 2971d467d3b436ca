public import MapGeometry

/// The cells a grid looked at for a view, margin included: what a debug grid draws.
///
/// Cells run row by row from the upper left corner. A view that shows several copies of the world names each cell once.
public struct GridCells: Hashable, Sendable {
  static let mostCounts = 1 << 20

  /// The first cell, upper left; its column is modulo the world's columns where the grid is anchored at the world.
  public let first: Cell
  /// Cells across, at most those of one world.
  public let columns: Int
  /// The number of rows, 0 where nothing is considered.
  public let rows: Int
  /// The side of a cell in worlds.
  public let side: Double
  /// The upper left corner of the first cell, in worlds, not wrapped.
  public let origin: WorldPoint
  /// Cells across a whole world; the last may be narrower.
  public let worldColumns: Int
  /// The number of points in each cell, row by row; empty where more than 2^20 cells were considered.
  public let counts: [UInt32]

  /// True if columns are counted modulo ``worldColumns``: where the grid is anchored at the world.
  public let repeats: Bool

  /// The view whose upper left corner the cells begin at and whose edges they follow, where it is turned; `nil` for cells
  /// along meridians and parallels.
  public var turnedView: Viewport?

  /// The cell in a column and a row counted from the first one, by its own name.
  public func cell(column: Int, row: Int) -> Cell {
    let named = first.column + column
    return Cell(column: repeats ? named % worldColumns : named, row: first.row + row)
  }

  /// The corners of the cell in a column and a row counted from the first one, from its upper left one clockwise; in
  /// worlds, not wrapped.
  public func corners(column: Int, row: Int) -> [WorldPoint] {
    let corners = area(column: column, row: row).corners
    guard let view = turnedView else { return corners }
    return corners.map { corner in
      view.worldPoint(
        at: ScreenPoint(
          x: (corner.x - view.worldOrigin.x) * view.worldSize,
          y: (corner.y - view.worldOrigin.y) * view.worldSize))
    }
  }

  /// The area of the cell in a column and a row counted from the first one; in worlds, not wrapped. Of cells that follow
  /// a turned view, where it would lie were north up.
  ///
  /// Where whole cells do not fit the world, its last column is narrower and the next copy begins anew.
  public func area(column: Int, row: Int) -> WorldRectangle {
    var area = WorldRectangle(
      minX: origin.x + Double(column) * side, minY: origin.y + Double(row) * side, width: side, height: side)
    guard repeats else { return area }
    let world = origin.x.rounded(.down)
    let (turns, named) = (first.column + column).quotientAndRemainder(dividingBy: worldColumns)
    let (start, end) = (Double(named) * side, min(1, Double(named + 1) * side))
    area.minX = world + Double(turns) + start
    area.width = end - start
    return area
  }
}

extension GridCells: Codable {
  private struct Saved: Codable {
    struct View: Codable {
      let center: Coordinate
      let zoom, width, height, scale, bearing: Double
    }

    let column, row, columns, rows: Int
    let side, x, y: Double
    let worldColumns: Int
    let counts: [UInt32]
    let repeats: Bool
    let view: View?
  }

  /// Reads cells.
  ///
  /// - Throws: `DecodingError` for anything else, such as counts that are more or fewer than the cells.
  public init(from decoder: any Decoder) throws {
    func damaged(_ fault: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: fault))
    }
    let saved = try Saved(from: decoder)
    let (columns, rows) = (saved.columns, saved.rows)
    let limit = 1 << 40
    guard (0...limit).contains(columns), (0...limit).contains(rows), saved.side > 0,
      (1...limit).contains(saved.worldColumns),
      saved.counts.isEmpty || columns.multipliedReportingOverflow(by: rows) == (saved.counts.count, false)
    else { throw damaged("the counts are not those of the cells") }
    guard (-limit...limit).contains(saved.column), (-limit...limit).contains(saved.row) else {
      throw damaged("there is no such cell")
    }
    self.init(
      first: Cell(column: saved.column, row: saved.row), columns: columns, rows: rows, side: saved.side,
      origin: WorldPoint(x: saved.x, y: saved.y), worldColumns: saved.worldColumns, counts: saved.counts,
      repeats: saved.repeats)
    guard let view = saved.view else { return }
    do throws(GeometryError) {
      turnedView = try Viewport(
        center: view.center, zoom: view.zoom, size: ScreenSize(width: view.width, height: view.height),
        scale: view.scale, bearing: view.bearing)
    } catch {
      throw damaged(error.description)
    }
  }

  /// Writes the cells and the number of points in each.
  ///
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    try Saved(
      column: first.column, row: first.row, columns: columns, rows: rows, side: side, x: origin.x,
      y: origin.y,
      worldColumns: worldColumns, counts: counts, repeats: repeats,
      view: turnedView.map {
        Saved.View(
          center: $0.center, zoom: $0.zoom, width: $0.size.width, height: $0.size.height, scale: $0.scale,
          bearing: $0.bearing)
      }
    ).encode(to: encoder)
  }
}
