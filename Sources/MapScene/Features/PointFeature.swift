import MapFeatures
import MapGeometry
import MapStyle

/// A point of a source as expressions see it: its properties are read when they are asked for.
final class PointFeature: StyleFeature {
  private let table: FeatureTable
  private let index: Int
  private let identity: FeatureIdentity

  init(_ table: FeatureTable, _ index: Int, _ identity: FeatureIdentity) {
    self.table = table
    self.index = index
    self.identity = identity
  }

  var identifier: StyleValue? { identity.identifier(ofPoint: index, in: table) }
  var calledInMessages: StyleValue? { identifier ?? StyleValue(table.identifier(ofPoint: index)) }
  var geometryType: GeometryType { .point }

  func property(_ name: String) -> StyleValue? {
    table.property(name, ofPoint: index).map(StyleValue.init)
  }

  var propertyObject: StyleValue {
    .object(table.properties(ofPoint: index).map { StyleMember(key: $0.name, value: StyleValue($0.value)) })
  }

  var rings: [[Coordinate]] {
    [[table.points[index]]]
  }
}

/// A line or an area as expressions see it.
final class OutlineFeature: StyleFeature {
  private let shape: ShapeFeature
  private let identity: FeatureIdentity

  init(_ shape: ShapeFeature, _ identity: FeatureIdentity) {
    self.shape = shape
    self.identity = identity
  }

  var identifier: StyleValue? { identity.identifier(of: shape) }
  var calledInMessages: StyleValue? { identifier ?? StyleValue(shape.identifier) }

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

  var rings: [[Coordinate]] {
    (0..<shape.pathCount).map { path in
      shape.path(path).map { Coordinate(latitude: shape.latitudes[$0], longitude: shape.longitudes[$0]) }
    }
  }
}
