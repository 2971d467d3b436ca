import BuiltIns
import CSystem
import JSONDocument
import MapFeatures
import VectorTiles

/// The location of the tiles of a source.
public enum TileLocation: Hashable, Sendable {
  /// In files whose names follow a template, and the folder that none may lie outside of.
  case files(TileTemplate, root: String)
  /// In a folder with a folder per zoom; which files it has is looked up.
  case folder(path: String)
  case mbtiles(path: String)
  case pmtiles(path: String)
  case server(TileTemplate)
  case remotePMTiles(address: String)
  /// The tiles of a TileJSON document on this machine, and the folder that the files it names must lie below.
  case tileJSON(path: String, root: String)
  case remoteTileJSON(address: String)
  /// In the program itself: the built-in world.
  case builtIn

  /// Recognizes a name by its form, then by the file's first bytes, never by its ending.
  ///
  /// Known are `builtin://world`, templates with `{z}`, `{x}` and `{y}`, `pmtiles://` and `mbtiles://` with a
  /// file or an address, addresses of PMTiles archives (ending in `.pmtiles`) and of TileJSON documents,
  /// folders and files.
  ///
  /// - Parameters:
  ///   - root: folder of relative paths and all files, as in styles; `nil` for a user's names.
  ///   - isTemplate: true for a tile's name, even without gaps.
  /// - Throws: ``TileError`` for missing, unreadable and refused files, and those without tiles.
  public init(
    naming name: String, below root: String? = nil, isTemplate: Bool = false,
    under rules: AccessRules = AccessRules()
  ) throws(TileError) {
    guard !name.utf8.contains(0) else {
      throw .invalidAddress(name: addressForMessage(name), reason: "the name holds a zero byte")
    }
    guard !name.lowercased().hasPrefix("builtin://") else {
      guard name == BuiltInTiles.address else {
        throw .notAnArchive(
          name: addressForMessage(name), reason: "the only built-in tiles are \(BuiltInTiles.address)")
      }
      self = .builtIn
      return
    }
    var rest = name
    var scheme: String?
    for candidate in ["pmtiles", "mbtiles"] where name.lowercased().hasPrefix(candidate + "://") {
      (scheme, rest) = (candidate, String(name.dropFirst(candidate.count + 3)))
    }
    if WebAddress.isWebAddress(rest) {
      guard scheme != "mbtiles" else {
        throw .notAnArchive(
          name: addressForMessage(name),
          reason: "an MBTiles file cannot be read over the network; download it")
      }
      self =
        if isTemplate {
          .server(TileTemplate(rest))
        } else if scheme == "pmtiles" || TileLocation.endsInPMTiles(rest) {
          .remotePMTiles(address: rest)
        } else if TileTemplate.isTemplate(rest) {
          .server(TileTemplate(rest))
        } else {
          .remoteTileJSON(address: rest)
        }
      return
    }
    guard !rest.contains("://") else {
      throw .notAnArchive(
        name: addressForMessage(name), reason: "its scheme is not fetched; name a file, http:// or https://")
    }
    try self.init(path: rest, scheme: scheme, root: root, isTemplate, rules)
  }

  private init(
    path name: String, scheme: String?, root: String?, _ isTemplate: Bool, _ rules: AccessRules
  ) throws(TileError) {
    if root != nil, name.hasPrefix("/") { throw .outside(name: name) }
    let prefix = root.map { $0.isEmpty || $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    let path = prefix + name
    if scheme == nil, isTemplate || TileTemplate.isTemplate(path) {
      let folder = root ?? TileLocation.fixedFolder(of: path)
      try rules.check(folder)
      self = .files(TileTemplate(path), root: folder)
      return
    }
    try rules.check(path)
    if let root {
      guard try FileRoot(root).resolve(path) != nil else { throw .unreadable(path, ENOENT) }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(path) }
    if status.isFolder {
      self = .folder(path: path)
      return
    }
    let file = try OpenFile(path, name: path)
    let head = try file.bytes(0..<min(16, file.count))
    switch (scheme, head.first) {
    case ("mbtiles", _): self = .mbtiles(path: path)
    case ("pmtiles", _): self = .pmtiles(path: path)
    case (nil, _) where head.starts(with: Array("SQLite format 3\0".utf8)): self = .mbtiles(path: path)
    case (nil, _) where head.starts(with: Array("PM".utf8)): self = .pmtiles(path: path)
    case (nil, 0x7B?), (nil, 0xEF?), (nil, 0x20?), (nil, 0x0A?), (nil, 0x0D?), (nil, 0x09?):
      self = .tileJSON(path: path, root: root ?? TileLocation.fixedFolder(of: path))
    default:
      throw .notAnArchive(
        name: path,
        reason: "it is neither MBTiles, PMTiles nor TileJSON; name one of these, or a folder of tiles")
    }
  }

  /// Folder before a template's first gap, or of a file.
  private static func fixedFolder(of path: String) -> String {
    let fixed = path.prefix { $0 != "{" }
    guard let slash = fixed.lastIndex(of: "/") else { return "." }
    return String(fixed[...slash])
  }

  private static func endsInPMTiles(_ address: String) -> Bool {
    address.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".pmtiles")
  }
}

