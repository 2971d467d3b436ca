/// A system of coordinates that a library of others knows: takes places on Earth to a plane and back.
public protocol PlanarSystem: AnyObject, Sendable {
  /// The code or the string that it was opened by.
  var definition: String { get }
  /// True for a system of longitude and latitude, which has no plane.
  var isGeographic: Bool { get }
  /// The point of a place, in radii, east and north; `nil` where it has none.
  func point(_ place: Coordinate) -> SIMD2<Double>?
  /// The place of a point in radii; `nil` where there is none.
  func place(_ point: SIMD2<Double>) -> Coordinate?
}

/// A system about a center: what of it is shown is a cap around that.
struct SystemPlane: Hashable, Sendable {
  private let system: any PlanarSystem
  private let center: Coordinate
  private let origin: SIMD2<Double>
  /// The code or text that the system was opened by.
  var definition: String { system.definition }

  /// - Throws: ``GeometryError/beyondSystem(_:)`` where the system has no point for the center.
  init(_ system: any PlanarSystem, center: Coordinate) throws(GeometryError) {
    guard let origin = system.point(center) else { throw .beyondSystem(system.definition) }
    (self.system, self.center, self.origin) = (system, center, origin)
  }

  static func == (a: SystemPlane, b: SystemPlane) -> Bool {
    a.system.definition == b.system.definition && a.center == b.center
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(system.definition)
    hasher.combine(center)
  }

  /// The point of a longitude from the center's and a latitude, in radians; no number where there is none.
  func point(_ lambda: Double, _ phi: Double) -> SIMD2<Double> {
    let place = Coordinate(
      latitude: min(90, max(-90, phi * 180 / .pi)),
      longitude: Coordinate.wrappedLongitude(center.longitude + lambda * 180 / .pi))
    return system.point(place).map { $0 - origin } ?? SIMD2(.nan, .nan)
  }

  /// The longitude from the center's and the latitude of a point, in radians; `nil` where there is none.
  func place(_ x: Double, _ y: Double) -> (lambda: Double, phi: Double)? {
    guard let place = system.place(SIMD2(x, y) + origin), abs(place.latitude) <= 90 else { return nil }
    let lambda = Coordinate.wrappedLongitude(place.longitude - center.longitude)
    return (lambda * .pi / 180, place.latitude * .pi / 180)
  }

  /// The place in a direction from the center, both clockwise from north and in distance in radians.
  func place(azimuth: Double, distance: Double) -> (lambda: Double, phi: Double) {
    let phi0 = center.latitude * .pi / 180
    let north = sine(distance) * cosine(azimuth)
    let up = cosine(phi0) * cosine(distance) - sine(phi0) * north
    let sinePhi = sine(phi0) * cosine(distance) + cosine(phi0) * north
    return (arcTangent(sine(distance) * sine(azimuth), up), arcSine(min(1, max(-1, sinePhi))))
  }

  /// The largest distance from the center, in radians, within which the plane neither folds nor tears, and comes back to where it
  /// was: of those that are tried.
  ///
  /// - Throws: ``GeometryError/beyondSystem(_:)`` where not even the smallest is.
  func reach() throws(GeometryError) -> Double {
    for degrees in [88.0, 75, 60, 45, 30, 20, 12, 6, 3, 1] {
      let reach = degrees * .pi / 180
      if (1...12).allSatisfy({ isSound(atDistance: reach * Double($0) / 12) }) { return reach }
    }
    throw .beyondSystem(system.definition)
  }

  private func isSound(atDistance distance: Double) -> Bool {
    let turn = 2 * Double.pi / 48
    var last: SIMD2<Double>?
    return (0...48).allSatisfy { number in
      let (lambda, phi) = place(azimuth: turn * (Double(number) + 0.37), distance: distance)
      guard abs(phi) < 1.5707 else { return true }
      let (step, point) = (1e-5, point(lambda, phi))
      defer { last = point }
      // A plane that is torn has a gap between neighbors.
      if let last {
        let way = point - last
        guard (way * way).sum().squareRoot() < 6 * turn * sine(distance) else { return false }
      }
      let east = self.point(lambda + step, phi) - point
      let north = self.point(lambda, phi + step) - point
      let area = (east.x * north.y - east.y * north.x) / (step * step * cosine(phi))
      guard area > 0.04, area < 25, let back = place(point.x, point.y) else { return false }
      return abs(back.phi - phi) < 1e-7 && abs(back.lambda - lambda) * cosine(phi) < 1e-7
    }
  }
}
