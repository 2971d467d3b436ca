import CPango
import Drawing

struct PlacedGlyph {
  /// Its number in the font; of Pango's own for what is empty or unknown.
  let glyph: UInt32
  /// The font at the size it was laid out at; lives as long as the layout.
  let font: UnsafeMutablePointer<PangoFont>
  /// Position about the left end of the fragment's baseline, in points.
  let origin: Point
  let byte: Int

  var isDrawn: Bool { glyph & TextBlock.unknownFlag == 0 && glyph != TextBlock.emptyGlyph }
}

struct TextBlock {
  let text: [UInt8]
  let sectionEnds: [Int]
  /// Each section's size in points.
  let sizes: [Double]
  /// Points per pixel of the layout.
  let factor: Double
  let request: TextRequest
  /// Above and below the baseline, in ems of the largest section.
  let ascent: Double
  let descent: Double
  var outlines: GlyphOutlines?

  private(set) var letters: [[PlacedGlyph]] = []
  var keepsLetters = false

  private(set) var fragments: [ShapedText.Fragment] = []
  private(set) var inks: [Rectangle?] = []
  private(set) var widths: [Double] = []
  /// The height of each line beyond ``TextRequest/lineHeight``, in points.
  private(set) var excesses: [Double] = []
  private(set) var missing: [Unicode.Scalar] = []

  /// Set in the numbers of glyphs that no font has.
  static let unknownFlag: UInt32 = 0x1000_0000
  static let emptyGlyph: UInt32 = 0x0FFF_FFFF

  struct Piece {
    let section: Int
    let start: Double
    var bytes: Range<Int>
    var outline = Path()
    var letters: [PlacedGlyph] = []
    var images: [ImageMark] = []
    var glyphs: [GlyphMark] = []
    /// The width of a letter without the spacing behind it; `nil` for all up to the next piece.
    var advance: Double?
    var ink: Rectangle?
    var isMissing = false
  }

  mutating func add(_ line: UnsafeMutablePointer<PangoLayoutLine>) throws(CanvasError) {
    // Letter spacing stands between letters only: Pango takes it away at both ends of a line.
    var pen = 0.0
    var pieces: [Piece] = []
    var node = line.pointee.runs
    while let run = node {
      node = run.pointee.next
      guard let item = run.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee else {
        continue
      }
      try add(item, &pen, &pieces)
    }
    finish(pieces, pen)
  }

  mutating func finish(_ pieces: [Piece], _ width: Double) {
    let number = widths.count
    let size = lineSize(of: pieces)
    let content = pieces.reduce(size) { max($0, request.sections[$1.section].imageHeight ?? 0) }
    excesses.append(request.em.map { request.lineHeight * (size / $0 - 1) + content - size } ?? 0)
    for (index, piece) in pieces.enumerated() {
      // What no font can draw is not there.
      if piece.isMissing, piece.ink == nil { continue }
      let end = index + 1 < pieces.count ? pieces[index + 1].start : width
      var fragment = ShapedText.Fragment(
        section: piece.section, line: number, text: visible(piece, isLast: index == pieces.count - 1),
        origin: Point(x: piece.start, y: drop(of: piece.section, size: size, content: content)),
        advance: piece.advance ?? end - piece.start, outline: piece.outline, images: piece.images)
      fragment.glyphs = piece.glyphs
      fragments.append(fragment)
      inks.append(piece.ink)
      if keepsLetters { letters.append(piece.letters) }
    }
    widths.append(width)
  }

  /// The size of the largest letters of a line; an image's blank letters have no size of their own.
  private func lineSize(of pieces: [Piece]) -> Double {
    guard let em = request.em else { return sizes.max() ?? 0 }
    return pieces.map { request.sections[$0.section].imageHeight == nil ? sizes[$0.section] : em }.max() ?? em
  }

  /// The distance from the middle of a line of usual height up to where MapLibre begins its letters, in ems.
  private static let lead = 17.0 / 24

  /// The distance below the middle of a line of usual height at which a section's baseline lies, or the lower edge of
  /// its image, in points.
  ///
  /// MapLibre (GL JS, `shaping.ts`) knows no baselines: it moves smaller letters by what their em is smaller.
  /// `content` is the height of the line's largest letters, or of a higher image.
  private func drop(of section: Int, size: Double, content: Double) -> Double {
    let (own, rise) = (sizes[section], request.sections[section].rise)
    guard let em = request.em else { return (ascent - descent) / 2 * size - rise * max(0, size - own) }
    let share = 1 - rise
    if let height = request.sections[section].imageHeight {
      return (content - height) * share + height - Self.lead * em
    }
    return (content - own) * share + Self.lead * (own - em) + (ascent - descent) / 2 * own
  }

