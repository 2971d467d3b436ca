import JSONDocument
import MapFeatures
import MapContent
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings

/// Reports on rows that were read: filters that leave nothing, columns that are not there, points in odd positions.
struct RowReport {
  let plan: MapPlan
  let log: SessionLog
  /// The filter of rows of the part that is reported on; `nil` for none.
  var filter: CompiledRowFilter?

  // MARK: Columns

  func check(_ part: SourcePlan, _ read: TableLoader.Part, _ standard: GeoJSONSource) throws(SessionError) {
    switch read.way {
    case .cells: try checkCells(part, read.table.columnNames)
    case .counted(_, let counts):
      if let label = part.options.labelBy, !counts.columns.contains(label) {
        throw part.missingColumn(label, known: counts.columns, of: "labelBy")
      }
    case .kept, .summed: if let filter { try check(filter, part, read.table.columnNames) }
    }
    if let file = part.assignment?.resource.name, plan.chosen.folder.isBuiltIn, !part.options.drawsMarkers {
      try checkShares(of: standard, read.table, file: file)
    }
  }

  private func checkCells(_ part: SourcePlan, _ names: [String]) throws(SessionError) {
    if let label = part.options.labelBy, !names.contains(label) {
      let column = escapedForMessage(label)
      throw part.fault(
        "labelBy",
        "the cells of \(part.name) have no column \(column); add it to the query, \(command: "columns") \(column)"
      )
    }
    for property in plan.clustering(of: part)?.properties ?? [] where !names.isEmpty {
      guard !names.contains(property.name) else { continue }
      throw .input(
        "the cells of \(part.name) have no column \(escapedForMessage(property.name)), which the style's clusterProperties want; add it to the query"
      )
    }
  }

  private func check(_ filter: CompiledRowFilter, _ part: SourcePlan, _ known: [String]) throws(SessionError)
  {
    guard !known.isEmpty, let unknown = filter.columns.first(where: { !known.contains($0) }) else { return }
    throw part.missingColumn(unknown, known: known, of: "filter")
  }

  private func checkShares(
    of source: GeoJSONSource, _ table: FeatureTable, file: String
  ) throws(SessionError) {
    let names = source.clustering?.properties.flatMap { $0.map.inputs.propertyNames } ?? []
    let donut = SettingName.donutBy
    guard let first = names.first, !table.columnNames.isEmpty, Set(names).isDisjoint(with: table.columnNames)
    else { return }
    throw .input(
      "the style \(plan.chosen.folder.style) draws shares of a column \(first), which the file has not; name one of its own with \(setting: donut, of: "COLUMN")",
      at: file == "-" ? "standard input" : file)
  }

  // MARK: Points

  func report(_ data: MapSource, _ read: TableLoader.Part, _ part: SourcePlan) throws(SessionError) {
    try reportFilter(data, part)
    let input = part.assignment?.resource.name
    // Of points that were summed only some are left, whose members may lack what others have.
    if input != nil, read.way.cells == nil || !read.table.columnNames.isEmpty, read.readCount > 0,
      let note = data.clustering?.optOutNote(read.table)
    {
      log.warning("\(part.name) has \(note)")
    }
    for note in data.notes { log.warning(SettingText(note), at: input) }
    reportMultiPoints(data, part, at: input)
    reportRepeatedIDs(data, part, at: input)
    reportZeros(data, at: input)
    reportCategories(data, part)
  }

  /// Reports how many rows a filter leaves; none is an error.
  private func reportFilter(_ data: MapSource, _ part: SourcePlan) throws(SessionError) {
    guard let filter else { return }
    let (count, all) = (data.pointCount, data.readCount)
    guard count > 0 || all == 0 || data.hasShapes else {
      // Rows in JSON have no header that could be looked at before.
      let unknown =
        data.streamed?.missingFilterColumns.first
        ?? (data.streamed == nil ? filter.columns.first { !data.features.hasProperty($0) } : nil)
      if let unknown {
        let known = data.streamed?.knownNames ?? data.features.propertyNames
        throw part.missingColumn(unknown, known: known, of: "filter")
      }
      throw part.fault(
        "filter",
        "none of the \(all) points of \(data.name) passes \(escapedForMessage(filter.setting.text)); change it"
      )
    }
    log.information("\(count) of \(all) points of \(data.name) pass the filter")
  }

