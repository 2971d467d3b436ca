import JSONDocument
import MapGeometry

// Reads sources.
extension StyleParser {
  private static let geoJSONKeys = [
    "type", "data", "maxzoom", "attribution", "buffer", "filter", "tolerance", "cluster", "clusterRadius",
    "clusterMaxZoom", "clusterMinPoints", "clusterProperties", "lineMetrics", "generateId", "promoteId",
  ]
  private static let sourceTypes = ["geojson", "vector", "raster", "raster-dem", "image", "video"]
  private static let elevationKeys = [
    "type", "url", "tiles", "bounds", "minzoom", "maxzoom", "tileSize", "attribution", "encoding", "volatile",
    "redFactor", "greenFactor", "blueFactor", "baseShift",
  ]
  private static let geoJSONTypes: Set<String> = [
    "FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon",
    "MultiPolygon", "GeometryCollection",
  ]

  /// Declares sources before settings and layers name them.
  mutating func declareSources(_ node: JSONNode?, root: JSONNode) {
    guard let node else {
      reader.error("missing-key", at: root.location, "a style needs \"sources\"; write {} for none")
      return
    }
    for member in reader.object(node, "an object of sources") ?? [] {
      sourceNames.append(member.key)
      if member.value["type"]?.string == "geojson", member.value["lineMetrics"]?.bool == true {
        measuredSources.insert(member.key)
      }
      switch member.value["type"]?.string {
      case "geojson": declaredSources[member.key] = .features
      case "vector": declaredSources[member.key] = .vectorTiles
      case "raster", "image": declaredSources[member.key] = .pictures
      case "raster-dem": declaredSources[member.key] = .elevation
      case let kind?: declaredSources[member.key] = .skipped(type: kind)
      case nil: declaredSources[member.key] = .broken
      }
    }
  }

  mutating func sources(_ node: JSONNode) -> [StyleSource] {
    (node.value.members ?? []).compactMap { member in
      let entry = node.member(member)
      guard reader.object(entry, "a source: an object with type") != nil,
        let typeNode = reader.required("type", of: entry, "a source"), let type = reader.string(typeNode)
      else { return nil }
      let content: StyleSource.Content?
      switch type {
      case "geojson": content = geoJSON(entry, id: member.key).map(StyleSource.Content.geoJSON)
      case "vector": content = vector(entry).map(StyleSource.Content.vector)
      case "raster": content = raster(entry).map(StyleSource.Content.raster)
      case "raster-dem": content = elevation(entry).map(StyleSource.Content.raster)
      case "image": content = image(entry).map(StyleSource.Content.image)
      default:
        undrawnSource(type, entry)
        return nil
      }
      if let volatile = entry.member("volatile"), type != "geojson" { _ = reader.bool(volatile) }
      let attribution = entry.member("attribution").flatMap { reader.string($0) }
      guard let content else {
        declaredSources[member.key] = .skipped(type: type)
        return nil
      }
      return StyleSource(
        id: member.key, content: content, attribution: attribution,
        extra: sourceExtras[member.key], location: entry.location)
    }
  }

  private mutating func undrawnSource(_ type: String, _ source: JSONNode) {
    switch type {
    case "video":
      if let urls = reader.required("urls", of: source, "a video source") {
        _ = reader.strings(urls, "a list of URLs")
      }
      _ = corners(of: source, "a video source")
      _ = reader.isObject(source, "", of: "a video source", keys: ["type", "urls", "coordinates"])
      reader.warning(
        "unsupported-source", at: source.location, "video sources are not supported, source skipped")
    case "canvas":
      reader.error(
        "invalid-value", at: source.location,
        "canvas sources are made by programs and cannot stand in a style; remove it")
    default: unknownType(type, of: "source", source, among: StyleParser.sourceTypes)
    }
  }

  // MARK: Features

