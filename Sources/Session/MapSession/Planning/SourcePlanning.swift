import JSONDocument
import MapFeatures
import MapGeometry
import MapContent
import MapSettings
import MapStyle

/// Plans the data of a map: a pure function of specification, request, style and facts of files.
struct SourcePlanning {
  let requested: RequestedMap
  let chosen: ChosenStyle
  let assignments: SourceAssignments
  let views: [SnapshotRequest.View]
  /// Knows facts of files; nothing is read.
  let resources: any ResourceLoader
  let collation: (any TextCollation)?

  func plan() throws(SessionError) -> MapPlan {
    try checkOwners()
    var sources: [SourcePlan] = []
    var wanted: [DataLocation: [String]] = [:]
    // Where the style clusters sources itself, settings for all hold for these alone.
    let isAnyClustered = chosen.style.sources.contains(where: \.isClustered)
    for source in chosen.style.sources {
      guard let standard = source.geoJSON else { continue }
      let inputs = assignments.all.filter { $0.sourceID == source.id }
      let assigned: [SourceAssignment?] = inputs.isEmpty ? [nil] : inputs
      for assignment in assigned {
        let takesGeneral = isAnyClustered ? source.isClustered : assignment != nil
        let part = part(assignment, source, standard, takesGeneral: takesGeneral)
        if let fault = part.merged.formFault { throw part.fault(part.merged.formSetting, fault) }
        wanted[part.location, default: []] += MapSource.columns(
          for: SourceClustering(source, options: part.merged), filter: standard.filter,
          rowFilter: try part.filter(collation), drawing: part.merged)
        sources.append(part)
      }
    }
    for index in sources.indices { sources[index].columns = wanted[sources[index].location] ?? [] }
    for part in sources where part.isOfCells {
      guard let need = part.needs.first(where: { !$0.isServed(by: .table) && $0 != .members }) else {
        continue
      }
      let refusal = need.refusal(of: part.name)
      throw need.setting.map { part.fault($0, refusal) } ?? .input(refusal)
    }
    return MapPlan(
      views: views, sources: sources, requested: requested, chosen: chosen, assignments: assignments)
  }

  // MARK: Settings

  /// Settings for single sources, the request's first, so that those over it win.
  private var bySource: [(name: String, options: ClusterOptions, isGiven: Bool)] {
    requested.asked.clusteringBySource.map { ($0.name, $0.options, false) }
      + requested.own.clusteringBySource.map { ($0.name, $0.options, true) }
  }

  private func checkOwners() throws(SessionError) {
    let known = assignments.all.map(\.name) + chosen.style.sources.map(\.id)
    let owners =
      bySource.map { ($0.name, $0.isGiven ? nil : requested.requestName) }
      + requested.specification.rulesBySource.keys.sorted().map { ($0, nil) }
    for (owner, place) in owners where !known.contains(owner) {
      var names: [String] = []
      // Nobody chose the names inside a built-in style.
      let named = chosen.folder.isBuiltIn ? assignments.all.map(\.name) : known
      for name in named where !names.contains(name) { names.append(name) }
      let advice = nameAdvice(
        owner, among: names, else: "there \(names.count == 1 ? "is" : "are") \(names.joined(separator: ", "))"
      )
      throw .input("there is no source \(owner) to cluster; \(advice)", at: place)
    }
  }

  /// The settings of a part, the weakest first: the specification's over the request's over the style's, and of each those
  /// for the source over those for all.
  private func levels(of part: String, _ source: StyleSource) -> [SettingLevel] {
    let (request, name) = (requested.asked, requested.requestName)
    let own = bySource.filter { $0.name == part || $0.name == source.id }
    func positions(_ position: (String) -> TextPosition?) -> [String: TextPosition] {
      ClusterOptions.table.entries.reduce(into: [:]) { $0[$1.key] = position($1.key) }
    }
    func asked(_ prefix: String) -> [String: TextPosition] {
      positions { request.settingPositions[prefix + $0] }
    }
    var levels = [
      SettingLevel(
        owner: .style(chosen.folder.style, of: source.id), options: ClusterOptions(source.settings),
        positions: positions(source.settings.position)),
      SettingLevel(owner: .request(name), options: request.clustering, positions: asked("")),
    ]
    levels += own.filter { !$0.isGiven }.map {
      SettingLevel(
        owner: .requestOfSource($0.name, in: name), options: $0.options,
        positions: asked("cluster.\($0.name)."))
    }
    levels.append(SettingLevel(owner: .given, options: requested.own.clustering))
    levels += own.filter(\.isGiven).map {
      SettingLevel(owner: .givenOfSource($0.name), options: $0.options)
    }
    // A column is clustered as its caption names it, whatever else is set.
    if let column = requested.column {
      levels.append(
        SettingLevel(
          owner: .column(column.path, in: name), options: column.options, positions: column.positions))
    }
    return levels
  }

  /// The levels but that of a built-in style.
  private func chosenLevels(of part: SourcePlan) -> [SettingLevel] {
    part.levels.filter { level in
      if case .style = level.owner { return !chosen.folder.isBuiltIn }
      return true
    }
  }

