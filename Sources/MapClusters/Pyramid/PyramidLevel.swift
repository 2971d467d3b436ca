/// The occupied cells of one zoom, in key order.
struct PyramidLevel: Sendable {
  /// Cells of more points than this keep their facts; those of fewer are visited when asked for.
  static let visitLimit = 16

  /// The number of cells.
  let count: Int
  /// The place of each cell's first point, and the number of points at the end.
  let starts: PlainBuffer<UInt32>
  /// The cells that keep facts, ascending, and their facts.
  let heavy: [UInt32]
  let heavyFacts: [PyramidFacts]

  /// The places of a cell's points.
  @inline(__always)
  func places(of cell: Int) -> Range<Int> { Int(starts[cell])..<Int(starts[cell + 1]) }

  /// What is known of a cell.
  func facts(of cell: Int, points: PyramidPoints) -> PyramidFacts {
    let places = places(of: cell)
    guard places.count > Self.visitLimit else { return points.facts(of: places) }
    var (low, high) = (0, heavy.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(heavy[middle]) <= cell { low = middle } else { high = middle }
    }
    return heavyFacts[low]
  }
}

/// Builds the levels of a pyramid from the finest up.
struct PyramidBuilder {
  let key: PyramidKey
  let slices: ParallelSlices

  /// The levels, coarsest first.
  func levels(of points: PyramidPoints) -> [PyramidLevel] {
    let count = points.order.count
    let partings = partings(of: points)
    var levels: [PyramidLevel] = []
    for zoom in stride(from: key.maximumZoom, through: 0, by: -1) {
      let (cells, starts) = starts(atZoom: zoom, from: levels.last, partings: partings, count: count)
      levels.append(level(cells, starts, from: levels.last, points: points))
    }
    return levels.reversed()
  }

  /// By place: the coarsest zoom at which a cell begins there. One byte a point instead of a key.
  private func partings(of points: PyramidPoints) -> PlainBuffer<UInt8> {
    let partings = PlainBuffer<UInt8>(count: points.order.count)
    let (keys, target) = (points.keys.base, partings.base)
    slices.forEach(of: partings.count) { _, range in
      for place in range {
        let zoom = place == 0 ? 0 : key.parting(keys[place &- 1], keys[place])
        target[place] = UInt8(truncatingIfNeeded: zoom)
      }
    }
    return partings
  }

  /// The starts of a level's cells: those of the finer level, or of all points, that start a cell here too.
  private func starts(
    atZoom zoom: Int, from finer: PyramidLevel?, partings: PlainBuffer<UInt8>, count: Int
  ) -> (Int, PlainBuffer<UInt32>) {
    let length = finer?.count ?? count
    let sliceCount = slices.count(for: length)
    let (source, partings) = (finer?.starts.base, partings.base)
    let limit = UInt8(truncatingIfNeeded: zoom)
    let visit = { (range: Range<Int>, body: (UInt32) -> Void) in
      for position in range {
        let place = source?[position] ?? UInt32(truncatingIfNeeded: position)
        if partings[Int(place)] <= limit { body(place) }
      }
    }
    var first = [Int](repeating: 0, count: sliceCount + 1)
    // One thread needs no count before it writes: pages it does not reach are never made.
    if sliceCount > 1 {
      first.withUnsafeMutableBufferPointer { first in
        slices.forEach(of: length, slices: sliceCount) { slice, range in
          var found = 0
          visit(range) { _ in found &+= 1 }
          first[slice + 1] = found
        }
        for slice in 0..<sliceCount { first[slice + 1] += first[slice] }
      }
    }
    let starts = PlainBuffer<UInt32>(count: (sliceCount > 1 ? first[sliceCount] : length) + 1)
    let target = starts.base
    first.withUnsafeMutableBufferPointer { first in
      slices.forEach(of: length, slices: sliceCount) { slice, range in
        var cell = first[slice]
        visit(range) { place in
          target[cell] = place
          cell &+= 1
        }
        if slice == sliceCount - 1 { first[sliceCount] = cell }
      }
    }
    starts[first[sliceCount]] = UInt32(truncatingIfNeeded: count)
    return (first[sliceCount], starts)
  }

  /// Gathers the facts of the cells that keep them, from the cells inside them.
  private func level(
    _ count: Int, _ starts: PlainBuffer<UInt32>, from finer: PyramidLevel?, points: PyramidPoints
  ) -> PyramidLevel {
    let sliceCount = slices.count(for: count)
    var parts = [(heavy: [UInt32], facts: [PyramidFacts])](repeating: ([], []), count: sliceCount)
    parts.withUnsafeMutableBufferPointer { parts in
      slices.forEach(of: count, slices: sliceCount) { slice, range in
        parts[slice] = heavyCells(range, starts, from: finer, points: points)
      }
    }
    return PyramidLevel(
      count: count, starts: starts, heavy: parts.flatMap(\.heavy), heavyFacts: parts.flatMap(\.facts))
  }

  /// The cells of a range that keep facts, and these.
  private func heavyCells(
    _ cells: Range<Int>, _ starts: PlainBuffer<UInt32>, from finer: PyramidLevel?, points: PyramidPoints
  ) -> ([UInt32], [PyramidFacts]) {
    var heavy: [UInt32] = []
    var facts: [PyramidFacts] = []
    var (inner, innerHeavy) = (0, 0)
    if let finer, cells.lowerBound > 0 {
      inner = Self.firstIndex(in: 0..<finer.count) { finer.starts[$0] >= starts[cells.lowerBound] }
      innerHeavy = Self.firstIndex(in: finer.heavy.indices) { finer.heavy[$0] >= inner }
    }
    for cell in cells {
      let places = Int(starts[cell])..<Int(starts[cell + 1])
      guard places.count > PyramidLevel.visitLimit else { continue }
      heavy.append(UInt32(truncatingIfNeeded: cell))
      guard let finer else {
        facts.append(points.facts(of: places))
        continue
      }
      var sum = PyramidFacts()
      while Int(finer.starts[inner]) < places.lowerBound { inner += 1 }
      while inner < finer.count && Int(finer.starts[inner]) < places.upperBound {
        let innerPlaces = finer.places(of: inner)
        if innerPlaces.count > PyramidLevel.visitLimit {
          while Int(finer.heavy[innerHeavy]) < inner { innerHeavy += 1 }
          sum.include(finer.heavyFacts[innerHeavy])
        } else {
          sum.include(points.facts(of: innerPlaces))
        }
        inner += 1
      }
      facts.append(sum)
    }
    return (heavy, facts)
  }

  /// The first index that satisfies what all later ones do; the end where none does.
  private static func firstIndex(in range: Range<Int>, where isPast: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isPast(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
