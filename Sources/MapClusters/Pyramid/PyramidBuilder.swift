/// Builds the levels of a pyramid from its sorted points.
struct PyramidBuilder {
  let key: PyramidKey
  let slices: ParallelSlices

  /// The levels, coarsest first.
  func levels(of points: PyramidPoints) -> [PyramidLevel] {
    let starts = starts(of: points)
    var levels: [PyramidLevel] = []
    points.order.withUnsafeBufferPointer { order in
      let columns = PyramidColumns(
        longitudes: points.longitudes.base, latitudes: points.latitudes.base, order: order.baseAddress)
      for zoom in stride(from: key.maximumZoom, through: 0, by: -1) {
        levels.append(level(starts[zoom], from: levels.last, points: columns))
      }
    }
    return levels.reversed()
  }

  // MARK: Where cells start

  /// By zoom: the place of each cell's first point, and the number of points at the end.
  ///
  /// Each slice of the points makes its part of all levels, each from the finer one. How many cells begin in a slice at
  /// each zoom is counted beforehand: so no thread waits for another, and memory is taken as it is needed.
  private func starts(of points: PyramidPoints) -> [PlainBuffer<UInt32>] {
    let count = points.order.count
    let zooms = key.maximumZoom + 1
    let sliceCount = slices.count(for: count)
    let partings = PlainBuffer<UInt8>(count: count)
    var cells = [Int](repeating: 0, count: sliceCount * zooms)
    cells.withUnsafeMutableBufferPointer { cells in
      slices.forEach(of: count, slices: sliceCount) { slice, range in
        let found = note(partingsOf: points.keys.base, range, in: partings.base)
        for zoom in 0..<zooms { cells[slice * zooms + zoom] = found[zoom] }
      }
    }
    // Where each slice's cells begin in its level.
    var sums = [Int](repeating: 0, count: zooms)
    for position in cells.indices {
      let zoom = position % zooms
      (cells[position], sums[zoom]) = (sums[zoom], sums[zoom] + cells[position])
    }
    let starts = sums.map { PlainBuffer<UInt32>(count: $0 + 1) }
    for (zoom, sum) in sums.enumerated() { starts[zoom][sum] = UInt32(truncatingIfNeeded: count) }
    slices.forEach(of: count, slices: sliceCount) { slice, range in
      for zoom in stride(from: key.maximumZoom, through: 0, by: -1) {
        let first = cells[slice * zooms + zoom]
        let end = slice + 1 < sliceCount ? cells[(slice + 1) * zooms + zoom] : sums[zoom]
        let target = starts[zoom].base
        let limit = UInt8(truncatingIfNeeded: zoom)
        if zoom == key.maximumZoom {
          keep(first..<end, in: target, limit: limit, partings.base) {
            UInt32(truncatingIfNeeded: range.lowerBound &+ $0)
          }
        } else {
          let finer = starts[zoom + 1].base + cells[slice * zooms + zoom + 1]
          keep(first..<end, in: target, limit: limit, partings.base) { finer[$0] }
        }
      }
    }
    withExtendedLifetime(partings) {}
    return starts
  }

  /// Notes by place the coarsest zoom at which a cell begins there: one byte a point instead of a key.
  ///
  /// - Returns: by zoom, how many cells begin in the range.
  private func note(
    partingsOf keys: UnsafePointer<UInt64>, _ range: Range<Int>, in partings: UnsafeMutablePointer<UInt8>
  ) -> [Int] {
    var found = [Int](repeating: 0, count: key.maximumZoom + 2)
    found.withUnsafeMutableBufferPointer { found in
      for place in range {
        let zoom = place == 0 ? 0 : key.parting(keys[place &- 1], keys[place])
        partings[place] = UInt8(truncatingIfNeeded: zoom)
        found[zoom] &+= 1
      }
    }
    // What begins at a zoom begins at all finer ones.
    for zoom in 1..<found.count { found[zoom] += found[zoom - 1] }
    return found
  }

