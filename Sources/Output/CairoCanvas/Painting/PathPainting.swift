import CCairo
import Drawing

extension ScenePainter {
  func paint(_ fill: Fill) throws(CanvasError) {
    guard let box = try visibleBox(of: fill.path, pen: 0) else { return }
    if fill.isAntialiased, let pixels, let color = try plainColor(of: fill.paint) {
      if color.alpha <= 0 { return }
      if let area = pixels.area(clip: clip) {
        area.limit(to: box)
        area.add(fill.path)
        return area.lay(color, fill.isWinding ? .winding : .evenOdd)
      }
    }
    guard try setSource(fill.paint) else { return }
    cairo_new_path(context)
    trace(fill.path)
    cairo_set_fill_rule(context, fill.isWinding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
    if !fill.isAntialiased { cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE) }
    cairo_fill(context)
    if !fill.isAntialiased { cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY) }
  }

  func paint(_ stroke: Stroke) throws(CanvasError) {
    try require(stroke.width, within: Self.largestRadius, "line width")
    try requireFinite(stroke.miterLimit, "miter limit")
    // A pointed join reaches miterLimit half widths out, a square cap 1.42 of them.
    let reach = stroke.width / 2 * max(1.5, stroke.join == .miter ? stroke.miterLimit : 1)
    guard stroke.width > 0, try visibleBox(of: stroke.path, pen: reach) != nil else { return }
    if stroke.dashes.isEmpty, let pixels, let color = try plainColor(of: stroke.paint),
      color.alpha <= 0 || pixels.stroke(stroke, color, origin: origin, clip: clip)
    {
      return
    }
    guard try setSource(stroke.paint) else { return }
    cairo_set_line_width(context, stroke.width)
    cairo_set_line_cap(context, stroke.cap.cairo)
    cairo_set_line_join(context, stroke.join.cairo)
    cairo_set_miter_limit(context, max(1, stroke.miterLimit))
    let isDashed = try setDashes(stroke)
    cairo_new_path(context)
    // Cairo's stroker takes longer than its parts: where nothing shines through, each ring goes alone.
    if !isDashed, case .color(let color) = stroke.paint, color.alpha >= 1 {
      trace(stroke.path) { cairo_stroke(context) }
    } else {
      trace(stroke.path)
    }
    cairo_stroke(context)
    if isDashed { cairo_set_dash(context, nil, 0, 0) }
  }

  /// The color with which whole pixels can be covered; `nil` for pictures and where pixels are cut.
  private func plainColor(of paint: Paint) throws(CanvasError) -> Color? {
    guard !isClippedBetweenPixels, case .color(let color) = paint else { return nil }
    try requireFinite(color, "color")
    return color
  }

  /// Checks and sets dashes; false for a solid line. An odd list is gone through twice, as in SVG.
  private func setDashes(_ stroke: Stroke) throws(CanvasError) -> Bool {
    var dashes = stroke.dashes
    guard !dashes.isEmpty else { return false }
    for dash in dashes {
      try require(dash, within: Self.farthest, "dash")
      if dash < 0 { throw .outOfRange(layer: layer, what: "dash", value: dash * scale, limit: 0) }
    }
    let period = dashes.reduce(0, +)
    // Dashes too small to be distinguished become a solid line instead of endless work.
    guard period * scale >= 0.05, let count = Int32(exactly: dashes.count) else { return false }
    try requireFinite(stroke.dashPhase, "where dashes begin")
    // Cairo joins the gaps about a dash of length zero, whose caps make a dot, unless it is the first.
    if stroke.cap != .butt, dashes.count % 2 == 0 {
      for index in stride(from: 2, to: dashes.count, by: 2) where dashes[index] == 0 {
        dashes[index] = min(0.001, dashes[index + 1])
        dashes[index + 1] -= dashes[index]
      }
    }
    cairo_set_dash(context, dashes, count, stroke.dashPhase.truncatingRemainder(dividingBy: 2 * period))
    return true
  }

  func trace(_ path: Path, offset: Point = .zero, ended: (() -> Void)? = nil) {
    let points = path.points
    var next = 0
    var isFirst = true
    for verb in path.verbs {
      switch verb {
      case .move:
        if let ended, !isFirst { ended() }
        isFirst = false
        cairo_move_to(context, points[next].x + offset.x, points[next].y + offset.y)
      case .line: cairo_line_to(context, points[next].x + offset.x, points[next].y + offset.y)
      case .curve:
        cairo_curve_to(
          context, points[next].x + offset.x, points[next].y + offset.y, points[next + 1].x + offset.x,
          points[next + 1].y + offset.y, points[next + 2].x + offset.x, points[next + 2].y + offset.y)
      case .close: cairo_close_path(context)
      }
      next += verb.pointCount
    }
  }

  private func visibleBox(of path: Path, pen: Double) throws(CanvasError) -> Rectangle? {
    guard let box = try bounds(of: path) else { return nil }
    // A line straight along an axis has no area of its own.
    guard box.expanded(by: pen + 1e-6).intersects(picture.expanded(by: 1 / scale)) else { return nil }
    try require(max(-box.minX, -box.minY, box.maxX, box.maxY), within: Self.farthest, "a coordinate")
    return box
  }

  func bounds(of path: Path) throws(CanvasError) -> Rectangle? {
    guard let box = path.bounds else { return nil }
    try requireFinite(path.points.reduce(0) { $0 + $1.x * 0 + $1.y * 0 }, "a coordinate")
    return box
  }
}

extension Stroke.Cap {
  var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .square: CAIRO_LINE_CAP_SQUARE
    case .round: CAIRO_LINE_CAP_ROUND
    }
  }
}

extension Stroke.Join {
  var cairo: cairo_line_join_t {
    switch self {
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    }
  }
}