/// - Parameters:
///   - rules: what may be read, and settings of requests.
///   - load: time limit.
/// - Throws: ``TileError``.
public func openTiles(
  at location: TileLocation, under rules: AccessRules, during load: TileLoad = TileLoad()
) throws(TileError) -> any TileArchive {
  switch location {
  case .files(let template, let root):
    try rules.check(root)
    return try FileTiles(template, below: root)
  case .folder(let path):
    try rules.check(path)
    return try FileTiles(folder: path)
  case .mbtiles(let path):
    try rules.check(path)
    return try MBTiles(path: path, during: load)
  case .pmtiles(let path):
    try rules.check(path)
    return try PMTiles(path: path)
  case .builtIn: return PMTiles(bytes: BuiltInBytes(), name: BuiltInTiles.address)
  case .server(let template): return WebTiles(template, options: try rules.options(for: template.text))
  case .remotePMTiles(let address): return PMTiles(address: address, options: try rules.options(for: address))
  case .tileJSON(let path, let root):
    try rules.check(path)
    let document = try readFile(path, name: path, limit: TileLimits.metadataBytes)
    return try openTiles(ofTileJSON: document, named: path, below: root, under: rules, during: load)
  case .remoteTileJSON(let address):
    let name = addressForMessage(address)
    guard let document = try fetchDocument(address, options: rules.options(for: address), during: load)
    else { throw .notAnArchive(name: name, reason: "there is no document; check the address") }
    return try openTiles(ofTileJSON: document, named: name, below: nil, under: rules, during: load)
  }
}

/// Opens the tiles of a TileJSON document, by the first of equal templates.
///
/// - Parameter root: folder of its files; `nil` for a remote document, which names addresses only.
/// - Throws: ``TileError``.
public func openTiles(
  ofTileJSON document: [UInt8], named name: String, below root: String?, under rules: AccessRules,
  during load: TileLoad = TileLoad()
) throws(TileError) -> any TileArchive {
  let description = try rethrowing(ArchiveDescription(tileJSON: document)) { (error: VectorTileError) in
    TileError.notAnArchive(name: name, reason: "\(error)")
  }
  guard let text = description.templates.first else {
    throw .notAnArchive(name: name, reason: "it is no TileJSON with tiles; name one, or an archive of tiles")
  }
  if let format = unread(description.format) { throw .unsupported(name: name, format: format) }
  let isWeb = WebAddress.isWebAddress(text) || text.lowercased().hasPrefix("pmtiles://http")
  guard isWeb || root != nil else {
    throw .notAnArchive(
      name: name, reason: "its TileJSON names tiles that are not fetched; http and https are")
  }
  switch try TileLocation(naming: text, below: isWeb ? nil : root, under: rules) {
  case .server(var template):
    template.isFlipped = description.isFlipped
    return WebTiles(template, options: try rules.options(for: text), description: description)
  case .files(var template, let root):
    template.isFlipped = description.isFlipped
    return try FileTiles(template, below: root, description: description)
  case .remoteTileJSON, .tileJSON:
    throw .notAnArchive(
      name: name, reason: "its tiles are a TileJSON again; name a template with {z}, {x} and {y}")
  case let other: return try openTiles(at: other, under: rules, during: load)
  }
}

private final class BuiltInBytes: ByteSource {
  var count: Int { BuiltInTiles.archive.count }

  func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(BuiltInTiles.archive)
  }
}
