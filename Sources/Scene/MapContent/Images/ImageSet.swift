public import Drawing

/// An image that icons and patterns are drawn with: its pixels, and how they may be stretched.
public struct SpriteImage: Hashable, Sendable {
  /// The way in which an image that is fitted around text may change its shape.
  public enum TextFitting: String, Hashable, Sendable, CaseIterable {
    /// It may become larger or smaller.
    case stretchOrShrink
    /// It may, but where the other side is proportional it does not fall below the content's own shape.
    case stretchOnly
    /// The other side follows it, so that the content keeps its shape.
    case proportional
  }

  /// The pixels; of an SDF image alpha is the distance from the edge.
  public var bitmap: Bitmap
  /// Pixels of the image per point, above 0.
  public var pixelRatio: Double
  /// True if it is a shape without colors of its own: alpha 0.75 is its edge, an eighth of 1 a pixel's distance.
  public var isSDF: Bool
  /// Columns that are stretched, in pixels, ascending; all where there are none.
  public var stretchX: [ClosedRange<Double>]
  /// Rows that are stretched, in pixels, ascending; all where there are none.
  public var stretchY: [ClosedRange<Double>]
  /// The part that text is fitted into, in pixels; `nil` for all of it.
  public var content: Rectangle?
  /// The way in which the width follows a text's.
  public var textFitWidth: TextFitting
  /// The way in which the height follows a text's.
  public var textFitHeight: TextFitting

  /// An image that icons and patterns are drawn with.
  ///
  /// - Parameter pixelRatio: pixels a point, above 0.
  public init(
    _ bitmap: Bitmap, pixelRatio: Double = 1, isSDF: Bool = false, stretchX: [ClosedRange<Double>] = [],
    stretchY: [ClosedRange<Double>] = [], content: Rectangle? = nil,
    textFitWidth: TextFitting = .stretchOrShrink, textFitHeight: TextFitting = .stretchOrShrink
  ) {
    self.bitmap = bitmap
    self.pixelRatio = pixelRatio
    self.isSDF = isSDF
    self.stretchX = stretchX
    self.stretchY = stretchY
    self.content = content
    self.textFitWidth = textFitWidth
    self.textFitHeight = textFitHeight
  }

  /// Its size in points.
  public var size: Size {
    Size(width: Double(bitmap.width) / pixelRatio, height: Double(bitmap.height) / pixelRatio)
  }
}

/// The images at hand, by the names that styles call them by.
public struct ImageSet: Sendable {
  private var images: [String: SpriteImage] = [:]
  /// The names of all images.
  public private(set) var names: Set<String> = []

  /// A set without images.
  public init() {}

  /// Adds an image; one of the same name is replaced.
  public mutating func add(_ image: SpriteImage, named name: String) {
    images[name] = image
    names.insert(name)
  }

  /// The image of a name.
  public subscript(name: String) -> SpriteImage? { images[name] }
}
