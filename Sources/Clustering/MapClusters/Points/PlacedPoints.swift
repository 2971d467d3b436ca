import MapGeometry

/// The points as they are clustered: the caller's table, and the few that a ring moved. Valid while the table is lent.
struct PlacedPoints {
  let longitudes: UnsafeBufferPointer<Double>
  let latitudes: UnsafeBufferPointer<Double>
  let unclusteredRows: PointSet?
  let weights: [Double]?
  /// True if a row whose latitude is not a number holds no point, instead of a faulty one.
  var hasAbsent = false
  var isPlaced = false
  /// Rows of the points that were moved, ascending.
  var movedRows: [UInt32] = []
  var movedPlaces: [Coordinate] = []

  var count: Int { longitudes.count }

  /// The coordinate at which a point is clustered, its longitude in `-180..<180`.
  func coordinate(_ index: Int) -> Coordinate {
    if !movedRows.isEmpty {
      let slot = firstMoved(from: index)
      if slot < movedRows.count && Int(movedRows[slot]) == index { return movedPlaces[slot] }
    }
    return Coordinate(latitude: latitudes[index], longitude: Coordinate.wrappedLongitude(longitudes[index]))
  }

  func firstMoved(from index: Int) -> Int {
    movedRows.partitioningIndex { $0 >= UInt32(truncatingIfNeeded: index) }
  }
}

/// The degrees that can matter to a view: a quick test before anything is projected, never too narrow.
struct DegreeWindow {
  /// Steps of the world are 8.4e-8°; twice that is kept on every side.
  static let slack = 2e-7

  var south, north: Double
  /// In `-180..<180`.
  var west: Double
  var width: Double

  /// The window that holds a rectangle of the flat world, grown by the meters by which a ring can move a point.
  init(holding area: WorldRectangle, reach: Double = 0) {
    let around = DegreeWindow.slack + reach / 100_000
    // An edge of the world, but for rounding, lets everything beyond it in: it is clamped to the edge.
    south = area.maxY >= 1 - 1e-9 ? -90 : WorldPoint.latitude(ofY: area.maxY) - around
    north = area.minY <= 1e-9 ? 90 : WorldPoint.latitude(ofY: area.minY) + around
    let widest = max(abs(south), abs(north))
    let shrink = cosine(min(90, widest) * (.pi / 180))
    let aside = DegreeWindow.slack + (reach == 0 ? 0 : min(360, reach / 100_000 / max(1e-9, shrink)))
    width = area.width * 360 + 2 * aside
    west = Coordinate.wrappedLongitude((area.minX - 0.5) * 360 - aside)
    if width >= 360 { (west, width) = (-180, 361) }
  }

  @inline(__always) func contains(latitude: Double, longitude: Double) -> Bool {
    let offset = longitude - west
    return latitude >= south && latitude <= north && (offset < 0 ? offset + 360 : offset) <= width
  }
}
