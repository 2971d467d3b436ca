import MapStyle

/// A feature made up for a test.
struct SketchedFeature: StyleFeature {
  var identifier: StyleValue?
  var geometryType = GeometryType.point
  var properties: [String: StyleValue]

  init(_ properties: [String: StyleValue], id: StyleValue? = nil) {
    self.properties = properties
    identifier = id
  }

  func property(_ name: String) -> StyleValue? { properties[name] }

  var propertyObject: StyleValue {
    .object(properties.sorted { $0.key < $1.key }.map { StyleMember(key: $0.key, value: $0.value) })
  }
}
