public import Drawing

/// Settings for writing a scene as SVG.
public struct SVGOptions: Sendable {
  /// The form in which letters are written: as text, or as outlines.
  public enum TextStyle: String, Hashable, Sendable {
    /// Real `<text>`: it can be searched, copied and edited, and its letters are the viewer's.
    case live
    /// Shapes: the letters look the same everywhere, each run as one `<path>`.
    case outlines
  }

  /// The form in which letters are written; outlines need no font on the reader's side.
  public var text: TextStyle
  /// Digits kept after the decimal point, `0...4`; numbers outside are brought inside.
  ///
  /// Two place everything within 0.005 points: sharp at tenfold magnification, and a sixth larger than one.
  public var decimals: Int
  /// Turns pixels into the bytes of a PNG file; needed only by scenes that hold images or patterns.
  ///
  /// The canvas of pixels brings one, so that this room needs no library.
  public var encodePNG: (@Sendable (Bitmap) throws -> [UInt8])?

  /// The family that stands for Noto Sans; `nil` for none.
  public var standardFamily: String?
  /// Stands before all ids, so that several documents can stand in one page.
  public var idPrefix = ""

  /// Settings for writing a scene as SVG.
  public init(
    text: TextStyle = .live, decimals: Int = 2, encodePNG: (@Sendable (Bitmap) throws -> [UInt8])? = nil
  ) {
    self.text = text
    self.decimals = decimals
    self.encodePNG = encodePNG
  }
}