  /// Reports records with several points, which share the record's id, and its weight.
  private func reportMultiPoints(_ data: MapSource, _ part: SourcePlan, at input: String?) {
    let several = data.isBackdrop ? [] : data.features.pointsOfOneRecord
    guard !several.isEmpty, part.options.pointsOf == nil else { return }
    let weight = data.clustering?.weight.map { " and its \(escapedForMessage($0))" } ?? ""
    log.information(
      "\(counted(several.count, "record has", "records have")) several points, \(several.reduce(0) { $0 + $1.count }) in all; those of one share its id\(weight)",
      at: input)
  }

  /// Warns of rows that share an id, once; all of them count unless each id is to be drawn once.
  private func reportRepeatedIDs(_ data: MapSource, _ part: SourcePlan, at input: String?) {
    // Steps of a story hold each id once, and report it.
    guard !plan.hasSteps, let repeated = data.repeatedIDs else { return }
    let rows =
      "\(repeated.count) \(repeated.count == 1 ? "row repeats the id of another" : "rows repeat ids of others")"
    let id = escapedForMessage(repeated.firstID(in: data.features).text)
    let example = "first \(id) in \(repeated.firstRows(in: data.features))"
    guard part.options.uniqueIDs != true else {
      log.information(
        "\(part.name): \(rows), \(example), and \(repeated.count == 1 ? "takes" : "take") no part")
      return
    }
    let holdsSets = part.options.preset?.traits.holdsSets ?? false
    let advice: SettingText =
      holdsSets ? ", or draw each id once with \(setting: "uniqueIds", to: "yes")" : ""
    log.warning("\(rows), \(example); all rows count; give each an id of its own\(advice)", at: input)
  }

