public import JSONDocument
import MapContent
import MapSettings
public import MapStyle

/// A judgment of a combination of settings, its settings named and not spelled.
public struct PlanNote: Hashable, Sendable {
  /// The severity: a warning where the map differs from what was requested.
  public var severity = Diagnostic.Severity.warning
  /// The judgment and what to do.
  public let text: SettingText
  /// The document and position that it is about; `nil` for what is set over documents.
  public var place: String?
  /// The layer or setting of the style that it is about; `nil` for others.
  var layer: SourceLocation?
  var code = "nothing-to-draw"
}

/// Judges the settings of a plan: those that have no effect, exclude each other, or ask for what cannot be had.
///
/// This is the one place that judges combinations of settings. Notes about rows are there once the plan is settled.
public func advice(of plan: MapPlan) -> [PlanNote] {
  var advice = Advice(plan)
  advice.judgeNames()
  advice.judgeViews()
  for source in plan.sources { advice.judge(source) }
  if plan.sources.contains(where: { $0.finding != nil }) { advice.judgeClustering() }
  advice.judgeReading()
  advice.judgeLayers()
  return advice.notes
}

extension Style {
  /// Warnings of clustering settings in the metadata that have no effect under the method that they stand beside, whatever
  /// data the style is used with.
  public var unusedSettings: [Diagnostic] {
    sources.flatMap { source in
      let options = ClusterOptions(source.settings)
      let used = SourceClustering(source, options: options).map { [SettingContext.Source($0.settings)] } ?? []
      return options.unused(for: used).map { option in
        let place = source.settings.location(of: option.setting.key)
        return option.warning(path: place?.path ?? JSONPath(), position: place?.position)
      }
    }
  }
}

extension PlanNote {
  static func unused(
    _ options: ClusterOptions, for sources: [SettingContext.Source], at place: String? = nil,
    name: (SettingName) -> SettingText
  ) -> [PlanNote] {
    options.unused(for: sources).map { PlanNote(text: $0.text(name: name($0.setting)), place: place) }
  }

  /// Notes the settings of clustering over a request, and those of the request.
  ///
  /// - Parameter sources: those for which an owner sets them.
  static func unused(
    _ given: ClusterOptions, over request: SnapshotRequest, at name: String?,
    for sources: (SettingLevel.Owner) -> [SettingContext.Source]
  ) -> [PlanNote] {
    let notes = unused(given, for: sources(.given)) { "\(given: $0)" }
    // A method set over a request replaces the settings of the request's own method.
    guard given.method == nil, given.preset == nil else { return notes }
    let general = unused(request.clustering, for: sources(.request(name)), at: name) { SettingText($0.key) }
    return request.clusteringBySource.reduce(notes + general) { notes, own in
      notes
        + unused(own.options, for: sources(.requestOfSource(own.name, in: name)), at: name) {
          SettingText("cluster.\(own.name).\($0.key)")
        }
    }
  }
}

extension SettingContext.Source {
  init(_ clustering: SourceClustering, _ options: ClusterOptions) {
    self.init(clustering.settings)
    hasWeights = options.weight != nil
    isDrawnByColumns = options.drawsMarkers
    hasFacets = options.facetBy != nil
    isColoredByColumn =
      options.colorBy != nil || options.donutBy != nil || options.groupBy != nil
      || options.drawnForm?.isCell == true
  }
}

private struct Advice {
  let plan: MapPlan
  private var requested: RequestedMap { plan.requested }
  private var style: Style { plan.chosen.style }
  var notes: [PlanNote] = []

  init(_ plan: MapPlan) { self.plan = plan }

  private mutating func warn(_ text: SettingText, at place: String? = nil) {
    notes.append(PlanNote(text: text, place: place))
  }

  // MARK: Inputs and views

  mutating func judgeNames() {
    for (name, other) in plan.assignments.renamed {
      let text =
        "two inputs are named \(escapedForMessage(name)); the second is called \(escapedForMessage(other))"
      notes.append(PlanNote(severity: .info, text: SettingText(text)))
    }
    guard plan.assignments.slots.count > 1 else { return }
    for (first, other) in plan.assignments.lookAlikes {
      warn("inputs \(first) and \(other) look alike; a style of your own can distinguish them")
    }
  }

  mutating func judgeViews() {
    let pictures = plan.views.map { view in
      var picture = SettingContext.Picture(of: view.view, view.output, as: .png, hasSteps: requested.hasSteps)
      picture.isView = requested.specification.asksForViews
      return [picture]
    }
    var advice = PictureAdvice(
      request: requested.request, requestName: requested.requestName, pictures: pictures)
    var given = requested.specification.view
    given.tileSize = requested.own.tileSize
    advice.judge(ViewOptions.table.entries, given) { $0.view }
    notes += advice.notes
  }

