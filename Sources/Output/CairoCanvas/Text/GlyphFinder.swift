public import Drawing

/// Finds letters as distances to their edges, as styles name them: by stacks of fonts.
public protocol GlyphFinder: Sendable {
  /// The name of the stack that a list of fonts leads to; `nil` where there is none.
  ///
  /// - Throws: where the glyphs cannot be read.
  func stack(for names: [String]) throws(TextShapingError) -> String?

  /// A letter of a stack; `nil` where the stack does not have it.
  ///
  /// - Returns: the letter, and whether there is a range for it at all.
  /// - Throws: where the glyphs cannot be read.
  func glyph(_ scalar: Unicode.Scalar, in stack: String) throws(TextShapingError) -> (
    glyph: DistanceGlyph?, hasRange: Bool
  )
}
