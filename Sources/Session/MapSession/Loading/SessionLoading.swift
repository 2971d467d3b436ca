import JSONDocument
package import MapFeatures
package import MapSettings

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
      if !themes.isEmpty { (own.style, own.columns, own.mapsInRow) = (own.columns[0].caption, [], 1) }
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
    if specification.readsStandardInput {
      throw .input(
        "standard input can be read once, but \(columns.count) pictures are made of it; name a file")
    }
    // All columns read the same files.
    log.passesOverRepeats = true
    defer { log.passesOverRepeats = false }
    return try columns.map { column throws(SessionError) in
      var own = specification
      own.columns = [column]
      own.mapsInRow = columns.count
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
