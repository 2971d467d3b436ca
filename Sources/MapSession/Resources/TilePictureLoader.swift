import CairoCanvas
import Drawing
import MapFeatures
import MapGeometry

/// Loads and decodes the pictures of tiles.
struct TilePictureLoader {
  private let query: TileQuery
  /// Pixels a side; a tile may have twice as many.
  private let size: Int
  private let resources: any ResourceLoader
  private let cache: SessionCache?

  /// - Parameters:
  ///   - query: which tiles, and where they are.
  ///   - size: pixels a side; a tile may have twice as many.
  ///   - cache: keeps the tiles of an archive in one file until the file changes; `nil` keeps none.
  init(_ query: TileQuery, size: Int, resources: any ResourceLoader, cache: SessionCache?) {
    (self.query, self.size, self.resources, self.cache) = (query, size, resources, cache)
  }

  /// The pictures of tiles, those missing cut from their nearest ancestors; and which squares stay empty.
  ///
  /// - Throws: for the first tile, in the order given, that cannot be read or decoded.
  func pictures() throws(ResourceError) -> (pictures: [TileID: Bitmap], missing: [TileID]) {
    let (size, ancestorZoom) = (size, query.ancestorZoom)
    let builds = TileBuilds<Bitmap>(
      query: query, resources: resources, cache: cache,
      key: { [place = query.place] in .tile(place, $0, size: size, ancestorZoom: ancestorZoom) },
      size: { $0.pixels.count })
    let tiles = try builds.tiles { answer, squares throws(ResourceError) in
      if let fault = answer.faults.first { throw fault }
      var decoded: [TileID: Result<Bitmap, ResourceError>] = [:]
      var parts: [TileID: Result<Bitmap, ResourceError>] = [:]
      for square in squares {
        guard let content = answer.tiles[square] else { continue }
        let whole =
          decoded[content.id]
          ?? Result { () throws(ResourceError) in try TilePictureLoader.decoded(content, size: size) }
        decoded[content.id] = whole
        parts[square] = content.id == square ? whole : whole.map { $0.part(of: content.id, filling: square) }
      }
      return parts
    }
    var pictures: [TileID: Bitmap] = [:]
    for (square, result) in zip(query.tiles, tiles) { pictures[square] = try result.get() }
    return (pictures, query.tiles.filter { pictures[$0] == nil })
  }

  // MARK: Decoding

  /// Decodes a tile; its bytes decide what it is.
  static func decoded(_ tile: TileContent, size: Int) throws(ResourceError) -> Bitmap {
    let header: PictureHeader
    do throws(PictureError) {
      header = try PictureReader.header(of: tile.bytes)
    } catch {
      throw unusable(tile.name, "\(error)")
    }
    guard header.width == header.height, header.width == size || header.width == 2 * size else {
      throw ResourceError(
        .unusable,
        "\(tile.name) has \(header.width)×\(header.height) pixels, neither \(size) nor \(2 * size) a side; "
          + "set the source's tileSize")
    }
    do throws(PictureError) {
      return try PictureReader.decode(tile.bytes)
    } catch {
      throw unusable(tile.name, "\(error)")
    }
  }

  private static func unusable(_ name: String, _ reason: String) -> ResourceError {
    ResourceError(.unusable, "\(name) cannot be drawn: \(reason)")
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
