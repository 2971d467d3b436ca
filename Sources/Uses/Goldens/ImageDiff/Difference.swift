/// The result of comparing a pixel.
public enum PixelClass: UInt8, Hashable, Sendable {
  /// Equal, or nearly so, or not compared.
  case same
  /// Another color, but only by smoothing an edge.
  case antialiased
  /// A color that is farther away than the threshold.
  case different
}

/// The differences of two pictures of one size.
public struct Difference: Hashable, Sendable {
  /// A square and what it holds.
  public struct Window: Hashable, Sendable {
    /// The first column of the square.
    public var x: Int
    /// The first row of the square.
    public var y: Int
    /// Its side in pixels, as asked for; what would reach beyond the picture is cut off.
    public var size: Int
    /// The number of pixels in it that differ.
    public var pixels: Int
  }

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The pixels that differ.
  public let different: PixelSet
  /// The pixels that differ by smoothing only, and do not count.
  public let antialiased: PixelSet
  /// The number of pixels that differ.
  public let diffPixels: Int
  /// The number of pixels that differ by smoothing only.
  public let antialiasedPixels: Int
  /// The smallest rectangle that holds all differing pixels; `nil` where none differs.
  public let bounds: PixelRectangle?
  /// The square that holds most differing pixels, of several the first in reading order; `nil` where none was asked
  /// for or no pixel differs.
  public let densestWindow: Window?

  init(different: PixelSet, antialiased: PixelSet, window: Int?) {
    (width, height) = (different.width, different.height)
    (self.different, self.antialiased) = (different, antialiased)
    (diffPixels, antialiasedPixels) = (different.count, antialiased.count)
    bounds = different.bounds
    densestWindow = window.flatMap { different.densestWindow(side: $0) }
  }

  /// True if no pixel differs.
  public var isEqual: Bool { diffPixels == 0 }
  /// Differing pixels as a share of all pixels of the picture, `0...1`.
  public var ratio: Double { Double(diffPixels) / (Double(width) * Double(height)) }

  /// The result for a pixel; ``PixelClass/same`` outside the picture.
  public subscript(x: Int, y: Int) -> PixelClass {
    if different.contains(x: x, y: y) { return .different }
    return antialiased.contains(x: x, y: y) ? .antialiased : .same
  }
}

/// The result of comparing two pictures.
public enum Comparison: Hashable, Sendable {
  /// They have one size and could be compared.
  case difference(Difference)
  /// They have different sizes, in pixels, and were not compared.
  case sizeMismatch(PixelSize, PixelSize)
}

/// A picture's size in pixels.
public struct PixelSize: Hashable, Sendable {
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// A size in pixels.
  public init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }
}
