import BuiltIns
import JSONDocument
import MapClusters
import MapContent
package import MapFeatures
import MapGeometry
import MapScene
package import MapSettings
import MapStyle
import StyleSettings

/// Executes a plan: reads the files that it names, each in its way, and makes sources of them.
struct MapLoading {
  private let session: MapSession
  private let log: SessionLog
  private(set) var plan: MapPlan
  var tables: TableLoader
  let reading: ReadingOptions
  var paths: [String]

  init(_ plan: MapPlan, _ session: MapSession, _ log: SessionLog) {
    (self.plan, self.session, self.log) = (plan, session, log)
    tables = TableLoader(log: log, resources: session.resources, cache: session.cache)
    let requested = plan.requested
    tables.audits = requested.specification.isOfTile ? session.audits : nil
    var reading = requested.reading(threads: session.threads(of: requested.specification))
    reading.keepsIdentifiers = plan.findsPointsByID
    self.reading = reading
    for source in requested.asked.sources {
      tables.inline[source.resource(in: requested.requestName)] = source.content
    }
    for file in plan.chosen.overlayFiles {
      if let bytes = try? session.resources.bytes(of: file.resource, in: nil, limit: 1 << 28),
        GPXTrack.isGPX(bytes)
      {
        tables.inline[file.resource] = GPXTrack.geoJSON(bytes)
      }
    }
    paths = (requested.requestPath.map { [$0] } ?? []) + plan.chosen.paths
    for one in plan.assignments.all where !requested.isInline(one) && tables.inline[one.resource] == nil {
      paths.append(one.path)
    }
  }

  mutating func load() throws(SessionError) -> LoadedMap {
    var data: [MapSource] = []
    for index in plan.sources.indices {
      try log.checkCancelled()
      if let source = try load(index) { data.append(source) }
    }
    // The files that fill a base map for which the style has no source.
    for one in plan.assignments.all
    where plan.assignments.needsBasemapLayers && WorldBasemap.isSource(one.sourceID) {
      let columns = plan.sources.first { $0.location == .resource(one.resource) }?.columns ?? []
      let part = try tables.part(of: one, reading(columns, nil))
      data.append(
        try rethrowing(
          kept(part, of: one.name, as: one.sourceID, of: StyleKey(identity: "", versions: []), nil) {
            () throws(SnapshotError) in
            try MapSource(id: one.sourceID, name: one.name, features: part.table, isBackdrop: true)
          }, as: fault))
    }
    log.report(advice(of: plan), style: plan.chosen.folder.style)
    var style = plan.chosen.style
    for source in data {
      if let theme = source.theme { style = style.drawing(source.id, by: theme) }
    }
    for part in plan.sources {
      if let overlap = part.options.overlap { style = style.overlapping(part.source, by: overlap) }
    }
    let snapshotter = MapSnapshotter(
      style: style, sources: data,
      basemapLayers: plan.assignments.needsBasemapLayers ? basemapLayers(beneath: style) : [],
      threads: reading.threads)
    let report = RowReport(plan: plan, log: log)
    report.reportAmbiguousPoints(snapshotter)
    report.reportCalloutColumns(data)
    try report.checkMembers(data)
    try log.endIfStrict()
    return LoadedMap(
      session: session, plan: plan, snapshotter: snapshotter, inputPaths: paths, spelling: log.spelling)
  }

  func reading(_ columns: [String], _ shapePoints: ShapePoints?) -> ReadingOptions {
    var options = reading
    (options.columns, options.shapePoints) = (columns, shapePoints)
    return options
  }

  // MARK: Sources

  /// The data of a part; `nil` where the style's own is not there.
  private mutating func load(_ index: Int) throws(SessionError) -> MapSource? {
    let planned = plan.sources[index]
    guard let source = plan.source(of: planned), let standard = source.geoJSON else { return nil }
    guard let part = try read(index, source, standard) else { return nil }
    plan.sources[index] = plan.sources[index].settled(
      by: part.finding(identifier: reading.identifierColumn), source, of: plan.chosen.style)
    let settled = plan.sources[index]
    let report = RowReport(plan: plan, log: log, filter: try settled.filter(session.collation))
    try report.check(settled, part, standard)
    let rules =
      plan.requested.specification.rulesBySource[settled.name]
      ?? plan.requested.specification.rulesBySource[source.id]
    let general = plan.requested.specification.rules
    var data = try counted(mapSource(part, settled, source, standard, report.filter), settled, source)
    data.clustering?.rules = rules?.over(general) ?? general
    data.wayNote = part.way.note?.spelled(log.spelling)
    try report.report(data, part, settled)
    return data
  }

