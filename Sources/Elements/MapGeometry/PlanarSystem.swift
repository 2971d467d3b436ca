/// A coordinate system of another library, which projects coordinates to a plane and back.
public protocol PlanarSystem: AnyObject, Sendable {
  /// The code or the string that it was opened by.
  var definition: String { get }
  /// True for a system of longitude and latitude, which has no plane.
  var isGeographic: Bool { get }
  /// The box of the Earth that it is meant for; `nil` where that is not known.
  var area: BoundingBox? { get }
  /// Coordinate of the central meridian and the plane's middle latitude.
  var origin: Coordinate { get }
  /// Projected point in radii, east and north; `nil` if there is none.
  func point(_ coordinate: Coordinate) -> SIMD2<Double>?
  /// Coordinate of a point in radii; `nil` if there is none.
  func coordinate(_ point: SIMD2<Double>) -> Coordinate?
}

/// A system with its visible part of the Earth: a cap, or a box of longitudes and latitudes.
///
/// That is its area of use and 10° around it, 25° for zones up to 8° wide; else the larger one of a cap and a
/// box about the origin. Of these it is the part in which the plane is sound: it neither folds nor tears,
/// lies in a square of a world's width, and projects back.
struct SystemPlane: Hashable, Sendable {
  private let system: any PlanarSystem
  let center: Coordinate
  private let origin: SIMD2<Double>
  /// Distance of a cap's edge from the center, in radians; `nil` for a box.
  private(set) var reach: Double?
  /// Half of a box's width and its latitudes, in radians.
  private(set) var width = Double.infinity
  private(set) var latitudes = -Double.pi / 2...Double.pi / 2
  var definition: String { system.definition }
  var hasArea: Bool { system.area != nil }

  static func == (a: SystemPlane, b: SystemPlane) -> Bool {
    a.system.definition == b.system.definition && a.center == b.center
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(system.definition)
    hasher.combine(center)
  }

  /// Point in radii of a longitude from the center's and a latitude, in radians; NaN if there is none.
  func point(_ lambda: Double, _ phi: Double) -> SIMD2<Double> {
    let coordinate = Coordinate(
      latitude: min(90, max(-90, phi * 180 / .pi)),
      longitude: Coordinate.wrappedLongitude(center.longitude + lambda * 180 / .pi))
    return system.point(coordinate).map { $0 - origin } ?? SIMD2(.nan, .nan)
  }

  /// Longitude from the center's and latitude, in radians; `nil` if there is none.
  func angles(_ x: Double, _ y: Double) -> (lambda: Double, phi: Double)? {
    guard let coordinate = system.coordinate(SIMD2(x, y) + origin), abs(coordinate.latitude) <= 90 else {
      return nil
    }
    let lambda = Coordinate.wrappedLongitude(coordinate.longitude - center.longitude)
    return (lambda * .pi / 180, coordinate.latitude * .pi / 180)
  }

  /// Destination by azimuth, clockwise from north, and distance, in radians.
  func angles(azimuth: Double, distance: Double) -> (lambda: Double, phi: Double) {
    let phi0 = center.latitude * .pi / 180
    let north = sine(distance) * cosine(azimuth)
    let up = cosine(phi0) * cosine(distance) - sine(phi0) * north
    let sinePhi = sine(phi0) * cosine(distance) + cosine(phi0) * north
    return (arcTangent(sine(distance) * sine(azimuth), up), arcSine(min(1, max(-1, sinePhi))))
  }
}

extension SystemPlane {
  /// - Throws: ``GeometryError/beyondSystem(_:)`` if no part of the Earth projects back.
  init(_ system: any PlanarSystem) throws(GeometryError) {
    var best: SystemPlane?
    if let area = system.area {
      let (east, north) = (area.longitudes.width / 2, (area.north - area.south) / 2)
      let isAround = east > 170
      let middle = Coordinate(
        latitude: area.south + north, longitude: isAround ? system.origin.longitude : area.longitudes.middle)
      for margin in [east <= 4 ? 25.0 : 10, 5, 0] where best == nil {
        let (south, top) = (area.south - margin, area.north + margin)
        // About a pole a box would have a seam.
        if isAround, abs(area.south + area.north) >= 90 {
          let pole = Coordinate(latitude: middle.latitude < 0 ? -90 : 90, longitude: middle.longitude)
          best = SystemPlane(system, pole, reach: pole.latitude < 0 ? 90 + top : 90 - south)
        }
        best =
          best
          ?? SystemPlane(
            system, middle, width: isAround ? 180 : east + margin, max(-90, south)...min(90, top))
      }
    } else {
      best = SystemPlane(system, system.origin, reach: 179)
      for width in [180.0, 120, 80, 40, 20, 6] where width > 180 * (best?.share ?? 0) {
        let middle = Coordinate(
          latitude: min(80, max(-80, system.origin.latitude)), longitude: system.origin.longitude)
        let box = SystemPlane(system, middle, width: width, -90...90)
        if box?.share ?? 0 > 1.1 * (best?.share ?? 0) { best = box }
      }
    }
    guard let best else { throw .beyondSystem(system.definition) }
    self = best
  }

