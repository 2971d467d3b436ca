import BuiltIns
import CairoCanvas
import Drawing
import JSONDocument
import MapFeatures
import MapGeometry
import MapGround
import MapScene
import MapStyle

/// Loads the pictures and the tiles of a style's sources: of tiles those that some view needs.
struct SourcePictureLoader {
  let folder: StyleFolder
  let cache: SessionCache
  /// Pixels a point; above 1 servers that know `{ratio}` are asked for tiles of twice the size.
  let scale: Double
  let log: SessionLog
  /// Tiles that replace those of the style's sources, by the source's id.
  var places: [String: TileSetLocation] = [:]
  /// The setting that names the tiles of sources that no style of the user's has, such as `--basemap`, by the source's id.
  var basemaps: [String: SettingText] = [:]
  var threads = 1

  private static let pictureLimit = 32 << 20
  /// No picture needs more tiles: 16,384 pixels a side are some 8,000 of 256.
  private static let tileLimit = 20_000
  /// No view needs more vector tiles: 512 points each, they would hold more than a picture shows.
  private static let vectorTileLimit = 400

  /// Loads the images and the tiles of all sources that some layer draws in some view.
  func load(into snapshotter: inout MapSnapshotter, for viewports: [Viewport]) throws(SessionError) {
    let style = snapshotter.style
    (snapshotter.pictures, snapshotter.tiles) = ([:], [:])
    for source in style.sources {
      try log.checkCancelled()
      let zooms = style.layers.filter { $0.source == source.id }.map { $0.minZoom..<$0.maxZoom }
      let views = viewports.filter { view in zooms.contains { $0.contains(view.zoom) } }
      guard !views.isEmpty else { continue }
      switch source.content {
      case .geoJSON: continue
      case .vector(let vector):
        let layers = Set(style.layers.filter { $0.source == source.id }.compactMap(\.sourceLayer))
        snapshotter.tiles[source.id] = try vectorTiles(of: source, vector, layers, in: views, of: style)
      case .raster(let raster): snapshotter.pictures[source.id] = try tiles(of: source, raster, in: views)
      case .image(let image):
        snapshotter.pictures[source.id] = try picture(
          of: source, image.reference, at: source.location.member("url")
        )
        .map(SourcePictures.image)
      }
    }
  }

  /// Finds out whether what a source names on this machine can be read; nothing is asked on the network.
  func check(_ source: StyleSource, of style: Style) throws(SessionError) {
    switch source.content {
    case .raster, .vector:
      guard let tileSet = source.tileSet, tileSet.tiles.isEmpty, case .path? = tileSet.url,
        let location = try location(of: source, tileSet)
      else { return }
      warnAboutLayers(of: source, in: style, try facts(of: source, at: location))
    case .image(let image):
      if case .path = image.reference {
        _ = try picture(of: source, image.reference, at: source.location.member("url"))
      }
    case .geoJSON: break
    }
  }

  // MARK: Tiles

  private func tiles(
    of source: StyleSource, _ raster: RasterSource, in viewports: [Viewport]
  ) throws(SessionError) -> SourcePictures? {
    if places[source.id] == nil, let reference = raster.tileSet.tiles.first, !reference.hasPlaces {
      let cover = TileCover(raster)
      let needed = try needed(cover, viewports, source)
      let listPlace = SourceLocation(
        path: source.location.path.appending("tiles").appending(0), position: source.location.position)
      let picture = try picture(of: source, reference, at: listPlace)
      return picture.map { picture in
        .tiles(cover, Dictionary(uniqueKeysWithValues: needed.map { ($0, picture) }), attribution: nil)
      }
    }
    let found = try needed(of: source, TileCover(raster), in: viewports, prefersLarge: scale > 1)
    guard let found else { return nil }
    let images = try rethrowing(found.loader.images(size: raster.tileSize), as: unreadable(source))
    report(missing: found.tiles.filter { images[$0] == nil }, of: found.tiles, source)
    return .tiles(
      found.cover, images, attribution: found.facts.attribution,
      encoding: found.facts.encoding.flatMap(ElevationEncoding.init(named:)))
  }

