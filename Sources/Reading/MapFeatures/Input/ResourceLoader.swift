public import JSONDocument
public import MapGeometry

/// Something that is read by its name: a file or an address.
public struct Resource: Hashable, Sendable {
  /// The location of the bytes: a path, or standard input.
  public enum Location: Hashable, Sendable {
    /// A file's path, absolute or relative to where the process runs. `-` is standard input, unless a document names it.
    case path(String)
    /// An address, `http` or `https`.
    case url(String)
  }

  /// The location of its bytes.
  public let location: Location
  /// True for names in documents, which may open regular files only: a pipe would hang the process.
  public let isFromDocument: Bool

  /// A file by its path; `-` for standard input where the loader reads it.
  public init(path: String, isFromDocument: Bool) {
    location = .path(path)
    self.isFromDocument = isFromDocument
  }

  /// An address that a document names.
  public init(url: String) {
    location = .url(url)
    isFromDocument = true
  }

  /// True if this is standard input.
  public var isStandardInput: Bool { location == .path("-") && !isFromDocument }

  /// The name in messages, without a password in it.
  public var name: String {
    switch location {
    case .path(let path):
      isStandardInput
        ? "standard input"
        : Resource.isDatabase(path)
          ? databaseForMessage(path) : withoutSecrets(path.contains("://") ? addressForMessage(path) : path)
    case .url(let url): addressForMessage(url)
    }
  }

  /// Folder of a path without the trailing slash; `.` if there is none.
  package static func folder(of path: String) -> String {
    let folder = folderPrefix(of: path)
    return folder.isEmpty ? "." : folder == "/" ? folder : String(folder.dropLast())
  }

  package static func fileName(of path: String) -> String {
    String(path.dropFirst(folderPrefix(of: path).count))
  }

  /// A path up to its last slash, slash included; empty for a bare name.
  public static func folderPrefix(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Resolves a document's name relative to its folder, unless it is absolute or `-`.
  public static func path(of name: String, in document: String?) -> String {
    let file = "duckdb:"
    if name.hasPrefix(file) { return file + path(of: String(name.dropFirst(file.count)), in: document) }
    return name.hasPrefix("/") || name == "-" || isWebAddress(name) || Resource.isDatabase(name)
      ? name : folderPrefix(of: document ?? "") + name
  }
}

/// State of a file; equal versions have equal bytes.
///
/// - Note: A file rewritten in place with equal size within the file system's clock tick keeps its version.
public struct ResourceVersion: Hashable, Sendable {
  /// One for each resource, however its name is written: of a file the path with all links resolved.
  public let identity: String
  /// Bytes, and the last write in nanoseconds since 1970.
  public let size, modified: Int
  /// The resource's number in the store, such as the inode of a file; 0 where there is none.
  public let serial: UInt64

  /// A version from what a store knows of a resource.
  public init(identity: String, size: Int, modified: Int, serial: UInt64 = 0) {
    (self.identity, self.size, self.modified, self.serial) = (identity, size, modified, serial)
  }
}

/// The error of a file that another program wrote to while it was read, and its remedy.
public let changedWhileRead: SettingText = "it was changed while it was read; run again when it is complete"

/// The kind of file behind a path.
public enum ResourceKind: Hashable, Sendable {
  case file, folder, missing
  /// A pipe, a device or a socket.
  case other
}

/// Bytes that arrive one after the other and cannot be read twice.
public protocol ResourceStream: AnyObject {
  /// Fills a buffer as far as it goes; 0 at the end.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int
}

extension ResourceStream {
  package func rest() throws(ResourceError) -> [UInt8] {
    var bytes: [UInt8] = []
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { block.deallocate() }
    while true {
      let count = try fill(block)
      if count == 0 { return bytes }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: block[..<count]))
    }
  }
}

/// The content of an opened resource, unpacked where it was compressed with gzip.
public enum ResourceContent {
  /// All bytes, which stay readable.
  case bytes(any ByteSource)
  case stream(any ResourceStream)
}

/// The location of tiles: an archive, a folder, a template with `{z}`, `{x}`, `{y}`, or a TileJSON that names one.
public struct TileSetLocation: Hashable, Sendable {
  /// A path or an address. `pmtiles://` and `mbtiles://` before it settle what it leads to, else its content does.
  public var name: String
  /// The folder that files must lie below and that the name is relative to; `nil` for no such rule.
  public var root: String?
  /// True for the name of a tile, even without gaps to fill in: then all tiles are equal.
  public var isTemplate = false

