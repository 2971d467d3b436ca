import JSONDocument
import Looks
import MapClusters
import MapFeatures
import MapGeometry
import MapSnapshot
import MapStyle

/// What `render` and `clusters` have in common: data, style, view, clustering.
struct MapArguments: ParsableArguments {
  @Argument(
    help: .init(
      "CSV, GeoJSON or newline-delimited GeoJSON, plain or gzip; - is standard input. NAME=FILE names the source.",
      valueName: "INPUT"))
  var inputs: [String]
  @Option(
    help: .init(
      "A MapLibre style, or a built-in look: \(Looks.names.joined(separator: ", ")).", valueName: "FILE|LOOK",
      default: "light"))
  var style: String?
  @Option(
    help: .init("Fill or replace a source of the style. More than once is fine.", valueName: "NAME=FILE"))
  var source: [NamedValue]
  @Option(help: .init("Areas and lines drawn beneath (GeoJSON). More than once is fine.", valueName: "FILE"))
  var basemap: [String]
  @Option(help: .init("The same, said in JSON: one load, one picture or many.", valueName: "FILE"))
  var request: String?
  @OptionGroup var reading: InputOptions
  @OptionGroup var view: ViewArguments
  @OptionGroup var clustering: ClusterArguments
  @OptionGroup var common: CommonOptions

  init() {}
}

/// A style, its data, and the views asked for: all that a request or a command line says, loaded.
struct LoadedMap {
  let snapshotter: MapSnapshotter
  let views: [SnapshotRequest.View]
  /// The folder that names in the request are relative to; ends with a slash, or is empty.
  let folder: String
  /// The style as diagnostics call it.
  let styleName: String
  let pointCount: Int
  let skippedCount: Int
}

/// Loads what options and request name.
struct MapLoader {
  let arguments: MapArguments
  var messages: Messages
  let progress: Progress
  private var folder = ""
  private var request: SnapshotRequest?

  init(_ arguments: MapArguments, messages: Messages, progress: Progress) {
    self.arguments = arguments
    self.messages = messages
    self.progress = progress
  }

  /// Everything the pictures need.
  mutating func load() throws(Failure) -> LoadedMap {
    try loadRequest()
    let (style, styleFolder, styleName) = try loadStyle()
    let data = try loadData(for: style, styleFolder: styleFolder)
    let basemapLayers = try basemapLayers(for: style)
    var points = 0
    var skipped = 0
    for source in data {
      points += source.features.points.count
      skipped += source.features.skipped.count
    }
    let snapshotter = MapSnapshotter(
      style: style, sources: data, basemapLayers: basemapLayers, threads: processorCount)
    return LoadedMap(
      snapshotter: snapshotter, views: try views(for: style), folder: folder, styleName: styleName,
      pointCount: points, skippedCount: skipped)
  }

  // MARK: Request and views

