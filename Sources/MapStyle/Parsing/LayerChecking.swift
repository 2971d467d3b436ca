import JSONDocument

// What the specification asks of layers beyond what drawing needs.
extension StyleParser {
  /// Checks the keys of a layer that takes its source, filter and layout from another.
  ///
  /// - Parameter isResolved: whether the refs lead to a layer in the end.
  mutating func checkRef(_ layer: JSONNode, _ layers: [JSONNode], isResolved: Bool) {
    guard let ref = layer.member("ref") else { return }
    for key in ["type", "source", "source-layer", "filter", "layout"] {
      guard let node = layer.member(key) else { continue }
      reader.error(
        "invalid-ref", at: node.location,
        "a layer with \"ref\" takes \"\(key)\" from the other layer; remove one of both")
    }
    // Drawing follows refs as far as they lead; the specification allows one step.
    if isResolved, let id = ref.value.string, let index = layerNames.indexOfID[id],
      layers[index].value["ref"] != nil
    {
      reader.warning(
        "chained-ref", at: ref.location, "this layer has a \"ref\" itself; name the one that it leads to")
    }
  }

  /// Checks what properties ask of others, and of the source.
  ///
  /// - Parameter source: the id that the layer names, of whatever source.
  mutating func checkPairs(_ layer: JSONNode, _ type: LayerType, _ source: String?) {
    let paint = layer.member("paint")
    if type == .raster, let node = paint?.member("raster-resampling"), paint?.member("resampling") != nil {
      reader.error(
        "invalid-value", at: node.location,
        "resampling and raster-resampling are one property; remove raster-resampling")
    }
    if type == .line, let node = paint?.member("line-gradient"), let source,
      declaredSources[source]?.content == .features, !measuredSources.contains(source)
    {
      reader.error(
        "invalid-value", at: node.location,
        "line-gradient needs a geojson source with \"lineMetrics\": true, and \(quotedForMessage(source)) is none; "
          + "add it there, or name another source")
    }
  }
}