  mutating func judgeReading() {
    let inputs = plan.assignments.all
    let loaded = plan.sources.filter { $0.finding != nil }
    guard let first = inputs.first, inputs.allSatisfy(\.isOfCells),
      loaded.allSatisfy({ $0.isOfCells || WorldBasemap.isSource($0.source) })
    else { return }
    let isOne = inputs.count == 1
    let tables = isOne ? "the table \(first.name)" : "tables of cells"
    let own = requested.own
    var merged = requested.asked
    merged.resources = requested.resources
    let column =
      loaded.contains { $0.finding?.hasIdentifier == true } ? nil : own.identifier ?? merged.identifier
    let unused: [(setting: SettingName, isSet: (SnapshotRequest) -> Bool, reason: String)] = [
      (
        "inputFormat", { $0.inputFormat != nil },
        "the format of \(tables) is found in \(isOne ? "its" : "their") content"
      ),
      ("decimal", { $0.decimal != nil }, "numbers of \(tables) have decimal points"),
      ("missing", { $0.missing != nil }, "NULL and \\N are empty fields of \(tables)"),
      ("headerLine", { $0.headerLine != nil }, "the first line is the header of \(tables)"),
      ("geometry", { $0.geometry != nil }, "cells of \(tables) have columns of their own"),
      (
        "maxPoints", { $0.resources.maxPoints != nil },
        "\(tables) \(isOne ? "holds" : "hold") counts in place of points"
      ),
      ("stream", { $0.resources.stream == true }, "the points of \(tables) are summed already"),
      (
        "maxMemory", { $0.resources.maxMemory != nil },
        "\(tables) \(isOne ? "is" : "are") always kept whole"
      ),
      (
        "id", { column != nil && $0.identifier != nil },
        "\(tables) \(isOne ? "has" : "have") no column \(escapedForMessage(column?.description ?? ""))"
      ),
    ]
    for (setting, isSet, reason) in unused where isSet(own) || isSet(merged) {
      let name: SettingText = isSet(own) ? "\(given: setting)" : SettingText(setting.key)
      warn("\(name) has no effect: \(reason)", at: isSet(own) ? nil : requested.requestName)
    }
  }

  mutating func judgeLayers() {
    // A base map without lines and areas was reported already.
    for layer in style.layers where layer.drawsShapes && !WorldBasemap.isBeside(layer.source) {
      let sources = plan.sources.filter { $0.source == layer.source }.compactMap(\.finding)
      guard let source = layer.source, sources.contains(where: { $0.pointCount > 0 }),
        sources.allSatisfy({ $0.shapeCount == 0 })
      else { continue }
      let what = layer.type == .fill ? "areas" : "lines and the edges of areas"
      let text: SettingText =
        "a \(layer.type.rawValue) layer draws \(what), but the source \(source) has points alone; draw these with a circle or symbol layer"
      notes.append(PlanNote(text: text, layer: layer.location))
    }
  }

  // MARK: Sources

  mutating func judge(_ part: SourcePlan) {
    if case .kept(let reason?) = part.way, let asked = reason.asked {
      warn("\(asked): \(reason.text); the points of \(part.name) are kept")
    }
    guard let source = plan.source(of: part) else { return }
    judgeMethod(of: part, source)
    judgeMarks(of: part, source)
    judgeColumns(of: part, source)
    if part.isOfCells { judgeCells(part) }
    judgeShapes(of: part, source)
  }

  /// Notes a grid in place of peaks.
  private mutating func judgeMethod(of part: SourcePlan, _ source: StyleSource) {
    guard let finding = part.finding, finding.hasRows, part.assignment != nil, part.asksForPeaks,
      plan.clustering(of: part)?.settings.method == .grid
    else { return }
    let cause = ["cellSize", "alignWorld", "anchor", "margin", "form"].first(where: part.merged.isSet)
    let reason: SettingText
    if let name = cause.flatMap({ part.origin(of: $0)?.name }) {
      reason = "\(name) sets cells"
    } else if part.prefersGrid {
      reason = "cells are requested"
    } else if part.merged.settings.method == .peaks {
      reason = "its cells are not fine enough for peaks"
    } else {
      return
    }
    notes.append(
      PlanNote(
        severity: .info,
        text: "\(part.name) is clustered by a grid: \(reason); set \(setting: "method") to choose another",
        layer: part.styleLocation(of: "method", source), code: "grid"))
  }

  private mutating func judgeMarks(of part: SourcePlan, _ source: StyleSource) {
    guard let finding = part.finding else { return }
    let (options, others) = (part.merged, part.merged.withoutClustering)
    let clusters = options.over(others) != others
    if part.isHeat {
      guard !options.isEmpty else { return }
      if clusters, options.preset != nil || options.method != .some(.none) {
        warn(
          "the style draws a heat map of \(part.name), where every point counts for itself; clustering options have no effect"
        )
      }
      guard options.weight != nil, let origin = part.origin(of: "weight"), style.weighsHeat(of: source) else {
        return
      }
      warn(
        "the heatmap-weight of the style weighs the points of \(part.name), \(origin.name) does not; take it out of the style, or read [\"get\", \"clustersnap:weight\"] there"
      )
    } else if !finding.isCounted, !options.drawsMarkers, !plan.chosen.folder.isBuiltIn,
      ClusterOptions(source.settings).isEmpty, style.drawsPointsAlone(of: source), clusters,
      options.method != .some(.none)
    {
      warn(
        "the style draws clusters of \(part.name) like single points; give it a layer with point_count, or leave the clustering options out"
      )
    }
  }

