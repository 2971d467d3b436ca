/// The formats of a picture.
public enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  /// PNG: pixels, as many as points times scale.
  case png
  /// Scalable, with text, ids and titles.
  case svg
  /// Scalable, for print.
  case pdf
}

/// Who writes pictures as SVG.
public enum SVGWriter: String, CaseIterable, Hashable, Sendable {
  /// SVGCanvas: clean and small.
  case native
  /// Cairo's own surface.
  case cairo
}
