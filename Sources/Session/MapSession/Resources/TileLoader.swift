import BuiltIns
import CairoCanvas
import Drawing
import JSONDocument
import MapFeatures
import MapGeometry
import Parallel
import VectorTiles

/// Loads and decodes the tiles of a query, with the same result on any number of threads. Those of an archive in one file are made
/// once for all requests that need them at the same time, and kept until the file changes.
struct TileLoader {
  let query: TileQuery
  let resources: any ResourceLoader
  let cache: SessionCache

  /// Raster tiles, those missing cut from their nearest ancestors.
  ///
  /// - Parameter size: pixels a side; a tile may have twice as many.
  /// - Throws: for the first tile, in the order given, that cannot be read or decoded.
  func images(size: Int) throws(ResourceError) -> [TileID: Bitmap] {
    let (location, ancestorZoom) = (query.location, query.ancestorZoom)
    let tiles = try tiles(
      key: { .tile(location, $0, size: size, ancestorZoom: ancestorZoom) }, size: { $0.pixels.count }
    ) { answer, squares throws(ResourceError) in
      if let fault = answer.faults.first { throw fault }
      var decoded: [TileID: Result<Bitmap, ResourceError>] = [:]
      var parts: [TileID: Result<Bitmap, ResourceError>] = [:]
      for square in squares {
        guard let content = answer.tiles[square] else { continue }
        let whole =
          decoded[content.id]
          ?? Result { () throws(ResourceError) in try TileLoader.image(of: content, size: size) }
        decoded[content.id] = whole
        parts[square] = content.id == square ? whole : whole.map { $0.part(of: content.id, filling: square) }
      }
      return parts
    }
    var images: [TileID: Bitmap] = [:]
    for (square, result) in zip(query.tiles, tiles) { images[square] = try result.get() }
    return images
  }

  /// Vector tiles by the square that is filled, with the tile itself or an ancestor as source, and their faults in the order of the
  /// tiles.
  typealias VectorTiles = (tiles: [TileID: (tile: VectorTile, source: TileID)], faults: [SettingText])

  private struct DecodedTile: Sendable {
    let id: TileID
    let tile: VectorTile
    let faults: [String]
    let byteCount: Int
  }

  /// Vector tiles.
  ///
  /// - Parameter layers: the layers that are drawn; others are not read.
  /// - Throws: where the archive cannot be opened, or not one of the tiles be read.
  func vectorTiles(layers: Set<String>, threads: Int) throws(ResourceError) -> VectorTiles {
    var loaded: VectorTiles = ([:], [])
    var fault: ResourceError?
    let (location, ancestorZoom) = (query.location, query.ancestorZoom)
    let tiles = try tiles(
      key: { .vectorTile(location, $0, layers: layers, ancestorZoom: ancestorZoom) },
      size: { (tile: DecodedTile) in tile.byteCount * 4 }
    ) { answer, squares throws(ResourceError) in
      fault = fault ?? answer.faults.first
      loaded.faults += answer.faults.map(\.reason)
      let distinct = squares.compactMap { answer.tiles[$0] }.distinct(by: \.id)
      let decoded = concurrentMap(distinct.count, threads: threads) { index in
        let content = distinct[index]
        var tile = VectorTile(content.bytes, layers: layers)
        if layers.contains(BuiltInTiles.landLayer) { tile = tile.withLand(named: BuiltInTiles.landLayer) }
        return DecodedTile(
          id: content.id, tile: tile, faults: tile.faults.map { "\(content.name): \($0)" },
          byteCount: content.bytes.count)
      }
      let byID = Dictionary(uniqueKeysWithValues: decoded.map { ($0.id, $0) })
      return Dictionary(
        uniqueKeysWithValues: squares.compactMap { square in
          answer.tiles[square].flatMap { byID[$0.id] }.map { (square, .success($0)) }
        })
    }
    var reported: Set<TileID> = []
    for (id, result) in zip(query.tiles, tiles) {
      guard case .success(let tile?) = result else { continue }
      loaded.tiles[id] = (tile.tile, tile.id)
      if reported.insert(tile.id).inserted { loaded.faults += tile.faults.map { SettingText($0) } }
    }
    // Tiles that were kept from earlier requests count: one request is answered like the other.
    if let fault, loaded.tiles.isEmpty { throw fault }
    return loaded
  }

