import BuiltIns
import JSONDocument
import MapFeatures
import MapSession
import MapSettings
import TileSources

/// The folder that is served, as it was found: requests, styles and data by name, and the state of what answers depend on.
///
/// An answer depends on the data and the request that its address names, on all that a style may name, and on the data that
/// a document leads to in another way: another file of data may change, and the answer stays the same.
struct SiteIndex: Sendable {
  struct Source: Sendable {
    let path: String
    var clustering = ClusterOptions()
    var map: String?
    var isOfCells = false
    var reading = SnapshotRequest()
    fileprivate(set) var state = AnswerState()

    func fill(_ name: String, of map: inout MapSpecification) {
      map.settings.fillReading(from: reading)
      if isOfCells { map.cells.append("\(name)=\(path)") } else { map.inputs.append("\(name)=\(path)") }
      if DatabaseAddress(path) != nil { map.streamsLargeInputs = true }
    }
  }

  private(set) var maps: [String: String] = [:]
  private(set) var styles: [String: String] = [:]
  private(set) var sources: [String: Source] = [:]
  /// The files of data, by their paths below the folder.
  private(set) var data: [String: String] = [:]
  /// Archives and folders of tiles, by their paths below the folder; those in `tiles/` by their names, too.
  private(set) var tiles: [String: String] = [:]
  /// The tiles that built-in styles draw streets from; `nil` for none.
  private(set) var streets: String?
  private(set) var glyphs: [String: String] = [:]
  /// The sprites in `sprites/`, and those of styles by the styles' names, by their paths without endings.
  private(set) var sprites: [String: String] = [:]
  private(set) var digest = ""
  private(set) var fileCount = 0
  private var documents: [String: ServedDocument] = [:]
  private var mapStates: [String: AnswerState] = [:]
  /// The files of queries for the versions of sources in databases, what was answered last, and when they are asked again.
  private var queries: [String: String] = [:]
  private var versions: [String: String] = [:]
  private var nextAsking = ContinuousClock.now
  /// Files that no listing has: those of options, and those that documents name by a path that has a name that begins with a dot.
  private var hidden: [String] = []
  private var root: String
  /// Of everything but data and requests.
  private var surroundings = AnswerState()

  private static let dataEndings: Set = [
    "csv", "tsv", "geojson", "geojsonl", "ndjson", "jsonl", "json", "gpkg", "parquet", "arrow", "arrows",
    "feather", "fgb",
  ]
  private static let otherFolders: Set = [
    "maps", "styles", "versions", "tiles", "fonts", "icons", "sprites", "node_modules",
  ]
  private static let mostFiles = 20_000
  /// The depth to which data is found and links to folders are followed, which may lead in a circle.
  private static let deepest = 6
  private static let deepestOfAll = 64

  private struct Files {
    var data: [ServedFile] = []
    var others: [ServedFile] = []
  }

  init(
    _ root: String, _ resources: any ResourceLoader, after old: SiteIndex? = nil,
    options: MapServer.Options
  ) throws(ServerError) {
    self.root = root
    var files = Files()
    try list(root, depth: 0, isData: true, resources, &files)
    var text = (files.data + files.others).map(\.line).joined()
    // Sources may be files that are not listed, deep in the folder.
    func states(_ folder: SiteIndex) -> String {
      folder.sources.sorted { $0.key < $1.key }.map {
        ServedFile($0.value.path, resources)?.line ?? folder.versions[$0.key] ?? ""
      }.joined() + folder.hidden.map { ServedFile($0, resources)?.line ?? "" }.joined()
    }
    if var old {
      old.askVersions(resources, options.seconds)
      if SHA256.hexadecimal(text + states(old)) == old.digest {
        self = old
        return
      }
    }
    for path in Array(maps.values) + Array(styles.values) {
      guard let file = files.others.first(where: { $0.path == path }) else { continue }
      let known = old?.documents[path]
      documents[path] = known?.file == file ? known : ServedDocument(file, resources)
    }
    styles = styles.filter { documents[$0.value]?.isStyle != false }
    for file in files.data {
      data[relative(file.path)] = file.path
      try add(Source(path: file.path), as: Self.stem(of: file.path))
    }
    for file in files.others { noteContent(file.path) }
    let archives = tiles.filter { !$0.key.contains("/") }
    streets =
      options.tiles["streets"] ?? tiles["streets"] ?? (archives.count == 1 ? archives.first?.value : nil)
    tiles.merge(options.tiles) { $1 }
    for (name, path) in styles {
      if let sprite = documents[path]?.sprite { sprites[name] = sprite }
    }
    hidden =
      documents.values.flatMap(\.files).filter { path in
        canonical(path).contains { $0.hasPrefix(".") }
      }.sorted() + options.tiles.values.sorted()
    for (name, path) in maps.sorted(by: { $0.key < $1.key }) {
      // A request with faults shows them when it is asked for.
      for (known, source) in documents[path]?.sources ?? [] {
        var source = source
        source.map = name
        try add(source, as: known)
      }
    }
    askVersions(resources, options.seconds)
    setStates(files, resources)
    text += states(self)
    digest = SHA256.hexadecimal(text)
  }

