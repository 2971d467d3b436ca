/// Settings for writing a PDF.
public struct PDFOptions {
  /// Sets text as text, in fonts that the file contains; `nil` draws outlines. The one that laid the scene's text out, or one
  /// with the same fonts.
  public var shaper: PangoTextShaper?
  /// Who made the picture; `nil` for no word about it.
  public var author: String?

  /// Outlines, and no author.
  public init(shaper: PangoTextShaper? = nil, author: String? = nil) {
    (self.shaper, self.author) = (shaper, author)
  }
}
