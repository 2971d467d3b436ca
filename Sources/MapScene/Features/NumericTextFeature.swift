import MapFeatures
import MapGeometry
import MapStyle

/// A feature as conditions on rows see it: texts of some columns are numbers where they plainly are.
final class NumericTextFeature: StyleFeature {
  private let base: any StyleFeature
  private let columns: Set<String>

  init(_ base: any StyleFeature, columns: Set<String>) { (self.base, self.columns) = (base, columns) }

  var identifier: StyleValue? { base.identifier }
  var calledInMessages: StyleValue? { base.calledInMessages }
  var geometryType: GeometryType { base.geometryType }
  var propertyObject: StyleValue { base.propertyObject }
  var rings: [[Coordinate]] { base.rings }

  func property(_ name: String) -> StyleValue? {
    let value = base.property(name)
    guard case .string(let text)? = value, columns.contains(name) else { return value }
    return PropertyValue.string(text).numericValue.map(StyleValue.number) ?? value
  }
}
