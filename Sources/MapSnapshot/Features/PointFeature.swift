import MapFeatures
import MapStyle

/// A point of a source as expressions see it: its properties are read when they are asked for.
final class PointFeature: StyleFeature {
  private let table: FeatureTable
  private let index: Int

  init(_ table: FeatureTable, _ index: Int) {
    self.table = table
    self.index = index
  }

  var identifier: StyleValue? { StyleValue(table.identifier(ofPoint: index)) }
  var geometryType: GeometryType { .point }

  func property(_ name: String) -> StyleValue? {
    table.property(name, ofPoint: index).map(StyleValue.init)
  }

  var propertyObject: StyleValue {
    .object(table.properties(ofPoint: index).map { StyleMember(key: $0.name, value: StyleValue($0.value)) })
  }

  var rings: [[LonLat]] {
    let place = table.points[index]
    return [[LonLat(longitude: place.longitude, latitude: place.latitude)]]
  }
}

/// A line or an area as expressions see it.
final class OutlineFeature: StyleFeature {
  private let shape: ShapeFeature

  init(_ shape: ShapeFeature) {
    self.shape = shape
  }

  var identifier: StyleValue? { StyleValue(shape.identifier) }

  var geometryType: GeometryType {
    switch shape.kind {
    case .line: shape.pathCount > 1 ? .multiLineString : .lineString
    case .area: (0..<shape.pathCount).count { !shape.isHole($0) } > 1 ? .multiPolygon : .polygon
    }
  }

  func property(_ name: String) -> StyleValue? {
    shape.property(name).map(StyleValue.init)
  }

  var propertyObject: StyleValue {
    .object(shape.properties.map { StyleMember(key: $0.name, value: StyleValue($0.value)) })
  }

  var rings: [[LonLat]] {
    (0..<shape.pathCount).map { path in
      shape.path(path).map { LonLat(longitude: shape.longitudes[$0], latitude: shape.latitudes[$0]) }
    }
  }
}
