import MapFeatures
import MapGeometry
import MapScene
import Parallel
import VectorTiles

/// Loads and reads vector tiles.
struct VectorTileLoader {
  /// What came of it.
  struct Loaded {
    /// By the square that is filled; the source is the tile itself or an ancestor of it.
    var tiles: [TileID: (tile: VectorTile, source: TileID)] = [:]
    /// What is broken, each in words, in the order of the tiles.
    var faults: [String] = []
  }

  private let query: TileQuery
  /// The layers that are drawn; others are not read.
  private let layers: Set<String>
  private let resources: any ResourceLoader
  private let cache: SessionCache?
  private let threads: Int

  /// - Parameters:
  ///   - query: which tiles, and where they are.
  ///   - layers: the layers that are drawn.
  ///   - cache: keeps the tiles of an archive in one file until the file changes; `nil` keeps none.
  ///   - threads: how many tiles are read at the same time at most.
  init(
    _ query: TileQuery, layers: Set<String>, resources: any ResourceLoader, cache: SessionCache?,
    threads: Int
  ) {
    (self.query, self.layers, self.resources, self.cache) = (query, layers, resources, cache)
    self.threads = threads
  }

  /// A tile that was read, and its faults in words.
  private struct Tile: Sendable {
    let id: TileID
    let tile: VectorTile
    let faults: [String]
    let byteCount: Int
  }

  /// Reads the tiles, with the same result on any number of threads.
  ///
  /// - Throws: where the archive cannot be opened, or not one of the tiles be read.
  func tiles() throws(ResourceError) -> Loaded {
    var loaded = Loaded()
    var fault: ResourceError?
    let (layers, ancestorZoom) = (layers, query.ancestorZoom)
    let builds = TileBuilds<Tile>(
      query: query, resources: resources, cache: cache,
      key: { [place = query.place] in .vectorTile(place, $0, layers: layers, ancestorZoom: ancestorZoom) },
      size: { $0.byteCount * 4 })
    let tiles = try builds.tiles { answer, squares throws(ResourceError) in
      fault = fault ?? answer.faults.first
      loaded.faults += answer.faults.map(\.reason)
      let contents = squares.compactMap { square in answer.tiles[square].map { (square, $0) } }
      return Dictionary(uniqueKeysWithValues: read(contents).map { ($0.square, .success($0.tile)) })
    }
    var reported: Set<TileID> = []
    for (id, result) in zip(query.tiles, tiles) {
      guard case .success(let tile?) = result else { continue }
      loaded.tiles[id] = (tile.tile, tile.id)
      if reported.insert(tile.id).inserted { loaded.faults += tile.faults }
    }
    // Tiles that were kept from earlier requests count: one request is answered like the other.
    if let fault, loaded.tiles.isEmpty { throw fault }
    return loaded
  }

  /// Decodes contents, each once.
  private func read(_ contents: [(square: TileID, content: TileContent)]) -> [(square: TileID, tile: Tile)] {
    var distinct: [TileContent] = []
    var places: [TileID: Int] = [:]
    for (_, content) in contents where places[content.id] == nil {
      places[content.id] = distinct.count
      distinct.append(content)
    }
    let layers = layers
    let tiles = concurrentMap(distinct.count, threads: threads) { index in
      let content = distinct[index]
      let tile = VectorTile(content.bytes, layers: layers)
      return Tile(
        id: content.id, tile: tile, faults: tile.faults.map { "\(content.name): \($0)" },
        byteCount: content.bytes.count)
    }
    return contents.compactMap { square, content in
      places[content.id].map { (square, tiles[$0]) }
    }
  }
}
