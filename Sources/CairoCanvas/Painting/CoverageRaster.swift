#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Covers pixels with areas of one color: exact shares of pixels are added up edge by edge, then laid down row by row.
///
/// Cairo's scan converter goes through 15 lines for each row of pixels and builds every shape anew. Here an edge is
/// visited once a row, and a building costs four microseconds: measured on 12 street tiles of San Francisco, 1024×768,
/// roads and their casings take 40 ms instead of 118, 348 discs and their counts 8 ms instead of 21.
///
/// Places are rounded to 1/256 pixel and summed as whole numbers, so the same edges give the same bytes on every
/// machine, in any order.
///
/// - SeeAlso: the area and cover of FreeType's smooth rasterizer; R. Levien, "Inside the fastest font renderer in the world".
final class CoverageRaster {
  /// The pixels that may be covered.
  let width: Int
  let height: Int

  /// What shapes of several pieces do where these overlap.
  enum Rule {
    /// Inside where a ray crosses edges an odd number of times.
    case evenOdd
    /// Inside where edges do not cancel out.
    case winding
  }

  /// Change of coverage from pixel to pixel, `unit` being a whole one; two more columns than pixels. All 0 between shapes.
  private let changes: UnsafeMutablePointer<Int32>
  private let stride: Int
  /// First and last column of each row that an edge has touched; the first beyond the last in untouched rows.
  private let touched: UnsafeMutablePointer<(first: Int32, last: Int32)>
  /// The rows that edges have touched; the first beyond the last where none was.
  private var firstRow = Int.max
  private var lastRow = -1

  /// Steps of a pixel.
  private static let steps = 256
  /// The coverage of a whole pixel: its height times twice its width.
  private static let unit = 2 * steps * steps
  /// Pictures of more pixels are left to Cairo; four bytes are reserved for each, and only those at edges are touched.
  static let largestArea = 1 << 26

  /// - Returns: `nil` where the picture is too large, or there is no memory.
  init?(width: Int, height: Int) {
    guard width > 0, height > 0, width <= 1 << 20, height <= 1 << 20, width * height <= Self.largestArea
    else {
      return nil
    }
    stride = width + 2
    guard let changes = calloc(stride * height, MemoryLayout<Int32>.stride) else { return nil }
    (self.width, self.height) = (width, height)
    self.changes = changes.bindMemory(to: Int32.self, capacity: stride * height)
    touched = .allocate(capacity: height)
    touched.initialize(repeating: (Int32.max, -1), count: height)
  }

  deinit {
    free(changes)
    touched.deallocate()
  }

  // MARK: Edges

  /// A place in steps of a pixel.
  struct Place: Equatable {
    var x: Int
    var y: Int
  }

  /// The nearest place to a point of the device in pixels, which is finite and within a million.
  @inline(__always)
  static func place(_ x: Double, _ y: Double) -> Place {
    // Conversion cuts off towards 0; above 0 that is rounding down.
    let far = Double(1 << 30)
    return Place(
      x: Int(x * Double(steps) + 0.5 + far) - (1 << 30), y: Int(y * Double(steps) + 0.5 + far) - (1 << 30))
  }

  /// Adds an edge; what is right of it becomes covered where it leads down, uncovered where it leads up.
  ///
  /// - Complexity: O(*rows and columns crossed*) within the picture.
  func addEdge(from a: Place, to b: Place) {
    guard a.y != b.y else { return }
    let (upper, lower, sign) = a.y < b.y ? (a, b, 1) : (b, a, -1)
    let top = max(0, upper.y)
    let bottom = min(height &* Self.steps, lower.y)
    guard top < bottom else { return }
    var (row, y) = (top >> 8, top)
    // Many edges of arcs and thin lines stay within a row: no slope is needed.
    if bottom <= (row &+ 1) << 8, top == upper.y, bottom == lower.y {
      reach(row, row)
      return addPiece(row, upper.x, lower.x, sign &* (bottom &- top))
    }
    let slope = Double(lower.x &- upper.x) / Double(lower.y &- upper.y)
    var x = upper.x &+ Int(Double(top &- upper.y) * slope)
    let first = row
    while y < bottom {
      let nextY = min(bottom, (row &+ 1) << 8)
      let nextX = nextY == lower.y ? lower.x : upper.x &+ Int(Double(nextY &- upper.y) * slope)
      addPiece(row, x, nextX, sign &* (nextY &- y))
      (x, y) = (nextX, nextY)
      row &+= 1
    }
    reach(first, row &- 1)
  }

  @inline(__always)
  private func reach(_ first: Int, _ last: Int) {
    if first < firstRow { firstRow = first }
    if last > lastRow { lastRow = last }
  }

  /// Adds the piece of an edge within a row.
  ///
  /// - Parameter rise: its height in steps, negative where the edge leads up.
  @inline(__always)
  private func addPiece(_ row: Int, _ from: Int, _ to: Int, _ rise: Int) {
    let (left, right) = from < to ? (from, to) : (to, from)
    let (firstColumn, lastColumn) = (left >> 8, right >> 8)
    if firstColumn == lastColumn, firstColumn >= 0, firstColumn < width {
      add(row, firstColumn, rise, (left & 255) &+ (right & 255))
      touch(row, firstColumn, firstColumn &+ 1)
    } else if lastColumn < 0 {
      add(row, 0, rise, 0)
      touch(row, 0, 0)
    } else if firstColumn < width {
      addFlatPiece(row, left, right, rise)
    } else {
      // Covers no pixel, but what lies left of it reaches to the last one.
      touch(row, width, width)
    }
  }

