public import Drawing
import Parallel

/// Compares two pictures.
///
/// Counts exactly as pixelmatch does in the version that the profile names: the same distance in double precision,
/// the same test for smoothed edges.
///
/// - Throws: ``DiffError`` for options that make no sense.
/// - Complexity: O(pixels); equal rows cost one read of both pictures.
public func compare(
  _ expected: Bitmap, _ actual: Bitmap, options: DiffOptions = .init()
) throws(DiffError) -> Comparison {
  try check(options)
  let size = PixelSize(width: expected.width, height: expected.height)
  let other = PixelSize(width: actual.width, height: actual.height)
  guard size == other else { return .sizeMismatch(size, other) }

  let masked =
    options.masks.isEmpty ? nil : PixelSet(of: options.masks, width: size.width, height: size.height)
  let bands = withPixels(expected, actual) { expected, actual in
    expected.isSameMemory(as: actual) ? [] : compareBands(expected, actual, options: options, masked: masked)
  }
  func joined(_ part: (BandComparer.Band) -> [UInt64]) -> PixelSet {
    guard bands.contains(where: { $0.band != nil }) else {
      return PixelSet(width: size.width, height: size.height)
    }
    let wordsPerRow = (size.width + 63) / 64
    let parts = bands.map { rows, band in band.map(part) ?? Array(repeating: 0, count: rows * wordsPerRow) }
    let words = parts.count == 1 ? parts[0] : parts.flatMap(\.self)
    return PixelSet(width: size.width, height: size.height, words: words)
  }
  return .difference(
    Difference(different: joined(\.different), antialiased: joined(\.antialiased), window: options.window))
}

/// Some rows, from the top down, and what they came to; `nil` where all are equal.
private typealias BandResult = (rows: Int, band: BandComparer.Band?)

private func check(_ options: DiffOptions) throws(DiffError) {
  guard (0...1).contains(options.threshold) else { throw .badThreshold(options.threshold) }
  guard options.threads >= 1 else { throw .badThreads(options.threads) }
  if let window = options.window, window < 1 { throw .badWindow(window) }
  if let tolerance = options.channelTolerance, !(0...255).contains(tolerance) {
    throw .badTolerance(tolerance)
  }
  for mask in options.masks where mask.width < 0 || mask.height < 0 { throw .badMask(mask) }
}

/// Splits the rows among threads. Bands are small enough that a thread whose rows are easy takes over others'.
private func compareBands(
  _ expected: Pixels, _ actual: Pixels, options: DiffOptions, masked: PixelSet?
) -> [BandResult] {
  let height = expected.height
  guard options.threads > 1, height > 1 else {
    var comparer = BandComparer(expected, actual, options: options, masked: masked)
    return [(height, comparer.compare(0..<height))]
  }
  let rowsPerBand = max(1, height / (options.threads * 8))
  let count = (height + rowsPerBand - 1) / rowsPerBand
  return concurrentMap(
    count, threads: options.threads,
    worker: { BandComparer(expected, actual, options: options, masked: masked) },
    { (comparer: inout BandComparer, band) in
      let rows = band * rowsPerBand..<min((band + 1) * rowsPerBand, height)
      return (rows.count, comparer.compare(rows))
    })
}
