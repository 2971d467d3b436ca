import MapGeometry

/// One thread's share of the points: which of them lie in considered cells, and in which.
///
/// A share is a run of blocks. A point leaves a ``SlotTrail``; nothing else of it is kept.
struct GridScan: ~Copyable {
  static let largestBlock = 1024

  private(set) var slots: SlotTable
  private(set) var alone: [UInt32] = []
  /// The first point that has no coordinate.
  private(set) var badRow: Int?
  var isCancelled = false

  private let grid: CellGrid
  private let window: DegreeWindow
  private let rowTable: RowTable?
  /// The longitude in the middle of what is considered, where columns do not start with the world; else 0.
  private let middleUnits: Int64
  private let isAnchored: Bool
  private let isTurned: Bool
  private let block = ScanBlock(size: GridScan.largestBlock)

  init(grid: CellGrid, window: DegreeWindow, rowTable: RowTable?) {
    self.grid = grid
    self.window = window
    self.rowTable = rowTable
    slots = SlotTable(columns: grid.columns.count, rows: grid.rows.count)
    isTurned = grid.turned != nil || grid.hexagons != nil
    isAnchored = isTurned || grid.middleLongitude != nil
    middleUnits = grid.middleUnits
  }

  deinit { block.deallocate() }

  mutating func clearSums() { slots.clearSums() }

  mutating func takeAlone() -> [UInt32] {
    defer { alone.removeAll(keepingCapacity: true) }
    return alone
  }

