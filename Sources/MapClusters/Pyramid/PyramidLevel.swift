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
    var first = [Int](repeating: 0, count: sliceCount + 1)
    let visit = { (range: Range<Int>, body: (UInt32) -> Void) in
      for position in range {
        let place = source?[position] ?? UInt32(truncatingIfNeeded: position)
        if partings[Int(place)] <= limit { body(place) }
      }
    }
    first.withUnsafeMutableBufferPointer { first in
      slices.forEach(of: length, slices: sliceCount) { slice, range in
        var found = 0
        visit(range) { _ in found &+= 1 }
        first[slice + 1] = found
      }
    }
    for slice in 0..<sliceCount { first[slice + 1] += first[slice] }
    let starts = PlainBuffer<UInt32>(count: first[sliceCount] + 1)
    let target = starts.base
    slices.forEach(of: length, slices: sliceCount) { slice, range in
      var cell = first[slice]
      visit(range) { place in
        target[cell] = place
        cell &+= 1
      }
    }
    starts[first[sliceCount]] = UInt32(truncatingIfNeeded: count)
    return (first[sliceCount], starts)
  }

  /// Gathers the facts of the cells that keep them, from the cells inside them.
  private func level(
    _ count: Int, _ starts: PlainBuffer<UInt32>, from finer: PyramidLevel?, points: PyramidPoints
  ) -> PyramidLevel {
    var heavy: [UInt32] = []
    var facts: [PyramidFacts] = []
    var inner = 0
    var innerHeavy = 0
    for cell in 0..<count {
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
    return PyramidLevel(count: count, starts: starts, heavy: heavy, heavyFacts: facts)
  }
}
