import Inflate
import JSONDocument
public import MapFeatures
public import MapGeometry
import Parallel
import VectorTiles

/// Tiles of a PMTiles 3 archive: a file, bytes in memory, or a remote file of which only needed parts are
/// requested.
public final class PMTiles: TileArchive {
  private let ranges: any ArchiveRanges
  private let state = Mutex(State())

  /// The path or address, without passwords and keys.
  public let name: String
  /// Tiles that are worth fetching at once.
  public let fetchesAtOnce: Int

  private struct State {
    var generation = 0
    var opened: Opened?
    /// Leaf directories, with their entry counts as costs.
    var leaves = RecentValues<Range<Int>, PMTilesDirectory>()
  }

  private struct Opened {
    let generation: Int
    let header: PMTilesHeader
    let root: PMTilesDirectory
    let part: ArchivePart
  }

  /// Limit of cached entries, 24 bytes each.
  private static let entriesKept = 1_000_000

  /// Opens a local file.
  ///
  /// - Throws: ``TileError`` for a missing file, or one that is no archive.
  public convenience init(path: String) throws(TileError) {
    self.init(LocalRanges(try OpenFile(path, name: path)), fetchesAtOnce: localFetchesAtOnce)
  }

  /// An archive in memory, or mapped by the host.
  public convenience init(bytes: any ByteSource, name: String) {
    self.init(LocalRanges(bytes, name: name), fetchesAtOnce: localFetchesAtOnce)
  }

  /// A file on a server that answers requests of ranges.
  public convenience init(address: String, options: TileOptions) {
    self.init(WebRanges(address, client: WebClient(options)), fetchesAtOnce: options.requestsAtOnce)
  }

  init(_ ranges: any ArchiveRanges, fetchesAtOnce: Int) {
    (self.ranges, self.fetchesAtOnce, name) = (ranges, fetchesAtOnce, ranges.name)
  }

  /// Metadata of the archive.
  ///
  /// - Throws: ``TileError`` for unreadable metadata.
  public func description(during load: TileLoad) throws(TileError) -> ArchiveDescription {
    try restarting { () throws(TileError) in
      let opened = try open(load)
      let packed = try read(opened.header.metadata, opened, load)
      let metadata = try inflate(
        packed, opened.header.internalCompression, limit: TileLimits.metadataBytes, what: "metadata")
      return try rethrowing(ArchiveDescription(pmtiles: opened.header, metadata: metadata), as: unusable)
    }
  }

  /// An inflated tile; `nil` if there is none.
  ///
  /// - Throws: ``TileError`` for an unreadable or damaged tile.
  public func tile(_ id: TileID, during load: TileLoad) throws(TileError) -> TileBytes? {
    try restarting { () throws(TileError) in
      let opened = try open(load)
      let header = opened.header
      let name = "\(self.name), tile \(id.path)"
      let format = ArchiveDescription.Format(header.tileType)
      if let format = unread(format) { throw .unsupported(name: name, format: format) }
      guard let range = try range(of: id, opened, load) else { return nil }
      if header.tileCompression == .brotli { throw .unsupported(name: name, format: "packed with Brotli") }
      guard range.count <= TileLimits.storedBytes else {
        throw .tooLarge(name: name, limit: TileLimits.storedBytes)
      }
      return try TileBytes(id, stored: try read(range, opened, load), name: name, expected: format)
    }
  }

  /// Number of tiles; `nil` if that is slow to find.
  ///
  /// - Throws: ``TileError`` for an unreadable directory.
  public func tileCount(during load: TileLoad) throws(TileError) -> Int? {
    let count = try restarting { () throws(TileError) in try open(load).header.addressedTiles }
    return count == 0 ? nil : Int(exactly: count)
  }

  private func range(of id: TileID, _ opened: Opened, _ load: TileLoad) throws(TileError) -> Range<Int>? {
    try opened.header.range(of: id, from: opened.root, failure: unusable) { range throws(TileError) in
      if let leaf = state.withLock({ $0.generation == opened.generation ? $0.leaves.use(range) : nil }) {
        return leaf
      }
      guard range.count <= TileLimits.storedBytes else {
        throw .archive(name: name, reason: "a directory has \(range.count) bytes; make the file again")
      }
      let leaf = try directory(try read(range, opened, load), opened.header)
      state.withLock { state in
        guard state.generation == opened.generation else { return }
        state.leaves.update(range, default: leaf) { $1 = leaf.entries.count }
        _ = state.leaves.trim(cost: PMTiles.entriesKept)
      }
      return leaf
    }
  }

  private func directory(_ packed: [UInt8], _ header: PMTilesHeader) throws(TileError) -> PMTilesDirectory {
    let bytes = try inflate(
      packed, header.internalCompression, limit: TileLimits.directoryBytes, what: "a directory")
    return try rethrowing(PMTilesDirectory(bytes), as: unusable)
  }

  private func inflate(
    _ packed: [UInt8], _ compression: PMTilesHeader.Compression, limit: Int, what: String
  ) throws(TileError) -> [UInt8] {
    if compression == .brotli {
      throw .unsupported(name: name, format: "a PMTiles archive whose directories are packed with Brotli")
    }
    return try rethrowing(inflated(packed, limit: limit)) { (error: InflateError) in
      TileError.archive(name: name, reason: "\(what) of the PMTiles archive cannot be inflated: \(error)")
    }
  }

  private func unusable(_ error: VectorTileError) -> TileError { .archive(name: name, reason: "\(error)") }

  /// Header and root directory, read on first use.
  private func open(_ load: TileLoad) throws(TileError) -> Opened {
    let (known, generation) = state.withLock { ($0.opened, $0.generation) }
    if let known { return known }
    let part = try ranges.beginning(during: load, anew: generation > 0)
    let header = try rethrowing(PMTilesHeader(part.bytes, fileSize: part.fileSize), as: unusable)
    guard header.rootDirectory.count <= TileLimits.storedBytes,
      header.metadata.count <= TileLimits.storedBytes
    else {
      throw .archive(name: name, reason: "its root directory or metadata is too large; make the file again")
    }
    let packed = try ranges.bytes(header.rootDirectory, of: part, during: load)
    let opened = Opened(
      generation: generation, header: header, root: try directory(packed, header), part: part)
    state.withLock { state in
      if state.generation == generation { state.opened = opened }
    }
    return opened
  }

  private func read(_ range: Range<Int>, _ opened: Opened, _ load: TileLoad) throws(TileError) -> [UInt8] {
    range.isEmpty ? [] : try ranges.bytes(range, of: opened.part, during: load)
  }

  /// Repeats a body once from the header on if the file has changed.
  private func restarting<Value>(_ body: () throws(TileError) -> Value) throws(TileError) -> Value {
    let generation = state.withLock { $0.generation }
    do throws(TileError) {
      return try body()
    } catch {
      guard case .changed = error, ranges.canRestart else { throw error }
      let mayRestart = state.withLock { state in
        // Another thread may have started anew already.
        if state.generation > generation { return state.generation == 1 }
        guard state.generation == 0 else { return false }
        state = State(generation: 1)
        return true
      }
      guard mayRestart else { throw error }
      return try body()
    }
  }
}