  private func vectorTiles(
    of source: StyleSource, _ vector: VectorSource, _ layers: Set<String>, in viewports: [Viewport],
    of style: Style
  ) throws(SessionError) -> VectorTileSet? {
    let cover = TileCover(vector: vector.tileSet)
    // A style of streets that names no tiles draws the built-in world.
    let isStreets = vector.tileSet.isUnaddressed && !layers.isDisjoint(with: BuiltInTiles.layers)
    let world = isStreets ? TileSetLocation(BuiltInTiles.address) : nil
    let isAskable = basemaps[source.id] == nil && !layers.isDisjoint(with: BuiltInTiles.layers)
    let hint: SettingText? =
      isAskable ? "; draw the built-in world with \(setting: "tiles", of: "\(source.id)=world")" : nil
    let found = try needed(of: source, cover, in: viewports, unnamed: world, hint: hint) {
      location, facts, cover throws(SessionError) in
      guard facts.isVector != false else {
        throw failure(
          "unreadable-tiles", source,
          "\(addressForMessage(location.name)) holds pictures, and the source is of vector tiles; make it a raster source"
        )
      }
      if location.name == BuiltInTiles.address {
        // Styles of streets draw it without a word about the layers that it lacks.
        if source.id != WorldBasemap.tilesID, viewports.contains(where: { $0.zoom >= BuiltInTiles.roughZoom })
        {
          warn(
            "rough-tiles", source,
            "\(BuiltInTiles.roughness); draw streets with \(setting: "tiles", of: "\(source.id)=FILE")")
        }
      } else {
        warnAboutLayers(of: source, in: style, facts)
      }
      for viewport in viewports {
        let (count, size) = (cover.tiles(in: viewport).count, viewport.size)
        guard count > SourcePictureLoader.vectorTileLimit else { continue }
        throw failure(
          "too-many-tiles", source,
          "a picture of \(Int(size.width))x\(Int(size.height)) points needs \(count) vector tiles, more than \(SourcePictureLoader.vectorTileLimit); make it smaller"
        )
      }
    }
    guard let found else {
      warn(
        "no-tiles", source,
        "its tiles are not named, so its layers stay empty; name them with \(setting: "tiles", of: "\(source.id)=FILE")"
      )
      return nil
    }
    let loaded = try rethrowing(
      found.loader.vectorTiles(layers: layers, threads: threads),
      as: unreadable(source, hint: found.isRemote ? hint : nil))
    if let first = loaded.faults.first {
      let others = loaded.faults.count - 1
      let more = others > 0 ? "; there are \(counted(others, "more fault", "more faults")) of such tiles" : ""
      warn("damaged-tiles", source, "\(first)\(more)")
    }
    report(missing: found.tiles.filter { loaded.tiles[$0] == nil }, of: found.tiles, source)
    var tileSet = VectorTileSet(
      cover: found.cover, tiles: loaded.tiles, attribution: found.facts.attribution, stitched: cache.stitched)
    if found.isContinued { try addWorld(to: &tileSet, within: cover, layers, viewports, source) }
    return tileSet
  }

  /// Goes on with tiles of the built-in world where an archive has none: farther out than its zooms and outside of its
  /// bounds, at zooms at which the world is detailed enough.
  private func addWorld(
    to tileSet: inout VectorTileSet, within cover: TileCover, _ layers: Set<String>, _ viewports: [Viewport],
    _ source: StyleSource
  ) throws(SessionError) {
    let own = tileSet.cover
    tileSet.cover = cover
    tileSet.cover.maximumZoom = own.maximumZoom
    var squares: [TileID] = []
    for viewport in viewports where viewport.zoom < BuiltInTiles.roughZoom {
      let known = Set(squares + own.tiles(in: viewport))
      squares += tileSet.cover.tiles(in: viewport).filter { !known.contains($0) }
    }
    var query = TileQuery(
      TileSetLocation(BuiltInTiles.address), tiles: squares, isFlipped: false, prefersLarge: false,
      ancestorZoom: 0)
    query.isCancelled = log.isCancelled
    let loader = TileLoader(query: query, resources: folder.resources, cache: cache)
    let world = try rethrowing(loader.vectorTiles(layers: layers, threads: threads), as: unreadable(source))
    tileSet.tiles.merge(world.tiles) { own, _ in own }
  }