  private mutating func geoJSON(_ node: JSONNode, id: String) -> GeoJSONSource? {
    for member in node.value.members ?? [] where !StyleParser.geoJSONKeys.contains(member.key) {
      unknownSourceKey(member, node, id)
    }
    guard let dataNode = reader.required("data", of: node, "a geojson source"), let data = data(dataNode)
    else { return nil }
    if let entry = node.member("buffer") { _ = reader.number(entry, in: 0...512) }
    if let entry = node.member("tolerance") { _ = reader.number(entry, in: 0...Double.infinity) }
    if let metrics = node.member("lineMetrics") { _ = reader.bool(metrics) }
    let filter = node.member("filter").flatMap { self.filter($0) }
    let maxZoom = node.member("maxzoom").flatMap { reader.number($0, in: 0...Double.infinity) } ?? 18
    let clustering = clustering(node, maxZoom: maxZoom)
    return GeoJSONSource(
      data: data, filter: filter,
      clustering: clustering,
      promoteID: node.member("promoteId").flatMap { reader.string($0, "the name of a property") },
      generateID: node.member("generateId").flatMap { reader.bool($0) } ?? false, maxZoom: maxZoom)
  }

  private mutating func unknownSourceKey(_ member: JSONMember, _ node: JSONNode, _ id: String) {
    let hint =
      metadataReader?.home(ofSourceKey: member.key, id: id).map { "; \($0)" }
      ?? reader.suggestion(
        for: member.key, among: StyleParser.geoJSONKeys, "geojson source", else: "remove it")
    reader.error(
      "unknown-key", at: node.location(ofKey: member),
      "a geojson source has no \(quotedForMessage(member.key))\(hint)")
  }

  private mutating func data(_ node: JSONNode) -> GeoJSONSource.Data? {
    if node.value.string != nil { return file(node).map { .file($0, node.position) } }
    let type = node.value.members == nil ? nil : node.member("type")
    if let name = type?.value.string, StyleParser.geoJSONTypes.contains(name) { return .inline(node.value) }
    // As GL JS, which reports the source and draws the rest of the map.
    let fault =
      if let name = type?.value.string {
        "\(quotedForMessage(name)) is no type of GeoJSON"
          + reader.suggestion(for: name, among: StyleParser.geoJSONTypes.sorted(), "GeoJSON type")
      } else {
        "expected a URL, a relative path or GeoJSON with its \"type\", found \(node.value.wording)"
      }
    reader.warning("invalid-value", at: (type ?? node).location, "the source is empty: \(fault)")
    let none = JSONMember(
      key: "features", keyPosition: node.position, value: JSONValue(.array([]), at: node.position))
    return .inline(JSONValue(.object([none]), at: node.position))
  }

  private mutating func clustering(_ node: JSONNode, maxZoom: Double) -> GeoJSONSource.Clustering? {
    let isClustered = node.member("cluster").flatMap { reader.bool($0) } ?? false
    let radius = node.member("clusterRadius").flatMap { reader.number($0, in: 0...Double.infinity) } ?? 50
    let limit = node.member("clusterMaxZoom").flatMap { reader.number($0) }
    let minPoints = node.member("clusterMinPoints").flatMap { reader.number($0) } ?? 2
    let properties = node.member("clusterProperties").map { clusterProperties($0) } ?? []
    guard isClustered else { return nil }
    if limit == 0, let entry = node.member("clusterMaxZoom") {
      reader.info(
        "zero-cluster-zoom", at: entry.location,
        "clusterMaxZoom 0 counts as not set, as in other renderers; points cluster up to zoom "
          + javaScriptText(of: (maxZoom - 1).rounded()))
    }
    let zoom = (limit == 0 ? nil : limit) ?? (maxZoom - 1)
    return .init(
      radius: radius, maxZoom: Int(min(max(zoom.rounded(), -1), 60)),
      minPoints: Int(min(max(minPoints.rounded(.up), 2), 1e9)), properties: properties)
  }