  private mutating func judgeColumns(of part: SourcePlan, _ source: StyleSource) {
    guard part.finding != nil else { return }
    let options = part.options
    func name(_ setting: String) -> SettingText { part.origin(of: setting)?.name ?? SettingText(setting) }
    if let first = options.columnSettings.first.map(name), style.drawsHeat(of: source) {
      warn("\(first) draws bubbles in place of the style's heat map of \(part.name); leave one of them out")
    }
    if options.breaks != nil, options.classes?.method != nil {
      warn(
        "\(name("breaks")) sets the limits of classes; \(name("classes")) has no effect, leave one of them out"
      )
    }
    if options.donutBy != nil {
      let rings = name(SettingName.donutBy.key)
      // What comes before rings of shares colors and sizes bubbles.
      for setting in options.columnSettings.prefix(while: { $0 != SettingName.donutBy.key }) {
        warn("\(rings) draws rings of shares; \(name(setting)) has no effect, leave one of them out")
      }
    } else if let shown = options.aggregate, options.weight != nil {
      warn(
        "bubbles show the \(shown.rule.rawValue) of \(escapedForMessage(shown.column)) that \(name(options.columnSettings.last ?? "")) sets, not the sums of \(name("weight")); leave one of them out"
      )
    }
  }

  /// Notes settings of cells that were counted elsewhere: weights that were summed, titles that are not known.
  private mutating func judgeCells(_ part: SourcePlan) {
    // A request that a statement was made of may set what was missing then.
    if part.merged.weight != nil, let origin = part.origin(of: "missingWeight") {
      let text: SettingText =
        "\(origin.name): the points of \(part.name) were weighed when they were counted, and an empty weight of a cell is 0; set it where they are counted (\(command: "missingWeight") of clustersnap sql)"
      notes.append(PlanNote(severity: origin.isGiven ? .warning : .info, text: text, place: origin.place))
    }
    if part.needs.contains(.memberTitles) {
      warn("the titles of points that \(part.name) counts are not known; {titles} is left out of clusters")
    }
  }

  /// Notes lines and areas that no layer draws: they are never points.
  private mutating func judgeShapes(of part: SourcePlan, _ source: StyleSource) {
    guard let assignment = part.assignment, let count = part.finding?.shapeCount, count > 0 else { return }
    // A source that is clustered draws points alone.
    let isClustered = SourceClustering(source, options: part.options) != nil
    let isDrawn = style.layers.contains { layer in
      layer.source == part.source
        && (layer.drawsShapes || !isClustered && [.circle, .symbol].contains(layer.type))
    }
    guard !isDrawn else { return }
    warn(
      "\(counted(count, "line or area", "lines and areas")) not drawn by the style; draw them beneath with \(setting: "basemap", of: "FILE"), or points for them with \(setting: "pointsOf", to: "center")",
      at: assignment.resource.name)
  }

  // MARK: Clustering

  mutating func judgeClustering() {
    notes += PlanNote.unused(
      requested.own.clustering, over: requested.asked, at: requested.requestName, for: sources)
    for (name, options) in requested.own.clusteringBySource {
      notes += PlanNote.unused(options, for: sources(of: .givenOfSource(name))) { "\(given: $0, of: name)" }
    }
    guard !plan.chosen.folder.isBuiltIn else { return }
    for source in style.sources {
      let options = ClusterOptions(source.settings)
      // What is about columns waits in a style for the data that it is used with.
      let used = plan.sources.filter { $0.source == source.id }.compactMap { clustering(of: $0) }
        .filter { $0.settings.method == SourceClustering(source, options: options)?.settings.method }
      notes += PlanNote.unused(
        options, for: used.map { SettingContext.Source($0.settings) }, at: plan.chosen.folder.style
      ) { SettingText("source \(source.id): \($0.key)") }
    }
  }

  private func sources(of owner: SettingLevel.Owner) -> [SettingContext.Source] {
    plan.sources.filter { part in
      part.levels.contains { $0.owner == owner } && (part.takesGeneral || !owner.isGeneral)
    }.compactMap { part in
      clustering(of: part).map { SettingContext.Source($0, part.options) }
    }
  }

  /// The clustering of a part with points; `nil` where nothing is clustered. Of a heat map all settings are noted at once.
  private func clustering(of part: SourcePlan) -> SourceClustering? {
    guard !part.isHeat, (part.finding?.pointCount ?? 0) > 0 else { return nil }
    return plan.clustering(of: part)
  }
}

extension StyleLayer {
  fileprivate var drawsShapes: Bool { [.fill, .line, .fillExtrusion].contains(type) }
}

extension SessionLog {
  /// Reports notes of a plan.
  ///
  /// - Parameter style: the style as messages call it.
  public func report(_ notes: [PlanNote], style: String = "") {
    for note in notes {
      if let layer = note.layer {
        let diagnostic = Diagnostic(note.severity, code: note.code, at: layer, naming: note.text)
        report([diagnostic], of: style)
      } else {
        self.note(note.severity, note.text, at: note.place)
      }
    }
  }
}
