import CairoCanvas
import Drawing
import JSONDocument
import MapGeometry
import MapScene
import MapStyle
import TileSources

/// Loads the pictures of a style's raster and image sources: of tiles those that some view needs.
struct SourcePictureLoader {
  let folder: StyleFolder
  let options: TileOptions
  /// Pixels a point; above 1 servers that know `{ratio}` are asked for tiles of twice the size.
  let scale: Double
  let messages: Messages
  /// The time limit that all sources share.
  let load = TileLoad()

  /// An image source's picture is not larger.
  private static let pictureLimit = 32 << 20
  /// No picture needs more tiles: 16,384 pixels a side are some 8,000 of 256.
  private static let tileLimit = 20_000

  /// The pictures of all sources that some layer draws in some view.
  func pictures(of style: Style, in viewports: [Viewport]) throws(Failure) -> [String: SourcePictures] {
    var pictures: [String: SourcePictures] = [:]
    for source in style.sources {
      let zooms = style.layers.filter { $0.source == source.id }.map { layer in
        layer.minZoom..<layer.maxZoom
      }
      let views = viewports.filter { view in zooms.contains { $0.contains(view.zoom) } }
      guard !views.isEmpty else { continue }
      switch source.content {
      case .geoJSON: continue
      case .vector:
        messages.tell(
          [
            folder.diagnostic(
              .warning, "unsupported-source", source.place,
              "vector tiles are not loaded yet, so its layers stay empty")
          ], of: folder.style)
      case .raster(let raster): pictures[source.id] = try tiles(of: source, raster, in: views)
      case .image(let image):
        pictures[source.id] = try picture(of: source, image.reference).map(SourcePictures.image)
      }
    }
    return pictures
  }

  /// Finds out whether what a source names on this machine can be read; nothing is asked on the network.
  func check(_ source: StyleSource) throws(Failure) {
    switch source.content {
    case .raster(let raster):
      if raster.tileSet.tiles.isEmpty, case .path? = raster.tileSet.url {
        _ = try description(of: source, raster)
      }
    case .image(let image):
      if case .path = image.reference { _ = try picture(of: source, image.reference) }
    case .geoJSON, .vector: break
    }
  }

  // MARK: Tiles

  private func tiles(
    of source: StyleSource, _ raster: RasterSource, in viewports: [Viewport]
  ) throws(Failure) -> SourcePictures? {
    guard let description = try description(of: source, raster) else { return nil }
    var needed: [TileID] = []
    var known: Set<TileID> = []
    for viewport in viewports {
      for tile in description.cover.tiles(in: viewport) where known.insert(tile).inserted {
        needed.append(tile)
      }
    }
    guard needed.count <= SourcePictureLoader.tileLimit else {
      throw folder.failure(
        "too-many-tiles", source.place,
        "the pictures need \(needed.count) tiles; draw fewer at once, or set maxzoom")
    }
    let location = description.location.with(isFlipped: description.isFlipped, prefersLarge: scale > 1)
    let archive = try reading(source) { () throws(TileError) in
      try openTiles(at: location, options: options, during: load)
    }
    let ids = needed.compactMap { TileID(zoom: $0.zoom, column: $0.column, row: $0.row) }
    let loaded = try reading(source) { () throws(TilePictureError) in
      try TilePictures(ids, from: archive, tileSize: raster.tileSize, during: load)
    }
    if let first = loaded.missing.first {
      let message =
        "\(loaded.missing.count) of \(counted(needed.count, "tile")) are missing, the first "
        + "\(first.zoom)/\(first.column)/\(first.row); they stay empty"
      messages.tell([folder.diagnostic(.warning, "missing-tiles", source.place, message)], of: folder.style)
    }
    var tiles: [TileID: Bitmap] = [:]
    for tile in needed {
      tiles[tile] = TileID(zoom: tile.zoom, column: tile.column, row: tile.row).flatMap {
        loaded.pictures[$0]
      }
    }
    return .tiles(description.cover, tiles, attribution: description.attribution)
  }

