import CCairo
import CSystem
import Drawing

extension ScenePainter {
  /// Draws a text's letters of distances as MapLibre draws them: all halos, then all letters.
  ///
  /// Pixels are computed from the plane, not from the part of it that is drawn, so that bands of a picture fit together.
  ///
  /// - SeeAlso: MapLibre GL JS, `symbol_sdf.fragment.glsl`.
  func paintGlyphs(of run: TextRun, halo: TextRun.Halo?) throws(CanvasError) {
    let letters = run.fragments.flatMap { fragment in
      fragment.glyphs.map { glyph in
        let placed = glyph.mapped(growth: 1) { point in
          let turned = fragment.rotation == 0 ? point : point.rotated(by: fragment.rotation)
          let point = turned + fragment.origin
          return (run.rotation == 0 ? point : point.rotated(by: run.rotation, about: run.pivot)) * scale
        }
        return (glyph: placed, color: fragment.color)
      }
    }
    guard let box = area(of: letters.map(\.glyph)) else { return }
    let (width, height) = (box.columns.count, box.rows.count)
    let surface = try CairoSurface.pixels(CAIRO_FORMAT_ARGB32, width: width, height: height)
    try surface.withPixels { pixels throws(CanvasError) in
      let sheet = GlyphSheet(pixels: pixels, columns: box.columns, rows: box.rows)
      let (edge, opacity) = (0.105 / scale, min(1, run.opacity))
      for (glyph, _) in letters where glyph.unit > 0 {
        guard let halo else { break }
        sheet.lay(
          glyph, halo.color.multiplyingAlpha(by: opacity), edge: (6 - halo.width / glyph.unit) / 8,
          softness: (max(0, halo.blur) * 1.19 / 8 + edge) / glyph.unit)
      }
      for (glyph, color) in letters where glyph.unit > 0 {
        sheet.lay(glyph, color.multiplyingAlpha(by: opacity), edge: 192.0 / 256, softness: edge / glyph.unit)
      }
    }
    lay(surface.handle, at: Point(x: Double(box.columns.lowerBound), y: Double(box.rows.lowerBound)))
  }

  private func area(of letters: [GlyphMark]) -> (columns: Range<Int>, rows: Range<Int>)? {
    guard let bounds = letters.bounds else { return nil }
    func range(_ low: Double, _ high: Double, within shown: (Double, Double)) -> Range<Int>? {
      let first = max(low, shown.0 * scale).rounded(.down)
      let last = min(high, shown.1 * scale).rounded(.up)
      return first < last ? Int(first)..<Int(last) : nil
    }
    guard let columns = range(bounds.minX, bounds.maxX, within: (picture.minX, picture.maxX)),
      let rows = range(bounds.minY, bounds.maxY, within: (picture.minY, picture.maxY))
    else { return nil }
    return (columns, rows)
  }
}

private struct GlyphSheet {
  let pixels: SurfacePixels
  let columns, rows: Range<Int>

  /// Lays the inside of a letter, or of a line around it, in pixels of the plane. `edge` is the distance, 0 to 1,
  /// that is half covered; `softness` is how far from there coverage begins and is whole.
  func lay(_ mark: GlyphMark, _ color: Color, edge: Double, softness: Double) {
    let (across, down) = (mark.across, mark.down)
    let area = across.x * down.y - across.y * down.x
    guard area != 0, color.alpha > 0, softness > 0 else { return }
    let corners = mark.corners
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    func covered(_ coordinates: [Double], _ range: Range<Int>) -> Range<Int> {
      let (low, high) = (coordinates.min() ?? 0, coordinates.max() ?? 0)
      let first = max(Double(range.lowerBound), low.rounded(.down))
      return Int(first)..<Int(max(first, min(Double(range.upperBound), high.rounded(.up))))
    }
    let border = 2 * DistanceGlyph.border
    let (width, height) = (mark.glyph.width + border, mark.glyph.height + border)
    let span = (x: Double(width) + 1, y: Double(height) + 1)
    let channels = [color.blue, color.green, color.red, 1].map { $0 * color.alpha * 255 }
    mark.glyph.distances.withUnsafeBufferPointer { distances in
      func distance(_ column: Int, _ row: Int) -> Double {
        guard column >= 0, row >= 0, column < width, row < height else { return 0 }
        return Double(distances[row * width + column])
      }
      for row in covered(ys, rows) {
        let target = pixels.row(row - rows.lowerBound)
        for column in covered(xs, columns) {
          let way = Point(x: Double(column) + 0.5, y: Double(row) + 0.5) - mark.corner
          let u = (way.x * down.y - way.y * down.x) / area
          let v = (way.y * across.x - way.x * across.y) / area
          guard u >= -1, v >= -1, u < span.x, v < span.y else { continue }
          // Distances are those of the middles of pixels.
          let (left, top) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
          let (shareX, shareY) = (u - 0.5 - left, v - 0.5 - top)
          let (x, y) = (Int(left), Int(top))
          let upper = distance(x, y) * (1 - shareX) + distance(x + 1, y) * shareX
          let lower = distance(x, y + 1) * (1 - shareX) + distance(x + 1, y + 1) * shareX
          let value = (upper * (1 - shareY) + lower * shareY) / 255
          let coverage = smoothStep((value - edge + softness) / (2 * softness))
          guard coverage > 0 else { continue }
          blend(channels, coverage, color.alpha, into: &target[column - columns.lowerBound])
        }
      }
    }
  }

  @inline(__always)
  private func blend(_ channels: [Double], _ coverage: Double, _ alpha: Double, into pixel: inout UInt32) {
    let below = 1 - coverage * alpha
    var word: UInt32 = 0
    for channel in 0..<4 {
      let shift = UInt32(channel * 8)
      let value = channels[channel] * coverage + Double(pixel >> shift & 255) * below
      word |= UInt32(min(255, value.rounded())) << shift
    }
    pixel = word
  }
}
