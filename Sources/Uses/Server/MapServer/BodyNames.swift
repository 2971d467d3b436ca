import BuiltIns
import MapSettings

// Names in the body of a request: those of sources, files of data, styles and tiles that the folder offers, and no others. None is
// opened as a path or asked for as an address.
extension SiteIndex {
  /// A request with the paths of what its names stand for. The error of an unknown name is the same whether or not
  /// there is such a file.
  func resolved(_ request: SnapshotRequest) throws(ServerError) -> SnapshotRequest {
    var own = request
    (own.sources, own.cells, own.clusteringBySource) = ([], [], [])
    own.clustering = try resolved(request.clustering)
    for source in request.sources + request.cells { try fill(source, of: &own) }
    for (name, options) in request.clusteringBySource {
      let options = try resolved(options)
      let known = own.clusteringBySource.firstIndex { $0.name == name }
      if let known {
        own.clusteringBySource[known].options = options.over(own.clusteringBySource[known].options)
      } else {
        own.clusteringBySource.append((name, options))
      }
    }
    for index in own.columns.indices { own.columns[index].options = try resolved(own.columns[index].options) }
    own.style = try request.style.map { name throws(ServerError) in try style(name) }
    own.themes = try request.themes.map { name throws(ServerError) in try style(name) }
    own.basemaps = try request.basemaps.map { name throws(ServerError) in
      if name == "none" || name == "world" { return name }
      if let archive = tiles[name] { return archive }
      return try data(name, at: "basemap", or: tiles)
    }
    own.basemaps = basemaps(own.basemaps, style: own.themes.first ?? request.style ?? "light")
    own.relief = try request.relief.map { name throws(ServerError) in try tiles(name, at: "relief") }
    own.tiles = try request.tiles.map { source throws(ServerError) in
      let isBuiltIn = source.path == "world"
      return .init(name: source.name, path: isBuiltIn ? source.path : try tiles(source.path, at: "tiles"))
    }
    for (index, overlay) in own.overlays.enumerated() {
      if let file = overlay.file { own.overlays[index].file = try data(file, at: "overlays") }
    }
    for (name, words) in [
      ("font", request.fonts), ("fonts", request.fontFolders), ("icons", request.iconFolders),
      ("sprite", [request.resources.sprite].compactMap(\.self)),
      ("glyphs", [request.resources.glyphs].compactMap(\.self).filter { $0 != "style" }),
    ] where !words.isEmpty {
      throw ServerError(
        403,
        "requests in bodies name no fonts, icons, sprites and glyphs; name a style of the folder that has them",
        at: name)
    }
    // The limits are the server's.
    (own.resources.privateNetworks, own.resources.tileTimeout) = (nil, nil)
    (own.resources.maxPoints, own.resources.maxMemory) = (nil, nil)
    return own
  }

  func resolved(_ options: ClusterOptions) throws(ServerError) -> ClusterOptions {
    var own = options
    own.groupAreas = try options.groupAreas.map { name throws(ServerError) in try data(name, at: "groupAreas")
    }
    return own
  }

  /// Fills a source by a name of the folder, with what the folder sets for it, beneath what the request sets.
  private func fill(_ source: SnapshotRequest.Source, of own: inout SnapshotRequest) throws(ServerError) {
    guard source.content == nil else { return own.sources.append(source) }
    guard let known = sources[source.path] else {
      let path = try data(source.path, at: "sources", or: sources.mapValues(\.path))
      return own.sources.append(.init(name: source.name, path: path))
    }
    let filled = SnapshotRequest.Source(name: source.name, path: known.path)
    if known.isOfCells { own.cells.append(filled) } else { own.sources.append(filled) }
    own.clusteringBySource.append((source.name, own.clustering.over(known.clustering)))
    own.fillReading(from: known.reading)
  }

  private func style(_ name: String) throws(ServerError) -> String {
    if BuiltInStyles.names.contains(name) { return name }
    return try lookedUp(name, "style", in: styles, or: BuiltInStyles.names, at: "style")
  }

  private func data(
    _ name: String, at field: String, or others: [String: String] = [:]
  ) throws(ServerError) -> String {
    try lookedUp(name, "file of data", in: data, or: Array(others.keys), at: field)
  }

  private func tiles(_ name: String, at field: String) throws(ServerError) -> String {
    try lookedUp(name, "archive of tiles", in: tiles, at: field)
  }

  private func lookedUp(
    _ name: String, _ kind: String, in paths: [String: String], or others: [String] = [], at field: String
  ) throws(ServerError) -> String {
    if let path = paths[name] { return path }
    throw .unknown(kind, name, among: (others + paths.keys).sorted(), at: field, status: 400)
  }
}

extension RequestAddress {
  /// The files of data whose areas points are counted in.
  var areas: [String] { values(of: "groupAreas") }
}
