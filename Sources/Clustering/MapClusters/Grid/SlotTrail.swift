/// The record of a share of the points on its way into the cells, block by block: enough to put each point behind
/// the others of its cell once their number is known.
///
/// Each block leaves the places within it of the points that count, and their slots.
struct SlotTrail<Slot: FixedWidthInteger & UnsignedInteger & BitwiseCopyable> {
  private(set) var slots: UnsafeMutablePointer<Slot>
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

  mutating func endBlock(found: Int) {
    counts.pointee = UInt16(truncatingIfNeeded: found)
    counts += 1
    slots += found
    places += found
  }

  func visit(_ rows: Range<Int>, _ body: (_ slot: Int, _ row: Int) -> Void) {
    for position in 0..<Int(counts.pointee) {
      body(Int(truncatingIfNeeded: slots[position]), rows.lowerBound &+ Int(places[position]))
    }
  }

  /// Visits the points of a block that count, and goes on to the next block.
  mutating func pass(_ rows: Range<Int>, _ body: (_ slot: Int, _ row: Int) -> Void) {
    visit(rows, body)
    endBlock(found: Int(counts.pointee))
  }

  /// Follows the trail of a block: writes its points that count where the cursors of their slots are.
  ///
  /// - Parameter cursor: the number of a slot's cursor.
  @inline(__always) mutating func follow(
    _ rows: Range<Int>, to members: UnsafeMutablePointer<UInt32>, at cursors: UnsafeMutablePointer<Int>,
    _ cursor: (_ slot: Int) -> Int
  ) {
    let found = Int(counts.pointee)
    for position in 0..<found {
      let slot = cursor(Int(truncatingIfNeeded: slots[position]))
      members[cursors[slot]] = UInt32(truncatingIfNeeded: rows.lowerBound &+ Int(places[position]))
      cursors[slot] &+= 1
    }
    endBlock(found: found)
  }
}
