import CairoCanvas
import Drawing
import JSONDocument
import MapFeatures
import MapGeometry
import MapScene
import MapStyle

/// Loads the pictures of a style's raster and image sources: of tiles those that some view needs.
struct SourcePictureLoader {
  let folder: StyleFolder
  /// Tiles kept between requests; `nil` keeps none.
  let cache: SessionCache?
  /// Pixels a point; above 1 servers that know `{ratio}` are asked for tiles of twice the size.
  let scale: Double
  let log: SessionLog

  /// An image source's picture is not larger.
  private static let pictureLimit = 32 << 20
  /// No picture needs more tiles: 16,384 pixels a side are some 8,000 of 256.
  private static let tileLimit = 20_000

  /// The pictures of all sources that some layer draws in some view.
  func pictures(of style: Style, in viewports: [Viewport]) throws(SessionError) -> [String: SourcePictures] {
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

  /// Finds out whether what a source names on this machine can be read; nothing is asked on the network.
  func check(_ source: StyleSource) throws(SessionError) {
    switch source.content {
    case .raster(let raster):
      if raster.tiles.isEmpty, case .path? = raster.url { _ = try description(of: source, raster) }
    case .image(let image):
      if case .path = image.reference { _ = try picture(of: source, image.reference) }
    case .geoJSON: break
    }
  }

  // MARK: Tiles

  private func tiles(
    of source: StyleSource, _ raster: RasterSource, in viewports: [Viewport]
  ) throws(SessionError) -> SourcePictures? {
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
    let loader = TilePictureLoader(
      description, size: raster.tileSize, prefersLarge: scale > 1, resources: folder.resources, cache: cache)
    let tiles = try reading(source) { () throws(ResourceError) in try loader.pictures(of: needed) }
    let missing = needed.filter { tiles[$0] == nil }
    if let first = missing.first {
      let message =
        "\(missing.count) of \(counted(needed.count, "tile")) are missing, the first "
        + "\(first.zoom)/\(first.column)/\(first.row); they stay empty"
      log.report([folder.diagnostic(.warning, "missing-tiles", source.place, message)], of: folder.style)
    }
    return .tiles(description.cover, tiles, attribution: description.attribution)
  }

  private func description(
    of source: StyleSource, _ raster: RasterSource
  ) throws(SessionError) -> TileDescription? {
    if let template = raster.tiles.first { return TileDescription(try location(template, source), raster) }
    switch raster.url {
    case nil: return nil
    case .path(let name)?:
      let file = try folder.path(of: name, at: source.urlPlace)
      let head = try folder.bytes(of: file, limit: 1 << 40, first: 16)
      if head.starts(with: Array("SQLite format 3\0".utf8)) {
        var description = TileDescription(.file(path: file), raster)
        description.narrow(
          to: try reading(source) { () throws(ResourceError) in
            try folder.resources.metadata(of: .file(path: file))
          })
        return description
      }
      let document = try folder.bytes(of: file, limit: 1 << 20)
      return try described(by: document, source, raster, base: Resource.folderPrefix(of: name))
    case .url(let address)?:
      let document = try fetched(address, source)
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
  ) throws(SessionError) -> TileDescription {
    let description = try TileDescription(tileJSON: document, raster) { template throws(SessionError) in
      if template.hasPrefix("http://") || template.hasPrefix("https://") {
        return .server(template: template)
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

  private func location(_ reference: FileReference, _ source: StyleSource) throws(SessionError) -> TileArchive
  {
    switch reference {
    case .url(let template): return .server(template: template)
    case .path(let template):
      guard !folder.isBuiltIn else {
        throw folder.failure("missing-file", source.place, "a built-in look has no files")
      }
      let root = Resource.folderPrefix(of: folder.style)
      return .files(template: root + template, root: root)
    }
  }

  private func reading<Value>(
    _ source: StyleSource, _ body: () throws(ResourceError) -> Value
  ) throws(SessionError) -> Value {
    do throws(ResourceError) {
      return try body()
    } catch {
      throw folder.failure("unreadable-tiles", source.place, "\(error)")
    }
  }

  /// A document on the network; `nil` where there is none.
  private func fetched(_ address: String, _ source: StyleSource) throws(SessionError) -> [UInt8]? {
    try reading(source) { () throws(ResourceError) in
      do throws(ResourceError) {
        return try folder.resources.bytes(of: Resource(url: address), in: nil, limit: 64 << 20)
      } catch {
        if error.kind == .missing { return nil }
        throw error
      }
    }
  }

  // MARK: One picture

  private func picture(of source: StyleSource, _ reference: FileReference) throws(SessionError) -> Bitmap? {
    let bytes: [UInt8]
    switch reference {
    case .path(let name):
      let file = try folder.path(of: name, at: source.urlPlace)
      bytes = try folder.naming(source.urlPlace, "damaged-image") { () throws(SessionError) in
        try folder.bytes(of: file, limit: SourcePictureLoader.pictureLimit)
      }
    case .url(let address):
      let answer = try fetched(address, source)
      guard let answer else {
        let message = "there is no picture at its url; it stays empty"
        log.report(
          [folder.diagnostic(.warning, "missing-file", source.urlPlace, message)], of: folder.style)
        return nil
      }
      bytes = answer
    }
    do throws(PNGError) {
      return try PNG.decode(bytes)
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
