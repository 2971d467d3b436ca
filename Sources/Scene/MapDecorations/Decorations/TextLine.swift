package import Drawing

/// A line of text in the default face, shaped once and set anywhere.
package struct TextLine {
  private let shaped: ShapedText
  private let font: Font

  /// Shapes a line.
  ///
  /// - Parameters:
  ///   - size: of its letters in points.
  ///   - isBold: whether the bold face is used.
  ///   - fonts: other faces, in order of preference.
  package init(
    _ text: String, size: Double, isBold: Bool = false, fonts: [String]? = nil, shaper: any TextShaper
  ) throws(TextShapingError) {
    font = Font(names: fonts ?? [isBold ? "Noto Sans Bold" : "Noto Sans Regular"], size: size)
    shaped = try shaper.shape(
      TextRequest(
        sections: [.init(text: text, font: font)], lineHeight: (size * 1.3).rounded(), justification: .start))
  }

  /// The line's width and height in points.
  package var size: Size { shaped.size }

  /// The box of its letters, seen from its upper left corner.
  package var ink: Rectangle { shaped.inkBox }

  /// The line with its upper left corner at a place.
  package func mark(at corner: Point, color: Color) -> DrawItem {
    DrawItem(.text(TextRun(shaped, at: corner, font: font, color: color)))
  }
}