  /// A cap of at most `limit` degrees; `nil` if less than half of these are sound.
  private init?(_ system: any PlanarSystem, _ center: Coordinate, reach limit: Double) {
    guard let origin = system.point(center) else { return nil }
    self.init(system: system, center: center, origin: origin)
    let (limit, turn) = (limit * .pi / 180, 2 * Double.pi / 48)
    let reach = SystemPlane.last(from: 0, to: limit) { distance in
      isSound(
        (0...48).map { angles(azimuth: turn * (Double($0) + 0.37), distance: distance) },
        step: turn * sine(distance))
    }
    guard reach > (limit > 3 ? 0.01 : limit / 2) else { return nil }
    self.reach = reach
  }

  /// A box of longitudes on both sides; `nil` if its middle is not sound.
  private init?(
    _ system: any PlanarSystem, _ center: Coordinate, width: Double, _ limits: ClosedRange<Double>
  ) {
    guard let origin = system.point(center) else { return nil }
    self.init(system: system, center: center, origin: origin)
    // Half a turn to the east is also half a turn to the west, and coordinates on the edge are not found again.
    self.width = min(width, 180 - 1e-7) * .pi / 180
    let (step, middle) = (self.width * 0.9999 / 24, center.latitude * .pi / 180)
    func isRow(_ phi: Double) -> Bool {
      isSound((-24...24).map { (step * Double($0), phi) }, step: step * cosine(min(1.5706, abs(phi))))
    }
    guard isRow(middle) else { return nil }
    latitudes =
      SystemPlane.last(
        from: middle, to: limits.lowerBound * .pi / 180, isRow)...SystemPlane.last(
        from: middle, to: limits.upperBound * .pi / 180, isRow)
  }

  private var share: Double {
    reach.map { (1 - cosine($0)) / 2 }
      ?? width * (sine(latitudes.upperBound) - sine(latitudes.lowerBound)) / (2 * .pi)
  }

  /// Last angle up to which a condition holds, tried every 2° and then closer.
  private static func last(from start: Double, to end: Double, _ holds: (Double) -> Bool) -> Double {
    var (last, step) = (start, end < start ? -Double.pi / 90 : .pi / 90)
    while last != end, abs(step) > 1e-8 {
      let next = abs(end - last) <= abs(step) ? end : last + step
      if holds(next) { last = next } else { step /= 2 }
    }
    return last
  }

  /// True if the plane is sound at all coordinates, without gaps between neighbors.
  private func isSound(_ lattice: [(lambda: Double, phi: Double)], step: Double) -> Bool {
    var last: (point: SIMD2<Double>, stretch: Double)?
    return lattice.allSatisfy { angles in
      guard let stretch = stretch(angles.lambda, angles.phi) else { return false }
      let point = point(angles.lambda, angles.phi)
      defer { last = (point, stretch) }
      guard let last else { return true }
      let way = point - last.point
      return (way * way).sum().squareRoot() < 2 * max(stretch, last.stretch) * step + 1e-9
    }
  }

  /// Larger of the scales east and north; `nil` if the plane is not sound.
  private func stretch(_ lambda: Double, _ phi: Double) -> Double? {
    let (there, step) = (point(lambda, phi), 1e-5)
    guard abs(there.x) <= .pi, abs(there.y) <= .pi, let back = angles(there.x, there.y),
      abs(back.phi - phi) < 1e-6,
      abs(Coordinate.wrappedLongitude((back.lambda - lambda) * 180 / .pi)) * cosine(phi) < 1e-4
    else { return nil }
    // A pole itself has no east, and steps lead away from edges.
    let phi = min(1.5706, max(-1.5706, phi))
    let near = point(lambda, phi)
    let east = (point(lambda < 0 ? lambda + step : lambda - step, phi) - near) / step
    let north = (point(lambda, phi < 0 ? phi + step : phi - step) - near) / step
    let lengths = ((east * east).sum().squareRoot(), (north * north).sum().squareRoot())
    let area = abs(east.x * north.y - east.y * north.x) / cosine(phi)
    guard area > 0.0025, max(lengths.0, lengths.1) < 100 else { return nil }
    return max(lengths.0 / cosine(phi), lengths.1)
  }
}
