enum GeoJSONKind: String {
  case feature = "Feature", collection = "FeatureCollection", point = "Point", multiPoint = "MultiPoint"
  case line = "LineString", multiLine = "MultiLineString", polygon = "Polygon", multiPolygon = "MultiPolygon"
  case geometries = "GeometryCollection", unknown = "geometry"

  init(_ type: String) { self = GeoJSONKind(rawValue: type) ?? .unknown }

  var isKnown: Bool { if case .unknown = self { false } else { true } }

  var isGeometry: Bool {
    switch self {
    case .feature, .collection, .unknown: false
    default: true
    }
  }

  var name: String { rawValue }
}
