public import MapGeometry
import Parallel
import Synchronization

/// Tiles of a file, a folder or a server, as bytes. Thread-safe.
public protocol TileArchive: Sendable {
  /// Name for messages, without secrets.
  var name: String { get }

  /// Number of concurrent fetches worth making.
  var fetchesAtOnce: Int { get }

  func description(during load: TileLoad) throws(TileError) -> ArchiveDescription

  func tile(_ id: TileID, during load: TileLoad) throws(TileError) -> TileBytes?

  /// Number of tiles, if known without reading the whole archive.
  func tileCount(during load: TileLoad) throws(TileError) -> Int?
}

extension TileArchive {
  /// `nil`: not counted.
  ///
  /// - Throws: Nothing.
  public func tileCount(during load: TileLoad) throws(TileError) -> Int? { nil }

  /// Several tiles, at most ``fetchesAtOnce`` concurrently.
  ///
  /// After a fault that is not one tile's own, the rest is not requested and has that error.
  ///
  /// - Returns: an outcome for each tile, in order.
  public func tiles(_ ids: [TileID], during load: TileLoad = TileLoad()) -> [Result<TileBytes?, TileError>] {
    let isBroken = Atomic<Bool>(false)
    let outcomes = concurrentMap(ids.count, threads: fetchesAtOnce) {
      index -> Result<TileBytes?, TileError>? in
      if isBroken.load(ordering: .relaxed) { return nil }
      if load.isCancelled() { return .failure(.cancelled(name: name)) }
      do throws(TileError) {
        return .success(try tile(ids[index], during: load))
      } catch {
        if !error.concernsOneTile { isBroken.store(true, ordering: .relaxed) }
        return .failure(error)
      }
    }
    var fault: TileError?
    return outcomes.map { outcome in
      if case .failure(let error)? = outcome, !error.concernsOneTile, fault == nil { fault = error }
      // Without a fault every tile has its outcome.
      return outcome ?? fault.map { .failure($0) } ?? .success(nil)
    }
  }
}

/// Tiles of one load.
public struct TileBatch: Sendable {
  /// The tile to draw for each id: its own, or its nearest ancestor.
  public internal(set) var tiles: [TileID: TileBytes] = [:]
  /// Places without a tile of their own, in the order they were given.
  public internal(set) var missing: [TileID] = []
  /// The errors, in the order of the tiles.
  public internal(set) var faults: [(id: TileID, error: TileError)] = []

  /// Loads distinct tiles, or from `minimumZoom` on the nearest ancestors of missing ones, each once.
  public init(
    _ ids: [TileID], from archive: some TileArchive, minimumZoom: Int?, during load: TileLoad = TileLoad()
  ) {
    var open: [(id: TileID, candidate: TileID)] = []
    for (id, outcome) in zip(ids, archive.tiles(ids, during: load)) {
      switch outcome {
      case .success(let tile?): tiles[id] = tile
      case .success(nil):
        missing.append(id)
        if let parent = id.parent { open.append((id, parent)) }
      case .failure(let error): faults.append((id, error))
      }
    }
    guard let minimumZoom else { return }
    while !open.isEmpty {
      open.removeAll { $0.candidate.zoom < minimumZoom }
      let candidates = open.map(\.candidate).distinct(by: \.self)
      var found: [TileID: TileBytes] = [:]
      var isBroken = false
      for (id, outcome) in zip(candidates, archive.tiles(candidates, during: load)) {
        switch outcome {
        case .success(let tile): found[id] = tile
        case .failure(let error):
          faults.append((id, error))
          isBroken = isBroken || !error.concernsOneTile
        }
      }
      var higher: [(id: TileID, candidate: TileID)] = []
      for (id, candidate) in open {
        if let tile = found[candidate] {
          tiles[id] = tile
        } else if !isBroken, let parent = candidate.parent {
          higher.append((id, parent))
        }
      }
      open = higher
    }
  }
}
