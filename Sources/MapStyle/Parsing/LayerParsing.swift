import JSONDocument

// Reads layers.
extension StyleParser {
  private static let layerKeys = [
    "id", "type", "metadata", "source", "source-layer", "minzoom", "maxzoom", "filter", "layout", "paint",
    "ref",
  ]

  /// Layers of other renderers' specifications.
  private static let foreignLayers = ["sky", "slot", "model"]

  mutating func layers(_ root: Place) -> [StyleLayer] {
    guard let place = required("layers", of: root, "a style"),
      let elements = array(place, "a list of layers")
    else { return [] }
    var indexOfID: [String: Int] = [:]
    var ids: [String] = []
    for (index, value) in elements.enumerated() {
      guard let id = value["id"]?.string, indexOfID[id] == nil else { continue }
      indexOfID[id] = index
      ids.append(id)
    }
    layerNames = LayerNames(ids: ids, indexOfID: indexOfID)
    let parents = self.parents(elements, place)
    var layers: [StyleLayer] = []
    for (index, value) in elements.enumerated() {
      let entry = place.element(index, value)
      guard let members = object(entry, "a layer: an object with id and type") else { continue }
      for member in members { warnAboutTypo(member, entry, among: StyleParser.layerKeys) }
      guard let idPlace = required("id", of: entry, "a layer"), let id = string(idPlace) else { continue }
      if let first = indexOfID[id], first != index {
        report.error(
          "duplicate-id", idPlace.path, idPlace.position,
          "layer \(first) has the id \(quotedForMessage(id)) already; give each layer its own")
        continue
      }
      checkRef(entry, elements, isResolved: parents[index] != nil)
      guard let parent = parents[index] else { continue }
      if let layer = layer(entry, id, parent: place.element(parent, elements[parent])) {
        layers.append(layer)
      }
    }
    let reader = metadataReader
    reader?.check(layers, in: &self) { layer in
      indexOfID[layer.id].flatMap { parents[$0] }.flatMap { elements[$0]["filter"] }
    }
    return layers
  }