  /// Reads a part in its way. A way that turns out to be none is replaced in the plan.
  private mutating func read(
    _ index: Int, _ source: StyleSource, _ standard: GeoJSONSource
  ) throws(SessionError) -> TableLoader.Part? {
    let part = plan.sources[index]
    guard let assignment = part.assignment else {
      let rule = ClusterOptions(source.settings).pointsOf
      return try tables.part(of: source, standard, in: plan.chosen.folder, reading(part.columns, rule))
    }
    let options = reading(part.columns, part.merged.pointsOf)
    switch part.way {
    case .cells: return try tables.cells(of: assignment, weight: part.merged.weight, reading)
    case .kept(let reason): return try kept(assignment, options, reason?.text)
    case .summed(let view), .counted(let view):
      guard let summation = try summation(of: index, source, standard, in: view, options) else {
        return try kept(assignment, options, plan.sources[index].reason)
      }
      var reason = DatabaseAddress(assignment.resource.name).map { _ in PointNeed.filter("").text }
      if case .counted = part.way {
        let counted = try tables.counted(assignment, summation, part, options)
        if case .success(let part)? = counted { return part }
        reason = if case .failure(let fault)? = counted { fault.text } else { nil }
        plan.sources[index].way = .summed(view)
      }
      let note = reason.map { "grid not pushed down: \($0)" as SettingText }
      return try tables.summed(assignment, summation, options, plan, note)
    }
  }

  private mutating func kept(
    _ assignment: SourceAssignment, _ reading: ReadingOptions, _ reason: SettingText?
  ) throws(SessionError) -> TableLoader.Part {
    let requested = plan.requested
    var part: TableLoader.Part
    if let stepped = requested.stepped, let names = stepped.files(of: assignment.name) {
      let own = requested.isInline(assignment) ? nil : try tables.part(of: assignment, reading).table
      var files: [String: FeatureTable] = [:]
      for name in names {
        let path = requested.path(name)
        paths.append(path)
        files[name] = try tables.read(Resource(path: path, isFromDocument: true), reading).table
      }
      part = TableLoader.Part(
        table: try rethrowing(
          stepped.table(of: assignment.name, own: own, files: files, columns: reading.columns)
        ) { (error: FeatureError) in
          SessionError.input("points of \(assignment.name): \(error)", at: requested.requestName)
        })
    } else {
      part = try tables.part(of: assignment, reading)
    }
    part.way = .kept(note: reason.map { "points kept: \($0)" })
    return part
  }

  /// The cells that the points of a part are summed into; `nil` where the late decision is to keep them.
  private mutating func summation(
    of index: Int, _ source: StyleSource, _ standard: GeoJSONSource, in view: SourcePlan.SummedView,
    _ reading: ReadingOptions
  ) throws(SessionError) -> InputSummation? {
    let part = plan.sources[index]
    guard let assignment = part.assignment, let clustering = plan.clustering(of: part) else { return nil }
    let filter = try part.filter(session.collation)
    func chooser(_ drawing: ClusterOptions, _ views: [Viewport]) -> PointChooser {
      PointChooser(
        name: part.name, clustering: clustering, filter: standard.filter, rowFilter: filter,
        drawing: drawing, identity: FeatureIdentity(standard), views: views,
        boxes: view.boxes)
    }
    if let viewport = view.viewport {
      return InputSummation(
        view: .init(viewport, clustering.settings), clustering: clustering,
        chooser: chooser(part.merged, [viewport] + view.others))
    }
    // The file is read for its box, and once more for the cells of the view that shows it.
    let first = chooser(ClusterOptions(), [])
    guard let box = try tables.bounds(of: assignment, first, reading) else { return nil }
    let (fitted, style) = (plan.views[0].view, plan.chosen.style)
    let viewport = try rethrowing(
      fitted.fitted(to: box, try first.result(), clustering, source, style), as: fault)
    let needs = PointNeed.all(of: part.merged, clustering, zoom: viewport.zoom, isOfView: true)
    if let need = needs.first(where: { !$0.isServed(by: .stream) }) {
      let asked = plan.resources.stream == true ? "stream" : "max-memory"
      plan.sources[index].way = .kept(.init(text: need.text, asked: asked))
      return nil
    }
    return InputSummation(
      view: .init(viewport, clustering.settings), clustering: clustering,
      chooser: chooser(part.merged, [viewport]), bounds: box)
  }

