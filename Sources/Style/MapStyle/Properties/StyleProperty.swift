/// A property of layers, declared once as a typed ``PropertyKey``. Facts are those of the MapLibre style
/// specification, version 8, but for the greatest magnitudes: see `DrawingLimits`.
public class StyleProperty: @unchecked Sendable {
  /// The object of a layer in which a property stands.
  public enum Section: String, Hashable, Sendable {
    case layout, paint
  }

  /// The unit of a property's number.
  public enum Unit: String, Hashable, Sendable {
    /// Points, called pixels by the specification.
    case pixels
    case meters, degrees
    /// Multiples of the text size.
    case ems
    case lineWidths = "line widths"
    case timesOriginal = "times original size"
    case milliseconds
  }

  /// The expressions that a property takes.
  public enum Expressions: String, Hashable, Sendable {
    case state, zoom
    /// In steps: `interpolate` is not allowed.
    case zoomStep = "zoom (step)"
    case data
    /// In steps: `interpolate` is not allowed.
    case dataStep = "data (step)"
    /// Heatmap density or line progress.
    case ramp

    var dependence: Dependence {
      switch self {
      case .state: .globalState
      case .zoom, .zoomStep: .zoom
      case .data, .dataStep: [.zoom, .feature]
      case .ramp: .special
      }
    }

    var isInterpolated: Bool { self == .zoom || self == .data || self == .ramp }
  }

  /// The name as styles write it.
  public let name: String
  /// The object it stands in.
  public let section: Section
  /// The values that it may hold.
  public let type: PropertyType
  /// The value where a style does not set it; `nil` where there is none.
  public let initial: StyleValue?
  /// The unit of its number.
  public let unit: Unit?
  /// The expressions that it takes.
  public let expressions: Expressions
  /// Greatest magnitude drawn; infinite without a limit.
  @usableFromInline package let greatestDrawn: Double
  /// False for properties without meaning in a flat picture, which are checked and reported.
  public let isDrawn: Bool
  /// True for layout, dashes and patterns, which use the whole zoom below, so that they do not slide while
  /// zooming. Text and icon sizes grow smoothly.
  let takesWholeZoom: Bool
  let hasTransition: Bool

  init(
    _ name: String, _ type: PropertyType, _ initial: StyleValue?, _ expressions: Expressions,
    _ unit: Unit? = nil, upTo greatest: Double = .infinity, in section: Section = .paint,
    isDrawn: Bool = true, atWholeZoom: Bool? = nil, hasTransition: Bool = true
  ) {
    (self.name, self.type, self.initial, self.expressions) = (name, type, initial, expressions)
    (self.unit, self.section, self.isDrawn, greatestDrawn) = (unit, section, isDrawn, greatest)
    takesWholeZoom = atWholeZoom ?? (section == .layout)
    let isBlended = ![.string, .boolean].contains(type.type) && section == .paint && expressions != .ramp
    self.hasTransition = hasTransition && isBlended
  }

  /// The property for the expression compiler.
  public var specification: PropertySpecification {
    type.specification(expressions, defaultValue: initial, acceptsTokens: acceptsTokens)
  }
  var acceptsTokens: Bool { self === StyleProperty.textField || self === StyleProperty.iconImage }
}

/// A property whose values are of a Swift type: `layer.value(.circleRadius, …)` is a `Double`.
public final class PropertyKey<Value: TypedPropertyValue>: StyleProperty, @unchecked Sendable {
  /// The value of a property that is not set.
  @inlinable public var defaultValue: Value {
    guard let value = Value.read(initial ?? .null) else {
      preconditionFailure("\(name) has a default, unless its type is optional")
    }
    return value
  }
}

/// Greatest numbers that are drawn, far beyond anything visible.
///
/// Canvases use fixed point, and labels and world copies are searched for as far as a layer reaches. Larger
/// numbers are limited and reported once.
package enum DrawingLimits {
  package static let length = 9999.0
  package static let textSize = 2000.0
}
