/// Distances and directions on a round Earth.
public enum Geodesy {
  /// Mean radius of the Earth in meters (IUGG: (2a + b)/3 of WGS 84).
  public static let earthRadius = 6_371_008.8
  /// Meters in a degree of latitude, as legacy map libraries count them.
  public static let metersPerDegree = 111_319.49

  /// Great-circle distance in meters, by the haversine formula.
  public static func distance(from a: Coordinate, to b: Coordinate, radius: Double = earthRadius) -> Double {
    let radians = Double.pi / 180
    let halfLatitude = sine((b.latitude - a.latitude) * radians / 2)
    let halfLongitude = sine((b.longitude - a.longitude) * radians / 2)
    let chord =
      halfLatitude * halfLatitude
      + cosine(a.latitude * radians) * cosine(b.latitude * radians) * halfLongitude * halfLongitude
    return 2 * radius * arcSine(min(1, chord.squareRoot()))
  }

  /// Destination along a great circle: bearing in degrees clockwise from north, distance and radius in
  /// meters. Its longitude is in `-180..<180`.
  public static func destination(
    from start: Coordinate, bearing: Double, distance: Double, radius: Double = earthRadius
  ) -> Coordinate {
    let radians = Double.pi / 180
    let (angle, heading) = (distance / radius, bearing * radians)
    let (sinLatitude, cosLatitude) = (sine(start.latitude * radians), cosine(start.latitude * radians))
    let sinEnd = sinLatitude * cosine(angle) + cosLatitude * sine(angle) * cosine(heading)
    let turn = arcTangent(sine(heading) * sine(angle) * cosLatitude, cosine(angle) - sinLatitude * sinEnd)
    return Coordinate(
      latitude: arcSine(min(1, max(-1, sinEnd))) / radians,
      longitude: Coordinate.wrappedLongitude(start.longitude + turn / radians))
  }

  /// A circle on the ground, counterclockwise from north, longitudes not wrapped; around a pole it is closed
  /// over the pole.
  ///
  /// - Parameter radius: meters, at most a quarter of the circumference.
  public static func circle(about center: Coordinate, radius: Double) -> [Coordinate] {
    let (angle, toPole) = (radius / earthRadius, (90 - abs(center.latitude)) * (.pi / 180))
    guard toPole <= angle else {
      // Near by a pole longitudes run fast.
      let count = toPole < 1.1 * angle ? 960 : 96
      return (0..<count).map { step in
        let coordinate = destination(
          from: center, bearing: -360 * Double(step) / Double(count), distance: radius)
        return Coordinate(
          latitude: coordinate.latitude,
          longitude: center.longitude + Coordinate.wrappedLongitude(coordinate.longitude - center.longitude))
      }
    }
    // Each meridian leaves the circle once.
    let pole = center.latitude < 0 ? -90.0 : 90
    let ring = stride(from: -180.0, through: 180, by: 1.875).map { longitude in
      let turn = (longitude - center.longitude) * (.pi / 180)
      let (up, across) = (cosine(toPole), sine(toPole) * cosine(turn))
      let way = arcCosine(cosine(angle) / (up * up + across * across).squareRoot())
      return Coordinate(latitude: (arcTangent(up, across) - way) * 2 * pole / .pi, longitude: longitude)
    }
    return ring + [180.0, -180].map { Coordinate(latitude: pole, longitude: $0) }
  }

  /// Initial bearing of the great circle to another coordinate, in degrees clockwise from north.
  public static func bearing(from a: Coordinate, to b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let turn = (b.longitude - a.longitude) * radians
    let (start, end) = (a.latitude * radians, b.latitude * radians)
    return arcTangent(
      sine(turn) * cosine(end), cosine(start) * sine(end) - sine(start) * cosine(end) * cosine(turn))
      / radians
  }

  /// A box of a height and width in meters about a coordinate.
  ///
  /// - Throws: ``GeometryError`` for numbers that are not finite.
  public static func box(
    about center: Coordinate, latitudeMeters: Double, longitudeMeters: Double
  ) throws(GeometryError) -> BoundingBox {
    for meters in [latitudeMeters, longitudeMeters] where !meters.isFinite { throw .notFinite(meters) }
    let latitudeSpan = latitudeMeters / metersPerDegree
    let shrink = max(1e-9, cosine(center.latitude * (Double.pi / 180)))
    let longitudeSpan = min(360, longitudeMeters / (metersPerDegree * shrink))
    return try BoundingBox(
      west: center.longitude - longitudeSpan / 2, south: max(-90, center.latitude - latitudeSpan / 2),
      east: center.longitude + longitudeSpan / 2, north: min(90, center.latitude + latitudeSpan / 2))
  }
}
