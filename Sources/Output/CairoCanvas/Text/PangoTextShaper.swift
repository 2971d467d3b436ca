public import Drawing

/// Lays text out with Pango: scripts, directions, line breaks and missing letters as they should be.
///
/// Text comes out as outlines, which draw the same with every version of Cairo and in every canvas. Nothing of the
/// desktop's settings is read (unless system fonts are asked for): the default is Noto Sans, built in; sizes are
/// absolute, outlines are not hinted, the language is fixed to English. Text is laid out at 64 pixels and scaled.
///
/// - A font's name is split into family, weight and slant ("Noto Sans Bold Italic"); the first name that exists in
///   that slant and about that weight is used, else the nearest face at hand in slant and weight: of Noto Sans, its bold
///   and the fonts given. Letters it lacks come from the other names, then from Noto Sans and
///   DejaVu Sans, then from the other fonts in order. What no font has is left out, and is reported.
/// - A section keeps 256 characters (the last becomes an ellipsis) and 4 combining marks a base; controls and
///   noncharacters are dropped.
/// - Text laid out before is remembered, up to a thousand requests: counts repeat.
///
/// The process's own fontconfig configuration stays; see ``FontConfiguration``. Not to be shared between threads; each
/// thread may have its own. Once a process has used the desktop's fonts, its shapers lay text out one at a time.
public final class PangoTextShaper: TextShaper {
  let layout: TextLayout
  /// The glyphs that texts of styles are set in; `nil` for outlines.
  public let glyphs: (any GlyphFinder)?
  private var recent: [TextRequest: ShapedText] = [:]
  private var older: [TextRequest: ShapedText] = [:]

  /// A shaper with further fonts.
  ///
  /// - Parameters:
  ///   - fonts: read when the first text is laid out.
  ///   - usesSystemFonts: whether the desktop's fonts are at hand, too; results then depend on the machine.
  ///   - prefersGiven: whether the first font stands for Noto Sans, and for names that lead to no face.
  ///   - words: finds where lines of Lao, Khmer and Burmese may end; `nil` breaks them at spaces alone.
  ///   - glyphs: the glyphs that texts of styles are set in; `nil` for outlines.
  /// - Throws: when Pango or fontconfig cannot be set up.
  public init(
    fonts: [FontFile] = [], usesSystemFonts: Bool = false, prefersGiven: Bool = false,
    words: (any WordFinder)? = nil, glyphs: (any GlyphFinder)? = nil
  ) throws(TextShapingError) {
    self.glyphs = glyphs
    if usesSystemFonts { SystemFonts.begin() }
    layout = try SystemFonts.apart { () throws(TextShapingError) in
      try TextLayout(FontLibrary(fonts, usesSystemFonts: usesSystemFonts, prefersGiven: prefersGiven), words)
    }
  }

  /// Lays text out.
  ///
  /// - Throws: ``TextShapingError`` when a font that is needed cannot be read, or a number is not finite.
  /// - Complexity: about 10 µs for a new short label, well below 1 µs for a repeated one.
  public func shape(_ request: TextRequest) throws(TextShapingError) -> ShapedText {
    if let known = recent[request] { return known }
    let shaped =
      if let known = older[request] {
        known
      } else {
        try SystemFonts.apart { () throws(TextShapingError) in try laidOut(request) }
      }
    // Two generations: what was not asked for during the last 500 new requests is forgotten.
    if recent.count >= 500 {
      older = recent
      recent = [:]
    }
    recent[request] = shaped
    return shaped
  }

  private func laidOut(_ request: TextRequest) throws(TextShapingError) -> ShapedText {
    guard let glyphs, request.takesGlyphs else { return try layout.shape(request) }
    var blanks: [Int: Double] = [:]
    for (index, section) in request.sections.enumerated() where section.imageHeight != nil {
      let blank = TextRequest(sections: [section], lineHeight: request.lineHeight)
      blanks[index] = try layout.shape(blank).size.width / Double(max(1, section.text.unicodeScalars.count))
    }
    var set = GlyphLayout(glyphs, request, blanks: blanks)
    if let shaped = try set.shaped() { return shaped }
    var outlines = try layout.shape(request)
    outlines.outlineReason = set.outlineReason
    return outlines
  }

  /// The family of the font that stands for Noto Sans; `nil` for none.
  package func preferredFamily() throws(TextShapingError) -> String? { try layout.library.preferredFamily() }

  /// True if a face of one of these names is at hand.
  ///
  /// - Throws: ``TextShapingError`` when a font that has to be looked into cannot be read.
  /// - Complexity: reads the fonts that were given, once.
  public func hasFace(named names: [String]) throws(TextShapingError) -> Bool {
    do {
      if try glyphs?.stack(for: names) != nil { return true }
    } catch  where error.isUnreachable {}
    return try SystemFonts.apart { () throws(TextShapingError) in
      for name in names { if try layout.library.face(named: name) != nil { return true } }
      return false
    }
  }
}
