import MapGeometry

/// Points with exactly equal coordinates, moved onto a ring about their coordinate so that each can be seen.
struct CoLocatedRing {
  /// The radius of the Earth that the originals of the ring count with, meters.
  static let earthRadius = 6_372_797.6

  private let radius: RingRadius
  private let viewport: Viewport

  init(_ radius: RingRadius, viewport: Viewport) {
    self.radius = radius
    self.viewport = viewport.fromAbove
  }

  /// The least distance between the middles of neighboring dots that do not touch, in points.
  static let leastDistance = 10.0
  /// The radius of a ring that fits its points is from here on, and not above, in points.
  private static let fitting = 12.0...40.0
  /// The distance between its dots while there is room, in points.
  private static let fittingDistance = 12.0

  /// The largest distance that a point is moved, meters.
  var farthest: Double { meters(atLatitude: 0, of: .max) * (ground == nil ? 1 : 16) }

  /// The sheet on which meters are those on the ground; `nil` for lengths in the picture, and on Mercator's plane.
  private var ground: Sheet? { if case .meters = radius { viewport.sheet } else { nil } }

  func holds(_ count: Int, at coordinate: Coordinate) -> Bool {
    if radius == .legs { return true }
    if ground != nil {
      let spots = places(of: count, about: coordinate).prefix(2).map { viewport.project($0) }
      let (east, south) = (spots[0].x - spots[1].x, spots[0].y - spots[1].y)
      return (east * east + south * south).squareRoot() >= CoLocatedRing.leastDistance - 1e-9
    }
    let latitude = coordinate.latitude
    let points = meters(atLatitude: latitude, of: count) / viewport.metersPerPoint(atLatitude: latitude)
    return 2 * points * sine(.pi / Double(count)) >= CoLocatedRing.leastDistance - 1e-9
  }

  private func meters(atLatitude latitude: Double, of count: Int) -> Double {
    let points: Double
    switch radius {
    case .meters(let meters): return meters
    case .points(let radius): points = radius
    case .fitting, .legs:
      let (least, most) = (CoLocatedRing.fitting.lowerBound, CoLocatedRing.fitting.upperBound)
      points = min(most, max(least, CoLocatedRing.fittingDistance / 2 / sine(.pi / Double(count))))
    }
    return points * viewport.metersPerPoint(atLatitude: latitude)
  }

  /// Moves the points of a window: point i of n, in input order, to bearing 360° · i/n clockwise from north.
  ///
  /// - Throws: ``ClusterError/badCoordinate(index:longitude:latitude:)``.
  /// - Complexity: O(*n*) expected; up to 20 bytes a point in the window while it runs.
  func move(_ points: inout PlacedPoints, in window: DegreeWindow) throws(ClusterError) {
    var moved: [(row: UInt32, coordinate: Coordinate)] = []
    var pairs = try CoLocatedRing.pairs(of: points, in: window)[...]
    while let first = pairs.first.map({ $0 >> 32 }) {
      let others = pairs.prefix { $0 >> 32 == first }.map { UInt32(truncatingIfNeeded: $0) }
      let group = [UInt32(first)] + others
      pairs = pairs.dropFirst(others.count)
      moved += zip(group, places(of: group.count, about: points.coordinate(Int(first)))).map { ($0, $1) }
    }
    moved.sort { $0.row < $1.row }
    points.movedRows = moved.map(\.row)
    points.movedPlaces = moved.map(\.coordinate)
  }

  func places(of count: Int, about coordinate: Coordinate) -> [Coordinate] {
    guard count > 1 else { return Array(repeating: coordinate, count: count) }
    if radius == .legs { return spread(count, about: coordinate) }
    let distance = meters(atLatitude: coordinate.latitude, of: count)
    let center = ground?.nearestCoordinate(ofPlanar: coordinate) ?? coordinate
    return (0..<count).map { number in
      let found = Geodesy.destination(
        from: center, bearing: 360 * Double(number) / Double(count), distance: distance,
        radius: CoLocatedRing.earthRadius)
      return ground.map { $0.planar(found) ?? coordinate } ?? found
    }
  }

  /// From so many points on they stand along a spiral.
  private static let fewestOfSpiral = 8

  /// The coordinates of points with legs: on a circle, or along a spiral whose turns lie as far apart as its points.
  private func spread(_ count: Int, about coordinate: Coordinate) -> [Coordinate] {
    let length = viewport.metersPerPoint(atLatitude: coordinate.latitude)
    return CoLocatedRing.legs(count).map { leg in
      Geodesy.destination(
        from: coordinate, bearing: leg.bearing, distance: leg.length * length,
        radius: CoLocatedRing.earthRadius)
    }
  }

  /// The bearings of legs in degrees and their lengths in points, which grow.
  static func legs(_ count: Int) -> [(bearing: Double, length: Double)] {
    let (spacing, first) = (14.0, 24.0)
    var (angle, distance) = (0.0, first)
    return (0..<count).map { number in
      guard count >= CoLocatedRing.fewestOfSpiral else {
        return (360 * Double(number) / Double(count), first)
      }
      let leg = (angle * 180 / .pi, distance)
      angle += spacing / distance
      distance = first + spacing * angle / (2 * .pi)
      return leg
    }
  }

  /// The rows of a window that share their coordinate with an earlier one, each below the first of its coordinate,
  /// ascending.
  private static func pairs(
    of points: PlacedPoints, in window: DegreeWindow
  ) throws(ClusterError) -> [UInt64] {
    var rows: [UInt32] = []
    for row in 0..<points.count {
      let (latitude, longitude) = (points.latitudes[row], points.longitudes[row])
      if points.hasAbsent && latitude.isNaN { continue }
      guard latitude >= -90, latitude <= 90, longitude.isFinite else {
        throw .badCoordinate(index: row, longitude: longitude, latitude: latitude)
      }
      if window.contains(latitude: latitude, longitude: Coordinate.wrappedLongitude(longitude)) {
        rows.append(UInt32(truncatingIfNeeded: row))
      }
    }
    // A coordinate's first row stands in the table; rows that find it there are noted beside it.
    var size = 1024
    while size < rows.count * 2 { size *= 2 }
    var table = [UInt32](repeating: .max, count: size)
    var pairs: [UInt64] = []
    for row in rows {
      // Adding zero makes one of the two zeros.
      let latitude = points.latitudes[Int(row)] + 0
      let longitude = Coordinate.wrappedLongitude(points.longitudes[Int(row)]) + 0
      var slot =
        Int(truncatingIfNeeded: mixed(mixed(latitude.bitPattern) ^ longitude.bitPattern)) & (size - 1)
      while table[slot] != .max {
        let other = Int(table[slot])
        if points.latitudes[other] == latitude
          && Coordinate.wrappedLongitude(points.longitudes[other]) == longitude
        {
          break
        }
        slot = (slot + 1) & (size - 1)
      }
      if table[slot] == .max {
        table[slot] = row
      } else {
        pairs.append(UInt64(table[slot]) << 32 | UInt64(row))
      }
    }
    return pairs.sorted()
  }
}

extension ClusterInput {
  package var longestLeg: Double {
    var counts: [Coordinate: Int] = [:]
    var most = 1
    for index in 0..<coordinates.count {
      let count = (counts[coordinates[index]] ?? 0) + 1
      counts[coordinates[index]] = count
      most = max(most, count)
    }
    return most > 1 ? CoLocatedRing.legs(most).last?.length ?? 0 : 0
  }
}
