import MapGeometry

/// The sums of the points of a cell, in whole numbers, so that neither order nor threads can change them.
struct CellSum {
  /// 1e-8 of a degree, the unit of the sums.
  static let unitsPerDegree = 1e8
  /// A turn in units.
  static let turn: Int64 = 36_000_000_000

  /// The cell's column and row, counted from the first considered ones.
  var column: Int32, row: Int32
  var count: UInt32
  var first: UInt32
  /// Of latitudes, and of longitudes about the middle of what is considered.
  private var sums: SIMD2<Int64>
  /// South and west, north and east.
  private var lowest, highest: SIMD2<Double>

  var latitudes: Int64 { sums[0] }
  /// About the middle of what is considered.
  var longitudes: Int64 { sums[1] }
  var south: Double { lowest[0] }
  var north: Double { highest[0] }
  var west: Double { lowest[1] }
  var east: Double { highest[1] }

  /// Degrees in whole units, rounded half to even; exact for |degrees| below 2^22.
  @inline(__always) static func units(_ degrees: Double) -> Int64 {
    // Added to 1.5 · 2^52 a number's whole part is left in the low bits: the rounding of the addition itself.
    let magic = 6_755_399_441_055_744.0
    return Int64(bitPattern: (degrees * unitsPerDegree + magic).bitPattern &- magic.bitPattern)
  }

  /// The mean of coordinates by their sums, in units; those of longitudes about a middle.
  static func mean(
    latitudes: Double, longitudes: Double, of total: Double, middleUnits: Int64
  ) -> Coordinate {
    let units = total * unitsPerDegree
    // One division of whole numbers: a mean of round numbers is round.
    let offset = longitudes / units
    let middle = Double(middleUnits) / unitsPerDegree
    return Coordinate(latitude: latitudes / units, longitude: Coordinate.wrappedLongitude(middle + offset))
  }

  /// A cell with its first point; `longitude` is unwrapped, `units` are its own about the middle of what is considered.
  @inline(__always)
  init(column: Int, row: Int, first: Int, latitude: Double, longitude: Double, units: Int64) {
    self.column = Int32(truncatingIfNeeded: column)
    self.row = Int32(truncatingIfNeeded: row)
    count = 1
    self.first = UInt32(truncatingIfNeeded: first)
    sums = SIMD2(CellSum.units(latitude), units)
    lowest = SIMD2(latitude, longitude)
    highest = lowest
  }

  /// Adds a point; `longitude` is unwrapped, `units` are the same about the middle of what is considered.
  @inline(__always) mutating func add(latitude: Double, longitude: Double, units: Int64) {
    let degrees = SIMD2(latitude, longitude)
    count &+= 1
    sums &+= SIMD2(CellSum.units(latitude), units)
    // Most points of a cell lie in the box of those before: a branch foreseen rightly, instead of four loads and stores
    // that wait for those of the point before.
    if any((degrees .< lowest) .| (degrees .> highest)) { widen(degrees) }
  }

  @inline(never) private mutating func widen(_ degrees: SIMD2<Double>) {
    lowest.replace(with: degrees, where: degrees .< lowest)
    highest.replace(with: degrees, where: degrees .> highest)
  }

  func moved(byTurns turns: Int64) -> CellSum {
    var cell = self
    cell.sums[1] &+= turns &* CellSum.turn &* Int64(count)
    cell.lowest[1] += 360 * Double(turns)
    cell.highest[1] += 360 * Double(turns)
    return cell
  }

  mutating func clear() { (count, sums) = (0, SIMD2()) }

  mutating func add(_ later: CellSum) {
    count &+= later.count
    sums &+= later.sums
    lowest = pointwiseMin(lowest, later.lowest)
    highest = pointwiseMax(highest, later.highest)
  }
}
