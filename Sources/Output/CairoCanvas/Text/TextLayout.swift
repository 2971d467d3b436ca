import CCairo
import CGraphics
import CPango
import Drawing
import JSONDocument

final class TextLayout {
  /// Text is laid out at this size in pixels and scaled, so that few fonts are opened however many sizes occur.
  static let size = 64.0

  let library: FontLibrary
  private let words: (any WordFinder)?
  private let fontMap: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer
  private let layout: OpaquePointer
  private let outlines: GlyphOutlines
  private var generation = 0
  private var chosen: [[String]: Choice] = [:]

  struct Choice {
    let families: String
    let system: FontLibrary.Face?
    /// Above and below the baseline, in ems.
    let ascent: Double
    let descent: Double
  }

  private typealias Run = (choice: Choice, size: Double)

  init(_ library: FontLibrary, _ words: (any WordFinder)?) throws(TextShapingError) {
    (self.library, self.words) = (library, words)
    guard let fontMap = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
      throw TextShapingError(step: "setting up Pango", reason: "it was built without FreeType")
    }
    self.fontMap = fontMap
    graphics_finish_starting()
    pango_fc_font_map_set_config(OpaquePointer(fontMap), library.config)
    guard let context = pango_font_map_create_context(fontMap), let layout = pango_layout_new(context) else {
      throw TextShapingError(step: "setting up Pango", reason: "memory is short")
    }
    self.context = context
    self.layout = layout
    outlines = try rethrowing(GlyphOutlines()) { (error: CanvasError) in
      TextShapingError(step: "setting up Pango", reason: error.description)
    }
    pango_cairo_context_set_font_options(context, pinnedFontOptions)
    pango_cairo_context_set_resolution(context, 72)
    pango_context_set_language(context, pango_language_from_string("en"))
    pango_context_set_round_glyph_positions(context, 0)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
  }

  deinit {
    SystemFonts.apart {
      g_object_unref(UnsafeMutableRawPointer(layout))
      g_object_unref(UnsafeMutableRawPointer(context))
      outlines.forget()
      g_object_unref(fontMap)
    }
  }

  /// Lays text out; where letters are missing, once more with all fonts read.
  func shape(_ request: TextRequest) throws(TextShapingError) -> ShapedText {
    let numbers = request.sections.map(\.font.size) + [request.lineHeight, request.letterSpacing]
    for number in numbers + [request.maximumWidth ?? 0] where !(abs(number) < 1e6) {
      throw TextShapingError(
        step: "laying text out", reason: "a size or distance of \(number) is out of range")
    }
    guard let largest = request.sections.map(\.font.size).max(), largest > 0 else {
      return ShapedText(
        fragments: [], size: Size(width: 0, height: 0), inkBox: Rectangle(x: 0, y: 0, width: 0, height: 0))
    }
    var shaped = try shape(request, largest).text
    guard !shaped.missing.isEmpty else { return shaped }
    if try library.readAll() { shaped = try shape(request, largest).text }
    // The built-in faces have them all: HarfBuzz goes on with an empty font where memory gives out.
    if shaped.missing.contains(where: { (0x20...0x7E).contains($0.value) }) {
      throw TextShapingError(step: "laying text out", reason: "memory is short")
    }
    return shaped
  }

  /// Lays text in one font out on one line; returns its fragment with its letters and the points per pixel of their
  /// fonts, `nil` where it is not one fragment.
  func letters(
    of text: String, _ font: Font, letterSpacing: Double
  ) throws(TextShapingError) -> (fragment: ShapedText.Fragment, letters: [PlacedGlyph], factor: Double)? {
    let request = TextRequest(
      sections: [.init(text: text, font: font)], lineHeight: font.size, letterSpacing: letterSpacing)
    guard font.size > 0, request.sections[0].drawableText == text else { return nil }
    let (shaped, letters) = try shape(request, font.size, keepsLetters: true)
    guard shaped.fragments.count == 1, shaped.missing.isEmpty else { return nil }
    return (shaped.fragments[0], letters, font.size / Self.size)
  }

  private func shape(
    _ request: TextRequest, _ largest: Double, keepsLetters: Bool = false
  ) throws(TextShapingError) -> (text: ShapedText, letters: [PlacedGlyph]) {
    let factor = largest / Self.size
    var text: [UInt8] = []
    var ends: [Int] = []
    var runs: [Run] = []
    for section in request.sections {
      text += section.drawableText.utf8
      ends.append(text.count)
      runs.append((try choice(for: section.font.names), section.font.size))
    }
    refreshIfNeeded()
    var request = request
    var wordless: String?
    if request.breaking == .balanced {
      var offsets: [Int] = []
      if let width = request.maximumWidth {
        request.maximumWidth = nil
        try set(text, ends, runs, request, factor: factor)
        offsets = breaks(
          of: text, ends, maximumWidth: width, em: request.em ?? largest,
          spacing: request.letterSpacing, factor: factor, wordless: &wordless)
      }
      let lines = TextLines(text, sectionEnds: ends, brokenAt: offsets)
      (text, ends) = (lines.text, lines.sectionEnds)
    }
    try set(text, ends, runs, request, factor: factor)
    let main = runs.max { $0.size < $1.size }?.choice
    var block = TextBlock(
      text: text, sectionEnds: ends, sizes: runs.map(\.size), factor: factor, request: request,
      ascent: main?.ascent ?? 0, descent: main?.descent ?? 0, outlines: outlines)
    block.keepsLetters = keepsLetters
    for line in 0..<pango_layout_get_line_count(layout) {
      guard let line = pango_layout_get_line_readonly(layout, line) else { continue }
      try rethrowing(block.add(line), as: Self.fault)
    }
    var shaped = block.shaped()
    shaped.scriptWithoutWords = wordless
    return (shaped, block.letters.first ?? [])
  }

  private func set(
    _ text: [UInt8], _ ends: [Int], _ runs: [Run], _ request: TextRequest,
    factor: Double
  ) throws(TextShapingError) {
    guard let attributes = pango_attr_list_new() else {
      throw Self.fault(.outOfMemory(step: "laying text out"))
    }
    defer { pango_attr_list_unref(attributes) }
    var start = 0
    for (end, run) in zip(ends, runs) where end > start {
      let description = description(of: run.choice, size: run.size / factor)
      defer { pango_font_description_free(description) }
      add(pango_attr_font_desc_new(description), from: start, to: end, in: attributes)
      start = end
    }
    let spacing = request.letterSpacing / factor
    if spacing != 0 {
      add(pango_attr_letter_spacing_new(units(spacing)), from: 0, to: text.count, in: attributes)
    }
    if request.separatesLetters {
      add(pango_attr_font_features_new("liga=0,clig=0"), from: 0, to: text.count, in: attributes)
    }
    (text + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32(clamping: text.count))
      }
    }
    pango_layout_set_attributes(layout, attributes)
    // Breaking lines, Pango counts the spacing behind the last letter, too.
    pango_layout_set_width(layout, request.maximumWidth.map { units(max(0, $0 / factor + spacing)) } ?? -1)
  }

  /// The beginnings of the lines of a text that is too long for one, so that they are about equally long.
  ///
  /// MapLibre counts the spacing between letters, in points, behind the last letter, too, Pango at neither end.
  /// `wordless` is set to a script of the text whose words are not known.
  private func breaks(
    of text: [UInt8], _ ends: [Int], maximumWidth: Double, em: Double, spacing: Double, factor: Double,
    wordless: inout String?
  ) -> [Int] {
    let widths = widths(count: text.count, factor: factor)
    guard widths.reduce(spacing, +) > maximumWidth else { return [] }
    var letters: [LineBreaking.Letter] = []
    var offsets: [Int] = []
    var offset = 0
    var imageEnds: Set<Int> = []
    for (start, end) in zip([0] + ends, ends) where end > start && isImage(text[start..<end]) {
      imageEnds.insert(end)
    }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let end = offset + UTF8.width(scalar)
      letters.append(LineBreaking.Letter(scalar, advance: widths[offset], endsImage: imageEnds.contains(end)))
      offsets.append(offset)
      offset = end
    }
    guard offset == text.count else { return [] }
    if words == nil { wordless = letters.lazy.compactMap(\.scalar.scriptWithoutSpaces).first }
    markWords(of: &letters)
    for line in letters.indices.split(whereSeparator: { letters[$0].scalar == "\n" }) {
      letters[line.startIndex].advance += spacing / 2
      letters[line.endIndex - 1].advance += spacing / 2
    }
    return LineBreaking(letters, maximumWidth: maximumWidth, em: em).breaks().map { offsets[$0] }
  }

  /// Marks where words of Thai end, which Pango finds by the dictionary of libthai, and those that are found for it.
  private func markWords(of letters: inout [LineBreaking.Letter]) {
    if let words, letters.contains(where: { $0.scalar.scriptWithoutSpaces != nil }) {
      var text = String.UnicodeScalarView()
      for letter in letters { text.append(letter.scalar) }
      let ends = Set(words.lineEnds(in: String(text)))
      var end = 0
      for index in letters.indices {
        end += UTF16.width(letters[index].scalar)
        if letters[index].scalar.scriptWithoutSpaces != nil { letters[index].endsWord = ends.contains(end) }
      }
    }
    let thai: ClosedRange<UInt32> = 0x0E01...0x0E5B
    guard letters.contains(where: { thai.contains($0.scalar.value) }) else { return }
    var count: Int32 = 0
    guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count),
      Int(count) == letters.count + 1
    else { return }
    for index in letters.indices where thai.contains(letters[index].scalar.value) {
      letters[index].endsWord = attributes[index + 1].is_line_break != 0
    }
  }

  private func isImage(_ section: ArraySlice<UInt8>) -> Bool {
    String(decoding: section, as: UTF8.self).unicodeScalars.allSatisfy { $0 == "\u{2800}" }
  }

  /// The widths of letters in points, each by the byte it begins at; 0 elsewhere.
  private func widths(count: Int, factor: Double) -> [Double] {
    var widths = [Double](repeating: 0, count: count)
    for line in 0..<pango_layout_get_line_count(layout) {
      var node = pango_layout_get_line_readonly(layout, line)?.pointee.runs
      while let run = node {
        node = run.pointee.next
        guard let item = run.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
          let offset = item.item?.pointee.offset, let string = item.glyphs?.pointee,
          let glyphs = string.glyphs
        else { continue }
        for index in 0..<Int(string.num_glyphs) {
          let byte = Int(offset) + Int(string.log_clusters[index])
          guard widths.indices.contains(byte), glyphs[index].glyph & TextBlock.unknownFlag == 0 else {
            continue
          }
          widths[byte] += Double(glyphs[index].geometry.width) * factor / Double(PANGO_SCALE)
        }
      }
    }
    return widths
  }

  private static func fault(_ error: CanvasError) -> TextShapingError {
    TextShapingError(step: "laying text out", reason: error.description)
  }

  private func refreshIfNeeded() {
    guard library.generation != generation else { return }
    generation = library.generation
    outlines.forget()
    pango_fc_font_map_config_changed(OpaquePointer(fontMap))
    pango_context_changed(context)
  }

  private func choice(for names: [String]) throws(TextShapingError) -> Choice {
    if library.generation == generation, let known = chosen[names] { return known }
    let found = try library.families(for: names)
    if library.generation != generation || chosen.count >= 1_000 { chosen = [:] }
    refreshIfNeeded()
    var choice = Choice(
      families: found.families.joined(separator: ","), system: found.system, ascent: 0, descent: 0)
    let description = description(of: choice, size: Self.size)
    defer { pango_font_description_free(description) }
    if let font = pango_context_load_font(context, description) {
      defer { g_object_unref(font) }
      var extents = cairo_font_extents_t()
      cairo_scaled_font_extents(pango_cairo_font_get_scaled_font(OpaquePointer(font)), &extents)
      choice = Choice(
        families: choice.families, system: choice.system, ascent: extents.ascent / Self.size,
        descent: extents.descent / Self.size)
    }
    chosen[names] = choice
    return choice
  }

  private func description(of choice: Choice, size: Double) -> OpaquePointer? {
    let description = pango_font_description_new()
    pango_font_description_set_family(description, choice.families)
    pango_font_description_set_absolute_size(description, max(1, size * Double(PANGO_SCALE)))
    if let system = choice.system {
      pango_font_description_set_weight(description, PangoWeight(UInt32(max(100, min(1_000, system.weight)))))
      pango_font_description_set_style(description, system.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    }
    return description
  }

  private func add(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, from start: Int, to end: Int, in list: OpaquePointer
  ) {
    guard let attribute else { return }
    attribute.pointee.start_index = UInt32(start)
    attribute.pointee.end_index = UInt32(end)
    pango_attr_list_insert(list, attribute)
  }
}

extension TextRequest.Section {
  var drawableText: String { font.size > 0 ? drawable(text, limit: 256) : "" }
}

private func units(_ pixels: Double) -> Int32 {
  Int32(max(-1e9, min(1e9, (pixels * Double(PANGO_SCALE)).rounded())))
}
