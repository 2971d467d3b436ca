/// A region between two latitudes and along a sweep of longitudes; may cross the antimeridian.
public struct BoundingBox: Hashable, Sendable {
  /// Edges in degrees, `-90...90`, in ascending order.
  public let south, north: Double
  /// From the western edge eastward.
  public let longitudes: LongitudeSpan
}

extension BoundingBox {
  /// A box by edges, in the order of GeoJSON and the command line.
  ///
  /// - Throws: ``GeometryError`` for infinite numbers, invalid latitudes, or south above north.
  public init(west: Double, south: Double, east: Double, north: Double) throws(GeometryError) {
    _ = try Coordinate(checkedLatitude: south, longitude: west)
    _ = try Coordinate(checkedLatitude: north, longitude: east)
    guard south <= north else { throw .southAboveNorth(south: south, north: north) }
    self.init(south: south, north: north, longitudes: try LongitudeSpan(from: west, to: east))
  }

  /// The region of an interactive map, as MapKit and MapLibre name it: a center, and degrees from edge to edge.
  ///
  /// - Parameters:
  ///   - latitudeSpan: degrees from south to north, at least 0; cut at the poles.
  ///   - longitudeSpan: degrees from west to east, at least 0; from 360 on all around.
  /// - Throws: ``GeometryError`` for a number that is not finite, a latitude that does not exist or a span below 0.
  public init(center: Coordinate, latitudeSpan: Double, longitudeSpan: Double) throws(GeometryError) {
    _ = try Coordinate(checkedLatitude: center.latitude, longitude: center.longitude)
    for span in [latitudeSpan, longitudeSpan] where !span.isFinite { throw .notFinite(span) }
    let (south, north) = (center.latitude - latitudeSpan / 2, center.latitude + latitudeSpan / 2)
    guard latitudeSpan >= 0, longitudeSpan >= 0 else { throw .southAboveNorth(south: south, north: north) }
    self.init(
      south: max(-90, south), north: min(90, north),
      longitudes: LongitudeSpan(
        west: Coordinate.wrappedLongitude(center.longitude - min(360, longitudeSpan) / 2),
        width: min(360, longitudeSpan)))
  }

  /// - Parameter coordinate: its longitude in `-180..<180`.
  package init(at coordinate: Coordinate) {
    self.init(
      south: coordinate.latitude, north: coordinate.latitude,
      longitudes: LongitudeSpan(west: coordinate.longitude, width: 0))
  }

  /// The smallest box with a further coordinate, of a latitude in `-90...90`.
  public func including(_ coordinate: Coordinate) -> BoundingBox {
    BoundingBox(
      south: min(south, coordinate.latitude), north: max(north, coordinate.latitude),
      longitudes: longitudes.including(coordinate.longitude))
  }

  /// The smallest box that holds this one and another.
  public func union(_ other: BoundingBox) -> BoundingBox {
    BoundingBox(
      south: min(south, other.south), north: max(north, other.north),
      longitudes: longitudes.union(other.longitudes))
  }

  /// The smallest box of all coordinates; `nil` for an empty table.
  public init?(holding table: CoordinateTable) {
    guard table.count > 0 else { return nil }
    var extent = DegreeExtent()
    extent.add(table)
    self = extent.box { LongitudeSpan.narrowest(holding: table.longitudes) }
  }

  /// Western edge, degrees, `-180..<180`; -180 where the box goes all around.
  public var west: Double { longitudes.width < 360 ? longitudes.west : -180 }
  /// Eastern edge as GeoJSON writes it, degrees, at most 180: below ``west`` where the box crosses the antimeridian.
  public var east: Double {
    guard longitudes.width < 360 else { return 180 }
    return longitudes.east > 180 ? longitudes.east - 360 : longitudes.east
  }

  /// True for a line or a single coordinate.
  public var isFlat: Bool { longitudes.width == 0 || south == north }

  /// The middle of latitudes and longitudes.
  public var middle: Coordinate { Coordinate(latitude: (south + north) / 2, longitude: longitudes.middle) }

  /// True if the box holds a coordinate, edges included.
  public func contains(_ coordinate: Coordinate) -> Bool {
    (south...north).contains(coordinate.latitude) && longitudes.contains(coordinate.longitude)
  }
}

struct DegreeExtent: Sendable {
  private var (eastward, northward) = (DegreeRange(), DegreeRange())

  mutating func add(_ points: CoordinateTable) {
    eastward.add(points.longitudes)
    northward.add(points.latitudes)
  }

  /// The smallest box of at least one point.
  ///
  /// - Parameter narrowest: called for boxes that may cross the antimeridian.
  func box(narrowest: () -> LongitudeSpan?) -> BoundingBox {
    let (west, east) = (eastward.least, eastward.greatest)
    // Half the world or less in plain order is already the narrowest span there is.
    let plain = LongitudeSpan(west: west, width: east - west)
    return BoundingBox(
      south: northward.least, north: northward.greatest,
      longitudes: east - west <= 180 ? plain : narrowest() ?? plain)
  }
}

private struct DegreeRange: Sendable {
  private(set) var least = Double.infinity
  private(set) var greatest = -Double.infinity

  /// Adds numbers; NaN is ignored.
  mutating func add(_ numbers: [Double]) {
    // Eight at a time: one after the other each would wait for the one before.
    var (low, high) = (SIMD8(repeating: least), SIMD8(repeating: greatest))
    let whole = numbers.count & ~7
    for start in stride(from: 0, to: whole, by: 8) {
      var eight = SIMD8<Double>()
      for lane in 0..<8 { eight[lane] = numbers[start + lane] }
      low.replace(with: eight, where: eight .< low)
      high.replace(with: eight, where: eight .> high)
    }
    (least, greatest) = (low.min(), high.max())
    for number in numbers[whole...] {
      if number < least { least = number }
      if number > greatest { greatest = number }
    }
  }
}

/// The smallest box of points in parts; equals ``BoundingBox/init(holding:)`` of all of them.
public struct PointBounds: Sendable {
  /// The number of points.
  public private(set) var count = 0
  private var extent = DegreeExtent()
  private var bins = LongitudeBins()

  /// The bounds of no points.
  public init() {}

  /// Adds points with longitudes in `-180..<180`.
  public mutating func add(_ points: CoordinateTable) {
    count += points.count
    extent.add(points)
    bins.add(points.longitudes[...])
  }

  /// The smallest box that holds the points; `nil` without points.
  public var box: BoundingBox? {
    count > 0 ? extent.box { bins.narrowest ?? LongitudeSpan(west: -180, width: 360) } : nil
  }
}
