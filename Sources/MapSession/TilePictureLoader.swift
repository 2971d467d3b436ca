import CairoCanvas
import Drawing
import MapFeatures
import MapScene

/// Loads and decodes the tiles of one raster source.
struct TilePictureLoader {
  private let archive: TileArchive
  private let isFlipped: Bool
  /// Pixels a side; a tile may have twice as many.
  private let size: Int
  private let prefersLarge: Bool
  private let resources: any ResourceLoader
  private let cache: SessionCache?

  init(
    _ description: TileDescription, size: Int, prefersLarge: Bool, resources: any ResourceLoader,
    cache: SessionCache?
  ) {
    (archive, isFlipped) = (description.location, description.isFlipped)
    (self.size, self.prefersLarge, self.resources, self.cache) = (size, prefersLarge, resources, cache)
  }

  /// The pictures of tiles; those that there are not are left out.
  ///
  /// Those of an archive in a file are kept between requests, until the file changes.
  ///
  /// - Throws: for the first tile, in the order given, that cannot be read or decoded.
  func pictures(of tiles: [TileID]) throws(ResourceError) -> [TileID: Bitmap] {
    let version = version
    var pictures: [TileID: Bitmap] = [:]
    var missing: [TileID] = []
    for tile in tiles {
      if let version, let kept = cache?.known(key(of: tile), version, as: Bitmap.self) {
        pictures[tile] = kept
      } else {
        missing.append(tile)
      }
    }
    let size = size
    let query = TileQuery(
      archive, tiles: missing.map(resource), isFlipped: isFlipped, ratio: prefersLarge ? "@2x" : ""
    ) { bytes, name throws(ResourceError) in _ = try TilePictureLoader.decoded(bytes, name: name, size: size)
    }
    for (tile, outcome) in zip(missing, resources.tiles(query)) {
      guard let content = try outcome.get() else { continue }
      let picture = try TilePictureLoader.decoded(content.bytes, name: content.name, size: size)
      pictures[tile] = picture
      guard let version, let cache else { continue }
      // What cannot fail throws nothing.
      _ = try? cache.value(key(of: tile), [version], size: { $0.pixels.count }) { () throws(SessionError) in
        picture
      }
    }
    return pictures
  }

  private var version: ResourceVersion? {
    guard case .file(let path) = archive else { return nil }
    return resources.version(of: Resource(path: path, isFromDocument: true))
  }

  private func resource(_ tile: TileID) -> ResourceTile {
    ResourceTile(zoom: tile.zoom, column: tile.column, row: tile.row)
  }

  private func key(of tile: TileID) -> SessionCache.Key {
    .tile(archive, resource(tile), size: size)
  }

  // MARK: Decoding

  /// Decodes a tile; its bytes say what it is.
  private static func decoded(_ bytes: [UInt8], name: String, size: Int) throws(ResourceError) -> Bitmap {
    if let format = otherFormat(bytes) {
      throw unusable(
        name, "it is \(format), and only PNG tiles are drawn; convert them, or ask for PNG")
    }
    let header: PNGHeader
    do throws(PNGError) {
      header = try PNG.header(of: bytes)
    } catch {
      throw unusable(name, "\(error)")
    }
    guard header.width == header.height, header.width == size || header.width == 2 * size else {
      throw ResourceError(
        .unusable,
        "\(name) has \(header.width)×\(header.height) pixels, neither \(size) nor \(2 * size) a side; "
          + "set the source's tileSize")
    }
    do throws(PNGError) {
      return try PNG.decode(bytes)
    } catch {
      throw unusable(name, "\(error)")
    }
  }

  private static func unusable(_ name: String, _ reason: String) -> ResourceError {
    ResourceError(.unusable, "\(name) cannot be drawn: \(reason)")
  }

  /// Pictures of other kinds that tile servers send.
  private static func otherFormat(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "a JPEG" }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "a WebP"
    }
    if bytes.starts(with: [0x1F, 0x8B]) { return "gzip, so perhaps a vector tile" }
    return nil
  }
}
