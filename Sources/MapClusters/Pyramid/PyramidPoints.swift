import MapGeometry

/// The points of a pyramid in the order of their cells, with running sums.
///
/// Unsafe: the columns are written by several threads through pointers, which arrays do not allow.
struct PyramidPoints: Sendable {
  /// Sums are in 10^-8 degrees, 1 mm: whole numbers, so that they are the same in any order.
  static let unitsPerDegree = 1e8

  /// A point on its way through the sort; 12 bytes, as moving them is all the sort does.
  private struct Entry: BitwiseCopyable {
    // Two halves, as eight bytes would be rounded up to sixteen with the index.
    private let high: UInt32
    private let low: UInt32
    let index: UInt32

    @inline(__always)
    init(key: UInt64, index: Int) {
      high = UInt32(truncatingIfNeeded: key >> 32)
      low = UInt32(truncatingIfNeeded: key)
      self.index = UInt32(truncatingIfNeeded: index)
    }

    @inline(__always) var key: UInt64 { UInt64(high) << 32 | UInt64(low) }
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
    var entries = PlainBuffer<Entry>(count: count + 1)
    var other = PlainBuffer<Entry>(count: count + 1)
    let degrees = PlainBuffer<Degrees>(count: count)
    if let index = Self.project(table, key: key, into: entries, degrees, slices: slices) {
      throw .pointNotFinite(index: index)
    }
    // As few passes as digits of eleven bits allow: larger tables of counts leave the first cache.
    let passes = max(1, (key.bitCount + 10) / 11)
    func bits(_ pass: Int) -> Range<Int> {
      key.bitCount * pass / passes..<key.bitCount * (pass + 1) / passes
    }
    for pass in 0..<passes - 1 {
      let target = other.base
      Self.sort(entries.base, count: count, by: bits(pass), slices: slices) { target[$0] = $1 }
      swap(&entries, &other)
    }
    keys = PlainBuffer(count: count, inPlaceOf: other)
    let (source, keys) = (entries.base, keys.base)
    // Swift writes the count of an array into the one empty array that all threads share.
    order =
      count == 0
      ? []
      : [UInt32](unsafeUninitializedCapacity: count) { order, initialized in
        if let target = order.baseAddress {
          useLargePages(target, count * MemoryLayout<UInt32>.stride)
          // The last pass puts them where they stay.
          Self.sort(source, count: count, by: bits(passes - 1), slices: slices) { place, entry in
            keys[place] = entry.key
            target[place] = entry.index
          }
        }
        initialized = count
      }
    // As many as fit are written where the sorted points were: at ten million that saves 160 MB of fresh pages.
    longitudes = PlainBuffer(count: count + 1, inPlaceOf: entries)
    latitudes = PlainBuffer(count: count + 1)
    sum(degrees, slices: slices)
  }

  /// Finds the cells; returns the first point that is nowhere.
  private static func project(
    _ table: CoordinateTable, key: PyramidKey, into entries: PlainBuffer<Entry>,
    _ degrees: PlainBuffer<Degrees>, slices: ParallelSlices
  ) -> Int? {
    let (target, degrees) = (entries.base, degrees.base)
    let mercator = MercatorTable.table(for: table.count)
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
              target[index] = Entry(key: key(FixedWorldPoint(place, with: mercator)), index: index)
            }
          }
        }
      }
    }
    return refused.compactMap(\.self).first
  }

  /// Sorts by some bits of the key, equal ones in their former order: hands each entry to `put` with its new place.
  @inline(__always)
  private static func sort(
    _ source: UnsafePointer<Entry>, count: Int, by bits: Range<Int>, slices: ParallelSlices,
    put: (_ place: Int, _ entry: Entry) -> Void
  ) {
    let sliceCount = slices.count(for: count)
    let digits = 1 << bits.count
    let mask = UInt64(digits - 1)
    let shift = UInt64(bits.lowerBound)
    let counts = PlainBuffer<Int>(count: sliceCount * digits)
    let table = counts.base
    slices.forEach(of: count, slices: sliceCount) { slice, range in
      let mine = table + slice * digits
      mine.update(repeating: 0, count: digits)
      for index in range { mine[Int(truncatingIfNeeded: source[index].key &>> shift & mask)] &+= 1 }
    }
    var sum = 0
    for value in 0..<digits {
      for slice in 0..<sliceCount {
        let position = slice * digits + value
        (table[position], sum) = (sum, sum + table[position])
      }
    }
    slices.forEach(of: count, slices: sliceCount) { slice, range in
      let mine = table + slice * digits
      for index in range {
        let entry = source[index]
        let value = Int(truncatingIfNeeded: entry.key &>> shift & mask)
        put(mine[value], entry)
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
      // What a slice must be moved by is shared out among all threads, not left to the slice's own.
      for slice in 1..<max(1, sliceCount) {
        totals[slice].x += totals[slice - 1].x
        totals[slice].y += totals[slice - 1].y
        let moved = ParallelSlices.slice(slice, of: sliceCount, length: order.count)
        let (x, y) = totals[slice]
        slices.forEach(of: moved.count) { _, range in
          for place in moved.lowerBound + range.lowerBound..<moved.lowerBound + range.upperBound {
            sumX[place &+ 1] &+= x
            sumY[place &+ 1] &+= y
          }
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
    order.withUnsafeBufferPointer { order in
      PyramidColumns(longitudes: longitudes.base, latitudes: latitudes.base, order: order.baseAddress)
        .facts(of: places)
    }
  }
}

/// The columns of a pyramid's points as the inner loops read them; valid while the points are lent.
struct PyramidColumns {
  let longitudes: UnsafePointer<Int>
  let latitudes: UnsafePointer<Int>
  /// `nil` where there are no points.
  let order: UnsafePointer<UInt32>?

  init(longitudes: UnsafePointer<Int>, latitudes: UnsafePointer<Int>, order: UnsafePointer<UInt32>?) {
    self.longitudes = longitudes
    self.latitudes = latitudes
    self.order = order
  }

  /// What is known of the points of a range of places, by visiting them.
  @inline(__always)
  func facts(of places: Range<Int>) -> PyramidFacts {
    var facts = PyramidFacts()
    guard let order else { return facts }
    for place in places {
      facts.include(
        longitude: longitudes[place &+ 1] &- longitudes[place],
        latitude: latitudes[place &+ 1] &- latitudes[place],
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
  @inline(__always)
  mutating func include(_ other: PyramidFacts) {
    (west, east) = (min(west, other.west), max(east, other.east))
    (south, north) = (min(south, other.south), max(north, other.north))
    first = min(first, other.first)
  }
}
