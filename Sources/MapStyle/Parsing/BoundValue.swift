import JSONDocument

extension StyleParser {
  /// Compiles a value or expression that stands anywhere in the style, such as in metadata.
  ///
  /// - Parameters:
  ///   - fallback: what stands in where the expression fails.
  ///   - greatest: the greatest magnitude of its numbers that is drawn.
  ///   - acceptsTokens: whether `{name}` in a text stands for a property.
  /// - Returns: `nil` for what cannot be the type's, which is reported.
  package mutating func bound<Value: TypedPropertyValue>(
    _ place: Place, _ type: PropertyType, or fallback: Value, greatest: Double = .infinity,
    acceptsTokens: Bool = false
  ) -> BoundProperty<Value>? {
    let parsed = value(place, as: type) { type.specification(.data, acceptsTokens: acceptsTokens) }
    guard let parsed else { return nil }
    guard let expression = parsed.expression else {
      let value = parsed.value.flatMap(Value.read) ?? fallback
      if let excess = value.excess(over: greatest) {
        report.warning(
          "too-large", place.path, place.position, StyleWarnings.wording(of: excess, limitedTo: greatest))
      }
      return BoundProperty(constant: value.capped(at: greatest))
    }
    let site = EvaluationSite(
      code: "expression-failed", path: place.path, position: place.position,
      consequence: "the setting's default is used")
    return BoundProperty(expression, or: fallback, limits: type.limits, greatest: greatest, at: site)
  }
}
