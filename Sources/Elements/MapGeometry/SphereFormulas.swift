// The formulas of the projections on a sphere of radius 1: x east and y north of the center, in radii.
//
// They are those of J. P. Snyder, "Map Projections: A Working Manual", USGS Professional Paper 1395 (1987), where that has
// them; Equal Earth, Natural Earth and Winkel Tripel as their authors published them.

struct SphereFormulas: Hashable, Sendable {
  let projection: Projection
  let sine0, cosine0: Double
  /// Cone constant, scale, and distance of the center from the apex.
  private(set) var cone = 0.0
  private(set) var scale = 0.0
  private(set) var apex = 0.0
  let plane: SystemPlane?
  /// Distance of the eye from the sphere's center in radii, and the share of Mercator's plane that is mixed
  /// in.
  let distance, flatness: Double

  init(
    _ projection: Projection, latitude: Double, parallels: (south: Double, north: Double) = (0, 0),
    distance: Double = 2, flatness: Double = 0, plane: SystemPlane? = nil
  ) {
    (self.projection, self.flatness, self.plane) = (projection, flatness, plane)
    (sine0, cosine0) = (sine(latitude), cosine(latitude))
    self.distance = distance
    let (south, north) = parallels
    if projection == .albers {
      cone = (sine(south) + sine(north)) / 2
      scale = cosine(south) * cosine(south) + 2 * cone * sine(south)
    } else if projection == .lambertConformal {
      cone =
        abs(south - north) < 1e-10
        ? sine(south)
        : naturalLogarithm(cosine(south) / cosine(north))
          / naturalLogarithm(tangent(.pi / 4 + north / 2) / tangent(.pi / 4 + south / 2))
      scale = cosine(south) * power(tangent(.pi / 4 + south / 2), cone) / cone
    }
    if projection.isConic { apex = radius(latitude) }
  }

  /// Distance of a parallel from the cone's apex, negative for southern ones.
  private func radius(_ phi: Double) -> Double {
    projection == .albers
      ? max(0, scale - 2 * cone * sine(phi)).squareRoot() / cone
      : scale / power(tangent(.pi / 4 + phi / 2), cone)
  }

  private static func equalEarth(_ theta: Double) -> (height: Double, slope: Double) {
    let (a1, a2, a3, a4) = (1.340264, -0.081106, 0.000893, 0.003796)
    let (t2, t6) = (theta * theta, theta * theta * theta * theta * theta * theta)
    return (theta * (a1 + a2 * t2 + t6 * (a3 + a4 * t2)), a1 + 3 * a2 * t2 + t6 * (7 * a3 + 9 * a4 * t2))
  }

  private static let root3 = 3.0.squareRoot()
  private static let root2 = 2.0.squareRoot()

  /// Half the angle by which Mollweide's parallel stays below the pole, from a latitude of 0 on.
  ///
  /// With `u = π - 2θ` the equation is `u - sin u = π (1 - sin φ)`, which Newton's method solves quickly at
  /// the poles, too.
  private static func mollweideAngle(_ phi: Double) -> Double {
    let half = sine((.pi / 2 - phi) / 2)
    let wanted = 2 * .pi * half * half
    var u = cubeRoot(6 * wanted)
    for _ in 0..<20 where u > 0 {
      let step = (u - sine(u) - wanted) / (1 - cosine(u))
      u -= step
      if abs(step) < 1e-14 { break }
    }
    return u / 2
  }

  private static func naturalEarth(_ phi: Double) -> (width: Double, height: Double) {
    let (p2, p4) = (phi * phi, phi * phi * phi * phi)
    return (
      0.8707 - 0.131979 * p2 + p4 * (-0.013791 + p4 * (0.003971 * p2 - 0.001529 * p4)),
      phi * (1.007226 + p2 * (0.015085 + p4 * (-0.044475 + 0.028874 * p2 - 0.005916 * p4)))
    )
  }

  private static func winkel(_ lambda: Double, _ phi: Double) -> SIMD2<Double> {
    let (half, cosinePhi) = (lambda / 2, cosine(phi))
    let angle = arcCosine(cosinePhi * cosine(half))
    let stretch = angle > 1e-9 ? angle / sine(angle) : 1
    let parallel = cosine(Projection.winkelParallel * .pi / 180)
    return SIMD2(
      (2 * stretch * cosinePhi * sine(half) + lambda * parallel) / 2, (stretch * sine(phi) + phi) / 2)
  }

