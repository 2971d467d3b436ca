/// What is known of the points of a cell: sums in whole numbers, so that neither order nor threads can change them.
struct CellSum {
  /// 1e-8 of a degree, the unit of the sums.
  static let unitsPerDegree = 1e8
  /// A turn in units.
  static let turn: Int64 = 36_000_000_000

  /// The cell's column and row, counted from the first considered ones.
  var column: Int32, row: Int32
  var count: UInt32
  /// The first point in input order.
  var first: UInt32
  var latitudes: Int64
  /// About the middle of what is considered.
  var longitudes: Int64
  var south, north, west, east: Double

  /// Degrees in whole units, rounded half to even; exact for |degrees| below 2^22.
  @inline(__always)
  static func units(_ degrees: Double) -> Int64 {
    // Added to 1.5 · 2^52 a number's whole part is left in the low bits: the rounding of the addition itself.
    let magic = 6_755_399_441_055_744.0
    return Int64(bitPattern: (degrees * unitsPerDegree + magic).bitPattern &- magic.bitPattern)
  }

  @inline(__always)
  init(column: Int, row: Int, first: Int, latitude: Double, longitude: Double, units: Int64) {
    self.column = Int32(truncatingIfNeeded: column)
    self.row = Int32(truncatingIfNeeded: row)
    count = 1
    self.first = UInt32(truncatingIfNeeded: first)
    latitudes = CellSum.units(latitude)
    longitudes = units
    south = latitude
    north = latitude
    west = longitude
    east = longitude
  }

  /// Adds a point; `longitude` is unwrapped, `units` are the same about the middle of what is considered.
  @inline(__always)
  mutating func add(latitude: Double, longitude: Double, units: Int64) {
    count &+= 1
    latitudes &+= CellSum.units(latitude)
    longitudes &+= units
    // Most points of a cell lie in the box of those before: a branch foreseen rightly, instead of four loads and stores
    // that wait for those of the point before.
    if latitude < south || latitude > north || longitude < west || longitude > east {
      widen(latitude: latitude, longitude: longitude)
    }
  }

  @inline(never)
  private mutating func widen(latitude: Double, longitude: Double) {
    south = latitude < south ? latitude : south
    north = latitude > north ? latitude : north
    west = longitude < west ? longitude : west
    east = longitude > east ? longitude : east
  }

  /// Adds the points of the same cell that another thread found later in the input.
  mutating func add(_ later: CellSum) {
    count &+= later.count
    latitudes &+= later.latitudes
    longitudes &+= later.longitudes
    south = min(south, later.south)
    north = max(north, later.north)
    west = min(west, later.west)
    east = max(east, later.east)
  }
}
