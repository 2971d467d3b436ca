import MapFeatures
import MapGeometry
import MapStyle

/// A feature whose values can be read as they were written.
protocol RecordedFeature: StyleFeature {
  /// A property as it was read; `nil` where there is none.
  func recorded(_ name: String) -> PropertyValue?
}

/// A feature as conditions on rows see it: texts of some columns are numbers where they plainly are, and in others whole
/// numbers that a `Double` would round are the texts of their digits.
struct NumericTextFeature: StyleFeature {
  let base: any RecordedFeature
  let numeric, texts: Set<String>

  var identifier: StyleValue? { base.identifier }
  var calledInMessages: StyleValue? { base.calledInMessages }
  var geometryType: GeometryType { base.geometryType }
  var propertyObject: StyleValue { base.propertyObject }
  var rings: [[Coordinate]] { base.rings }

  func property(_ name: String) -> StyleValue? {
    let value = base.property(name)
    switch value {
    case .string(let text)? where numeric.contains(name):
      return PropertyValue.string(text).numericValue.map(StyleValue.number) ?? value
    case .number? where texts.contains(name):
      guard case .wholeNumber(let digits)? = base.recorded(name) else { return value }
      return .string(digits)
    default: return value
    }
  }
}
