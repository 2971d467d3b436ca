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
    var found: [Int] = []
    for part in Self.parts(columns, of: count) {
      search(PyramidBlock(columns: part, rows: rows), zoom: zoom, into: &found)
    }
    return found.map { cell($0, zoom: zoom) }.sorted { $0.first < $1.first }
  }

  /// All occupied cells of a zoom, ordered by their first point.
  ///
  /// - Parameter zoom: limited to `0...maximumZoom`.
  public func cells(zoom: Int) -> [PyramidCell] {
    (0..<cellCount(zoom: zoom)).map { cell($0, zoom: limited(zoom)) }.sorted { $0.first < $1.first }
  }

  /// Columns that run around the world, as one or two ranges inside it.
  private static func parts(_ columns: ClosedRange<Int>, of count: Int) -> [ClosedRange<Int>] {
    let (span, overflow) = columns.upperBound.subtractingReportingOverflow(columns.lowerBound)
    guard !overflow, span < count - 1 else { return [0...count - 1] }
    let first = (columns.lowerBound % count + count) % count
    let last = first + span
    return last < count ? [first...last] : [first...count - 1, 0...last - count]
  }

  /// Finds occupied cells by halving: first the cells of zoom 0 that the block touches, then those inside.
  private func search(_ block: PyramidBlock, zoom: Int, into found: inout [Int]) {
    for row in block.rows.lowerBound >> zoom...block.rows.upperBound >> zoom {
      for column in block.columns.lowerBound >> zoom...block.columns.upperBound >> zoom {
        let front = UInt64(row * cellsAtZoomZero + column)
        let all = 0..<levels[zoom].count
        let start = firstCell(of: front, depth: 0, in: all, zoom: zoom)
        let end = firstCell(of: front + 1, depth: 0, in: start..<all.upperBound, zoom: zoom)
        descend(front, depth: 0, cells: start..<end, zoom: zoom, block, into: &found)
      }
    }
  }

  /// The first cell whose key, cut to `depth` zooms, is not before a prefix.
  private func firstCell(of prefix: UInt64, depth: Int, in cells: Range<Int>, zoom: Int) -> Int {
    let shift = UInt64(2 * (maximumZoom - depth))
    let (keys, starts) = (points.keys.base, levels[zoom].starts.base)
    var (low, high) = (cells.lowerBound, cells.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if keys[Int(starts[middle])] >> shift < prefix { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func descend(
    _ prefix: UInt64, depth: Int, cells: Range<Int>, zoom: Int, _ block: PyramidBlock,
    into found: inout [Int]
  ) {
    guard !cells.isEmpty else { return }
    let corner = key.place(prefix << UInt64(2 * (maximumZoom - depth)), zoom: zoom)
    let side = 1 << (zoom - depth)
    guard block.touches(column: corner.column, row: corner.row, side: side) else { return }
    if block.holds(column: corner.column, row: corner.row, side: side) {
      found.append(contentsOf: cells)
    } else if cells.count <= 8 {
      for cell in cells {
        let place = key.place(points.keys[Int(levels[zoom].starts[cell])], zoom: zoom)
        if block.holds(column: place.column, row: place.row, side: 1) { found.append(cell) }
      }
    } else {
      var start = cells.lowerBound
      for quarter in 0..<4 as Range<UInt64> {
        let inner = prefix << 2 | quarter
        let rest = start..<cells.upperBound
        let end =
          quarter == 3 ? cells.upperBound : firstCell(of: inner + 1, depth: depth + 1, in: rest, zoom: zoom)
        descend(inner, depth: depth + 1, cells: start..<end, zoom: zoom, block, into: &found)
        start = end
      }
    }
  }

  /// A cell as it is handed out.
  private func cell(_ cell: Int, zoom: Int) -> PyramidCell {
    let level = levels[zoom]
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

/// A block of cells of one grid, inside the world.
private struct PyramidBlock {
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>

  func touches(column: Int, row: Int, side: Int) -> Bool {
    column <= columns.upperBound && column + side > columns.lowerBound && row <= rows.upperBound
      && row + side > rows.lowerBound
  }

  func holds(column: Int, row: Int, side: Int) -> Bool {
    column >= columns.lowerBound && column + side - 1 <= columns.upperBound && row >= rows.lowerBound
      && row + side - 1 <= rows.upperBound
  }
}
