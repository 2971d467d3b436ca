import JSONDocument
import MapFeatures
import MapSettings

/// The folder that is served, as it was found: requests, styles and data by name, and a text that identifies the state of
/// every file.
struct ServedFolder: Sendable {
  /// The data of a source: a file, with the clustering that a request of the folder sets.
  struct Source: Hashable, Sendable {
    let path: String
    var clustering = ClusterOptions()
  }

  /// The requests by name.
  private(set) var maps: [String: String] = [:]
  /// The files of styles by name.
  private(set) var styles: [String: String] = [:]
  /// The sources by name.
  private(set) var sources: [String: Source] = [:]
  /// The files with sizes, times and serial numbers: equal texts mean equal files.
  private(set) var state = ""
  /// The number of files.
  private(set) var fileCount = 0

  private static let dataEndings: Set = [
    "csv", "tsv", "geojson", "geojsonl", "ndjson", "jsonl", "json", "gpkg", "parquet", "arrow", "arrows",
    "feather", "fgb",
  ]
  private static let otherFolders: Set = [
    "maps", "styles", "tiles", "fonts", "icons", "sprites", "node_modules",
  ]
  private static let mostFiles = 20_000
  private static let deepest = 6

  /// Lists a folder.
  ///
  /// - Throws: ``ServerError`` for a folder that cannot be read, and for a name of two sources.
  init(_ root: String, _ resources: any ResourceLoader) throws(ServerError) {
    var lines: [String] = []
    var data: [String] = []
    try list(root, depth: 0, isData: true, resources, &lines, &data)
    state = lines.joined(separator: "\n")
    for path in data {
      let name = Self.stem(of: path)
      try add(Source(path: path), as: name)
    }
    for (name, path) in maps.sorted(by: { $0.key < $1.key }) {
      // A request with faults shows them when it is asked for.
      guard
        let bytes = try? resources.bytes(
          of: Resource(path: path, isFromDocument: true), in: nil, limit: 64 << 20),
        let text = try? JSONText(parsing: bytes), let request = SnapshotRequest.parse(text).request
      else { continue }
      for source in request.sources where source.content == nil {
        let own = request.clusteringBySource.first { $0.name == source.name }?.options
        let clustering = own.map { $0.over(request.clustering) } ?? request.clustering
        try add(
          Source(path: Resource.path(of: source.path, in: path), clustering: clustering),
          as: source.name, of: name)
      }
    }
  }

  /// The source of a name.
  ///
  /// - Throws: ``ServerError`` with status 404.
  func source(_ name: String) throws(ServerError) -> Source {
    if let source = sources[name] { return source }
    throw ServerError(
      404, "there is no source \(quotedForMessage(name)); \(nameAdvice(name, among: sources.keys.sorted()))",
      at: "source")
  }

  private mutating func add(_ source: Source, as name: String, of map: String? = nil) throws(ServerError) {
    guard let known = sources[name] else {
      sources[name] = source
      return
    }
    let isSame = canonical(known.path) == canonical(source.path)
    guard isSame, known.clustering == source.clustering || known.clustering.isEmpty || map == nil else {
      throw ServerError(
        500,
        "the source \(name) is two things: \(known.path)\(isSame ? "" : " and \(source.path)")\(map.map { ", set by maps/\($0).json" } ?? ""); rename one",
        at: name)
    }
    if known.clustering.isEmpty { sources[name] = source }
  }

  private func canonical(_ path: String) -> [Substring] {
    path.split(separator: "/").reduce(into: []) { parts, part in
      if part == "..", !parts.isEmpty { parts.removeLast() } else if part != "." { parts.append(part) }
    }
  }

  private mutating func list(
    _ folder: String, depth: Int, isData: Bool, _ resources: any ResourceLoader, _ lines: inout [String],
    _ data: inout [String]
  ) throws(ServerError) {
    let names: [String]
    do throws(ResourceError) {
      names = try resources.names(in: folder, limit: Self.mostFiles)
    } catch {
      throw ServerError(500, "\(error.reason)", at: folder)
    }
    for name in names {
      let path = folder + "/" + name
      switch resources.kind(of: path, followingLinks: true) {
      case .folder where depth < Self.deepest:
        let holdsData = isData && !(depth == 0 && Self.otherFolders.contains(name))
        try list(path, depth: depth + 1, isData: holdsData, resources, &lines, &data)
      case .file:
        guard let version = resources.version(of: Resource(path: path, isFromDocument: true)) else {
          continue
        }
        fileCount += 1
        guard fileCount <= Self.mostFiles else {
          throw ServerError(
            500, "it holds more than \(Self.mostFiles) files; serve a smaller folder", at: folder)
        }
        lines.append("\(path)\t\(version.size)\t\(version.modified)\t\(version.serial)")
        note(path, name, in: folder, depth, isData, &data)
      default: break
      }
    }
  }

  private mutating func note(
    _ path: String, _ name: String, in folder: String, _ depth: Int, _ isData: Bool, _ data: inout [String]
  ) {
    let parts = name.split(separator: ".")
    let parent = folder.split(separator: "/").last ?? ""
    let grandparent = folder.split(separator: "/").dropLast().last ?? ""
    let isJSON = name.hasSuffix(".json")
    if depth == 1, parent == "maps", isJSON { maps[Self.stem(of: name)] = path }
    if depth == 1, parent == "styles", isJSON { styles[Self.stem(of: name)] = path }
    if depth == 2, grandparent == "styles", name == "style.json" { styles[String(parent)] = path }
    let packed = parts.last.map { ["gz", "zst"].contains($0.lowercased()) } ?? false
    let ending = (packed ? parts.dropLast() : parts).last?.lowercased() ?? ""
    if isData, parts.count > 1, Self.dataEndings.contains(ending) { data.append(path) }
  }

  /// The name of a file up to its first dot.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }
}
