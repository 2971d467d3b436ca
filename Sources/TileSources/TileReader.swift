public import Drawing
import Dispatch
import Synchronization

/// How tiles are fetched.
public struct TileOptions: Hashable, Sendable {
  /// Where answers are kept; `nil` keeps none.
  public var cacheFolder: String?
  /// Answers younger than this many seconds are taken from the cache without asking.
  public var freshSeconds = 7 * 24 * 3600
  /// Who asks, told to the server.
  public var userAgent: String
  /// Seconds that one tile may take, repetitions included.
  public var secondsAllowed = 10.0
  /// Seconds before a first repetition; four times as many before the next.
  var pause = 0.25

  /// How tiles are fetched.
  public init(cacheFolder: String? = nil, userAgent: String) {
    self.cacheFolder = cacheFolder
    self.userAgent = userAgent
  }
}

/// Where tiles are.
public enum TileLocation: Hashable, Sendable {
  /// In files: a template with `{z}`, `{x}` and `{y}`, and the folder that none may lie outside of.
  case files(template: String, root: String)
  /// In an MBTiles file.
  case database(path: String)
  /// On a server: a template with `{z}`, `{x}` and `{y}`.
  case server(template: String)
}

/// Tiles that were asked for.
public struct LoadedTiles: Sendable {
  /// The tiles that there are.
  public internal(set) var pictures: [TileAddress: Bitmap] = [:]
  /// Those that there are not, in the order they were asked for.
  public internal(set) var missing: [TileAddress] = []
}

/// Reads tiles from files, from MBTiles and from servers.
public struct TileReader: Sendable {
  private let location: TileLocation
  private let tileSize: Int
  private let isFlipped: Bool
  private let prefersLarge: Bool
  private let options: TileOptions

  /// No more tiles than these are fetched from a server at once.
  private static let atOnce = 2

  /// Reads nothing yet.
  ///
  /// - Parameters:
  ///   - location: where tiles are.
  ///   - tileSize: pixels a side; a tile may have twice as many.
  ///   - isFlipped: whether `{y}` counts from the south.
  ///   - prefersLarge: whether `{ratio}` in a template asks for tiles of twice the size.
  ///   - options: how tiles are fetched.
  public init(
    _ location: TileLocation, tileSize: Int, isFlipped: Bool = false, prefersLarge: Bool = false,
    options: TileOptions
  ) {
    (self.location, self.tileSize, self.isFlipped) = (location, tileSize, isFlipped)
    (self.prefersLarge, self.options) = (prefersLarge, options)
  }

  /// Reads tiles; those that there are not are left out.
  ///
  /// From a server at most two at once; what they are does not depend on their order.
  ///
  /// - Throws: ``TileError`` for the first, in the order given, that cannot be had.
  public func load(_ tiles: [TileAddress]) throws(TileError) -> LoadedTiles {
    var loaded = LoadedTiles()
    switch location {
    case .files(let template, let root):
      let folder = try TileFolder(template: template, isFlipped: isFlipped, root: root)
      for tile in tiles { try add(try folder.bytes(tile, ratio: ratio), tile, to: &loaded) }
    case .database(let path):
      let database = try TileDatabase(path: path)
      for tile in tiles { try add(try database.bytes(tile), tile, to: &loaded) }
    case .server(let template):
      for (tile, outcome) in zip(tiles, fetched(tiles, template)) {
        if let bitmap = try outcome.get() {
          loaded.pictures[tile] = bitmap
        } else {
          loaded.missing.append(tile)
        }
      }
    }
    return loaded
  }

  /// What an MBTiles file says of itself, by name; empty for others.
  public func metadata() throws(TileError) -> [String: String] {
    guard case .database(let path) = location else { return [:] }
    return try TileDatabase(path: path).metadata()
  }

  private var ratio: String { prefersLarge ? "@2x" : "" }

  private func add(
    _ found: (bytes: [UInt8], name: String)?, _ tile: TileAddress, to loaded: inout LoadedTiles
  ) throws(TileError) {
    if let (bytes, name) = found {
      loaded.pictures[tile] = try TilePicture.decode(bytes, name: name, size: tileSize)
    } else {
      loaded.missing.append(tile)
    }
  }

  private func fetched(
    _ tiles: [TileAddress], _ template: String
  ) -> [Result<Bitmap?, TileError>] {
    let server = TileServer(options)
    let next = Atomic<Int>(0)
    let outcomes = Mutex<[Result<Bitmap?, TileError>]>(Array(repeating: .success(nil), count: tiles.count))
    // After a fault the rest is not asked for any more: a server that is down is not asked a hundred times.
    let isBroken = Atomic<Bool>(false)
    DispatchQueue.concurrentPerform(iterations: min(TileReader.atOnce, tiles.count)) { _ in
      while !isBroken.load(ordering: .relaxed) {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < tiles.count else { return }
        let address = tiles[index].filled(into: template, isFlipped: isFlipped, ratio: ratio)
        let outcome: Result<Bitmap?, TileError>
        do throws(TileError) {
          outcome = .success(
            try server.bytes(address) { bytes throws(TileError) in
              try TilePicture.decode(bytes, name: shown(address), size: tileSize)
            })
        } catch {
          outcome = .failure(error)
          isBroken.store(true, ordering: .relaxed)
        }
        outcomes.withLock { $0[index] = outcome }
      }
    }
    return outcomes.withLock { $0 }
  }
}

/// Fetches a document, such as a TileJSON, under the same rules as a tile; `nil` where there is none.
public func fetchDocument(_ address: String, options: TileOptions) throws(TileError) -> [UInt8]? {
  try TileServer(options).bytes(address) { bytes throws(TileError) in bytes }
}
