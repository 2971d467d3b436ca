/// The formats of a picture.
public enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  /// PNG: pixels, as many as points times scale.
  case png
  /// Scalable, with text, ids and titles.
  case svg
  /// Scalable, for print.
  case pdf
  /// WebP: pixels, without loss unless a quality is set.
  case webp
  /// AVIF: pixels, with loss.
  case avif
  /// JPEG: pixels, with loss and without transparency.
  case jpeg
  /// HTML: a PNG with titles over its markers, as an image map.
  case html

  /// True for pictures of pixels.
  public var isPixels: Bool { self != .svg && self != .pdf }

  /// True for pictures whose marks carry titles.
  package var describesMarks: Bool { self == .svg || self == .html }

  /// The format of files with an ending, in lower case.
  public init?(ending: String) {
    self.init(rawValue: ending == "jpg" ? "jpeg" : ending)
  }
}

/// The writers of pictures as SVG, of which there is one.
public enum SVGWriter: String, CaseIterable, Hashable, Sendable {
  /// SVGCanvas: clean and small.
  case native
}
