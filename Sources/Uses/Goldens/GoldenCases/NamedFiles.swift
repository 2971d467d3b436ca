import BuiltIns
package import JSONDocument
import MapFeatures
import MapSettings

/// The files that the requests of a run read or write: all that requests and their styles name.
///
/// None of them is a golden, is recorded over or is stale. Files are known by their canonical paths, so that any way of
/// writing a path leads to the same file.
package struct NamedFiles {
  /// The bytes of a canonical path. Strings would be equal that differ by Unicode composition alone.
  typealias Identity = [UInt8]

  private let identity: (String) -> String
  private let read: (String) -> [UInt8]?
  private var requests: Set<Identity> = []
  private var users: [Identity: String] = [:]
  private var iconFolders: [Identity: String] = [:]
  private var styles: Set<Identity> = []
  /// The paths that any text of a request or style may stand for.
  private(set) var mentioned: Set<String> = []

  private static let endings = GoldenFormat.allCases.map { "." + $0.ending } + [".jpeg", ".json"]
  private static let iconEndings = [".png", ".webp", ".jpg", ".jpeg"]

  /// `identity` returns the canonical path of a path, `read` the bytes of a style.
  package init(identity: @escaping (String) -> String, read: @escaping (String) -> [UInt8]?) {
    (self.identity, self.read) = (identity, read)
  }

  package mutating func add(_ request: JSONValue, of path: String) {
    requests.insert(key(of: path))
    add(request, key: "", in: path, of: path)
  }

  /// The request that names a file, or that is the file; `nil` for any other file.
  package func user(of path: String) -> String? {
    let key = key(of: path)
    return users[key] ?? (requests.contains(key) ? path : nil)
  }

  func isNamed(_ path: String) -> Bool { users[key(of: path)] != nil }

  /// The request that reads all pictures of a folder as icons, a file of this path among them; `nil` for none.
  package func iconReader(of path: String) -> String? {
    guard !iconFolders.isEmpty, NamedFiles.iconEndings.contains(where: path.lowercased().hasSuffix) else {
      return nil
    }
    return iconFolders[key(of: Resource.folder(of: path))]
  }

  func key(of path: String) -> Identity { Array(identity(path).utf8) }

  private mutating func add(_ value: JSONValue, key: String, in document: String, of request: String) {
    switch value.content {
    case .string(let name): add(name, key: key, in: document, of: request)
    case .array(let elements):
      for element in elements { add(element, key: key, in: document, of: request) }
    case .object(let members):
      for member in members {
        add(member.value, key: key == "sprite" ? key : member.key, in: document, of: request)
      }
    case .null, .bool, .number: break
    }
  }

  private mutating func add(_ name: String, key: String, in document: String, of request: String) {
    guard !name.contains("://"), !name.utf8.contains(0) else { return }
    func path(_ name: String) -> String { Resource.path(of: name, in: document) }
    switch key {
    case "sprite":
      var stem = name
      for ending in [".json", ".png", "@2x"] where stem.hasSuffix(ending) { stem.removeLast(ending.count) }
      for stem in [stem, stem + "/sprite"] {
        for ending in [".json", ".png", "@2x.json", "@2x.png"] { use(path(stem + ending), by: request) }
      }
    case "icons": iconFolders[self.key(of: path(name)), default: request] = request
    case "style", "themes":
      guard !BuiltInStyles.names.contains(name) else { return }
      let style = path(name)
      use(style, by: request)
      guard styles.insert(self.key(of: style)).inserted, let bytes = read(style),
        let root = try? JSONText(parsing: bytes).root
      else { return }
      add(root, key: "", in: style, of: request)
    default:
      let file = String(name.prefix { $0 != "|" })
      if file.utf8.contains(UInt8(ascii: ".")) { mentioned.insert(path(file)) }
      guard NamedFiles.endings.contains(where: file.lowercased().hasSuffix) else { return }
      use(path(file), by: request)
    }
  }

  private mutating func use(_ path: String, by request: String) {
    let key = key(of: path)
    mentioned.insert(path)
    if users[key] == nil { users[key] = request }
  }
}
