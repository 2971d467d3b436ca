package import JSONDocument

extension StyleLayer {
  /// Creates a layer of no style.
  ///
  /// - Parameter extra: result of the ``MetadataReader``.
  package init(
    _ id: String, _ type: LayerType, source: String, filter: JSONValue? = nil, extra: any Sendable,
    _ values: [(property: StyleProperty, value: JSONValue)]
  ) {
    func node(_ value: JSONValue) -> JSONNode { JSONNode(value: value, path: JSONPath()) }
    var parser = StyleParser()
    let assignments = values.compactMap { parser.assignment($0.property, node($0.value)) }
    self.init(
      id: id, type: type, source: source, sourceLayer: nil, minZoom: -.infinity, maxZoom: .infinity,
      extra: extra, metadata: nil, location: nil, assignments: assignments,
      visibility: assignments.bound(StyleProperty.visibility),
      filter: filter.flatMap { parser.filter(node($0)) })
  }
}
