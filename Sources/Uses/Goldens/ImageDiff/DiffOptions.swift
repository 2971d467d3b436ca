/// The distance of two colors.
public enum DiffProfile: String, CaseIterable, Hashable, Sendable {
  /// The YIQ distance of pixelmatch 7: translucent pixels lie on a pattern that changes from pixel to pixel.
  case yiq
  /// The YIQ distance of pixelmatch 5 and 6: translucent pixels lie on white.
  case yiqWhite = "yiq-white"
  /// The OKLab distance of the next pixelmatch: lightness plus color, as the eye perceives large differences.
  case oklab
}

/// An upright rectangle of whole pixels; it holds its left and upper edges, not its right and lower ones.
public struct PixelRectangle: Hashable, Sendable {
  /// The first column, from 0 at the left.
  public var x: Int
  /// The first row, from 0 at the top.
  public var y: Int
  /// The number of its columns, in pixels.
  public var width: Int
  /// The number of its rows, in pixels.
  public var height: Int

  /// A rectangle from its upper left pixel.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// The settings of a comparison.
public struct DiffOptions: Hashable, Sendable {
  /// The distance of two colors.
  public var profile: DiffProfile
  /// The largest distance that passes as equal, `0...1`: 0 takes every visible difference, 1 none.
  public var threshold: Double
  /// True if pixels that only look smoothed count as different.
  public var includesAntialiased: Bool
  /// Rectangles that are not compared. Parts outside the picture have no effect.
  public var masks: [PixelRectangle]
  /// Side in pixels of the square in which most differing pixels are looked for; `nil` looks for none.
  public var window: Int?
  /// Instead of profile, threshold and smoothing: the largest difference of a channel that passes, `0...255`.
  public var channelTolerance: Int?
  /// Threads to work with, at least 1. The answer does not depend on it.
  public var threads: Int

  /// The settings of a comparison.
  public init(
    profile: DiffProfile = .yiq, threshold: Double = 0.1, includesAntialiased: Bool = false,
    masks: [PixelRectangle] = [], window: Int? = nil, channelTolerance: Int? = nil, threads: Int = 1
  ) {
    (self.profile, self.threshold, self.includesAntialiased) = (profile, threshold, includesAntialiased)
    (self.masks, self.window) = (masks, window)
    (self.channelTolerance, self.threads) = (channelTolerance, threads)
  }
}
