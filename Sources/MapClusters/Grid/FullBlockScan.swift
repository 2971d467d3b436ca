import MapGeometry

/// The short way through blocks of which nearly every point counts: one loop from degrees to the number of the cell, one
/// from there to its sum, without a list of candidates.
///
/// The first takes two points at a time, with the same numbers as one at a time: the lanes of a vector are rounded as
/// scalars are. Each loop keeps what it needs in registers; in one, half of it went through memory.
struct FullBlockScan {
  private let shares: UInt64
  private let firstColumn: Int, period: Int
  private let columnCount: Int, rowCount: Int
  private let rows: RowTable

  /// The short way for a grid; `nil` for one whose cells are not found by a multiplication and a table.
  init?(grid: CellGrid, rowTable: RowTable?) {
    guard let rowTable, rowTable.hasSingleEdges, case .shares(let shares) = grid.columns.measure,
      SlotTable.isDense(columns: grid.columns.count, rows: grid.rows.count)
    else { return nil }
    self.shares = shares
    (firstColumn, period) = (grid.columns.first, grid.columns.period)
    (columnCount, rowCount) = (grid.columns.count, grid.rows.count)
    rows = rowTable
  }

  /// Finds the cells of a block's points.
  ///
  /// - Parameter cells: gets the number of each point's cell, row by row; ``none`` where it is not considered.
  /// - Returns: whether every row holds a place whose longitude lies in `-180..<180`; else the numbers mean nothing.
  func locate(
    _ block: Range<Int>, of points: borrowing PlacedPoints, cells: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    guard let north = points.latitudes.baseAddress, let east = points.longitudes.baseAddress else {
      return false
    }
    let (latitudes, longitudes) = (north + block.lowerBound, east + block.lowerBound)
    var sane = SIMDMask<SIMD2<Int64>>(repeating: true)
    var place = 0
    while place + 2 <= block.count {
      let latitude = UnsafeRawPointer(latitudes + place).loadUnaligned(as: SIMD2<Double>.self)
      let longitude = UnsafeRawPointer(longitudes + place).loadUnaligned(as: SIMD2<Double>.self)
      sane = sane .& FullBlockScan.isSane(latitude, longitude)
      let (x, bins) = (FullBlockScan.steps(ofLongitudes: longitude), rows.bins(of: latitude))
      cells[place] = cell(latitude: latitude[0], x: x[0], bin: bins[0])
      cells[place &+ 1] = cell(latitude: latitude[1], x: x[1], bin: bins[1])
      place &+= 2
    }
    if place < block.count {
      let (latitude, longitude) = (SIMD2(repeating: latitudes[place]), SIMD2(repeating: longitudes[place]))
      sane = sane .& FullBlockScan.isSane(latitude, longitude)
      cells[place] = cell(
        latitude: latitude[0], x: FullBlockScan.steps(ofLongitudes: longitude)[0],
        bin: rows.bins(of: latitude)[0])
    }
    return all(sane)
  }

  /// Adds the points of a block to the cells that were found for them.
  ///
  /// - Parameter slotOf: gets each point's slot; the largest number for a point whose cell is not considered.
  /// - Returns: how many points count.
  func add<Slot: FixedWidthInteger & UnsignedInteger>(
    _ block: Range<Int>, of points: borrowing PlacedPoints, cells: UnsafePointer<UInt32>,
    to slots: inout SlotTable, slotOf: UnsafeMutablePointer<Slot>
  ) -> Int {
    guard let north = points.latitudes.baseAddress, let east = points.longitudes.baseAddress else {
      return 0
    }
    let (latitudes, longitudes) = (north + block.lowerBound, east + block.lowerBound)
    var left = 0
    for place in 0..<block.count {
      let cell = cells[place]
      guard cell != FullBlockScan.none else {
        slotOf[place] = .max
        left &+= 1
        continue
      }
      let degrees = SIMD2(latitudes[place], longitudes[place])
      slotOf[place] = Slot(
        truncatingIfNeeded: slots.add(
          cell: Int(cell), index: block.lowerBound &+ place, degrees: degrees, units: CellSum.units(degrees)))
    }
    return block.count - left
  }

  /// A number that no cell has.
  private static let none = UInt32.max

  @inline(__always)
  private static func isSane(
    _ latitude: SIMD2<Double>, _ longitude: SIMD2<Double>
  ) -> SIMDMask<SIMD2<Int64>> {
    (latitude .>= -90.0) .& (latitude .<= 90.0) .& (longitude .>= -180.0) .& (longitude .< 180.0)
  }

  /// The number of the cell of a latitude and a longitude, the latter as steps of the world.
  @inline(__always)
  private func cell(latitude: Double, x: UInt64, bin: Int64) -> UInt32 {
    let named = Int(truncatingIfNeeded: (x &* shares) &>> 32) &- firstColumn
    let column = named &+ (named &>> 63 & period)
    let row = rows.row(of: latitude, inBin: Int(truncatingIfNeeded: bin))
    let cell = UInt32(truncatingIfNeeded: row &* columnCount &+ column)
    return UInt(bitPattern: column) < UInt(bitPattern: columnCount)
      && UInt(bitPattern: row) < UInt(bitPattern: rowCount) ? cell : FullBlockScan.none
  }

  /// The same steps of the world as ``FixedWorldPoint`` makes of longitudes in `-180..<180`: a whole turn is 0.
  @inline(__always)
  private static func steps(ofLongitudes longitudes: SIMD2<Double>) -> SIMD2<UInt64> {
    let steps = (longitudes / 360.0 + 0.5) * 4_294_967_296.0
    // Added to 2^52 a number is rounded to a whole one; what was rounded up is one too many.
    let rounded = steps + 4_503_599_627_370_496.0
    let excess = (rounded - 4_503_599_627_370_496.0) .> steps
    let whole =
      unsafeBitCast(rounded, to: SIMD2<UInt64>.self) &+ unsafeBitCast(excess, to: SIMD2<UInt64>.self)
    return whole & SIMD2(repeating: 0xffff_ffff)
  }
}
