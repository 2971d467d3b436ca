/// The items of one zoom in the order of their cells, with the cells' bounds: immutable once built.
///
/// A slot is an item's position in that order; it means nothing outside. An item's index is its position in the
/// order of the walk, which ids and results follow.
struct RadiusLevel: Sendable {
  let number: Int
  let count: Int
  let grid: RadiusGrid
  /// By slot, padded for the scan.
  private(set) var items: PlainBuffer<RadiusRecord>
  /// The first slot of each bucket, and one more at the end.
  private(set) var starts: PlainBuffer<UInt32>
  /// By slot: the slot of the item one level coarser that this one is part of; `nil` at the coarsest, and where
  /// ``RadiusMerges`` knows.
  var up: PlainBuffer<UInt32>?
  var order = RadiusOrder.points

  mutating func orderByRank(pointCount: Int) {
    guard case .points = order else { return }
    order = .inherited(RankSet(items: items, count: count, limit: pointCount))
  }

  /// Forgets all but the indices, which ids of clusters are made of; returns the memory, to be used again.
  mutating func forgetItems() -> RadiusMemory {
    let memory = RadiusMemory(items: items, starts: starts)
    (items, starts) = (PlainBuffer(count: 0), PlainBuffer(count: 0))
    return memory
  }

  var byteCount: Int {
    let order =
      switch order {
      case .points: 0
      case .inherited(let ranks): ranks.byteCount
      case .walked(let walk): walk.slots.byteCount + walk.identities.byteCount
      }
    return items.byteCount + starts.byteCount + (up?.byteCount ?? 0) + order
  }

  /// Slots of items in a rectangle, in index order.
  ///
  /// - Complexity: about the rectangle's cells and what lies in them, at most all items.
  func slots(in bounds: RadiusBounds) -> [Int] {
    guard let window = grid.window(bounds) else { return [] }
    var keys: [UInt64] = []
    let (items, starts) = (items.base, starts.base)
    let inspect = { (first: Int, end: Int) in
      var slot = first
      while slot < end {
        if bounds.contains(items[slot]) { keys.append(Self.key(items[slot].rank, slot)) }
        slot &+= 1
      }
    }
    // Empty cells cost time too: from some size on, looking at every item is cheaper.
    if window.cellCount >= count {
      inspect(0, count)
    } else {
      grid.forEachRun(in: window) { first, last in inspect(Int(starts[first]), Int(starts[last + 1])) }
    }
    return withExtendedLifetime(self) { Self.sorted(&keys) }
  }

  func sorted(_ slots: [Int]) -> [Int] {
    var keys = slots.map { Self.key(items[$0].rank, $0) }
    return Self.sorted(&keys)
  }

  /// Sorts like the rank, holds the slot.
  @inline(__always) private static func key(_ rank: UInt32, _ slot: Int) -> UInt64 {
    UInt64(rank) << 32 | UInt64(truncatingIfNeeded: slot)
  }

  /// Slots by rank, each once: distant cells of a window can share a bucket.
  private static func sorted(_ keys: inout [UInt64]) -> [Int] {
    keys.sort()
    var result: [Int] = []
    result.reserveCapacity(keys.count)
    var last = UInt64.max
    for key in keys where key != last {
      result.append(Int(key & 0xFFFF_FFFF))
      last = key
    }
    return result
  }
}

enum RadiusOrder: Sendable {
  /// The points themselves: rank, index and row in the table are one.
  case points
  /// A cluster has the rank of its origin, down to the point it began with; the index is the rank among those
  /// that are left.
  case inherited(RankSet)
  /// The rank is the index, found anew at every level, because neighbors passed through change places.
  case walked(RadiusWalkOrder)
}

struct RadiusWalkOrder: Sendable {
  /// By index.
  let slots: PlainBuffer<UInt32>
  /// By slot: the point's row in the table, or the index of the cluster's origin in its level.
  let identities: PlainBuffer<UInt32>
}
