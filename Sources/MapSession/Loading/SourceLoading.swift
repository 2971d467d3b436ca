import MapSettings
import JSONDocument
import MapClusters
import MapFeatures
import MapScene
import MapStyle
import StyleSettings

// Loading the data of a map's sources, and merging the settings of their clustering.
extension MapLoader {
  /// The data of the style's sources, under the settings that hold for each.
  mutating func loadData(
    for style: Style, _ styleKey: StyleKey?, _ assignments: SourceAssignments, in folder: StyleFolder
  ) throws(SessionError) -> [MapSource] {
    let reading = readingOptions
    let bySource = try clusteringBySource(known: assignments, style, isBuiltIn: folder.isBuiltIn)
    let isAnyClustered = style.sources.contains { source in
      SourceClustering(source, options: ClusterOptions(source.settings)) != nil
    }
    let columns = columns(of: style, assignments, bySource, isAnyClustered: isAnyClustered)
    var result: [MapSource] = []
    var advice = OptionAdvice(log: log)
    for source in style.sources {
      guard let standard = source.geoJSON else { continue }
      var parts: [TableLoader.Part] = []
      let inputs = assignments.all.filter { $0.sourceID == source.id }
      for one in inputs {
        let takesPart =
          !isAnyClustered || SourceClustering(source, options: ClusterOptions(source.settings)) != nil
        let options = clusterOptions(of: one.name, source, bySource, takesGeneral: takesPart)
        // What is summed while it is read is found wrong while it is read.
        recordOrigins(of: one.name, source, bySource, takesGeneral: takesPart, in: folder)
        _ = try compiled(options.filter, of: one.name)
        if one.isOfCells {
          parts.append(try tables.cells(of: one, weight: options.weight, reading))
          continue
        }
        let declared = reading.declaring(columns[.resource(one.resource)], options.pointsOf)
        if let summation = try summation(
          of: one, source, standard, options, in: style, assignments, declared)
        {
          let takesAll = options.filter == nil && standard.filter == nil
          parts.append(try cellPart(one, summation, options, declared, takesAll: takesAll))
        } else {
          var part = try part(of: one, declared)
          part.wayNote = keptNotes[one.name].map { "points kept: \($0)" }
          parts.append(part)
        }
      }
      if parts.isEmpty {
        let rule = ClusterOptions(source.settings).pointsOf
        let declared = reading.declaring(columns[DataPlace(standard, of: source)], rule)
        guard let part = try tables.part(of: source, standard, in: folder, declared) else { continue }
        parts = [part]
      }
      for (number, part) in parts.enumerated() {
        try log.checkCancelled()
        let takesPart =
          isAnyClustered
          ? SourceClustering(source, options: ClusterOptions(source.settings)) != nil
          : part.isInput && (part.readCount > 0 || part.cells != nil)
        var options = clusterOptions(of: part.name, source, bySource, takesGeneral: takesPart)
        recordOrigins(of: part.name, source, bySource, takesGeneral: takesPart, in: folder)
        let isHeat = part.cells == nil && style.drawsHeat(of: source) && options.drawing.isEmpty
        if let cells = part.cells, part.streamed == nil {
          let own = bySource.filter { $0.name == part.name || $0.name == source.id }.map(\.options)
          let chosen =
            own + [specification.clustering, requested]
            + (folder.isBuiltIn ? [] : [ClusterOptions(source.settings)])
          options = try self.options(
            options, for: cells, of: part, source, style,
            isSizeChosen: chosen.contains(where: \.setsCellSize))
        } else if isHeat, !options.isEmpty {
          warnOfClustering(options, of: source.id, part.name)
          options = options.withoutClustering
          warnOfOwnWeights(options, of: source, part.name, style)
        } else if part.cells == nil, !options.drawing.drawsMarkers, !folder.isBuiltIn {
          warnOfEqualMarks(options, of: source, part.name, style)
        }
        warnOfColumns(options, of: source, part.name, style)
        // What is clustered draws points alone, even where it has none.
        let clustering = SourceClustering(source, options: options)
        if number < inputs.count {
          warnOfShapes(part.table, in: inputs[number], of: style, isClustered: clustering != nil)
        }
        // Of a heat map all options of clustering were reported at once.
        if let clustering, part.readCount > 0, !isHeat {
          let owners = bySource.indices.filter {
            bySource[$0].name == part.name || bySource[$0].name == source.id
          }
          advice.take(clustering, options, of: source.id, isGeneral: takesPart, owners: owners)
        }
        if let cells = part.cells, part.streamed == nil {
          try check(clustering, for: cells, of: part, standard)
        } else if let filter = try compiled(options.filter, of: part.name) {
          try check(filter, of: part.name, part.table)
        }
        if folder.isBuiltIn, !options.drawing.drawsMarkers, number < inputs.count {
          try checkShares(of: standard, part.table, style: folder.style, file: inputs[number].resource.name)
        }
        let rules = specification.rulesBySource[part.name] ?? specification.rulesBySource[source.id]
        let data = try mapSource(part, source, standard, styleKey, clustering, options)
          .with(rules?.over(specification.rules) ?? specification.rules).with(wayNote: part.wayNote)
        try reportFilter(try compiled(options.filter, of: part.name), data)
        if number < inputs.count { warnOfMissingColumn(clustering, part) }
        let input = inputs.isEmpty ? nil : inputs[number].resource.name
        for note in data.notes { log.warning(note, at: input) }
        reportZeros(data, at: input)
        warnOfCategories(data)
        result.append(data)
      }
    }
    advice.warnAboutUnused(specification.clustering, at: nil)
    // A method set beside a request replaces the settings of the request's own method.
    let keepsRequest = specification.clustering.method == nil && specification.clustering.preset == nil
    if keepsRequest { advice.warnAboutUnused(requested, at: requestName) }
    advice.warnAboutUnused(
      bySource, requested: request?.clusteringBySource.count ?? 0, includingThese: keepsRequest,
      requestName: requestName)
    if !folder.isBuiltIn { advice.warnAboutUnused(style, at: folder.style) }
    guard assignments.needsBasemapLayers else { return result }
    for one in assignments.all where WorldBasemap.isSource(one.sourceID) {
      let part = try tables.part(of: one, reading.declaring(columns[.resource(one.resource)]))
      result.append(try basemapSource(part, one))
    }
    return result
  }