  private mutating func loadRequest() throws(Failure) {
    guard let path = arguments.request else { return }
    let bytes = try readDocument(path)
    let text: JSONText
    do throws(JSONError) {
      text = try JSONText(parsing: bytes)
    } catch {
      throw .input(error.diagnostic.text(file: path))
    }
    let (request, diagnostics) = SnapshotRequest.parse(text)
    messages.tell(diagnostics, of: path)
    guard let request else { throw .input("\(path): error: the request has errors; nothing was drawn") }
    self.request = request
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The command's options win over the request's, those over the style's.
  private func views(for style: Style) throws(Failure) -> [SnapshotRequest.View] {
    let options = try arguments.view.viewOptions()
    var base = ViewOptions(style.output)
    if base.box == nil && base.fitsPoints != true, let center = style.center, let zoom = style.zoom {
      base.center = Coordinate(latitude: center.latitude, longitude: center.longitude)
      base.zoom = zoom
      base.tileSize = 512
    }
    let asked =
      request?.views ?? [SnapshotRequest.View(view: ViewOptions(), output: style.output, position: nil)]
    return asked.map { view in
      var view = view
      view.view = options.over(view.view.over(base))
      view.output = view.output.over(style.output)
      return view
    }
  }

  // MARK: Style

  private mutating func loadStyle() throws(Failure) -> (style: Style, folder: String, name: String) {
    let named =
      arguments.style ?? request?.style.map { Looks.style(named: $0) == nil ? folder + $0 : $0 } ?? "light"
    let look = Looks.style(named: named)
    if look == nil, !named.contains("/"), !named.contains(".") {
      throw .input(
        "--style: "
          + ArgumentProblem.unknownChoice(named, among: Looks.names).message + "; or name a style file")
    }
    let bytes = if let look { look } else { try readDocument(named) }
    let parsing = Style.parse(bytes)
    messages.tell(parsing.diagnostics, of: named)
    guard let style = parsing.style else {
      throw .input("\(named): error: the style has errors; nothing was drawn")
    }
    let styleFolder = look == nil ? named.lastIndex(of: "/").map { String(named[...$0]) } ?? "" : ""
    return (style, styleFolder, named)
  }

  /// The light look's land and borders, for a style that has no place for a base map of its own.
  private func basemapLayers(for style: Style) throws(Failure) -> [StyleLayer] {
    guard !basemapPaths.isEmpty, style.source(MapLoader.basemapSource) == nil else { return [] }
    let look = Looks.style(named: "light").flatMap { Style.parse($0).style }
    return look?.layers.filter { $0.source == MapLoader.basemapSource } ?? []
  }

  // MARK: Data

  private static let basemapSource = "basemap"

  private var basemapPaths: [String] {
    (request?.basemaps.map { folder + $0 } ?? []) + arguments.basemap
  }

  /// A file and the source it fills.
  private struct Assignment {
    let name: String
    let sourceID: String
    let path: String
    var fromDocument = false
  }

  private mutating func loadData(for style: Style, styleFolder: String) throws(Failure) -> [MapSource] {
    let assignments = try assignments(for: style)
    let all = arguments.clustering.clusterOptions(tileSize: arguments.view.tileSize)
    let single = try arguments.clustering.perSourceOptions(tileSize: arguments.view.tileSize)
    let known = Set(assignments.map(\.name) + style.sources.map(\.id))
    for (name, _) in single + (request?.clusteringBySource ?? []) where !known.contains(name) {
      let guess = didYouMean(name, among: known.sorted()).map { "; did you mean \($0)?" } ?? ""
      throw .input("there is no source \(name) to cluster" + guess)
    }
    let isAnyClustered = style.sources.contains { source in
      Grouping(source, options: ClusterOptions(source.settings)) != nil
    }
    var result: [MapSource] = []
    for source in style.sources {
      guard let standard = source.geoJSON else { continue }
      let mine = assignments.filter { $0.sourceID == source.id }
      let tables: [(name: String, table: FeatureTable, isInput: Bool)]
      if mine.isEmpty {
        guard let table = try styleData(of: source, standard, styleFolder: styleFolder) else { continue }
        tables = [(source.id, table, false)]
      } else {
        var read: [(name: String, table: FeatureTable, isInput: Bool)] = []
        for one in mine { read.append((one.name, try self.read(one), true)) }
        tables = read
      }
      for (name, table, isInput) in tables {
        var options = ClusterOptions(source.settings)
        if isAnyClustered ? Grouping(source, options: options) != nil : isInput && table.points.count > 0 {
          options = all.over((request?.clustering ?? ClusterOptions()).over(options))
        }
        for (owner, said) in (request?.clusteringBySource ?? []) + single
        where owner == name || owner == source.id {
          options = said.over(options)
        }
        result.append(try mapSource(source, name: name, table, options))
      }
    }
    for path in basemapPaths where style.source(MapLoader.basemapSource) == nil {
      let table = try read(Assignment(name: path, sourceID: MapLoader.basemapSource, path: path))
      result.append(
        try MapLoader.snapshotting { () throws(SnapshotError) in
          try MapSource(id: MapLoader.basemapSource, name: path, features: table)
        })
    }
    return result
  }

  private func mapSource(
    _ source: StyleSource, name: String, _ table: FeatureTable, _ options: ClusterOptions
  ) throws(Failure) -> MapSource {
    let grouping = table.points.count > 0 ? Grouping(source, options: options) : nil
    return try MapLoader.snapshotting { () throws(SnapshotError) in
      try MapSource(
        id: source.id, name: name, features: table, grouping: grouping, filter: source.geoJSON?.filter)
    }
  }

  /// Turns a snapshot's error into the command's.
  static func snapshotting<Value>(_ body: () throws(SnapshotError) -> Value) throws(Failure) -> Value {
    do throws(SnapshotError) {
      return try body()
    } catch {
      throw .input("clustersnap: error: \(error)")
    }
  }

  /// Which file fills which source: `--source` and the request by name, inputs by name or in order.
  private func assignments(for style: Style) throws(Failure) -> [Assignment] {
    let ids = style.sources.filter { $0.geoJSON != nil }.map(\.id)
    var result: [Assignment] = []
    for source in arguments.source {
      guard ids.contains(source.name) else { throw unknownSource(source.name, ids) }
      result.append(Assignment(name: source.name, sourceID: source.name, path: source.value))
    }
    let slots = inputSlots(of: style)
    var nextSlot = 0
    let fromRequest =
      request?.sources.map { (name: Optional($0.name), path: folder + $0.path, document: true) } ?? []
    for (name, path, document) in fromRequest + arguments.inputs.map(MapLoader.namedInput) {
      let stem = name ?? MapLoader.stem(of: path)
      if ids.contains(stem), name != nil || !slots.contains(stem) {
        result.append(Assignment(name: stem, sourceID: stem, path: path, fromDocument: document))
        continue
      }
      guard !slots.isEmpty else { throw unknownSource(stem, ids) }
      result.append(
        Assignment(
          name: MapLoader.unused(stem, among: result.map(\.name)), sourceID: slots[nextSlot % slots.count],
          path: path,
          fromDocument: document))
      nextSlot += 1
    }
    result += basemapPaths.compactMap { path in
      ids.contains(MapLoader.basemapSource)
        ? Assignment(name: path, sourceID: MapLoader.basemapSource, path: path) : nil
    }
    return result
  }

  /// The sources that inputs fill in turn: those of point layers whose data is empty or, where the style has only
  /// one such source, that one.
  private func inputSlots(of style: Style) -> [String] {
    let drawn = style.layers.filter { [.circle, .symbol, .heatmap].contains($0.type) }.compactMap(\.source)
    let sources = style.sources.filter { drawn.contains($0.id) && $0.geoJSON != nil }
    let empty = sources.filter { source in
      guard case .inline(let json)? = source.geoJSON?.data else { return false }
      return json["features"]?.elements?.isEmpty == true
    }
    return (empty.isEmpty && sources.count == 1 ? sources : empty).map(\.id)
  }

  private func unknownSource(_ name: String, _ ids: [String]) -> Failure {
    let guess =
      didYouMean(name, among: ids).map { "did you mean \($0)?" } ?? "it has " + ids.joined(separator: ", ")
    return .input("the style has no source \(name) with features; \(guess)")
  }

  /// `pins=museums.geojson` is a name and a file, unless a file of the whole name exists.
  private static func namedInput(_ word: String) -> (name: String?, path: String, document: Bool) {
    guard let equals = word.firstIndex(of: "="), access(word, F_OK) != 0 else { return (nil, word, false) }
    let name = word[..<equals]
    guard !name.isEmpty, !name.contains("/") else { return (nil, word, false) }
    return (String(name), String(word[word.index(after: equals)...]), false)
  }

  /// A file's name without folder and endings.
  private static func stem(of path: String) -> String {
    if path == "-" { return "stdin" }
    let name = path.split(separator: "/").last ?? ""
    return String(name.split(separator: ".").first ?? name)
  }

  private static func unused(_ name: String, among taken: [String]) -> String {
    var candidate = name
    var number = 2
    while taken.contains(candidate) {
      candidate = "\(name)-\(number)"
      number += 1
    }
    return candidate
  }

  private mutating func read(_ assignment: Assignment) throws(Failure) -> FeatureTable {
    var options = arguments.reading.readingOptions
    let (path, progress) = (assignment.path, progress)
    progress.begin("reading \(path)")
    var status = stat()
    let size = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Double(status.st_size) : nil
    options.progress = { bytes, rows in
      progress.tell(share: size.map { Double(bytes) / max(1, $0) }, rows: rows)
    }
    let table = try InputReader(options: options, takesOnlyFiles: assignment.fromDocument).read(path)
    progress.end()
    try tellSkipped(table, path)
    return table
  }

  private mutating func tellSkipped(_ table: FeatureTable, _ path: String) throws(Failure) {
    let name = path == "-" ? "standard input" : path
    for note in table.notes { messages.warning("\(name): warning: \(note)") }
    guard table.skipped.count > 0 else { return }
    messages.warning("\(name): warning: \(table.skipped)")
  }

  /// The data that the style itself brings: inline, or in a file below its folder.
  private mutating func styleData(
    of source: StyleSource, _ geoJSON: GeoJSONSource, styleFolder: String
  ) throws(Failure) -> FeatureTable? {
    switch geoJSON.data {
    case .inline(let json):
      if json["features"]?.elements?.isEmpty == true { return nil }
      var writer = JSONWriter()
      writer.value(json)
      do throws(FeatureError) {
        return try .read(ByteArray(writer.takeBytes()), options: ReadingOptions(format: .geojson))
      } catch {
        throw .input("\(source.path.dotted): error: \(error)")
      }
    case .file(.path(let path), _):
      return try read(
        Assignment(
          name: source.id, sourceID: source.id, path: try contained(path, in: styleFolder), fromDocument: true
        ))
    case .file(.url(let url), let position):
      messages.warning(
        "source \(source.id) (line \(position.line)): \(escapedForMessage(url)) is not fetched; bring its data with --source \(source.id)=FILE"
      )
      return nil
    }
  }

  /// A path below a folder, links resolved; anything that leads elsewhere is refused.
  private func contained(_ path: String, in folder: String) throws(Failure) -> String {
    let full = folder + path
    guard let root = realpath(folder.isEmpty ? "." : folder, nil) else { return full }
    defer { free(root) }
    guard let resolved = realpath(full, nil) else { return full }
    defer { free(resolved) }
    let (rootPath, filePath) = (String(cString: root), String(cString: resolved))
    guard filePath.hasPrefix(rootPath == "/" ? "/" : rootPath + "/") else {
      throw .input("\(full): error: this leads out of the style's folder; put the file below it")
    }
    return full
  }
}
