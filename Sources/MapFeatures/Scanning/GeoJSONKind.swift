enum GeoJSONKind {
  case none, feature, collection, point, multiPoint, line, multiLine, polygon, multiPolygon, geometries,
    unknown

  init(_ type: String) {
    switch type {
    case "Feature": self = .feature
    case "FeatureCollection": self = .collection
    case "Point": self = .point
    case "MultiPoint": self = .multiPoint
    case "LineString": self = .line
    case "MultiLineString": self = .multiLine
    case "Polygon": self = .polygon
    case "MultiPolygon": self = .multiPolygon
    case "GeometryCollection": self = .geometries
    default: self = .unknown
    }
  }

  var isKnown: Bool {
    switch self {
    case .none, .unknown: false
    default: true
    }
  }

  var isGeometry: Bool {
    switch self {
    case .none, .feature, .collection, .unknown: false
    default: true
    }
  }

  var name: String {
    switch self {
    case .point: "Point"
    case .multiPoint: "MultiPoint"
    case .line: "LineString"
    case .multiLine: "MultiLineString"
    case .polygon: "Polygon"
    case .multiPolygon: "MultiPolygon"
    case .geometries: "GeometryCollection"
    case .feature: "Feature"
    case .collection: "FeatureCollection"
    case .none, .unknown: "geometry"
    }
  }
}
