import MapGeometry

/// A set of ranks that answers "how many are smaller" and "which is the n-th" from one bit a rank.
struct RankSet: Sendable {
  private static let wordsPerBlock = 8

  private let words: PlainBuffer<UInt64>
  /// Members before each block of 512 ranks.
  private let before: PlainBuffer<UInt32>
  let count: Int

  var byteCount: Int { words.byteCount + before.byteCount }

  init(items: PlainBuffer<RadiusRecord>, count: Int, limit: Int) {
    let blocks = limit / 512 + 1
    words = PlainBuffer(count: blocks * Self.wordsPerBlock)
    before = PlainBuffer(count: blocks)
    self.count = count
    let (words, before) = (words.base, before.base)
    words.update(repeating: 0, count: blocks * Self.wordsPerBlock)
    for slot in 0..<count {
      let rank = Int(items[slot].rank)
      words[rank >> 6] |= 1 << UInt64(rank & 63)
    }
    var sum: UInt32 = 0
    for block in 0..<blocks {
      before[block] = sum
      for word in 0..<Self.wordsPerBlock {
        sum &+= UInt32(words[block * Self.wordsPerBlock + word].nonzeroBitCount)
      }
    }
  }

  /// A view of the set that costs nothing to pass around; valid as long as the set.
  var reader: RankReader { RankReader(words: words.base, before: before.base) }

  func index(of rank: Int) -> Int { reader.index(of: rank) }

  /// The member with a number of members below it.
  ///
  /// - Precondition: `0 ≤ index < count`.
  func rank(at index: Int) -> Int {
    let block = (0..<before.count).partitioningIndex { Int(before[$0]) > index } - 1
    var left = index - Int(before[block])
    var word = block * Self.wordsPerBlock
    while words[word].nonzeroBitCount <= left {
      left -= words[word].nonzeroBitCount
      word += 1
    }
    var bits = words[word]
    for _ in 0..<left { bits &= bits - 1 }
    return word << 6 + bits.trailingZeroBitCount
  }
}

/// Answers for a set without owning it: a query asks hundreds of times, and counting references to the set each
/// time took a third of it.
///
/// `@unchecked Sendable`: the pointers lead into a ``RankSet``'s buffers, which nobody writes to once the set is made.
/// A ``RadiusIndex`` holds each reader together with the level that owns its set, both for good; readers leave the
/// index only inside its own calls.
struct RankReader: @unchecked Sendable {
  let words: UnsafePointer<UInt64>
  let before: UnsafePointer<UInt32>

  @inline(__always) func index(of rank: Int) -> Int {
    let word = rank >> 6
    var sum = Int(before[rank >> 9])
    for earlier in (word & ~7)..<word { sum &+= words[earlier].nonzeroBitCount }
    return sum &+ (words[word] & ((1 << UInt64(rank & 63)) &- 1)).nonzeroBitCount
  }
}
