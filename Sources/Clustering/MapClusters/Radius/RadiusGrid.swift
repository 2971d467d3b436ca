import MapGeometry

/// Square cells over the items of a level, numbered so that a row of a window is one run of buckets.
///
/// Cells are a power of two wide, so finding one is a subtraction and a shift. Where there are few cells they
/// are numbered plainly, row by row. Where there are many, tiles of 32 × 32 cells are hashed into a table of
/// half a bucket to one an item; inside a tile neighbors stay neighbors, and no sorting of the world is needed.
/// Several cells may share a bucket, so what is found in one must be tested for its distance anyway.
struct RadiusGrid {
  private static let tileBits = 5
  private static let tileMask = (1 << tileBits) - 1

  /// Western and northern edge, fixed coordinates.
  let minX, minY: Int
  /// Steps between the outermost items.
  let spanX, spanY: Int
  /// Steps along a cell, as a power of two.
  let shift: Int
  let bucketCount: Int
  private let columns: Int
  private let isPlain: Bool

  init(count: Int, bounds: RadiusBounds, reach: Double) {
    var shift = 1
    while shift < 31 && Double(1 << (shift - 1)) < reach { shift += 1 }
    self.shift = shift
    minX = bounds.minX
    minY = bounds.minY
    spanX = bounds.maxX - bounds.minX
    spanY = bounds.maxY - bounds.minY
    columns = spanX >> shift + 1
    let rows = spanY >> shift + 1
    isPlain = columns * rows <= 4 * count + 1024
    if isPlain {
      bucketCount = columns * rows
    } else {
      var buckets = 1024
      while 2 * buckets < count { buckets <<= 1 }
      bucketCount = buckets
    }
  }

  @inline(__always) func bucket(column: Int, row: Int) -> Int {
    if isPlain { return row &* columns &+ column }
    let tile = UInt64(truncatingIfNeeded: (row >> Self.tileBits) << 32 | (column >> Self.tileBits))
    // The golden ratio's bits spread neighboring tiles over the table (Knuth, TAOCP 3, §6.4).
    let hash = Int(truncatingIfNeeded: (tile &* 0x9E37_79B9_7F4A_7C15) >> 32)
    let inside = (row & Self.tileMask) << Self.tileBits | (column & Self.tileMask)
    return (hash << (2 * Self.tileBits) | inside) & (bucketCount &- 1)
  }

  @inline(__always) func bucket(of item: RadiusRecord) -> Int {
    bucket(column: (Int(item.x) &- minX) &>> shift, row: (Int(item.y) &- minY) &>> shift)
  }

  @inline(__always) func window(_ bounds: RadiusBounds) -> RadiusWindow? {
    let left = bounds.minX &- minX
    let right = bounds.maxX &- minX
    let top = bounds.minY &- minY
    let bottom = bounds.maxY &- minY
    guard right >= 0, left <= spanX, bottom >= 0, top <= spanY else { return nil }
    return RadiusWindow(
      firstColumn: max(0, left) &>> shift, lastColumn: min(spanX, right) &>> shift,
      firstRow: max(0, top) &>> shift, lastRow: min(spanY, bottom) &>> shift)
  }

  /// Runs through the cells within `reach` of a position in runs of neighboring buckets: those of a window about it.
  ///
  /// Most such windows lie inside one tile, whose rows are a fixed number of buckets apart: one hash finds them all.
  @inline(__always)
  func forEachRun(aroundX x: Int, y: Int, reach: Int, _ body: (_ first: Int, _ last: Int) -> Void) {
    if !isPlain {
      let (east, south) = (x &- minX, y &- minY)
      let (left, right) = ((east &- reach) &>> shift, (east &+ reach) &>> shift)
      let (top, bottom) = ((south &- reach) &>> shift, (south &+ reach) &>> shift)
      // Cells beyond the edges have buckets too, without items of theirs.
      if UInt(bitPattern: (left ^ right) | (top ^ bottom)) <= UInt(Self.tileMask) {
        let width = right &- left
        var first = bucket(column: left, row: top)
        var rows = bottom &- top
        while rows >= 0 {
          body(first, first &+ width)
          first &+= 1 << Self.tileBits
          rows &-= 1
        }
        return
      }
    }
    let bounds = RadiusBounds(minX: x &- reach, minY: y &- reach, maxX: x &+ reach, maxY: y &+ reach)
    guard let window = window(bounds) else { return }
    forEachRun(in: window, body)
  }

  @inline(__always) func forEachRun(in window: RadiusWindow, _ body: (_ first: Int, _ last: Int) -> Void) {
    var row = window.firstRow
    while row <= window.lastRow {
      if isPlain {
        let start = row &* columns
        body(start &+ window.firstColumn, start &+ window.lastColumn)
      } else {
        var column = window.firstColumn
        while true {
          let end = min(window.lastColumn, column | Self.tileMask)
          let first = bucket(column: column, row: row)
          body(first, first &+ (end &- column))
          if end == window.lastColumn { break }
          column = end &+ 1
        }
      }
      row &+= 1
    }
  }
}

struct RadiusWindow {
  var firstColumn, lastColumn, firstRow, lastRow: Int

  var cellCount: Int { (lastColumn - firstColumn + 1) * (lastRow - firstRow + 1) }
}

typealias RadiusBounds = Extent<Int>

extension RadiusBounds {
  @inline(__always) func contains(_ item: RadiusRecord) -> Bool {
    let (x, y) = (Int(item.x), Int(item.y))
    return x >= minX && x <= maxX && y >= minY && y <= maxY
  }
}
