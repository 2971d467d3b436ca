import MapFeatures
import MapGeometry
import MapStyle

/// A point of a source as expressions see it: its properties are read when they are asked for.
///
/// Where points weigh it has `clustersnap:weight`, too; and where it is drawn as a cluster of one, `point_count` and
/// `point_count_abbreviated`.
final class PointFeature: StyleFeature {
  private let table: FeatureTable
  private let index: Int
  private let identity: FeatureIdentity
  private let weight: Double?
  /// `nil` where it is not drawn as a cluster of one.
  private let scale: CountScale?

  init(
    _ table: FeatureTable, _ index: Int, _ identity: FeatureIdentity, weight: Double? = nil,
    asClusterBy scale: CountScale? = nil
  ) {
    self.table = table
    self.index = index
    self.identity = identity
    self.weight = weight
    // A point that weighs nothing is a dot.
    self.scale = weight.map { $0 > 0 } == true ? scale : nil
  }

  var identifier: StyleValue? { identity.identifier(ofPoint: index, in: table) }
  var calledInMessages: StyleValue? { identifier ?? StyleValue(table.identifier(ofPoint: index)) }
  var geometryType: GeometryType { .point }

  func property(_ name: String) -> StyleValue? {
    if let weight {
      switch name {
      case "clustersnap:weight": return .number(weight)
      case "point_count": if let scale { return .number(scale.count(of: weight)) }
      case "point_count_abbreviated": if scale != nil { return CountScale.abbreviation(of: weight) }
      default: break
      }
    }
    return table.property(name, ofPoint: index).map(StyleValue.init)
  }

  var propertyObject: StyleValue {
    let own = table.properties(ofPoint: index).map { StyleMember(key: $0.name, value: StyleValue($0.value)) }
    guard let weight else { return .object(own) }
    var members = own + [StyleMember(key: "clustersnap:weight", value: .number(weight))]
    if let scale {
      members.append(StyleMember(key: "point_count", value: .number(scale.count(of: weight))))
      members.append(
        StyleMember(key: "point_count_abbreviated", value: CountScale.abbreviation(of: weight)))
    }
    return .object(members)
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