  private mutating func setStates(_ files: Files, _ resources: any ResourceLoader) {
    func file(_ path: String) -> ServedFile? { ServedFile(path, resources) }
    for (name, source) in sources {
      var state = AnswerState()
      if let version = versions[name] { state.add(version: version) } else { state.add(file(source.path)) }
      if !source.clustering.isEmpty, let path = source.map.flatMap({ maps[$0] }) { state.add(file(path)) }
      sources[name]?.state = state
    }
    let (requests, looks) = (Set(maps.values), Set(styles.values))
    for file in files.others where !requests.contains(file.path) {
      surroundings.add(file, isLookedAt: looks.contains(file.path))
    }
    for path in looks.sorted() {
      for file in documents[path]?.data(among: files.data) ?? files.data { surroundings.add(file) }
    }
    for path in hidden {
      if let file = file(path) { surroundings.add(file) }
    }
    surroundings.close()
    let fetching = looks.sorted().filter { documents[$0]?.isFetching == true }.compactMap(file)
    for (name, path) in maps {
      var state = surroundings
      state.add(file(path))
      let document = documents[path]
      for source in document?.sources ?? [] {
        if let known = sources[source.name] { state.add(known.state) }
      }
      for file in document?.data(among: files.data) ?? files.data { state.add(file) }
      let isOfStyle = !fetching.isEmpty && document?.data(among: fetching) == nil
      if isOfStyle || document?.isFetching == true { state.add(nil) }
      state.close()
      mapStates[name] = state
    }
  }

  /// Asks databases for the versions of their tables, once a second and a twentieth of the time at most.
  private mutating func askVersions(_ resources: any ResourceLoader, _ seconds: Double) {
    let start = ContinuousClock.now
    guard !queries.isEmpty, start >= nextAsking else { return }
    for (name, path) in queries {
      versions[name] = nil
      guard let source = sources[name],
        let query = try? resources.bytes(
          of: Resource(path: path, isFromDocument: true), in: nil, limit: 1 << 16),
        let table = try? resources.foreignTable(
          Resource(path: source.path, isFromDocument: true),
          isCancelled: { .now >= start + .seconds(seconds) }),
        let rows = try? RowBatch(reading: table.answer(to: String(decoding: query, as: UTF8.self))),
        rows.count > 0
      else { continue }
      versions[name] = rows.columnNames.indices.reduce(name) { "\($0)\t\(rows[0, $1]?.text ?? "")" }
    }
    nextAsking = .now + max(.seconds(1), (.now - start) * 20)
  }

  func state(of names: AnswerNames) -> AnswerState? {
    if names.mayBeArchive, names.sources.contains(where: { tiles[$0] != nil }) { return surroundings }
    let own = names.map.map { mapStates[$0] } ?? (names.isTile ? AnswerState() : surroundings)
    guard var state = own else { return nil }
    if !names.isTile, documents[styles[names.style] ?? ""]?.isFetching == true { state.add(nil) }
    for name in names.sources {
      let source = sources[name] ?? sources.values.first { $0.path == data[name] }
      guard let source else { return nil }
      state.add(source.state)
    }
    return state
  }

  /// The base maps of a style: streets for a built-in one that has none, where the folder has them.
  func basemaps(_ named: [String], style: String) -> [String] {
    guard named.isEmpty, let streets, styles[style] == nil, ["light", "dark", "print"].contains(style) else {
      return named
    }
    return [streets]
  }

  /// The names of the folder's styles and the built-in ones.
  var styleNames: [String] { Set(styles.keys).union(BuiltInStyles.names).sorted() }

  /// The archives that fill sources of a style by their names.
  func tiles(ofStyle name: String) -> [SnapshotRequest.Source] {
    (documents[styles[name] ?? ""]?.tileSources ?? []).compactMap { source in
      tiles[source].map { SnapshotRequest.Source(name: source, path: $0) }
    }
  }

  func parameters(ofMap name: String) -> [String] { documents[maps[name] ?? ""]?.parameters ?? [] }

