/// The plane of a map projection other than Mercator's, about a center, on the unit square.
///
/// The square's width is the circumference of the globe, as in Mercator: at zoom `z` a radius is `512 · 2^z /
/// 2π` points. The center lies in the middle. Coordinates without a point in the square, such as on a globe's
/// far side, are hidden.
///
/// Clustering, labels and drawing use ``planar(_:)`` coordinates, whose Mercator point is the coordinate's
/// point on the sheet. So all that works on the flat world works on every sheet.
public struct Sheet: Hashable, Sendable {
  /// The projection.
  public let projection: Projection
  /// The name in settings, or what its system was opened by.
  public var name: String
  /// The central meridian, and of discs and cones the latitude of the center; degrees.
  public let center: Coordinate
  /// The latitudes of the parallels that a cone is true along, in degrees; both 0 elsewhere.
  public let parallels: SIMD2<Double>
  /// The factor by which the globe is larger than that of the zoom.
  public let magnification: Double
  let formulas: SphereFormulas
  /// True if the sheet is a disc, or of a system a cap.
  public let isDisc: Bool
  /// Cosine of a disc's edge distance from the center, and the edge's radius in radii.
  let edgeCosine, edgeRadius: Double
  /// Latitudes shown, and longitudes on either side of the center, in radians.
  let latitudes: ClosedRange<Double>
  let width: Double

  /// - Parameters:
  ///   - projection: any but Mercator's.
  ///   - center: central meridian, and latitude of the center; cylinders use the equator.
  ///   - parallels: standard parallels of a cone, south first, in degrees.
  ///   - distance: distance of the eye from the globe's center, in radii, above 1.
  ///   - magnification: factor by which the globe is enlarged, above 0.
  ///   - flatness: share of Mercator in the perspective, from 0 to 1.
  /// - Throws: ``GeometryError`` for infinite numbers, parallels that make no cone, and impossible centers.
  public init(
    _ projection: Projection, center: Coordinate, parallels: (south: Double, north: Double)? = nil,
    distance: Double = 2, magnification: Double = 1, flatness: Double = 0
  ) throws(GeometryError) {
    _ = try Coordinate(checkedLatitude: center.latitude, longitude: center.longitude)
    let (south, north) = parallels ?? (0, 0)
    for number in [south, north, distance, magnification] where !number.isFinite { throw .notFinite(number) }
    var latitude = projection.isConic || projection.isAzimuthal ? center.latitude : 0
    if projection == .stereographic { latitude = latitude < 0 ? -90 : 90 }
    if projection.isConic {
      let limits = projection == .albers ? -90.0...90 : -89.0...89
      guard limits.contains(south), limits.contains(north), south <= north, abs(south + north) > 0.01 else {
        throw .noCone(south: south, north: north)
      }
      latitude = min(89, max(-89, latitude))
    }
    if projection == .verticalPerspective, abs(latitude) > WorldPoint.maximumLatitude {
      throw .centerAtPole(projection.rawValue)
    }
    (self.projection, name) = (projection, projection.rawValue)
    (isDisc, width) = (projection.isAzimuthal, .infinity)
    self.center = Coordinate(latitude: latitude, longitude: Coordinate.wrappedLongitude(center.longitude))
    self.parallels = projection.isConic ? SIMD2(south, north) : SIMD2(0, 0)
    self.magnification = magnification
    let radians = Double.pi / 180
    let formulas = SphereFormulas(
      projection, latitude: latitude * radians, parallels: (south * radians, north * radians),
      distance: distance, flatness: flatness)
    self.formulas = formulas
    switch projection {
    case .lambertAzimuthal: edgeCosine = cosine(Double.pi - 0.01)
    // Where the disc fills the square.
    case .stereographic: edgeCosine = cosine(2 * arcTangent(Double.pi * 0.999 / 2))
    case .orthographic: edgeCosine = 0
    case .verticalPerspective: edgeCosine = 1 / distance
    default: edgeCosine = -1
    }
    let edge = formulas.stretch(edgeCosine) * (1 - edgeCosine * edgeCosine).squareRoot()
    // On Mercator's plane about the distance on the globe.
    edgeRadius = projection.isAzimuthal ? edge + flatness * (arcCosine(edgeCosine) - edge) : 0
    latitudes =
      projection == .lambertConformal ? Sheet.conformalLatitudes(formulas) : -Double.pi / 2...Double.pi / 2
  }

