import JSONDocument
import BuiltIns
import MapClusters
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStories
import MapStyle

/// Loads what options and request name.
struct MapLoader {
  private let arguments: MapArguments
  private let messages: Messages
  private let tables: TableLoader
  private var request: SnapshotRequest?
  private var inputPaths: [String] = []
  private var scenario: Scenario?
  private var origins = SettingOrigins()
  /// Which rows of a scenario's groups came from where, by name.
  private(set) var layouts: [String: Scenario.PoolLayout] = [:]

  /// - Parameter shared: data that other requests draw from, too.
  init(_ arguments: MapArguments, messages: Messages, progress: Progress, shared: SharedData? = nil) {
    self.arguments = arguments
    self.messages = messages
    tables = TableLoader(messages: messages, progress: progress, shared: shared)
  }

  /// Loads what a scenario names; its file is the arguments' request.
  init(_ scenario: Scenario, _ arguments: MapArguments, messages: Messages, progress: Progress) {
    self.init(arguments, messages: messages, progress: progress)
    self.scenario = scenario
  }

  private var threads: Int { arguments.threads ?? processorCount }

  /// Everything the pictures need.
  mutating func load() throws(Failure) -> LoadedMap {
    try loadRequest()
    let (style, folder) = try loadStyle()
    let assignments = try SourceAssignments(
      style: style, sources: arguments.source, inputs: arguments.inputs, basemaps: arguments.basemap,
      request: request, requestName: arguments.request)
    inputPaths += assignments.all.filter { !isInline($0) }.map(\.path)
    tellLookAlikes(assignments)
    let data = try loadData(for: style, assignments, in: folder)
    tellPointless(style, data, styleName: folder.style)
    try messages.endIfStrict()
    let snapshotter = MapSnapshotter(
      style: style, sources: data, basemapLayers: assignments.needsBasemapLayers ? basemapLayers : [],
      threads: threads)
    return LoadedMap(
      snapshotter: snapshotter, views: try views(for: style), request: request,
      requestName: arguments.request, styleFolder: folder, inputPaths: inputPaths,
      origins: origins)
  }

  // MARK: Request and views

  private mutating func loadRequest() throws(Failure) {
    guard let path = arguments.request else { return }
    let name = path == "-" ? "standard input" : path
    inputPaths.append(path)
    if let scenario {
      request = scenario.request
      return
    }
    let text = try readJSON(path, name: name)
    let (request, diagnostics) = SnapshotRequest.parse(text)
    if messages.tell(diagnostics, of: name) { throw .told }
    guard let request else { return }
    if request.sources.isEmpty && request.basemaps.isEmpty && request.style == nil && arguments.namesNoData {
      throw .input(
        "the request names no sources; add \"sources\": {\"points\": \"points.csv\"}, or name an input beside it",
        at: "\(name):\(text.root.position.line):\(text.root.position.column)")
    }
    self.request = request
  }

  /// What zooms in options and in the request count from.
  private var tileSize: Int {
    arguments.view.options.tileSize ?? request?.tileSize ?? 512
  }

