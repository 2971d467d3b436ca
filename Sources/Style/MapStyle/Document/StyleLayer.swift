public import JSONDocument

/// A layer that is drawn: what of, from which zoom to which, and how.
public struct StyleLayer: Sendable {
  /// Its name, unique in the style.
  public internal(set) var id: String
  /// The kind of marks that the layer draws.
  public let type: LayerType
  /// The id of its source; `nil` for a background only.
  public internal(set) var source: String?
  /// The layer of the tiles that it draws; `nil` for sources without layers of their own.
  public let sourceLayer: String?
  /// The smallest zoom at which it is drawn, inclusive; minus infinity where the style sets nothing or 0.
  public internal(set) var minZoom: Double
  /// The zoom from which on it is not drawn any more, exclusive.
  public let maxZoom: Double
  /// Result of the ``MetadataReader``.
  package var extra: (any Sendable)?
  /// The whole of its `metadata`; `nil` for none.
  public let metadata: JSONValue?
  /// The location in the style; `nil` for a layer that stands in none.
  public let location: SourceLocation?

  let assignments: [PropertyAssignment]
  let visibility: BoundProperty<String>
  /// The filter of the features that it draws; `nil` for all. See ``accepts(_:noting:)``.
  public let filter: FeatureFilter?

  /// True if the layer is drawn in a view: its zoom is in range and the layer is visible.
  public func isDrawn(in view: EvaluationContext, noting warnings: inout StyleWarnings) -> Bool {
    minZoom <= view.zoom && view.zoom < maxZoom && visibility.value(in: view, noting: &warnings) != "none"
  }

  /// True if the layer draws the feature; failing filters are noted and false. Filters see the integer zoom.
  public func accepts(_ context: EvaluationContext, noting warnings: inout StyleWarnings) -> Bool {
    filter?.accepts(context, noting: &warnings) ?? true
  }

  /// True if the style sets a property.
  public func sets(_ property: StyleProperty) -> Bool { assignments.contains { $0.property === property } }

  /// The location of the first of some properties that the style sets; the layer's where it sets none.
  public func location(of properties: StyleProperty...) -> SourceLocation? {
    guard let location else { return nil }
    return properties.lazy.compactMap { property in
      assignments.first { $0.property === property }?.site.location
    }.first ?? location
  }

  /// The scale of a property over a feature property.
  ///
  /// Finds the first `step`, `interpolate` or `match` over `["get", name]`, also through `to-number`,
  /// `number`, `coalesce`, `sqrt` and logarithms, at any depth, and legacy functions.
  public func scale<Value>(of key: PropertyKey<Value>) -> PropertyScale? {
    assignments.first { $0.property === key }?.scale
  }

  /// True if a property depends on a feature property: by `get` at any depth or by a legacy function of it.
  public func reads<Value>(_ property: String, for key: PropertyKey<Value>) -> Bool {
    assignments.first { $0.property === key }?.properties.contains(property) ?? false
  }

  /// True if the filter or any property that is set reads a property of features by its name.
  public func mentions(_ property: String) -> Bool {
    filter?.inputs.propertyNames.contains(property) == true
      || assignments.contains { $0.properties.contains(property) }
  }

  /// Value in a context; in loops use ``ResolvedLayer`` instead.
  public func value<Value>(
    _ key: PropertyKey<Value>, in context: EvaluationContext, noting warnings: inout StyleWarnings
  ) -> Value {
    assignments.bound(key).value(in: context, noting: &warnings)
  }

  /// The layer in one view: what is the same for all features is evaluated.
  public func resolved(in view: EvaluationContext, noting warnings: inout StyleWarnings) -> ResolvedLayer {
    ResolvedLayer(self, in: view, noting: &warnings)
  }
}
