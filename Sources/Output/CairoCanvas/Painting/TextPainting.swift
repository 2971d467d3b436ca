import CCairo
import Drawing

extension ScenePainter {
  func paint(_ run: TextRun) throws(CanvasError) {
    try requireFinite(run.opacity + run.rotation + run.pivot.x + run.pivot.y, "text")
    guard run.opacity > 0, !run.fragments.isEmpty else { return }
    let halo = try visibleHalo(of: run)
    guard let box = try self.box(of: run, reach: halo.map { $0.width + $0.blur } ?? 0) else { return }
    if run.fragments.contains(where: { !$0.glyphs.isEmpty }) { return try paintGlyphs(of: run, halo: halo) }

    // One color without halo needs no sheet of its own: its letters are one area.
    let hasImages = run.fragments.contains { !$0.images.isEmpty }
    let isOneColor = run.fragments.allSatisfy { $0.color == run.fragments[0].color }
    let isPlain = halo == nil && !hasImages && (run.opacity >= 1 || isOneColor)
    cairo_save(context)
    defer { cairo_restore(context) }
    if run.rotation != 0 {
      cairo_translate(context, run.pivot.x, run.pivot.y)
      cairo_rotate(context, run.rotation * Double.pi / 180)
      cairo_translate(context, -run.pivot.x, -run.pivot.y)
    }
    if isPlain { return try paintLetters(run, in: box, opacity: min(1, run.opacity)) }
    if run.opacity < 1 {
      cairo_rectangle(context, box.x, box.y, box.width, box.height)
      cairo_clip(context)
    }
    try asGroup(opacity: run.opacity) { () throws(CanvasError) in
      if let halo { paintHalo(halo, of: run) }
      try paintLetters(run, in: box, opacity: 1)
    }
  }

  private func visibleHalo(of run: TextRun) throws(CanvasError) -> TextRun.Halo? {
    guard let halo = run.halo else { return nil }
    try requireFinite(halo.color, "halo color")
    try require(halo.width, within: Self.largestRadius, "halo width")
    try require(halo.blur, within: Self.largestRadius, "halo blur")
    return halo.color.alpha > 0 && halo.width > 0 ? halo : nil
  }

  private func box(of run: TextRun, reach: Double) throws(CanvasError) -> Rectangle? {
    var whole: Rectangle?
    for fragment in run.fragments {
      try requireFinite(fragment.origin.x + fragment.origin.y, "a text's place")
      try requireFinite(fragment.color, "text color")
      var boxes = fragment.images.map(\.rectangle)
      if let outline = try bounds(of: fragment.outline) { boxes.append(outline) }
      if let bounds = fragment.glyphs.bounds {
        try requireFinite(bounds.x + bounds.y + bounds.width + bounds.height, "a letter's place")
        boxes.append(bounds)
      }
      try requireFinite(fragment.rotation, "a letter's rotation")
      for box in boxes {
        let placed = box.offset(by: fragment.origin).boundsOfRotation(
          by: fragment.rotation, about: fragment.origin)
        whole = whole?.union(placed) ?? placed
      }
    }
    guard let box = whole?.expanded(by: reach + 1 / scale) else { return nil }
    guard box.boundsOfRotation(by: run.rotation, about: run.pivot).intersects(picture) else { return nil }
    let farthest = max(abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY))
    try require(farthest, within: Self.farthest, "a text's place")
    try require(abs(run.pivot.x) + abs(run.pivot.y), within: Self.farthest, "a text's pivot")
    return box
  }

  /// Letters overlap at times, and outlines of TrueType fonts rely on it: filled by winding. The box holds all of
  /// them before the text is turned.
  private func paintLetters(_ run: TextRun, in box: Rectangle, opacity: Double) throws(CanvasError) {
    let area = isClippedBetweenPixels ? nil : pixels?.area(clip: clip)
    area?.limit(to: box)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    cairo_new_path(context)
    var fragments = run.fragments
    if shaper != nil {
      fragments = []
      for fragment in run.fragments where try !set(fragment, of: run, opacity: opacity) {
        fragments.append(fragment)
      }
    }
    for (index, fragment) in fragments.enumerated() {
      if let area {
        area.add(fragment.outline, offset: fragment.origin, rotation: fragment.rotation)
      } else {
        trace(fragment)
      }
      let isLast = index == fragments.count - 1
      guard isLast || fragments[index + 1].color != fragment.color else { continue }
      let color = fragment.color.multiplyingAlpha(by: opacity)
      if let area {
        area.lay(color, .winding)
      } else {
        color.setSource(on: context)
        cairo_fill(context)
      }
    }
    var painter = self
    // Turned letters show elsewhere than they are placed.
    if run.rotation != 0 { painter.picture = painter.picture.expanded(by: Self.farthest) }
    for fragment in run.fragments {
      for var image in fragment.images {
        image = image.placed(in: fragment)
        image.opacity *= opacity
        try painter.paint(image)
      }
    }
  }

  private func set(
    _ fragment: TextRun.Fragment, of run: TextRun, opacity: Double
  ) throws(CanvasError) -> Bool {
    guard let shaper,
      let found = try shaper.letterRuns(of: fragment, letterSpacing: run.letterSpacing)
    else { return false }
    cairo_save(context)
    defer { cairo_restore(context) }
    fragment.color.multiplyingAlpha(by: opacity).setSource(on: context)
    cairo_translate(context, fragment.origin.x, fragment.origin.y)
    if fragment.rotation != 0 { cairo_rotate(context, fragment.rotation * Double.pi / 180) }
    for run in found.runs where !run.draw(on: context, factor: found.factor) { return false }
    try check(cairo_status(context), "setting text")
    return true
  }

  private func trace(_ fragment: TextRun.Fragment) {
    guard fragment.rotation != 0 else { return trace(fragment.outline, offset: fragment.origin) }
    // What is appended is turned as it is appended; the path itself is not part of what is restored.
    cairo_save(context)
    cairo_translate(context, fragment.origin.x, fragment.origin.y)
    cairo_rotate(context, fragment.rotation * Double.pi / 180)
    trace(fragment.outline)
    cairo_restore(context)
  }

  /// Strokes all outlines twice the halo's width, so that half of it shows around the letters.
  ///
  /// A fading edge is made of strokes from wide to narrow; each adds what takes the sheet from one step of opacity
  /// to the next.
  private func paintHalo(_ halo: TextRun.Halo, of run: TextRun) {
    cairo_new_path(context)
    for fragment in run.fragments { trace(fragment) }
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    let blur = max(0, halo.blur)
    let steps = blur > 0 ? 10 : 1
    var (color, reached) = (halo.color, 0.0)
    for step in 1...steps {
      let wanted = halo.color.alpha * Double(step) / Double(steps)
      let share = (Double(step) - 0.5) / Double(steps)
      let width = blur > 0 ? halo.width + blur * (1 - 2 * share) : halo.width
      if width > 0 {
        color.alpha = reached < 1 ? (wanted - reached) / (1 - reached) : 1
        color.setSource(on: context)
        cairo_set_line_width(context, 2 * width)
        cairo_stroke_preserve(context)
        reached = wanted
      }
    }
    cairo_new_path(context)
  }
}
