import Drawing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Draws discs and rings straight into pixels.
///
/// A circle becomes a regular polygon of the same area, whose share of every pixel is summed exactly
/// (``SignedAreas``). Disc and ring are mixed by their shares before they meet the picture, so no seam shows and
/// nothing is counted twice. Only edges are summed; what lies between them is filled.
///
/// - Complexity: O(*r*) edges a circle, and its pixels.
final class DiscPainter {
  /// In pixels; larger circles are left to Cairo.
  static let largestRadius = 256.0

  private let outer = SignedAreas()
  private let inner = SignedAreas()
  /// Corners of regular polygons about the origin, by the number of corners.
  private var polygons: [Int: [Point]] = [:]

  /// Draws one disc; `offset` goes from device space to the surface's pixels.
  func paint(_ disc: Disc, scale: Double, offset: Point, in pixels: SurfacePixels) {
    let center = Point(x: disc.center.x * scale + offset.x, y: disc.center.y * scale + offset.y)
    let radius = disc.radius * scale
    let whole = (disc.radius + disc.ring) * scale
    let (left, top) = ((center.x - whole).rounded(.down) - 2, (center.y - whole).rounded(.down) - 2)
    let side = Int((2 * whole).rounded(.up)) + 6
    let window = PixelWindow(left: Int(left), top: Int(top), columns: side, rows: side, in: pixels)
    guard !window.isEmpty else { return }
    let local = Point(x: center.x - left, y: center.y - top)
    if disc.blur > 0 {
      blend(blurred: disc, radius: whole, center: local, window: window, pixels)
      return
    }
    let hasBoth = disc.ring > 0 && radius > 0
    outer.begin(columns: side, rows: side)
    add(radius: whole, center: local, to: outer)
    if hasBoth {
      inner.begin(columns: side, rows: side)
      add(radius: radius, center: local, to: inner)
    }
    let stroke = Premultiplied(disc.stroke)
    let fill = disc.ring > 0 && !hasBoth ? stroke : Premultiplied(disc.fill)
    let blend = Blend(
      fill: fill, stroke: hasBoth ? stroke : fill, outer: outer.cells, inner: hasBoth ? inner.cells : nil,
      columns: window.visibleColumns)
    for row in 0..<side {
      let target = window.visibleRows.contains(row) ? pixels.row(window.top + row) + window.left : nil
      let reach = Reach(row: row, center: local, radius: whole)
      guard !reach.isEmpty else { continue }
      blend.row(
        row * side, target, outer: reach,
        inner: hasBoth ? Reach(row: row, center: local, radius: radius) : nil)
    }
  }

  /// Corners of a regular polygon about the origin with the unit circle's area.
  private func polygon(corners: Int) -> [Point] {
    if let known = polygons[corners] { return known }
    let turn = 2 * Double.pi / Double(corners)
    let reach = (turn / sin(turn)).squareRoot()
    let made = (0...corners).map { corner in
      let angle = corner == corners ? 0 : turn * Double(corner)
      return Point(x: reach * cos(angle), y: reach * sin(angle))
    }
    polygons[corners] = made
    return made
  }

  private func add(radius: Double, center: Point, to areas: SignedAreas) {
    // The polygon leaves the circle by r·(π/n)²/2, half of it on either side: within 0.006 pixels, a level and a half.
    let corners = 8 * Int((0.125 * Double.pi * (radius / 0.024).squareRoot()).rounded(.up))
    polygon(corners: corners).withUnsafeBufferPointer { unit in
      var (x, y) = (center.x + radius * unit[0].x, center.y + radius * unit[0].y)
      for corner in 1...corners {
        let (nextX, nextY) = (center.x + radius * unit[corner].x, center.y + radius * unit[corner].y)
        areas.addEdge(x, y, nextX, nextY)
        (x, y) = (nextX, nextY)
      }
    }
  }

  /// Every pixel by its distance from the middle, smooth at the edge over one pixel.
  private func blend(
    blurred disc: Disc, radius: Double, center: Point, window: PixelWindow, _ pixels: SurfacePixels
  ) {
    for row in window.visibleRows {
      let target = pixels.row(window.top + row) + window.left
      let dy = Double(row) + 0.5 - center.y
      for column in window.visibleColumns {
        let dx = Double(column) + 0.5 - center.x
        let place = (dx * dx + dy * dy).squareRoot() / radius
        guard place < 1 else { continue }
        let source = Premultiplied(disc.color(at: place, edge: 1 / radius)).word(1)
        target[column] = laid(source, over: target[column])
      }
    }
  }
}

