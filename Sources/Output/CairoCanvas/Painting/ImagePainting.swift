import CCairo
import CSystem
import Drawing

extension ScenePainter {
  func paint(_ image: ImageMark) throws(CanvasError) {
    let box = image.rectangle
    try requireFinite(box.x + box.y + box.width + box.height, "an image's place")
    try requireFinite(image.rotation + image.opacity, "an image's rotation or opacity")
    let bitmap = image.bitmap
    guard box.width > 0, box.height > 0, image.opacity > 0 else { return }
    let reach = box.boundsOfRotation(by: image.rotation, about: box.center)
    guard reach.intersects(picture) else { return }
    let farthest = max(abs(reach.minX), abs(reach.minY), abs(reach.maxX), abs(reach.maxY))
    try require(farthest, within: Self.farthest, "an image's place")
    let surface = try images.surface(of: bitmap, opacity: 1)
    guard let pattern = cairo_pattern_create_for_surface(surface) else {
      throw .outOfMemory(step: "drawing an image")
    }
    defer { cairo_pattern_destroy(pattern) }
    // Beyond its edge the picture goes on, so that its border pixels do not fade.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(pattern, image.isSmooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST)

    cairo_save(context)
    defer { cairo_restore(context) }
    let middle = box.center
    cairo_translate(context, middle.x, middle.y)
    if image.rotation != 0 { cairo_rotate(context, image.rotation * Double.pi / 180) }
    cairo_translate(context, -box.width / 2, -box.height / 2)
    cairo_new_path(context)
    cairo_rectangle(context, 0, 0, box.width, box.height)
    cairo_clip(context)
    cairo_scale(context, box.width / Double(bitmap.width), box.height / Double(bitmap.height))
    cairo_set_source(context, pattern)
    cairo_paint_with_alpha(context, min(1, image.opacity))
  }

  /// Takes a repeated picture for what is drawn next; false when it would not be seen.
  func setSource(_ pattern: Pattern) throws(CanvasError) -> Bool {
    try requireFinite(pattern.opacity, "a pattern's opacity")
    try require(pattern.origin.x, within: Self.farthest, "a pattern's origin")
    try require(pattern.origin.y, within: Self.farthest, "a pattern's origin")
    try require(pattern.size.width, within: Self.farthest, "a pattern's size")
    try require(pattern.size.height, within: Self.farthest, "a pattern's size")
    // A tile of less than a hundredth of a pixel is no pattern.
    guard pattern.opacity > 0, min(pattern.size.width, pattern.size.height) * scale > 0.01 else {
      return false
    }
    let bitmap = pattern.bitmap
    let surface = try images.surface(of: bitmap, opacity: min(1, pattern.opacity))
    guard let source = cairo_pattern_create_for_surface(surface) else {
      throw .outOfMemory(step: "drawing a pattern")
    }
    defer { cairo_pattern_destroy(source) }
    var matrix = cairo_matrix_t()
    let (across, down) = (
      Double(bitmap.width) / pattern.size.width, Double(bitmap.height) / pattern.size.height
    )
    if pattern.rotation == 0 {
      cairo_matrix_init(&matrix, across, 0, 0, down, -pattern.origin.x * across, -pattern.origin.y * down)
    } else {
      try requireFinite(pattern.rotation, "a pattern's rotation")
      cairo_matrix_init_scale(&matrix, across, down)
      cairo_matrix_rotate(&matrix, -pattern.rotation * Double.pi / 180)
      cairo_matrix_translate(&matrix, -pattern.origin.x, -pattern.origin.y)
    }
    cairo_pattern_set_matrix(source, &matrix)
    cairo_pattern_set_extend(source, CAIRO_EXTEND_REPEAT)
    cairo_pattern_set_filter(source, CAIRO_FILTER_GOOD)
    cairo_set_source(context, source)
    return true
  }

