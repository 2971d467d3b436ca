public import MapGeometry
import MapStyle
public import VectorTiles

/// The vector tiles of a source of the style, read, and which of them a view needs.
public struct VectorTileSet: Sendable {
  /// Which tiles there are, and which of them a view needs.
  public var cover: TileCover
  /// What was read, by the square of the map that it fills. Where the archive lacks a tile, the nearest ancestor may
  /// fill its square: `source` says which tile was read. Squares without a tile stay empty.
  public var tiles: [TileID: (tile: VectorTile, source: TileID)]
  /// The attribution, where the tiles have one.
  public var attribution: String?

  /// Tiles of a source.
  ///
  /// - Parameters:
  ///   - cover: which tiles there are.
  ///   - tiles: what was read, by the square that it fills.
  ///   - attribution: that of the tiles, where they have one.
  public init(
    cover: TileCover, tiles: [TileID: (tile: VectorTile, source: TileID)], attribution: String? = nil
  ) {
    (self.cover, self.tiles, self.attribution) = (cover, tiles, attribution)
  }

  /// The tiles that a view shows, each in its square, again for each copy of the world: so they are stitched across
  /// 180°, too.
  func placed(in viewport: Viewport) -> [PlacedTile] {
    cover.places(in: viewport).compactMap { square, area in
      let copy = Int(area.minX.rounded(.down))
      return tiles[square].flatMap { PlacedTile($0.tile, filling: square, from: $0.source, copy: copy) }
    }
  }
}

/// The vector tiles of one source, and what the style says of them.
struct StyleTiles {
  let tiles: VectorTileSet
  /// What the style says of the source; `nil` where the style is another one's.
  let source: VectorSource?

  /// The layers of tiles that some of a style's layers draw, each stitched once.
  static func layers(
    of sources: [String: StyleTiles], drawnBy layers: [StyleLayer], in frame: ViewFrame
  ) -> [TileLayer.Key: TileLayer] {
    var found: [TileLayer.Key: TileLayer] = [:]
    var placed: [String: [PlacedTile]] = [:]
    for layer in layers {
      guard let key = TileLayer.Key(layer), found[key] == nil, let source = sources[key.source] else {
        continue
      }
      let tiles = placed[key.source] ?? source.tiles.placed(in: frame.viewport)
      placed[key.source] = tiles
      found[key] = TileLayer(
        key.name, of: tiles, idProperty: source.source?.idProperty(ofLayer: key.name), place: found.count,
        in: frame)
    }
    return found
  }
}