  private func description(
    of source: StyleSource, _ raster: RasterSource
  ) throws(Failure) -> TileDescription? {
    if let template = raster.tileSet.tiles.first {
      return TileDescription(try location(template, source), raster)
    }
    switch raster.tileSet.url {
    case nil: return nil
    case .path(let name)?:
      let file = try folder.path(of: name, at: source.urlPlace)
      let head = try readDocument(file, takesOnlyFiles: true, limit: 1 << 40, first: 16)
      if head.starts(with: Array("SQLite format 3\0".utf8)) {
        var description = TileDescription(.mbtiles(path: file), raster)
        description.narrow(
          to: try reading(source) { () throws(TileError) in
            try MBTiles(path: file, during: load).description(during: load)
          })
        return description
      }
      let document = try readDocument(file, takesOnlyFiles: true, limit: 1 << 20)
      return try described(by: document, source, raster, base: folderPrefix(of: name))
    case .url(let address)?:
      let document = try reading(source) { () throws(TileError) in
        try fetchDocument(address, options: options, during: load)
      }
      guard let document else {
        throw folder.failure(
          "missing-file", source.urlPlace, "there is no TileJSON at its url; check the address")
      }
      return try described(by: document, source, raster, base: nil)
    }
  }

  /// - Parameter base: the folder that relative templates are relative to, seen from the style's; `nil` refuses them.
  private func described(
    by document: [UInt8], _ source: StyleSource, _ raster: RasterSource, base: String?
  ) throws(Failure) -> TileDescription {
    let description = try TileDescription(tileJSON: document, raster) { template throws(Failure) in
      if template.hasPrefix("http://") || template.hasPrefix("https://") {
        return .server(TileTemplate(template))
      }
      guard let base, !template.hasPrefix("/"), !template.contains("://") else {
        throw folder.failure(
          "invalid-data", source.urlPlace, "its TileJSON names tiles that are not fetched; http and https are"
        )
      }
      return try location(.path(base + template), source)
    }
    guard let description else {
      throw folder.failure(
        "invalid-data", source.urlPlace,
        "its url leads to no TileJSON with tiles; name one, or an MBTiles file")
    }
    return description
  }

  private func location(_ reference: FileReference, _ source: StyleSource) throws(Failure) -> TileLocation {
    switch reference {
    case .url(let template): return .server(TileTemplate(template))
    case .path(let template):
      guard !folder.isLook else {
        throw folder.failure("missing-file", source.place, "a built-in look has no files")
      }
      let root = folderPrefix(of: folder.style)
      return .files(TileTemplate(root + template), root: root)
    }
  }

  private func reading<Value, Fault: Error>(
    _ source: StyleSource, _ body: () throws(Fault) -> Value
  ) throws(Failure) -> Value {
    do throws(Fault) {
      return try body()
    } catch {
      throw folder.failure("unreadable-tiles", source.place, "\(error)")
    }
  }

  // MARK: One picture

  private func picture(of source: StyleSource, _ reference: FileReference) throws(Failure) -> Bitmap? {
    let bytes: [UInt8]
    switch reference {
    case .path(let name):
      let file = try folder.path(of: name, at: source.urlPlace)
      bytes = try folder.naming(source.urlPlace, "damaged-image") { () throws(Failure) in
        try readDocument(file, takesOnlyFiles: true, limit: SourcePictureLoader.pictureLimit)
      }
    case .url(let address):
      let answer = try reading(source) { () throws(TileError) in
        try fetchDocument(address, options: options, during: load)
      }
      guard let answer else {
        let message = "there is no picture at its url; it stays empty"
        messages.tell(
          [folder.diagnostic(.warning, "missing-file", source.urlPlace, message)], of: folder.style)
        return nil
      }
      bytes = answer
    }
    do throws(PictureError) {
      return try PictureReader.decode(bytes)
    } catch {
      throw folder.failure("damaged-image", source.urlPlace, "\(error)")
    }
  }
}

extension StyleSource {
  /// Where it stands in the style.
  fileprivate var place: StylePlace { StylePlace(path: path, position: position) }

  /// Where its `url` stands; the position is the source's own.
  fileprivate var urlPlace: StylePlace { StylePlace(path: path.appending("url"), position: position) }
}

extension TileOptions {
  /// What the command asks with: answers are kept where this system keeps such things.
  ///
  /// - Parameter cache: a folder, or `none`; `nil` for the usual one.
  init(cache: String?) {
    self.init(
      cacheFolder: cache == "none" ? nil : cache ?? TileOptions.usualFolder,
      userAgent: "clustersnap/\(ClusterSnapCommand.version)")
  }

  private static var usualFolder: String? {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    #if canImport(Darwin)
      return variable("HOME").map { $0 + "/Library/Caches/clustersnap/tiles" }
    #else
      return (variable("XDG_CACHE_HOME") ?? variable("HOME").map { $0 + "/.cache" }).map {
        $0 + "/clustersnap/tiles"
      }
    #endif
  }
}
