import Drawing
import MapContent
import MapStyle

/// Estimates what plain texts cover at least and at most, without laying each of them out.
///
/// Of a hundred thousand labels a few hundred find a position. A label whose least room is taken already needs no letters.
/// Advances of single letters are measured once; kerning and ligatures make words shorter or longer, but not by a quarter.
/// The closer the least room comes to what a text covers, the fewer are laid out for nothing: of a million, 9 % were.
struct TextRuler {
  /// The rectangle that a text covers, seen from its point.
  struct Measure {
    /// The size of the middle part of the text; see ``TextRuler/rooms(of:)``.
    let least: Size
    /// The text with room to spare, in each of its places.
    let most: [Rectangle]
    /// The greatest reach of the text from ``TextRuler/shift``.
    let reach: Double
  }

  // What is the same for all features of a layer; a size above 0, and no letters closer than they are.

  let font: Font
  let transform: TextTransform
  let candidates: [LaidOutText.Candidate]
  let translate: Point
  /// In points.
  let maximumWidth, lineHeight, letterSpacing, padding: Double
  var letters: LetterAdvances

  /// The offset of the text from its point; none where it has several places.
  var shift: Point { candidates.count == 1 ? candidates[0].offset + translate : .zero }

  /// The rectangles that a text and its padding cover at least, seen from its point: one for each of its places.
  func rooms(of least: Size) -> [Rectangle] { candidates.map { block(least, $0).expanded(by: padding) } }

  /// Measures a text of one section and plain letters; `nil` where it is another.
  ///
  /// - Complexity: O(*letters*).
  mutating func measure(
    _ text: FormattedText, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Measure? {
    guard text.sections.count == 1 else { return nil }
    let section = text.sections[0]
    guard section.image == nil, section.scale == nil, section.fontStack == nil, section.text.utf8.count <= 64
    else { return nil }
    let text = transform == .none ? section.text : transform.applied(to: section.text)
    var (whole, word, longest, words) = (0.0, 0.0, 0.0, 1.0)
    // From the first letter to the end of the last one.
    var (line, start) = (0.0, -1.0)
    var isCount = true
    for byte in text.utf8 {
      guard (0x20...0x7E).contains(byte) else { return nil }
      if isCount { isCount = LaidOutText.mayBeCount(byte) }
      let advance = try letters.advance(of: byte, in: &drawing) * font.size + letterSpacing
      if byte != 0x20, start < 0 { start = whole }
      whole += advance
      word = byte == 0x20 ? 0 : word + advance
      if byte == 0x20 { words += 1 } else { line = whole - start }
      longest = max(longest, word)
    }
    guard longest > 0 else { return nil }
    let isOneLine = whole * 1.3 <= maximumWidth
    let most = Size(width: whole * 1.3 + font.size, height: lineHeight * (isOneLine ? 1 : words) + font.size)
    // Counts are centered by their ink, a little off the middle.
    let isCentered = candidates.contains { $0.anchor.direction.y == 0 }
    let least = Size(
      width: (isOneLine ? line : longest) * 0.75, height: lineHeight * (isCount && isCentered ? 0.6 : 0.98))
    let far = candidates.reduce(0) { far, candidate in
      let way = candidate.offset + translate - shift
      return max(far, abs(way.x), abs(way.y))
    }
    return Measure(
      least: least,
      most: candidates.map { block(most, $0).expanded(by: padding + font.size) },
      reach: most.width + most.height + far)
  }

  private func block(_ size: Size, _ candidate: LaidOutText.Candidate) -> Rectangle {
    let direction = candidate.anchor.direction
    return Rectangle(
      x: (direction.x - 1) / 2 * size.width, y: (direction.y - 1) / 2 * size.height, width: size.width,
      height: size.height
    ).offset(by: candidate.offset + translate)
  }
}

/// The least length that texts can have, found without laying them out.
///
/// Most roads of a city are shorter than their names. Advances of single letters are measured once; kerning makes a text
/// shorter, but not by a quarter.
struct LetterAdvances {
  private let names: [String]
  /// In ems, by ASCII code; negative where not measured yet.
  private var advances = [Double](repeating: -1, count: 128)

  init(names: [String]) { self.names = names }

  /// A length that the text's first line has at least, in ems.
  ///
  /// - Returns: 0 where nothing is certain, as of texts with sections of their own looks.
  /// - Complexity: O(*letters*).
  mutating func leastLength(
    of text: FormattedText, _ transform: TextTransform, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Double {
    guard text.sections.count == 1, let section = text.sections.first, section.image == nil,
      section.scale == nil, section.fontStack == nil
    else { return 0 }
    var length = 0.0
    // More is not laid out.
    for byte in transform.applied(to: section.text).utf8.prefix(200) {
      if byte == 0x0A || byte == 0x0D { return 0 }
      // Other letters and their marks may have any width.
      if (0x21...0x7E).contains(byte) { length += try advance(of: byte, in: &drawing) }
    }
    return length * 0.75
  }

  /// The advance of an ASCII letter, in ems.
  mutating func advance(of byte: UInt8, in drawing: inout LayerDrawing) throws(SnapshotError) -> Double {
    let index = Int(byte)
    guard advances[index] < 0 else { return advances[index] }
    // A space at a line's end counts for nothing.
    advances[index] =
      byte == 0x20
      ? max(0, try drawing.width(of: "n n", in: names) - 2 * (try drawing.width(of: "n", in: names)))
      : try drawing.width(of: String(UnicodeScalar(byte)), in: names)
    return advances[index]
  }
}
