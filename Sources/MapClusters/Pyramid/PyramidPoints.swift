import MapGeometry

/// The points of a pyramid in the order of their cells, with running sums.
///
/// Unsafe: the columns are written by several threads through pointers, which arrays do not allow.
struct PyramidPoints: Sendable {
  /// Sums are in 10^-8 degrees, 1 mm: whole numbers, so that they are the same in any order.
  static let unitsPerDegree = 1e8

  /// A point on its way through the sort; 12 bytes, as moving them is all the sort does.
  private struct Entry: BitwiseCopyable {
    var high: UInt32
    var low: UInt32
    var index: UInt32
  }

  /// A point's degrees in whole units. Both together are one miss of the cache, not two, when they are taken in
  /// cell order. With the rounding done beside it: 0.75 s of user time at ten million points instead of 1.3.
  private struct Degrees: BitwiseCopyable {
    var longitude: Int
    var latitude: Int
  }

  /// By place in cell order: the key of the finest cell.
  let keys: PlainBuffer<UInt64>
  /// By place: the row in the coordinate table.
  let order: [UInt32]
  /// Sums of longitude before each place, and of all at the end.
  let longitudes: PlainBuffer<Int>
  /// Sums of latitude, likewise.
  let latitudes: PlainBuffer<Int>

  init(_ table: CoordinateTable, key: PyramidKey, slices: ParallelSlices) throws(CellPyramidError) {
    let count = table.count
    var entries = PlainBuffer<Entry>(count: count)
    var other = PlainBuffer<Entry>(count: count)
    let degrees = PlainBuffer<Degrees>(count: count)
    if let index = Self.project(table, key: key, into: entries, degrees, slices: slices) {
      throw .pointNotFinite(index: index)
    }
    // As few passes as digits of eleven bits allow: larger tables of counts leave the first cache.
    let passes = (key.bitCount + 10) / 11
    for pass in 0..<passes {
      let bits = key.bitCount * pass / passes..<key.bitCount * (pass + 1) / passes
      Self.sort(entries, into: other, by: bits, slices: slices)
      swap(&entries, &other)
    }
    keys = PlainBuffer(count: count)
    longitudes = PlainBuffer(count: count + 1)
    latitudes = PlainBuffer(count: count + 1)
    let (source, keys) = (entries.base, keys.base)
    order = [UInt32](unsafeUninitializedCapacity: count) { order, initialized in
      let target = order.baseAddress
      slices.forEach(of: count) { _, range in
        for place in range {
          keys[place] = UInt64(source[place].high) << 32 | UInt64(source[place].low)
          target?[place] = source[place].index
        }
      }
      initialized = count
    }
    withExtendedLifetime(entries) {}
    sum(degrees, slices: slices)
  }

  /// Finds the cells; returns the first point that is nowhere.
  private static func project(
    _ table: CoordinateTable, key: PyramidKey, into entries: PlainBuffer<Entry>,
    _ degrees: PlainBuffer<Degrees>, slices: ParallelSlices
  ) -> Int? {
    let (target, degrees) = (entries.base, degrees.base)
    var refused = [Int?](repeating: nil, count: slices.count(for: table.count))
    refused.withUnsafeMutableBufferPointer { refused in
      table.longitudes.withUnsafeBufferPointer { longitudes in
        table.latitudes.withUnsafeBufferPointer { latitudes in
          slices.forEach(of: table.count, slices: refused.count) { slice, range in
            for index in range {
              let place = Coordinate(latitude: latitudes[index], longitude: longitudes[index])
              guard place.latitude.isFinite, place.longitude.isFinite else {
                refused[slice] = index
                return
              }
              degrees[index] = Degrees(
                longitude: Self.units(Coordinate.wrappedLongitude(place.longitude)),
                latitude: Self.units(place.latitude))
              let cell = key(FixedWorldPoint(place))
              target[index] = Entry(
                high: UInt32(truncatingIfNeeded: cell >> 32), low: UInt32(truncatingIfNeeded: cell),
                index: UInt32(truncatingIfNeeded: index))
            }
          }
        }
      }
    }
    return refused.compactMap(\.self).first
  }

