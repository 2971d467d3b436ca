import Dispatch
import Synchronization

extension TileReader {
  /// A tile as it is stored, and its name in messages.
  public typealias StoredTile = (bytes: [UInt8], name: String)

  /// Reads tiles without looking into them.
  ///
  /// From a server at most two at once; after a failure there the rest is not requested.
  ///
  /// - Parameters:
  ///   - tiles: which ones.
  ///   - location: where they are.
  ///   - isFlipped: whether `{y}` counts from the south.
  ///   - ratio: what `{ratio}` in a template becomes.
  ///   - options: how they are fetched.
  ///   - check: refuses a server's answer; what it refuses the cache does not keep.
  /// - Returns: an outcome a tile, in order; `nil` for those that there are not.
  public static func bytes(
    of tiles: [TileAddress], at location: TileLocation, isFlipped: Bool, ratio: String, options: TileOptions,
    check: @Sendable ([UInt8], _ name: String) throws(TileError) -> Void
  ) -> [Result<StoredTile?, TileError>] {
    do throws(TileError) {
      switch location {
      case .files(let template, let root):
        let folder = try TileFolder(template: template, isFlipped: isFlipped, root: root)
        return tiles.map { tile in Result { () throws(TileError) in try folder.bytes(tile, ratio: ratio) } }
      case .database(let path):
        let database = try TileDatabase(path: path)
        return tiles.map { tile in Result { () throws(TileError) in try database.bytes(tile) } }
      case .server(let template):
        let addresses = tiles.map { $0.filled(into: template, isFlipped: isFlipped, ratio: ratio) }
        return fetched(addresses, options, check)
      }
    } catch {
      return [.failure(error)] + tiles.dropFirst().map { _ in .success(nil) }
    }
  }

  private static func fetched(
    _ addresses: [String], _ options: TileOptions,
    _ check: @Sendable ([UInt8], _ name: String) throws(TileError) -> Void
  ) -> [Result<StoredTile?, TileError>] {
    let server = TileServer(options)
    let next = Atomic<Int>(0)
    let outcomes = Mutex<[Result<StoredTile?, TileError>]>(
      Array(repeating: .success(nil), count: addresses.count))
    let isBroken = Atomic<Bool>(false)
    DispatchQueue.concurrentPerform(iterations: min(2, addresses.count)) { _ in
      while !isBroken.load(ordering: .relaxed) {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < addresses.count else { return }
        let name = shown(addresses[index])
        let outcome = Result { () throws(TileError) in
          try server.bytes(addresses[index]) { bytes throws(TileError) -> StoredTile in
            try check(bytes, name)
            return (bytes, name)
          }
        }
        if case .failure = outcome { isBroken.store(true, ordering: .relaxed) }
        outcomes.withLock { $0[index] = outcome }
      }
    }
    return outcomes.withLock { $0 }
  }
}