  /// Where settings of a source are set, the weakest first.
  private enum Level {
    case style, request, requestOfSource(String), command, commandOfSource(String)
  }

  /// What is set for a part of a source, the weakest first: the command's over the request's over the style's, and of each
  /// what is set for the source over what is set for all.
  private func levels(
    of part: String, _ source: StyleSource, _ bySource: [(name: String, options: ClusterOptions)],
    takesGeneral: Bool
  ) -> [(level: Level, options: ClusterOptions)] {
    let count = request?.clusteringBySource.count ?? 0
    func own(
      _ list: some Sequence<(name: String, options: ClusterOptions)>, _ level: (String) -> Level
    ) -> [(level: Level, options: ClusterOptions)] {
      list.filter { $0.name == part || $0.name == source.id }.map { (level($0.name), $0.options) }
    }
    return [(.style, ClusterOptions(source.settings))]
      + (takesGeneral ? [(.request, requested)] : [])
      + own(bySource.prefix(count), Level.requestOfSource)
      + (takesGeneral ? [(.command, specification.clustering)] : [])
      + own(bySource.dropFirst(count), Level.commandOfSource)
  }

  /// The settings of a part of a source.
  private func clusterOptions(
    of part: String, _ source: StyleSource, _ bySource: [(name: String, options: ClusterOptions)],
    takesGeneral: Bool
  ) -> ClusterOptions {
    var layers = levels(of: part, source, bySource, takesGeneral: takesGeneral).map(\.options)
    // What is taken back must not have displaced anything in the layers beneath.
    var takenBack: Set<String> = []
    for index in layers.indices.reversed() {
      layers[index] = layers[index].without(takenBack)
      takenBack.formUnion(layers[index].cleared)
    }
    return layers.dropFirst().reduce(layers[0]) { merged($1, over: $0, source) }
  }

  /// Records where each setting of a part of a source was set.
  private mutating func recordOrigins(
    of part: String, _ source: StyleSource, _ bySource: [(name: String, options: ClusterOptions)],
    takesGeneral: Bool, in folder: StyleFolder
  ) {
    let (name, request) = (requestName, request)
    for (level, options) in levels(of: part, source, bySource, takesGeneral: takesGeneral) {
      origins.take(options, of: part) { setting in
        switch level {
        case .style:
          .init(
            name: "source \(source.id): \(setting)",
            place: placeText(folder.style, source.settings.position(of: setting)))
        case .request: .init(name: setting, place: placeText(name, request?.settingPositions[setting]))
        case .requestOfSource(let owner):
          .init(
            name: "cluster.\(owner).\(setting)",
            place: placeText(name, request?.settingPositions["cluster.\(owner).\(setting)"]))
        case .command: .init(name: "--" + kebabCase(setting), place: nil)
        case .commandOfSource(let owner):
          .init(name: "--cluster \(owner).\(kebabCase(setting))", place: nil)
        }
      }
    }
  }

