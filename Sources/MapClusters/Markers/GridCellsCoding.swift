import MapGeometry

// The cells that a debug grid draws, as they are saved with a cluster result.

extension GridCells: Codable {
  private enum Key: String, CodingKey {
    case column, row, columns, rows, side, x, y, worldColumns, counts, repeats, view
  }

  private enum ViewKey: String, CodingKey {
    case center, zoom, width, height, scale, bearing
  }

  /// Reads cells.
  ///
  /// - Throws: `DecodingError` for what are no cells, such as counts that are more or fewer than the cells.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let (columns, rows) = (
      try values.decode(Int.self, forKey: .columns), try values.decode(Int.self, forKey: .rows)
    )
    let counts = try values.decode([UInt32].self, forKey: .counts)
    let side = try values.decode(Double.self, forKey: .side)
    let worldColumns = try values.decode(Int.self, forKey: .worldColumns)
    let limit = 1 << 40
    guard (0...limit).contains(columns), (0...limit).contains(rows), side > 0,
      (1...limit).contains(worldColumns),
      counts.isEmpty || columns.multipliedReportingOverflow(by: rows) == (counts.count, false)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .counts, in: values, debugDescription: "the counts are not those of the cells")
    }
    let origin = WorldPoint(
      x: try values.decode(Double.self, forKey: .x), y: try values.decode(Double.self, forKey: .y))
    let first = Cell(
      column: try values.decode(Int.self, forKey: .column), row: try values.decode(Int.self, forKey: .row))
    guard (-limit...limit).contains(first.column), (-limit...limit).contains(first.row) else {
      throw DecodingError.dataCorruptedError(
        forKey: .column, in: values, debugDescription: "there is no such cell")
    }
    self.init(
      first: first, columns: columns, rows: rows, side: side, origin: origin, worldColumns: worldColumns,
      counts: counts, repeats: try values.decode(Bool.self, forKey: .repeats))
    guard values.contains(.view) else { return }
    let view = try values.nestedContainer(keyedBy: ViewKey.self, forKey: .view)
    let center = try view.decode(Coordinate.self, forKey: .center)
    let numbers = try [ViewKey.zoom, .width, .height, .scale, .bearing].map {
      try view.decode(Double.self, forKey: $0)
    }
    do throws(GeometryError) {
      turnedView = try Viewport(
        center: center, zoom: numbers[0], size: ScreenSize(width: numbers[1], height: numbers[2]),
        scale: numbers[3], bearing: numbers[4])
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: .zoom, in: view, debugDescription: error.description)
    }
  }

  /// Writes the cells and how many points each holds.
  ///
  /// - Throws: The encoder's own error.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(first.column, forKey: .column)
    try values.encode(first.row, forKey: .row)
    try values.encode(columns, forKey: .columns)
    try values.encode(rows, forKey: .rows)
    try values.encode(side, forKey: .side)
    try values.encode(origin.x, forKey: .x)
    try values.encode(origin.y, forKey: .y)
    try values.encode(worldColumns, forKey: .worldColumns)
    try values.encode(counts, forKey: .counts)
    try values.encode(repeats, forKey: .repeats)
    guard let turnedView else { return }
    var view = values.nestedContainer(keyedBy: ViewKey.self, forKey: .view)
    try view.encode(turnedView.center, forKey: .center)
    try view.encode(turnedView.zoom, forKey: .zoom)
    try view.encode(turnedView.size.width, forKey: .width)
    try view.encode(turnedView.size.height, forKey: .height)
    try view.encode(turnedView.scale, forKey: .scale)
    try view.encode(turnedView.bearing, forKey: .bearing)
  }
}