  /// The tiles that some view needs, each once, and what loads them.
  private struct NeededTiles {
    let tiles: [TileID]
    let cover: TileCover
    let facts: TileFacts
    /// True if the built-in world goes on where the archive ends.
    let isContinued: Bool
    let isRemote: Bool
    let loader: TileLoader
  }

  /// - Parameters:
  ///   - hint: what else can be drawn where a server cannot be reached.
  ///   - check: of what the archive knows, before tiles are chosen.
  /// - Returns: `nil` where nothing names the location of the tiles.
  private func needed(
    of source: StyleSource, _ cover: TileCover, in viewports: [Viewport], prefersLarge: Bool = false,
    unnamed: TileSetLocation? = nil, hint: SettingText? = nil,
    check: (TileSetLocation, TileFacts, TileCover) throws(SessionError) -> Void = { _, _, _ in }
  ) throws(SessionError) -> NeededTiles? {
    guard let tileSet = source.tileSet, let location = try location(of: source, tileSet) ?? unnamed else {
      return nil
    }
    let isRemote = location.name.contains("://") && location.name != BuiltInTiles.address
    let facts = try facts(of: source, at: location, hint: isRemote ? hint : nil)
    var cover = cover
    cover.narrow(to: facts)
    cover.isRefined = location.name == BuiltInTiles.address
    try check(location, facts, cover)
    let isContinued =
      location.name != BuiltInTiles.address && BuiltInStyles.TileSchema(facts) == .openMapTiles
      && ((facts.minimumZoom ?? 0) > 0 || facts.bounds != nil)
    let own = viewports.filter { !isContinued || $0.zoom >= BuiltInTiles.roughZoom }
    let tiles = try needed(cover, viewports, source)
    if own.contains(where: { cover.zoom(in: $0) == nil }) {
      warn(
        "no-tiles", source,
        "its tiles begin at zoom \(cover.minimumZoom), so its layers stay empty farther out; come closer")
    } else if tiles.isEmpty, !own.isEmpty, let box = facts.bounds {
      let edges = [box.west, box.south, box.east, box.north].map(javaScriptText).joined(separator: ",")
      warn(
        "no-tiles", source,
        "its tiles lie within \(edges), which the view does not show, so its layers stay empty; show that")
    }
    var query = TileQuery(
      location, tiles: tiles, isFlipped: tileSet.scheme == .tms, prefersLarge: prefersLarge,
      ancestorZoom: max(cover.minimumZoom, cover.farthestAncestor(in: viewports)))
    query.isCancelled = log.isCancelled
    return NeededTiles(
      tiles: tiles, cover: cover, facts: facts, isContinued: isContinued, isRemote: isRemote,
      loader: TileLoader(query: query, resources: folder.resources, cache: cache))
  }

  /// Reports layers of tiles that the style names and the archive's metadata does not. Our own styles draw what there is.
  private func warnAboutLayers(of source: StyleSource, in style: Style, _ facts: TileFacts) {
    let known = facts.layers.map(\.name)
    guard !known.isEmpty, !folder.isBuiltIn, basemaps[source.id] == nil else { return }
    var missing: [String] = []
    var first: StyleLayer?
    for layer in style.layers where layer.source == source.id {
      guard let name = layer.sourceLayer, !known.contains(name), !missing.contains(name) else { continue }
      first = first ?? layer
      missing.append(name)
    }
    guard let location = first?.location?.member("source-layer"), let name = missing.first else { return }
    let others = missing.dropFirst().map { "\"\(escapedForMessage($0))\"" }
    let guess = nameAdvice(
      name, among: known,
      else: "its metadata lists \(known.prefix(20).map { escapedForMessage($0) }.joined(separator: ", "))")
    let nor = others.isEmpty ? "" : ", nor \(others.joined(separator: ", "))"
    folder.warn(
      "unknown-source-layer", location,
      "there is no layer \"\(escapedForMessage(name))\" in the tiles of \(escapedForMessage(source.id))\(nor); \(guess)",
      log)
  }

  private func failure(_ code: String, _ source: StyleSource, _ message: SettingText) -> SessionError {
    basemaps[source.id].map { .input("\($0): \(message)") } ?? folder.failure(code, source.location, message)
  }

  private func warn(_ code: String, _ source: StyleSource, _ message: SettingText) {
    if let name = basemaps[source.id] { return log.warning("\(name): \(message)") }
    folder.warn(code, source.location, message, log)
  }

