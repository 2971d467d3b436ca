import JSONDocument
import MapClusters
import MapFeatures
import MapScene
import MapSettings
import MapStyle

// What cells cannot serve, found before anything is drawn.
extension MapLoader {
  /// The clustering of cells: cells of a pyramid set their own size unless one is chosen.
  ///
  /// - Parameter isSizeChosen: whether anyone but a built-in style sets a cell size, or a preset that does.
  func options(
    _ options: ClusterOptions, for cells: CellTable, of part: TableLoader.Part, _ source: StyleSource,
    _ style: Style, isSizeChosen: Bool
  ) throws(SessionError) -> ClusterOptions {
    if style.drawsHeat(of: source) {
      throw .input(
        "the style draws a heat map of \(part.name), which needs points; draw cells in a style with clusters")
    }
    if let filter = options.filter {
      throw settingError(
        "filter", part.name,
        "\(escapedForMessage(filter.text)) cannot choose among points that are counted already; leave it out and put the condition into the query, --where"
      )
    }
    var options = options
    // A database counts with it.
    if options.missingWeight != nil, part.databaseCounts == nil {
      if options.weight != nil { reportMissingWeight(of: part.name) }
      options.missingWeight = nil
    }
    let drawing = options.drawing
    let setting = [
      ("colorBy", drawing.color), ("sizeBy", drawing.size), ("donutBy", drawing.donut),
      ("classes", drawing.classes.map { _ in "" }), ("classBy", options.classBy.map { _ in "" }),
      ("aggregate", drawing.aggregate?.rule == .median ? "" : nil),
    ].first { $0.1 != nil }
    if let setting {
      throw settingError(
        setting.0, part.name,
        "the points of \(part.name) are counted already, and their columns are not known; leave it out")
    }
    if let label = drawing.label, let known = part.databaseCounts?.columns {
      guard known.contains(label) else {
        throw settingError(
          "labelBy", part.name,
          "source \(part.name) has no column \(escapedForMessage(label)); \(nameAdvice(label, among: known))")
      }
    } else if let label = drawing.label, !part.table.columnNames.contains(label) {
      throw settingError(
        "labelBy", part.name,
        "the cells of \(part.name) have no column \(escapedForMessage(label)); add it to the query, --columns \(escapedForMessage(label))"
      )
    }
    for view in views {
      let finding = [
        ("select", view.view.selection), ("expand", view.view.expandedPoint),
        ("fitCluster", view.view.fittedCluster),
      ]
      if let (setting, _) = finding.first(where: { $0.1 != nil }) {
        throw .input(
          "--\(kebabCase(setting)) needs points, and the cells of \(part.name) are counts alone; set --center or --bbox"
        )
      }
    }
    for view in views {
      let callouts = specification.output.over(view.output).callouts ?? OutputSettings.Callouts.none
      guard callouts == OutputSettings.Callouts.none || callouts == .selected else {
        throw .input("--callouts lists points, and the cells of \(part.name) are counts alone; leave it out")
      }
    }
    if cells.isPyramid, !isSizeChosen, options.preset == nil, (options.method ?? .grid) == .grid {
      options = options.withPyramidCells
    }
    if options.isEmpty && source.geoJSON?.clustering == nil { options.method = .grid }
    return options
  }

  /// Reports that weights were summed before: a request that a statement was made of may set what was missing then.
  private func reportMissingWeight(of name: String) {
    guard let origin = origins.origin(of: "missingWeight", source: name) else { return }
    let text =
      "\(origin.name): the points of \(name) were weighed when they were counted, and an empty weight of a cell is 0; "
      + "set it where they are counted (--missing-weight of clustersnap sql)"
    if origin.name.hasPrefix("--") {
      log.warning(text, at: origin.place)
    } else {
      log.information(text, at: origin.place)
    }
  }

  /// Warns of settings of reading that have no effect where cells are all that is read.
  func warnOfReading(_ assignments: SourceAssignments, _ data: [MapSource]) {
    let inputs = assignments.all
    guard let first = inputs.first, inputs.allSatisfy(\.isOfCells),
      data.allSatisfy({ $0.isOfCells || $0.isBackdrop })
    else { return }
    let isOne = inputs.count == 1
    let tables = isOne ? "the table \(first.name)" : "tables of cells"
    func warn(_ isOption: Bool, _ isMember: Bool, _ member: String, _ reason: String) {
      guard isOption || isMember else { return }
      let name = isOption ? "--" + kebabCase(member) : member
      log.warning("\(name) has no effect: \(reason)", at: isOption ? nil : requestName)
    }
    let (reading, own) = (specification.reading, specification.resources)
    let asked = request?.resources
    warn(
      reading.format != nil, request?.inputFormat != nil, "inputFormat",
      "the format of \(tables) is found in \(isOne ? "its" : "their") content")
    warn(
      reading.decimal != nil, request?.decimal != nil, "decimal",
      "numbers of \(tables) have decimal points")
    warn(
      own.maxPoints != nil, asked?.maxPoints != nil, "maxPoints",
      "\(tables) \(isOne ? "holds" : "hold") counts in place of points")
    warn(
      own.stream == true, own.stream == nil && asked?.stream == true, "stream",
      "the points of \(tables) are summed already")
    warn(
      own.maxMemory != nil, asked?.maxMemory != nil, "maxMemory",
      "\(tables) \(isOne ? "is" : "are") always kept whole")
    guard let column = (reading.identifierColumn ?? request?.identifier)?.description else { return }
    let known = data.filter(\.isOfCells).map(\.features)
    // In a statement's answer the column that names points is called id.
    guard !known.contains(where: { $0.hasProperty(column) || $0.hasProperty("id") }) else { return }
    warn(
      reading.identifierColumn != nil, true, "id",
      "\(tables) \(isOne ? "has" : "have") no column \(escapedForMessage(column))")
  }

  /// Refuses what needs the points themselves, and warns of titles that cells do not hold.
  func check(
    _ clustering: SourceClustering?, for cells: CellTable, of part: TableLoader.Part,
    _ standard: GeoJSONSource
  ) throws(SessionError) {
    guard let clustering else {
      throw .input(
        "the style draws the points of \(part.name) one by one, and cells hold none; set --method grid")
    }
    if standard.filter != nil {
      throw .input(
        "the style filters the features of \(part.name), which are counted already; put the condition into the query, --where"
      )
    }
    if let limit = clustering.cellLimit {
      try snapshotting(origins: origins) { () throws(SnapshotError) in
        throw .clustering(source: part.name, .cellLimit(limit))
      }
    }
    let templates = [
      clustering.title, clustering.subtitle, clustering.singleTitle, clustering.singleSubtitle,
    ]
    if templates.contains(where: { $0?.listsTitles == true }) {
      log.warning(
        "the titles of points that \(part.name) counts are not known; {titles} is left out of clusters")
    }
    let names = part.table.columnNames
    for property in clustering.properties where !names.isEmpty && !names.contains(property.name) {
      throw .input(
        "the cells of \(part.name) have no column \(escapedForMessage(property.name)), which the style's clusterProperties want; add it to the query"
      )
    }
  }
}
