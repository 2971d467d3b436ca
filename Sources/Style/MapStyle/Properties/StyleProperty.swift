/// A property of layers: its name, what it may hold and depend on, and whether it is drawn.
///
/// Each is declared once, as a typed ``PropertyKey``. Facts are those of the MapLibre style specification, version 8, but
/// for the greatest magnitudes: see `DrawingLimits`.
public class StyleProperty: @unchecked Sendable {
  /// The object of a layer in which a property stands.
  public enum Section: String, Hashable, Sendable {
    /// Decides where things stand.
    case layout
    /// Decides how they look.
    case paint
  }

  /// The unit of a property's number.
  public enum Unit: String, Hashable, Sendable {
    /// Points, which the specification calls pixels.
    case pixels
    /// Meters on the ground.
    case meters
    /// Degrees, clockwise from up.
    case degrees
    /// Multiples of the letters' size.
    case ems
    /// Widths of the line.
    case lineWidths = "line widths"
    /// The image's own size.
    case timesOriginal = "times original size"
    /// A time in milliseconds.
    case milliseconds
  }

  /// The expressions that a property takes.
  public enum Expressions: String, Hashable, Sendable {
    /// Those of the style's global state only.
    case state
    /// Those of the zoom.
    case zoom
    /// Those of the zoom, in steps: `interpolate` is not allowed.
    case zoomStep = "zoom (step)"
    /// Those of the zoom and the feature.
    case data
    /// Those of the zoom and the feature, in steps: `interpolate` is not allowed.
    case dataStep = "data (step)"
    /// Those of the heatmap's density or the progress along a line.
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
  /// The greatest magnitude that is drawn of its numbers; infinite where any can be.
  @usableFromInline package let greatestDrawn: Double
  /// True if it is drawn; else it is read and checked, has no meaning in a flat picture with north up, and is reported as
  /// information.
  public let isDrawn: Bool
  /// True if the property is evaluated at the whole zoom below the view's: what is laid out, and dashes and patterns, so
  /// that they do not slide while zooming. The sizes of texts and icons grow smoothly.
  let takesWholeZoom: Bool
  /// True if the property may have a `-transition`: all but names, truths and ramps can be blended over time.
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

/// The greatest numbers that are drawn.
///
/// The specification knows no greatest width or distance, canvases do: they count in fixed point, and labels and world
/// copies are looked for as far out as a layer reaches. What a style or its data set beyond is brought down to these, or to
/// what ``StyleProperty`` sets, and reported once. All lie far beyond what could be seen in any picture. Kernels of heatmaps
/// grow with the root of a weight's logarithm only; hundreds of letters with their spacing are laid out in 32 bits.
package enum DrawingLimits {
  /// Of distances in points.
  package static let length = 9999.0
  /// Of letters in points.
  package static let textSize = 2000.0
}
