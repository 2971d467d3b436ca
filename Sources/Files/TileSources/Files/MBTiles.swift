public import MapGeometry
import JSONDocument
import Parallel
import VectorTiles

/// Tiles of an MBTiles 1.3 file: SQLite with a table or plain view `tiles`.
public final class MBTiles: TileArchive {
  private let database: Mutex<MBTilesDatabase>
  private let known: ArchiveDescription

  /// The path, as it was given: what messages call the archive.
  public let name: String
  /// Tiles that are worth fetching at once.
  public let fetchesAtOnce = localFetchesAtOnce

  /// Opens a file and reads its metadata.
  ///
  /// - Throws: ``TileError`` for a file that is no archive.
  public init(path: String, during load: TileLoad = TileLoad()) throws(TileError) {
    name = path
    // SQLite's own words for this would not show which of the two it is.
    let head = try MBTiles.head(of: path)
    guard head.isEmpty || head.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw .database(name: path, reason: "file is not a database")
    }
    let database = try MBTilesDatabase(path: path, name: path, during: load)
    known = try MBTiles.description(database, load)
    self.database = Mutex(database)
  }

  /// The contents of the archive, by its metadata.
  public func description(during load: TileLoad) -> ArchiveDescription { known }

  /// An inflated tile; `nil` if there is none.
  ///
  /// - Throws: ``TileError`` for an unreadable or damaged tile.
  public func tile(_ id: TileID, during load: TileLoad) throws(TileError) -> TileBytes? {
    // Looking up is one thread's at a time; inflating is not.
    let stored = try database.withLock { database in
      Result { () throws(TileError) in try database.bytes(id, during: load) }
    }.get()
    guard let stored else { return nil }
    let name = "\(self.name), tile \(id.path)"
    if let format = unread(known.format) { throw .unsupported(name: name, format: format) }
    return try TileBytes(id, stored: stored, name: name, expected: known.format)
  }

  /// The number of tiles of the archive; `nil` where that is not known soon.
  public func tileCount(during load: TileLoad) -> Int? {
    // For `count(*)` all rows are one instruction, which nothing can stop.
    database.withLock { $0.number("SELECT count(zoom_level) FROM tiles", during: load) }
  }

  private static func head(of path: String) throws(TileError) -> [UInt8] {
    do throws(TileError) {
      let file = try OpenFile(path, name: path)
      return try file.bytes(0..<min(16, file.count))
    } catch {
      guard case .unreadable(_, let reason) = error else { throw error }
      throw .database(name: path, reason: "unable to open database file (\(reason))")
    }
  }

  /// Only metadata in use is read, so that a file cannot fill memory.
  private static func description(
    _ database: MBTilesDatabase, _ load: TileLoad
  ) throws(TileError) -> ArchiveDescription {
    var values: [String: String] = [:]
    for key in ArchiveDescription.metadataKeys {
      let limit = key == "json" ? TileLimits.metadataBytes : 64 << 10
      values[key] = try database.metadata(key, limit: limit, during: load)
    }
    var description = try rethrowing(ArchiveDescription(mbtiles: values)) { (error: VectorTileError) in
      TileError.archive(name: database.name, reason: "\(error)")
    }
    // An index answers at once; where there is none, the zooms stay unknown.
    let glance = TileLoad(secondsAllowed: 1, secondsPerTile: 1, clock: load.clock)
    func zoom(_ function: String) -> Int? {
      let found = database.number("SELECT \(function)(zoom_level) FROM tiles", during: glance)
      return found.flatMap { TileID.zooms.contains($0) ? $0 : nil }
    }
    description.minimumZoom = description.minimumZoom ?? zoom("min")
    description.maximumZoom = description.maximumZoom ?? zoom("max")
    return description
  }
}
