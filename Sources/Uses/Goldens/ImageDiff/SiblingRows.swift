/// The pixels that have siblings (see ``Antialiasing/hasSiblings(_:x:y:)``), 64 pixels at a time.
///
/// Rows of equalities between neighbors are found by wide comparisons and added up bit by bit. The rows last asked
/// for are kept: going down a picture, each row is compared once.
struct SiblingRows {
  private struct Equalities {
    var row = -1
    var right: [UInt64]
    var below: [UInt64]
    var belowRight: [UInt64]
    /// Of the right neighbor with the neighbor below: the other diagonal.
    var crossing: [UInt64]
  }

  private let picture: Pixels
  private let wordsPerRow: Int
  private var equalities: [Equalities]
  private var rows: [(row: Int, words: [UInt64])]

  init(_ picture: Pixels) {
    self.picture = picture
    wordsPerRow = (picture.width + 63) / 64
    let empty = [UInt64](repeating: 0, count: wordsPerRow)
    equalities = Array(
      repeating: Equalities(right: empty, below: empty, belowRight: empty, crossing: empty), count: 2)
    rows = Array(repeating: (-1, empty), count: 3)
  }

  mutating func words(ofRow row: Int) -> [UInt64] {
    guard row >= 0, row < picture.height else { return [UInt64](repeating: 0, count: wordsPerRow) }
    let slot = row % 3
    if rows[slot].row != row {
      find(row)
    }
    return rows[slot].words
  }

  private mutating func find(_ row: Int) {
    let slot = row % 3
    rows[slot].row = row
    if row > 0 { compare(row - 1) }
    compare(row)
    let here = equalities[row & 1]
    let above = equalities[(row + 1) & 1]
    let hasAbove = row > 0
    let isEdge = row == 0 || row == picture.height - 1
    for word in 0..<wordsPerRow {
      // What belongs to the pixel on the left comes in by one bit.
      func fromLeft(_ words: [UInt64]) -> UInt64 { words[word] << 1 | (word > 0 ? words[word - 1] >> 63 : 0) }
      var (one, two, three): (UInt64, UInt64, UInt64) = (0, 0, 0)
      func add(_ bits: UInt64) {
        three |= two & bits
        two |= one & bits
        one |= bits
      }
      add(here.right[word])
      add(fromLeft(here.right))
      add(here.below[word])
      add(here.belowRight[word])
      add(fromLeft(here.crossing))
      if hasAbove {
        add(above.below[word])
        add(fromLeft(above.belowRight))
        add(above.crossing[word])
      }
      var border: UInt64 = isEdge ? .max : 0
      if word == 0 { border |= 1 }
      if word == wordsPerRow - 1 { border |= 1 << UInt64((picture.width - 1) % 64) }
      add(border)
      rows[slot].words[word] = three
    }
  }

  private mutating func compare(_ row: Int) {
    let slot = row & 1
    guard equalities[slot].row != row else { return }
    equalities[slot].row = row
    let isLast = row == picture.height - 1
    let start = row * picture.width
    for word in 0..<wordsPerRow {
      let index = start + word * 64
      let pixels = min(64, picture.width - word * 64)
      let pairs = min(64, picture.width - 1 - word * 64)
      equalities[slot].right[word] = equal(index, index + 1, pairs)
      let (below, pairsBelow) = (index + picture.width, isLast ? 0 : pairs)
      equalities[slot].below[word] = equal(index, below, isLast ? 0 : pixels)
      equalities[slot].belowRight[word] = equal(index, below + 1, pairsBelow)
      equalities[slot].crossing[word] = equal(index + 1, below, pairsBelow)
    }
  }

  private func equal(_ index: Int, _ other: Int, _ count: Int) -> UInt64 {
    guard count > 0 else { return 0 }
    return picture.equal(at: index, to: picture, at: other, count: count)
  }
}
