import JSONDocument

// Reads layers.
extension StyleParser {
  private static let layerKeys = [
    "id", "type", "metadata", "source", "source-layer", "minzoom", "maxzoom", "filter", "layout", "paint",
    "ref",
  ]

  /// Layer types of other specifications.
  private static let foreignLayers = ["sky", "slot", "model", "raster-particle", "building", "clip"]

  mutating func layers(_ root: JSONNode) -> [StyleLayer] {
    guard let node = reader.required("layers", of: root, "a style"),
      let elements = reader.array(node, "a list of layers")
    else { return [] }
    var indexOfID: [String: Int] = [:]
    var ids: [String] = []
    for (index, entry) in elements.enumerated() {
      guard let id = entry.value["id"]?.string, indexOfID[id] == nil else { continue }
      indexOfID[id] = index
      ids.append(id)
    }
    layerNames = LayerNames(ids: ids, indexOfID: indexOfID)
    let parents = self.parents(elements, node)
    var layers: [StyleLayer] = []
    for (index, entry) in elements.enumerated() {
      guard let members = reader.object(entry, "a layer: an object with id and type") else { continue }
      for member in members {
        warnAboutForeignKey(member, entry, ["slot": "layers are drawn in their order"])
        warnAboutTypo(member, entry, among: StyleParser.layerKeys)
      }
      guard let idNode = reader.required("id", of: entry, "a layer"), let id = reader.string(idNode) else {
        continue
      }
      if let first = indexOfID[id], first != index {
        reader.error(
          "duplicate-id", at: idNode.location,
          "layer \(first) has the id \(quotedForMessage(id)) already; give each layer its own")
        continue
      }
      checkRef(entry, elements, isResolved: parents[index] != nil)
      guard let parent = parents[index] else { continue }
      if let layer = layer(entry, id, parent: elements[parent]) { layers.append(layer) }
    }
    let metadataReader = metadataReader
    metadataReader?.check(layers, in: &self) { layer in
      indexOfID[layer.id].flatMap { parents[$0] }.flatMap { elements[$0].value["filter"] }
    }
    return layers
  }

  /// Layer that each takes type, source, filter and layout from: itself, or the end of its `ref`s; `nil`
  /// after an error.
  private mutating func parents(_ elements: [JSONNode], _ node: JSONNode) -> [Int?] {
    enum Mark { case unseen, onTheWay, leads(Int?) }
    var marks = Array(repeating: Mark.unseen, count: elements.count)
    for start in elements.indices {
      var way: [Int] = []
      var next = start
      var end: Int?
      walk: while true {
        switch marks[next] {
        case .leads(let known):
          end = known
          break walk
        case .onTheWay:
          reader.error(
            "cyclic-ref", at: (elements[next].member("ref") ?? node).location,
            "the refs of these layers lead in a circle; give one of them its own type and source")
          break walk
        case .unseen:
          marks[next] = .onTheWay
          way.append(next)
          guard let ref = elements[next].member("ref") else {
            end = next
            break walk
          }
          guard let id = reader.string(ref) else { break walk }
          guard let target = layerNames.indexOfID[id] else {
            reader.unknown("unknown-layer", id, at: ref.location, among: layerNames.ids, "layer id")
            break walk
          }
          next = target
        }
      }
      for index in way { marks[index] = .leads(end) }
    }
    return marks.map { mark in
      if case .leads(let index) = mark { index } else { nil }
    }
  }

