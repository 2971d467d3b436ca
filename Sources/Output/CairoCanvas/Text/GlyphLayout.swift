import Drawing

struct SetLetter {
  let scalar: Unicode.Scalar
  let section: Int
  let bytes: Range<Int>
  /// The distances; `nil` for what stands for nothing, as the blanks of an image.
  let glyph: DistanceGlyph?
  /// In points, without letter spacing.
  let advance: Double
}

/// Lays text out in a set of glyphs as MapLibre does: a glyph a code point, whole advances, neither kerning nor ligatures.
///
/// - SeeAlso: MapLibre GL JS, `shaping.ts`.
struct GlyphLayout {
  let finder: any GlyphFinder
  let request: TextRequest
  /// The width of a blank letter of each section that is an image, in points.
  let blanks: [Int: Double]
  private var stacks: [String] = []
  private var known: [String: [Unicode.Scalar: DistanceGlyph?]] = [:]
  private var missing: [String] = []
  private(set) var outlineReason: String?

  init(_ finder: any GlyphFinder, _ request: TextRequest, blanks: [Int: Double]) {
    (self.finder, self.request, self.blanks) = (finder, request, blanks)
  }

  /// The text; `nil` where it is to be set in outlines, for ``outlineReason``.
  mutating func shaped() throws(TextShapingError) -> ShapedText? {
    let em = request.em ?? request.sections.map(\.font.size).max() ?? 0
    guard em > 0 else { return nil }
    var (text, ends): ([UInt8], [Int]) = ([], [])
    for section in request.sections {
      text += section.drawableText.utf8
      ends.append(text.count)
      stacks.append(try stack(of: section))
    }
    guard outlineReason == nil else { return nil }
    var breakOffsets: [Int] = []
    if let width = request.maximumWidth, width >= 0 {
      breakOffsets = breaks(of: try letters(of: text, ends), ends, maximumWidth: width, em: em)
    }
    guard outlineReason == nil else { return nil }
    let lines = TextLines(text, sectionEnds: ends, brokenAt: breakOffsets)
    let set = try letters(of: lines.text, lines.sectionEnds)
    guard outlineReason == nil else { return nil }
    let sizes = request.sections.map(\.font.size)
    // The baseline is nowhere noted: letters hang from a line, so that any one serves.
    var block = TextBlock(
      text: lines.text, sectionEnds: lines.sectionEnds, sizes: sizes, factor: 1, request: request,
      ascent: 0.7, descent: 0)
    for line in set.split(omittingEmptySubsequences: false, whereSeparator: { $0.scalar == "\n" }) {
      block.add(line)
    }
    var shaped = block.shaped()
    shaped.inkBox = Rectangle(shaped.size)
    shaped.missingGlyphs = missing
    return shaped
  }

  private mutating func stack(of section: TextRequest.Section) throws(TextShapingError) -> String {
    if section.imageHeight != nil { return "" }
    if let reason = section.text.unicodeScalars.lazy.compactMap(\.reasonForOutlines).first {
      outlineReason = outlineReason ?? reason
    } else {
      do {
        if let stack = try finder.stack(for: section.font.names) { return stack }
        outlineReason = outlineReason ?? "there are no glyphs of \(section.font.names.joined(separator: ","))"
      } catch  where error.isUnreachable {
        outlineReason = outlineReason ?? "\(error.step): \(error.reason)"
      }
    }
    return ""
  }

  private mutating func letters(of text: [UInt8], _ ends: [Int]) throws(TextShapingError) -> [SetLetter] {
    var (letters, offset, section): ([SetLetter], Int, Int) = ([], 0, 0)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let end = offset + UTF8.width(scalar)
      while section < ends.count - 1, offset >= ends[section] { section += 1 }
      let isLetter = scalar != "\n" && blanks[section] == nil
      let glyph = isLetter ? try glyph(scalar, in: stacks[section]) : nil
      let advance = Double(glyph?.advance ?? 0) * request.sections[section].font.size / DistanceGlyph.em
      letters.append(
        SetLetter(
          scalar: scalar, section: section, bytes: offset..<end, glyph: glyph,
          advance: blanks[section] ?? advance))
      offset = end
    }
    return letters
  }

  private mutating func glyph(
    _ scalar: Unicode.Scalar, in stack: String
  ) throws(TextShapingError) -> DistanceGlyph? {
    if let found = known[stack]?[scalar] { return found }
    let (glyph, hasRange) = try finder.glyph(scalar, in: stack)
    known[stack, default: [:]][scalar] = .some(glyph)
    guard glyph == nil, !scalar.properties.isDefaultIgnorableCodePoint else { return glyph }
    if scalar.isDrawnLocally {
      // As GL JS, which draws ideographs with the fonts of the system.
      outlineReason = outlineReason ?? "\(stack) has no ideographs, syllables or signs among them"
    } else {
      let code = Int(scalar.value)
      let first = code / 256 * 256
      let name = hasRange ? "U+" + String(code, radix: 16, uppercase: true) : "\(first)-\(first + 255)"
      if !missing.contains("\(name) of \(stack)") { missing.append("\(name) of \(stack)") }
    }
    return glyph
  }

  private func breaks(of letters: [SetLetter], _ ends: [Int], maximumWidth: Double, em: Double) -> [Int] {
    let counted = letters.map { letter in
      LineBreaking.Letter(
        letter.scalar, advance: letter.advance + (letter.glyph == nil ? 0 : request.letterSpacing),
        endsImage: blanks[letter.section] != nil && letter.bytes.upperBound == ends[letter.section])
    }
    return LineBreaking(counted, maximumWidth: maximumWidth, em: em).breaks().map {
      letters[$0].bytes.lowerBound
    }
  }
}

extension TextBlock {
  mutating func add(_ letters: ArraySlice<SetLetter>) {
    var pen = 0.0
    var pieces: [Piece] = []
    // What is not there takes no spacing.
    for letter in letters where letter.glyph != nil || letter.advance > 0 {
      if pieces.last?.section != letter.section || request.separatesLetters {
        pieces.append(Piece(section: letter.section, start: pen, bytes: letter.bytes))
      }
      let last = pieces.count - 1
      pieces[last].bytes = pieces[last].bytes.lowerBound..<letter.bytes.upperBound
      if let glyph = letter.glyph, !glyph.distances.isEmpty {
        pieces[last].glyphs.append(
          GlyphMark(
            glyph, at: Point(x: pen - pieces[last].start, y: 0), size: sizes[letter.section],
            textSize: request.em ?? sizes[letter.section]))
      }
      pieces[last].advance = pen + letter.advance - pieces[last].start
      pen += letter.advance + request.letterSpacing
    }
    finish(pieces, pieces.isEmpty ? 0 : pen - request.letterSpacing)
  }
}

extension Unicode.Scalar {
  /// The reason why glyphs of single code points do not write it; `nil` where they do.
  fileprivate var reasonForOutlines: String? {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      "glyphs do not write from right to left"
    case 0x0900...0x0DFF, 0x0F00...0x109F, 0x1780...0x18AF, 0x1A20...0x1CFF, 0xA800...0xABFF:
      "glyphs do not join letters of scripts as those of India"
    default: nil
    }
  }

  /// True for ideographs, syllables and signs among them, which GL JS takes from fonts of the system.
  fileprivate var isDrawnLocally: Bool {
    switch value {
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFFEF, 0x1F000...0x1FAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
