import JSONDocument
import MapClusters
import MapFeatures
import MapScene
import MapSettings
import MapStyle
import StyleSettings

// Reports on the data of sources: filters that leave nothing, clustering where nothing clusters.
extension MapLoader {
  /// Checks that a file has the columns that a filter looks at.
  func check(_ filter: CompiledRowFilter, of source: String, _ table: FeatureTable) throws(SessionError) {
    let known = table.columnNames
    guard !known.isEmpty, let unknown = filter.columns.first(where: { !known.contains($0) }) else { return }
    throw missingColumn(unknown, of: source, known: known)
  }

  /// A filter of rows, compiled.
  ///
  /// - Throws: an error with the location of the setting for what is no filter of the style language.
  func compiled(_ filter: RowFilter?, of source: String) throws(SessionError) -> CompiledRowFilter? {
    guard let filter else { return nil }
    do throws(RowFilterError) {
      return try CompiledRowFilter(filter, collation: session.collation)
    } catch {
      throw settingError("filter", source, error.line)
    }
  }

  private func missingColumn(_ unknown: String, of source: String, known: [String]) -> SessionError {
    settingError(
      "filter", source,
      "source \(source) has no column \(escapedForMessage(unknown)); \(nameAdvice(unknown, among: known))")
  }

  /// Checks that a file has the columns that a built-in style sums up for its clusters.
  func checkShares(
    of source: GeoJSONSource, _ table: FeatureTable, style: String, file: String
  ) throws(SessionError) {
    let names = source.clustering?.properties.flatMap { $0.map.inputs.propertyNames } ?? []
    guard let first = names.first, !table.columnNames.isEmpty,
      Set(names).isDisjoint(with: table.columnNames)
    else { return }
    throw .input(
      "the style \(style) draws shares of a column \(first), which the file has not; name one of its own with "
        + "--donut-by COLUMN", at: file == "-" ? "standard input" : file)
  }

  /// An error at the place where a setting of a source is set, with the name that it has there.
  func settingError(_ setting: String, _ source: String, _ text: String) -> SessionError {
    let origin = origins.origin(of: setting, source: source)
    return .input("\(origin?.name ?? setting): \(text)", at: origin?.place)
  }

  /// Reports how many rows a filter leaves; none is an error.
  func reportFilter(_ filter: CompiledRowFilter?, _ data: MapSource) throws(SessionError) {
    guard let filter else { return }
    let (count, all) = (data.pointCount, data.readCount)
    guard count > 0 || all == 0 || data.hasShapes else {
      // Rows in JSON have no header that could be looked at before.
      let unknown =
        data.streamed?.missingFilterColumns.first
        ?? (data.streamed == nil ? filter.columns.first { !data.features.hasProperty($0) } : nil)
      if let unknown {
        throw missingColumn(
          unknown, of: data.name, known: data.streamed?.knownNames ?? data.features.propertyNames)
      }
      throw settingError(
        "filter", data.name,
        "none of the \(all) points of \(data.name) passes \(escapedForMessage(filter.setting.text)); change it"
      )
    }
    log.information("\(count) of \(all) points of \(data.name) pass the filter")
  }

