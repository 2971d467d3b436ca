import CCairo
import CSystem
import Drawing

/// Draws areas and lines of one color straight into a picture's pixels, beside Cairo, which draws all else.
///
/// What it cannot draw is left to the caller: lines with curves, pictures too large, and surfaces that are not the
/// picture's size.
final class PixelPainter {
  private let context: OpaquePointer
  private let scale: Double
  private let memory: CoverageMemory
  private var raster: CoverageRaster?
  private let discs = DiscPolygons()
  private lazy var shares = DiscShares()

  init(_ context: OpaquePointer, scale: Double, memory: CoverageMemory = CoverageMemory()) {
    (self.context, self.scale, self.memory) = (context, scale, memory)
  }

  struct Clip {
    var columns: Range<Int>
    var rows: Range<Int>
  }

  /// An area to which paths can be added, in the whole picture without a clip; `nil` where Cairo has to draw it.
  func area(clip: Clip?) -> Area? {
    guard let target = Target(context, clip), let raster = raster(for: target) else { return nil }
    raster.takeAll()
    return Area(target: target, raster: raster, painter: self)
  }

  struct Area {
    fileprivate let target: Target
    fileprivate let raster: CoverageRaster
    fileprivate let painter: PixelPainter

    private var context: OpaquePointer { painter.context }

    /// The greatest distance of the straight pieces of a curve from it, in pixels.
    private static let tolerance = 0.05

    /// Takes only what lies in a rectangle of the context's plane; nothing has been added yet.
    func limit(to box: Rectangle) {
      var matrix = cairo_matrix_t()
      cairo_get_matrix(context, &matrix)
      guard matrix.xy == 0, matrix.yx == 0, matrix.xx > 0, matrix.yy > 0 else { return }
      raster.limit(
        to: box.minX * matrix.xx + matrix.x0...box.maxX * matrix.xx + matrix.x0,
        box.minY * matrix.yy + matrix.y0...box.maxY * matrix.yy + matrix.y0)
    }

    /// Takes only what lies in a disc about a point of the context's plane, its radius in pixels; nothing has been
    /// added yet.
    func limit(toDisc center: Point, radius: Double) {
      let center = device(center)
      raster.limit(
        to: center.x - radius...center.x + radius, center.y - radius...center.y + radius)
    }

    /// A point of the context's plane, in pixels.
    private func device(_ point: Point) -> Point {
      var (x, y) = (point.x, point.y)
      cairo_user_to_device(context, &x, &y)
      return Point(x: x, y: y)
    }

    /// Adds the inside of a path under the context's matrix, turned clockwise about the offset by degrees.
    func add(_ path: Path, offset: Point = .zero, rotation: Double = 0) {
      var matrix = cairo_matrix_t()
      cairo_get_matrix(context, &matrix)
      if offset != .zero { cairo_matrix_translate(&matrix, offset.x, offset.y) }
      if rotation != 0 { cairo_matrix_rotate(&matrix, rotation * Double.pi / 180) }
      let placing = Placing(matrix)
      var (start, here) = (Corner(.zero), Corner(.zero))
      var next = 0
      path.points.withUnsafeBufferPointer { points in
        for verb in path.verbs {
          switch verb {
          case .move:
            raster.addEdge(from: here.position, to: start.position)
            start = Corner(placing.device(points[next]))
            here = start
          case .line:
            let end = Corner(placing.device(points[next]))
            raster.addEdge(from: here.position, to: end.position)
            here = end
          case .curve:
            let end = Corner(placing.device(points[next + 2]))
            curve(here, placing.device(points[next]), placing.device(points[next + 1]), end)
            here = end
          case .close:
            raster.addEdge(from: here.position, to: start.position)
            here = start
          }
          next += verb.pointCount
        }
      }
      raster.addEdge(from: here.position, to: start.position)
    }

    private struct Corner {
      let point: Point
      let position: CoverageRaster.Position

      @inline(__always) init(_ point: Point) {
        self.point = point
        position = CoverageRaster.position(point.x, point.y)
      }
    }

    private struct Placing {
      let xx, xy, x0, yx, yy, y0: Double

      init(_ matrix: cairo_matrix_t) {
        (xx, xy, x0) = (matrix.xx, matrix.xy, matrix.x0)
        (yx, yy, y0) = (matrix.yx, matrix.yy, matrix.y0)
      }

      @inline(__always) func device(_ point: Point) -> Point {
        Point(x: point.x * xx + point.y * xy + x0, y: point.x * yx + point.y * yy + y0)
      }
    }

    /// Replaces a curve by straight pieces.
    ///
    /// - SeeAlso: a curve whose second derivative is at most M leaves n even chords by at most M / (8 n²).
    private func curve(_ start: Corner, _ b: Point, _ c: Point, _ end: Corner) {
      let (a, d) = (start.point, end.point)
      func bend(_ a: Point, _ b: Point, _ c: Point) -> Double {
        let (x, y) = (a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
        return (x * x + y * y).squareRoot()
      }
      let most = 6 * max(bend(a, b, c), bend(b, c, d))
      let count = Int(min(500, max(1, (most / (8 * Self.tolerance)).squareRoot().rounded(.up))))
      var here = start.position
      for step in 1..<max(1, count) {
        let t = Double(step) / Double(count)
        let u = 1 - t
        let (wa, wb, wc, wd) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        let next = CoverageRaster.position(
          wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y)
        raster.addEdge(from: here, to: next)
        here = next
      }
      raster.addEdge(from: here, to: end.position)
    }

    /// Adds a disc about a point of the context's plane, its radius in pixels.
    func addDisc(_ center: Point, radius: Double) {
      painter.discs.add(device(center), radius: radius, to: raster)
    }

    /// Covers a disc about a point of the context's plane with one color and the ring around it with another, radii in
    /// pixels; `false`, with nothing covered, where Cairo has to.
    func lay(disc center: Point, radius: Double, _ fill: Color, ring outer: Double, _ stroke: Color) -> Bool {
      painter.shares.lay(
        device(center), (radius, fill.premultiplied), (outer, stroke.premultiplied), painter.discs, target)
    }

    func lay(_ color: Color, _ rule: CoverageRaster.Rule) { target.lay(raster, color.premultiplied, rule) }
  }

