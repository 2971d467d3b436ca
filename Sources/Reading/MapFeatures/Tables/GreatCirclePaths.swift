import MapGeometry

/// Positions added along great circles, so that paths can be drawn straight in longitude and latitude.
extension ShapePaths {
  /// Degrees between positions: off the great circle by 2.4e-6 radii, times the tangent of the latitude.
  private static let step = 0.25

  /// Adds a path, without wrapping longitudes.
  ///
  /// Edges cross the antimeridian the short way. Along the antimeridian or at a pole, edges of rings stay
  /// straight; a ring around a pole is closed along it.
  ///
  /// - Parameters:
  ///   - isGeodesic: false for tracks, whose lines stay straight.
  ///   - limit: most positions in all.
  /// - Returns: false beyond the limit.
  mutating func add(
    _ path: Int, of other: ShapePaths, isRing: Bool, isGeodesic: Bool = true, limit: Int
  ) -> Bool {
    var shift = 0.0
    let (positions, first) = (other.positions(ofPath: path), longitudes.count)
    for index in positions {
      var longitude = other.longitudes[index] + shift
      if index > positions.lowerBound, let last = longitudes.last {
        let turns = ((last - longitude) / 360).rounded()
        if !isRing || isGeodesic && !other.hasBorder(endingAt: index), abs(longitude + 360 * turns) <= 540 {
          shift += 360 * turns
          longitude += 360 * turns
        }
        if isGeodesic, abs(longitude - last) <= 180 {
          let from = Coordinate(latitude: latitudes[latitudes.count - 1], longitude: last)
          add(from, to: Coordinate(latitude: other.latitudes[index], longitude: longitude))
        }
      }
      longitudes.append(longitude)
      latitudes.append(other.latitudes[index])
      guard longitudes.count <= limit else { return false }
    }
    if isRing, shift != 0 { closeAroundPole(from: first) }
    ends.append(longitudes.count)
    return true
  }

  private func hasBorder(endingAt index: Int) -> Bool {
    let (a, b) = (longitudes[index - 1], longitudes[index])
    return abs(abs(a) - 180) < 1e-9 && abs(abs(b) - 180) < 1e-9
      || abs(latitudes[index]) == 90 && latitudes[index - 1] == latitudes[index]
  }

  /// Closes a ring around a pole along the antimeridian and the pole.
  private mutating func closeAroundPole(from first: Int) {
    guard let end = longitudes[first...].last, abs(end - longitudes[first]) > 180 else { return }
    let turn = end > longitudes[first] ? 360.0 : -360
    let pole = latitudes[first...].reduce(0, +) < 0 ? -90.0 : 90
    let world = { (longitude: Double) in 360 * ((longitude + 180) / 360).rounded(.down) }
    for index in longitudes.indices[(first + 1)...] {
      let (a, b) = (longitudes[index - 1], longitudes[index])
      guard (world(b) - world(a)) * turn > 0 else { continue }
      let border = max(world(a), world(b)) - 180
      let latitude = latitudes[index - 1] + (latitudes[index] - latitudes[index - 1]) * (border - a) / (b - a)
      for later in index..<longitudes.count { longitudes[later] -= turn }
      longitudes.insert(contentsOf: [border, border, border - turn, border - turn], at: index)
      latitudes.insert(contentsOf: [latitude, pole, pole, latitude], at: index)
      return
    }
  }

  /// Adds positions between two; antipodal ones have no longitude between them.
  private mutating func add(_ from: Coordinate, to: Coordinate) {
    // A meridian is straight as it is.
    guard from.longitude != to.longitude else { return }
    let angle = Geodesy.distance(from: from, to: to, radius: 180 / .pi)
    guard angle > ShapePaths.step, angle < 179.99 else { return }
    let count = (angle / ShapePaths.step).rounded(.up)
    let bearing = Geodesy.bearing(from: from, to: to)
    for number in 1..<Int(count) {
      let coordinate = Geodesy.destination(
        from: from, bearing: bearing, distance: angle * Double(number) / count, radius: 180 / .pi)
      let last = longitudes[longitudes.count - 1]
      longitudes.append(coordinate.longitude + 360 * ((last - coordinate.longitude) / 360).rounded())
      latitudes.append(coordinate.latitude)
    }
  }
}
