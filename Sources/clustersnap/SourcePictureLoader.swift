import CairoCanvas
import Drawing
import JSONDocument
import MapGeometry
import MapSnapshot
import MapStyle
import TileSources

/// Loads the pictures of a style's raster and image sources: of tiles those that some view needs.
struct SourcePictureLoader {
  let folder: StyleFolder
  let options: TileOptions
  /// Pixels a point; above 1 servers that know `{ratio}` are asked for tiles of twice the size.
  let scale: Double
  let messages: Messages

  /// An image source's picture is not larger.
  private static let pictureLimit = 32 << 20
  /// No picture needs more tiles: 16,384 pixels a side are some 8,000 of 256.
  private static let tileLimit = 20_000

  /// The pictures of all sources that some layer draws in some view.
  func pictures(of style: Style, in viewports: [Viewport]) throws(Failure) -> [String: SourcePictures] {
    var pictures: [String: SourcePictures] = [:]
    for source in style.sources {
      let zooms = style.layers.filter { $0.type == .raster && $0.source == source.id }.map { layer in
        layer.minZoom..<layer.maxZoom
      }
      let views = viewports.filter { view in zooms.contains { $0.contains(view.zoom) } }
      guard !views.isEmpty else { continue }
      switch source.content {
      case .geoJSON: continue
      case .raster(let raster): pictures[source.id] = try tiles(of: source, raster, in: views)
      case .image(let image):
        pictures[source.id] = try picture(of: source, image.reference).map(SourcePictures.image)
      }
    }
    return pictures
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
      throw .input(
        "\(source.path.dotted): the pictures need \(needed.count) tiles; draw fewer at once, or set maxzoom",
        at: folder.place(source.position))
    }
    let reader = TileReader(
      description.location, tileSize: raster.tileSize, isFlipped: description.isFlipped,
      prefersLarge: scale > 1, options: options)
    let loaded = try reading(source) { () throws(TileError) in
      try reader.load(needed.compactMap { TileAddress(zoom: $0.zoom, column: $0.column, row: $0.row) })
    }
    if let first = loaded.missing.first {
      messages.warning(
        "\(source.path.dotted): \(loaded.missing.count) of \(counted(needed.count, "tile")) are missing, the first "
          + "\(first.zoom)/\(first.column)/\(first.row); they stay empty", at: folder.place(source.position))
    }
    var tiles: [TileID: Bitmap] = [:]
    for tile in needed {
      tiles[tile] = TileAddress(zoom: tile.zoom, column: tile.column, row: tile.row).flatMap {
        loaded.pictures[$0]
      }
    }
    return .tiles(description.cover, tiles)
  }

  private func description(
    of source: StyleSource, _ raster: RasterSource
  ) throws(Failure) -> TileDescription? {
    if let template = raster.tiles.first { return TileDescription(try location(template, source), raster) }
    switch raster.url {
    case nil: return nil
    case .path(let name)?:
      let path = source.path.appending("url")
      let file = try folder.path(of: name, named: path, at: source.position)
      let head = try readDocument(file, takesOnlyFiles: true, limit: 1 << 40, first: 16)
      if head.starts(with: Array("SQLite format 3\0".utf8)) {
        var description = TileDescription(.database(path: file), raster)
        let reader = TileReader(description.location, tileSize: raster.tileSize, options: options)
        description.narrow(
          to: try reading(source) { () throws(TileError) in try reader.metadata() })
        return description
      }
      let document = try readDocument(file, takesOnlyFiles: true, limit: 1 << 20)
      return try described(by: document, source, raster, base: folderPrefix(of: name))
    case .url(let address)?:
      let document = try reading(source) { () throws(TileError) in
        try fetchDocument(address, options: options)
      }
      guard let document else {
        throw .input(
          "\(source.path.dotted): there is no TileJSON at its url; check the address",
          at: folder.place(source.position))
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
        return .server(template: template)
      }
      guard let base, !template.hasPrefix("/"), !template.contains("://") else {
        throw .input(
          "\(source.path.dotted): its TileJSON names tiles that are not fetched; http and https are",
          at: folder.place(source.position))
      }
      return try location(.path(base + template), source)
    }
    guard let description else {
      throw .input(
        "\(source.path.dotted): its url leads to no TileJSON with tiles; name one, or an MBTiles file",
        at: folder.place(source.position))
    }
    return description
  }

  private func location(_ reference: FileReference, _ source: StyleSource) throws(Failure) -> TileLocation {
    switch reference {
    case .url(let template): return .server(template: template)
    case .path(let template):
      guard !folder.isLook else {
        throw .input("\(source.path.dotted): a built-in look has no files", at: folder.place(source.position))
      }
      let root = folderPrefix(of: folder.style)
      return .files(template: root + template, root: root)
    }
  }

  private func reading<Value>(
    _ source: StyleSource, _ body: () throws(TileError) -> Value
  ) throws(Failure) -> Value {
    do throws(TileError) {
      return try body()
    } catch {
      throw .input("\(source.path.dotted): \(error)", at: folder.place(source.position))
    }
  }

  // MARK: One picture

  private func picture(of source: StyleSource, _ reference: FileReference) throws(Failure) -> Bitmap? {
    let bytes: [UInt8]
    switch reference {
    case .path(let name):
      let file = try folder.path(of: name, named: source.path.appending("url"), at: source.position)
      bytes = try readDocument(file, takesOnlyFiles: true, limit: SourcePictureLoader.pictureLimit)
    case .url(let address):
      let answer = try reading(source) { () throws(TileError) in
        try fetchDocument(address, options: options)
      }
      guard let answer else {
        messages.warning(
          "\(source.path.dotted): there is no picture at its url; it stays empty",
          at: folder.place(source.position))
        return nil
      }
      bytes = answer
    }
    do throws(PNGError) {
      return try PNG.decode(bytes)
    } catch {
      throw .input("\(source.path.dotted): \(error)", at: folder.place(source.position))
    }
  }
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
