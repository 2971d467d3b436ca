package import MapContent
public import MapGeometry
package import MapStyle
import Parallel
public import VectorTiles

/// The vector tiles of a source of the style, read, and which of them a view needs.
public struct VectorTileSet: Sendable {
  /// The tiles that there are, and those that a view needs.
  public var cover: TileCover
  /// The tiles that were read, by the square of the map that they fill. Where the archive lacks a tile, the nearest ancestor may
  /// fill its square: `source` is the tile that was read. Squares without a tile stay empty.
  public var tiles: [TileID: (tile: VectorTile, source: TileID)]
  /// The attribution, where the tiles have one.
  public var attribution: String?
  let stitched: StitchMemory

  /// Tiles of a source by the squares that they fill, with what was stitched of the same tiles before.
  public init(
    cover: TileCover, tiles: [TileID: (tile: VectorTile, source: TileID)], attribution: String? = nil,
    stitched: StitchMemory = StitchMemory()
  ) {
    (self.cover, self.tiles, self.attribution, self.stitched) = (cover, tiles, attribution, stitched)
  }

  /// The tiles that a view shows, each in its square, again for each copy of the world: so they are stitched across
  /// 180°, too.
  func placed(in viewport: Viewport) -> [PlacedTile] {
    cover.shownTiles(in: viewport).compactMap { square, area in
      let copy = Int(area.minX.rounded(.down))
      return tiles[square].flatMap { PlacedTile($0.tile, filling: square, from: $0.source, copy: copy) }
    }
  }
}

/// The layers that were stitched last: the next snapshot of a story, or request of a session, that shows the same tiles
/// stitches nothing.
public final class StitchMemory: Sendable {
  private struct Square: Hashable {
    /// The layer of the tile, which the memory keeps alive; `nil` where the tile has none.
    let layer: ObjectIdentifier?
    let square, source: TileID
    let copy: Int
  }

  private struct Key: Hashable {
    let name: String
    let squares: [Square]
  }

  private typealias Stitched = (parts: [VectorTileLayer?], whole: StitchedLayer?)
  private static let mostBytes = 4 << 20

  private let recent = Mutex(RecentValues<Key, Stitched>())

  /// Creates a memory of nothing, which keeps 4 MB at most.
  public init() {}

  func layer(_ name: String, of tiles: [PlacedTile]) -> StitchedLayer {
    let parts = tiles.map { $0.tile.layer(name) }
    let squares = zip(tiles, parts).map { tile, part in
      Square(
        layer: part.map(ObjectIdentifier.init), square: tile.square, source: tile.source, copy: tile.copy)
    }
    let key = Key(name: name, squares: squares)
    if let known = recent.withLock({ $0.use(key) })?.whole { return known }
    let whole = StitchedLayer(name, of: tiles)
    let cost = parts.reduce(whole.positions.count * MemoryLayout<WorldPoint>.stride) {
      $0 + ($1?.coordinates.count ?? 0) * MemoryLayout<Int32>.stride
    }
    _ = recent.withLock { recent in
      recent.update(key, default: (parts, nil)) { ($0.whole, $1) = (whole, cost) }
      return recent.trim(cost: Self.mostBytes)
    }
    return whole
  }
}

package struct StyleTiles {
  let tiles: VectorTileSet
  let source: VectorSource?

  package init(tiles: VectorTileSet, source: VectorSource?) { (self.tiles, self.source) = (tiles, source) }

  /// The layers of tiles that some of a style's layers draw, each stitched once.
  package static func layers(
    of sources: [String: StyleTiles], drawnBy layers: [StyleLayer], in frame: ViewFrame, threads: Int
  ) -> [TileLayer.Key: TileLayer] {
    var known: Set<TileLayer.Key> = []
    var placed: [String: [PlacedTile]] = [:]
    var jobs: [(key: TileLayer.Key, source: StyleTiles, tiles: [PlacedTile])] = []
    for layer in layers {
      guard let key = TileLayer.Key(layer), let source = sources[key.source], known.insert(key).inserted
      else { continue }
      let tiles = placed[key.source] ?? source.tiles.placed(in: frame.viewport)
      placed[key.source] = tiles
      jobs.append((key, source, tiles))
    }
    var found: [TileLayer.Key: TileLayer] = [:]
    let stitched = concurrentMap(jobs.count, threads: threads) { index in
      jobs[index].source.tiles.stitched.layer(jobs[index].key.name, of: jobs[index].tiles)
    }
    for (number, (job, stitched)) in zip(jobs, stitched).enumerated() {
      found[job.key] = TileLayer(
        stitched, of: job.tiles, idProperty: job.source.source?.idProperty(ofLayer: job.key.name),
        number: number, in: frame)
    }
    return found
  }
}