  func setSource(_ gradient: Gradient) throws(CanvasError) -> Bool {
    let (start, end) = (gradient.start, gradient.end)
    for coordinate in [start.x, start.y, end.x, end.y] {
      try require(coordinate, within: Self.farthest, "a gradient's place")
    }
    guard gradient.stops.contains(where: { $0.color.alpha > 0 }) else { return false }
    guard let source = cairo_pattern_create_linear(start.x, start.y, end.x, end.y) else {
      throw .outOfMemory(step: "drawing a gradient")
    }
    defer { cairo_pattern_destroy(source) }
    for stop in gradient.stops {
      try requireFinite(stop.color, "a gradient's color")
      try requireFinite(stop.offset, "a gradient's stop")
      cairo_pattern_add_color_stop_rgba(
        source, stop.offset, stop.color.red, stop.color.green, stop.color.blue, stop.color.alpha)
    }
    cairo_pattern_set_extend(source, CAIRO_EXTEND_PAD)
    cairo_set_source(context, source)
    return true
  }
}

/// Cairo surfaces of a scene's bitmaps, each made once however often the bitmap is drawn.
///
/// Lives no longer than one drawing: the scene keeps every bitmap's memory in place meanwhile, so an address identifies
/// a bitmap without reading a pixel.
final class ImageSurfaces {
  private struct Key: Hashable {
    let address: UInt
    let width: Int
    let opacity: Double
  }

  private var surfaces: [Key: KeptSurface] = [:]

  func surface(of bitmap: Bitmap, opacity: Double) throws(CanvasError) -> OpaquePointer {
    let address = bitmap.pixels.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    let key = Key(address: address, width: bitmap.width, opacity: opacity)
    if let known = surfaces[key] { return known.surface.handle }
    guard PixelLimits.standard.allow(width: bitmap.width, height: bitmap.height) else {
      throw .tooLarge(width: bitmap.width, height: bitmap.height, limits: .standard)
    }
    let surface = try CairoSurface.pixels(CAIRO_FORMAT_ARGB32, width: bitmap.width, height: bitmap.height)
    try surface.withPixels { pixels throws(CanvasError) in premultiply(bitmap, opacity: opacity, into: pixels)
    }
    cairo_surface_mark_dirty(surface.handle)
    let kept = KeptSurface(surface)
    surfaces[key] = kept
    return kept.surface.handle
  }
}

/// Bytes of straight RGBA become words of premultiplied ARGB, rounded to the nearest.
private func premultiply(_ bitmap: Bitmap, opacity: Double, into target: SurfacePixels) {
  let share = UInt32((opacity * 255).rounded())
  bitmap.pixels.withUnsafeBufferPointer { bytes in
    for y in 0..<bitmap.height {
      let row = target.row(y)
      for x in 0..<bitmap.width {
        let i = (y * bitmap.width + x) * 4
        let alpha = (UInt32(bytes[i + 3]) * share + 127) / 255
        let red = (UInt32(bytes[i]) * alpha + 127) / 255
        let green = (UInt32(bytes[i + 1]) * alpha + 127) / 255
        let blue = (UInt32(bytes[i + 2]) * alpha + 127) / 255
        row[x] = alpha << 24 | red << 16 | green << 8 | blue
      }
    }
  }
}

func straightened(_ pixels: SurfacePixels) -> [UInt8] {
  let count = pixels.width * pixels.height * 4
  return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
    for y in 0..<pixels.height {
      let row = pixels.row(y)
      var i = y * pixels.width * 4
      for x in 0..<pixels.width {
        let word = row[x]
        let alpha = pixels.hasAlpha ? word >> 24 : 255
        var (red, green, blue) = (word >> 16 & 255, word >> 8 & 255, word & 255)
        if alpha != 255 {
          let half = alpha / 2
          red = alpha == 0 ? 0 : min(255, (red * 255 + half) / alpha)
          green = alpha == 0 ? 0 : min(255, (green * 255 + half) / alpha)
          blue = alpha == 0 ? 0 : min(255, (blue * 255 + half) / alpha)
        }
        bytes[i] = UInt8(truncatingIfNeeded: red)
        bytes[i + 1] = UInt8(truncatingIfNeeded: green)
        bytes[i + 2] = UInt8(truncatingIfNeeded: blue)
        bytes[i + 3] = UInt8(truncatingIfNeeded: alpha)
        i += 4
      }
    }
    initialized = count
  }
}
