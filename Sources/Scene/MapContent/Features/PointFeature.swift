package import MapFeatures
package import MapGeometry
package import MapSettings
package import MapStyle

/// The rows of a source and what identifies them: a reference, because every point has one, and a table is many times as large
/// as a point is.
final class FeatureRows: Sendable {
  let table: FeatureTable
  let properties: PropertyReader
  let identity: FeatureIdentity
  /// The theme by columns; `nil` for none.
  let theme: DataTheme?

  init(_ table: FeatureTable, _ identity: FeatureIdentity, _ theme: DataTheme? = nil) {
    (self.table, self.identity, self.theme) = (table, identity, theme)
    properties = PropertyReader(table)
  }
}

/// A feature or row without a coordinate, as filters see it.
struct UnplacedFeature: RecordedFeature {
  let table: FeatureTable
  /// The number of it among those without a coordinate.
  let index: Int

  var identifier: StyleValue? { nil }
  var geometryType: GeometryType { .unknown }

  func property(_ name: String) -> StyleValue? { recorded(name).map(StyleValue.init) }

  func recorded(_ name: String) -> PropertyValue? { table.property(name, ofUnplaced: index) }

  var propertyObject: StyleValue {
    .object(
      table.properties(ofUnplaced: index).map { StyleMember(key: $0.name, value: StyleValue($0.value)) })
  }
}

/// The form in which points of a source write their numbers: a reference, because every point has one.
package final class PointWriting: Sendable {
  /// The scale of sums of weights; `nil` if points are not drawn as clusters of one.
  package let scale: CountScale?
  package let numbers: NumberFormat
  /// The scale by which a column sizes markers; `nil` for none.
  package let sizes: SizeScale?
  /// The classes of numbers that color markers; `nil` where none do.
  package let classes: MarkerClasses?
  /// The classes of counts that color bubbles.
  let countClasses: CountClasses
  /// The number of the file among those that fill the style's source, from 0; `nil` where it is the only one.
  package let group: Int?
  /// The unit of what bubbles show in place of a count, and that of counts; `nil` for none.
  let unit, countUnit: String?
  /// True for points beside clusters, whose counts a column of the same name would hide.
  let isBesideClusters: Bool

  /// The property that is ``group``.
  static let groupProperty = "clustersnap:group"

  /// Points that are no clusters, with numbers as they are written by default.
  package static let plain = PointWriting(scale: nil, numbers: NumberFormat())

  init(
    scale: CountScale?, numbers: NumberFormat, sizes: SizeScale? = nil, classes: MarkerClasses? = nil,
    countClasses: CountClasses = .decades, group: Int? = nil, unit: String? = nil, countUnit: String? = nil,
    isBesideClusters: Bool = false
  ) {
    self.isBesideClusters = isBesideClusters
    (self.scale, self.numbers, self.sizes, self.classes) = (scale, numbers, sizes, classes)
    (self.group, self.unit, self.countUnit, self.countClasses) = (group, unit, countUnit, countClasses)
  }

  /// The text of what a bubble shows in place of a count.
  func label(_ number: Double) -> StyleValue { .string(withUnit(numbers.value(number), unit)) }
}

/// A point of a source as expressions see it: its properties are read when they are asked for.
///
/// Where points weigh it has `clustersnap:weight`, too; and where it is drawn as a cluster of one, what built-in styles read
/// of clusters: ``CountScale/property`` and ``CountScale/text``. It never has `point_count` unless data without clusters have it.
package final class PointFeature: RecordedFeature {
  private let rows: FeatureRows
  private let index: Int
  private let weight: Double?
  private let writing: PointWriting

  init(_ rows: FeatureRows, _ index: Int, weight: Double? = nil, _ writing: PointWriting = .plain) {
    self.rows = rows
    self.writing = writing
    self.index = index
    self.weight = weight
  }

  /// `nil` where it is not drawn as a cluster of one; a point that weighs nothing is a dot.
  private var scale: CountScale? { weight.map { $0 > 0 } == true ? writing.scale : nil }
  private var numbers: NumberFormat { writing.numbers }

  package var identifier: StyleValue? { rows.identity.identifier(ofPoint: index, in: rows.table) }
  package var calledInMessages: StyleValue? {
    identifier ?? StyleValue(rows.table.identifier(ofPoint: index))
  }
  package var geometryType: GeometryType { .point }

  package func property(_ name: String) -> StyleValue? {
    if writing.isBesideClusters, name == DataTheme.count { return nil }
    if let weight {
      switch name {
      case "clustersnap:weight": return .number(weight)
      case CountScale.property: if let scale { return .number(scale.count(of: weight)) }
      case CountScale.classProperty:
        if let scale { return writing.countClasses.value(of: scale.count(of: weight)) }
      case CountScale.text:
        if scale != nil { return CountScale.abbreviation(of: weight, numbers, writing.countUnit) }
      default: break
      }
    }
    if let theme = rows.theme {
      if name == DataTheme.label {
        return theme.label(ofRow: index, in: rows.table).map(writing.label)
      }
      if name == SizeScale.property { return writing.sizes.flatMap { $0.share(of: property($0.source)) } }
      if name == MarkerClasses.property {
        return writing.classes.flatMap { $0.code(of: property($0.source)) }
      }
      if let weight, scale != nil, let share = theme.share(name, of: self, weight: weight) {
        return .number(share)
      }
      if theme.isCounted(name) { return theme.label(ofRow: index, in: rows.table).map(StyleValue.number) }
      // A single point is the sum and the mean of itself.
      let column = theme.columnByName[name] ?? name
      var value = recorded(column)
      if theme.isLabel(column), let text = rows.table.writtenNumber(column, ofPoint: index) {
        value = .string(text)
      }
      return theme.value(value, of: column).map(StyleValue.init)
    }
    if let value = recorded(name).map(StyleValue.init) { return value }
    return name == PointWriting.groupProperty ? writing.group.map { .number(Double($0)) } : nil
  }

  func recorded(_ name: String) -> PropertyValue? { rows.properties.property(name, ofPoint: index) }

  package var propertyObject: StyleValue {
    let own = rows.table.properties(ofPoint: index).map {
      StyleMember(key: $0.name, value: StyleValue($0.value))
    }
    guard let weight else { return .object(own) }
    return .object(own + [StyleMember(key: "clustersnap:weight", value: .number(weight))])
  }

  package var rings: [[Coordinate]] { [[rows.table.points[index]]] }
}

package final class OutlineFeature: RecordedFeature {
  private let shape: ShapeFeature
  private let identity: FeatureIdentity

  package init(_ shape: ShapeFeature, _ identity: FeatureIdentity) {
    self.shape = shape
    self.identity = identity
  }

  package var identifier: StyleValue? { identity.identifier(of: shape) }
  package var calledInMessages: StyleValue? { identifier ?? StyleValue(shape.identifier) }

  package var geometryType: GeometryType {
    switch shape.kind {
    case .line: shape.pathCount > 1 ? .multiLineString : .lineString
    case .area: (0..<shape.pathCount).count { !shape.isHole($0) } > 1 ? .multiPolygon : .polygon
    }
  }

  package func property(_ name: String) -> StyleValue? { recorded(name).map(StyleValue.init) }

  func recorded(_ name: String) -> PropertyValue? { shape.property(name) }

  package var propertyObject: StyleValue {
    .object(shape.properties.map { StyleMember(key: $0.name, value: StyleValue($0.value)) })
  }

  package var rings: [[Coordinate]] { (0..<shape.pathCount).map(shape.coordinates(ofPath:)) }
}
