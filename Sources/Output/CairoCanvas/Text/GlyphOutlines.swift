import CCairo
import CPango
import Drawing

/// A letter's looks at a size of one point: everything is in ems.
struct Glyph {
  /// The outline about its origin on the baseline, y down.
  var outline = Path()
  var ink: Rectangle?
  /// A letter in colors, where the font has pictures instead of outlines.
  var image: Bitmap?
}

final class GlyphOutlines {
  private struct Key: Hashable {
    let font: UnsafeMutablePointer<PangoFont>
    let glyph: UInt32
  }

  /// Outlines are read at this size: most fonts divide the em into 2048, so that nothing is rounded.
  private static let readingSize = 2048.0
  /// Letters in color are drawn at this size.
  private static let pictureSize = 128.0

  private let surface: CairoSurface
  private let context: OpaquePointer
  private var glyphs: [Key: Glyph] = [:]
  /// Fonts whose addresses are keys; held, so that no other font gets the same address.
  private var fonts: [UnsafeMutablePointer<PangoFont>: Scaled] = [:]

  private struct Scaled {
    let handle: OpaquePointer
    let isColored: Bool
  }

  init() throws(CanvasError) {
    surface = try CairoSurface.pixels(CAIRO_FORMAT_A8, width: 1, height: 1)
    guard let context = cairo_create(surface.handle) else { throw .outOfMemory(step: "reading letters") }
    self.context = context
    try check(cairo_status(context), "reading letters")
    cairo_set_tolerance(context, 0.1)
  }

  deinit {
    forget()
    cairo_destroy(context)
  }

  func forget() {
    glyphs = [:]
    for (font, scaled) in fonts {
      cairo_scaled_font_destroy(scaled.handle)
      g_object_unref(font)
    }
    fonts = [:]
  }

  func glyph(_ glyph: UInt32, of font: UnsafeMutablePointer<PangoFont>, size: Double) throws(CanvasError)
    -> Glyph
  {
    let key = Key(font: font, glyph: glyph)
    if let known = glyphs[key] { return known }
    // Text in thousands of sizes within one line, or of letters: forgetting now and then bounds the memory.
    if glyphs.count >= 8_192 || fonts.count >= 256 { forget() }
    let scaled = try self.scaled(font, size: size)
    let made =
      scaled.isColored ? try picture(of: glyph, in: scaled.handle) : try outline(of: glyph, in: scaled.handle)
    glyphs[key] = made
    return made
  }

