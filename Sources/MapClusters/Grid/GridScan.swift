import MapGeometry

/// One thread's share of the points: which of them lie in considered cells, and in which.
///
/// A share is a run of chunks. A point that counts leaves its place within its chunk and its slot in arrays that all
/// shares write in parts; nothing else of a point is kept.
struct GridScan: ~Copyable {
  /// Points a chunk at most, so that a place within it takes two bytes.
  static let largestChunk = 65_536
  private static let blockSize = 2048

  private(set) var slots: SlotTable
  /// The points in considered cells that are never clustered.
  private(set) var alone: [UInt32] = []
  /// The first point that has no place.
  private(set) var badRow: Int?

  private let grid: CellGrid
  private let window: DegreeWindow
  private let rowTable: RowTable?
  /// The longitude in the middle of what is considered, where columns do not start with the world; else 0.
  private let middleUnits: Int64
  private let isAnchored: Bool

  init(grid: CellGrid, window: DegreeWindow, rowTable: RowTable?) {
    self.grid = grid
    self.window = window
    self.rowTable = rowTable
    slots = SlotTable(columns: grid.columns.count, rows: grid.rows.count)
    isAnchored = grid.middleLongitude != nil
    middleUnits = grid.middleUnits
  }

  /// Looks at the points of one chunk.
  ///
  /// - Parameters:
  ///   - places: gets the place within the chunk of each point that counts.
  ///   - slotOf: gets its slot.
  /// - Returns: how many points count.
  mutating func scan(
    _ chunk: Range<Int>, of points: borrowing PlacedPoints, places: UnsafeMutablePointer<UInt16>,
    slotOf: UnsafeMutablePointer<UInt32>
  ) -> Int {
    var found = 0
    var moved = points.movedRows.isEmpty ? 0 : points.firstMoved(from: chunk.lowerBound)
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: GridScan.blockSize) { candidates in
      guard let candidates = candidates.baseAddress else { return }
      var start = chunk.lowerBound
      while start < chunk.upperBound {
        let end = min(start + GridScan.blockSize, chunk.upperBound)
        let count = filter(start..<end, of: points, into: candidates)
        for candidate in 0..<count {
          let index = start &+ Int(candidates[candidate])
          var latitude = points.latitudes[index]
          var longitude = Coordinate.wrappedLongitude(points.longitudes[index])
          if moved < points.movedRows.count {
            while moved < points.movedRows.count && Int(points.movedRows[moved]) < index { moved += 1 }
            if moved < points.movedRows.count && Int(points.movedRows[moved]) == index {
              (latitude, longitude) = (
                points.movedPlaces[moved].latitude, points.movedPlaces[moved].longitude
              )
            }
          }
          guard let slot = add(index, latitude: latitude, longitude: longitude, optedOut: points.isOptedOut)
          else { continue }
          places[found] = UInt16(truncatingIfNeeded: index &- chunk.lowerBound)
          slotOf[found] = slot
          found &+= 1
        }
        start = end
      }
    }
    return found
  }

  /// Notes the places, counted from the first, of the points that can matter.
  private mutating func filter(
    _ rows: Range<Int>, of points: borrowing PlacedPoints, into candidates: UnsafeMutablePointer<UInt16>
  ) -> Int {
    guard let latitudes = points.latitudes.baseAddress, let longitudes = points.longitudes.baseAddress else {
      return 0
    }
    var (count, strange) = (0, false)
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
        let place = index &- rows.lowerBound
        candidates[count] = UInt16(truncatingIfNeeded: place)
        count &-= Int(lanes[0])
        candidates[count] = UInt16(truncatingIfNeeded: place &+ 1)
        count &-= Int(lanes[1])
        candidates[count] = UInt16(truncatingIfNeeded: place &+ 2)
        count &-= Int(lanes[2])
        candidates[count] = UInt16(truncatingIfNeeded: place &+ 3)
        count &-= Int(lanes[3])
      }
      index &+= 4
    }
    strange = !all(sane)
    while index < rows.upperBound {
      let (latitude, longitude) = (latitudes[index], longitudes[index])
      strange = strange || !(latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude < 180)
      candidates[count] = UInt16(truncatingIfNeeded: index &- rows.lowerBound)
      count &+= window.contains(latitude: latitude, longitude: longitude) ? 1 : 0
      index &+= 1
    }
    guard strange else { return count }
    // Rare: longitudes of other turns, or places that are none.
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

  /// Adds a point to its cell; `nil` where that is not considered or the point is never clustered.
  @inline(__always)
  private mutating func add(
    _ index: Int, latitude: Double, longitude: Double, optedOut: PointSet?
  ) -> UInt32? {
    // The same numbers as FixedWorldPoint makes of a wrapped longitude: a whole turn is cut to 0.
    let x = UInt32(truncatingIfNeeded: Int64((longitude / 360 + 0.5) * steps))
    let column = grid.columns.index(of: x)
    guard UInt(bitPattern: column) < UInt(bitPattern: grid.columns.count) else { return nil }
    let row =
      rowTable?.row(of: latitude)
      ?? grid.rows.index(of: FixedWorldPoint(WorldPoint(x: 0, y: WorldPoint.y(ofLatitude: latitude))).y)
    guard UInt(bitPattern: row) < UInt(bitPattern: grid.rows.count) else { return nil }
    if let optedOut, optedOut.contains(index) {
      alone.append(UInt32(truncatingIfNeeded: index))
      return nil
    }
    var (unwrapped, units) = (longitude, CellSum.units(longitude))
    if isAnchored {
      let turns = grid.columns.turns(of: x, longitude: longitude)
      unwrapped += 360 * turns
      units = units &+ Int64(turns) &* CellSum.turn &- middleUnits
    }
    return slots.add(
      column: column, row: row, index: index, latitude: latitude, longitude: unwrapped, units: units)
  }
}

extension CellGrid {
  /// ``middleLongitude`` in units of the sums; 0 where columns start with the world.
  var middleUnits: Int64 { middleLongitude.map(CellSum.units) ?? 0 }

  /// The longitude in the middle of the considered columns, where these do not start with the world; not wrapped.
  var middleLongitude: Double? {
    switch columns.measure {
    case .shares, .lengths: nil
    case .anchored, .blocks: (origin.x + min(1, side * Double(columns.count)) / 2 - 0.5) * 360
    }
  }
}

extension CellAxis {
  /// How many turns a longitude is away from where the axis looks at it.
  func turns(of place: UInt32, longitude: Double) -> Double {
    switch measure {
    case .shares, .lengths: return 0
    case .anchored(let origin, _, _), .blocks(let origin, _, _):
      // Steps are cut, longitudes are not: a turn is what brings the two together, not what the cut says.
      let looked = (Double(origin &+ offset(of: place)) / steps - 0.5) * 360
      return ((looked - longitude) / 360).rounded()
    }
  }
}