/// Where a circle's edge crosses one row of pixels.
private struct Reach {
  /// Columns the edge may touch on the left, and all up to the last it may touch on the right.
  let leftStart: Int
  let leftEnd: Int
  let rightStart: Int
  let rightEnd: Int
  let isEmpty: Bool

  init(row: Int, center: Point, radius: Double) {
    // The polygon is at most this far from the circle.
    let slack = 0.02
    let top = Double(row) - center.y
    let near = max(0, max(top, -top - 1) - slack)
    let far = max(abs(top), abs(top + 1)) + slack
    isEmpty = near >= radius
    let wide = isEmpty ? 0 : (radius * radius - near * near).squareRoot() + slack
    let narrow = far >= radius ? -1 : (radius * radius - far * far).squareRoot() - slack
    leftStart = Int(center.x - wide)
    rightEnd = Int(center.x + wide) + 2
    leftEnd = narrow <= 0 ? rightEnd : Int(center.x - narrow) + 2
    rightStart = narrow <= 0 ? rightEnd : max(leftEnd, Int(center.x + narrow))
  }
}

/// Lays one circle over the picture, row by row.
private struct Blend {
  let fill: Premultiplied
  /// The ring's color, or the disc's where there is no ring.
  let stroke: Premultiplied
  let outer: UnsafeMutablePointer<Float>
  let inner: UnsafeMutablePointer<Float>?
  /// Columns that lie in the picture.
  let columns: Range<Int>
  let solidFill: UInt32
  let solidStroke: UInt32

  init(
    fill: Premultiplied, stroke: Premultiplied, outer: UnsafeMutablePointer<Float>,
    inner: UnsafeMutablePointer<Float>?, columns: Range<Int>
  ) {
    self.fill = fill
    self.stroke = stroke
    self.outer = outer
    self.inner = inner
    self.columns = columns
    solidFill = fill.word(1)
    solidStroke = stroke.word(1)
  }

  /// What is covered so far along the row.
  private struct Sums {
    var covered: Float = 0
    var filled: Float = 0
  }

  /// Lays one row, whose cells begin at `start`; with no target the cells are only set back.
  @inline(__always)
  func row(_ start: Int, _ target: UnsafeMutablePointer<UInt32>?, outer reach: Reach, inner hole: Reach?) {
    var sums = Sums()
    var column = reach.leftStart
    walk(&column, to: reach.leftEnd, start, target, &sums)
    if let hole, !hole.isEmpty {
      fill(&column, to: hole.leftStart, solidStroke, target)
      walk(&column, to: hole.leftEnd, start, target, &sums)
      fill(&column, to: hole.rightStart, solidFill, target)
      walk(&column, to: hole.rightEnd, start, target, &sums)
    }
    fill(&column, to: reach.rightStart, solidStroke, target)
    walk(&column, to: reach.rightEnd, start, target, &sums)
  }

  /// Columns without an edge.
  @inline(__always)
  private func fill(
    _ column: inout Int, to end: Int, _ source: UInt32, _ target: UnsafeMutablePointer<UInt32>?
  ) {
    guard column < end else { return }
    if let target, source != 0 { lay(source, over: target, (column..<end).clamped(to: columns)) }
    column = end
  }

  /// Columns that an edge may cross.
  @inline(__always)
  private func walk(
    _ column: inout Int, to end: Int, _ start: Int, _ target: UnsafeMutablePointer<UInt32>?,
    _ sums: inout Sums
  ) {
    while column < end {
      let cell = start &+ column
      sums.covered += outer[cell]
      outer[cell] = 0
      if let inner {
        sums.filled += inner[cell]
        inner[cell] = 0
      }
      if let target, sums.covered > 0.001, column >= columns.lowerBound, column < columns.upperBound {
        let source =
          inner == nil
          ? fill.word(sums.covered)
          : fill.word(
            min(1, max(0, sums.filled)), and: stroke, max(0, min(1, sums.covered) - max(0, sums.filled)))
        target[column] = laid(source, over: target[column])
      }
      column &+= 1
    }
  }
}