  private func scaled(_ font: UnsafeMutablePointer<PangoFont>, size: Double) throws(CanvasError) -> Scaled {
    if let known = fonts[font] { return known }
    guard let laidOut = pango_cairo_font_get_scaled_font(OpaquePointer(font)) else {
      throw .failed(step: "reading letters", reason: "the font has no outlines")
    }
    let pattern = pango_fc_font_get_pattern(
      UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
    let isColored = hasColor(pattern)
    var matrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(laidOut, &matrix)
    let factor = (isColored ? Self.pictureSize : Self.readingSize) / size
    cairo_matrix_scale(&matrix, factor, factor)
    var identity = cairo_matrix_t()
    cairo_matrix_init_identity(&identity)
    guard
      let handle = cairo_scaled_font_create(
        cairo_scaled_font_get_font_face(laidOut), &matrix, &identity, pinnedFontOptions)
    else { throw .outOfMemory(step: "reading letters") }
    let status = cairo_scaled_font_status(handle)
    if status != CAIRO_STATUS_SUCCESS {
      cairo_scaled_font_destroy(handle)
      try check(status, "reading letters")
    }
    g_object_ref(font)
    let made = Scaled(handle: handle, isColored: isColored)
    fonts[font] = made
    return made
  }

  private func outline(of glyph: UInt32, in font: OpaquePointer) throws(CanvasError) -> Glyph {
    // Restored, the context holds no font that would outlive the others.
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_set_scaled_font(context, font)
    cairo_new_path(context)
    var placed = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    cairo_glyph_path(context, &placed, 1)
    try check(cairo_status(context), "reading letters")
    guard let copy = cairo_copy_path(context) else { throw .outOfMemory(step: "reading letters") }
    defer { cairo_path_destroy(copy) }
    try check(copy.pointee.status, "reading letters")
    var outline = Path()
    var index = 0
    let count = Int(copy.pointee.num_data)
    while let data = copy.pointee.data, index < count {
      let header = data[index].header
      func point(_ offset: Int) -> Point {
        let point = data[index + offset].point
        return Point(x: point.x / Self.readingSize, y: point.y / Self.readingSize)
      }
      switch header.type {
      case CAIRO_PATH_MOVE_TO where index + 1 < count && isFollowed(data, index, count):
        outline.move(to: point(1))
      case CAIRO_PATH_LINE_TO: outline.line(to: point(1))
      case CAIRO_PATH_CURVE_TO: outline.curve(point(1), point(2), to: point(3))
      case CAIRO_PATH_CLOSE_PATH: outline.close()
      default: break
      }
      index += max(1, Int(header.length))
    }
    return Glyph(outline: outline, ink: inkBox(of: outline))
  }

  /// True if something is drawn from where the pen is set down; Cairo ends every piece by setting it down again.
  private func isFollowed(_ data: UnsafeMutablePointer<cairo_path_data_t>, _ index: Int, _ count: Int) -> Bool
  {
    let next = index + Int(data[index].header.length)
    return next < count && data[next].header.type != CAIRO_PATH_MOVE_TO
  }

  private func picture(of glyph: UInt32, in font: OpaquePointer) throws(CanvasError) -> Glyph {
    var placed = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    var extents = cairo_text_extents_t()
    cairo_scaled_font_glyph_extents(font, &placed, 1, &extents)
    try check(cairo_scaled_font_status(font), "reading letters")
    guard extents.width > 0, extents.height > 0, extents.width < 4_096, extents.height < 4_096,
      extents.x_bearing.magnitude < 1e6, extents.y_bearing.magnitude < 1e6
    else { return Glyph() }
    let left = extents.x_bearing.rounded(.down)
    let top = extents.y_bearing.rounded(.down)
    let width = Int((extents.x_bearing + extents.width - left).rounded(.up))
    let height = Int((extents.y_bearing + extents.height - top).rounded(.up))
    let surface = try CairoSurface.pixels(CAIRO_FORMAT_ARGB32, width: width, height: height)
    try surface.draw("drawing a letter in colors") { context throws(CanvasError) in
      cairo_set_scaled_font(context, font)
      placed.x = -left
      placed.y = -top
      cairo_show_glyphs(context, &placed, 1)
    }
    let bitmap = try surface.withPixels { pixels throws(CanvasError) in
      Bitmap(width: width, height: height, pixels: straightened(pixels))
    }
    let size = Self.pictureSize
    return Glyph(
      ink: Rectangle(
        x: left / size, y: top / size, width: Double(width) / size, height: Double(height) / size),
      image: bitmap)
  }
}

/// Everything about letters that a desktop may have an opinion on; made once and never changed.
nonisolated(unsafe) let pinnedFontOptions: OpaquePointer? = {
  let options = cairo_font_options_create()
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
  return options
}()

/// The smallest box around a path's lines and curves, not just their control points.
func inkBox(of path: Path) -> Rectangle? {
  // The ends of all pieces, and the points where curves turn.
  var edge = Path()
  var next = 0
  let points = path.points
  for verb in path.verbs where verb != .close {
    let end = next + verb.pointCount - 1
    edge.move(to: points[end])
    if verb == .curve {
      let (pen, a, b, end) = (points[max(0, next - 1)], points[next], points[next + 1], points[end])
      for t in extremes(pen.x, a.x, b.x, end.x) + extremes(pen.y, a.y, b.y, end.y) {
        edge.move(to: Point(x: cubic(t, pen.x, a.x, b.x, end.x), y: cubic(t, pen.y, a.y, b.y, end.y)))
      }
    }
    next = end + 1
  }
  return edge.bounds
}

private func cubic(_ t: Double, _ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> Double {
  let u = 1 - t
  return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3
}

/// The parameters within `0..<1` at which a cubic Bézier coordinate turns.
private func extremes(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
  if (min(p0, p3)...max(p0, p3)).contains(p1), (min(p0, p3)...max(p0, p3)).contains(p2) { return [] }
  // The derivative's coefficients, divided by 3.
  let a = p3 - 3 * p2 + 3 * p1 - p0
  let b = 2 * (p2 - 2 * p1 + p0)
  let c = p1 - p0
  if abs(a) < 1e-12 { return b == 0 ? [] : [-c / b].filter { (0..<1).contains($0) } }
  let inside = b * b - 4 * a * c
  guard inside >= 0 else { return [] }
  let root = inside.squareRoot()
  return [(-b - root) / (2 * a), (-b + root) / (2 * a)].filter { (0..<1).contains($0) }
}
