import CDrivers
public import MapFeatures
public import MapGeometry

/// A system of coordinates that PROJ knows, by its code or its string.
public final class ProjSystem: PlanarSystem {
  /// The code or the string.
  public let definition: String
  /// True for a system of longitude and latitude.
  public let isGeographic: Bool
  /// The area of use in PROJ's database.
  public let area: BoundingBox?
  /// The central meridian and the latitude of the origin, 0 where there are none.
  public let origin: Coordinate
  // PROJ has one lock a system.
  private nonisolated(unsafe) let pointer: OpaquePointer

  /// Loads PROJ and opens a system.
  ///
  /// - Throws: ``ResourceError`` if PROJ is missing, or does not know the system.
  public init(_ definition: String) throws(ResourceError) {
    do throws(DriverError) {
      try DriverLibrary.proj.load { proj_load($0, &$1) }
    } catch {
      throw ResourceError(.unsupported, error.message(Redaction(of: "")))
    }
    let isString = definition.contains("+proj=") && !definition.contains("+type=crs")
    var (fault, facts) = (driver_fault(), proj_facts())
    guard let pointer = proj_open(definition + (isString ? " +type=crs" : ""), &facts, &fault) else {
      throw ResourceError(
        .unusable, "PROJ does not take it as a system of coordinates (\(fault.words)); write another one")
    }
    (self.definition, isGeographic, self.pointer) = (definition, facts.is_geographic, pointer)
    area =
      facts.has_area
      ? try? BoundingBox(west: facts.west, south: facts.south, east: facts.east, north: facts.north) : nil
    origin = Coordinate(
      latitude: min(90, max(-90, facts.latitude)), longitude: Coordinate.wrappedLongitude(facts.longitude))
  }

  deinit { proj_close(pointer) }

  /// Projected point in radii of the system's ellipsoid; `nil` if there is none.
  public func point(_ coordinate: Coordinate) -> SIMD2<Double>? {
    var (x, y) = (coordinate.longitude, coordinate.latitude)
    return !isGeographic && proj_move(pointer, true, &x, &y) ? SIMD2(x, y) : nil
  }

  /// Coordinate of a point; `nil` if there is none.
  public func coordinate(_ point: SIMD2<Double>) -> Coordinate? {
    var (x, y) = (point.x, point.y)
    return !isGeographic && proj_move(pointer, false, &x, &y) ? Coordinate(latitude: y, longitude: x) : nil
  }
}
