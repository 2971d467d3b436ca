package import JSONDocument

extension DocumentReader {
  /// Compiles a value or expression that stands anywhere in the style, such as in metadata.
  ///
  /// - Parameters:
  ///   - fallback: what stands in where the expression fails.
  ///   - greatest: the greatest magnitude of its numbers that is drawn.
  ///   - acceptsTokens: whether `{name}` in a text stands for a property.
  /// - Returns: `nil` for what cannot be the type's, which is reported.
  package mutating func bound<Value: TypedPropertyValue>(
    _ node: JSONNode, _ type: PropertyType, or fallback: Value, greatest: Double = .infinity,
    acceptsTokens: Bool = false, collation: (any TextCollation)?
  ) -> BoundProperty<Value>? {
    let parsed = value(node, as: type, by: collation) {
      type.specification(.data, acceptsTokens: acceptsTokens)
    }
    guard let parsed else { return nil }
    guard let expression = parsed.expression else {
      let value = parsed.value.flatMap(Value.read) ?? fallback
      if let excess = value.excess(over: greatest) {
        warning("too-large", at: node.location, StyleWarnings.wording(of: excess, limitedTo: greatest))
      }
      return BoundProperty(constant: value.capped(at: greatest))
    }
    let site = EvaluationSite("expression-failed", at: node, consequence: "the setting's default is used")
    return BoundProperty(expression, or: fallback, limits: type.limits, greatest: greatest, at: site)
  }
}
