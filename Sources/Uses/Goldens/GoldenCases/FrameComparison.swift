package import Drawing
package import ImageDiff
package import JSONDocument

/// Two pictures, animations or documents, compared frame by frame.
package struct FrameComparison: Sendable {
  /// The first frame that differs beyond the limits; without one, the first that differs within them, or the first.
  package private(set) var difference: Difference
  /// The number of that frame, from 0.
  package private(set) var number = 0
  /// That frame of both; `nil` where it was let go.
  package var bitmaps: (expected: Bitmap, actual: Bitmap)?
  /// The largest difference of a channel in that frame, once it was measured.
  package private(set) var largestStep = 0
  /// The number of frames.
  package let count: Int
  /// The number of frames that differ beyond the limits.
  package private(set) var differing = 0
  /// The number of pixels of all frames that are not the same, where that is counted.
  package private(set) var unequal = 0
  /// The first frame that is shown for another time, in words; `nil` for none.
  package let pace: String?
  let word: String

  /// Compares as many frames.
  ///
  /// - Parameters:
  ///   - mayMaskAll: false if masks over everything are an error.
  ///   - countsUnequal: true if equal pixels are counted, beyond what the limits need.
  package init(
    _ expected: GoldenFrames, _ actual: GoldenFrames, limits: PictureLimits, mayMaskAll: Bool = true,
    countsUnequal: Bool = false
  ) throws(GoldenError) {
    var (expected, actual, pace): (GoldenFrames, GoldenFrames, String?) = (expected, actual, nil)
    (count, word) = (expected.count, expected.word)
    var found: Difference?
    for index in 0..<count {
      guard let (a, seconds) = try expected.next(), let (b, time) = try actual.next() else { break }
      let masks = limits.comparison.masks
      if !mayMaskAll, PixelSet(of: masks, width: b.width, height: b.height).count == b.width * b.height {
        throw .badCase("golden.masks cover the whole picture; add \"reason\": \"…\"")
      }
      if seconds != time, pace == nil {
        let (was, now) = (decimalText(of: seconds, decimals: 3), decimalText(of: time, decimals: 3))
        pace = "frame \(index + 1) is shown for \(now) s instead of \(was) s"
      }
      let one: Difference
      switch try rethrowing(ImageDiff.compare(a, b, options: limits.comparison), as: GoldenError.badLimits) {
      case .sizeMismatch(let golden, let actual): throw .otherSize(golden: golden, actual: actual)
      case .difference(let difference): one = difference
      }
      if countsUnequal { unequal += unequalPixels(a, b) ?? 0 }
      let passes = limits.allow(one)
      if differing == 0, found.map({ !passes || $0.isEqual && !one.isEqual }) ?? true {
        (found, number, bitmaps) = (one, index, (a, b))
      }
      differing += passes ? 0 : 1
    }
    guard let found else { throw .damaged("it has no frame") }
    (difference, self.pace) = (found, pace)
  }

  /// The frame in words; empty where there is one alone.
  package var place: String {
    let more = differing > 1 ? ", and \(differing - 1) more" : ""
    return count > 1 ? "\(word) \(number + 1) of \(count)\(more): " : ""
  }

  var text: String { place + "\(difference.text); by up to \(largestStep) of 255" }

  /// Writes what was found as members of an object that is open.
  package func write(to json: inout JSONWriter) {
    if count > 1 {
      json.member("frames", count)
      json.member("differingFrames", differing)
      json.member("frame", number + 1)
    }
    difference.write(to: &json)
  }

  mutating func measureStep() {
    guard let bounds = difference.bounds, let (expected, actual) = bitmaps else { return }
    var largest = 0
    expected.pixels.withUnsafeBufferPointer { a in
      actual.pixels.withUnsafeBufferPointer { b in
        for y in bounds.y..<bounds.y + bounds.height {
          for x in bounds.x..<bounds.x + bounds.width where difference[x, y] == .different {
            let offset = (y * expected.width + x) * 4
            for channel in offset..<offset + 4 {
              largest = max(largest, Int((Int16(a[channel]) - Int16(b[channel])).magnitude))
            }
          }
        }
      }
    }
    largestStep = largest
  }
}