  /// The command's options win over the request's, those over the style's.
  private func views(for style: Style) throws(Failure) -> [SnapshotRequest.View] {
    let options = try arguments.view.viewOptions()
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
      var said = options.over(view.view)
      said.tileSize = said.tileSize ?? 512
      // The zooms of a style are of a world 512 points wide whatever the others are.
      var base = base
      if said.tileSize == 256 {
        base.zoom = base.zoom.map { $0 + 1 }
        base.maximumFitZoom = base.maximumFitZoom.map { $0 + 1 }
      }
      view.view = said.over(base)
      view.output = view.output.over(style.output)
      return view
    }
    OptionAdvice(messages: messages).tell(options, over: views.map(\.view))
    return views
  }

  // MARK: Style

  private mutating func loadStyle() throws(Failure) -> (Style, StyleFolder) {
    let option = arguments.style
    let named = option ?? request?.style ?? BuiltInStyles.names.first ?? ""
    let look = BuiltInStyles.style(named: named)
    let bytes: [UInt8]
    let name: String
    if let look {
      (bytes, name) = (look, named)
    } else {
      name = option ?? relativePath(named, to: arguments.request)
      if !named.contains("/"), !named.contains("."), access(name, F_OK) != 0 {
        let guess = didYouMean(named, among: BuiltInStyles.names).map { "did you mean \($0)?" }
        throw .input(
          "--style: \"\(named)\" is no file and none of the looks \(BuiltInStyles.names.joined(separator: ", ")); "
            + (guess ?? "name one of these, or a style file"))
      }
      inputPaths.append(name)
      bytes = try readDocument(name, takesOnlyFiles: option == nil)
    }
    let parsing = Style.parseWithSettings(bytes)
    let hasErrors = messages.tell(parsing.diagnostics, of: name)
    guard let style = parsing.style, !hasErrors else { throw .told }
    return (style, StyleFolder(style: name, isLook: look != nil))
  }

  /// The standard look's land and borders, for a style that has no place for a base map of its own.
  private var basemapLayers: [StyleLayer] {
    let look = BuiltInStyles.names.first.flatMap { BuiltInStyles.style(named: $0) }.flatMap {
      Style.parseWithSettings($0).style
    }
    return look?.layers.filter { $0.source == SourceAssignments.basemap } ?? []
  }

  // MARK: Data

  private mutating func loadData(
    for style: Style, _ assignments: SourceAssignments, in folder: StyleFolder
  ) throws(Failure) -> [MapSource] {
    let reading = readingOptions
    let bySource = try clusteringBySource(known: assignments, style, isLook: folder.isLook)
    let isAnyClustered = style.sources.contains { source in
      Grouping(source, options: ClusterOptions(source.settings)) != nil
    }
    var result: [MapSource] = []
    var advice = OptionAdvice(messages: messages)
    for source in style.sources {
      guard let standard = source.geoJSON else { continue }
      var parts: [TableLoader.Part] = []
      for one in assignments.all where one.sourceID == source.id {
        let table = try table(of: one, reading)
        warnOfShapes(table, in: one, of: style)
        parts.append(TableLoader.Part(name: one.name, table: table, isInput: true))
      }
      if parts.isEmpty {
        guard let table = try tables.table(of: source, standard, in: folder, threads: threads) else {
          continue
        }
        parts = [TableLoader.Part(name: source.id, table: table, isInput: false)]
      }
      for part in parts {
        var options = ClusterOptions(source.settings)
        origins.take(options, of: part.name) { setting in
          .init(
            name: "source \(source.id): \(setting)",
            place: placeText(folder.style, source.settings.position(of: setting)))
        }
        let takesPart =
          isAnyClustered
          ? Grouping(source, options: options) != nil : part.isInput && part.table.points.count > 0
        if takesPart {
          options = said(arguments.clustering.options, over: said(requested, over: options, source), source)
          let (name, request) = (arguments.request, request)
          origins.take(requested, of: part.name) { setting in
            .init(name: setting, place: placeText(name, request?.settingPositions[setting]))
          }
          origins.take(arguments.clustering.options, of: part.name) { setting in
            .init(name: "--" + kebabCase(setting), place: nil)
          }
        }
        for (number, (owner, settings)) in bySource.enumerated()
        where owner == part.name || owner == source.id {
          options = said(settings, over: options, source)
          let (name, request) = (arguments.request, request)
          let isRequested = number < request?.clusteringBySource.count ?? 0
          origins.take(settings, of: part.name) { setting in
            let path = "cluster.\(owner).\(setting)"
            return isRequested
              ? .init(name: path, place: placeText(name, request?.settingPositions[path]))
              : .init(name: "--cluster \(owner).\(kebabCase(setting))", place: nil)
          }
        }
        let grouping = part.table.points.count > 0 ? Grouping(source, options: options) : nil
        if let settings = grouping?.settings {
          let owners = bySource.indices.filter {
            bySource[$0].name == part.name || bySource[$0].name == source.id
          }
          advice.take(settings, of: source.id, isGeneral: takesPart, owners: owners)
        }
        result.append(
          try snapshotting(origins: origins) { () throws(SnapshotError) in
            try MapSource(
              id: source.id, name: part.name, features: part.table, grouping: grouping,
              filter: standard.filter, identity: FeatureIdentity(standard),
              isBackdrop: source.id == SourceAssignments.basemap)
          })
      }
    }
    advice.tell(arguments.clustering.options, at: nil)
    // A method said beside a request puts what the request says for its own aside.
    if arguments.clustering.options.method == nil && arguments.clustering.options.preset == nil {
      advice.tell(requested, at: arguments.request)
    }
    advice.tell(bySource, requested: request?.clusteringBySource.count ?? 0, requestName: arguments.request)
    if !folder.isLook { advice.tell(style, at: folder.style) }
    guard assignments.needsBasemapLayers else { return result }
    for one in assignments.all where one.sourceID == SourceAssignments.basemap {
      let table = try tables.table(of: one, reading)
      result.append(
        try snapshotting { () throws(SnapshotError) in
          try MapSource(id: one.sourceID, name: one.name, features: table, isBackdrop: true)
        })
    }
    return result
  }

  /// Whether a source of a scenario is a list of points instead of a file.
  private func isInline(_ assignment: SourceAssignments.Assignment) -> Bool {
    scenario?.inlineSources.contains { $0.name == assignment.name } ?? false
  }

  /// What a source's file holds; of a scenario also what its steps add.
  private mutating func table(
    of assignment: SourceAssignments.Assignment, _ reading: ReadingOptions
  ) throws(Failure) -> FeatureTable {
    guard let scenario, scenario.groupNames.contains(assignment.name) else {
      return try tables.table(of: assignment, reading)
    }
    let own = isInline(assignment) ? nil : try tables.table(of: assignment, reading)
    var files: [String: FeatureTable] = [:]
    for name in scenario.files(of: assignment.name) {
      let path = relativePath(name, to: arguments.request)
      inputPaths.append(path)
      files[name] = try tables.table(
        of: .init(
          name: assignment.name, sourceID: assignment.sourceID, path: path, isFromDocument: true), reading)
    }
    do throws(FeatureError) {
      let (table, layout) = try scenario.pool(of: assignment.name, source: own, files: files)
      layouts[assignment.name] = layout
      return table
    } catch {
      throw .input("points of \(assignment.name): \(error)", at: arguments.request)
    }
  }

  /// A style with one look for all inputs means it so; of one with several, more inputs than looks are told.
  private func tellLookAlikes(_ assignments: SourceAssignments) {
    guard assignments.lookCount > 1 else { return }
    for (first, other) in assignments.lookAlikes {
      messages.warning("inputs \(first) and \(other) look alike; a style of your own can tell them apart")
    }
  }

  /// Tells of layers that draw lines or areas of sources with points alone.
  private func tellPointless(_ style: Style, _ data: [MapSource], styleName: String) {
    var notes: [Diagnostic] = []
    // A base map without lines and areas has been told already.
    for layer in style.layers
    where [.fill, .line, .fillExtrusion].contains(layer.type) && layer.source != SourceAssignments.basemap {
      let tables = data.filter { $0.id == layer.source }.map(\.features)
      guard tables.contains(where: { $0.points.count > 0 }), tables.allSatisfy(\.shapes.isEmpty),
        let source = layer.source
      else { continue }
      let what = layer.type == .fill ? "areas" : "lines and the edges of areas"
      notes.append(
        Diagnostic(
          .warning, code: "nothing-to-draw", path: layer.path, position: layer.position,
          message: "a \(layer.type.rawValue) layer draws \(what), but the source \(source) has points alone; "
            + "draw these with a circle or symbol layer"))
    }
    messages.tell(notes, of: styleName)
  }

  /// Tells of lines and areas that no layer draws: they are never points.
  private func warnOfShapes(
    _ table: FeatureTable, in assignment: SourceAssignments.Assignment, of style: Style
  ) {
    let isDrawn = style.layers.contains { layer in
      layer.source == assignment.sourceID && [.fill, .line, .fillExtrusion].contains(layer.type)
    }
    guard !table.shapes.isEmpty, !isDrawn else { return }
    messages.warning(
      "\(counted(table.shapes.count, "line or area", "lines and areas")) not drawn by the style; "
        + "name the file with --basemap to draw them beneath",
      at: assignment.path == "-" ? "standard input" : assignment.path)
  }

  private var requested: ClusterOptions { request?.clustering ?? ClusterOptions() }

  /// Options over others, their zooms brought to those of a 512-point world.
  private func said(
    _ options: ClusterOptions, over base: ClusterOptions, _ source: StyleSource
  ) -> ClusterOptions {
    let merged = options.over(base)
    let method = Grouping(source, options: merged)?.settings.method ?? .grid
    return options.countingFrom512(tileSize, method: method).over(base)
  }

  /// What was said for single sources, the request's first, so that the command's wins.
  private func clusteringBySource(
    known assignments: SourceAssignments, _ style: Style, isLook: Bool
  ) throws(Failure) -> [(name: String, options: ClusterOptions)] {
    let known = assignments.all.map(\.name) + style.sources.map(\.id)
    let requested = request?.clusteringBySource ?? []
    let options = try arguments.sourceClustering.optionsBySource()
    for (owner, place) in requested.map({ ($0.name, arguments.request) }) + options.map({ ($0.name, nil) })
    where !known.contains(owner) {
      var names: [String] = []
      // The names inside a built-in look are nothing that anyone has said.
      let named = isLook ? assignments.all.map(\.name) : known
      for name in named where !names.contains(name) { names.append(name) }
      let advice = didYouMean(owner, among: names).map { "did you mean \($0)?" }
      throw .input(
        "there is no source \(owner) to cluster; "
          + (advice ?? "there \(names.count == 1 ? "is" : "are") " + names.joined(separator: ", ")),
        at: place)
    }
    return requested + options
  }

  private var readingOptions: ReadingOptions {
    var options = arguments.reading.readingOptions(threads: threads)
    options.format = options.format ?? request?.inputFormat
    options.longitudeColumn = options.longitudeColumn ?? request?.longitude
    options.latitudeColumn = options.latitudeColumn ?? request?.latitude
    options.identifierColumn = options.identifierColumn ?? request?.identifier
    return options
  }
}
