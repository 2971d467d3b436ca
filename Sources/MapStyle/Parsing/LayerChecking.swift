import JSONDocument

// What the specification asks of layers beyond what drawing needs.
extension StyleParser {
  /// Checks the keys of a layer that takes its source, filter and layout from another.
  ///
  /// - Parameter isResolved: whether the refs lead to a layer in the end.
  mutating func checkRef(_ layer: Place, _ layers: [JSONValue], isResolved: Bool) {
    guard let ref = layer.member("ref") else { return }
    for key in ["type", "source", "source-layer", "filter", "layout"] {
      guard let place = layer.member(key) else { continue }
      report.error(
        "invalid-ref", place.path, place.position,
        "a layer with \"ref\" takes \"\(key)\" from the other layer; remove one of both")
    }
    // Drawing follows refs as far as they lead; the specification allows one step.
    if isResolved, let id = ref.value.string, let index = layerNames.indexOfID[id],
      layers[index]["ref"] != nil
    {
      report.warning(
        "chained-ref", ref.path, ref.position,
        "this layer has a \"ref\" itself; name the one that it leads to")
    }
  }

  /// Checks what properties ask of others, and of the source.
  ///
  /// - Parameter source: the id that the layer names, of whatever source.
  mutating func checkPairs(_ layer: Place, _ type: LayerType, _ source: String?) {
    let paint = layer.member("paint")
    if type == .raster, let place = paint?.member("raster-resampling"), paint?.member("resampling") != nil {
      report.error(
        "invalid-value", place.path, place.position,
        "resampling and raster-resampling are one property; remove raster-resampling")
    }
    if type == .line, let place = paint?.member("line-gradient"), let source, hasFeatures(source),
      !measuredSources.contains(source)
    {
      report.error(
        "invalid-value", place.path, place.position,
        "line-gradient needs a geojson source with \"lineMetrics\": true, and \(quotedForMessage(source)) is none; "
          + "add it there, or name another source")
    }
  }

  /// Whether a source is of features, though it may be at fault.
  private func hasFeatures(_ source: String) -> Bool {
    switch declaredSources[source] {
    case .features, .vectorTiles: true
    case .skipped(let kind): ["geojson", "vector"].contains(kind)
    case .pictures, .elevation, .broken, nil: false
    }
  }

  /// Checks a layer of the specification that is not drawn.
  mutating func undrawnLayer(
    _ name: String, _ properties: [CheckedProperty], _ layer: Place, _ parent: Place
  ) {
    report.warning(
      "unsupported-layer", layer.path, layer.position, "\(name) is not supported, layer skipped")
    if let place = parent.member("source") {
      if let (id, source) = declared(place) {
        switch source {
        case .elevation, .broken: break
        default:
          report.error(
            "wrong-source-type", place.path, place.position,
            "a \(name) layer needs a source of heights (raster-dem), and \(quotedForMessage(id)) has none")
        }
      }
    } else {
      report.error(
        "missing-source", layer.path, layer.position, "a \(name) layer needs \"source\"; name one of sources")
    }
    for key in ["minzoom", "maxzoom"] {
      if let place = parent.member(key) { _ = number(place, in: 0...24) }
    }
    if let place = parent.member("filter") { _ = filter(place) }
    if let place = parent.member("layout") {
      checkedProperties(place, CheckedProperty.layout, owner: "a \(name) layer", withTransitions: false)
    }
    if let place = layer.member("paint") {
      checkedProperties(place, properties, owner: "a \(name) layer", withTransitions: true)
    }
  }
}