  mutating func scan<Slot: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ rows: Range<Int>, of points: borrowing PlacedPoints, trail: inout SlotTrail<Slot>
  ) {
    var count = filter(rows, of: points, into: block.candidates)
    count = locate(count, from: rows.lowerBound, in: points)
    let found = add(
      count, from: rows.lowerBound, unclustered: points.unclusteredRows, places: trail.places,
      slotOf: trail.slots)
    trail.endBlock(found: found)
  }

  /// Notes the places, counted from the first, of the points that can matter.
  private mutating func filter(
    _ rows: Range<Int>, of points: borrowing PlacedPoints, into candidates: UnsafeMutablePointer<UInt16>
  ) -> Int {
    guard let latitudes = points.latitudes.baseAddress, let longitudes = points.longitudes.baseAddress else {
      return 0
    }
    var count = 0
    // Four at a time, without a branch that depends on a single point.
    let west = SIMD4(repeating: window.west)
    let width = SIMD4(repeating: window.width)
    let (south, north) = (SIMD4(repeating: window.south), SIMD4(repeating: window.north))
    let turn = SIMD4(repeating: 360.0)
    var sane = SIMDMask<SIMD4<Int64>>(repeating: true)
    var index = rows.lowerBound
    while index + 4 <= rows.upperBound {
      let latitude = UnsafeRawPointer(latitudes + index).loadUnaligned(as: SIMD4<Double>.self)
      let longitude = UnsafeRawPointer(longitudes + index).loadUnaligned(as: SIMD4<Double>.self)
      sane =
        sane .& (latitude .>= -90.0) .& (latitude .<= 90.0) .& (longitude .>= -180.0) .& (longitude .< 180.0)
      let plain = longitude - west
      let offset = plain.replacing(with: plain + turn, where: plain .< 0.0)
      let inside = (latitude .>= south) .& (latitude .<= north) .& (offset .<= width)
      // A mask's lanes are 0 and -1.
      let lanes = unsafeBitCast(inside, to: SIMD4<Int64>.self)
      if lanes[0] | lanes[1] | lanes[2] | lanes[3] != 0 {
        let offset = index &- rows.lowerBound
        candidates[count] = UInt16(truncatingIfNeeded: offset)
        count &-= Int(lanes[0])
        candidates[count] = UInt16(truncatingIfNeeded: offset &+ 1)
        count &-= Int(lanes[1])
        candidates[count] = UInt16(truncatingIfNeeded: offset &+ 2)
        count &-= Int(lanes[2])
        candidates[count] = UInt16(truncatingIfNeeded: offset &+ 3)
        count &-= Int(lanes[3])
      }
      index &+= 4
    }
    if all(sane), index == rows.upperBound { return count }
    // Rare: longitudes of other turns, places that are none, and the end of a table that is no multiple of four.
    count = 0
    for index in rows {
      let (latitude, longitude) = (points.latitudes[index], points.longitudes[index])
      if points.hasAbsent && latitude.isNaN { continue }
      guard latitude >= -90, latitude <= 90, longitude.isFinite else {
        if badRow == nil { badRow = index }
        continue
      }
      guard window.contains(latitude: latitude, longitude: Coordinate.wrappedLongitude(longitude)) else {
        continue
      }
      candidates[count] = UInt16(truncatingIfNeeded: index &- rows.lowerBound)
      count += 1
    }
    return count
  }

  /// Finds the cells of a block's candidates, and drops those whose cell is not considered.
  ///
  /// - Returns: how many are left.
  private func locate(_ count: Int, from start: Int, in points: borrowing PlacedPoints) -> Int {
    let (latitudes, longitudes) = (points.latitudes, points.longitudes)
    if points.movedRows.isEmpty {
      return locate(count) { candidate in
        let index = start &+ candidate
        return (latitudes[index], Coordinate.wrappedLongitude(longitudes[index]))
      }
    }
    var next = points.firstMoved(from: start)
    let (rows, moved) = (points.movedRows, points.movedPlaces)
    return locate(count) { candidate in
      let index = start &+ candidate
      while next < rows.count && Int(rows[next]) < index { next += 1 }
      if next < rows.count && Int(rows[next]) == index {
        return (moved[next].latitude, moved[next].longitude)
      }
      return (latitudes[index], Coordinate.wrappedLongitude(longitudes[index]))
    }
  }

  @inline(__always) private func locate(
    _ count: Int, at coordinate: (_ candidate: Int) -> (latitude: Double, longitude: Double)
  ) -> Int {
    let (columns, rows) = (grid.columns, grid.rows)
    if let turned = grid.turned {
      return locate(count, at: coordinate, notesCopies: true) { latitude, longitude in
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard let found = turned.cell(holding: coordinate) else { return (-1, -1, 0) }
        return (found.cell.column - columns.first, found.cell.row - rows.first, found.copy)
      }
    }
    if let hexagons = grid.hexagons {
      let bands = rows.bands
      return locate(count, at: coordinate, notesCopies: true) { latitude, longitude in
        let band = rowTable.map { $0.row(of: latitude) &+ bands.first } ?? 1
        let found =
          band & 1 == 0
          ? hexagons.wrappedCell(of: GridScan.x(of: longitude), inRow: band / 2)
          : hexagons.wrappedCell(of: FixedWorldPoint(Coordinate(latitude: latitude, longitude: longitude)))
        let column = found.cell.column &- columns.first
        return (column < 0 ? column &+ columns.period : column, found.cell.row &- rows.first, found.turns)
      }
    }
    guard let rowTable else {
      return locate(count, at: coordinate) { latitude, longitude in
        let y = FixedWorldPoint(WorldPoint(x: 0, y: WorldPoint.y(ofLatitude: latitude))).y
        return (columns.index(of: GridScan.x(of: longitude)), rows.index(of: y), 0)
      }
    }
    if case .shares(let shares) = columns.measure, columns.first == 0 {
      return locate(count, at: coordinate) { latitude, longitude in
        let column = (UInt64(GridScan.x(of: longitude)) &* shares) &>> 32
        return (Int(truncatingIfNeeded: column), rowTable.row(of: latitude), 0)
      }
    }
    return locate(count, at: coordinate) { latitude, longitude in
      (columns.index(of: GridScan.x(of: longitude)), rowTable.row(of: latitude), 0)
    }
  }

  /// The step that ``FixedWorldPoint`` makes of a wrapped longitude, too: a whole turn is cut to 0.
  @inline(__always) private static func x(of longitude: Double) -> UInt32 {
    UInt32(truncatingIfNeeded: Int64((longitude / 360 + 0.5) * worldSteps))
  }

  /// - Parameters:
  ///   - notesCopies: whether the copies of the world matter.
  ///   - cell: finds a cell counted from the first that counts, negative for none, and the copy of the world.
  @inline(__always) private func locate(
    _ count: Int, at coordinate: (_ candidate: Int) -> (latitude: Double, longitude: Double),
    notesCopies: Bool = false,
    cell: (_ latitude: Double, _ longitude: Double) -> (column: Int, row: Int, copy: Int)
  ) -> Int {
    let block = block
    let columnCount = UInt(bitPattern: grid.columns.count)
    let rowCount = UInt(bitPattern: grid.rows.count)
    var left = 0
    for position in 0..<count {
      let candidate = block.candidates[position]
      let (latitude, longitude) = coordinate(Int(candidate))
      let (column, row, copy) = cell(latitude, longitude)
      block.candidates[left] = candidate
      block.cells[left] = SIMD2(Int32(truncatingIfNeeded: column), Int32(truncatingIfNeeded: row))
      block.latitudes[left] = latitude
      block.longitudes[left] = longitude
      if notesCopies { block.copies[left] = Int32(truncatingIfNeeded: copy) }
      left &+= UInt(bitPattern: column) < columnCount && UInt(bitPattern: row) < rowCount ? 1 : 0
    }
    return left
  }

  /// Adds a block's points to their cells, but for those that are never clustered.
  ///
  /// - Returns: how many were added.
  private mutating func add<Slot: FixedWidthInteger & UnsignedInteger>(
    _ count: Int, from start: Int, unclustered: PointSet?, places: UnsafeMutablePointer<UInt16>,
    slotOf: UnsafeMutablePointer<Slot>
  ) -> Int {
    let block = block
    var found = 0
    for position in 0..<count {
      let index = start &+ Int(block.candidates[position])
      if let unclustered, unclustered.contains(index) {
        alone.append(UInt32(truncatingIfNeeded: index))
        continue
      }
      var longitude = block.longitudes[position]
      var units = CellSum.units(longitude)
      if isAnchored {
        let turns: Double
        if isTurned {
          turns = Double(block.copies[position])
        } else {
          turns = grid.columns.turns(of: GridScan.x(of: longitude), longitude: longitude)
        }
        longitude += 360 * turns
        units = units &+ Int64(turns) &* CellSum.turn &- middleUnits
      }
      let cell = block.cells[position]
      slotOf[found] = Slot(
        truncatingIfNeeded: slots.add(
          column: Int(cell.x), row: Int(cell.y), index: index, latitude: block.latitudes[position],
          longitude: longitude, units: units))
      places[found] = block.candidates[position]
      found &+= 1
    }
    return found
  }
}

