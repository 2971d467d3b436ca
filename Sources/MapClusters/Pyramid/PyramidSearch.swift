/// Finds the occupied cells of a block by halving: first the cells of zoom 0 that the block touches, then those
/// inside them.
///
/// Unsafe: it keeps pointers into the pyramid, which it holds. Through the pyramid's own properties, with larger
/// things to sort, a view of ten million points took 1.5 to 1.9 times as long.
struct PyramidSearch {
  /// Cells found, as positions in the level.
  private(set) var found: [Int] = []

  private let pyramid: CellPyramid
  private let key: PyramidKey
  private let zoom: Int
  private let cellCount: Int
  private let keys: UnsafePointer<UInt64>
  private let starts: UnsafePointer<UInt32>

  init(_ pyramid: CellPyramid, zoom: Int) {
    self.pyramid = pyramid
    self.zoom = zoom
    key = pyramid.key
    let level = pyramid.levels[zoom]
    cellCount = level.count
    keys = UnsafePointer(pyramid.points.keys.base)
    starts = UnsafePointer(level.starts.base)
  }

  /// Adds the cells of a block that lies inside the world.
  mutating func find(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let block = PyramidBlock(columns: columns, rows: rows)
    for row in rows.lowerBound >> zoom...rows.upperBound >> zoom {
      let fronts = [columns.lowerBound, columns.upperBound].map { UInt64(row * key.base + $0 >> zoom) }
      // The fronts of a row follow each other, so what holds one ends where the next begins.
      var start = first(of: fronts[0], depth: 0, in: 0..<cellCount)
      for front in fronts[0]...fronts[1] {
        if start == cellCount { break }
        let end = first(of: front + 1, depth: 0, in: start..<cellCount)
        descend(front, depth: 0, cells: start..<end, block)
        start = end
      }
    }
  }

  /// The first cell whose key, cut to `depth` zooms, is not before a prefix.
  private func first(of prefix: UInt64, depth: Int, in cells: Range<Int>) -> Int {
    let shift = UInt64(2 * (key.maximumZoom - depth))
    var (low, high) = (cells.lowerBound, cells.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if keys[Int(starts[middle])] >> shift < prefix { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func descend(_ prefix: UInt64, depth: Int, cells: Range<Int>, _ block: PyramidBlock) {
    guard !cells.isEmpty else { return }
    let corner = key.place(prefix << UInt64(2 * (key.maximumZoom - depth)), zoom: zoom)
    let side = 1 << (zoom - depth)
    guard block.touches(column: corner.column, row: corner.row, side: side) else { return }
    if block.holds(column: corner.column, row: corner.row, side: side) {
      found.append(contentsOf: cells)
    } else if cells.count <= 8 {
      for cell in cells {
        let place = key.place(keys[Int(starts[cell])], zoom: zoom)
        if block.holds(column: place.column, row: place.row, side: 1) { found.append(cell) }
      }
    } else {
      var start = cells.lowerBound
      for quarter in 0..<4 as Range<UInt64> {
        let inner = prefix << 2 | quarter
        let rest = start..<cells.upperBound
        let end = quarter == 3 ? cells.upperBound : first(of: inner + 1, depth: depth + 1, in: rest)
        descend(inner, depth: depth + 1, cells: start..<end, block)
        start = end
      }
    }
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
