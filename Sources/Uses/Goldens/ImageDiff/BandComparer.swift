struct BandComparer {
  struct Band: Sendable {
    var different: [UInt64]
    var antialiased: [UInt64]
  }

  private let expected: Pixels
  private let actual: Pixels
  private let options: DiffOptions
  private let masked: PixelSet?
  private let distance: Distance
  private let antialiasing: Antialiasing
  private let wordsPerRow: Int
  private var expectedSiblings: SiblingRows
  private var actualSiblings: SiblingRows

  init(_ expected: Pixels, _ actual: Pixels, options: DiffOptions, masked: PixelSet?) {
    (self.expected, self.actual, self.options, self.masked) = (expected, actual, options, masked)
    distance = Distance(profile: options.profile, threshold: options.threshold)
    antialiasing = Antialiasing(distance: distance)
    wordsPerRow = (expected.width + 63) / 64
    expectedSiblings = SiblingRows(expected)
    actualSiblings = SiblingRows(actual)
  }

  mutating func compare(_ rows: Range<Int>) -> Band? {
    guard let first = rows.first(where: { !isEqual(row: $0) }) else { return nil }
    let empty = [UInt64](repeating: 0, count: rows.count * wordsPerRow)
    var band = Band(different: empty, antialiased: empty)
    let dropsSmoothed = options.channelTolerance == nil && !options.includesAntialiased
    // The test for smoothing looks a row ahead: it comes one row behind, when that row is in the cache.
    var before = 0
    for row in first..<rows.upperBound {
      let count =
        row == first || !isEqual(row: row)
        ? compare(row, &band, at: (row - rows.lowerBound) * wordsPerRow) : 0
      if dropsSmoothed, before > 0 {
        dropSmoothed(before, &band, row: row - 1, offset: (row - 1 - rows.lowerBound) * wordsPerRow)
      }
      before = count
    }
    if dropsSmoothed, before > 0 {
      dropSmoothed(before, &band, row: rows.upperBound - 1, offset: (rows.count - 1) * wordsPerRow)
    }
    return band
  }

  private func isEqual(row: Int) -> Bool {
    expected.isEqual(to: actual, from: row * expected.width, count: expected.width)
  }

  private func compare(_ row: Int, _ band: inout Band, at offset: Int) -> Int {
    var count = 0
    for word in 0..<wordsPerRow {
      let bits = differing(row: row, word: word)
      band.different[offset + word] = bits
      count += bits.nonzeroBitCount
    }
    return count
  }

  private mutating func dropSmoothed(_ count: Int, _ band: inout Band, row: Int, offset: Int) {
    // Finding all siblings of three rows costs as much as a test for one pixel in some thirty.
    if count * 32 > expected.width {
      dropManySmoothed(&band, row: row, offset: offset)
      return
    }
    for word in 0..<wordsPerRow where band.different[offset + word] != 0 {
      let all = band.different[offset + word]
      drop(smoothed(of: all, all, row: row, word: word), &band, offset + word)
    }
  }

  private func drop(_ smoothed: UInt64, _ band: inout Band, _ word: Int) {
    band.different[word] &= ~smoothed
    band.antialiased[word] = smoothed
  }

  // MARK: Colors

  @inline(__always)
  private func differing(row: Int, word: Int) -> UInt64 {
    let index = row * expected.width + word * 64
    let count = min(64, expected.width - word * 64)
    var bits =
      ~expected.equal(at: index, to: actual, at: index, count: count) & (UInt64.max >> UInt64(64 - count))
    if let masked { bits &= ~masked.word(word, ofRow: row) }
    guard bits != 0 else { return 0 }
    if let tolerance = options.channelTolerance { return beyond(tolerance, bits, at: index) }
    if distance.profile == .oklab { return exactly(bits, at: index) }
    var result: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 16) {
      let group = bits & (0xFFFF << UInt64(shift))
      guard group != 0 else { continue }
      if group.nonzeroBitCount <= 2 || shift + 16 > count {
        result |= exactly(group, at: index)
      } else {
        result |= widely(group, shift: shift, at: index)
      }
    }
    return result
  }

  /// Decides sixteen pixels at once in single precision, those too close to the limit one by one.
  @inline(__always)
  private func widely(_ group: UInt64, shift: Int, at index: Int) -> UInt64 {
    var opaque = SIMD4<UInt32>(repeating: .max)
    var (far, near) = (SIMD4<UInt32>(repeating: 0), SIMD4<UInt32>(repeating: 0))
    for step in 0..<4 {
      let start = index &+ shift &+ step &* 4
      let (a, b) = (expected.four(at: start), actual.four(at: start))
      opaque &= a & b
      let estimates = Distance.estimates(a, b)
      far |= lanes(estimates .> SIMD4(repeating: distance.surelyDifferent)) & weights(step)
      near |= lanes(estimates .< SIMD4(repeating: distance.surelySame)) & weights(step)
    }
    guard opaque.x & opaque.y & opaque.z & opaque.w >= 0xFF00_0000 else { return exactly(group, at: index) }
    let different = together(far) &<< UInt64(shift) & group
    let open = group & ~different & ~(together(near) &<< UInt64(shift))
    return open == 0 ? different : different | exactly(open, at: index)
  }

  private func exactly(_ bits: UInt64, at index: Int) -> UInt64 {
    filter(bits) { distance.isDifferent(expected[index + $0], actual[index + $0], at: index + $0) }
  }

  private func beyond(_ tolerance: Int, _ bits: UInt64, at index: Int) -> UInt64 {
    filter(bits) { bit in
      let (a, b) = (expected[index + bit], actual[index + bit])
      // What transparent pixels hold is not seen.
      guard (a | b) >> 24 != 0 else { return false }
      func isBeyond(_ shift: UInt32) -> Bool {
        abs(Int32(truncatingIfNeeded: a >> shift & 255) - Int32(truncatingIfNeeded: b >> shift & 255))
          > tolerance
      }
      return isBeyond(0) || isBeyond(8) || isBeyond(16) || isBeyond(24)
    }
  }

  // MARK: Smoothed edges

  /// Moves smoothed pixels of a row with many differences.
  ///
  /// A pixel with siblings is not smoothed, nor is one without a neighbor that has siblings in both pictures: few are
  /// left to look at one by one.
  private mutating func dropManySmoothed(_ band: inout Band, row: Int, offset: Int) {
    let expectedRow = expectedSiblings.words(ofRow: row)
    let actualRow = actualSiblings.words(ofRow: row)
    var even = [UInt64](repeating: 0, count: wordsPerRow)
    for near in row - 1...row + 1 {
      let (a, b) = (expectedSiblings.words(ofRow: near), actualSiblings.words(ofRow: near))
      for word in 0..<wordsPerRow { even[word] |= a[word] & b[word] }
    }
    for word in 0..<wordsPerRow where band.different[offset + word] != 0 {
      let left = word > 0 ? even[word - 1] >> 63 : 0
      let right = word + 1 < wordsPerRow ? even[word + 1] << 63 : 0
      let candidates =
        band.different[offset + word] & (even[word] | even[word] << 1 | left | even[word] >> 1 | right)
      guard candidates != 0 else { continue }
      let smoothed = smoothed(
        of: candidates & ~expectedRow[word], candidates & ~actualRow[word], row: row, word: word)
      drop(smoothed, &band, offset + word)
    }
  }

  private func smoothed(of inExpected: UInt64, _ inActual: UInt64, row: Int, word: Int) -> UInt64 {
    filter(inExpected | inActual) { bit in
      let x = word * 64 + bit
      return inExpected >> UInt64(bit) & 1 == 1 && antialiasing.isSmoothed(expected, actual, x: x, y: row)
        || inActual >> UInt64(bit) & 1 == 1 && antialiasing.isSmoothed(actual, expected, x: x, y: row)
    }
  }

  @inline(__always)
  private func filter(_ bits: UInt64, _ isIncluded: (Int) -> Bool) -> UInt64 {
    var (rest, result) = (bits, UInt64(0))
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest &- 1
      if isIncluded(bit) { result |= 1 << UInt64(bit) }
    }
    return result
  }
}
