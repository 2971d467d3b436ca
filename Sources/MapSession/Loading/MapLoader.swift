import MapStories
import MapSettings
import BuiltIns
import JSONDocument
import MapClusters
import MapFeatures
import MapGeometry
import MapScene
import MapStyle
import StyleSettings

/// Loads what a specification and its request name.
struct MapLoader {
  let specification: MapSpecification
  let log: SessionLog
  let session: MapSession
  private(set) var tables: TableLoader
  var request: SnapshotRequest?
  /// The request as messages call it, and the path that its files are relative to; `nil` without one.
  private(set) var requestName: String?
  var inputPaths: [String] = []
  /// The views, all settings merged.
  private(set) var views: [SnapshotRequest.View] = []
  let scenario: Scenario?
  var origins = SettingOrigins()
  /// Why the points of inputs are kept, by name.
  var keptNotes: [String: String] = [:]
  /// Which rows of a scenario's groups came from where, by name.
  var layouts: [String: Scenario.PoolLayout] = [:]

  /// - Parameter scenario: what the specification's request was read as, if it is one.
  init(
    _ specification: MapSpecification, scenario: Scenario? = nil, log: SessionLog, session: MapSession
  ) {
    (self.specification, self.scenario, self.log, self.session) = (specification, scenario, log, session)
    tables = TableLoader(log: log, resources: session.resources, cache: session.cache)
  }

  var threads: Int { session.threads(of: specification) }
  var resources: any ResourceLoader { session.resources }
  /// What options and request set beside style and data.
  var resourceSettings: ResourceSettings {
    specification.resources.over(request?.resources ?? ResourceSettings())
  }
  /// The limits that options and request set for the network.
  var network: NetworkLimits { resourceSettings.network }

  /// Everything the pictures need.
  mutating func load() throws(SessionError) -> LoadedMap {
    log.namesMembers = specification.request?.name != nil
    guard log.namesMembers else { return try loaded() }
    do throws(SessionError) { return try loaded() } catch { throw error.namingMembers }
  }

  private mutating func loaded() throws(SessionError) -> LoadedMap {
    try loadRequest()
    let (named, folder, styleKey) = try loadStyle()
    try log.checkCancelled()
    var basemap = try Basemap(specification, request, requestName: requestName, resources)
    basemap.takeDefault(of: named, isBuiltIn: folder.isBuiltIn)
    var overlaid = try overlaid(named, isBuiltIn: folder.isBuiltIn)
    if basemap.isNone, folder.isBuiltIn { overlaid = overlaid.onPaper() }
    if basemap.files.contains(where: \.isOverWorld) { overlaid = overlaid.drawingOverlays() }
    var (style, places) = try stacked(overlaid, on: basemap, isBuiltIn: folder.isBuiltIn)
    let basemaps = places.mapValues { _ in basemapName }
    try name(&places, in: style)
    views = views(for: style)
    // What no view draws is not read either.
    if views.allSatisfy({ specification.output.over($0.output).placeNames == false }) {
      style = style.withoutNames(of: Set(places.keys))
    }
    let assignments = try SourceAssignments(
      style: style, specification, basemap, request: request, requestName: requestName, resources: resources)
    for source in request?.sources ?? [] { tables.inline[source.resource(in: requestName)] = source.content }
    inputPaths += assignments.all.filter { !isInline($0) && tables.inline[$0.resource] == nil }.map(\.path)
    reportLookAlikes(assignments)
    let data = try loadData(for: style, styleKey, assignments, in: folder)
    warnOfReading(assignments, data)
    reportPointless(style, data, styleName: folder.style)
    for source in data {
      if let theme = source.theme { style = style.drawing(source.id, by: theme) }
    }
    let snapshotter = MapSnapshotter(
      style: style, sources: data,
      basemapLayers: assignments.needsBasemapLayers ? basemapLayers(beneath: style) : [],
      threads: threads)
    reportAmbiguousPoints(views, snapshotter)
    reportCalloutColumns(views, data)
    try checkMembers(views, data, styleName: folder.style)
    try log.endIfStrict()
    return LoadedMap(
      session: session, specification: specification, snapshotter: snapshotter,
      views: views, request: request, requestName: requestName, styleFolder: folder,
      inputPaths: inputPaths, origins: origins, tilePlaces: places, basemaps: basemaps,
      hasWorld: basemap.hasWorld, isWorldAlone: basemap.files.isEmpty && basemap.tiles.isEmpty,
      hasSteps: scenario != nil)
  }

