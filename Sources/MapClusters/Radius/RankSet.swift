/// A set of ranks that answers "how many are smaller" and "which is the n-th" from one bit a rank.
struct RankSet: Sendable {
  private static let wordsPerBlock = 8

  private let words: RadiusBuffer<UInt64>
  /// Members before each block of 512 ranks.
  private let before: RadiusBuffer<UInt32>
  /// The number of members.
  let count: Int

  /// The set of the items' ranks.
  ///
  /// - Parameter limit: above every rank.
  init(items: RadiusBuffer<RadiusRecord>, count: Int, limit: Int) {
    let blocks = limit / 512 + 1
    words = RadiusBuffer(count: blocks * Self.wordsPerBlock)
    before = RadiusBuffer(count: blocks)
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

  /// Whether a rank is a member.
  func contains(_ rank: Int) -> Bool { words[rank >> 6] >> UInt64(rank & 63) & 1 == 1 }

  /// The number of members below a rank.
  func index(of rank: Int) -> Int {
    let word = rank >> 6
    var sum = Int(before[rank >> 9])
    for earlier in (word & ~(Self.wordsPerBlock - 1))..<word { sum += words[earlier].nonzeroBitCount }
    return sum + (words[word] & ((1 << UInt64(rank & 63)) - 1)).nonzeroBitCount
  }

  /// The member with a number of members below it.
  ///
  /// - Precondition: `0 ≤ index < count`.
  func rank(at index: Int) -> Int {
    var (low, high) = (0, before.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(before[middle]) <= index { low = middle } else { high = middle }
    }
    var left = index - Int(before[low])
    var word = low * Self.wordsPerBlock
    while words[word].nonzeroBitCount <= left {
      left -= words[word].nonzeroBitCount
      word += 1
    }
    var bits = words[word]
    for _ in 0..<left { bits &= bits - 1 }
    return word << 6 + bits.trailingZeroBitCount
  }
}
