import JSONDocument
import MapClusters
package import MapStyle

/// The classes of numbers that color markers, as expressions see them: `clustersnap:class`.
///
/// One number holds how many classes there are and which of them it is, so that one expression has the colors for any number
/// of classes: those of *n* classes are numbered from *n* (*n* − 1) / 2 on.
package struct MarkerClasses: Sendable {
  /// The markers or rows whose numbers are classed, in words for legends.
  package enum Basis: String {
    case markers = "classes of markers"
    case markersOfView = "classes of the view's markers"
    case markersOfFilm = "classes of the film's markers"
    case markersOfMaps = "classes of markers of all maps"
    case rows = "classes of rows"

    /// The words of legends, for people who do not know what a marker is.
    package var legendWords: String {
      switch self {
      case .markers: "colors by cluster"
      case .markersOfView: "colors by cluster in view"
      case .markersOfFilm: "colors by cluster in the film"
      case .markersOfMaps: "colors by cluster in all maps"
      case .rows: "colors by row"
      }
    }
  }

  /// The class of a marker; markers without a number have none.
  package static let property = "clustersnap:class"

  package let source: String
  package let scale: ClassScale
  /// `nil` where each marker is a row, and of limits that are set.
  package let basis: Basis?

  package init(source: String, scale: ClassScale, basis: Basis?) {
    (self.source, self.scale, self.basis) = (source, scale, basis)
  }

  /// Classes with limits of the user's own; `nil` without them.
  init?(_ source: String, _ breaks: [Double]?) {
    guard let breaks else { return nil }
    self.init(source: source, scale: ClassScale(breaks: breaks), basis: nil)
  }

  package func code(of number: Double) -> Double {
    let lower = scale.breaks.count
    return Double(lower * (lower + 1) / 2 + scale.index(of: number))
  }

  /// The class of a property; `nil` for what is no number.
  package func code(of value: StyleValue?) -> StyleValue? {
    value?.numericValue.map { .number(code(of: $0)) }
  }

  /// A `step` expression of values for all classes.
  ///
  /// - Parameters:
  ///   - most: how many classes there are at most.
  ///   - values: those of so many classes.
  static func expression(_ most: Int, _ values: (_ classes: Int) -> [JSONValue]) -> JSONValue {
    let all = (1...most).flatMap(values)
    return .steps(
      over: ["coalesce", ["get", .text(property)], 0], all, from: all.indices.dropFirst().map(Double.init))
  }
}

extension DataTheme {
  var classCount: Int { drawing.breaks.map { $0.count + 1 } ?? (drawing.classes ?? .standard).count }

  /// The property of the number that is classed; `nil` where no number colors markers.
  var classProperty: String? { colorRule == nil || donut != nil ? nil : colorProperty }

  package func scale(of numbers: [Double]) -> ClassScale {
    ClassScale(
      classCount, by: drawing.classes?.method ?? .quantile, of: numbers, isRound: drawing.classes == nil)
  }

  /// The number that colors a marker; `nil` where none of its points has one.
  func classedNumber(of marker: Marker, in result: ClusterResult) -> Double? {
    guard let color else { return colorRule == nil ? nil : marker.weight }
    return colorRule.flatMap { color.number($0, of: result.members(of: marker)) }
  }
}
