import Drawing

/// Fills the outlines of letters straight into pixels, each pixel by the share of it that is covered.
///
/// Coverage of contours that overlap is cut at one, as the winding rule has it. Flat pieces replace curves that
/// they leave by no more than a fiftieth of a pixel.
///
/// - Complexity: O(*n*) in the outlines' points, and the pixels of the box around them.
final class LetterPainter {
  /// Diagonal of the box around a text, in pixels; larger text is left to Cairo.
  static let largestSize = 2_048.0

  private let areas = SignedAreas()

  /// How points become pixels: turned, scaled, moved.
  struct Transform {
    let xx: Double
    let xy: Double
    let yx: Double
    let yy: Double
    let x: Double
    let y: Double

    @inline(__always)
    func callAsFunction(_ point: Point) -> Point {
      Point(x: xx * point.x + xy * point.y + x, y: yx * point.x + yy * point.y + y)
    }
  }

  /// Fills outlines, each moved to its origin.
  func fill(
    _ outlines: [(path: Path, origin: Point)], _ color: Color, _ transform: Transform,
    in pixels: SurfacePixels
  ) {
    let placed = outlines.map { outline in
      (verbs: outline.path.verbs, points: outline.path.points.map { transform($0 + outline.origin) })
    }
    var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for point in placed.lazy.flatMap(\.points) {
      (minX, minY) = (min(minX, point.x), min(minY, point.y))
      (maxX, maxY) = (max(maxX, point.x), max(maxY, point.y))
    }
    guard minX <= maxX else { return }
    let (left, top) = (minX.rounded(.down) - 1, minY.rounded(.down) - 1)
    let window = PixelWindow(
      left: Int(left), top: Int(top), columns: Int(maxX - left) + 4, rows: Int(maxY - top) + 3, in: pixels)
    guard !window.isEmpty else { return }
    areas.begin(columns: window.columns, rows: window.rows)
    for outline in placed { add(outline.verbs, outline.points, left, top) }
    blend(Premultiplied(color), window, pixels)
  }

  private func add(_ verbs: [Path.Verb], _ points: [Point], _ left: Double, _ top: Double) {
    var start = Point.zero
    var pen = Point.zero
    var next = 0
    func line(_ end: Point) {
      areas.addEdge(pen.x - left, pen.y - top, end.x - left, end.y - top)
      pen = end
    }
    for verb in verbs {
      switch verb {
      case .move:
        line(start)
        start = points[next]
        pen = start
      case .line: line(points[next])
      case .curve:
        let (from, a, b, end) = (pen, points[next], points[next + 1], points[next + 2])
        // Bounds a cubic's distance from n chords: 0.75 · bend / n² (Wang's formula).
        let bend = max(
          abs(from.x - 2 * a.x + b.x) + abs(from.y - 2 * a.y + b.y),
          abs(a.x - 2 * b.x + end.x) + abs(a.y - 2 * b.y + end.y))
        let pieces = min(64, max(1, Int((0.75 * bend / 0.02).squareRoot().rounded(.up))))
        for piece in 1..<max(2, pieces) where pieces > 1 {
          let t = Double(piece) / Double(pieces)
          let u = 1 - t
          let (wa, wb, wc, wd) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          line(
            Point(
              x: wa * from.x + wb * a.x + wc * b.x + wd * end.x,
              y: wa * from.y + wb * a.y + wc * b.y + wd * end.y))
        }
        line(end)
      case .close: line(start)
      }
      next += verb.pointCount
    }
    line(start)
  }

  private func blend(_ color: Premultiplied, _ window: PixelWindow, _ pixels: SurfacePixels) {
    let solid = color.word(1)
    for row in 0..<window.rows {
      let cells = areas.cells + row * window.columns
      guard window.visibleRows.contains(row) else {
        cells.update(repeating: 0, count: window.columns)
        continue
      }
      let target = pixels.row(window.top + row) + window.left
      var sum: Float = 0
      for column in 0..<window.columns {
        sum += cells[column]
        cells[column] = 0
        let covered = abs(sum)
        guard covered > 0.001, window.visibleColumns.contains(column) else { continue }
        target[column] = laid(covered > 0.998 ? solid : color.word(covered), over: target[column])
      }
    }
  }
}