  /// Draws a line without dashes whose path begins at `origin` in pixels; `false`, with nothing drawn, where Cairo
  /// has to draw it.
  func stroke(_ stroke: Stroke, _ color: Color, origin: Point, clip: Clip?) -> Bool {
    guard !stroke.path.hasCurves, let target = Target(context, clip), let raster = raster(for: target) else {
      return false
    }
    var outline = StrokeOutline(stroke, reach: stroke.width / 2 * scale, raster: raster)
    guard outline.extent <= ScenePainter.farthest else { return false }
    let premultiplied = color.premultiplied
    let extent = outline.extent
    raster.takeAll()
    stroke.path.forEachPiece { piece, isClosed in
      guard piece.count > 1 || isClosed && !piece.isEmpty else { return }
      var box = (minX: Double.infinity, minY: Double.infinity, maxX: -Double.infinity, maxY: -Double.infinity)
      for point in piece {
        (box.minX, box.maxX) = (min(box.minX, point.x), max(box.maxX, point.x))
        (box.minY, box.maxY) = (min(box.minY, point.y), max(box.maxY, point.y))
      }
      let columns = box.minX * scale + origin.x - extent...box.maxX * scale + origin.x + extent
      let rows = box.minY * scale + origin.y - extent...box.maxY * scale + origin.y + extent
      // Most of a city's streets lie in one band.
      guard rows.upperBound >= 0, rows.lowerBound <= Double(raster.height) else { return }
      if color.alpha >= 1 { raster.limit(to: columns, rows) }
      outline.add(piece, scale: scale, origin: origin, isClosed: isClosed)
      // Pieces that meet cover each other as two lines would, unless what lies beneath shines through.
      if color.alpha >= 1 { target.lay(raster, premultiplied, .winding) }
    }
    if color.alpha < 1 { target.lay(raster, premultiplied, .winding) }
    return true
  }

  /// Lays a picture of premultiplied pixels over the target's at a whole pixel, as Cairo does; `false`, with nothing
  /// drawn, where Cairo has to do it.
  func lay(_ picture: OpaquePointer, at corner: Point, clip: Clip?) -> Bool {
    guard let target = Target(context, clip), let picture = SurfacePixels(picture), picture.hasAlpha,
      let left = Int(exactly: corner.x), let top = Int(exactly: corner.y)
    else { return false }
    let columns = (left..<left + picture.width).clamped(to: target.clip.columns)
    for row in (top..<top + picture.height).clamped(to: target.clip.rows) {
      let (from, to) = (picture.row(row - top), target.pixels.row(row))
      for column in columns {
        let above = from[column - left]
        if above != 0 { to[column] = pixel(above, over: to[column]) }
      }
    }
    cairo_surface_mark_dirty(target.surface)
    return true
  }

  private func raster(for target: Target) -> CoverageRaster? {
    if raster == nil { raster = memory.raster(width: target.pixels.width, height: target.pixels.height) }
    guard let raster, raster.width == target.pixels.width, raster.height == target.pixels.height else {
      return nil
    }
    return raster
  }

  /// The surface that is drawn upon now: the picture or the sheet of a translucent layer.
  struct Target {
    let surface: OpaquePointer
    let pixels: SurfacePixels
    let clip: Clip

    init?(_ context: OpaquePointer, _ clip: Clip?) {
      guard let surface = cairo_get_group_target(context), let pixels = SurfacePixels(surface) else {
        return nil
      }
      let format = cairo_image_surface_get_format(surface)
      guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24 else { return nil }
      var (x, y) = (0.0, 0.0)
      cairo_surface_get_device_offset(surface, &x, &y)
      guard x == 0, y == 0 else { return nil }
      (self.surface, self.pixels) = (surface, pixels)
      let whole = Clip(columns: 0..<pixels.width, rows: 0..<pixels.height)
      self.clip =
        clip.map {
          Clip(columns: $0.columns.clamped(to: whole.columns), rows: $0.rows.clamped(to: whole.rows))
        } ?? whole
    }

    func lay(_ raster: CoverageRaster, _ color: UInt32, _ rule: CoverageRaster.Rule) {
      raster.lay(color, rule, clip, on: pixels)
      cairo_surface_mark_dirty(surface)
    }
  }
}

extension Path {
  fileprivate var hasCurves: Bool { points.count != verbs.count && verbs.contains(.curve) }

  /// Goes through the pieces of a path without curves: what lies between two liftings of the pen, and whether it is closed.
  fileprivate func forEachPiece(_ body: (UnsafeBufferPointer<Point>, Bool) -> Void) {
    points.withUnsafeBufferPointer { points in
      var (verb, point) = (0, 0)
      while verb < verbs.count {
        let start = point
        var isClosed = false
        repeat {
          if verbs[verb] == .close { isClosed = true } else { point += 1 }
          verb += 1
        } while verb < verbs.count && verbs[verb] != .move && !isClosed
        body(UnsafeBufferPointer(rebasing: points[start..<point]), isClosed)
      }
    }
  }
}