  private mutating func clusterProperties(_ node: JSONNode) -> [ClusterProperty] {
    (reader.object(node, "an object of properties") ?? []).compactMap { member in
      let entry = node.member(member)
      guard let pair = reader.array(entry, count: 2, "[operator, map] or [reduce, map]") else { return nil }
      var reduce = pair[0]
      if let name = reduce.value.string {
        // An operator alone stands for [operator, ["accumulated"], ["get", name]].
        let position = reduce.position
        let own = JSONValue.call("get", [JSONValue(.string(member.key), at: position)], at: position)
        let call = JSONValue.call(name, [.call("accumulated", [], at: position), own], at: position)
        reduce = JSONNode(value: call, path: reduce.path)
      }
      guard let mapped = clusterExpression(pair[1]), let reduced = clusterExpression(reduce) else {
        return nil
      }
      return ClusterProperty(
        name: member.key, map: mapped, reduce: reduced,
        site: EvaluationSite("expression-failed", at: entry, consequence: "it counts as null"))
    }
  }

  private mutating func clusterExpression(_ node: JSONNode) -> CompiledExpression? {
    guard let expression = reader.compile(node, PropertySpecification(nil), collation) else { return nil }
    let refused: [(Dependence, String)] = [(.zoom, "zoom"), (.featureState, "feature-state")]
    for (input, name) in refused where expression.inputs.reads(input) {
      return reader.fault(
        "invalid-expression", at: node.location, "\(name) is not allowed in clusterProperties; remove it")
    }
    return expression
  }

  // MARK: Tiles

  private mutating func elevation(_ node: JSONNode) -> RasterSource? {
    for member in node.value.members ?? [] where !StyleParser.elevationKeys.contains(member.key) {
      reader.unknownKey(member, node, "a raster-dem source", among: StyleParser.elevationKeys)
    }
    let name = node.member("encoding").flatMap {
      reader.name($0, among: ["terrarium", "mapbox", "custom"])
    }
    var factors = [1.0, 1, 1, 0]
    for (index, key) in ["redFactor", "greenFactor", "blueFactor", "baseShift"].enumerated() {
      guard let entry = node.member(key) else { continue }
      // No height on Earth needs more, and beyond it sums are no numbers.
      factors[index] = reader.number(entry, in: -1e6...1e6) ?? factors[index]
      guard name != "custom" else { continue }
      reader.error(
        "invalid-value", at: entry.location,
        "\(key) is for custom encodings only; add \"encoding\": \"custom\", or remove it")
    }
    let custom = ElevationEncoding(
      redFactor: factors[0], greenFactor: factors[1], blueFactor: factors[2], baseShift: factors[3])
    return raster(
      node, "a raster-dem source",
      elevation: name == "custom" ? custom : name.flatMap(ElevationEncoding.init(named:)) ?? .mapbox)
  }

  private mutating func vector(_ node: JSONNode) -> VectorSource? {
    let encodings = ["mvt", "mlt"]
    if let entry = node.member("encoding"), let encoding = reader.string(entry), encoding != "mvt" {
      guard encodings.contains(encoding) else {
        reader.invalidName(entry, encoding, among: encodings)
        return nil
      }
      reader.warning(
        "unsupported-source", at: entry.location,
        "tiles encoded as \(quotedForMessage(encoding)) are not supported, source skipped; use mvt")
      return nil
    }
    var promotedID: VectorSource.PromotedID?
    if let entry = node.member("promoteId") {
      if let name = entry.value.string {
        promotedID = .property(name)
      } else if let members = reader.object(entry, "the name of a property, or an object of them by layer") {
        var names: [String: String] = [:]
        for member in members {
          names[member.key] = reader.string(entry.member(member), "the name of a property")
        }
        promotedID = .byLayer(names)
      }
    }
    return tileSet(node, nil).map { VectorSource(tileSet: $0, promotedID: promotedID) }
  }

  private mutating func raster(
    _ node: JSONNode, _ owner: String = "a raster source", elevation: ElevationEncoding? = nil
  ) -> RasterSource? {
    let size = node.member("tileSize").flatMap { reader.integer($0, in: 16...4096) } ?? 512
    guard let tileSet = tileSet(node, owner),
      !tileSet.tiles.isEmpty || tileSet.url != nil
    else { return nil }
    return RasterSource(tileSet: tileSet, tileSize: size, elevation: elevation)
  }

