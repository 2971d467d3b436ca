import MapGeometry

/// Positions added along great circles, so that lines and rings can be drawn straight in longitude and latitude.
extension ShapePaths {
  /// The distance between positions at most, in degrees: off the great circle by 2.4e-6 radii there, times the tangent of the
  /// latitude.
  private static let step = 0.25

  /// Adds a path; longitudes stay as they are not wrapped.
  ///
  /// An edge of a line takes the short way across the antimeridian, and what follows goes on from there. One of a ring that
  /// is longer than half a turn stays straight, for such edges run along the border of a map.
  ///
  /// - Parameter limit: the most positions in all.
  /// - Returns: false where there are more.
  mutating func add(_ path: Int, of other: ShapePaths, isRing: Bool, limit: Int) -> Bool {
    var shift = 0.0
    let positions = other.positions(ofPath: path)
    for index in positions {
      var longitude = other.longitudes[index] + shift
      if index > positions.lowerBound, let last = longitudes.last {
        let turns = ((last - longitude) / 360).rounded()
        if !isRing, abs(longitude + 360 * turns) <= 540 {
          shift += 360 * turns
          longitude += 360 * turns
        }
        if abs(longitude - last) <= 180 {
          let from = Coordinate(latitude: latitudes[latitudes.count - 1], longitude: last)
          add(from, to: Coordinate(latitude: other.latitudes[index], longitude: longitude))
        }
      }
      longitudes.append(longitude)
      latitudes.append(other.latitudes[index])
      guard longitudes.count <= limit else { return false }
    }
    ends.append(longitudes.count)
    return true
  }

  /// Adds the positions between two, which have no longitude between them where they lie opposite to each other.
  private mutating func add(_ from: Coordinate, to: Coordinate) {
    // A meridian is straight as it is.
    guard from.longitude != to.longitude else { return }
    let angle = Geodesy.distance(from: from, to: to, radius: 180 / .pi)
    guard angle > ShapePaths.step, angle < 179.99 else { return }
    let count = (angle / ShapePaths.step).rounded(.up)
    let bearing = Geodesy.bearing(from: from, to: to)
    for number in 1..<Int(count) {
      let place = Geodesy.destination(
        from: from, bearing: bearing, distance: angle * Double(number) / count, radius: 180 / .pi)
      let last = longitudes[longitudes.count - 1]
      longitudes.append(place.longitude + 360 * ((last - place.longitude) / 360).rounded())
      latitudes.append(place.latitude)
    }
  }
}