/// A few points at a time on their way through the steps of a scan: small enough for the first cache, so that each step
/// is a loop that keeps what it needs in registers.
private struct ScanBlock {
  /// Places within the block of the points that can matter.
  let candidates: UnsafeMutablePointer<UInt16>
  /// Of each of these: column and row of its cell, counted from the first considered ones, and where it is.
  let cells: UnsafeMutablePointer<SIMD2<Int32>>
  let latitudes, longitudes: UnsafeMutablePointer<Double>
  /// Of each of these the copy of the world in which a turned picture has it.
  let copies: UnsafeMutablePointer<Int32>

  /// One more is written than counts.
  init(size: Int) {
    candidates = .allocate(capacity: size + 4)
    cells = .allocate(capacity: size + 1)
    latitudes = .allocate(capacity: size + 1)
    longitudes = .allocate(capacity: size + 1)
    copies = .allocate(capacity: size + 1)
  }

  func deallocate() {
    candidates.deallocate()
    cells.deallocate()
    latitudes.deallocate()
    longitudes.deallocate()
    copies.deallocate()
  }
}

extension CellGrid {
  /// The table that finds rows without projection; `nil` where there are too many, and where the picture is turned.
  var rowTable: RowTable? { turned == nil ? RowTable(rows: hexagons == nil ? rows : rows.bands) : nil }

  /// The number of points that are summed within 64 bits.
  var mostSummed: Int {
    Int(Int64.max / CellSum.turn) / (turned.map { $0.farthestTurns + 1 } ?? (hexagons == nil ? 1 : 2))
  }

  /// The longitude about which weights of a cell's points are summed, in `-180..<180`; `nil` where columns start with
  /// the world, for Greenwich.
  func reference(column: Int, row: Int) -> Double? {
    if let hexagons { return hexagons.center(of: cell(column: column, row: row)).coordinate.longitude }
    guard let turned else { return middleLongitude.map(Coordinate.wrappedLongitude) }
    let area = turned.area(of: cell(column: column, row: row))
    return Coordinate.wrappedLongitude((area.minX + area.width / 2 - 0.5) * 360)
  }

  /// ``middleLongitude`` in units of the sums; 0 where columns start with the world.
  var middleUnits: Int64 { middleLongitude.map(CellSum.units) ?? 0 }

  /// The longitude in the middle of the considered columns, where these do not start with the world; not wrapped.
  var middleLongitude: Double? {
    if let turned { return turned.viewport.center.longitude }
    switch columns.measure {
    case .shares, .lengths, .bands: return nil
    case .anchored, .blocks: return (origin.x + min(1, side * Double(columns.count)) / 2 - 0.5) * 360
    }
  }
}

extension CellAxis {
  /// The bands that reach into rows of hexagons.
  fileprivate var bands: CellAxis {
    let start = max(0, 2 * first - 1)
    return CellAxis(
      measure: measure, wraps: false, first: start, count: count > 0 ? 2 * (first + count) - start : 0)
  }

  /// The number of turns between a longitude and the copy that the axis takes.
  func turns(of steps: UInt32, longitude: Double) -> Double {
    switch measure {
    case .shares, .lengths, .bands: return 0
    case .anchored(let origin, _, _), .blocks(let origin, _, _):
      // Steps are cut, longitudes are not: a turn is what brings the two together, not the cut.
      let looked = (Double(origin &+ offset(of: steps)) / worldSteps - 0.5) * 360
      return ((looked - longitude) / 360).rounded()
    }
  }
}