  /// True if cells are requested, which peaks do not have.
  private func prefersGrid(_ part: String, _ source: StyleSource) -> Bool {
    let own = requested.specification
    return own.prefersGrid || own.rules(of: part, or: source.id).strategies?.cellSide != nil
      || views.contains { $0.output.debugGrid?.isShown == true }
  }

  // MARK: Parts

  /// A part of a source: one file, or the data of the style's own.
  private func part(
    _ assignment: SourceAssignment?, _ source: StyleSource, _ standard: GeoJSONSource, takesGeneral: Bool
  ) -> SourcePlan {
    let name = assignment?.name ?? source.id
    var part = SourcePlan(
      name: name, source: source.id, assignment: assignment,
      location: assignment.map { .resource($0.resource) } ?? DataLocation(standard, of: source),
      levels: levels(of: name, source), tileSize: requested.tileSize, prefersGrid: prefersGrid(name, source),
      takesGeneral: takesGeneral && !MapSource.isOverlay(source.id))
    part.isMethodChosen = chosenLevels(of: part).contains { $0.options.setsMethod }
    part.merge(source)
    part.isSizeChosen = chosenLevels(of: part).contains { $0.options.setsCellSize }
    if part.isOfCells {
      part.way = .cells
    } else if let assignment {
      part.way = way(of: part, assignment, source)
    }
    part.needs = needs(of: part, source, at: part.viewport)
    part.drawAsHeat(source, of: chosen.style)
    return part
  }

  private func needs(of part: SourcePlan, _ source: StyleSource, at viewport: Viewport?) -> [PointNeed] {
    let options = part.isOfCells ? part.options : part.merged
    let clustering = SourceClustering(source, options: options)
    var needs: [PointNeed] = []
    let isReadTwice = assignments.all.count { .resource($0.resource) == part.location } > 1
    if isReadTwice, part.assignment != nil { needs.append(.readTwice) }
    if requested.hasSteps { needs.append(.steps) }
    if views.count > 1 { needs.append(.severalViews) }
    let zoom = viewport.map(views[0].view.wholeZoom)
    needs += PointNeed.all(of: options, clustering, zoom: zoom, isOfView: !part.isOfCells)
    for view in views.prefix(part.isOfCells ? views.count : 1) {
      needs += PointNeed.all(of: view.view).filter { $0 != .fit } + PointNeed.all(of: view.output)
    }
    let own = requested.specification
    if own.needsMembers { needs.append(.members) }
    if !own.rules(of: part.name, or: source.id).isEmpty { needs.append(.rule) }
    return needs + PointNeed.all(of: source, in: chosen.style)
  }

  private func way(
    of part: SourcePlan, _ assignment: SourceAssignment, _ source: StyleSource
  ) -> SourcePlan.Way {
    let stream = requested.resources.stream
    let facts = FileFacts(assignment.resource, resources)
    let isTooLarge = stream != false && facts.isBeyond(requested.resources.maxMemory.map { $0 << 20 })
    let streams = requested.specification.streamsLargeInputs
    guard stream ?? (isTooLarge || streams && facts.isLarge) else {
      return .kept(.init(text: standardReason, asked: nil))
    }
    let asked = stream == true ? "stream" : isTooLarge ? "max-memory" : nil
    func kept(_ need: PointNeed) -> SourcePlan.Way { .kept(.init(text: need.text, asked: asked)) }
    // Columns may be shown of points that are kept alone.
    let isFitted = isTooLarge && !requested.hasSteps && views.count == 1 && views[0].view.isFittedToPoints
    let viewport = isFitted ? nil : views[0].view.ownViewport
    let needs =
      needs(of: part, source, at: viewport)
      + (isFitted ? needs(ofFitting: part, source) : viewport == nil ? [.fit] : [])
    if let need = needs.first(where: { !$0.isServed(by: .stream) }) { return kept(need) }
    // A hint may name a view whose numbers seem exchanged.
    let others = isFitted ? [] : views[0].view.swapped.compactMap(\.view.ownViewport)
    let boxes = views[0].view.boxesAround.map { [$0.written, $0.other] } ?? []
    let view = SourcePlan.SummedView(viewport: viewport, others: others, boxes: boxes)
    return part.merged.filter == nil && source.geoJSON?.filter == nil ? .counted(view) : .summed(view)
  }

  /// Needs of a view that is fitted to the points of a part.
  private func needs(ofFitting part: SourcePlan, _ source: StyleSource) -> [PointNeed] {
    let others = chosen.style.sources.filter {
      $0.geoJSON != nil && !$0.isEmpty && $0.id != source.id && !WorldBasemap.isSource($0.id)
    }
    guard others.isEmpty, assignments.all.count(where: { !WorldBasemap.isSource($0.sourceID) }) == 1 else {
      return [.fitToSeveral]
    }
    if views[0].view.fit == .robust { return [.robustFit] }
    return part.merged.drawsByColumns ? [.fitToColumns] : []
  }

  /// The reason for keeping points for which no other way is looked for.
  private var standardReason: SettingText {
    if requested.resources.stream == false { return "\(setting: "stream", to: "no")" }
    if requested.specification.streamsLargeInputs { return "the input is small" }
    if requested.hasSteps { return "the steps of a story change them" }
    return views.count > 1 ? "there are several views" : "without \(setting: "stream", to: "yes")"
  }
}
