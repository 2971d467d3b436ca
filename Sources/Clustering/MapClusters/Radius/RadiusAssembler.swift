struct RadiusAssembler {
  /// Sums of coordinates times counts. It stands in the memory of the new level's items, which are as large
  /// and come to stand there only when the sums are done.
  private struct Sum: BitwiseCopyable {
    var x: Int64
    var y: Int64
  }

  let slices: ParallelSlices
  let wraps: Bool

  func assemble(
    _ fine: RadiusLevel, owners: PlainBuffer<UInt32>, records: PlainBuffer<RadiusRecord>,
    numbers: PlainBuffer<UInt32>, merges: RadiusMerges, spare: PlainBuffer<RadiusRecord>?
  ) -> (count: Int, items: PlainBuffer<RadiusRecord>) {
    let (fineItems, holders, level) = (fine.items.base, merges.base, fine.number)
    let (owners, records, numbers) = (owners.base, records.base, numbers.base)
    let sliceCount = slices.count(for: fine.count)
    let counts = slices.map(of: fine.count, slices: sliceCount) { range in
      var count = 0
      for slot in range where owners[slot] == UInt32(truncatingIfNeeded: slot) { count &+= 1 }
      return count
    }
    let count = counts.reduce(0, +)
    let items = PlainBuffer<RadiusRecord>(count: count, padding: 4, inPlaceOf: spare)
    items.base.withMemoryRebound(to: Sum.self, capacity: count) { sums in
      slices.forEach(of: fine.count, slices: sliceCount) { slice, range in
        var number = counts[..<slice].reduce(0, +)
        for slot in range where owners[slot] == UInt32(truncatingIfNeeded: slot) {
          let item = fineItems[slot]
          numbers[slot] = UInt32(truncatingIfNeeded: number)
          records[number] = item
          let weight = Int64(item.count)
          sums[number] = Sum(x: Int64(item.x) &* weight, y: Int64(item.y) &* weight)
          number &+= 1
        }
      }
      let add = { (slot: Int) in
        let owner = Int(owners[slot])
        let number = Int(numbers[owner])
        let item = fineItems[slot]
        let weight = Int64(item.count)
        let x = wraps ? Self.nearest(item.x, to: fineItems[owner].x) : Int64(item.x)
        sums[number].x &+= x &* weight
        sums[number].y &+= Int64(item.y) &* weight
        records[number].gain(item.count, atLevel: level)
        holders[Int(item.rank)] = RadiusMerges.word(owner: fineItems[owner].rank, level: level)
      }
      // A slice adds to its own origins; the few members whose origin stands in another slice are added by one thread.
      let strays = slices.map(of: fine.count, slices: sliceCount) { range in
        var strays: [UInt32] = []
        for slot in range {
          let owner = Int(owners[slot])
          if owner == slot { continue }
          if range.contains(owner) { add(slot) } else { strays.append(UInt32(truncatingIfNeeded: slot)) }
        }
        return strays
      }
      for stray in strays.joined() { add(Int(stray)) }
      // Items that gained something are put at their centers.
      slices.forEach(of: fine.count, slices: sliceCount) { _, range in
        for slot in range where owners[slot] == UInt32(truncatingIfNeeded: slot) {
          let number = Int(numbers[slot])
          guard records[number].birthLevel == level else { continue }
          let count = Int64(records[number].count)
          records[number].x = Self.center(sums[number].x, count, wraps: wraps)
          records[number].y = Self.center(sums[number].y, count, wraps: false)
        }
      }
    }
    return (count, items)
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

  static func wrapped(_ x: Int64) -> Int64 {
    let (world, half) = (Int64(RadiusProjection.steps), Int64(RadiusProjection.steps / 2))
    return (x + half) & (world - 1) - half
  }
}