  /// For each layer the one that its type, source, filter and layout come from: itself, or where its `ref` leads in the
  /// end; `nil` where it leads nowhere, which is reported.
  private mutating func parents(
    _ elements: [JSONValue], _ place: Place
  ) -> [Int?] {
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
          let ref = place.element(next, elements[next]).member("ref")
          report.error(
            "cyclic-ref", ref?.path ?? place.path, ref?.position ?? place.position,
            "the refs of these layers lead in a circle; give one of them its own type and source")
          break walk
        case .unseen:
          marks[next] = .onTheWay
          way.append(next)
          guard let ref = place.element(next, elements[next]).member("ref") else {
            end = next
            break walk
          }
          guard let id = string(ref) else { break walk }
          guard let target = layerNames.indexOfID[id] else {
            let hint = suggestion(for: id, among: layerNames.ids, "layer id")
            report.error(
              "unknown-layer", ref.path, ref.position,
              "there is no layer \(quotedForMessage(id))" + (hint.isEmpty ? "" : "; \(hint)"))
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

  private mutating func layer(_ place: Place, _ id: String, parent: Place) -> StyleLayer? {
    guard let typePlace = required("type", of: parent, "a layer"), let name = string(typePlace) else {
      return nil
    }
    if let properties = CheckedProperty.layers[name] {
      undrawnLayer(name, properties, place, parent)
      return nil
    }
    guard let type = LayerType(rawValue: name) else {
      unknownType(name, place)
      return nil
    }
    let source = source(of: type, place, parent)
    let sourceLayer = parent.member("source-layer").flatMap { string($0) }
    // A small picture shows the world at zooms below 0; only a limit above 0 hides a layer there.
    let limit = parent.member("minzoom").flatMap { number($0, in: 0...24) } ?? 0
    let minZoom = limit > 0 ? limit : -.infinity
    let maxZoom = parent.member("maxzoom").flatMap { number($0, in: 0...24) } ?? .infinity
    if minZoom >= maxZoom, let limit = parent.member("maxzoom") {
      report.warning(
        "never-drawn", limit.path, limit.position,
        "maxzoom is not above minzoom, so the layer is never drawn; maxzoom is exclusive")
    }
    // A filter is compiled where it stands: with a `ref`, in the parent.
    let filterPlace = parent.member("filter")
    let filter = filterPlace.flatMap { self.filter($0) }
    var assignments = parent.member("layout").map { properties($0, .layout, of: type) } ?? []
    assignments += place.member("paint").map { properties($0, .paint, of: type) } ?? []
    checkPairs(place, type, parent.member("source")?.value.string)
    let metadata = place.member("metadata")
    let reader = metadataReader
    let extra = metadata.flatMap { reader?.layer($0, of: type, id: id, in: &self) }
    guard let source else { return nil }
    return StyleLayer(
      id: id, type: type, source: source.id, sourceLayer: sourceLayer, minZoom: minZoom, maxZoom: maxZoom,
      extra: extra, metadata: metadata?.value, path: place.path, position: place.position,
      assignments: assignments,
      visibility: assignments.bound(PropertyKey<String>(PropertyTable.visibility(of: type))),
      features: filter)
  }

  private mutating func unknownType(_ name: String, _ layer: Place) {
    if StyleParser.foreignLayers.contains(name) {
      report.warning(
        "unknown-layer-type", layer.path, layer.position, "\(name) is not supported, layer skipped")
      return
    }
    let names = LayerType.allCases.map(\.rawValue) + CheckedProperty.layers.keys.sorted()
    let hint = suggestion(for: name, among: names, "layer type")
    report.warning(
      "unknown-layer-type", layer.path, layer.position,
      "\(quotedForMessage(name)) is no type of layer, layer skipped" + (hint.isEmpty ? "" : "; \(hint)"))
  }

  /// A layer's source, checked against its type; `nil` where the layer is not drawn, which is reported.
  private mutating func source(of type: LayerType, _ layer: Place, _ parent: Place) -> (id: String?, Void)? {
    if type == .background { return (nil, ()) }
    guard let place = parent.member("source") else {
      report.error(
        "missing-source", layer.path, layer.position,
        "a \(type.rawValue) layer needs \"source\"; name one of sources")
      return nil
    }
    guard let (id, declared) = declared(place) else { return nil }
    switch declared {
    case .broken: return nil
    case .elevation:
      report.error(
        "wrong-source-type", place.path, place.position,
        "a \(type.rawValue) layer cannot draw heights, and \(quotedForMessage(id)) has nothing else (raster-dem)"
      )
      return nil
    case .skipped(let kind) where type == .raster && ["geojson", "vector"].contains(kind):
      return wrongSource(type, place, id)
    case .vectorTiles:
      if type == .raster { return wrongSource(type, place, id) }
      guard checkSourceLayer(layer, parent) else { return nil }
    case .skipped(let kind) where type != .raster && ["raster", "image", "video", "canvas"].contains(kind):
      return wrongSource(type, place, id)
    case .skipped(let kind):
      if kind == "vector" { checkSourceLayer(layer, parent) }
      report.warning(
        "unsupported-source", layer.path, layer.position,
        "source \(quotedForMessage(id)) (\(kind)) is not drawn, layer skipped")
      return nil
    case .features:
      if type == .raster { return wrongSource(type, place, id) }
      if let sourceLayer = parent.member("source-layer") {
        report.warning(
          "source-layer", sourceLayer.path, sourceLayer.position,
          "geojson sources have no layers of their own; source-layer is ignored")
      }
    case .pictures:
      if type != .raster { return wrongSource(type, place, id) }
    }
    return (id, ())
  }

  /// Whether a layer of a vector source names a layer of its tiles; where it does not, that is reported.
  @discardableResult
  private mutating func checkSourceLayer(_ layer: Place, _ parent: Place) -> Bool {
    guard parent.member("source-layer") == nil else { return true }
    report.error(
      "missing-key", layer.path, layer.position,
      "a layer of a vector source needs \"source-layer\"; name a layer of its tiles")
    return false
  }

  /// The source that a layer names; `nil` where there is none, which is reported.
  mutating func declared(_ place: Place) -> (id: String, source: DeclaredSource)? {
    guard let id = string(place) else { return nil }
    if let declared = declaredSources[id] { return (id, declared) }
    let hint = suggestion(for: id, among: sourceNames, "source id")
    report.error(
      "unknown-source", place.path, place.position,
      "there is no source \(quotedForMessage(id))" + (hint.isEmpty ? "" : "; \(hint)"))
    return nil
  }

  private mutating func wrongSource(
    _ type: LayerType, _ place: Place, _ id: String
  ) -> (id: String?, Void)? {
    let (wanted, found) =
      type == .raster
      ? ("pictures (raster or image)", "features") : ("features (geojson or vector)", "pictures")
    report.error(
      "wrong-source-type", place.path, place.position,
      "a \(type.rawValue) layer needs a source of \(wanted), and \(quotedForMessage(id)) has \(found)")
    return nil
  }
}