  /// Tiles by name, and the folder that files must lie below; `nil` for no such rule.
  public init(_ name: String, below root: String? = nil) { (self.name, self.root) = (name, root) }
}

/// The metadata of an archive of tiles; `nil` where it declares nothing.
public struct TileFacts: Hashable, Sendable {
  /// A layer of vector tiles.
  public struct Layer: Hashable, Sendable {
    /// The layer's name, as styles name it in `source-layer`.
    public let name: String
    /// The names of its features' properties.
    public let fields: [String]

    /// A layer with the properties of its features.
    public init(name: String, fields: [String]) { (self.name, self.fields) = (name, fields) }
  }

  /// True if tiles hold features instead of pictures.
  public var isVector: Bool?
  /// The smallest and the largest zoom that has tiles.
  public var minimumZoom, maximumZoom: Int?
  /// The bounding box of the tiles.
  public var bounds: BoundingBox?
  /// A location that has tiles.
  public var center: Coordinate?
  /// The attribution of the data; may hold HTML links.
  public var attribution: String?
  /// The layers of vector tiles.
  public var layers: [Layer] = []
  /// The name of the tiles' encoding, such as `terrarium` of heights.
  public var encoding: String?

  /// Facts of which nothing is known.
  public init() {}
}

/// Tiles to be read.
public struct TileQuery: Sendable {
  /// The location of the tiles.
  public var location: TileSetLocation
  /// The tiles to be read.
  public var tiles: [TileID]
  /// True if `{y}` of a template counts from the south, and if `{ratio}` becomes `@2x`.
  public var isFlipped, prefersLarge: Bool
  /// Missing tiles are filled from their nearest ancestors, down to this zoom; `nil` leaves them out.
  public var ancestorZoom: Int?
  /// True if nobody waits for the tiles any more; asked between tiles, on any thread.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Tiles to be read.
  public init(
    _ location: TileSetLocation, tiles: [TileID], isFlipped: Bool = false, prefersLarge: Bool = false,
    ancestorZoom: Int? = nil
  ) {
    (self.location, self.tiles, self.isFlipped) = (location, tiles, isFlipped)
    (self.prefersLarge, self.ancestorZoom) = (prefersLarge, ancestorZoom)
  }
}

/// A tile that was read.
public struct TileContent: Hashable, Sendable {
  /// The id of the tile: the requested one, or an ancestor of it.
  public let id: TileID
  /// The tile's content, unpacked.
  public let bytes: [UInt8]
  /// The name in messages, without passwords.
  public let name: String

  /// A tile that was read.
  public init(id: TileID, bytes: [UInt8], name: String) {
    (self.id, self.bytes, self.name) = (id, bytes, name)
  }
}

/// The result of reading tiles.
public struct TileAnswer: Sendable {
  /// The content of each square; a square without tile and ancestor is not in it.
  public var tiles: [TileID: TileContent] = [:]
  /// The squares without a tile of their own, in the order of the query.
  public var missing: [TileID] = []
  /// The errors of reading, in the order of the query.
  public var faults: [ResourceError] = []
  /// Why a square stays empty where a tile that might be drawn in it could not be read: its own, or an ancestor.
  public var failures: [TileID: ResourceError] = [:]

  /// An answer without tiles.
  public init() {}
}

/// Opens files, folders, tiles and addresses. Thread-safe.
public protocol ResourceLoader: Sendable {
  /// State of a regular file; `nil` for others, standard input and addresses, which are never cached.
  func version(of resource: Resource) -> ResourceVersion?

  /// Kind of a path; `missing` for addresses. Unfollowed links are `other`.
  func kind(of path: String, followingLinks: Bool) -> ResourceKind

  /// - Parameter limit: in bytes, of streams and decompressed data, which stay in memory.
  /// - Throws: ``ResourceError``.
  func content(of resource: Resource, limit: Int) throws(ResourceError) -> ResourceContent

  /// Opens a resource to be read once, in constant memory.
  ///
  /// - Throws: ``ResourceError``.
  func passing(_ resource: Resource) throws(ResourceError) -> ResourceContent

