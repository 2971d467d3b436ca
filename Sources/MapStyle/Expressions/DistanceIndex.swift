import CMath
import JSONDocument
import MapGeometry

/// Points, lines and areas on the ground, and how far features are from the nearest of them.
///
/// Lengths are those of a flat plane that touches the ellipsoid at the feature's first latitude, exact to 0.1 % within
/// some hundred kilometers. Places that cross, touch or lie inside one another are 0 meters apart.
///
/// - SeeAlso: Agafonkin, "Fast geodesic approximations with Cheap Ruler" (2016), which the specification refers to.
struct DistanceIndex: Sendable {
  /// All points as one, all lines as one, each area by itself.
  private let shapes: [SpatialShape]

  /// The geometries of a GeoJSON geometry, feature or collection of features; `nil` where there are none or one is
  /// malformed.
  init?(geoJSON: JSONValue) {
    var points: [[PlanePoint]] = []
    var lines: [[PlanePoint]] = []
    var areas: [[[PlanePoint]]] = []
    func add(_ geometry: JSONValue?) -> Bool {
      guard let geometry, !geometry.isNull else { return true }
      guard let coordinates = geometry["coordinates"]?.elements else { return false }
      switch geometry["type"]?.string {
      case "Point":
        guard let place = PlanePoint(coordinates) else { return false }
        points.append([place])
      case "MultiPoint":
        guard let places = DistanceIndex.places(coordinates) else { return false }
        points += places.map { [$0] }
      case "LineString":
        guard let line = DistanceIndex.places(coordinates) else { return false }
        lines.append(line)
      case "MultiLineString":
        guard let parts = DistanceIndex.lines(coordinates) else { return false }
        lines += parts
      case "Polygon":
        guard let rings = DistanceIndex.lines(coordinates) else { return false }
        areas.append(rings)
      case "MultiPolygon":
        for area in coordinates {
          guard let elements = area.elements, let rings = DistanceIndex.lines(elements) else { return false }
          areas.append(rings)
        }
      default: return false
      }
      return true
    }
    switch geoJSON["type"]?.string {
    case "FeatureCollection":
      guard let features = geoJSON["features"]?.elements else { return nil }
      for feature in features where !add(feature["geometry"]) { return nil }
    case "Feature": if !add(geoJSON["geometry"]) { return nil }
    default: if geoJSON.members == nil || !add(geoJSON) { return nil }
    }
    let kinds: [(SpatialShape.Kind, [[PlanePoint]])] =
      [(.points, points), (.lines, lines)] + areas.map { (.area, $0) }
    shapes = kinds.compactMap { SpatialShape($0, $1) }
  }

  private static func places(_ elements: [JSONValue]) -> [PlanePoint]? {
    var places: [PlanePoint] = []
    places.reserveCapacity(elements.count)
    for element in elements {
      guard let numbers = element.elements, let place = PlanePoint(numbers) else { return nil }
      places.append(place)
    }
    return places
  }

  private static func lines(_ elements: [JSONValue]) -> [[PlanePoint]]? {
    var lines: [[PlanePoint]] = []
    for element in elements {
      guard let places = element.elements, let line = places.isEmpty ? [] : DistanceIndex.places(places)
      else {
        return nil
      }
      lines.append(line)
    }
    return lines
  }

  /// Meters from a feature to the nearest geometry; NaN for a feature without a place, infinity where there is no
  /// geometry.
  ///
  /// - Parameter tile: where a tile is being drawn, the feature's places are rounded to its 8192 steps first.
  /// - Complexity: O((*m* + *n*) log (*m* + *n*)) as a rule for *m* places of the feature and *n* of the geometries.
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
      ring.map { place -> PlanePoint in
        guard let steps else { return PlanePoint(x: place.longitude, y: place.latitude) }
        let rounded = GridPlace(place).rounded(to: steps)
        return PlanePoint(x: rounded.longitude, y: rounded.latitude)
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

/// A place in degrees: x is the longitude, y the latitude.
struct PlanePoint: Sendable {
  var x, y: Double

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// A position of GeoJSON; heights are left out.
  init?(_ numbers: [JSONValue]) {
    guard numbers.count >= 2, let x = numbers[0].number, let y = numbers[1].number else { return nil }
    self.init(x: x, y: y)
  }
}

/// Meters on the plane that touches the ellipsoid at a latitude.
struct Ruler {
  /// Meters a degree eastward, and northward.
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

  /// Degrees between two longitudes the shorter way around, with their sign.
  static func turned(_ degrees: Double) -> Double {
    if degrees >= -180, degrees <= 180 { return degrees }
    let turned = degrees.remainder(dividingBy: 360)
    return turned
  }

  /// The square of the distance from a place to a segment, which goes the shorter way around the world.
  func squaredDistance(_ p: PlanePoint, _ a: PlanePoint, _ b: PlanePoint) -> Double {
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