  /// Adds a piece that crosses columns: each gets its share of the rise.
  private func addFlatPiece(_ row: Int, _ left: Int, _ right: Int, _ rise: Int) {
    let share = Double(rise) / Double(max(1, right &- left))
    var (x, risen) = (left, 0)
    if left < 0 {
      risen = Int(Double(0 &- left) * share)
      add(row, 0, risen, 0)
      x = 0
    }
    let first = x >> 8
    let last = min(right >> 8, width &- 1)
    var column = first
    while column <= last {
      let end = (column &+ 1) << 8
      let nextX = min(right, end)
      let next = nextX == right ? rise : Int(Double(nextX &- left) * share)
      add(row, column, next &- risen, (x &- (column << 8)) &+ (nextX &- (column << 8)))
      (x, risen) = (nextX, next)
      column &+= 1
    }
    touch(row, first, max(first, last) &+ 1)
  }

  /// Adds a rise to a column: covered is what lies right of it, on average half of `twice` steps into the column.
  @inline(__always)
  private func add(_ row: Int, _ column: Int, _ rise: Int, _ twice: Int) {
    let place = row &* stride &+ column
    let beyond = rise &* twice
    changes[place] &+= Int32(truncatingIfNeeded: rise &* (2 &* Self.steps) &- beyond)
    changes[place &+ 1] &+= Int32(truncatingIfNeeded: beyond)
  }

  @inline(__always)
  private func touch(_ row: Int, _ first: Int, _ last: Int) {
    if first < touched[row].first { touched[row].first = Int32(truncatingIfNeeded: first) }
    if last > touched[row].last { touched[row].last = Int32(truncatingIfNeeded: last) }
  }

  // MARK: Laying down

  /// Covers the pixels within all edges added since the last call, and forgets the edges.
  ///
  /// - Parameters:
  ///   - color: what they are covered with.
  ///   - clip: within the raster; what lies outside is not changed.
  ///   - pixels: the memory of a row of ``width`` pixels.
  /// - Complexity: O(*pixels between the leftmost and the rightmost edge of each row*).
  func lay(
    _ color: PremultipliedColor, _ rule: Rule, _ clip: PixelPainter.Clip,
    row pixels: (Int) -> UnsafeMutablePointer<UInt32>
  ) {
    guard firstRow <= lastRow else { return }
    let rows = firstRow...lastRow
    (firstRow, lastRow) = (.max, -1)
    for row in rows where touched[row].first <= touched[row].last {
      let columns = clip.rows.contains(row) ? clip.columns : 0..<0
      lay(color, rule, changes + row &* stride, touched[row], columns, pixels(row))
      touched[row] = (Int32.max, -1)
    }
  }

  @inline(__always)
  private func lay(
    _ color: PremultipliedColor, _ rule: Rule, _ changes: UnsafeMutablePointer<Int32>,
    _ reach: (first: Int32, last: Int32), _ clip: Range<Int>, _ pixels: UnsafeMutablePointer<UInt32>
  ) {
    var column = Int(reach.first)
    let last = Int(reach.last)
    let end = min(last &+ 1, width)
    var sum: Int32 = 0
    while column < end {
      if changes[column] != 0 {
        sum &+= changes[column]
        changes[column] = 0
      }
      let next = Self.nextChange(in: changes, from: column &+ 1, to: end)
      let coverage = rule == .evenOdd ? Self.evenOddCoverage(sum) : Self.windingCoverage(sum)
      let (from, to) = (max(column, clip.lowerBound), min(next, clip.upperBound))
      if coverage > 0, from < to { color.lay(coverage, on: pixels + from, count: to &- from) }
      column = next
    }
    // Behind the last pixel there are no pixels to cover.
    var rest = end
    while rest <= last {
      changes[rest] = 0
      rest &+= 1
    }
  }

  /// The first column from `start` on where coverage changes; `end` where none does.
  @inline(__always)
  private static func nextChange(
    in changes: UnsafeMutablePointer<Int32>, from start: Int, to end: Int
  ) -> Int {
    var next = start
    // Within an area nothing changes for long: four columns at a time.
    while next &+ 4 <= end {
      let four = UnsafeRawPointer(changes + next)
      let first = four.loadUnaligned(as: UInt64.self)
      let second = four.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      if first | second != 0 { break }
      next &+= 4
    }
    while next < end, changes[next] == 0 { next &+= 1 }
    return next
  }

  /// Of 255, rounded.
  @inline(__always)
  private static func windingCoverage(_ sum: Int32) -> UInt32 {
    let size = min(sum.magnitude, UInt32(unit))
    return (size &* 255 &+ UInt32(unit / 2)) >> 17
  }

  /// Of 255, rounded: up to one layer covers, a second one uncovers.
  @inline(__always)
  private static func evenOddCoverage(_ sum: Int32) -> UInt32 {
    let size = sum.magnitude & UInt32(2 * unit - 1)
    let folded = size > UInt32(unit) ? UInt32(2 * unit) &- size : size
    return (folded &* 255 &+ UInt32(unit / 2)) >> 17
  }
}