  /// Warns of points at 0,0, where data puts what it has no place for; a single one may be meant.
  func reportZeros(_ data: MapSource, at input: String?) {
    let (count, columns) = (data.zeroCount, data.features.coordinateColumns)
    guard count > 1, count * 100 > data.pointCount else { return }
    let names = columns.map { name in
      let isPlain = name.utf8.allSatisfy { $0 == 0x5F || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
      return isPlain ? name : "`\(name)`"
    }
    let advice =
      names.count == 2 && columns.allSatisfy(data.features.hasProperty)
      ? "leave them out with --filter \"\(names[0]) != 0 or \(names[1]) != 0\"" : "leave them out of the data"
    log.warning(
      "\(count) of \(counted(data.pointCount, "point")) lie at exactly 0,0; \(escapedForMessage(advice))",
      at: input)
  }

  /// Warns of a column that clustering asks for and that is not there.
  func warnOfMissingColumn(_ clustering: SourceClustering?, _ part: TableLoader.Part) {
    // Of points that were summed only some are left, whose members may lack what others have.
    let isKnown = part.cells == nil || !part.table.columnNames.isEmpty
    guard isKnown, part.readCount > 0, let note = clustering?.optOutNote(part.table) else { return }
    log.warning("\(part.name) has \(note)")
  }

  /// Warns where points become clusters that the style draws like single points, although it sets no clustering itself.
  func warnOfEqualMarks(_ options: ClusterOptions, of source: StyleSource, _ part: String, _ style: Style) {
    let others = options.withoutClustering
    guard ClusterOptions(source.settings).isEmpty, style.drawsPointsAlone(of: source),
      options.over(others) != others, options.method != .some(.none)
    else { return }
    log.warning(
      "the style draws clusters of \(part) like single points; give it a layer with point_count, or leave the clustering options out"
    )
  }

  /// Warns where columns replace a heat map, and where one setting of columns leaves another without effect.
  func warnOfColumns(_ options: ClusterOptions, of source: StyleSource, _ part: String, _ style: Style) {
    let drawing = options.drawing
    func name(_ setting: String) -> String { origins.origin(of: setting, source: part)?.name ?? setting }
    if let first = drawing.settings.first.map(name), style.drawsHeat(of: source) {
      log.warning("\(first) draws bubbles in place of the style's heat map of \(part); leave one of them out")
    }
    if drawing.donut != nil {
      // What comes before rings of shares colors and sizes bubbles.
      for setting in drawing.settings.prefix(while: { $0 != "donutBy" }) {
        log.warning(
          "\(name("donutBy")) draws rings of shares; \(name(setting)) has no effect, leave one of them out")
      }
    }
    if let shown = drawing.aggregate, options.weight != nil, drawing.donut == nil {
      log.warning(
        "bubbles show the \(shown.rule.rawValue) of \(escapedForMessage(shown.column)) that \(name(drawing.settings.last ?? "")) sets, not "
          + "the sums of \(name("weight")); leave one of them out")
    }
  }

  /// Warns of a column with more categories than colors, and reports classes that no other view has.
  func warnOfCategories(_ data: MapSource) {
    guard let theme = data.theme, let first = theme.drawing.settings.first else { return }
    let isDonut = theme.drawing.donut != nil
    let setting = isDonut ? "donutBy" : first
    let origin = origins.origin(of: setting, source: data.name)
    func spelled(_ key: String) -> String {
      origin?.name.hasPrefix("--") == true ? "--" + kebabCase(key) : key
    }
    if let (column, count, isMostColored, areNumbers) = theme.crowdedCategories {
      var advice = areNumbers ? ["class its numbers with \(spelled("classes")) quantile"] : []
      if !isDonut, isMostColored { advice.append("draw shares with \(spelled("donutBy"))") }
      advice.append("choose rows with \(spelled("filter"))")
      log.warning(
        "\(origin?.name ?? setting): \(escapedForMessage(column)) has \(count) categories, and \(Palette.categoryCount) colors; "
          + "the others are grey; \(advice.joined(separator: ", or "))", at: origin?.place)
    }
    if let column = data.columnOfViewClasses, scenario == nil {
      log.information(
        "\(origin?.name ?? setting): the classes of \(escapedForMessage(column)) are those of the markers in view; "
          + "\(spelled("classBy")) rows has the same colors in every view", at: origin?.place)
    }
  }

  /// Warns of weights that a style's heat map does not look at, because it weighs points in a way of its own.
  func warnOfOwnWeights(_ options: ClusterOptions, of source: StyleSource, _ part: String, _ style: Style) {
    guard options.weight != nil, let origin = origins.origin(of: "weight", source: part),
      style.weighsHeat(of: source)
    else { return }
    log.warning(
      "the heatmap-weight of the style weighs the points of \(part), \(origin.name) does not; take it out of the style, or read [\"get\", \"clustersnap:weight\"] there"
    )
  }

  /// Reports clustering options where the style draws every point for itself.
  func warnOfClustering(_ options: ClusterOptions, of source: String, _ part: String) {
    let others = options.withoutClustering
    guard options.over(others) != others, options.preset != nil || options.method != .some(.none) else {
      return
    }
    log.warning(
      "the style draws a heat map of \(part), where every point counts for itself; clustering options have no effect"
    )
  }
}

extension Style {
  /// Whether a source that is not clustered by the style is drawn without a look at what clusters are.
  func drawsPointsAlone(of source: StyleSource) -> Bool {
    let layers = layers.filter { $0.source == source.id && ($0.type == .circle || $0.type == .symbol) }
    return source.geoJSON?.clustering == nil && !layers.isEmpty
      && !layers.contains { layer in
        layer.settings.donut != nil || layer.settings.classes != nil
          || [
            "point_count", "point_count_abbreviated", "cluster", "cluster_id", "clustersnap:weight",
            "clustersnap:count",
          ].contains(where: layer.mentions)
      }
  }

  /// Whether heat maps of a source weigh its points by something else than what weighs them beside the style.
  func weighsHeat(of source: StyleSource) -> Bool {
    layers.contains { layer in
      layer.source == source.id && layer.type == .heatmap && layer.sets(.heatmapWeight)
        && !layer.reads("clustersnap:weight", for: .heatmapWeight)
    }
  }

  /// Whether the points of a source are drawn as heat, and nothing is drawn of clusters: layers look away from them or leave them
  /// out.
  func drawsHeat(of source: StyleSource) -> Bool {
    let layers = layers.filter { $0.source == source.id }
    return source.geoJSON?.clustering == nil && layers.contains { $0.type == .heatmap }
      && !layers.contains {
        ($0.mentions("point_count") || $0.mentions("cluster")) && !$0.leavesOutClusters
      }
  }
}