  /// The properties that sources read of every point, by the file that holds them, declared before it is read, once.
  private func columns(
    of style: Style, _ assignments: SourceAssignments,
    _ bySource: [(name: String, options: ClusterOptions)], isAnyClustered: Bool
  ) -> [DataPlace: [String]] {
    var columns: [DataPlace: [String]] = [:]
    for source in style.sources {
      guard let standard = source.geoJSON else { continue }
      let inputs = assignments.all.filter { $0.sourceID == source.id }
      var parts = inputs.map { (name: $0.name, place: DataPlace.resource($0.resource), isInput: true) }
      if parts.isEmpty {
        parts = [(name: source.id, place: DataPlace(standard, of: source), isInput: false)]
      }
      for part in parts {
        let takesGeneral =
          isAnyClustered
          ? SourceClustering(source, options: ClusterOptions(source.settings)) != nil : part.isInput
        let options = clusterOptions(of: part.name, source, bySource, takesGeneral: takesGeneral)
        columns[part.place, default: []] += MapSource.columns(
          for: SourceClustering(source, options: options), filter: standard.filter,
          rowFilter: options.filter.flatMap { try? CompiledRowFilter($0) }, drawing: options.drawing)
      }
    }
    return columns
  }

  /// A source with its data, kept between requests where the style's and the data's files have a version.
  private func mapSource(
    _ part: TableLoader.Part, _ source: StyleSource, _ standard: GeoJSONSource, _ styleKey: StyleKey?,
    _ clustering: SourceClustering?, _ options: ClusterOptions
  ) throws(SessionError) -> MapSource {
    let rowFilter = try compiled(options.filter, of: part.name)
    func make() throws(SnapshotError) -> MapSource {
      // Filters have chosen already among points that were summed.
      let made = try MapSource(
        id: source.id, name: part.name, features: part.table, clustering: clustering,
        filter: standard.filter, rowFilter: rowFilter, drawing: options.drawing,
        identity: FeatureIdentity(standard), isBackdrop: WorldBasemap.isSource(source.id), cells: part.cells)
      return part.streamed.map(made.with) ?? part.databaseCounts.map(made.with) ?? made
    }
    // Another request for the same source has set it elsewhere: where is added outside of what is built for all.
    return try snapshotting(origins: origins) { () throws(SnapshotError) in
      guard let version = part.version, let reading = part.reading, let styleKey else { return try make() }
      let key = SourceKey(
        table: version.identity, reading: reading, style: styleKey.identity, source: source.id,
        name: part.name,
        options: clustering == nil && options.filter == nil && options.drawing.isEmpty ? nil : options)
      return try session.cache.value(
        .source(key), [version] + styleKey.versions,
        size: \.ownMemory, grows: true, base: part.key, build: make)
    }
  }

  /// A base map for which the style has no place of its own.
  private func basemapSource(
    _ part: TableLoader.Part, _ one: SourceAssignment
  ) throws(SessionError) -> MapSource {
    func make() throws(SnapshotError) -> MapSource {
      try MapSource(id: one.sourceID, name: one.name, features: part.table, isBackdrop: true)
    }
    return try snapshotting { () throws(SnapshotError) in
      guard let version = part.version, let reading = part.reading else { return try make() }
      let key = SourceKey(
        table: version.identity, reading: reading, style: "", source: one.sourceID, name: one.name,
        options: nil)
      return try session.cache.value(
        .source(key), [version], size: \.ownMemory, grows: true, base: part.key, build: make)
    }
  }

  /// Whether a source of a scenario is a list of points instead of a file.
  func isInline(_ assignment: SourceAssignment) -> Bool {
    scenario?.inlineSources.contains { $0.name == assignment.name } ?? false
  }

  /// What a source's file holds; of a scenario also what its steps add.
  private mutating func part(
    of assignment: SourceAssignment, _ reading: ReadingOptions
  ) throws(SessionError) -> TableLoader.Part {
    guard let scenario, scenario.groupNames.contains(assignment.name) else {
      return try tables.part(of: assignment, reading)
    }
    let own = isInline(assignment) ? nil : try tables.part(of: assignment, reading).table
    var files: [String: FeatureTable] = [:]
    for name in scenario.files(of: assignment.name) {
      let path = Resource.path(of: name, in: requestName)
      inputPaths.append(path)
      files[name] = try tables.read(Resource(path: path, isFromDocument: true), reading).table
    }
    do throws(FeatureError) {
      let (table, layout) = try scenario.pool(
        of: assignment.name, source: own, files: files, columns: reading.columns)
      layouts[assignment.name] = layout
      return TableLoader.Part(name: assignment.name, table: table, isInput: true)
    } catch {
      throw .input("points of \(assignment.name): \(error)", at: requestName)
    }
  }

