import CCairo
import Drawing

extension ScenePainter {
  /// Draws pictures upon this one: the frames of a film strip. What one and the next have in common at the bottom, such as the
  /// base map of a view, is drawn once and copied pixel by pixel.
  func paint(_ insets: [Inset]) throws(CanvasError) {
    var kept: InsetPixels?
    var fixed = 0
    for (index, inset) in insets.enumerated() {
      let (before, after) = (insets.prefix(index).last, insets.dropFirst(index + 1).first)
      let common = before.map { inset.scene.commonLayerCount(with: $0.scene) } ?? 0
      if fixed == 0 || common < fixed {
        kept = nil
        fixed = after.map { inset.scene.commonLayerCount(with: $0.scene) } ?? 0
      }
      try paint(inset, fixed: isRaster ? fixed : 0, kept: &kept)
    }
  }

  /// Draws a picture upon this one, cut to its size. The pixels of its `fixed` lowest layers are kept for the next
  /// one.
  private func paint(_ inset: Inset, fixed: Int, kept: inout InsetPixels?) throws(CanvasError) {
    try require(inset.origin.x, within: Self.farthest, "an inset's place")
    try require(inset.origin.y, within: Self.farthest, "an inset's place")
    // Cut between pixels, a map would shine through the edges of what lies over it.
    func whole(_ length: Double) -> Double {
      isRaster ? (length * scale + 1e-6).rounded(.down) / scale : length
    }
    let size = inset.scene.size
    let box = Rectangle(x: 0, y: 0, width: whole(size.width), height: whole(size.height))
    try require(box.width + box.height, within: 2 * Self.farthest, "an inset's size")
    guard box.width > 0, box.height > 0 else { return }
    // On whole pixels every frame is what it is alone; on paper there are none.
    let corner = ScenePainter.corner(inset.origin, scale: scale, isRaster: isRaster)
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_translate(context, corner.x, corner.y)
    cairo_new_path(context)
    cairo_rectangle(context, 0, 0, box.width, box.height)
    cairo_clip(context)
    var painter = self
    painter.origin = origin + Point(x: corner.x * scale, y: corner.y * scale)
    painter.clipPixels(to: box)
    let own = ScenePainter.corner(inset.scene.origin, scale: scale, isRaster: isRaster)
    if own != .zero {
      cairo_translate(context, -own.x, -own.y)
      painter.origin = painter.origin - Point(x: own.x * scale, y: own.y * scale)
    }
    (painter.picture, painter.plane) = (box.offset(by: own), box.offset(by: own))
    guard fixed > 0, let area = painter.pixelArea else {
      kept = nil
      return try painter.paint(inset.scene)
    }
    let (lowest, rest) = inset.scene.split(at: fixed)
    if kept?.lay(on: area) != true {
      try painter.paint(lowest)
      kept = InsetPixels(area)
    }
    try painter.paint(rest)
  }

  private mutating func clipPixels(to box: Rectangle) {
    func whole(_ start: Double, _ length: Double, within former: Range<Int>?) -> Range<Int> {
      let (first, last) = (start.rounded(), (start + length * scale).rounded())
      if first != start || last != start + length * scale { isClippedBetweenPixels = true }
      let range = Int(first)..<max(Int(first), Int(last))
      return former.map(range.clamped) ?? range
    }
    clip = PixelPainter.Clip(
      columns: whole(origin.x, box.width, within: clip?.columns),
      rows: whole(origin.y, box.height, within: clip?.rows))
  }

  private var pixelArea: InsetPixels.Area? {
    guard !isClippedBetweenPixels, let clip, let surface = cairo_get_target(context),
      let pixels = SurfacePixels(surface)
    else { return nil }
    let columns = clip.columns.clamped(to: 0..<pixels.width)
    let rows = clip.rows.clamped(to: 0..<pixels.height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    return InsetPixels.Area(
      surface: surface, pixels: pixels, columns: columns, rows: rows,
      corner: (columns.lowerBound - clip.columns.lowerBound, rows.lowerBound - clip.rows.lowerBound))
  }
}

private struct InsetPixels {
  struct Area {
    let surface: OpaquePointer
    let pixels: SurfacePixels
    let columns: Range<Int>
    let rows: Range<Int>
    let corner: (x: Int, y: Int)
  }

  private let words: [UInt32]
  private let width: Int
  private let corner: (x: Int, y: Int)

  init(_ area: Area) {
    var words: [UInt32] = []
    words.reserveCapacity(area.columns.count * area.rows.count)
    for row in area.rows {
      words += UnsafeBufferPointer(
        start: area.pixels.row(row) + area.columns.lowerBound, count: area.columns.count)
    }
    (self.words, width, corner) = (words, area.columns.count, area.corner)
  }

  /// Copies the pixels; `false`, with nothing changed, where the area shows another part of the picture.
  func lay(on area: Area) -> Bool {
    guard width == area.columns.count, words.count == width * area.rows.count, corner == area.corner else {
      return false
    }
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      for (index, row) in area.rows.enumerated() {
        (area.pixels.row(row) + area.columns.lowerBound).update(from: base + index * width, count: width)
      }
    }
    cairo_surface_mark_dirty(area.surface)
    return true
  }
}

extension Scene {
  fileprivate func commonLayerCount(with other: Scene) -> Int {
    guard let background, background.alpha >= 1, other.background == background, size == other.size,
      origin == other.origin, insets.isEmpty, other.insets.isEmpty
    else { return 0 }
    // Layers of the frames of a film share their storage: they are equal without being looked into.
    return zip(layers, other.layers).prefix { $0 == $1 }.count
  }
}
