import CSystem
import JSONDocument

/// Files and servers that may be read, checked for every path and address of options, requests, styles and
/// TileJSON.
public struct AccessRules: Sendable {
  /// The folder that every file must lie below, links resolved; `nil` for no such rule.
  public let root: String?
  /// Files outside of the root that may be read as well, links resolved.
  public var others: Set<String> = []
  /// Settings for requesting servers; `nil` refuses the network.
  public var network: TileOptions?

  /// Rules of a root and of the network; by default any file may be read, and no server be requested.
  public init(root: String? = nil, network: TileOptions? = nil) {
    (self.root, self.network) = (root.map(canonicalPath), network)
  }

  /// True if a path lies below the root, or is one of the others.
  public func allows(_ path: String) -> Bool {
    guard let root else { return true }
    let real = canonicalPath(path)
    return real == root || others.contains(real) || real.hasPrefix(root == "/" ? "/" : root + "/")
  }

  func check(_ path: String) throws(TileError) { guard allows(path) else { throw .closed(name: path) } }

  /// Settings for requesting a server.
  ///
  /// - Throws: ``TileError/noNetwork(name:)``.
  public func options(for address: String) throws(TileError) -> TileOptions {
    guard let network else { throw .noNetwork(name: addressForMessage(address)) }
    return network
  }
}

/// A path with all links resolved; of a missing file its folder's, of a broken link its target's.
public func canonicalPath(_ path: String) -> String { canonicalPath(path, linksLeft: 40) }

private func canonicalPath(_ path: String, linksLeft: Int) -> String {
  if let resolved = realpath(path, nil) {
    defer { free(resolved) }
    return String(cString: resolved)
  }
  var path = path
  while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
  let slash = path.lastIndex(of: "/")
  let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  guard linksLeft > 0, path != parent else { return path }
  let folder = canonicalPath(parent, linksLeft: linksLeft - 1)
  if name == ".." { return folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? folder }
  var target = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(path, &target, target.count - 1)
  guard count > 0 else { return folder == "/" ? "/" + name : folder + "/" + name }
  let link = String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  return canonicalPath(link.hasPrefix("/") ? link : folder + "/" + link, linksLeft: linksLeft - 1)
}
