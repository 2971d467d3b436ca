/// Why pictures cannot be compared, or their difference not be drawn.
public enum DiffError: Error, Equatable, CustomStringConvertible {
  /// The threshold is not in `0...1`.
  case badThreshold(Double)
  /// The window's side is not positive.
  case badWindow(Int)
  /// The tolerance is not in `0...255`.
  case badTolerance(Int)
  /// The number of threads is not positive.
  case badThreads(Int)
  /// A mask has a negative side.
  case badMask(PixelRectangle)
  /// The pictures to draw are not the ones that were compared: their sizes differ.
  case otherPictures

  /// The fault and its remedy, in one line.
  public var description: String {
    switch self {
    case .badThreshold(let threshold): "threshold \(threshold) is outside 0...1; 0.1 is usual"
    case .badWindow(let side): "a window of \(side) pixels holds nothing; give a side of at least 1"
    case .badTolerance(let tolerance): "tolerance \(tolerance) is outside 0...255; 1 forgives rounding"
    case .badThreads(let threads): "\(threads) threads cannot work; give at least 1"
    case .badMask(let mask):
      "mask \(mask.x),\(mask.y),\(mask.width),\(mask.height) has a negative side; give x,y,width,height"
    case .otherPictures:
      "the pictures have other sizes than their difference; draw the pictures that were compared"
    }
  }
}
