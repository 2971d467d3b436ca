/// A set of pixels of one picture, one bit a pixel.
public struct PixelSet: Hashable, Sendable {
  /// Columns of the picture.
  public let width: Int
  /// Rows of the picture.
  public let height: Int
  let wordsPerRow: Int
  /// Bit *x* mod 64 of word *x* / 64 of row *y*; bits beyond the width are 0. Without pixels, no words.
  private var words: [UInt64]

  init(width: Int, height: Int, words: [UInt64] = []) {
    (self.width, self.height, wordsPerRow) = (width, height, (width + 63) / 64)
    self.words = words.contains { $0 != 0 } ? words : []
  }

  /// The pixels of a picture that lie in rectangles.
  package init(of rectangles: [PixelRectangle], width: Int, height: Int) {
    self.init(width: width, height: height)
    for rectangle in rectangles { insert(rectangle) }
  }

  /// True if a pixel belongs to the set. No pixel outside the picture does.
  public func contains(x: Int, y: Int) -> Bool {
    guard x >= 0, x < width, y >= 0, y < height else { return false }
    return word(x / 64, ofRow: y) >> UInt64(x % 64) & 1 == 1
  }

  @inline(__always)
  func word(_ word: Int, ofRow row: Int) -> UInt64 { words.isEmpty ? 0 : words[row &* wordsPerRow &+ word] }

  /// The number of pixels that belong to the set.
  ///
  /// - Complexity: O(pixels / 64).
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  mutating func insert(_ rectangle: PixelRectangle) {
    func end(_ start: Int, _ length: Int, _ limit: Int) -> Int {
      let (sum, overflow) = start.addingReportingOverflow(length)
      return overflow ? limit : min(sum, limit)
    }
    let columns = (max(rectangle.x, 0), end(rectangle.x, rectangle.width, width))
    let rows = (max(rectangle.y, 0), end(rectangle.y, rectangle.height, height))
    guard columns.0 < columns.1, rows.0 < rows.1 else { return }
    if words.isEmpty { words = [UInt64](repeating: 0, count: wordsPerRow * height) }
    for row in rows.0..<rows.1 {
      for word in columns.0 / 64...(columns.1 - 1) / 64 {
        let first = max(columns.0 - word * 64, 0)
        let count = min(columns.1 - word * 64, 64) - first
        words[row * wordsPerRow + word] |= (UInt64.max >> UInt64(64 - count)) << UInt64(first)
      }
    }
  }

  @inline(__always)
  func forEachColumn(ofRow row: Int, _ body: (Int) -> Void) {
    for word in 0..<wordsPerRow {
      var bits = self.word(word, ofRow: row)
      while bits != 0 {
        body(word * 64 + bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
  }

  private func isEmpty(row: Int) -> Bool { (0..<wordsPerRow).allSatisfy { word($0, ofRow: row) == 0 } }

  var bounds: PixelRectangle? {
    guard !words.isEmpty, let top = (0..<height).first(where: { !isEmpty(row: $0) }),
      let bottom = (top..<height).last(where: { !isEmpty(row: $0) })
    else { return nil }
    var columns = [UInt64](repeating: 0, count: wordsPerRow)
    for row in top...bottom {
      for word in 0..<wordsPerRow { columns[word] |= self.word(word, ofRow: row) }
    }
    guard let first = columns.firstIndex(where: { $0 != 0 }), let last = columns.lastIndex(where: { $0 != 0 })
    else { return nil }
    let left = first * 64 + columns[first].trailingZeroBitCount
    let right = last * 64 + 63 - columns[last].leadingZeroBitCount
    return PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// The square of a side that holds most pixels, of several the first in reading order; `nil` for a set without.
  ///
  /// Each column keeps its sum over the rows of the window. A window can only win where its last row brings
  /// something, and where the two stretches of columns that it lies in hold more than the best so far: only there are
  /// the sums of windows added up, which spares nearly all of them.
  ///
  /// - Complexity: O(pixels) at most; O(width) a row that holds any, and O(words) one that holds none.
  func densestWindow(side: Int) -> Difference.Window? {
    if words.isEmpty { return nil }
    let (across, down) = (min(side, width), min(side, height))
    var columns = [Int32](repeating: 0, count: width)
    var best = Difference.Window(x: 0, y: 0, size: side, pixels: 0)
    for row in 0..<height {
      if row >= down { forEachColumn(ofRow: row - down) { columns[$0] -= 1 } }
      var brings = row == down - 1
      forEachColumn(ofRow: row) {
        columns[$0] += 1
        brings = true
      }
      guard brings, row >= down - 1 else { continue }
      var sum = PixelSet.sum(of: columns, 0..<across)
      for start in stride(from: 0, through: width - across, by: across) {
        let rest = start + across..<min(start + 2 * across, width)
        let next = PixelSet.sum(of: columns, rest)
        if Int(sum) + Int(next) > best.pixels {
          var sum = sum
          for x in start...min(rest.lowerBound - 1, width - across) {
            if Int(sum) > best.pixels {
              best = Difference.Window(x: x, y: row - down + 1, size: side, pixels: Int(sum))
            }
            if x + across < width { sum += columns[x + across] - columns[x] }
          }
        }
        sum = next
      }
    }
    return best.pixels > 0 ? best : nil
  }

  private static func sum(of columns: [Int32], _ range: Range<Int>) -> Int32 {
    var sum: Int32 = 0
    for column in columns[range] { sum &+= column }
    return sum
  }
}
