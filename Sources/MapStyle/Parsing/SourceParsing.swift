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

  /// Notes which sources there are, before settings and layers name them.
  mutating func declareSources(_ place: Place?, root: Place) {
    guard let place else {
      report.error("missing-key", root.path, root.position, "a style needs \"sources\"; write {} for none")
      return
    }
    for member in object(place, "an object of sources") ?? [] {
      sourceNames.append(member.key)
      if member.value["type"]?.string == "geojson", member.value["lineMetrics"]?.bool == true {
        measuredSources.insert(member.key)
      }
      switch member.value["type"]?.string {
      case "geojson":
        declaredSources[member.key] = .features
      case "vector": declaredSources[member.key] = .vectorTiles
      case "raster", "image": declaredSources[member.key] = .pictures
      case "raster-dem": declaredSources[member.key] = .elevation
      case let kind?: declaredSources[member.key] = .skipped(type: kind)
      case nil: declaredSources[member.key] = .broken
      }
    }
  }

  mutating func sources(_ place: Place) -> [StyleSource] {
    (place.value.members ?? []).compactMap { member in
      let entry = place.member(member)
      guard object(entry, "a source: an object with type") != nil,
        let typePlace = required("type", of: entry, "a source"), let type = string(typePlace)
      else { return nil }
      let content: StyleSource.Content?
      switch type {
      case "geojson": content = geoJSON(entry, id: member.key).map(StyleSource.Content.geoJSON)
      case "vector": content = vector(entry).map(StyleSource.Content.vector)
      case "raster": content = raster(entry).map(StyleSource.Content.raster)
      case "image": content = image(entry).map(StyleSource.Content.image)
      default:
        undrawnSource(type, entry)
        return nil
      }
      if let volatile = entry.member("volatile"), type != "geojson" { _ = bool(volatile) }
      let attribution = entry.member("attribution").flatMap { string($0) }
      guard let content else {
        declaredSources[member.key] = .skipped(type: type)
        return nil
      }
      return StyleSource(
        id: member.key, content: content, attribution: attribution,
        extra: sourceExtras[member.key], path: entry.path, position: entry.position)
    }
  }

  /// Checks a source that is not drawn.
  private mutating func undrawnSource(_ type: String, _ source: Place) {
    switch type {
    case "raster-dem": elevation(source)
    case "video":
      if let urls = required("urls", of: source, "a video source") { _ = strings(urls, "a list of URLs") }
      _ = corners(of: source, "a video source")
      for member in source.value.members ?? [] where !["type", "urls", "coordinates"].contains(member.key) {
        unknownKey(member, source, "a video source", among: ["type", "urls", "coordinates"])
      }
    case "canvas":
      report.error(
        "invalid-value", source.path, source.position,
        "canvas sources are made by programs and cannot stand in a style; remove it")
      return
    default:
      unknownType(type, source)
      return
    }
    report.warning(
      "unsupported-source", source.path, source.position, "\(type) sources are not supported, source skipped")
  }

  private mutating func unknownType(_ type: String, _ source: Place) {
    let hint = suggestion(for: type, among: StyleParser.sourceTypes, "source type")
    report.warning(
      "unknown-source-type", source.path, source.position,
      "\(quotedForMessage(type)) is no type of source, source skipped" + (hint.isEmpty ? "" : "; \(hint)"))
  }

  // MARK: Features

  private mutating func geoJSON(_ place: Place, id: String) -> GeoJSONSource? {
    for member in place.value.members ?? [] where !StyleParser.geoJSONKeys.contains(member.key) {
      unknownSourceKey(member, place, id)
    }
    guard let dataPlace = required("data", of: place, "a geojson source"), let data = data(dataPlace) else {
      return nil
    }
    if let entry = place.member("buffer") { _ = number(entry, in: 0...512) }
    if let entry = place.member("tolerance") { _ = number(entry, in: 0...Double.infinity) }
    if let metrics = place.member("lineMetrics") { _ = bool(metrics) }
    let filter = place.member("filter").flatMap { self.filter($0) }
    let maxZoom = place.member("maxzoom").flatMap { number($0, in: 0...Double.infinity) } ?? 18
    let clustering = clustering(place, maxZoom: maxZoom)
    return GeoJSONSource(
      data: data, filter: filter,
      clustering: clustering,
      promoteID: place.member("promoteId").flatMap { string($0, "the name of a property") },
      generateID: place.member("generateId").flatMap { bool($0) } ?? false, maxZoom: maxZoom)
  }

  private mutating func unknownSourceKey(_ member: JSONMember, _ place: Place, _ id: String) {
    let hint: String
    if let home = metadataReader?.home(ofSourceKey: member.key, id: id) {
      hint = home
    } else {
      let nearest = suggestion(for: member.key, among: StyleParser.geoJSONKeys, "geojson source")
      hint = nearest.isEmpty ? "remove it" : nearest
    }
    report.error(
      "unknown-key", place.path.appending(member.key), member.keyPosition,
      "a geojson source has no \(quotedForMessage(member.key)); \(hint)")
  }

  private mutating func data(_ place: Place) -> GeoJSONSource.Data? {
    if place.value.string != nil { return file(place).map { .file($0, place.position) } }
    guard object(place, "a URL, a relative path or GeoJSON") != nil,
      let typePlace = required("type", of: place, "GeoJSON"), let type = string(typePlace)
    else { return nil }
    guard StyleParser.geoJSONTypes.contains(type) else {
      let hint = suggestion(for: type, among: StyleParser.geoJSONTypes.sorted(), "GeoJSON type")
      report.error(
        "invalid-value", typePlace.path, typePlace.position,
        "\(quotedForMessage(type)) is no type of GeoJSON" + (hint.isEmpty ? "" : "; \(hint)"))
      return nil
    }
    return .inline(place.value)
  }

  private mutating func clustering(_ place: Place, maxZoom: Double) -> GeoJSONSource.Clustering? {
    let isClustered = place.member("cluster").flatMap { bool($0) } ?? false
    let radius = place.member("clusterRadius").flatMap { number($0, in: 0...Double.infinity) } ?? 50
    let limit = place.member("clusterMaxZoom").flatMap { number($0) }
    let minPoints = place.member("clusterMinPoints").flatMap { number($0) } ?? 2
    let properties = place.member("clusterProperties").map { clusterProperties($0) } ?? []
    guard isClustered else { return nil }
    if limit == 0, let entry = place.member("clusterMaxZoom") {
      report.info(
        "zero-cluster-zoom", entry.path, entry.position,
        "clusterMaxZoom 0 counts as not set, as in other renderers; points cluster up to zoom "
          + javaScriptText(of: (maxZoom - 1).rounded()))
    }
    let zoom = (limit == 0 ? nil : limit) ?? (maxZoom - 1)
    return .init(
      radius: radius, maxZoom: Int(min(max(zoom.rounded(), -1), 60)),
      minPoints: Int(min(max(minPoints.rounded(.up), 2), 1e9)), properties: properties)
  }

  private mutating func clusterProperties(_ place: Place) -> [ClusterProperty] {
    (object(place, "an object of properties") ?? []).compactMap { member in
      let entry = place.member(member)
      guard let pair = array(entry, "[operator, map] or [reduce, map]") else { return nil }
      guard pair.count == 2 else {
        report.error(
          "wrong-type", entry.path, entry.position,
          "expected [operator, map] or [reduce, map], found a list of \(pair.count)")
        return nil
      }
      var reduce = entry.element(0, pair[0])
      if pair[0].string != nil {
        // An operator alone stands for [operator, ["accumulated"], ["get", name]].
        let position = pair[0].position
        func text(_ text: String) -> JSONValue { JSONValue(.string(text), at: position) }
        func list(_ values: [JSONValue]) -> JSONValue { JSONValue(.array(values), at: position) }
        let call = list([pair[0], list([text("accumulated")]), list([text("get"), text(member.key)])])
        reduce = Place(value: call, path: reduce.path)
      }
      guard let mapped = clusterExpression(entry.element(1, pair[1])), let reduced = clusterExpression(reduce)
      else {
        return nil
      }
      return ClusterProperty(
        name: member.key, map: mapped, reduce: reduced,
        site: EvaluationSite(
          code: "expression-failed", path: entry.path, position: entry.position,
          consequence: "it counts as null"))
    }
  }

  private mutating func clusterExpression(_ place: Place) -> CompiledExpression? {
    guard let expression = compile(place, PropertySpecification(.any)) else { return nil }
    for (isRead, name) in [
      (expression.inputs.readsZoom, "zoom"), (expression.inputs.readsFeatureState, "feature-state"),
    ] where isRead {
      report.error(
        "invalid-expression", place.path, place.position,
        "\(name) is not allowed in clusterProperties; remove it")
      return nil
    }
    return expression
  }

  // MARK: Tiles

  /// Checks a source of heights, which only layers that are not drawn take.
  private mutating func elevation(_ place: Place) {
    let encoding = place.member("encoding")
    let encodings = ["terrarium", "mapbox", "custom"]
    if let encoding, let name = string(encoding, PropertyType.alternatives(encodings)),
      !encodings.contains(name)
    {
      invalidName(encoding, name, among: encodings)
    }
    for member in place.value.members ?? [] {
      let entry = place.member(member)
      switch member.key {
      case "redFactor", "greenFactor", "blueFactor", "baseShift":
        _ = number(entry)
        guard encoding?.value.string != "custom" else { continue }
        report.error(
          "invalid-value", entry.path, entry.position,
          "\(member.key) is for custom encodings only; add \"encoding\": \"custom\", or remove it")
      case "volatile": _ = bool(entry)
      case "url", "attribution": _ = string(entry)
      case "tiles": _ = strings(entry, "a list of URL templates")
      case "bounds": _ = numbers(entry, count: 4, "bounds: [west, south, east, north]")
      case "minzoom", "maxzoom", "tileSize": _ = number(entry)
      default:
        if !StyleParser.elevationKeys.contains(member.key) {
          unknownKey(member, place, "a raster-dem source", among: StyleParser.elevationKeys)
        }
      }
    }
  }

  private mutating func vector(_ place: Place) -> VectorSource? {
    let encodings = ["mvt", "mlt"]
    if let entry = place.member("encoding"), let encoding = string(entry), encoding != "mvt" {
      guard encodings.contains(encoding) else {
        invalidName(entry, encoding, among: encodings)
        return nil
      }
      report.warning(
        "unsupported-source", entry.path, entry.position,
        "tiles encoded as \(quotedForMessage(encoding)) are not supported, source skipped; use mvt")
      return nil
    }
    var promotedID: VectorSource.PromotedID?
    if let entry = place.member("promoteId") {
      if let name = entry.value.string {
        promotedID = .property(name)
      } else if let members = object(entry, "the name of a property, or an object of them by layer") {
        var names: [String: String] = [:]
        for member in members { names[member.key] = string(entry.member(member), "the name of a property") }
        promotedID = .byLayer(names)
      }
    }
    return tileSet(place, "a vector source").map { VectorSource(tileSet: $0, promotedID: promotedID) }
  }

  private mutating func raster(_ place: Place) -> RasterSource? {
    let size = place.member("tileSize").flatMap { integer($0, in: 16...4096) } ?? 512
    guard let tileSet = tileSet(place, "a raster source", mayBeOnePicture: true),
      !tileSet.tiles.isEmpty || tileSet.url != nil
    else {
      return nil
    }
    return RasterSource(tileSet: tileSet, tileSize: size)
  }

  private mutating func tileSet(
    _ place: Place, _ owner: String, mayBeOnePicture: Bool = false
  ) -> TileSet? {
    let advice = "name tiles elsewhere with --tiles SOURCE=FILE"
    var tiles: [FileReference] = []
    if let list = place.member("tiles") {
      for (index, value) in (array(list, "a list of URL templates") ?? []).enumerated() {
        let entry = list.element(index, value)
        // A name without places to fill in is one picture for every tile.
        let isOnePicture = mayBeOnePicture && value.string?.contains("{") == false
        if let reference = file(entry, advice: advice), isOnePicture || isTemplate(entry) {
          tiles.append(reference)
        }
      }
    }
    var url: FileReference?
    var isArchive = false
    if let entry = place.member("url") {
      let start = entry.value.string?.prefix(10).lowercased() ?? ""
      let scheme = ["mbtiles://", "pmtiles://"].first(where: start.hasPrefix)
      if let scheme, let text = entry.value.string {
        isArchive = true
        let rest = JSONValue(.string(String(text.dropFirst(scheme.count))), at: entry.position)
        url = file(Place(value: rest, path: entry.path), advice: advice)
      } else {
        url = file(entry, advice: advice)
      }
    }
    let minZoom = place.member("minzoom").flatMap { integer($0, in: 0...30) } ?? 0
    let maxZoom = place.member("maxzoom").flatMap { integer($0, in: 0...30) } ?? 22
    let bounds = place.member("bounds").flatMap {
      numbers($0, count: 4, "bounds: [west, south, east, north]")
    }.flatMap { edges in
      try? BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    }
    let scheme = place.member("scheme").flatMap { name($0, as: TileSet.Scheme.self) } ?? .xyz
    guard place.member("tiles") != nil || place.member("url") != nil else {
      report.error(
        "missing-key", place.path, place.position, "\(owner) needs \"tiles\" or \"url\"; add one")
      return nil
    }
    return TileSet(
      tiles: tiles, url: url, isArchive: isArchive, minZoom: minZoom, maxZoom: maxZoom, bounds: bounds,
      scheme: scheme)
  }

  private mutating func isTemplate(_ place: Place) -> Bool {
    let text = place.value.string ?? ""
    if text.contains("{z}"), text.contains("{x}"), text.contains("{y}") || text.contains("{-y}") {
      return true
    }
    if text.contains("{quadkey}") || text.contains("{bbox-epsg-3857}") {
      report.warning(
        "unsupported-url", place.path, place.position,
        "only templates with {z}, {x} and {y} are supported; these tiles are not loaded")
    } else {
      report.error(
        "invalid-value", place.path, place.position,
        "expected a template with {z}, {x} and {y}, found \(quotedForMessage(addressForMessage(text)))")
    }
    return false
  }

  // MARK: Pictures

  private mutating func image(_ place: Place) -> ImageSource? {
    for member in place.value.members ?? [] where !["type", "url", "coordinates"].contains(member.key) {
      unknownKey(member, place, "an image source", among: ["type", "url", "coordinates"])
    }
    let reference = required("url", of: place, "an image source").flatMap { file($0) }
    guard let corners = corners(of: place, "an image source"), let reference else { return nil }
    return ImageSource(reference: reference, corners: corners)
  }

  private mutating func corners(of place: Place, _ owner: String) -> [Coordinate]? {
    guard let list = required("coordinates", of: place, owner),
      let corners = array(list, "four corners: [[longitude, latitude], …]")
    else { return nil }
    guard corners.count == 4 else {
      report.error(
        "wrong-type", list.path, list.position,
        "expected four corners, clockwise from the upper left, found a list of \(corners.count)")
      return nil
    }
    var result: [Coordinate] = []
    for (index, corner) in corners.enumerated() {
      guard let numbers = numbers(list.element(index, corner), count: 2, "a corner: [longitude, latitude]")
      else {
        return nil
      }
      result.append(Coordinate(latitude: numbers[1], longitude: numbers[0]))
    }
    return result
  }
}