  private mutating func layer(_ node: JSONNode, _ id: String, parent: JSONNode) -> StyleLayer? {
    guard let typeNode = reader.required("type", of: parent, "a layer"), let name = reader.string(typeNode)
    else { return nil }
    guard let type = LayerType(rawValue: name) else {
      unknownType(name, node)
      return nil
    }
    let source = type == .background ? nil : source(of: type, node, parent)
    let sourceLayer = parent.member("source-layer").flatMap { reader.string($0) }
    // A small picture shows the world at zooms below 0; only a limit above 0 hides a layer there.
    let limit = parent.member("minzoom").flatMap { reader.number($0, in: 0...24) } ?? 0
    let minZoom = limit > 0 ? limit : -.infinity
    let maxZoom = parent.member("maxzoom").flatMap { reader.number($0, in: 0...24) } ?? .infinity
    if minZoom >= maxZoom, let limit = parent.member("maxzoom") {
      reader.warning(
        "never-drawn", at: limit.location,
        "maxzoom is not above minzoom, so the layer is never drawn; maxzoom is exclusive")
    }
    // A filter is compiled where it stands: with a `ref`, in the parent.
    let filterNode = parent.member("filter")
    let filter = filterNode.flatMap { self.filter($0) }
    var assignments = parent.member("layout").map { properties($0, .layout, of: type) } ?? []
    assignments += node.member("paint").map { properties($0, .paint, of: type) } ?? []
    checkPairs(node, type, parent.member("source")?.value.string)
    let metadata = node.member("metadata")
    let metadataReader = metadataReader
    let extra = metadata.flatMap { metadataReader?.layer($0, of: type, id: id, in: &self) }
    guard type == .background || source != nil else { return nil }
    return StyleLayer(
      id: id, type: type, source: source, sourceLayer: sourceLayer, minZoom: minZoom, maxZoom: maxZoom,
      extra: extra, metadata: metadata?.value, location: node.location,
      assignments: assignments, visibility: assignments.bound(StyleProperty.visibility), filter: filter)
  }

  private mutating func unknownType(_ name: String, _ layer: JSONNode) {
    if StyleParser.foreignLayers.contains(name) {
      reader.warning(
        "unknown-layer-type", at: layer.location, "\(name) layers belong to styles of Mapbox, layer skipped")
      return
    }
    unknownType(name, of: "layer", layer, among: LayerType.allCases.map(\.rawValue))
  }

  mutating func unknownType(_ name: String, of kind: String, _ node: JSONNode, among names: [String]) {
    reader.warning(
      "unknown-\(kind)-type", at: node.location,
      "\(quotedForMessage(name)) is no type of \(kind), \(kind) skipped"
        + reader.suggestion(for: name, among: names, "\(kind) type"))
  }

  private mutating func source(of type: LayerType, _ layer: JSONNode, _ parent: JSONNode) -> String? {
    guard let node = parent.member("source") else {
      return reader.fault(
        "missing-source", at: layer.location,
        "a \(type.rawValue) layer needs \"source\"; name one of sources")
    }
    guard let (id, declared) = declared(node) else { return nil }
    if case .broken = declared { return nil }
    let name = quotedForMessage(id)
    let drawn: SourceContent = type.drawsHeights ? .heights : type == .raster ? .pictures : .features
    let fault: String? =
      switch (drawn, declared.content, declared) {
      case (.heights, .heights, _): nil
      case (.heights, _, _): "needs a source of heights (raster-dem), and \(name) has none"
      case (_, _, .elevation): "cannot draw heights, and \(name) has nothing else (raster-dem)"
      case (.pictures, .features, _): "needs a source of pictures (raster or image), and \(name) has features"
      case (.features, .pictures, _):
        "needs a source of features (geojson or vector), and \(name) has pictures"
      default: nil
      }
    if let fault {
      return reader.fault("wrong-source-type", at: node.location, "a \(type.rawValue) layer \(fault)")
    }
    var isDrawn = true
    switch (declared, parent.member("source-layer")) {
    case (.features, let sourceLayer?):
      reader.warning(
        "source-layer", at: sourceLayer.location,
        "geojson sources have no layers of their own; source-layer is ignored")
    case (.vectorTiles, nil), (.skipped("vector"), nil):
      isDrawn = false
      reader.error(
        "missing-key", at: layer.location,
        "a layer of a vector source needs \"source-layer\"; name a layer of its tiles")
    default: break
    }
    if case .skipped(let kind) = declared {
      isDrawn = false
      reader.warning(
        "unsupported-source", at: layer.location, "source \(name) (\(kind)) is not drawn, layer skipped")
    }
    return isDrawn ? id : nil
  }

  mutating func declared(_ node: JSONNode) -> (id: String, source: DeclaredSource)? {
    guard let id = reader.string(node) else { return nil }
    if let declared = declaredSources[id] { return (id, declared) }
    reader.unknown("unknown-source", id, at: node.location, among: sourceNames, "source id")
    return nil
  }
}

// What the specification asks of layers beyond what drawing needs.
extension StyleParser {
  /// Checks keys of a layer with a `ref`.
  ///
  /// - Parameter isResolved: true if the refs lead to a layer.
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

  /// Checks requirements of properties.
  ///
  /// - Parameter source: id that the layer names.
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