  private mutating func add(_ item: PangoGlyphItem, _ pen: inout Double, _ pieces: inout [Piece])
    throws(CanvasError)
  {
    guard let run = item.item?.pointee, let string = item.glyphs?.pointee, let glyphs = string.glyphs else {
      return
    }
    let isRightToLeft = run.analysis.level & 1 == 1
    for index in 0..<Int(string.num_glyphs) {
      let glyph = glyphs[index]
      let byte = Int(run.offset) + Int(string.log_clusters[index])
      let section = self.section(at: byte)
      let end = clusterEnd(string, index, isRightToLeft, of: run)
      // Runs of both directions stay together: their text is kept in the order it is read, and whoever draws it as text
      // again finds the order of its letters by the same rules.
      if let last = pieces.indices.last, pieces[last].section == section,
        !request.separatesLetters || pieces[last].bytes.contains(byte)
      {
        let known = pieces[last].bytes
        pieces[last].bytes = min(known.lowerBound, byte)..<max(known.upperBound, end)
      } else {
        pieces.append(Piece(section: section, start: pen, bytes: byte..<end))
      }
      try draw(glyph, run.analysis.font, at: byte, sizes[section], &pen, &pieces[pieces.count - 1])
    }
  }

  private mutating func draw(
    _ glyph: PangoGlyphInfo, _ font: UnsafeMutablePointer<PangoFont>?, at byte: Int, _ size: Double,
    _ pen: inout Double, _ piece: inout Piece
  ) throws(CanvasError) {
    let unit = factor / Double(PANGO_SCALE)
    let origin = Point(
      x: pen - piece.start + Double(glyph.geometry.x_offset) * unit,
      y: Double(glyph.geometry.y_offset) * unit)
    if keepsLetters, let font {
      piece.letters.append(PlacedGlyph(glyph: glyph.glyph, font: font, origin: origin, byte: byte))
    }
    var shape = Glyph()
    var width = Double(glyph.geometry.width) * unit
    if glyph.glyph & Self.unknownFlag != 0 {
      if let scalar = Unicode.Scalar(glyph.glyph & 0x0FFF_FFFF), !missing.contains(scalar) {
        missing.append(scalar)
      }
      piece.isMissing = true
      width = 0
    } else if glyph.glyph != Self.emptyGlyph, let font, let outlines {
      shape = try outlines.glyph(glyph.glyph, of: font, size: size / factor)
    }
    if let ink = shape.ink {
      let box = Rectangle(
        x: origin.x + ink.x * size, y: origin.y + ink.y * size, width: ink.width * size,
        height: ink.height * size)
      piece.ink = piece.ink?.union(box) ?? box
      if let image = shape.image {
        piece.images.append(ImageMark(bitmap: image, rectangle: box))
      } else {
        piece.outline.append(
          shape.outline.mapPoints { Point(x: origin.x + $0.x * size, y: origin.y + $0.y * size) })
      }
    }
    pen += width
  }

  private func section(at byte: Int) -> Int {
    sectionEnds.firstIndex { byte < $0 } ?? max(0, sectionEnds.count - 1)
  }

  private func clusterEnd(
    _ string: PangoGlyphString, _ index: Int, _ isRightToLeft: Bool, of run: PangoItem
  ) -> Int {
    let cluster = string.log_clusters[index]
    var next = index
    let step = isRightToLeft ? -1 : 1
    while (0..<Int(string.num_glyphs)).contains(next) {
      if string.log_clusters[next] > cluster { return Int(run.offset + string.log_clusters[next]) }
      next += step
    }
    return Int(run.offset + run.length)
  }

  /// A piece's text without letters that no font has; a line's last one without the space the line was broken at.
  private func visible(_ piece: Piece, isLast: Bool) -> String {
    var bytes = piece.bytes.clamped(to: 0..<text.count)
    while isLast, let last = bytes.last, text[last] == 0x20 { bytes.removeLast() }
    let whole = String(decoding: text[bytes], as: UTF8.self)
    guard piece.isMissing else { return whole }
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: whole.unicodeScalars.filter { !missing.contains($0) })
    return String(kept)
  }

  consuming func shaped() -> ShapedText {
    let width = max(0, widths.max() ?? 0)
    let share = request.justification.share
    // Where a line is higher than usual, or all are lower, the block is as high as its lines, and these begin at its top.
    let greatest = excesses.max() ?? 0
    let isMixed = abs(greatest) > 1e-9
    let start = isMixed ? Self.lead * (request.em ?? 0) : 0.5 * request.lineHeight
    var tops: [Double] = []
    var excess = 0.0
    for (number, more) in excesses.enumerated() {
      tops.append(Double(number) * request.lineHeight + start + excess)
      excess += more
    }
    var ink: Rectangle?
    for index in fragments.indices {
      fragments[index].origin.y += tops[fragments[index].line]
      fragments[index].origin.x += (width - widths[fragments[index].line]) * share
      guard let box = inks[index]?.offset(by: fragments[index].origin) else { continue }
      ink = ink?.union(box) ?? box
    }
    let size = Size(width: width, height: Double(widths.count) * request.lineHeight + (isMixed ? excess : 0))
    return ShapedText(
      fragments: fragments, size: size,
      inkBox: ink ?? Rectangle(x: width / 2, y: size.height / 2, width: 0, height: 0), missing: missing)
  }
}
