/// The item that took in each item, for clusters of two points or more: one word a point instead of one an item and level.
///
/// An item keeps the rank of the point it began with, and ends where an item of smaller rank takes it in. So a
/// point's item at any zoom is found by following ranks, and every rank is taken in once at most.
struct RadiusMerges: Sendable {
  /// Ranks stay below ``RadiusSettings/pointLimit``, 2^26; above them the level, of which there are fewer than 32.
  private static let rankBits = 26
  private static let rankMask: UInt32 = (1 << 26) - 1

  /// By rank: the number of the level in which the item is taken in, and the rank of the item that takes it; 0 where
  /// it lives on to the coarsest level, as no level that is clustered has the number 0.
  private let words: PlainBuffer<UInt32>

  var byteCount: Int { words.byteCount }

  init(count: Int) { words = PlainBuffer(count: count) }

  /// Forgets the merges of some ranks; to be done for all of them before the first is recorded.
  func clear(_ ranks: Range<Int>) {
    guard !words.beginsAsZeros else { return }
    (words.base + ranks.lowerBound).update(repeating: 0, count: ranks.count)
  }

  /// The memory in which merges are recorded; valid as long as the table.
  var base: UnsafeMutablePointer<UInt32> { words.base }

  /// The record of an item taken in by that of rank `owner` among the items of a level.
  @inline(__always) static func word(owner: UInt32, level: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: level) << UInt32(rankBits) | owner
  }

  /// True if the item of rank `owner` takes in the item of `rank` among the items of a level.
  func isTaken(_ rank: UInt32, by owner: UInt32, level: Int) -> Bool {
    words[Int(rank)] == Self.word(owner: owner, level: level)
  }

  func holder(of rank: UInt32, above level: Int) -> UInt32 {
    let word = words[Int(rank)]
    return Int(word >> UInt32(Self.rankBits)) == level ? word & Self.rankMask : rank
  }

  /// By point: the rank of the item that holds it in a level.
  ///
  /// - Complexity: O(*n*): an item is taken in by one of smaller rank, whose holder is known by then.
  func holders(inLevel level: Int) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: words.count) { holders, initialized in
      for rank in 0..<words.count {
        let word = words[rank]
        holders[rank] =
          Int(word >> UInt32(Self.rankBits)) > level
          ? holders[Int(word & Self.rankMask)] : UInt32(truncatingIfNeeded: rank)
      }
      initialized = words.count
    }
  }
}
