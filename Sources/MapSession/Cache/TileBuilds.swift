import MapFeatures
import MapGeometry

/// Reads the tiles of a query and makes something of each: those of an archive in one file once for all requests that need them at
/// the same time, and kept until the file changes.
struct TileBuilds<Tile: Sendable> {
  let query: TileQuery
  let resources: any ResourceLoader
  /// `nil` keeps none.
  let cache: SessionCache?
  /// What a tile is kept under.
  let key: (TileID) -> SessionCache.Key
  /// The bytes that a tile is counted for.
  let size: (Tile) -> Int

  /// What came of each square of the query, in its order; `nil` for a square without a tile.
  ///
  /// - Parameter make: makes tiles of what was read of some squares; a square without tile and ancestor has no content.
  /// - Throws: what `make` throws, and where the place of the tiles cannot be opened.
  func tiles(
    _ make: (TileAnswer, [TileID]) throws(ResourceError) -> [TileID: Result<Tile, ResourceError>]
  ) throws(ResourceError) -> [Result<Tile?, ResourceError>] {
    let resources = resources
    let query = query
    func read(_ squares: [TileID]) throws(ResourceError) -> (TileID) -> Result<Tile?, ResourceError> {
      if query.isCancelled() { throw .cancelled }
      var part = query
      part.tiles = squares
      let answer = try resources.tiles(part)
      let made = try make(answer, squares)
      return { square in
        if let tile = made[square] { return tile.map { $0 } }
        return answer.failures[square].map { .failure($0) } ?? .success(nil)
      }
    }
    guard let cache, let version else {
      let made = try read(query.tiles)
      return query.tiles.map(made)
    }
    return try cache.tiles(query.tiles, version, key: key, size: { $0.map(size) ?? 0 }, read)
  }

  /// The state of the file that holds all of the tiles; `nil` for folders and servers, whose tiles are not kept.
  private var version: ResourceVersion? {
    var name = query.place.name
    for scheme in ["pmtiles://", "mbtiles://"] where name.hasPrefix(scheme) {
      name.removeFirst(scheme.utf8.count)
    }
    guard !name.contains("://") else { return nil }
    return resources.version(of: Resource(path: (query.place.root ?? "") + name, isFromDocument: true))
  }
}

/// What is kept of a square: its tile; `nil` where there is none.
private struct Square<Tile: Sendable>: Sendable {
  let tile: Tile?
}

extension SessionCache {
  /// Tiles of one archive: what nobody builds is built in one go, what others build is waited for.
  ///
  /// Nothing is waited for while others wait for what this caller builds. What others could not build, because it cannot be read or
  /// because their request was cancelled, this caller builds itself: an error is always of its own request.
  ///
  /// - Parameters:
  ///   - squares: the tiles.
  ///   - version: of the archive.
  ///   - key: what a tile is kept under.
  ///   - size: the bytes that a tile is counted for.
  ///   - build: reads some of the squares at once.
  func tiles<Tile: Sendable>(
    _ squares: [TileID], _ version: ResourceVersion, key: (TileID) -> Key, size: (Tile?) -> Int,
    _ build: ([TileID]) throws(ResourceError) -> (TileID) -> Result<Tile?, ResourceError>
  ) throws(ResourceError) -> [Result<Tile?, ResourceError>] {
    var found: [TileID: Result<Tile?, ResourceError>] = [:]
    var open = squares
    while !open.isEmpty {
      let slots = open.map { (square: $0, key: key($0), slot: slot(of: key($0), [version])) }
      let own = slots.filter { $0.slot.begin() }
      if !own.isEmpty {
        let built: (TileID) -> Result<Tile?, ResourceError>
        do throws(ResourceError) {
          built = try build(own.map(\.square))
        } catch {
          for (_, key, slot) in own {
            forget(key, slot)
            slot.finish(.failure(BuildFault(reason: error)))
          }
          throw error
        }
        for (square, key, slot) in own {
          let result = built(square)
          found[square] = result
          switch result {
          case .success(let tile):
            // A key and its place in the tables of the cache.
            let bytes = 256 + size(tile)
            slot.finish(.success(Built(value: Square(tile: tile), bytes: bytes)))
            settle(key, slot, bytes)
          case .failure(let error):
            forget(key, slot)
            slot.finish(.failure(BuildFault(reason: error)))
          }
        }
      }
      for (square, _, slot) in slots where found[square] == nil {
        if case .success(let built)? = slot.result(), let kept = built.value as? Square<Tile> {
          found[square] = .success(kept.tile)
        }
      }
      open.removeAll { found[$0] != nil }
    }
    return squares.compactMap { found[$0] }
  }
}
