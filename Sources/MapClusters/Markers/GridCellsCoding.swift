import MapGeometry

// The cells that a debug grid draws, as they are saved with a cluster result.

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