  /// - Parameter owner: what needs an address; `nil` if it is optional.
  private mutating func tileSet(_ node: JSONNode, _ owner: String?) -> TileSet? {
    let advice: SettingText = "name tiles elsewhere with \(setting: "tiles", of: "SOURCE=FILE")"
    var tiles: [FileReference] = []
    for entry in node.member("tiles").flatMap({ reader.array($0, "a list of URL templates") }) ?? [] {
      // A name without gaps to fill in is the same for every tile.
      let isOneTile = entry.value.string?.contains("{") == false
      if let reference = file(entry, advice: advice), isOneTile || isTemplate(entry) {
        tiles.append(reference)
      }
    }
    var url: FileReference?
    var isArchive = false
    if let entry = node.member("url") {
      let start = entry.value.string?.prefix(10).lowercased() ?? ""
      let scheme = ["mbtiles://", "pmtiles://"].first(where: start.hasPrefix)
      if let scheme, let text = entry.value.string {
        isArchive = true
        let rest = JSONValue(.string(String(text.dropFirst(scheme.count))), at: entry.position)
        url = file(JSONNode(value: rest, path: entry.path), advice: advice)
      } else if let text = entry.value.string, text.hasPrefix("builtin://") {
        // Whether there are such tiles is known to who loads them.
        url = .url(text)
      } else {
        url = file(entry, advice: advice)
      }
    }
    let minZoom = node.member("minzoom").flatMap { reader.integer($0, in: 0...30) } ?? 0
    let maxZoom = node.member("maxzoom").flatMap { reader.integer($0, in: 0...30) } ?? 22
    let bounds = node.member("bounds").flatMap {
      reader.numbers($0, count: 4, "bounds: [west, south, east, north]")
    }.flatMap { edges in
      try? BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    }
    let scheme = node.member("scheme").flatMap { reader.name($0, as: TileSet.Scheme.self) } ?? .xyz
    if let owner, node.member("tiles") == nil, node.member("url") == nil {
      return reader.fault("missing-key", at: node.location, "\(owner) needs \"tiles\" or \"url\"; add one")
    }
    let isUnaddressed = node.member("url") == nil && node.member("tiles")?.value.elements?.isEmpty != false
    return TileSet(
      tiles: tiles, url: url, isUnaddressed: isUnaddressed, isArchive: isArchive, minZoom: minZoom,
      maxZoom: maxZoom, bounds: bounds, scheme: scheme)
  }

  private mutating func isTemplate(_ node: JSONNode) -> Bool {
    let text = node.value.string ?? ""
    if text.contains("{z}"), text.contains("{x}"), text.contains("{y}") || text.contains("{-y}") {
      return true
    }
    if text.contains("{quadkey}") || text.contains("{bbox-epsg-3857}") {
      reader.warning(
        "unsupported-url", at: node.location,
        "only templates with {z}, {x} and {y} are supported; these tiles are not loaded")
    } else {
      reader.error(
        "invalid-value", at: node.location,
        "expected a template with {z}, {x} and {y}, found \(quotedForMessage(addressForMessage(text)))")
    }
    return false
  }

  // MARK: Pictures

  private mutating func image(_ node: JSONNode) -> ImageSource? {
    _ = reader.isObject(node, "", of: "an image source", keys: ["type", "url", "coordinates"])
    let reference = reader.required("url", of: node, "an image source").flatMap { file($0) }
    guard let corners = corners(of: node, "an image source"), let reference else { return nil }
    return ImageSource(reference: reference, corners: corners)
  }

  private mutating func corners(of node: JSONNode, _ owner: String) -> [Coordinate]? {
    guard let list = reader.required("coordinates", of: node, owner),
      let corners = reader.array(list, "four corners: [[longitude, latitude], …]")
    else { return nil }
    guard corners.count == 4 else {
      return reader.fault(
        "wrong-type", at: list.location,
        "expected four corners, clockwise from the upper left, found a list of \(corners.count)")
    }
    var result: [Coordinate] = []
    for corner in corners {
      guard let numbers = reader.numbers(corner, count: 2, "a corner: [longitude, latitude]") else {
        return nil
      }
      result.append(Coordinate(latitude: numbers[1], longitude: numbers[0]))
    }
    return result
  }
}
