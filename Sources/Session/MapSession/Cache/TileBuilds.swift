import MapFeatures
import MapGeometry

/// The tile of a square; `nil` where there is none.
private struct Square<Tile: Sendable>: Sendable {
  let tile: Tile?
}

extension SessionCache {
  /// Tiles of one archive: what nobody builds is built in one go, what others build is waited for.
  ///
  /// Nothing is waited for while others wait for what this caller builds. What others could not build, because it cannot be read or
  /// because their request was cancelled, this caller builds itself: an error is always of its own request.
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
