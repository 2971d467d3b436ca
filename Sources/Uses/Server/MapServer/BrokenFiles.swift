import CSystem
import MapFeatures
import MapGeometry
import Parallel

/// Files of data that cannot be read as they are now, by the identity of their versions.
final class BrokenFiles: Sendable {
  struct File: Sendable {
    let resource: Resource
    let version: ResourceVersion
    /// The version whose tables are kept, and shown in its place; `nil` for none.
    let good: ResourceVersion?
    let name: String
    let reason: String
    let since: ContinuousClock.Instant
    /// When it is read again, for its disk or the system may have been at fault; `nil` while it is.
    var next: ContinuousClock.Instant?
  }

  private let files = Mutex<[String: File]>([:])

  var all: [File] { files.withLock { Array($0.values) }.sorted { $0.name < $1.name } }
  var isEmpty: Bool { files.withLock(\.isEmpty) }

  /// The seconds since the first of them was found to be broken; 0 for none.
  var seconds: Int {
    files.withLock { files in
      files.values.map(\.since).min().map { Int(($0.duration(to: .now)) / .seconds(1)) } ?? 0
    }
  }

  subscript(version: ResourceVersion?) -> File? {
    guard let version else { return nil }
    return files.withLock { $0[version.identity] }.flatMap { $0.version == version ? $0 : nil }
  }

  func add(_ file: File) { files.withLock { $0[file.version.identity] = file } }

  func remove(_ file: File) {
    files.withLock { files in
      if files[file.version.identity]?.version == file.version { files[file.version.identity] = nil }
    }
  }

  /// The files to be read again, each for one caller: those that have changed, and others from time to time.
  func due(where hasChanged: (File) -> Bool) -> [File] {
    guard !isEmpty else { return [] }
    let now = ContinuousClock.now
    let changed = Set(all.filter(hasChanged).map(\.version))
    return files.withLock { files in
      let due = files.filter { file in
        file.value.next.map { $0 <= now || changed.contains(file.value.version) } ?? false
      }
      for key in due.keys { files[key]?.next = nil }
      return Array(due.values)
    }
  }
}

/// Opens what another loader opens. A file that broke has the version that was read last, whose tables are kept, and is not opened.
struct LastGoodLoader: ResourceLoader {
  let base: any ResourceLoader
  let broken: BrokenFiles

  func version(of resource: Resource) -> ResourceVersion? {
    let version = base.version(of: resource)
    return broken[version]?.good ?? version
  }

  private func check(_ resource: Resource) throws(ResourceError) {
    guard !broken.isEmpty, let file = broken[base.version(of: resource)] else { return }
    throw ResourceError(.unreadable, "\(file.reason)")
  }

  func content(of resource: Resource, limit: Int) throws(ResourceError) -> ResourceContent {
    try check(resource)
    return try base.content(of: resource, limit: limit)
  }

  func passing(_ resource: Resource) throws(ResourceError) -> ResourceContent {
    try check(resource)
    return try base.passing(resource)
  }

  func foreignTable(
    _ resource: Resource, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResourceError) -> (any ForeignTable)? {
    try check(resource)
    return try base.foreignTable(resource, isCancelled: isCancelled)
  }

  func bytes(of resource: Resource, in range: Range<Int>?, limit: Int) throws(ResourceError) -> [UInt8] {
    try base.bytes(of: resource, in: range, limit: limit)
  }

  func kind(of path: String, followingLinks: Bool) -> ResourceKind {
    base.kind(of: path, followingLinks: followingLinks)
  }

  func table(ofArrow bytes: [UInt8]) throws(ResourceError) -> any ForeignTable {
    try base.table(ofArrow: bytes)
  }

  func planarSystem(_ definition: String) throws(ResourceError) -> any PlanarSystem {
    try base.planarSystem(definition)
  }

  func names(in folder: String, limit: Int) throws(ResourceError) -> [String] {
    try base.names(in: folder, limit: limit)
  }

  func path(of name: String, below folder: String) throws(ResourceError) -> String {
    try base.path(of: name, below: folder)
  }

  func localPath(of resource: Resource) -> String? { base.localPath(of: resource) }

  func facts(ofTilesAt location: TileSetLocation) throws(ResourceError) -> TileFacts {
    try base.facts(ofTilesAt: location)
  }

  func tiles(_ query: TileQuery) throws(ResourceError) -> TileAnswer { try base.tiles(query) }

  func limited(to limits: NetworkLimits) -> any ResourceLoader {
    LastGoodLoader(base: base.limited(to: limits), broken: broken)
  }
}