  /// Sorts by some bits of the key, equal ones in their former order.
  private static func sort(
    _ entries: PlainBuffer<Entry>, into sorted: PlainBuffer<Entry>, by bits: Range<Int>,
    slices: ParallelSlices
  ) {
    let sliceCount = slices.count(for: entries.count)
    let digits = 1 << bits.count
    let mask = UInt64(digits - 1)
    let shift = UInt64(bits.lowerBound)
    let (source, target) = (entries.base, sorted.base)
    let digit = { (entry: Entry) in
      Int(truncatingIfNeeded: (UInt64(entry.high) << 32 | UInt64(entry.low)) >> shift & mask)
    }
    let counts = PlainBuffer<Int>(count: sliceCount * digits)
    let table = counts.base
    slices.forEach(of: entries.count, slices: sliceCount) { slice, range in
      let mine = table + slice * digits
      mine.update(repeating: 0, count: digits)
      for index in range { mine[digit(source[index])] &+= 1 }
    }
    var sum = 0
    for value in 0..<digits {
      for slice in 0..<sliceCount {
        let position = slice * digits + value
        (table[position], sum) = (sum, sum + table[position])
      }
    }
    slices.forEach(of: entries.count, slices: sliceCount) { slice, range in
      let mine = table + slice * digits
      for index in range {
        let value = digit(source[index])
        target[mine[value]] = source[index]
        mine[value] &+= 1
      }
    }
    withExtendedLifetime(counts) {}
  }

  /// Sums the coordinates in cell order: each slice by itself, then each moved by what came before it.
  private func sum(_ degrees: PlainBuffer<Degrees>, slices: ParallelSlices) {
    let sliceCount = slices.count(for: order.count)
    let (source, sumX, sumY) = (degrees.base, longitudes.base, latitudes.base)
    (sumX[0], sumY[0]) = (0, 0)
    var totals = [(x: Int, y: Int)](repeating: (0, 0), count: sliceCount + 1)
    totals.withUnsafeMutableBufferPointer { totals in
      order.withUnsafeBufferPointer { order in
        slices.forEach(of: order.count, slices: sliceCount) { slice, range in
          var (x, y) = (0, 0)
          for place in range {
            let point = source[Int(order[place])]
            x &+= point.longitude
            y &+= point.latitude
            sumX[place &+ 1] = x
            sumY[place &+ 1] = y
          }
          totals[slice + 1] = (x, y)
        }
      }
      for slice in 0..<sliceCount {
        totals[slice + 1].x += totals[slice].x
        totals[slice + 1].y += totals[slice].y
      }
      slices.forEach(of: order.count, slices: sliceCount) { slice, range in
        for place in slice > 0 ? range : 0..<0 {
          sumX[place &+ 1] &+= totals[slice].x
          sumY[place &+ 1] &+= totals[slice].y
        }
      }
    }
    withExtendedLifetime(degrees) {}
  }

  /// Degrees in whole units, halves to even; latitudes beyond the poles, which no reader lets through, end there.
  @inline(__always)
  private static func units(_ degrees: Double) -> Int {
    // Added to 1.5 · 2^52 the whole part is left in the low bits: the rounding of the addition itself.
    let magic = 6_755_399_441_055_744.0
    let limited = min(180, max(-180, degrees)) * unitsPerDegree
    return Int(Int64(bitPattern: (limited + magic).bitPattern &- magic.bitPattern))
  }

  /// What is known of the points of a range of places, by visiting them.
  func facts(of places: Range<Int>) -> PyramidFacts {
    var facts = PyramidFacts()
    for place in places {
      facts.include(
        longitude: longitudes[place + 1] - longitudes[place],
        latitude: latitudes[place + 1] - latitudes[place],
        index: order[place])
    }
    return facts
  }
}

/// What cannot be had from running sums: the extremes of a cell's points.
struct PyramidFacts: BitwiseCopyable, Sendable {
  var west = Int.max
  var south = Int.max
  var east = Int.min
  var north = Int.min
  var first = UInt32.max

  /// Takes in a point.
  @inline(__always)
  mutating func include(longitude: Int, latitude: Int, index: UInt32) {
    (west, east) = (min(west, longitude), max(east, longitude))
    (south, north) = (min(south, latitude), max(north, latitude))
    first = min(first, index)
  }

  /// Takes in another cell's points.
  mutating func include(_ other: PyramidFacts) {
    (west, east) = (min(west, other.west), max(east, other.east))
    (south, north) = (min(south, other.south), max(north, other.north))
    first = min(first, other.first)
  }
}
