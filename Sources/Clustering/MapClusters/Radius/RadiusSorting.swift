/// Sorts items into the cells of a grid by counting, one pass to count and one to move.
struct RadiusSorting {
  let slices: ParallelSlices
  /// Each slice counts into a table of its own, as large as the level.
  private static let sliceLimit = 4

  /// Sorts the first `count` records into a level's items; equal cells keep their order.
  func sort(
    _ scratch: RadiusScratch, count: Int, grid: RadiusGrid, into items: PlainBuffer<RadiusRecord>,
    spare: PlainBuffer<UInt32>? = nil
  ) -> PlainBuffer<UInt32> {
    let buckets = grid.bucketCount
    let starts = PlainBuffer<UInt32>(count: buckets + 2, inPlaceOf: spare)
    let sliceCount = min(Self.sliceLimit, slices.count(for: count))
    // The first slice counts where the result will stand, one index on, so that moving items turns starts
    // into ends, which are the next bucket's starts.
    let others = (1..<max(1, sliceCount)).map { slice in
      slice == 1 && scratch.owners.count >= buckets ? scratch.owners : PlainBuffer<UInt32>(count: buckets)
    }
    let tables = [starts.base + 1] + others.map(\.base)
    let (source, target, bucketOf) = (scratch.records.base, items.base, scratch.positions.base)
    slices.forEach(of: count, slices: sliceCount) { slice, range in
      let table = tables[slice]
      if slice > 0 || !starts.beginsAsZeros { table.update(repeating: 0, count: buckets) }
      for index in range {
        let bucket = grid.bucket(of: source[index])
        bucketOf[index] = UInt32(truncatingIfNeeded: bucket)
        table[bucket] &+= 1
      }
    }
    var sum: UInt32 = 0
    if others.isEmpty {
      let table = tables[0]
      for bucket in 0..<buckets { (table[bucket], sum) = (sum, sum &+ table[bucket]) }
    } else {
      tables.withUnsafeBufferPointer { tables in
        for bucket in 0..<buckets {
          for table in tables { (table[bucket], sum) = (sum, sum &+ table[bucket]) }
        }
      }
    }
    slices.forEach(of: count, slices: sliceCount) { slice, range in
      let table = tables[slice]
      for index in range {
        let bucket = Int(bucketOf[index])
        let slot = table[bucket]
        table[bucket] = slot &+ 1
        bucketOf[index] = slot
        target[Int(slot)] = source[index]
      }
    }
    if let last = others.last { (starts.base + 1).update(from: last.base, count: buckets) }
    starts[0] = 0
    return withExtendedLifetime(others) { starts }
  }
}