  /// Takes down where the tiles of the style's sources are, as options and the request name them.
  private mutating func name(_ places: inout [String: TilePlace], in style: Style) throws(SessionError) {
    let requested = (request?.tiles ?? []).map { source in
      (
        source.name,
        source.path.contains("://") ? source.path : Resource.path(of: source.path, in: requestName)
      )
    }
    let fillings = specification.sources.filter { style.source($0.name)?.tileSet != nil }
    let named = requested + (fillings + specification.tiles).map { ($0.name, $0.path) }
    for (number, (name, path)) in named.enumerated() {
      guard style.source(name)?.tileSet != nil else {
        let known = style.sources.filter { $0.tileSet != nil }.map(\.id)
        let guess = didYouMean(name, among: known).map { "did you mean \($0)?" }
        throw .input(
          "\(number < requested.count ? "tiles" : "--tiles"): the style has no source \(name) of tiles; "
            + (guess ?? (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))")))
      }
      places[name] = TilePlace(path)
      if !path.contains("://"), !path.contains("{") { inputPaths.append(path) }
    }
  }

  // MARK: Request and views

  private mutating func loadRequest() throws(SessionError) {
    guard let source = specification.request else { return }
    requestName = source.name
    if case .file(let resource) = source, case .path(let path) = resource.location { inputPaths.append(path) }
    if let scenario {
      request = scenario.request
      return
    }
    let text: JSONText
    switch source {
    case .value(let value, _):
      request = value
      return
    case .text(let json, _): text = json
    case .file(let resource): text = try session.json(of: resource)
    }
    let name = requestName == "-" ? "standard input" : requestName ?? ""
    let (request, diagnostics) = SnapshotRequest.parse(text)
    if log.report(diagnostics, of: name) { throw .reported }
    guard let request else { return }
    if request.sources.isEmpty && request.cells.isEmpty && request.basemaps.isEmpty && request.style == nil
      && specification.namesNoData
    {
      throw .input(
        "the request names no sources; add \"sources\": {\"points\": \"points.csv\"}, or name an input beside it",
        at: "\(name):\(text.root.position.line):\(text.root.position.column)")
    }
    self.request = request
  }

  /// What zooms in options and in the request count from.
  var tileSize: Int {
    specification.tileSize ?? request?.tileSize ?? 512
  }

  /// The command's options win over the request's, those over the style's.
  private func views(for style: Style) -> [SnapshotRequest.View] {
    var options = specification.view
    options.tileSize = specification.tileSize
    var base = ViewOptions(style.output)
    if base.box == nil && base.fitsPoints != true, let center = style.center, let zoom = style.zoom {
      base.center = Coordinate(latitude: center.latitude, longitude: center.longitude)
      base.zoom = zoom
    }
    base.bearing = base.bearing ?? style.bearing
    let asked =
      request?.views ?? [SnapshotRequest.View(view: ViewOptions(), output: style.output, position: nil)]
    let views = asked.map { view in
      var view = view
      var merged = options.over(view.view)
      merged.tileSize = merged.tileSize ?? 512
      // The zooms of a style are of a world 512 points wide whatever the others are.
      var base = base
      if merged.tileSize == 256 {
        base.zoom = base.zoom.map { $0 + 1 }
        base.maximumFitZoom = base.maximumFitZoom.map { $0 + 1 }
      }
      view.view = merged.over(base)
      view.output = view.output.over(style.output)
      return view
    }
    let pictures = views.map { view in
      [SettingSituation.Picture(of: view.view, view.output, as: .png, hasSteps: scenario != nil)]
    }
    PictureAdvice(log: log, request: request, requestName: requestName, pictures: pictures)
      .warnAboutUnused(ViewOptions.table.entries, options) { $0.view }
    return views
  }

  // MARK: Style

  private mutating func loadStyle() throws(SessionError) -> (Style, StyleFolder, StyleKey?) {
    let option = specification.style
    let named = option ?? request?.style ?? BuiltInStyles.names.first ?? ""
    let parsing: StyleParsing
    let key: StyleKey?
    let name: String
    let isBuiltIn = BuiltInStyles.names.contains(named)
    if isBuiltIn {
      name = named
      key = StyleKey(identity: named, versions: [])
      parsing = session.builtInStyle(named)
    } else {
      name = option ?? Resource.path(of: named, in: requestName)
      if !named.contains("/"), !named.contains("."),
        resources.kind(of: name, followingLinks: true) == .missing
      {
        let guess = didYouMean(named, among: BuiltInStyles.names).map { "did you mean \($0)?" }
        throw .input(
          "\(option == nil ? "style" : "--style"): \"\(named)\" is no file and none of the built-in styles \(BuiltInStyles.names.joined(separator: ", ")); "
            + (guess ?? "name one of these, or a style file"))
      }
      inputPaths.append(name)
      let resource = Resource(path: name, isFromDocument: option == nil)
      let version = resources.version(of: resource)
      key = version.map { StyleKey(identity: $0.identity, versions: [$0]) }
      parsing = try session.style(in: resource, version)
    }
    let hasErrors = log.report(parsing.diagnostics.compactMap(judged), of: name)
    guard let style = parsing.style, !hasErrors else { throw .reported }
    return (style, StyleFolder(style: name, isBuiltIn: isBuiltIn, resources: resources), key)
  }

  /// What the parser has left open about addresses: no fault where options or the request name another place for the
  /// tiles or the sprite, an error where a path leaves the style's folder.
  private func judged(_ diagnostic: Diagnostic) -> Diagnostic? {
    guard ["unsafe-path", "unsupported-url"].contains(diagnostic.code) else { return diagnostic }
    var named = Set((specification.sources + specification.tiles).map(\.name))
    named.formUnion((request?.tiles ?? []).map(\.name))
    let isReplaced =
      switch diagnostic.path.steps.first {
      case .key("sources"):
        diagnostic.path.steps.dropFirst().first.map { named.map(JSONPath.Step.key).contains($0) } ?? false
      case .key("sprite"):
        diagnostic.path.steps.count == 1
          && (specification.resources.sprite ?? request?.resources.sprite) != nil
      default: false
      }
    let isUnsafe = diagnostic.code == "unsafe-path"
    return isReplaced && diagnostic.severity == .warning ? nil : isUnsafe ? diagnostic.asChecked : diagnostic
  }

  /// The standard style's land and borders, for a style that has no place for a base map of its own; with its water
  /// where that style has no background, which would leave the sea transparent.
  private func basemapLayers(beneath style: Style) -> [StyleLayer] {
    let hasBackground = style.layers.contains { $0.type == .background }
    let standard = BuiltInStyles.names.first.flatMap { session.builtInStyle($0).style }
    return standard?.drawingOverlays().layers.filter { layer in
      WorldBasemap.isSource(layer.source) || layer.type == .background && !hasBackground
    } ?? []
  }
}

/// What a style was read from; what is made from it is kept for that version.
struct StyleKey {
  let identity: String
  /// None for a built-in style.
  let versions: [ResourceVersion]
}

extension MapSession {
  /// Loads what a specification names: style, data, views. Blocks the calling thread.
  ///
  /// For those who draw stage by stage, as the command does; ``pictures(of:as:isStrict:progress:)`` does it all.
  ///
  /// - Throws: ``SessionError`` for what is missing or cannot be used.
  public func load(_ specification: MapSpecification, log: SessionLog) throws(SessionError) -> LoadedMap {
    cache.recount()
    var loader = MapLoader(specification, log: log, session: self)
    return try loader.load()
  }
}