  /// Point of a longitude from the central meridian and a latitude, in radians; also beyond a horizon where
  /// possible.
  func point(_ lambda: Double, _ phi: Double) -> SIMD2<Double> {
    switch projection {
    case .mercator: return SIMD2(lambda, naturalLogarithm(tangent(.pi / 4 + phi / 2)))
    case .equirectangular: return SIMD2(lambda, phi)
    case .equalEarth:
      let theta = arcSine(Self.root3 / 2 * sine(phi))
      let (height, slope) = Self.equalEarth(theta)
      return SIMD2(2 * Self.root3 * lambda * cosine(theta) / (3 * slope), height)
    case .naturalEarth:
      let (width, height) = Self.naturalEarth(phi)
      return SIMD2(lambda * width, height)
    case .robinson:
      let (width, height) = RobinsonTable.values(abs(phi))
      return SIMD2(lambda * width, phi < 0 ? -height : height)
    case .winkelTripel: return Self.winkel(lambda, phi)
    case .mollweide:
      let angle = Self.mollweideAngle(abs(phi))
      let y = Self.root2 * cosine(angle)
      return SIMD2(2 * Self.root2 / .pi * lambda * sine(angle), phi < 0 ? -y : y)
    case .albers, .lambertConformal:
      let (radius, angle) = (radius(phi), cone * lambda)
      return SIMD2(radius * sine(angle), apex - radius * cosine(angle))
    case .system: return plane?.point(lambda, phi) ?? SIMD2(.nan, .nan)
    case .lambertAzimuthal, .stereographic, .orthographic, .verticalPerspective:
      return point(of: direction(lambda, phi), lambda, phi)
    }
  }

  func point(of direction: SIMD3<Double>, _ lambda: Double, _ phi: Double) -> SIMD2<Double> {
    let factor = stretch(direction.z)
    let point = SIMD2(factor * direction.x, factor * direction.y)
    guard flatness > 0 else { return point }
    // Both have the scale of the center there.
    func height(_ sine: Double) -> Double { naturalLogarithm((1 + sine) / (1 - sine)) / 2 }
    let flat = cosine0 * SIMD2(lambda, height(sine(phi)) - height(sine0))
    return point + flatness * (flat - point)
  }

  /// Direction from the center: east and north times the sine of the distance, and its cosine.
  func direction(_ lambda: Double, _ phi: Double) -> SIMD3<Double> {
    let (sinePhi, cosinePhi, cosineLambda) = (sine(phi), cosine(phi), cosine(lambda))
    return SIMD3(
      cosinePhi * sine(lambda), cosine0 * sinePhi - sine0 * cosinePhi * cosineLambda,
      sine0 * sinePhi + cosine0 * cosinePhi * cosineLambda)
  }

  /// Factor from the sine of a distance to a length on the sheet, by its cosine.
  func stretch(_ cosine: Double) -> Double {
    switch projection {
    case .lambertAzimuthal: (2 / max(1e-300, 1 + cosine)).squareRoot()
    case .stereographic: 2 / max(1e-300, 1 + cosine)
    case .verticalPerspective: (distance - 1) / (distance - cosine)
    default: 1
    }
  }

  /// Longitude from the central meridian and latitude of a point, in radians; `nil` outside of the sheet.
  func angles(_ x: Double, _ y: Double) -> (lambda: Double, phi: Double)? {
    switch projection {
    case .mercator: return inside(x, arcTangent(hyperbolicSine(y)))
    case .equirectangular: return inside(x, y)
    case .equalEarth: return equalEarthAngles(x, y)
    case .naturalEarth:
      guard let phi = root(of: y, from: y, { Self.naturalEarth($0).height }) else { return nil }
      return inside(x / Self.naturalEarth(phi).width, phi)
    case .robinson:
      guard let phi = RobinsonTable.latitude(height: abs(y)) else { return nil }
      return inside(x / RobinsonTable.values(phi).width, y < 0 ? -phi : phi)
    case .winkelTripel: return winkelAngles(x, y)
    case .mollweide:
      let height = abs(y) / Self.root2
      guard height <= 1 else { return nil }
      let angle = arcTangent((1 - height * height).squareRoot(), height)
      let phi = .pi / 2 - 2 * arcSine((max(0, 2 * angle - sine(2 * angle)) / (2 * .pi)).squareRoot())
      return inside(x == 0 ? 0 : x * .pi / (2 * Self.root2 * sine(angle)), y < 0 ? -phi : phi)
    case .albers, .lambertConformal:
      let sign = cone < 0 ? -1.0 : 1
      let (right, down) = (sign * x, sign * (apex - y))
      let radius = (x * x + down * down).squareRoot()
      let lambda = arcTangent(right, down) / cone
      if projection == .albers {
        let sinePhi = (scale - radius * radius * cone * cone) / (2 * cone)
        return abs(sinePhi) <= 1 ? inside(lambda, arcSine(sinePhi)) : nil
      }
      return inside(lambda, 2 * arcTangent(power(sign * scale / max(1e-300, radius), 1 / cone)) - .pi / 2)
    case .system: return plane?.angles(x, y)
    case .lambertAzimuthal, .stereographic, .orthographic, .verticalPerspective:
      return flatness > 0 ? flattenedAngles(SIMD2(x, y)) : azimuthalAngles(x, y)
    }
  }

