import CSystem
import Drawing
import JSONDocument
import MapGeometry

/// Geometries on the ground, and features' distances to them.
///
/// Measured on a plane that touches the ellipsoid at the feature's first latitude, exact to 0.1 % within some
/// hundred kilometers.
///
/// - SeeAlso: Agafonkin, "Fast geodesic approximations with Cheap Ruler" (2016), which the specification
/// refers to.
struct DistanceIndex: Sendable {
  private let shapes: [SpatialShape]

  /// Reads a geometry, feature or collection; `nil` if empty or malformed.
  init?(geoJSON: JSONValue) {
    var (points, lines): ([[Coordinate]], [[Coordinate]]) = ([], [])
    var areas: [[[Coordinate]]] = []
    guard geoJSON.members != nil,
      geoJSON["type"]?.string != "FeatureCollection" || geoJSON["features"]?.elements != nil
    else { return nil }
    for geometry in GeoJSONGeometry.all(in: geoJSON) {
      let coordinates = geometry.coordinates
      switch geometry.type {
      case "Point":
        guard let coordinate = coordinates?.coordinate else { return nil }
        points.append([coordinate])
      case "MultiPoint":
        guard let line = coordinates?.line else { return nil }
        points += line.map { [$0] }
      case "LineString":
        guard let line = coordinates?.line else { return nil }
        lines.append(line)
      case "MultiLineString":
        guard let parts = coordinates?.lines else { return nil }
        lines += parts
      case "Polygon", "MultiPolygon":
        guard let found = geometry.areas else { return nil }
        areas += found
      default: return nil
      }
    }
    let kinds: [(SpatialShape.Kind, [[Coordinate]])] =
      [(.points, points), (.lines, lines)] + areas.map { (.area, $0) }
    shapes = kinds.compactMap { kind, parts in SpatialShape(kind, parts.map { $0.map { Point(degrees: $0) } })
    }
  }

  /// Meters to the nearest geometry; NaN for features without coordinates, infinity without geometries. With
  /// a tile, the feature is rounded to its 8192 steps.
  func distance(to feature: any StyleFeature, tile: TileID?) -> Double {
    let kind: SpatialShape.Kind
    switch feature.geometryType.simplified {
    case .point: kind = .points
    case .lineString: kind = .lines
    case .polygon: kind = .area
    default: return .nan
    }
    let steps = tile.map { GridPlace.steps(of: $0) }
    var parts = feature.rings.map { ring in
      ring.map { coordinate -> Point in
        guard let steps else { return Point(degrees: coordinate) }
        let rounded = GridPlace(coordinate).rounded(to: steps)
        return Point(x: rounded.longitude, y: rounded.latitude)
      }
    }
    if kind == .points { parts = parts.flatMap { $0.map { [$0] } } }
    guard let first = parts.first(where: { !$0.isEmpty })?.first, let own = SpatialShape(kind, parts) else {
      return .nan
    }
    let ruler = Ruler(latitude: first.y)
    var nearest = Double.infinity
    for shape in shapes {
      nearest = min(nearest, own.distance(to: shape, ruler, below: nearest))
      if nearest == 0 { break }
    }
    return nearest
  }
}

extension Point {
  /// Degrees: x is the longitude, y the latitude.
  fileprivate init(degrees coordinate: Coordinate) {
    self.init(x: coordinate.longitude, y: coordinate.latitude)
  }
}

/// Meters per degree on the plane at a latitude.
struct Ruler {
  let east, north: Double

  init(latitude: Double) {
    let flattening = 1 / 298.257223563
    let eccentricity = flattening * (2 - flattening)
    let cosine = cos(latitude * .pi / 180)
    let curvature = 1 / (1 - eccentricity * (1 - cosine * cosine))
    let degree = 6_378_137 * Double.pi / 180
    east = degree * curvature.squareRoot() * cosine
    north = degree * curvature.squareRoot() * curvature * (1 - eccentricity)
  }

  /// Signed degrees between longitudes, the shorter way around.
  static func turned(_ degrees: Double) -> Double {
    if degrees >= -180, degrees <= 180 { return degrees }
    return degrees.remainder(dividingBy: 360)
  }

  /// Squared distance to a segment that goes the shorter way around the world.
  func squaredDistance(_ p: Point, _ a: Point, _ b: Point) -> Double {
    let dx = Ruler.turned(b.x - a.x) * east
    let dy = (b.y - a.y) * north
    var x = Ruler.turned(p.x - a.x) * east
    var y = (p.y - a.y) * north
    if dx != 0 || dy != 0 {
      let share = (x * dx + y * dy) / (dx * dx + dy * dy)
      if share > 1 {
        x = Ruler.turned(p.x - b.x) * east
        y = (p.y - b.y) * north
      } else if share > 0 {
        x = Ruler.turned(p.x - a.x - dx / east * share) * east
        y -= dy * share
      }
    }
    return x * x + y * y
  }
}
