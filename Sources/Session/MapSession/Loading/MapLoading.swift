import BuiltIns
import JSONDocument
import MapClusters
import MapContent
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings

/// Executes a plan: reads the files that it names, each in its way, and makes sources of them.
struct MapLoading {
  private let session: MapSession
  private let log: SessionLog
  let plan: MapPlan
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
    var sources: [SourcePlan] = []
    for part in plan.sources {
      try log.checkCancelled()
      let (settled, source) = try load(part)
      sources.append(settled)
      if let source { data.append(source) }
    }
    let plan = plan.settled(by: sources)
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
    return LoadedMap(session, plan, snapshotter, inputPaths: paths, spelling: log.spelling)
  }

  func reading(_ columns: [String], _ shapePoints: ShapePoints?) -> ReadingOptions {
    var options = reading
    (options.columns, options.shapePoints) = (columns, shapePoints)
    return options
  }

  // MARK: Sources

  /// The data of a part; `nil` where the style's own is not there.
  private mutating func load(
    _ planned: SourcePlan
  ) throws(SessionError) -> (settled: SourcePlan, source: MapSource?) {
    guard let source = plan.source(of: planned), let standard = source.geoJSON else { return (planned, nil) }
    let (way, read) = try read(planned, source, standard)
    guard let part = read else { return (planned, nil) }
    var finding = part.finding(identifier: reading.identifierColumn)
    if let cells = part.way.cells, planned.isOfCells {
      let options = cells.isPyramid ? planned.options.atWholeZooms : planned.options
      let settings = SourceClustering(source, options: options)?.settings ?? .standard
      finding.hasCellsOfViews = plan.views.allSatisfy { view in
        view.view.ownViewport.map { cells.hasCells(of: $0, settings) } ?? false
      }
    }
    let settled = planned.settled(by: finding, way, source, of: plan.chosen.style)
    let report = RowReport(plan: plan, log: log, filter: try settled.filter(session.collation))
    try report.check(settled, part, standard)
    var data = try counted(mapSource(part, settled, source, standard, report.filter), settled, source)
    if case .kept = way, !settled.isSizeChosen {
      data.choosesCells = [.hexagon, .square].contains(settled.options.drawnForm)
    }
    data.clustering?.rules = plan.requested.specification.rules(of: settled.name, or: source.id)
    data.wayNote = part.way.note?.spelled(log.spelling)
    try report.report(data, part, settled)
    return (settled, data)
  }

  /// Reads a part in its way, or in the one that is left where this turns out to be none.
  private mutating func read(
    _ part: SourcePlan, _ source: StyleSource, _ standard: GeoJSONSource
  ) throws(SessionError) -> (way: SourcePlan.Way, read: TableLoader.Part?) {
    guard let assignment = part.assignment else {
      let rule = ClusterOptions(source.settings).pointsOf
      let (own, chosen) = (reading(part.columns, rule), plan.chosen)
      // Overlays stand in the request.
      let style = source.id == MapSource.overlayID ? nil : chosen.key?.versions.first
      return (part.way, try tables.part(of: source, standard, in: chosen.folder, style, own))
    }
    let options = reading(part.columns, part.merged.pointsOf)
    switch part.way {
    case .cells: return (part.way, try tables.cells(of: assignment, weight: part.merged.weight, reading))
    case .kept(let reason): return (part.way, try kept(assignment, options, reason?.text))
    case .summed(let view), .counted(let view):
      let (found, reasonToKeep) = try summation(of: part, source, standard, in: view, options)
      guard let summation = found else {
        return (reasonToKeep.map { .kept($0) } ?? part.way, try kept(assignment, options, reasonToKeep?.text))
      }
      var reason = DatabaseAddress(assignment.resource.name).map { _ in PointNeed.filter("").text }
      if case .counted = part.way {
        let counted = try tables.counted(assignment, summation, part, options)
        if case .success(let read)? = counted { return (part.way, read) }
        reason = if case .failure(let fault)? = counted { fault.text } else { nil }
      }
      let note = reason.map { "not pushed down: \($0)" as SettingText }
      return (.summed(view), try tables.summed(assignment, summation, options, plan, note))
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

  /// The cells that the points of a part are summed into; `nil` where the late decision is to keep them, with the reason, if
  /// there is one.
  private func summation(
    of part: SourcePlan, _ source: StyleSource, _ standard: GeoJSONSource, in view: SourcePlan.SummedView,
    _ reading: ReadingOptions
  ) throws(SessionError) -> (cells: InputSummation?, reason: SourcePlan.Reason?) {
    guard let assignment = part.assignment, let clustering = plan.clustering(of: part) else {
      return (nil, nil)
    }
    let filter = try part.filter(session.collation)
    func chooser(_ drawing: ClusterOptions, _ views: [Viewport]) -> PointChooser {
      PointChooser(
        name: part.name, clustering: clustering, filter: standard.filter, rowFilter: filter,
        drawing: drawing, identity: FeatureIdentity(standard), views: views,
        boxes: view.boxes)
    }
    if let viewport = view.viewport {
      let cells = InputSummation(
        view: .init(viewport, clustering.settings), clustering: clustering,
        chooser: chooser(part.merged, [viewport] + view.others))
      return (cells, nil)
    }
    // The file is read for its box, and once more for the cells of the view that shows it.
    let first = chooser(ClusterOptions(), [])
    guard let box = try tables.bounds(of: assignment, first, reading) else { return (nil, nil) }
    let (own, style) = (plan.views[0].view, plan.chosen.style)
    let fitted = own.shrunk(by: own.growth)
    let mayDrawPins = plan.mayDrawPins(in: plan.views[0])
    let viewport = try rethrowing(
      fitted.fitted(to: box, try first.result(), clustering, source, style, mayDrawPins), as: fault)
    let needs = PointNeed.all(of: part.merged, clustering, zoom: own.wholeZoom(of: viewport), isOfView: true)
    if let need = needs.first(where: { !$0.isServed(by: .stream) }) {
      let asked = plan.resources.stream == true ? "stream" : "max-memory"
      return (nil, .init(text: need.text, asked: asked))
    }
    let cells = InputSummation(
      view: .init(viewport, clustering.settings), clustering: clustering,
      chooser: chooser(part.merged, [viewport]), bounds: box)
    return (cells, nil)
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

  private var fault: (SnapshotError) -> SessionError { { [plan] in $0.inSession(of: plan) } }

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
    _ style: Style, _ mayDrawPins: Bool
  ) throws(SnapshotError) -> Viewport {
    // One cell stands for all of the points: their number is what bubbles need room by.
    var (cells, sums) = (CellTable(), CellTable.Sums(longitudes: 0, latitudes: 0))
    if clustering.weight != nil { sums.weight = (1_000_000, 0, 0) }
    cells.append(count: 1, sums, first: nil)
    let table = FeatureTable(points: CoordinateTable([Coordinate(latitude: 0, longitude: 0)]))
    let stand = try MapSource(id: source.id, features: table, clustering: clustering, cells: cells)
      .with(streamed)
    var snapshotter = MapSnapshotter(style: style, sources: [stand])
    snapshotter.mayDrawPins = mayDrawPins
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
