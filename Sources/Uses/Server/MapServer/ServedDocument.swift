import JSONDocument
import MapFeatures
import MapSettings

/// A request or a style of the folder, as far as it decides what answers depend on.
struct ServedDocument: Sendable {
  let file: ServedFile
  private(set) var sources: [(name: String, source: SiteIndex.Source)] = []
  /// The path of a style's sprite, without its ending.
  private(set) var sprite: String?
  private(set) var parameters: [String] = []
  /// The sources of a style that are tiles.
  private(set) var tileSources: [String] = []
  /// False for JSON that is none, such as the index of a sprite.
  private(set) var isStyle = true
  /// True if it leads to addresses of the network, whose versions nobody knows.
  private(set) var isFetching = false
  private var names: [String] = []
  /// True if the document may lead to files that it does not name one by one.
  private var isOpen = false
  var files: [String] { names.map { Resource.path(of: $0, in: file.path) } }

  init(_ file: ServedFile, _ resources: any ResourceLoader) {
    self.file = file
    guard
      let bytes = try? resources.bytes(
        of: Resource(path: file.path, isFromDocument: true), in: nil, limit: 64 << 20),
      let text = try? JSONText(parsing: bytes)
    else {
      isOpen = true
      return
    }
    collect(text.root)
    if let name = text.root["sprite"]?.string, !Resource.isWebAddress(name) {
      sprite = Resource.path(of: name, in: file.path)
    }
    isStyle = ["version", "layers"].contains { text.root[$0] != nil }
    tileSources = (text.root["sources"]?.members ?? []).filter { source in
      ["vector", "raster", "raster-dem"].contains(source.value["type"]?.string)
    }.map(\.key)
    guard let request = SnapshotRequest.parse(text).request else { return }
    parameters = request.parameters
    var reading = SnapshotRequest()
    reading.fillReading(from: request)
    let tables = request.sources.map { ($0, false) } + request.cells.map { ($0, true) }
    for (source, isOfCells) in tables where source.content == nil {
      let own = request.clusteringBySource.first { $0.name == source.name }?.options
      let found = SiteIndex.Source(
        path: Resource.path(of: source.path, in: file.path),
        clustering: own.map { $0.over(request.clustering) } ?? request.clustering, isOfCells: isOfCells,
        reading: reading)
      sources.append((source.name, found))
    }
  }

  /// The files of data that the document leads to, as far as can be seen; `nil` where it may lead to any.
  ///
  /// Texts are compared with names up to the first dot or `@`, for a style names its sprite without an ending. Data lies
  /// beside the folder of the document, so that its path has a slash.
  func data(among files: [ServedFile]) -> [ServedFile]? {
    guard !isOpen else { return nil }
    var found: [ServedFile] = []
    for file in files {
      let parts = file.path.split(separator: "/")
      let stem = parts.last?.prefix { $0 != "." && $0 != "@" } ?? ""
      let isNamed = names.contains { name in
        name.contains(stem) || parts.dropLast().contains { name.split(separator: "/").last == $0 }
      }
      guard isNamed else { continue }
      // A style among the data may lead to more.
      let isSource = sources.contains { $0.source.path.hasSuffix("/\(parts.last ?? "")") }
      guard isSource || !file.path.hasSuffix(".json") else { return nil }
      found.append(file)
    }
    return found
  }

  private mutating func collect(_ value: JSONValue, _ key: String = "") {
    if let text = value.string {
      let start = text.prefix(16).lowercased()
      if ["http://", "https://", "pmtiles://http"].contains(where: start.hasPrefix) {
        // Fonts are not fetched.
        return isFetching = isFetching || !["$schema", "glyphs"].contains(key)
      }
      guard text.contains("/") else { return }
      let hasGaps = ["*", "%", "{z}", "{quadkey}", "{bbox"].contains { text.contains($0) }
      isOpen = isOpen || hasGaps || text.hasSuffix("..") || text.hasSuffix("../")
      names.append(text)
    }
    for element in value.elements ?? [] { collect(element) }
    for member in value.members ?? [] { collect(member.value, member.key) }
  }
}