  /// A part as a source, kept between requests where the style's and the data's files have a version.
  private func mapSource(
    _ part: TableLoader.Part, _ settled: SourcePlan, _ source: StyleSource, _ standard: GeoJSONSource,
    _ filter: CompiledRowFilter?
  ) throws(SessionError) -> MapSource {
    let (options, clustering) = (settled.options, plan.clustering(of: settled))
    func make() throws(SnapshotError) -> MapSource {
      // Filters have chosen already among points that were summed.
      var made = try MapSource(
        id: source.id, name: settled.name, features: part.table, clustering: clustering,
        filter: standard.filter, rowFilter: filter, drawing: options,
        identity: FeatureIdentity(standard), isBackdrop: WorldBasemap.isBeside(source.id),
        cells: part.way.cells, hasUniqueIDs: options.uniqueIDs == true)
      switch part.way {
      case .summed(_, let streamed, _): return made.with(streamed)
      case .counted(_, let counts): made.databaseCounts = counts
      case .kept, .cells: break
      }
      return made
    }
    // Another request for the same source has set it elsewhere: where is added outside of what is built for all.
    guard let key = plan.chosen.key else { return try rethrowing(make(), as: fault) }
    let isPlain =
      clustering == nil && options.filter == nil && options.uniqueIDs != true && !options.drawsByColumns
    return try rethrowing(
      kept(part, of: settled.name, as: source.id, of: key, isPlain ? nil : options, make), as: fault)
  }

  private var fault: (SnapshotError) -> SessionError {
    { [plan] in $0.inSession(of: plan) }
  }

  /// A source of a part, kept between requests where the style's and the part's files have a version.
  private func kept(
    _ part: TableLoader.Part, of name: String, as id: String, of style: StyleKey, _ options: ClusterOptions?,
    _ make: () throws(SnapshotError) -> MapSource
  ) throws(SnapshotError) -> MapSource {
    guard let kept = part.kept else { return try make() }
    let key = SourceKey(
      table: kept.version.identity, reading: kept.reading, style: style.identity, source: id, name: name,
      options: options)
    return try session.cache.value(
      .source(key), [kept.version] + style.versions, size: \.ownMemory, grows: true, base: part.key,
      build: make)
  }

  // MARK: Base maps

  /// The standard style's land and borders, for a style that has no source for a base map of its own; with its water
  /// where that style has no background, which would leave the sea transparent.
  private func basemapLayers(beneath style: Style) -> [StyleLayer] {
    let hasBackground = style.layers.contains { $0.type == .background }
    let standard = BuiltInStyles.names.first.flatMap { session.builtInStyle($0).style }
    return standard?.layers.filter { layer in
      WorldBasemap.isSource(layer.source) || layer.type == .background && !hasBackground
    } ?? []
  }
}

extension ViewOptions {
  /// The view that shows the box of points, with room for their bubbles, as it is found for points that are kept.
  fileprivate func fitted(
    to box: BoundingBox, _ streamed: StreamedPoints, _ clustering: SourceClustering, _ source: StyleSource,
    _ style: Style
  ) throws(SnapshotError) -> Viewport {
    // One cell stands for all of the points: their number is what bubbles need room by.
    var (cells, sums) = (CellTable(), CellTable.Sums(longitudes: 0, latitudes: 0))
    if clustering.weight != nil { sums.weight = (1_000_000, 0, 0) }
    cells.append(count: 1, sums, first: nil)
    let table = FeatureTable(points: CoordinateTable([Coordinate(latitude: 0, longitude: 0)]))
    let stand = try MapSource(id: source.id, features: table, clustering: clustering, cells: cells)
      .with(streamed)
    let snapshotter = MapSnapshotter(style: style, sources: [stand])
    return try viewport(padding: snapshotter.fitPadding) { _ in box }
  }
}

extension MapSource {
  /// The bytes that a source is counted for beside its table: projected outlines and points, and the indexes that views
  /// have built so far.
  fileprivate var ownMemory: Int {
    let positions = features.shapes.first?.longitudes.count ?? 0
    return positions * 16 + (clustering == nil ? 0 : features.points.count * 16) + indexByteCount
  }
}

extension MapSession {
  /// Plans a map: reads request and style, and decides how its data is read and drawn. Blocks the calling thread.
  ///
  /// - Throws: ``SessionError`` for a request or style that cannot be used.
  public func plan(_ specification: MapSpecification, log: SessionLog) throws(SessionError) -> MapPlan {
    try plan(specification, stepped: nil, log: log)
  }

