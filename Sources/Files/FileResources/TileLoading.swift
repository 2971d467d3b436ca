public import MapFeatures
import MapGeometry
import TileSources

extension FileLoader {
  /// A loader for one request, with its time limit and rule for private networks within ``network``.
  public func limited(to limits: NetworkLimits) -> any ResourceLoader {
    guard var options = network else { return self }
    let seconds = min(limits.seconds ?? options.secondsAllowed, options.mostSecondsAllowed)
    switch limits.allowsPrivateNetworks {
    case true? where !options.requestsMayAllowPrivateNetworks: break
    case let allowed?: options.allowsPrivateNetworks = allowed
    case nil: break
    }
    return limited(options, TileLoad(secondsAllowed: seconds))
  }

  private func currentLoad() -> TileLoad {
    load ?? network.map { TileLoad(secondsAllowed: $0.secondsAllowed) } ?? TileLoad()
  }

  func fetched(_ address: String, limit: Int) throws(ResourceError) -> ResourceContent {
    let bytes = try reading { () throws(TileError) in
      try fetchDocument(address, options: rules.options(for: address), during: currentLoad())
    }
    guard let bytes else { throw ResourceError(.missing, "there is nothing at this address; check it") }
    return .bytes(ByteArray(bytes))
  }

  /// Zooms, bounds and format of tiles.
  ///
  /// - Throws: `ResourceError`.
  public func facts(ofTilesAt location: TileSetLocation) throws(ResourceError) -> TileFacts {
    let load = currentLoad()
    let archive = try opened(location, isFlipped: false, prefersLarge: false, load)
    return try reading { () throws(TileError) in
      let found = try archive.description(during: load)
      var facts = TileFacts()
      switch found.format {
      case .mvt: facts.isVector = true
      case .png, .jpeg, .webp: facts.isVector = false
      // What is not read is reported with its tile, by name.
      case .avif, .mlt, .other, nil: break
      }
      (facts.minimumZoom, facts.maximumZoom) = (found.minimumZoom, found.maximumZoom)
      (facts.bounds, facts.center, facts.attribution) = (found.bounds, found.center, found.attribution)
      (facts.encoding, facts.layers) = (found.encoding, found.layers)
      return facts
    }
  }

  /// Tiles of files, archives or servers.
  ///
  /// - Throws: `ResourceError` for an unreadable archive, or if cancelled.
  public func tiles(_ query: TileQuery) throws(ResourceError) -> TileAnswer {
    var load = currentLoad()
    load.isCancelled = query.isCancelled
    let archive = try opened(
      query.location, isFlipped: query.isFlipped, prefersLarge: query.prefersLarge, load)
    let batch = TileBatch(query.tiles, from: archive, minimumZoom: query.ancestorZoom, during: load)
    if query.isCancelled() { throw .cancelled }
    var answer = TileAnswer()
    answer.missing = batch.missing
    answer.tiles = batch.tiles.mapValues { TileContent(id: $0.id, bytes: $0.bytes, name: $0.name) }
    var faults: [TileID: ResourceError] = [:]
    for fault in batch.faults {
      let error = ResourceError(.unreadable, fault.error.message)
      answer.faults.append(error)
      faults[fault.id] = error
    }
    guard !faults.isEmpty else { return answer }
    for square in query.tiles where answer.tiles[square] == nil {
      var tile: TileID? = square
      while let id = tile, answer.failures[square] == nil {
        answer.failures[square] = faults[id]
        tile = id.parent
      }
    }
    return answer
  }

  private func opened(
    _ location: TileSetLocation, isFlipped: Bool, prefersLarge: Bool, _ load: TileLoad
  ) throws(ResourceError) -> any TileArchive {
    var location = try reading { () throws(TileError) in
      try TileLocation(
        naming: location.name, below: location.root, isTemplate: location.isTemplate, under: rules)
    }
    switch location {
    case .server(var template):
      (template.isFlipped, template.prefersLarge) = (isFlipped, prefersLarge)
      location = .server(template)
    case .files(var template, let root):
      (template.isFlipped, template.prefersLarge) = (isFlipped, prefersLarge)
      location = .files(template, root: root)
    case .builtIn, .folder, .mbtiles, .pmtiles, .tileJSON, .remotePMTiles, .remoteTileJSON: break
    }
    return try reading { () throws(TileError) in
      try openTiles(at: location, under: rules, during: load)
    }
  }

  private func reading<Value>(_ body: () throws(TileError) -> Value) throws(ResourceError) -> Value {
    do throws(TileError) {
      return try body()
    } catch {
      let kind: ResourceError.Kind =
        switch error {
        case .closed: .outside
        case .noNetwork: .unsupported
        default: .unreadable
        }
      throw ResourceError(kind, error.message)
    }
  }
}
