/// Finds the origin that each item of a level belongs to, for clusters of two points or more.
///
/// The walk "take the first free item, give it all free items around it" has a local form: an item is an
/// origin exactly if no origin of smaller rank lies within the radius, and any other item belongs to the
/// origin of smallest rank around it (the lexicographically first maximal independent set). So items may be
/// asked in any order and by any number of threads: an answer found twice is the same answer.
///
/// To know an item, its earlier neighbors must be known; a stack of its own, not the thread's, holds those
/// that wait, as a line of points in reverse order makes a chain as long as the line. An item scans its
/// surroundings once. For each scan that does not make an origin, one is found nearby, and origins keep a
/// radius apart; hence the time is linear for any distribution, a million points at one coordinate included.
struct OriginResolver: ~Copyable {
  /// An item that waits for the answer of an earlier one, and where its neighbors lie on the stacks.
  struct Frame: BitwiseCopyable {
    let slot: UInt32
    let rank: UInt32
    let firstEarlier: Int
    let firstLater: Int
  }

  private let neighborhood: RadiusNeighborhood
  private let owners: OwnerTable
  private var earlier = RadiusStack<UInt32>()
  private var later = RadiusStack<UInt32>()
  private var waiting = RadiusStack<Frame>()

  init(neighborhood: RadiusNeighborhood, owners: OwnerTable) {
    self.neighborhood = neighborhood
    self.owners = owners
  }

  mutating func settle(_ range: Range<Int>) {
    // Constants of this call: read through `self`, they would be read again after each write to memory.
    let (neighborhood, owners) = (neighborhood, owners)
    for slot in range {
      let slot = UInt32(truncatingIfNeeded: slot)
      guard owners[slot] == OwnerTable.none else { continue }
      let frame = open(slot, neighborhood, owners)
      // Most items have nothing near.
      if earlier.count &+ later.count == 0 { owners[slot] = slot } else { settle(frame) }
    }
  }

  @inline(never) private mutating func settle(_ first: Frame) {
    var frame = first
    while true {
      let leader = earliestCandidate(of: frame)
      if leader == OwnerTable.none {
        becomeOrigin(frame)
      } else {
        let owner = owners[leader]
        if owner == OwnerTable.none {
          waiting.append(frame)
          frame = open(leader, neighborhood, owners)
          continue
        }
        // Another thread has given the leader away since: look again.
        if owner != leader { continue }
        owners[frame.slot] = leader
      }
      earlier.truncate(to: frame.firstEarlier)
      later.truncate(to: frame.firstLater)
      guard let next = waiting.popLast() else { return }
      frame = next
    }
  }

  @inline(__always) private mutating func open(
    _ slot: UInt32, _ neighborhood: RadiusNeighborhood, _ owners: OwnerTable
  ) -> Frame {
    let item = neighborhood.items[Int(slot)]
    let frame = Frame(slot: slot, rank: item.rank, firstEarlier: earlier.count, firstLater: later.count)
    neighborhood.forEach(aroundX: item.x, y: item.y, but: Int(slot)) { neighbor in
      let other = UInt32(truncatingIfNeeded: neighbor)
      if neighborhood.items[neighbor].rank > item.rank {
        later.append(other)
      } else {
        let owner = owners[other]
        if owner == OwnerTable.none || owner == other { earlier.append(other) }
      }
    }
    return frame
  }

  /// The first earlier neighbor that is an origin or may become one; none makes the item an origin.
  @inline(__always) private func earliestCandidate(of frame: Frame) -> UInt32 {
    var (best, bestRank) = (OwnerTable.none, UInt32.max)
    var position = frame.firstEarlier
    while position < earlier.count {
      let slot = earlier[position]
      position &+= 1
      let rank = neighborhood.items[Int(slot)].rank
      guard rank < bestRank else { continue }
      let owner = owners[slot]
      if owner == OwnerTable.none || owner == slot { (best, bestRank) = (slot, rank) }
    }
    return best
  }

  /// Settles an origin, and claims the neighbors after it: most of them never need a scan of their own.
  @inline(__always) private func becomeOrigin(_ frame: Frame) {
    owners[frame.slot] = frame.slot
    var position = frame.firstLater
    while position < later.count {
      owners.claim(later[position], for: frame.slot, rank: frame.rank, items: neighborhood.items)
      position &+= 1
    }
  }
}