  /// Warns of points at 0,0, where data puts what has no coordinate; a single one may be meant.
  private func reportZeros(_ data: MapSource, at input: String?) {
    let (count, columns) = (data.zeroCount, data.features.coordinateColumns)
    guard count > 1, count * 100 > data.pointCount else { return }
    let names = columns.map { name in
      let isPlain = name.utf8.allSatisfy { $0 == 0x5F || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
      return escapedForMessage(isPlain ? name : "`\(name)`")
    }
    let isNamed = names.count == 2 && columns.allSatisfy(data.features.hasProperty)
    let advice: SettingText =
      isNamed
      ? "leave them out with \(setting: "filter") \"\(names[0]) != 0 or \(names[1]) != 0\""
      : "leave them out of the data"
    log.warning("\(count) of \(counted(data.pointCount, "point")) lie at exactly 0,0; \(advice)", at: input)
  }

  private func reportCategories(_ data: MapSource, _ part: SourcePlan) {
    guard let theme = data.theme, let first = theme.drawing.columnSettings.first else { return }
    let isDonut = theme.drawing.donutBy != nil
    let setting = isDonut ? SettingName.donutBy.key : first
    let origin = part.origin(of: setting)
    let name: SettingText = origin?.name ?? SettingText(setting)
    func spelled(_ setting: SettingName) -> SettingText {
      origin?.spelled(setting) ?? SettingText(setting.key)
    }
    reportTexts(theme, part)
    let shares = SettingName.donutBy
    if let (column, count, colored, isMostColored, areNumbers) = theme.crowdedCategories {
      let classes: SettingText =
        areNumbers ? "class its numbers with \(spelled("classes")) quantile, or " : ""
      let donut: SettingText = !isDonut && isMostColored ? "draw shares with \(spelled(shares)), or " : ""
      log.warning(
        "\(name): \(escapedForMessage(column)) has \(count) categories, and \(counted(colored, "color")); the others are grey; \(classes)\(donut)choose rows with \(spelled("filter"))",
        at: origin?.place)
    }
    if let column = data.columnOfViewClasses, !plan.hasSteps {
      log.information(
        "\(name): the classes of \(escapedForMessage(column)) are those of the markers in view; \(spelled("classBy")) rows has the same colors in every view",
        at: origin?.place)
    }
  }

  /// Warns of settings of numbers where texts color markers, and of values that no column has.
  private func reportTexts(_ theme: DataTheme, _ part: SourcePlan) {
    let drawing = theme.drawing
    for (key, names) in [("order", drawing.order), ("palette", drawing.palette?.values)] {
      guard let name = names?.first, !theme.hasCategory(among: names ?? []), let origin = part.origin(of: key)
      else { continue }
      log.warning(
        "\(origin.name) has no effect: no column of categories has the value \(quotedForMessage(name)) or another one that it names",
        at: origin.place)
    }
    guard let (column, text) = theme.coloringText else { return }
    let settings: [(key: String, isSet: Bool)] = [
      ("classes", drawing.classes?.method != nil), ("breaks", drawing.breaks != nil),
      ("classBy", drawing.classBy != nil), ("palette", drawing.palette?.isOfNumbers == true),
    ]
    for (key, isSet) in settings where isSet {
      guard let origin = part.origin(of: key) else { continue }
      let effect = key == "palette" ? "is one of numbers" : "has no effect"
      let (found, remedy): (SettingText, SettingText) =
        if let text {
          (
            "has texts, such as \(quotedForMessage(text))",
            "name words for missing values with \(origin.spelled("missing")), or leave it out"
          )
        } else { ("has no values", "leave it out") }
      log.warning(
        "\(origin.name) \(effect): \(escapedForMessage(column)) \(found); \(remedy)", at: origin.place)
    }
  }

  // MARK: Views

  private var requestName: String? { plan.requested.requestName }

  func reportAmbiguousPoints(_ snapshotter: MapSnapshotter) {
    var seen: Set<String> = []
    for view in plan.views {
      for id in view.view.soughtIDs where seen.insert(id).inserted {
        guard let (count, first) = snapshotter.points(named: id), count > 1 else { continue }
        log.warning(
          "\(count) points have the id \(escapedForMessage(id)); record \(first.record) of \(first.source) is taken, the first; give each point an id of its own",
          at: placeText(requestName, view.positions[""]))
      }
    }
  }

  func reportCalloutColumns(_ data: [MapSource]) {
    let tables = data.filter { !$0.isBackdrop && !$0.isOfCells }.map(\.features)
    let isGiven = plan.requested.given.calloutColumns != nil
    var seen: Set<String> = []
    for view in plan.views {
      for column in view.output.calloutColumns ?? [] where seen.insert(column).inserted {
        guard tables.contains(where: { $0.points.count > 0 }),
          !tables.contains(where: { $0.hasProperty(column) })
        else { continue }
        let known = tables.flatMap(\.propertyNames).distinct(by: \.self)
        let name: SettingText = isGiven ? "\(given: "calloutColumns")" : "calloutColumns"
        let advice = known.isEmpty ? "the points have no properties" : nameAdvice(column, among: known)
        log.warning(
          "\(name): there is no column \(escapedForMessage(column)); \(advice)",
          at: isGiven ? nil : placeText(requestName, view.positions[""]))
      }
    }
  }

  func checkMembers(_ data: [MapSource]) throws(SessionError) {
    guard let source = data.first(where: \.isOfCells) else { return }
    let refusal = PointNeed.members.refusal(of: source.name)
    if plan.requested.given.members == true { throw .input("\(given: "members"): \(refusal)") }
    guard let number = plan.views.firstIndex(where: { $0.output.members == true }) else { return }
    let positions = plan.requested.request?.settingPositions
    let position = ["views[\(number)].members", "members"].lazy.compactMap { positions?[$0] }.first
    throw .input(
      "members: \(refusal)",
      at: position == nil ? plan.chosen.folder.style : placeText(requestName, position))
  }
}
