public import Drawing

/// The number of pixels that are not the same, however little they differ; what two transparent pixels hold is not seen.
///
/// - Returns: `nil` for pictures of different sizes.
/// - Complexity: O(pixels).
public func unequalPixels(_ expected: Bitmap, _ actual: Bitmap) -> Int? {
  guard expected.width == actual.width, expected.height == actual.height else { return nil }
  var count = 0
  withPixels(expected, actual) { expected, actual in
    for index in 0..<expected.width * expected.height where expected[index] != actual[index] {
      if (expected[index] | actual[index]) >> 24 != 0 { count += 1 }
    }
  }
  return count
}

/// Draws where two pictures of different sizes differ, aligned at their upper left corners.
///
/// - Throws: ``DiffError`` for options that make no sense.
/// - Complexity: O(pixels).
public func differencePicture(
  ofSizes expected: Bitmap, _ actual: Bitmap, comparison: DiffOptions,
  options: DifferencePictureOptions = .init()
) throws(DiffError) -> Bitmap? {
  let (width, height) = (max(expected.width, actual.width), max(expected.height, actual.height))
  guard let expected = expected.padded(toWidth: width, height: height),
    let actual = actual.padded(toWidth: width, height: height),
    case .difference(let difference) = try compare(expected, actual, options: comparison)
  else { return nil }
  return try differencePicture(of: difference, expected: expected, actual: actual, options: options)
}

extension Bitmap {
  fileprivate func padded(toWidth newWidth: Int, height newHeight: Int) -> Bitmap? {
    var result: [UInt8] = []
    result.reserveCapacity(newWidth * newHeight * 4)
    for row in 0..<height {
      result += pixels[row * width * 4..<(row + 1) * width * 4]
      result += repeatElement(0, count: (newWidth - width) * 4)
    }
    result += repeatElement(0, count: (newHeight - height) * newWidth * 4)
    return Bitmap(width: newWidth, height: newHeight, pixels: result)
  }
}