  /// Reports inputs that look like others, unless the style draws all inputs alike.
  func reportLookAlikes(_ assignments: SourceAssignments) {
    for (name, other) in assignments.renamed {
      log.information(
        "two inputs are named \(escapedForMessage(name)); the second is called \(escapedForMessage(other))")
    }
    guard assignments.lookCount > 1 else { return }
    for (first, other) in assignments.lookAlikes {
      log.warning("inputs \(first) and \(other) look alike; a style of your own can distinguish them")
    }
  }

  /// Reports layers that draw lines or areas of sources that hold only points.
  func reportPointless(_ style: Style, _ data: [MapSource], styleName: String) {
    var notes: [Diagnostic] = []
    // A base map without lines and areas was reported already.
    for layer in style.layers
    where [.fill, .line, .fillExtrusion].contains(layer.type) && !WorldBasemap.isSource(layer.source) {
      let sources = data.filter { $0.id == layer.source }
      let tables = sources.map(\.features)
      guard sources.contains(where: { $0.readCount > 0 }), tables.allSatisfy(\.shapes.isEmpty),
        let source = layer.source
      else { continue }
      let what = layer.type == .fill ? "areas" : "lines and the edges of areas"
      notes.append(
        Diagnostic(
          .warning, code: "nothing-to-draw", path: layer.path, position: layer.position,
          message: "a \(layer.type.rawValue) layer draws \(what), but the source \(source) has points alone; "
            + "draw these with a circle or symbol layer"))
    }
    log.report(notes, of: styleName)
  }

  /// Reports lines and areas that no layer draws: they are never points.
  private func warnOfShapes(
    _ table: FeatureTable, in assignment: SourceAssignment, of style: Style, isClustered: Bool
  ) {
    let isDrawn = style.layers.contains { layer in
      layer.source == assignment.sourceID
        && ([.fill, .line, .fillExtrusion].contains(layer.type)
          || !isClustered && [.circle, .symbol].contains(layer.type))
    }
    guard !table.shapes.isEmpty, !isDrawn else { return }
    log.warning(
      "\(counted(table.shapes.count, "line or area", "lines and areas")) not drawn by the style; "
        + "draw them beneath with --basemap FILE, or points for them with --points-of center",
      at: assignment.resource.name)
  }

  private var requested: ClusterOptions { request?.clustering ?? ClusterOptions() }

  /// Options over others, their zooms brought to those of a 512-point world.
  private func merged(
    _ options: ClusterOptions, over base: ClusterOptions, _ source: StyleSource
  ) -> ClusterOptions {
    let settled = options.over(base)
    guard tileSize == 256 else { return settled }
    let method = SourceClustering(source, options: settled)?.settings.method ?? .grid
    return options.countingFrom512(tileSize, method: method).over(base)
  }

  /// What is set for single sources, the request's first, so that the command's wins.
  private func clusteringBySource(
    known assignments: SourceAssignments, _ style: Style, isBuiltIn: Bool
  ) throws(SessionError) -> [(name: String, options: ClusterOptions)] {
    let known = assignments.all.map(\.name) + style.sources.map(\.id)
    let requested = request?.clusteringBySource ?? []
    let options = specification.clusteringBySource
    let rules = specification.rulesBySource.keys.sorted()
    for (owner, place) in requested.map({ ($0.name, requestName) })
      + (options.map(\.name) + rules).map({ ($0, nil) })
    where !known.contains(owner) {
      var names: [String] = []
      // Nobody chose the names inside a built-in style.
      let named = isBuiltIn ? assignments.all.map(\.name) : known
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
    var options = specification.reading
    options.threads = threads
    (options.recordByteLimit, options.keepsIdentifiers) = (memoryLimit, findsPointsByID)
    options.pointLimit = options.pointLimit ?? resourceSettings.maxPoints
    options.format = options.format ?? request?.inputFormat
    options.decimal = options.decimal ?? request?.decimal
    options.longitudeColumn = options.longitudeColumn ?? request?.longitude
    options.latitudeColumn = options.latitudeColumn ?? request?.latitude
    options.identifierColumn = options.identifierColumn ?? request?.identifier
    return options
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