  /// Opens a table read by another library; `nil` for other resources.
  ///
  /// - Parameter isCancelled: called on any thread, also while rows are read.
  /// - Throws: ``ResourceError``; its ``ResourceError/Kind/unsupported`` without the library.
  func foreignTable(
    _ resource: Resource, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResourceError) -> (any ForeignTable)?

  /// Opens an Apache Arrow IPC stream.
  ///
  /// - Throws: ``ResourceError``.
  func table(ofArrow bytes: [UInt8]) throws(ResourceError) -> any ForeignTable

  /// Opens a coordinate system.
  ///
  /// - Parameter definition: `EPSG:2193`, or `+proj=laea +lat_0=52 +lon_0=10`.
  /// - Throws: ``ResourceError``; its ``ResourceError/Kind/unsupported`` without the library.
  func planarSystem(_ definition: String) throws(ResourceError) -> any PlanarSystem

  /// Reads a small document.
  ///
  /// - Parameters:
  ///   - range: bytes to read; `nil` for all.
  ///   - limit: in bytes.
  /// - Throws: ``ResourceError``; its ``ResourceError/Kind/missing`` for an address without a document.
  func bytes(of resource: Resource, in range: Range<Int>?, limit: Int) throws(ResourceError) -> [UInt8]

  /// Names in a folder, sorted by bytes, without hidden ones; larger folders than `limit` are refused.
  func names(in folder: String, limit: Int) throws(ResourceError) -> [String]

  /// Path of a name below a folder, checked with resolved links.
  ///
  /// - Parameter folder: ends with a slash, or is empty for the working folder.
  /// - Throws: ``ResourceError/Kind/missing``, ``ResourceError/Kind/outside``.
  func path(of name: String, below folder: String) throws(ResourceError) -> String

  /// Path for C libraries; `nil` if they need bytes.
  func localPath(of resource: Resource) -> String?

  /// Zooms, bounds and format of tiles.
  ///
  /// - Throws: ``ResourceError``.
  func facts(ofTilesAt location: TileSetLocation) throws(ResourceError) -> TileFacts

  /// Reads tiles; unreadable ones are faults.
  ///
  /// - Throws: ``ResourceError`` for an unreadable archive; ``ResourceError/Kind/cancelled``.
  func tiles(_ query: TileQuery) throws(ResourceError) -> TileAnswer

  /// A loader for one request, with a time limit from now on for all its reads from the network.
  func limited(to limits: NetworkLimits) -> any ResourceLoader
}

extension ResourceLoader {
  /// Opens ``content(of:limit:)`` without a limit, by default.
  ///
  /// - Throws: ``ResourceError``.
  public func passing(_ resource: Resource) throws(ResourceError) -> ResourceContent {
    try content(of: resource, limit: .max)
  }

  /// None, for those that load no libraries.
  public func foreignTable(
    _ resource: Resource, isCancelled: @escaping @Sendable () -> Bool
  ) -> (any ForeignTable)? { nil }

  /// Unsupported by default.
  ///
  /// - Throws: ``ResourceError``.
  public func planarSystem(_ definition: String) throws(ResourceError) -> any PlanarSystem {
    throw ResourceError(.unsupported, "no library of projections is loaded here")
  }

  /// This loader, for those that read nothing from a network.
  public func limited(to limits: NetworkLimits) -> any ResourceLoader { self }
}

/// Why something cannot be opened or read.
public struct ResourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public enum Kind: Hashable, Sendable {
    case missing, unreadable, folder
    /// Neither file nor folder, and the name comes from a document.
    case notRegular
    /// It leads out of the folder that it must lie in.
    case outside
    case tooLarge, unsupported, unusable
    /// Nobody waits for it any more.
    case cancelled
  }

  /// Nobody waits for it any more.
  public static let cancelled = ResourceError(.cancelled, "the task was cancelled")

  /// The kind of fault.
  public let kind: Kind
  /// The error and its remedy, in one line, without the resource's name.
  public let reason: SettingText

  /// A fault of a kind, with its reason in one line.
  public init(_ kind: Kind, _ reason: SettingText) { (self.kind, self.reason) = (kind, reason) }

  /// The fault and its remedy, in one line.
  public var description: String { reason.description }
}