  func source(_ name: String) throws(ServerError) -> Source {
    if let source = sources[name] { return source }
    throw .unknown("source", name, among: sources.keys.sorted(), at: "source")
  }

  private mutating func add(_ source: Source, as name: String) throws(ServerError) {
    guard let known = sources[name] else {
      sources[name] = source
      return
    }
    let isSame = canonical(known.path) == canonical(source.path)
    guard isSame, known.clustering == source.clustering || known.clustering.isEmpty || source.map == nil,
      known.isOfCells == source.isOfCells || known.map == nil
    else {
      // An address of a database has no business in a message to anyone.
      func origin(_ source: Source) -> String {
        source.map.map { "that of maps/\($0).json" } ?? "the file \(relative(source.path))"
      }
      throw ServerError(
        500, "the source \(name) is two things: \(origin(known)) and \(origin(source)); rename one", at: name)
    }
    if known.clustering.isEmpty, source.map != nil { sources[name] = source }
  }

  func relative(_ path: String) -> String {
    path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
  }

  private mutating func noteContent(_ path: String) {
    let name = relative(path)
    let parts = name.split(separator: "/")
    if parts.count == 3, parts[0] == "fonts", name.hasSuffix(".pbf") {
      glyphs[String(parts[1])] = Resource.folderPrefix(of: path).dropLast().description
    }
    if parts.count == 2, parts[0] == "sprites", name.hasSuffix(".json") {
      let own = Sprite.name(String(parts[1]))
      sprites[own] = root + "/sprites/" + own
    }
    let isArchive = [".pmtiles", ".mbtiles"].contains(where: name.lowercased().hasSuffix)
    if isArchive { tiles[name] = path }
    guard parts.count > 1, parts[0] == "tiles", isArchive || parts.count > 2 else { return }
    let own = parts[...1].joined(separator: "/")
    (tiles[own], tiles[Self.stem(of: own)]) = (root + "/" + own, root + "/" + own)
  }

  func canonical(_ path: String) -> [Substring] {
    path.split(separator: "/").reduce(into: []) { parts, part in
      if part == "..", !parts.isEmpty { parts.removeLast() } else if part != "." { parts.append(part) }
    }
  }

  private mutating func list(
    _ folder: String, depth: Int, isData: Bool, _ resources: any ResourceLoader, _ files: inout Files
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
      case .folder
      where depth < Self.deepest
        || depth < Self.deepestOfAll && resources.kind(of: path, followingLinks: false) == .folder:
        let holdsData = isData && depth < Self.deepest && !(depth == 0 && Self.otherFolders.contains(name))
        try list(path, depth: depth + 1, isData: holdsData, resources, &files)
      case .file:
        guard let file = ServedFile(path, resources) else { continue }
        fileCount += 1
        guard fileCount <= Self.mostFiles else {
          throw ServerError(
            500, "it holds more than \(Self.mostFiles) files; serve a smaller folder", at: folder)
        }
        note(path, name, in: folder, depth)
        if isData, Self.isData(name) { files.data.append(file) } else { files.others.append(file) }
      default: break
      }
    }
  }

  private mutating func note(_ path: String, _ name: String, in folder: String, _ depth: Int) {
    let parent = folder.split(separator: "/").last ?? ""
    let grandparent = folder.split(separator: "/").dropLast().last ?? ""
    let isJSON = name.hasSuffix(".json")
    if depth == 1, parent == "versions", name.hasSuffix(".sql") { queries[Self.stem(of: name)] = path }
    if depth == 1, parent == "maps", isJSON { maps[Self.stem(of: name)] = path }
    if depth == 1, parent == "styles", isJSON { styles[Self.stem(of: name)] = path }
    if depth == 2, grandparent == "styles", name == "style.json" { styles[String(parent)] = path }
  }

  private static func isData(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    let packed = parts.last.map { ["gz", "zst"].contains($0.lowercased()) } ?? false
    let ending = (packed ? parts.dropLast() : parts).last?.lowercased() ?? ""
    return parts.count > 1 && dataEndings.contains(ending)
  }

  func sources(at path: String) -> [(name: String, source: Source)] {
    sources.filter { $0.value.path == path }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }
}

extension SnapshotRequest {
  /// Takes from another request how tables are read, as far as this one leaves it open.
  mutating func fillReading(from other: SnapshotRequest) {
    inputFormat = inputFormat ?? other.inputFormat
    decimal = decimal ?? other.decimal
    missing = missing ?? other.missing
    headerLine = headerLine ?? other.headerLine
    geometry = geometry ?? other.geometry
    longitude = longitude ?? other.longitude
    latitude = latitude ?? other.latitude
    identifier = identifier ?? other.identifier
  }
}
