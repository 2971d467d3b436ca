/// What a share of the points leaves behind on its way into the cells, block by block: enough to put each point behind
/// the others of its cell once it is known how many there are.
///
/// A block of which few points count leaves their places within the block and their slots; a full one a slot for every
/// point, the largest number for those that do not count.
struct SlotTrail<Slot: FixedWidthInteger & UnsignedInteger & BitwiseCopyable> {
  /// Marks a block as full.
  private static var full: UInt16 { .max }

  /// Where the next block's slots are written.
  private(set) var slots: UnsafeMutablePointer<Slot>
  /// Where the next block's places are written, unless it is full.
  private(set) var places: UnsafeMutablePointer<UInt16>
  private var counts: UnsafeMutablePointer<UInt16>

  /// A trail that starts with a row, in buffers that all shares write in parts.
  init(
    slots: PlainBuffer<Slot>, places: PlainBuffer<UInt16>, counts: PlainBuffer<UInt16>, firstRow: Int,
    firstBlock: Int
  ) {
    self.slots = slots.base + firstRow
    self.places = places.base + firstRow
    self.counts = counts.base + firstBlock
  }

  /// Ends a block of which so many points left their places and slots.
  mutating func endBlock(found: Int) {
    counts.pointee = UInt16(truncatingIfNeeded: found)
    counts += 1
    slots += found
    places += found
  }

  /// Ends a block of which all points left their slots.
  mutating func endFullBlock(count: Int) {
    counts.pointee = Self.full
    counts += 1
    slots += count
  }

  /// Goes through a block's points that count.
  func visit(_ rows: Range<Int>, _ body: (_ slot: Int, _ row: Int) -> Void) {
    let found = counts.pointee
    if found == Self.full {
      for place in 0..<rows.count where slots[place] != .max {
        body(Int(truncatingIfNeeded: slots[place]), rows.lowerBound &+ place)
      }
    } else {
      for position in 0..<Int(found) {
        body(Int(truncatingIfNeeded: slots[position]), rows.lowerBound &+ Int(places[position]))
      }
    }
  }

  /// Follows the trail of a block: writes its points that count where the cursors of their slots are.
  @inline(__always)
  mutating func follow(
    _ rows: Range<Int>, to members: UnsafeMutablePointer<UInt32>, at cursors: UnsafeMutablePointer<Int>
  ) {
    let found = counts.pointee
    if found == Self.full {
      for place in 0..<rows.count where slots[place] != .max {
        let slot = Int(truncatingIfNeeded: slots[place])
        members[cursors[slot]] = UInt32(truncatingIfNeeded: rows.lowerBound &+ place)
        cursors[slot] &+= 1
      }
      endFullBlock(count: rows.count)
    } else {
      for position in 0..<Int(found) {
        let slot = Int(truncatingIfNeeded: slots[position])
        members[cursors[slot]] = UInt32(truncatingIfNeeded: rows.lowerBound &+ Int(places[position]))
        cursors[slot] &+= 1
      }
      endBlock(found: Int(found))
    }
  }
}
