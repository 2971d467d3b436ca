public import MapGeometry

/// The kind of a feature's geometry, named as `geometry-type` returns it.
public enum GeometryType: String, Hashable, Sendable, CaseIterable {
  case point = "Point"
  case multiPoint = "MultiPoint"
  case lineString = "LineString"
  case multiLineString = "MultiLineString"
  case polygon = "Polygon"
  case multiPolygon = "MultiPolygon"
  case unknown = "Unknown"

  /// The kind as legacy filters know it: `Point`, `LineString`, `Polygon`, several being as one.
  public var simplified: GeometryType {
    switch self {
    case .point, .multiPoint: .point
    case .lineString, .multiLineString: .lineString
    case .polygon, .multiPolygon: .polygon
    case .unknown: .unknown
    }
  }
}

/// A feature for expressions. Conform a class, or a struct of at most three words, to avoid allocation.
public protocol StyleFeature {
  /// The feature's identifier: a number or text; `nil` when it has none.
  var identifier: StyleValue? { get }
  /// The feature's name in messages: its identifier, or another value that finds it; `nil` for none.
  var calledInMessages: StyleValue? { get }
  /// The kind of its geometry.
  var geometryType: GeometryType { get }
  /// The value of a property; `nil` when it is missing, `.null` when it is there and null.
  func property(_ name: String) -> StyleValue?
  /// All properties as one object value, for the `properties` operator.
  var propertyObject: StyleValue { get }
  /// Points, lines and rings in degrees, for the `within` operator.
  var rings: [[Coordinate]] { get }
}

extension StyleFeature {
  /// The identifier, as messages about the feature call it.
  public var calledInMessages: StyleValue? { identifier }
  /// No geometry is known: the `within` operator is false.
  public var rings: [[Coordinate]] { [] }
}

/// All that an expression can look at while it is evaluated.
public struct EvaluationContext {
  /// The zoom of the view, of a world 512 points wide.
  public var zoom: Double
  /// The feature, if any.
  public var feature: (any StyleFeature)?
  /// Inputs of ramps: density and progress in `0...1`, elevation in meters, by default 0.
  public var heatmapDensity, lineProgress, elevation: Double?
  /// The value so far, while cluster properties are reduced.
  public var accumulated: StyleValue?
  /// Names of the images at hand.
  public var availableImages: Set<String>
  /// The style's global state.
  public var globalState: [String: StyleValue]
  /// The tile that is drawn; not read by any operator that is supported.
  public var canonicalTile: TileID?

  /// All that an expression can look at.
  public init(
    zoom: Double = 0, feature: (any StyleFeature)? = nil, heatmapDensity: Double? = nil,
    lineProgress: Double? = nil, accumulated: StyleValue? = nil, availableImages: Set<String> = [],
    globalState: [String: StyleValue] = [:], canonicalTile: TileID? = nil
  ) {
    (self.zoom, self.feature, self.canonicalTile) = (zoom, feature, canonicalTile)
    (self.heatmapDensity, self.lineProgress, self.accumulated) = (heatmapDensity, lineProgress, accumulated)
    (self.availableImages, self.globalState) = (availableImages, globalState)
  }
}