  /// Inverse of the blend with Mercator, by iteration from the perspective.
  private func flattenedAngles(_ point: SIMD2<Double>) -> (lambda: Double, phi: Double)? {
    var aim = point
    for _ in 0..<30 {
      guard let angles = azimuthalAngles(aim.x, aim.y) else { return nil }
      let miss = point - self.point(angles.lambda, angles.phi)
      if abs(miss.x) + abs(miss.y) < 1e-14 { return angles }
      aim += miss
    }
    return nil
  }

  private func inside(_ lambda: Double, _ phi: Double) -> (lambda: Double, phi: Double)? {
    abs(lambda) <= .pi * (1 + 1e-12) && abs(phi) <= .pi / 2 * (1 + 1e-12) ? (lambda, phi) : nil
  }

  private func root(of wanted: Double, from start: Double, _ height: (Double) -> Double) -> Double? {
    var phi = start
    for _ in 0..<30 {
      let slope = (height(phi + 1e-6) - height(phi - 1e-6)) / 2e-6
      let step = (height(phi) - wanted) / slope
      phi -= step
      if abs(step) < 1e-14 { break }
    }
    // Above the pole there is no root to find.
    return phi.isFinite && abs(height(phi) - wanted) < 1e-9 ? phi : nil
  }

  private func equalEarthAngles(_ x: Double, _ y: Double) -> (lambda: Double, phi: Double)? {
    var theta = y
    var slope = 1.0
    for _ in 0..<20 {
      let height: Double
      (height, slope) = Self.equalEarth(theta)
      let step = (height - y) / slope
      theta -= step
      if abs(step) < 1e-14 { break }
    }
    let sinePhi = 2 / Self.root3 * sine(theta)
    guard abs(sinePhi) <= 1 + 1e-12 else { return nil }
    return inside(3 * x * slope / (2 * Self.root3 * cosine(theta)), arcSine(min(1, max(-1, sinePhi))))
  }

  private func winkelAngles(_ x: Double, _ y: Double) -> (lambda: Double, phi: Double)? {
    let parallel = cosine(Projection.winkelParallel * .pi / 180)
    var (lambda, phi) = (2 * x / (1 + parallel), y)
    for _ in 0..<50 {
      let off = Self.winkel(lambda, phi) - SIMD2(x, y)
      let reach = 1e-6
      let east = (Self.winkel(lambda + reach, phi) - Self.winkel(lambda - reach, phi)) / (2 * reach)
      let north = (Self.winkel(lambda, phi + reach) - Self.winkel(lambda, phi - reach)) / (2 * reach)
      let determinant = east.x * north.y - north.x * east.y
      let step = SIMD2(off.x * north.y - off.y * north.x, off.y * east.x - off.x * east.y) / determinant
      guard step.x.isFinite, step.y.isFinite else { return nil }
      lambda = min(.pi + 0.1, max(-.pi - 0.1, lambda - step.x))
      let end: Double = .pi / 2 + 0.05
      phi = min(end, max(-end, phi - step.y))
      if abs(step.x) + abs(step.y) < 1e-14 { break }
    }
    let off = Self.winkel(lambda, phi) - SIMD2(x, y)
    return abs(off.x) + abs(off.y) < 1e-9 ? inside(lambda, phi) : nil
  }

  private func azimuthalAngles(_ x: Double, _ y: Double) -> (lambda: Double, phi: Double)? {
    let length = (x * x + y * y).squareRoot()
    guard length > 1e-300 else { return (0, arcTangent(sine0, cosine0)) }
    let sineC, cosineC: Double
    switch projection {
    case .lambertAzimuthal:
      guard length <= 2 else { return nil }
      (sineC, cosineC) = (length * (1 - length * length / 4).squareRoot(), 1 - length * length / 2)
    case .stereographic:
      let square = length * length / 4
      (sineC, cosineC) = (length / (1 + square), (1 - square) / (1 + square))
    case .verticalPerspective:
      let rest = 1 - length * length * (distance + 1) / (distance - 1)
      guard rest >= 0 else { return nil }
      sineC = (distance - rest.squareRoot()) / ((distance - 1) / length + length / (distance - 1))
      cosineC = max(0, 1 - sineC * sineC).squareRoot()
    default:
      guard length <= 1 else { return nil }
      (sineC, cosineC) = (length, (1 - length * length).squareRoot())
    }
    let (east, north) = (x / length * sineC, y / length * sineC)
    let axis = cosineC * cosine0 - north * sine0
    return (
      arcTangent(east, axis),
      arcTangent(cosineC * sine0 + north * cosine0, (axis * axis + east * east).squareRoot())
    )
  }
}