  /// A sheet of the sound part of a system, at most its area of use and some degrees around it.
  ///
  /// - Throws: ``GeometryError/beyondSystem(_:)`` if there is none.
  public init(_ system: any PlanarSystem) throws(GeometryError) {
    let plane = try SystemPlane(system)
    (projection, center, parallels, magnification) = (.system, plane.center, SIMD2(0, 0), 1)
    formulas = SphereFormulas(.system, latitude: plane.center.latitude * .pi / 180, plane: plane)
    (isDisc, edgeRadius) = (plane.reach != nil, plane.reach ?? 0)
    edgeCosine = plane.reach.map(cosine) ?? -1
    (latitudes, width, name) = (plane.latitudes, plane.width, plane.definition)
  }

  /// Refuses torn or oblique PROJ projections by name.
  ///
  /// - Throws: ``GeometryError/tornSystem(_:)``.
  public static func checkWhole(_ definition: String) throws(GeometryError) {
    let words = definition.filter { !$0.isWhitespace && $0 != "\"" }
    let torn = ["igh", "imoll", "bipc", "ob_tran", "healpix", "rhealpix"]
    if torn.contains(where: { words.contains("proj=\($0)") }) { throw .tornSystem(definition) }
  }

  /// Latitudes at which a conformal cone lies within four radii of its apex.
  private static func conformalLatitudes(_ formulas: SphereFormulas) -> ClosedRange<Double> {
    let half = Double.pi / 2
    let farthest = abs(formulas.apex) + 4
    let phi = 2 * arcTangent(power(abs(formulas.scale) / farthest, 1 / formulas.cone)) - half
    return formulas.cone > 0 ? max(-half + 0.01, phi)...half : -half...min(half - 0.01, phi)
  }

  /// The end of a sentence that names the coordinates beyond the sheet.
  public var beyond: String {
    formulas.plane?.hasArea == true
      ? "outside of \(shortenedName(name))'s area of use" : "where \(shortenedName(name)) shows nothing"
  }

  /// A PROJ string that shows more about a coordinate than the area of use: the zone's, or a disc's; else `nil`.
  public func wider(about coordinate: Coordinate) -> String? {
    guard formulas.plane?.hasArea == true else { return nil }
    let (kind, zone) = (Int(name.dropFirst(5)) ?? 0).quotientAndRemainder(dividingBy: 100)
    if [258, 326, 327].contains(kind), (1...60).contains(zone), abs(offset(coordinate.longitude)) < 30 {
      return "+proj=utm +zone=\(zone)\(kind == 327 ? " +south" : "")"
    }
    return
      "+proj=laea +lat_0=\(Int(coordinate.latitude.rounded())) +lon_0=\(Int(coordinate.longitude.rounded()))"
  }

  /// Degrees east of the central meridian, `-180..<180`.
  func offset(_ longitude: Double) -> Double { Coordinate.wrappedLongitude(longitude - center.longitude) }

  /// Projected point on the square; `nil` if hidden.
  public func worldPoint(_ coordinate: Coordinate) -> WorldPoint? {
    let (lambda, phi) = (offset(coordinate.longitude) * (.pi / 180), coordinate.latitude * (.pi / 180))
    guard let point = visiblePoint(lambda, phi) else { return nil }
    let world = world(point)
    return (0..<1).contains(world.x) && (0...1).contains(world.y) ? world : nil
  }

  /// Point in radii of a longitude from the central meridian and a latitude in radians; `nil` if hidden.
  func visiblePoint(_ lambda: Double, _ phi: Double) -> SIMD2<Double>? {
    guard isDisc else {
      return latitudes.contains(phi) && abs(lambda) <= width ? formulas.point(lambda, phi) : nil
    }
    let direction = formulas.direction(lambda, phi)
    guard direction.z >= edgeCosine else { return nil }
    if projection == .system { return formulas.point(lambda, phi) }
    return formulas.point(of: direction, lambda, phi)
  }