  /// Plans the map of a request that was read above the session.
  ///
  /// - Throws: ``SessionError`` for a request or style that cannot be used.
  package func plan(
    _ specification: MapSpecification, stepped: (any SteppedRequest)?, log: SessionLog
  ) throws(SessionError) -> MapPlan {
    if specification.request?.name != nil { log.readsDocument() }
    do throws(SessionError) {
      let requested = try RequestedMap(specification, stepped, self, log)
      var chosen = try ChosenStyle(requested, self, log)
      let views = requested.views(under: chosen.style)
      // Names that no view draws are not read either.
      chosen.leaveOutNames(views.map(\.output.placeNames))
      let assignments = try SourceAssignments(requested, chosen, resources)
      return try SourcePlanning(
        requested: requested, chosen: chosen, assignments: assignments, views: views, resources: resources,
        collation: collation
      ).plan()
    } catch {
      throw log.spelled(error)
    }
  }

  /// Loads what a specification names: style, data, views. Blocks the calling thread.
  ///
  /// For those who draw stage by stage, as the command does; ``pictures(of:as:isStrict:progress:)`` does it all.
  ///
  /// - Throws: ``SessionError`` for what is missing or cannot be used.
  public func load(_ specification: MapSpecification, log: SessionLog) throws(SessionError) -> LoadedMap {
    let plan = try plan(specification, log: log)
    let columns = plan.requested.columns
    let themes = try rethrowing(plan.requested.themes(), as: log.spelled)
    guard columns.count > 1 || !themes.isEmpty else { return try load(plan, log: log) }
    var specification = specification
    if !themes.isEmpty { specification.isThemeGiven = !specification.themes.isEmpty }
    specification.themes = []
    // Read once.
    if let request = plan.requested.request {
      specification.request = .value(request, name: plan.requested.requestName)
    }
    let pair = themes.map { PictureColumn(caption: $0, options: ClusterOptions()) }
    var maps = try inColumns(pair + columns, of: specification, log) { specification throws(SessionError) in
      var own = specification
      if !themes.isEmpty { (own.style, own.columns) = (own.columns[0].caption, []) }
      return try load(try self.plan(own, log: log), log: log)
    }
    var map = maps.removeFirst()
    (map.beside, map.themes) = (maps, themes)
    if let path = plan.requested.requestPath { map.inputPaths.insert(path, at: 0) }
    return map
  }

  /// Loads a map for each of some columns, from left to right.
  ///
  /// - Throws: what loading one of them throws, and ``SessionError`` for standard input, which can be read once.
  package func inColumns<Loaded>(
    _ columns: [PictureColumn], of specification: MapSpecification, _ log: SessionLog,
    load: (MapSpecification) throws(SessionError) -> Loaded
  ) throws(SessionError) -> [Loaded] {
    let inputs = specification.inputs + specification.cells + specification.sources.map(\.path)
    if inputs.contains(where: { $0 == "-" || $0.hasSuffix("=-") }) {
      throw .input(
        "standard input can be read once, but \(columns.count) pictures are made of it; name a file")
    }
    // All columns read the same files.
    log.passesOverRepeats = true
    defer { log.passesOverRepeats = false }
    return try columns.map { column throws(SessionError) in
      var own = specification
      own.columns = [column]
      return try load(own)
    }
  }

  /// Reads the data of a plan. Blocks the calling thread.
  ///
  /// - Throws: ``SessionError`` for data that cannot be used.
  package func load(_ plan: MapPlan, log: SessionLog) throws(SessionError) -> LoadedMap {
    cache.recount()
    var loading = MapLoading(plan, self, log)
    return try rethrowing(loading.load(), as: log.spelled)
  }

  /// Reads inputs as the map reads them, so that the session has them then. Blocks the calling thread.
  ///
  /// - Returns: a table for each input and each source of the request, by the name that it has, or else its file.
  /// - Throws: ``SessionError`` for a table that cannot be read.
  package func tables(
    of requested: MapSpecification, log: SessionLog
  ) throws(SessionError) -> (
    request: SnapshotRequest?, tables: [(stem: String, path: String, table: FeatureTable)]
  ) {
    let map = try RequestedMap(requested, nil, self, log)
    let threads = threads(of: requested)
    let reading = map.request == nil ? map.forms(threads: threads) : map.reading(threads: threads)
    let loader = TableLoader(log: SessionLog(), resources: resources, cache: cache)
    let inputs = requested.inputs + map.asked.sources.map { "\($0.name)=\($0.path(in: map.requestName))" }
    let tables = try inputs.map { input throws(SessionError) in
      let (name, path) = SourceAssignments.named(input, resources)
      let table = try loader.read(Resource(path: path, isFromDocument: true), reading).table
      return (stem: name ?? SourceAssignments.stem(of: path), path: path, table: table)
    }
    return (map.request, tables)
  }
}
