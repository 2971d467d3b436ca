/// A set of pixels of one picture, one bit a pixel.
///
/// Rows begin at word boundaries, so that rows can be written by different threads.
public struct PixelSet: Hashable, Sendable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Words of a row.
  let wordsPerRow: Int
  /// Bit *x* mod 64 of word *x* / 64 of row *y*; bits beyond the width are 0.
  var words: [UInt64]

  /// A set without pixels.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    self.wordsPerRow = (width + 63) / 64
    self.words = [UInt64](repeating: 0, count: wordsPerRow * height)
  }

  /// Whether a pixel belongs to the set. No pixel outside the picture does.
  public func contains(x: Int, y: Int) -> Bool {
    guard x >= 0, x < width, y >= 0, y < height else { return false }
    return words[y * wordsPerRow + x / 64] >> UInt64(x % 64) & 1 == 1
  }

  /// How many pixels belong to the set.
  /// - Complexity: O(pixels / 64).
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
