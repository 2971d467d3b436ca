/// Numbers the cells that hold points in the order in which they are met, and keeps their sums.
///
/// Few considered cells are looked up in a plain array, many by hashing. Neither order nor addresses of the table ever
/// reach a result: what counts are the slots.
struct SlotTable: ~Copyable {
  /// Up to so many considered cells an array is used.
  static let mostDense = 1 << 20

  private(set) var count = 0
  private var capacity = 64
  private var sums = SlotTable.allocated(64)
  private let columns: Int
  /// Slot plus one of each cell, 0 for none; or the hash table of the same.
  private var places: UnsafeMutablePointer<UInt32>
  private var placeCount: Int
  private let isDense: Bool

  init(columns: Int, rows: Int) {
    self.columns = columns
    let cells = columns.multipliedReportingOverflow(by: rows)
    isDense = !cells.overflow && cells.partialValue <= SlotTable.mostDense
    placeCount = isDense ? max(1, columns * rows) : 4096
    places = SlotTable.zeroed(placeCount)
  }

  deinit {
    sums.deallocate()
    places.deallocate()
  }

  subscript(slot: Int) -> CellSum { @inline(__always) get { sums[slot] } }

  var all: [CellSum] { Array(UnsafeBufferPointer(start: sums, count: count)) }

  mutating func clearSums() { for slot in 0..<count { sums[slot].clear() } }

  /// The slot of the point's cell, with the point added to it.
  @inline(__always) mutating func add(
    column: Int, row: Int, index: Int, latitude: Double, longitude: Double, units: Int64
  ) -> UInt32 {
    let key = isDense ? row &* columns &+ column : hashed(column: column, row: row)
    let slot = places[key]
    if slot != 0 {
      sums[Int(slot &- 1)].add(latitude: latitude, longitude: longitude, units: units)
      return slot &- 1
    }
    return append(
      CellSum(column: column, row: row, first: index, latitude: latitude, longitude: longitude, units: units),
      at: key)
  }

  /// The slot of another thread's cell, with its points added to it.
  mutating func add(_ later: CellSum) -> UInt32 {
    let (column, row) = (Int(later.column), Int(later.row))
    let index = isDense ? row * columns + column : hashed(column: column, row: row)
    let slot = places[index]
    if slot != 0 {
      sums[Int(slot - 1)].add(later)
      return slot - 1
    }
    return append(later, at: index)
  }

  @inline(never) private mutating func append(_ sum: CellSum, at index: Int) -> UInt32 {
    if count == capacity {
      let grown = SlotTable.allocated(capacity * 2)
      grown.moveInitialize(from: sums, count: count)
      sums.deallocate()
      sums = grown
      capacity *= 2
    }
    (sums + count).initialize(to: sum)
    count += 1
    places[index] = UInt32(truncatingIfNeeded: count)
    if !isDense && count * 2 > placeCount { rehash() }
    return UInt32(truncatingIfNeeded: count - 1)
  }

  /// The index of a cell, or of its free slot, in the hash table.
  private func hashed(column: Int, row: Int) -> Int {
    let key = UInt64(UInt32(truncatingIfNeeded: column)) << 32 | UInt64(UInt32(truncatingIfNeeded: row))
    var index = Int(truncatingIfNeeded: mixed(key)) & (placeCount - 1)
    while places[index] != 0 {
      let sum = sums[Int(places[index] - 1)]
      if Int(sum.column) == column && Int(sum.row) == row { break }
      index = (index + 1) & (placeCount - 1)
    }
    return index
  }

  private mutating func rehash() {
    places.deallocate()
    placeCount *= 4
    places = SlotTable.zeroed(placeCount)
    for slot in 0..<count {
      let index = hashed(column: Int(sums[slot].column), row: Int(sums[slot].row))
      places[index] = UInt32(truncatingIfNeeded: slot + 1)
    }
  }

  /// Each sum in a line of the cache of its own.
  private static func allocated(_ count: Int) -> UnsafeMutablePointer<CellSum> {
    UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<CellSum>.stride, alignment: 64)
      .bindMemory(to: CellSum.self, capacity: count)
  }

  private static func zeroed(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    let places = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    places.initialize(repeating: 0, count: count)
    return places
  }
}

/// All bits of a number spread over all bits of another: the finalizer of MurmurHash3, always the same.
@inline(__always) func mixed(_ key: UInt64) -> UInt64 {
  var bits = (key ^ key >> 33) &* 0xff51_afd7_ed55_8ccd
  bits = (bits ^ bits >> 33) &* 0xc4ce_b9fe_1a85_ec53
  return bits ^ bits >> 33
}
