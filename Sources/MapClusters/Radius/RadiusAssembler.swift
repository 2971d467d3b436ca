struct RadiusAssembler {
  /// Sums of coordinates times counts. It stands in the memory of the new level's items, which are as large
  /// and come to stand there only when the sums are done.
  private struct Sum: BitwiseCopyable {
    var x: Int64
    var y: Int64
  }

  let slices: ParallelSlices
  let wraps: Bool

  /// Forms the clusters.
  ///
  /// - Parameters:
  ///   - records: receives the new items, in the order of their origins' slots.
  ///   - spare: memory for the new items, if there is some.
  /// - Returns: the number of new items, and memory for them.
  func assemble(
    _ fine: RadiusLevel, owners: PlainBuffer<UInt32>, records: PlainBuffer<RadiusRecord>,
    numbers: PlainBuffer<UInt32>, merges: RadiusMerges, spare: PlainBuffer<RadiusRecord>?
  ) -> (count: Int, items: PlainBuffer<RadiusRecord>) {
    let sliceCount = slices.count(for: fine.count)
    let firstNumbers = countOrigins(fine, owners: owners, slices: sliceCount)
    let count = firstNumbers[sliceCount]
    let items = PlainBuffer<RadiusRecord>(count: count, padding: 4, inPlaceOf: spare)
    items.base.withMemoryRebound(to: Sum.self, capacity: count) { sums in
      start(fine, owners.base, records.base, numbers.base, sums, firstNumbers)
      addMembers(fine, owners.base, records.base, numbers.base, sums, merges, slices: sliceCount)
      finish(fine, owners.base, records.base, numbers.base, sums, slices: sliceCount)
    }
    return (count, items)
  }

  private func countOrigins(
    _ fine: RadiusLevel, owners: PlainBuffer<UInt32>, slices sliceCount: Int
  ) -> [Int] {
    let owners = owners.base
    var counts = [Int](repeating: 0, count: sliceCount + 1)
    counts.withUnsafeMutableBufferPointer { counts in
      slices.forEach(of: fine.count, slices: sliceCount) { slice, range in
        var count = 0
        for slot in range where owners[slot] == UInt32(truncatingIfNeeded: slot) { count &+= 1 }
        counts[slice + 1] = count
      }
    }
    for slice in 0..<sliceCount { counts[slice + 1] += counts[slice] }
    return counts
  }

  private func start(
    _ fine: RadiusLevel, _ owners: UnsafeMutablePointer<UInt32>,
    _ records: UnsafeMutablePointer<RadiusRecord>, _ numbers: UnsafeMutablePointer<UInt32>,
    _ sums: UnsafeMutablePointer<Sum>, _ firstNumbers: [Int]
  ) {
    let items = fine.items.base
    slices.forEach(of: fine.count, slices: firstNumbers.count - 1) { slice, range in
      var number = firstNumbers[slice]
      for slot in range where owners[slot] == UInt32(truncatingIfNeeded: slot) {
        let item = items[slot]
        numbers[slot] = UInt32(truncatingIfNeeded: number)
        records[number] = item
        let weight = Int64(item.count)
        sums[number] = Sum(x: Int64(item.x) &* weight, y: Int64(item.y) &* weight)
        number &+= 1
      }
    }
  }

  /// Adds the members to their origins. A slice adds to its own origins; the few members whose origin stands
  /// in another slice are kept and added by one thread.
  private func addMembers(
    _ fine: RadiusLevel, _ owners: UnsafeMutablePointer<UInt32>,
    _ records: UnsafeMutablePointer<RadiusRecord>, _ numbers: UnsafeMutablePointer<UInt32>,
    _ sums: UnsafeMutablePointer<Sum>, _ merges: RadiusMerges, slices sliceCount: Int
  ) {
    let items = fine.items.base
    let holders = merges.base
    let add = { (slot: Int) in
      let owner = Int(owners[slot])
      let number = Int(numbers[owner])
      let item = items[slot]
      let weight = Int64(item.count)
      let x = wraps ? Self.nearest(item.x, to: items[owner].x) : Int64(item.x)
      sums[number].x &+= x &* weight
      sums[number].y &+= Int64(item.y) &* weight
      records[number].gain(item.count, atLevel: fine.number)
      holders[Int(item.rank)] = RadiusMerges.word(owner: items[owner].rank, level: fine.number)
    }
    var strays = [[UInt32]](repeating: [], count: sliceCount)
    strays.withUnsafeMutableBufferPointer { strays in
      slices.forEach(of: fine.count, slices: sliceCount) { slice, range in
        for slot in range {
          let owner = Int(owners[slot])
          if owner == slot { continue }
          if range.contains(owner) {
            add(slot)
          } else {
            strays[slice].append(UInt32(truncatingIfNeeded: slot))
          }
        }
      }
    }
    for stray in strays.joined() { add(Int(stray)) }
  }

  /// Puts the items that gained something at their centers.
  private func finish(
    _ fine: RadiusLevel, _ owners: UnsafeMutablePointer<UInt32>,
    _ records: UnsafeMutablePointer<RadiusRecord>, _ numbers: UnsafeMutablePointer<UInt32>,
    _ sums: UnsafeMutablePointer<Sum>, slices sliceCount: Int
  ) {
    slices.forEach(of: fine.count, slices: sliceCount) { _, range in
      for slot in range where owners[slot] == UInt32(truncatingIfNeeded: slot) {
        let number = Int(numbers[slot])
        if records[number].birthLevel == fine.number {
          let count = Int64(records[number].count)
          records[number].x = Self.center(sums[number].x, count, wraps: wraps)
          records[number].y = Int32(truncatingIfNeeded: sums[number].y / count)
        }
      }
    }
  }

  /// The mean, toward zero; moved into the world where that has no edge.
  static func center(_ sum: Int64, _ count: Int64, wraps: Bool) -> Int32 {
    let mean = sum / count
    return Int32(truncatingIfNeeded: wraps ? wrapped(mean) : mean)
  }

  /// The x of the copy of an item that lies nearest to its origin.
  static func nearest(_ x: Int32, to origin: Int32) -> Int64 {
    Int64(origin) + wrapped(Int64(x) - Int64(origin))
  }

  /// Moved by whole worlds into -2^29 ..< 2^29.
  static func wrapped(_ x: Int64) -> Int64 {
    let (world, half) = (Int64(RadiusProjection.steps), Int64(RadiusProjection.steps / 2))
    return (x + half) & (world - 1) - half
  }
}