  /// The result of each square of the query, in its order; `nil` for a square without a tile.
  ///
  /// - Parameter make: makes tiles of what was read of some squares; a square without tile and ancestor has no content.
  /// - Throws: what `make` throws, and where the location of the tiles cannot be opened.
  private func tiles<Tile: Sendable>(
    key: (TileID) -> SessionCache.Key, size: (Tile) -> Int,
    _ make: (TileAnswer, [TileID]) throws(ResourceError) -> [TileID: Result<Tile, ResourceError>]
  ) throws(ResourceError) -> [Result<Tile?, ResourceError>] {
    func read(_ squares: [TileID]) throws(ResourceError) -> (TileID) -> Result<Tile?, ResourceError> {
      if query.isCancelled() { throw .cancelled }
      var part = query
      part.tiles = squares
      let isWorld = part.location.name == BuiltInTiles.address
      let answer = isWorld ? try WorldTiles.tiles(part) : try resources.tiles(part)
      let made = try make(answer, squares)
      return { square in
        if let tile = made[square] { return tile.map { $0 } }
        return answer.failures[square].map { .failure($0) } ?? .success(nil)
      }
    }
    guard let version else {
      let made = try read(query.tiles)
      return query.tiles.map(made)
    }
    return try cache.tiles(query.tiles, version, key: key, size: { $0.map(size) ?? 0 }, read)
  }

  /// The state of the file that holds all of the tiles, or of those that are built in; `nil` for folders and servers, whose
  /// tiles are not kept.
  private var version: ResourceVersion? {
    var name = query.location.name
    if name == BuiltInTiles.address { return ResourceVersion(identity: name, size: 0, modified: 0) }
    for scheme in ["pmtiles://", "mbtiles://"] where name.hasPrefix(scheme) {
      name.removeFirst(scheme.utf8.count)
    }
    guard !name.contains("://") else { return nil }
    return resources.version(of: Resource(path: (query.location.root ?? "") + name, isFromDocument: true))
  }

  // MARK: Decoding

  /// A tile's image; its bytes decide the format.
  static func image(of tile: TileContent, size: Int) throws(ResourceError) -> Bitmap {
    let header: PictureHeader
    do throws(PictureError) {
      header = try PictureReader.header(of: tile.bytes)
      if header.width == header.height, header.width == size || header.width == 2 * size {
        return try PictureReader.decode(tile.bytes)
      }
    } catch {
      throw ResourceError(.unusable, "\(tile.name) cannot be drawn: \(error)")
    }
    throw ResourceError(
      .unusable,
      "\(tile.name) has \(header.width)×\(header.height) pixels, neither \(size) nor \(2 * size) a side; set the source's tileSize"
    )
  }
}

extension Bitmap {
  /// The part of a tile's picture that a tile of a higher zoom covers; of one smaller than a pixel that pixel.
  fileprivate func part(of tile: TileID, filling square: TileID) -> Bitmap {
    let steps = square.zoom - tile.zoom
    func range(_ index: Int, _ length: Int) -> Range<Int> {
      let offset = index & ((1 << steps) - 1)
      let start = min(length - 1, offset * length >> steps)
      return start..<min(length, start + max(1, length >> steps))
    }
    let (columns, rows) = (range(square.column, width), range(square.row, height))
    var part: [UInt8] = []
    part.reserveCapacity(columns.count * rows.count * 4)
    for row in rows {
      let begin: Int = row * width
      part += pixels[(begin + columns.lowerBound) * 4..<(begin + columns.upperBound) * 4]
    }
    return Bitmap(width: columns.count, height: rows.count, pixels: part) ?? self
  }
}
