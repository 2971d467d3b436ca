public import MapGeometry

extension CellPyramid {
  /// The occupied cells that a part of the world touches, ordered by their first point.
  ///
  /// - Parameters:
  ///   - rectangle: may start west of the world, reach beyond it or be wider: each cell is given once.
  ///   - zoom: limited to `0...maximumZoom`.
  /// - Returns: none for a rectangle of numbers that are not finite.
  public func cells(in rectangle: WorldRectangle, zoom: Int) -> [PyramidCell] {
    let edges = [rectangle.minX, rectangle.minY, rectangle.maxX, rectangle.maxY]
    guard edges.allSatisfy(\.isFinite) else { return [] }
    let columns = Double(columns(atZoom: zoom))
    // Beyond a thousand worlds away there is nothing that is not here too.
    let limits = edges.map { max(-1024, min(1024, $0)) * columns }
    let first = (column: Int(limits[0].rounded(.down)), row: Int(limits[1].rounded(.down)))
    return cells(
      columns: first.column...max(first.column, Int(limits[2].rounded(.up)) - 1),
      rows: first.row...max(first.row, Int(limits[3].rounded(.up)) - 1), zoom: zoom)
  }

  /// The occupied cells of a block of columns and rows, ordered by their first point.
  ///
  /// - Parameters:
  ///   - columns: counted on around the world: -1 is the last one. More than there are give each once.
  ///   - rows: those outside the world hold nothing.
  ///   - zoom: limited to `0...maximumZoom`.
  /// - Complexity: microseconds for a view, whatever the number of points.
  public func cells(columns: ClosedRange<Int>, rows: ClosedRange<Int>, zoom: Int) -> [PyramidCell] {
    let zoom = limited(zoom)
    let count = key.columns(atZoom: zoom)
    guard rows.upperBound >= 0, rows.lowerBound < count else { return [] }
    let rows = max(0, rows.lowerBound)...min(count - 1, rows.upperBound)
    var search = PyramidSearch(self, zoom: zoom)
    for part in Self.parts(columns, of: count) { search.find(columns: part, rows: rows) }
    return cells(search.found, zoom: zoom)
  }

  /// All occupied cells of a zoom, ordered by their first point.
  ///
  /// - Parameter zoom: limited to `0...maximumZoom`.
  public func cells(zoom: Int) -> [PyramidCell] {
    cells(Array(0..<cellCount(zoom: zoom)), zoom: limited(zoom))
  }

  /// Columns that run around the world, as one or two ranges inside it.
  private static func parts(_ columns: ClosedRange<Int>, of count: Int) -> [ClosedRange<Int>] {
    let (span, overflow) = columns.upperBound.subtractingReportingOverflow(columns.lowerBound)
    guard !overflow, span < count - 1 else { return [0...count - 1] }
    let first = (columns.lowerBound % count + count) % count
    let last = first + span
    return last < count ? [first...last] : [first...count - 1, 0...last - count]
  }

  /// Cells as they are handed out, by their first point.
  private func cells(_ found: [Int], zoom: Int) -> [PyramidCell] {
    let level = levels[zoom]
    let cells = found.map { cell($0, of: level, zoom: zoom) }
    // A cell is a large thing to move about while sorting; its first point and place in the list are not.
    var order = cells.indices.map { UInt64(cells[$0].first) << 32 | UInt64($0) }
    order.sort()
    return order.map { cells[Int($0 & 0xFFFF_FFFF)] }
  }

  /// A cell as it is handed out.
  private func cell(_ cell: Int, of level: PyramidLevel, zoom: Int) -> PyramidCell {
    let places = level.places(of: cell)
    let place = key.place(points.keys[places.lowerBound], zoom: zoom)
    let facts = level.facts(of: cell, points: points)
    let units = PyramidPoints.unitsPerDegree
    return PyramidCell(
      zoom: zoom, column: place.column, row: place.row, count: places.count,
      longitudeSum: points.longitudes[places.upperBound] - points.longitudes[places.lowerBound],
      latitudeSum: points.latitudes[places.upperBound] - points.latitudes[places.lowerBound],
      west: Double(facts.west) / units, south: Double(facts.south) / units,
      east: Double(facts.east) / units, north: Double(facts.north) / units,
      first: Int(facts.first), members: places)
  }
}
