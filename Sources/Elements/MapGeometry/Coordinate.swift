/// A coordinate on Earth: latitude and longitude in degrees, WGS 84.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north, `-90...90` if valid, and east, in any number of turns, see ``wrappedLongitude(_:)``.
  public var latitude, longitude: Double

  /// A coordinate without wrapping, clamping or checks.
  @inlinable public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// A finite coordinate with a valid latitude.
  ///
  /// - Throws: ``GeometryError/notFinite(_:)`` or ``GeometryError/latitudeOutOfRange(_:swapped:)``.
  public init(checkedLatitude latitude: Double, longitude: Double) throws(GeometryError) {
    for degrees in [latitude, longitude] where !degrees.isFinite { throw .notFinite(degrees) }
    guard (-90...90).contains(latitude) else {
      throw .latitudeOutOfRange(latitude, swapped: (-90...90).contains(longitude))
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// The coordinate with its longitude in `-180..<180`.
  public var wrapped: Coordinate {
    Coordinate(latitude: latitude, longitude: Coordinate.wrappedLongitude(longitude))
  }

  /// `longitude` moved by whole turns into `-180..<180`; not a number stays what it is.
  @inlinable public static func wrappedLongitude(_ longitude: Double) -> Double {
    if longitude >= -180 && longitude < 180 { return longitude }
    // The remainder and both differences are exact, so that no number of turns moves a coordinate.
    let remainder = longitude.truncatingRemainder(dividingBy: 360)
    return remainder >= 180 ? remainder - 360 : remainder < -180 ? remainder + 360 : remainder
  }
}

/// Coordinates as two columns, in input order, for millions of points.
public struct CoordinateTable: Sendable {
  /// Degrees east, `-180..<180`, and north, `-90...90`, one a point.
  public var longitudes, latitudes: [Double]

  /// A table of equally long columns.
  public init(longitudes: [Double] = [], latitudes: [Double] = []) {
    precondition(longitudes.count == latitudes.count, "columns of a coordinate table must be equally long")
    (self.longitudes, self.latitudes) = (longitudes, latitudes)
  }

  /// A table with one row a coordinate.
  public init(_ coordinates: some Sequence<Coordinate>) {
    self.init()
    for coordinate in coordinates {
      longitudes.append(coordinate.longitude)
      latitudes.append(coordinate.latitude)
    }
  }

  /// The number of coordinates.
  @inlinable public var count: Int { longitudes.count }

  /// The coordinate in row `index`.
  @inlinable public subscript(index: Int) -> Coordinate {
    Coordinate(latitude: latitudes[index], longitude: longitudes[index])
  }

  @inlinable package func taking(_ rows: [some BinaryInteger]) -> CoordinateTable {
    CoordinateTable(longitudes: rows.map { longitudes[Int($0)] }, latitudes: rows.map { latitudes[Int($0)] })
  }
}
