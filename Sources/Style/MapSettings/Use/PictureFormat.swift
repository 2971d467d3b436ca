/// The formats of a picture.
public enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  /// Pixels, as many as points times scale.
  case png
  /// Scalable, with text, ids and titles.
  case svg
  /// Scalable, for print.
  case pdf
  /// Pixels, lossless unless a quality is set.
  case webp
  /// Pixels, lossy.
  case avif
  /// Pixels, lossy and opaque.
  case jpeg
  /// A PNG with an image map of titles.
  case html

  /// True for pictures of pixels.
  public var isPixels: Bool { self != .svg && self != .pdf }

  /// True if marks have titles.
  package var describesMarks: Bool { self == .svg || self == .html }

  /// The format of files with an ending, in lower case.
  public init?(ending: String) { self.init(rawValue: ending == "jpg" ? "jpeg" : ending) }
}

/// The writers of pictures as SVG, of which there is one.
public enum SVGWriter: String, CaseIterable, Hashable, Sendable {
  case native
}
