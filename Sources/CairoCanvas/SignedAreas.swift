import Drawing

/// How much of every pixel of a window some outline covers, exactly.
///
/// Each edge adds the area to its right; a running sum along the row turns that into coverage (the method of signed
/// areas, as in font-rs and stb_truetype). Only +, −, × and ÷ of IEEE 754 are used, in a fixed order. Whoever reads
/// a cell sets it back to zero, so that the memory is used again.
final class SignedAreas {
  private(set) var cells: UnsafeMutablePointer<Float>
  private var capacity: Int
  /// Cells from one row to the next.
  private(set) var columns = 0

  init() {
    capacity = 4_096
    cells = .allocate(capacity: capacity)
    cells.initialize(repeating: 0, count: capacity)
  }

  deinit { cells.deallocate() }

  /// Makes room; all cells are zero.
  func begin(columns: Int, rows: Int) {
    self.columns = columns
    guard columns * rows > capacity else { return }
    cells.deallocate()
    capacity = columns * rows
    cells = .allocate(capacity: capacity)
    cells.initialize(repeating: 0, count: capacity)
  }

  /// Adds an edge that lies at least a cell inside the window.
  @inline(__always)
  func addEdge(_ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double) {
    if fromY == toY { return }
    if fromY < toY {
      add(fromX, fromY, toX, toY, sign: -1)
    } else {
      add(toX, toY, fromX, fromY, sign: 1)
    }
  }

  /// Adds an edge that goes down.
  private func add(_ upperX: Double, _ upperY: Double, _ lowerX: Double, _ lowerY: Double, sign: Double) {
    var (x, y) = (upperX, upperY)
    var row = Int32(truncatingIfNeeded: Int64(upperY))
    // Most edges are short and stay within one row.
    let slope = lowerY <= Double(row &+ 1) ? 0 : (lowerX - upperX) / (lowerY - upperY)
    while y < lowerY {
      let isLast = lowerY <= Double(row &+ 1)
      let endY = isLast ? lowerY : Double(row &+ 1)
      let endX = isLast ? lowerX : upperX + slope * (endY - upperY)
      let height = sign * (endY - y)
      let (a, b) = x < endX ? (x, endX) : (endX, x)
      let first = Int(Int32(truncatingIfNeeded: Int64(a)))
      let line = cells + (Int(row) &* columns &+ first)
      if b <= Double(first &+ 1) {
        // Within one column: a trapezoid; the rest goes to all columns on the right.
        let share = height * (1 - ((a + b) / 2 - Double(first)))
        line[0] += Float(share)
        line[1] += Float(height - share)
      } else {
        spread(from: a, to: b, height: height, first: first, line)
      }
      x = endX
      y = endY
      row &+= 1
    }
  }

  /// Adds a piece of one row that crosses several columns.
  private func spread(
    from a: Double, to b: Double, height: Double, first: Int, _ line: UnsafeMutablePointer<Float>
  ) {
    let perX = height / (b - a)
    var left = a
    var column = 0
    var carried = 0.0
    while left < b {
      let right = min(b, Double(first &+ column &+ 1))
      let piece = perX * (right - left)
      let share = piece * (1 - ((left + right) / 2 - Double(first &+ column)))
      line[column] += Float(carried + share)
      carried = piece - share
      left = right
      column &+= 1
    }
    line[column] += Float(carried)
  }
}

/// A rectangle of pixels around a mark, and the part of it inside the picture.
struct PixelWindow {
  let left: Int
  let top: Int
  let columns: Int
  let rows: Int
  /// Rows and columns of the window that lie in the picture.
  let visibleRows: Range<Int>
  let visibleColumns: Range<Int>

  init(left: Int, top: Int, columns: Int, rows: Int, in pixels: SurfacePixels) {
    self.left = left
    self.top = top
    self.columns = columns
    self.rows = rows
    visibleRows = max(0, -top)..<max(max(0, -top), min(rows, pixels.height - top))
    visibleColumns = max(0, -left)..<max(max(0, -left), min(columns, pixels.width - left))
  }

  var isEmpty: Bool { visibleRows.isEmpty || visibleColumns.isEmpty }
}

/// A color in `0...255`, multiplied by its alpha.
struct Premultiplied {
  let alpha: Float
  let red: Float
  let green: Float
  let blue: Float

  init(_ color: Color) {
    alpha = Float(color.alpha * 255)
    red = Float(color.red * color.alpha * 255)
    green = Float(color.green * color.alpha * 255)
    blue = Float(color.blue * color.alpha * 255)
  }

  /// A pixel of which a share is covered.
  @inline(__always)
  func word(_ share: Float) -> UInt32 {
    let share = min(1, share)
    return pack(alpha * share, red * share, green * share, blue * share)
  }

  /// A pixel shared by two colors.
  @inline(__always)
  func word(_ share: Float, and other: Premultiplied, _ otherShare: Float) -> UInt32 {
    pack(
      alpha * share + other.alpha * otherShare, red * share + other.red * otherShare,
      green * share + other.green * otherShare, blue * share + other.blue * otherShare)
  }

  /// Shares are at most 1 and channels at most 255, so every sum rounds to a byte.
  @inline(__always)
  private func pack(_ alpha: Float, _ red: Float, _ green: Float, _ blue: Float) -> UInt32 {
    byte(alpha) << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)
  }

  @inline(__always)
  private func byte(_ value: Float) -> UInt32 {
    UInt32(truncatingIfNeeded: Int32(min(255, max(0, value + 0.5))))
  }
}

/// Porter and Duff's *over* on premultiplied words, rounded to the nearest; two channels at a time.
@inline(__always)
func laid(_ source: UInt32, over target: UInt32) -> UInt32 {
  let rest = 255 &- (source >> 24)
  var even = (target & 0x00FF_00FF) &* rest &+ 0x0080_0080
  even = ((even &+ ((even >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
  var odd = ((target >> 8) & 0x00FF_00FF) &* rest &+ 0x0080_0080
  odd = (odd &+ ((odd >> 8) & 0x00FF_00FF)) & 0xFF00_FF00
  return source &+ (even | odd)
}

/// Lays one color over a row of pixels.
@inline(__always)
func lay(_ source: UInt32, over target: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>) {
  guard !columns.isEmpty else { return }
  if source >> 24 == 255 {
    (target + columns.lowerBound).update(repeating: source, count: columns.count)
  } else {
    for column in columns { target[column] = laid(source, over: target[column]) }
  }
}
