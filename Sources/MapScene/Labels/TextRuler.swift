import Drawing
import MapContent
import MapStyle

/// Estimates what plain texts cover at least and at most, without laying each of them out.
///
/// Of a hundred thousand labels a few hundred find a place. A label whose least room is taken already needs no letters.
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

  /// The setting of text that is the same for all features of a layer.
  struct Setting {
    let font: Font
    let transform: TextTransform
    let candidates: [LaidOutText.Candidate]
    let translate: Point
    /// In points.
    let maximumWidth: Double
    let lineHeight: Double
    let letterSpacing: Double
    let padding: Double
  }

  private let setting: Setting
  private var letters: LetterAdvances

  /// A ruler; `nil` where letters may be so close that nothing is certain.
  init?(_ setting: Setting) {
    guard setting.font.size > 0, setting.lineHeight > 0, setting.letterSpacing >= 0 else { return nil }
    (self.setting, letters) = (setting, LetterAdvances(names: setting.font.names))
  }

  /// The offset of the text from its point; none where it has several places.
  var shift: Point {
    setting.candidates.count == 1 ? setting.candidates[0].offset + setting.translate : .zero
  }

  /// The rectangles that a text and its padding cover at least, seen from its point: one for each of its places.
  func rooms(of least: Size) -> [Rectangle] {
    setting.candidates.map { block(least, $0).expanded(by: setting.padding) }
  }

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
    let text = setting.transform == .none ? section.text : setting.transform.applied(to: section.text)
    var (whole, word, longest, words) = (0.0, 0.0, 0.0, 1.0)
    // From the first letter to the end of the last one.
    var (line, start) = (0.0, -1.0)
    var isCount = true
    for byte in text.utf8 {
      guard (0x20...0x7E).contains(byte) else { return nil }
      if isCount { isCount = LaidOutText.mayBeCount(byte) }
      let advance = try letters.advance(of: byte, in: &drawing) * setting.font.size + setting.letterSpacing
      if byte != 0x20, start < 0 { start = whole }
      whole += advance
      word = byte == 0x20 ? 0 : word + advance
      if byte == 0x20 { words += 1 } else { line = whole - start }
      longest = max(longest, word)
    }
    guard longest > 0 else { return nil }
    let isOneLine = whole * 1.3 <= setting.maximumWidth
    let most = Size(
      width: whole * 1.3 + setting.font.size,
      height: setting.lineHeight * (isOneLine ? 1 : words) + setting.font.size)
    // Counts are centered by their ink, a little off the middle.
    let isCentered = setting.candidates.contains { $0.anchor.direction.y == 0 }
    let least = Size(
      width: (isOneLine ? line : longest) * 0.75,
      height: setting.lineHeight * (isCount && isCentered ? 0.6 : 0.98))
    let far = setting.candidates.reduce(0) { far, candidate in
      let way = candidate.offset + setting.translate - shift
      return max(far, abs(way.x), abs(way.y))
    }
    return Measure(
      least: least,
      most: setting.candidates.map { block(most, $0).expanded(by: setting.padding + setting.font.size) },
      reach: most.width + most.height + far)
  }

  private func block(_ size: Size, _ candidate: LaidOutText.Candidate) -> Rectangle {
    let direction = candidate.anchor.direction
    return Rectangle(
      x: (direction.x - 1) / 2 * size.width, y: (direction.y - 1) / 2 * size.height, width: size.width,
      height: size.height
    ).offset(by: candidate.offset + setting.translate)
  }
}
