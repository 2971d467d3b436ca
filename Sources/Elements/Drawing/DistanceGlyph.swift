/// A letter as distances to its edge, at 24 pixels an em: 192 on the edge, 32 more for each pixel inwards, as fewer outwards.
public struct DistanceGlyph: Hashable, Sendable {
  /// Pixels of distances around the letter's own, on each side.
  public static let border = 3
  /// Pixels an em.
  public static let em = 24.0

  /// The letter's own size in pixels, without border.
  public let width, height: Int
  /// First column seen from the pen, rows from the first one down to MapLibre's line, and pixels to the next
  /// pen.
  public let left, top, advance: Int
  /// The distances, row by row from the top, with the border; empty for a letter without ink.
  public let distances: [UInt8]

  /// A letter; `nil` where the distances are not those of its size.
  public init?(width: Int, height: Int, left: Int, top: Int, advance: Int, distances: [UInt8]) {
    let border = 2 * DistanceGlyph.border
    guard width == 0 || height == 0 || distances.count == (width + border) * (height + border) else {
      return nil
    }
    (self.width, self.height, self.left, self.top, self.advance) = (width, height, left, top, advance)
    self.distances = width == 0 || height == 0 ? [] : distances
  }
}

/// A distance-field glyph, about the origin of its fragment.
public struct GlyphMark: Hashable, Sendable {
  /// The letter.
  public var glyph: DistanceGlyph
  /// The upper left corner of the distances, border and all.
  public private(set) var corner: Point
  /// The way from one pixel to the next one to the right, and to the one below.
  public private(set) var across, down: Point
  /// Points a pixel of the text's size, by which the widths of halos count: those of a section may be others.
  public private(set) var unit: Double

  /// A glyph whose pen is at the left end of its baseline, 0.35 em below the middle of the line; both sizes
  /// are ems in points.
  public init(_ glyph: DistanceGlyph, at pen: Point, size: Double, textSize: Double) {
    let (pixel, border) = (size / DistanceGlyph.em, Double(DistanceGlyph.border))
    let rise = 0.35 * DistanceGlyph.em + 17 + Double(glyph.top)
    (self.glyph, unit) = (glyph, textSize / DistanceGlyph.em)
    corner = pen + Point(x: Double(glyph.left) - border, y: -rise - border) * pixel
    (across, down) = (Point(x: pixel, y: 0), Point(x: 0, y: pixel))
  }

  /// The corners of what may be seen of it, a pixel beyond the distances.
  public var corners: [Point] {
    let (width, height) = (Double(glyph.width), Double(glyph.height))
    let reach = Double(2 * DistanceGlyph.border + 1)
    return [(-1, -1), (width + reach, -1), (width + reach, height + reach), (-1, height + reach)].map {
      corner + across * $0.0 + down * $0.1
    }
  }

  /// The glyph in another plane, which is locally even; `growth` scales halos.
  public func mapped(growth: Double, _ project: (Point) -> Point) -> GlyphMark {
    let (width, height) = (Double(max(1, glyph.width)), Double(max(1, glyph.height)))
    var mark = self
    mark.corner = project(corner)
    mark.across = (project(corner + across * width) - mark.corner) * (1 / width)
    mark.down = (project(corner + down * height) - mark.corner) * (1 / height)
    mark.unit *= growth
    return mark
  }
}

extension [GlyphMark] {
  /// The box around all of them; `nil` for none.
  public var bounds: Rectangle? {
    var path = Path()
    for corner in flatMap(\.corners) { path.move(to: corner) }
    return path.bounds
  }
}

extension TextRun.Fragment {
  /// A positioned piece of shaped text.
  public init(
    _ piece: ShapedText.Fragment, font: Font, color: Color, at origin: Point, rotation: Double = 0
  ) {
    self.init(
      text: piece.text, font: font, color: color, origin: origin, rotation: rotation, advance: piece.advance,
      outline: piece.outline, images: piece.images)
    glyphs = piece.glyphs
  }

  /// The piece in another size, at its position.
  public func scaled(by factor: Double) -> TextRun.Fragment {
    var fragment = self
    fragment.font.size *= factor
    fragment.advance *= factor
    (fragment.outline, fragment.images, fragment.glyphs) = scaledLetters(outline, images, glyphs, factor)
    return fragment
  }
}

extension ShapedText.Fragment {
  /// The piece with its block, larger or smaller.
  public func scaled(by factor: Double) -> ShapedText.Fragment {
    var fragment = self
    fragment.origin = origin * factor
    fragment.advance *= factor
    (fragment.outline, fragment.images, fragment.glyphs) = scaledLetters(outline, images, glyphs, factor)
    return fragment
  }
}

private func scaledLetters(
  _ outline: Path, _ images: [ImageMark], _ glyphs: [GlyphMark], _ factor: Double
) -> (Path, [ImageMark], [GlyphMark]) {
  (
    outline.mapPoints { $0 * factor },
    images.map { image in
      var image = image
      image.rectangle = image.rectangle.scaled(by: factor)
      return image
    }, glyphs.map { $0.mapped(growth: factor) { $0 * factor } }
  )
}