  func world(_ point: SIMD2<Double>) -> WorldPoint {
    let factor = magnification / (2 * .pi)
    return WorldPoint(x: 0.5 + point.x * factor, y: 0.5 - point.y * factor)
  }

  /// Coordinate of a point of the square, its longitude in `-180..<180`; `nil` beside the sheet.
  public func coordinate(_ point: WorldPoint) -> Coordinate? {
    let factor = 2 * .pi / magnification
    guard let (lambda, phi) = formulas.angles((point.x - 0.5) * factor, (0.5 - point.y) * factor),
      latitudes.contains(phi), abs(lambda) <= width,
      projection != .system || !isDisc || formulas.direction(lambda, phi).z >= edgeCosine
    else { return nil }
    return Coordinate(
      latitude: min(90, max(-90, phi * 180 / .pi)),
      longitude: Coordinate.wrappedLongitude(center.longitude + lambda * 180 / .pi))
  }

  /// The coordinate whose Mercator point is this one's point on the sheet; `nil` if hidden.
  public func planar(_ coordinate: Coordinate) -> Coordinate? { worldPoint(coordinate)?.coordinate }

  /// The coordinate of a planar one; `nil` beside the sheet.
  public func coordinate(ofPlanar planar: Coordinate) -> Coordinate? { coordinate(WorldPoint(planar)) }

  /// The coordinate of a planar one on the sheet or its edge; a pole that lies outside by rounding is nudged
  /// by 1e-9.
  public func nearestCoordinate(ofPlanar planar: Coordinate) -> Coordinate {
    let point = WorldPoint(planar)
    return coordinate(point)
      ?? coordinate(
        WorldPoint(x: 0.5 + (point.x - 0.5) * (1 - 1e-9), y: 0.5 + (point.y - 0.5) * (1 - 1e-9))) ?? planar
  }

  /// Visible coordinates of some rows as planar ones, with the rows that are visible; `nil` if all are. Uses
  /// a table of ``lookup(for:)``.
  public func planar(
    _ table: CoordinateTable, rows: Range<Int>, by lookup: SheetTable?
  ) -> (table: CoordinateTable, rows: [Int]?) {
    var shown = CoordinateTable()
    shown.longitudes.reserveCapacity(rows.count)
    shown.latitudes.reserveCapacity(rows.count)
    var kept: [Int]?
    for row in rows {
      let (longitude, latitude) = (table.longitudes[row], table.latitudes[row])
      let planar: Coordinate?
      if let lookup, abs(latitude) < SheetTable.limit {
        planar = lookup.planar(offset(longitude), latitude)
      } else {
        planar = self.planar(Coordinate(latitude: latitude, longitude: longitude))
      }
      guard let planar else {
        if kept == nil { kept = Array(rows.lowerBound..<row) }
        continue
      }
      kept?.append(row)
      shown.longitudes.append(planar.longitude)
      shown.latitudes.append(planar.latitude)
    }
    return (shown, kept)
  }

  /// A table to project many coordinates fast; `nil` for few of them, and for sheets that have none.
  public func lookup(for count: Int) -> SheetTable? { count > 1 << 16 ? SheetTable(self) : nil }

  /// Mean scale of lengths at a coordinate, relative to the globe of the zoom; `nil` if hidden.
  public func scale(at coordinate: Coordinate) -> Double? {
    let reach = 1e-4
    let latitude = min(89.9, max(-89.9, coordinate.latitude))
    let (lambda, phi) = (offset(coordinate.longitude) * (.pi / 180), latitude * (.pi / 180))
    guard visiblePoint(lambda, phi) != nil else { return nil }
    let east = formulas.point(lambda + reach, phi) - formulas.point(lambda - reach, phi)
    let north = formulas.point(lambda, phi + reach) - formulas.point(lambda, phi - reach)
    let area = abs(east.x * north.y - east.y * north.x) / (4 * reach * reach * cosine(phi))
    return area.squareRoot() * magnification
  }
}

extension Sheet {
  /// The factor from meters at a planar coordinate to those that Mercator's plane has there, in the mean of all directions.
  public func meters(atPlanar planar: Coordinate) -> Double {
    (coordinate(ofPlanar: planar).flatMap(scale) ?? 1) * cosine(planar.latitude * .pi / 180)
  }
}