  private func needed(
    _ cover: TileCover, _ viewports: [Viewport], _ source: StyleSource
  ) throws(SessionError) -> [TileID] {
    let needed = viewports.flatMap(cover.tiles).distinct(by: \.self)
    guard needed.count <= SourcePictureLoader.tileLimit else {
      throw failure(
        "too-many-tiles", source,
        "the pictures need \(needed.count) tiles; draw fewer at once, or set maxzoom")
    }
    return needed
  }

  private func report(missing: [TileID], of needed: [TileID], _ source: StyleSource) {
    guard let first = missing.first else { return }
    warn(
      "missing-tiles", source,
      "\(missing.count) of \(counted(needed.count, "tile")) are missing, the first \(first.zoom)/\(first.column)/\(first.row); they stay empty"
    )
  }

  /// The location of a source's tiles; `nil` where nothing names them.
  private func location(of source: StyleSource, _ tileSet: TileSet) throws(SessionError) -> TileSetLocation? {
    if let location = places[source.id] { return location }
    switch tileSet.tiles.first {
    case .url(let template)?: return TileSetLocation(ofEachTile: template)
    case .path(let template)?:
      guard !folder.isBuiltIn else {
        throw folder.failure("missing-file", source.location, "a built-in style has no files")
      }
      return TileSetLocation(ofEachTile: template, below: Resource.folderPrefix(of: folder.style))
    case nil: break
    }
    switch tileSet.url {
    case .url(let address)?: return TileSetLocation(tileSet.isArchive ? "pmtiles://" + address : address)
    case .path(let name)?:
      // What is missing or leads elsewhere is reported at its location in the style.
      _ = try folder.path(of: name, at: source.location.member("url"))
      return TileSetLocation(name, below: Resource.folderPrefix(of: folder.style))
    case nil: return nil
    }
  }

  private func facts(
    of source: StyleSource, at location: TileSetLocation, hint: SettingText? = nil
  ) throws(SessionError) -> TileFacts {
    if location.name == BuiltInTiles.address { return WorldTiles.facts }
    return try rethrowing(folder.resources.facts(ofTilesAt: location), as: unreadable(source, hint: hint))
  }

  /// The session's error of a source that the loader cannot read.
  private func unreadable(_ source: StyleSource, hint: SettingText? = nil) -> (ResourceError) -> SessionError
  {
    { error in
      error.kind == .cancelled
        ? .cancelled : failure("unreadable-tiles", source, hint.map { "\(error)\($0)" } ?? "\(error)")
    }
  }

  // MARK: One picture

  private func picture(
    of source: StyleSource, _ reference: FileReference, at location: SourceLocation
  ) throws(SessionError) -> Bitmap? {
    let bytes: [UInt8]
    switch reference {
    case .path(let name):
      let file = try folder.path(of: name, at: location)
      bytes = try folder.naming(
        location, "damaged-image", folder.bytes(of: file, limit: SourcePictureLoader.pictureLimit))
    case .url(let address):
      do throws(ResourceError) {
        bytes = try folder.resources.bytes(of: Resource(url: address), in: nil, limit: 64 << 20)
      } catch {
        guard error.kind == .missing else { throw unreadable(source)(error) }
        folder.warn("missing-file", location, "there is no picture at its url; it stays empty", log)
        return nil
      }
    }
    return try rethrowing(PictureReader.decode(bytes)) { (error: PictureError) in
      folder.failure("damaged-image", location, "\(error)")
    }
  }
}

extension FileReference {
  /// True if it names a file for each tile.
  fileprivate var hasPlaces: Bool {
    switch self {
    case .path(let text), .url(let text): text.contains("{")
    }
  }
}

extension TileSetLocation {
  /// The location of tiles whose name or address a style gives, with places to fill in or one for all.
  fileprivate init(ofEachTile template: String, below root: String? = nil) {
    self.init(template, below: root)
    isTemplate = true
  }
}

extension TileCover {
  fileprivate mutating func narrow(to facts: TileFacts) {
    minimumZoom = max(minimumZoom, facts.minimumZoom ?? 0)
    maximumZoom = min(maximumZoom, facts.maximumZoom ?? 30)
    bounds = bounds ?? facts.bounds
  }
}