  /// Writes those of some places where a cell begins at a zoom, as many as there are.
  ///
  /// Without a branch that depends on a place: half of them would be foreseen wrongly.
  @inline(__always)
  private func keep(
    _ positions: Range<Int>, in target: UnsafeMutablePointer<UInt32>, limit: UInt8,
    _ partings: UnsafePointer<UInt8>, from place: (Int) -> UInt32
  ) {
    var (cell, next) = (positions.lowerBound, 0)
    while cell < positions.upperBound {
      let start = place(next)
      target[cell] = start
      cell &+= partings[Int(start)] <= limit ? 1 : 0
      next &+= 1
    }
  }

  // MARK: What is known of cells

  /// Gathers the facts of the cells that keep them, from the cells inside them.
  private func level(
    _ starts: PlainBuffer<UInt32>, from finer: PyramidLevel?, points: PyramidColumns
  ) -> PyramidLevel {
    let count = starts.count - 1
    let sliceCount = slices.count(for: count)
    var parts = [(heavy: [UInt32], facts: [PyramidFacts])](repeating: ([], []), count: sliceCount)
    parts.withUnsafeMutableBufferPointer { parts in
      slices.forEach(of: count, slices: sliceCount) { slice, range in
        let heavy = heavyCells(range, starts.base)
        parts[slice] = (heavy, facts(of: heavy, starts.base, from: finer, points: points))
      }
    }
    return PyramidLevel(
      count: count, starts: starts, heavy: parts.flatMap(\.heavy), heavyFacts: parts.flatMap(\.facts))
  }

  /// The cells of a range that keep facts; most of a fine level do not, so eight are asked at once.
  private func heavyCells(_ cells: Range<Int>, _ starts: UnsafePointer<UInt32>) -> [UInt32] {
    let limit = UInt32(PyramidLevel.visitLimit)
    var heavy: [UInt32] = []
    var cell = cells.lowerBound
    while cell < cells.upperBound {
      let block = min(8, cells.upperBound - cell)
      if block == 8 {
        let begins = UnsafeRawPointer(starts + cell).loadUnaligned(as: SIMD8<UInt32>.self)
        let ends = UnsafeRawPointer(starts + cell + 1).loadUnaligned(as: SIMD8<UInt32>.self)
        if (ends &- begins).max() <= limit {
          cell &+= 8
          continue
        }
      }
      for inner in cell..<cell + block where starts[inner + 1] &- starts[inner] > limit {
        heavy.append(UInt32(truncatingIfNeeded: inner))
      }
      cell &+= block
    }
    return heavy
  }

  /// The facts of some cells: those of the finer cells inside that keep facts, and of the points between them.
  private func facts(
    of cells: [UInt32], _ starts: UnsafePointer<UInt32>, from finer: PyramidLevel?, points: PyramidColumns
  ) -> [PyramidFacts] {
    guard let finer, let first = cells.first else {
      return cells.map { points.facts(of: Int(starts[Int($0)])..<Int(starts[Int($0) + 1])) }
    }
    let inner = finer.starts.base
    return finer.heavy.withUnsafeBufferPointer { heavy in
      finer.heavyFacts.withUnsafeBufferPointer { facts in
        var next = Self.firstIndex(in: heavy.indices) { inner[Int(heavy[$0])] >= starts[Int(first)] }
        return cells.map { cell in
          var place = Int(starts[Int(cell)])
          let end = Int(starts[Int(cell) + 1])
          var sum = PyramidFacts()
          while next < heavy.count, Int(inner[Int(heavy[next])]) < end {
            sum.include(points.facts(of: place..<Int(inner[Int(heavy[next])])))
            sum.include(facts[next])
            place = Int(inner[Int(heavy[next]) + 1])
            next &+= 1
          }
          sum.include(points.facts(of: place..<end))
          return sum
        }
      }
    }
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
