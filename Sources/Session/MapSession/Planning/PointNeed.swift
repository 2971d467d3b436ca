public import JSONDocument
public import MapClusters
public import MapContent
public import MapSettings
import MapStyle

/// A reason for which a source needs its points themselves, so that cells, which are counts, cannot stand for them.
///
/// This is the one list: sums while reading, counts of databases, tables of cells and `clustersnap sql` all ask it, and each
/// names the needs that it serves all the same (``isServed(by:)``).
public enum PointNeed: Hashable, Sendable {
  /// A setting of the engine.
  case engine(CellLimit)
  /// Points that are drawn one by one.
  case unclustered
  /// A heat map, which is drawn of points.
  case heat
  /// Layers of the style that draw lines, areas or heat of the source.
  case shapes
  /// Bubbles that overlap are joined by their members.
  case merging
  /// A rule of the caller's own.
  case rule
  /// A filter of rows.
  case filter(String)
  /// Rows that share an id, of which the first alone takes part.
  case uniqueIDs
  /// A filter of the style.
  case styleFilter
  /// A column whose values decide how clusters look: the setting and the column, empty for settings of classes.
  case column(SettingName, String)
  /// Values of members' columns that the style adds up.
  case clusterProperties
  /// The median of a column.
  case median
  /// Titles that list those of members.
  case memberTitles
  /// Callouts, which list members; those of the selection alone need less.
  case callouts(ofSelectionAlone: Bool)
  /// Areas around the members of clusters.
  case hulls
  /// Areas in which points are counted.
  case areas
  /// Members that are listed.
  case members
  /// A point, or a cluster, that a view looks for.
  case search(SettingName)
  /// A view that is fitted to the points.
  case fit
  /// A view that is fitted to most of the points.
  case robustFit
  /// A view that is fitted to the points of several inputs.
  case fitToSeveral
  /// A view that is fitted to points that columns draw.
  case fitToColumns
  /// A projection other than Mercator's, whose cells are those of its sheet.
  case projection
  /// Several views.
  case severalViews
  /// Steps, which change the points.
  case steps
  /// A file that fills two sources.
  case readTwice

  /// A supply of cells in place of points.
  public enum Supply: Hashable, Sendable {
    /// Cells of one view, summed while the input is read.
    case stream
    /// Cells of one view, counted by the database that holds the points.
    case database
    /// A table of cells, counted elsewhere.
    case table
    /// A statement for a database.
    case statement
  }

  /// True if cells of a supply do all the same.
  public func isServed(by supply: Supply) -> Bool {
    switch (self, supply) {
    case (.engine(.unclusteredRows), .stream), (.filter, .stream), (.styleFilter, .stream): true
    // Rows pass through the program, each with all its columns.
    case (.column(let setting, _), .stream), (.column(let setting, _), .database):
      setting == "classes" || setting == "classBy"
    case (.column(let setting, _), .statement): setting == "classes" || setting == "classBy"
    // A table may hold the sums of columns; its titles are left out with a warning.
    case (.clusterProperties, .table), (.memberTitles, .table), (.rule, .table), (.merging, .table),
      (.shapes, .table), (.callouts(ofSelectionAlone: true), .table):
      true
    case (.fit, .table), (.robustFit, .table), (.fitToSeveral, .table), (.fitToColumns, .table),
      (.severalViews, .table), (.steps, .table), (.readTwice, .table):
      true
    case (.engine, _), (.median, _), (.hulls, _), (.areas, _), (.filter, _), (.uniqueIDs, _),
      (.fit, .statement), (.search, _), (.projection, _):
      false
    case (_, .statement): true
    default: false
    }
  }

  /// The words of a need after which a message goes on: `stream: there are several views; the points of a are kept`.
  public var text: SettingText {
    switch self {
    case .engine(let limit): PointNeed.text(of: limit)
    case .unclustered: "points are drawn one by one"
    case .heat: "heat maps are drawn of points"
    case .shapes: "the style draws lines, areas or heat of its points"
    case .merging: "bubbles that overlap are joined by their members"
    case .rule: "a rule of the caller's own needs points"
    case .uniqueIDs: "of rows that share an id the first alone takes part"
    case .filter, .styleFilter: "a filter chooses among rows"
    case .column, .clusterProperties: "clusters carry values of their members' columns"
    case .median: "a median needs all numbers of a cluster"
    case .memberTitles:
      "the titles of clusters list those of their members; set another \(setting: "titleTemplate")"
    case .callouts: "callouts list members"
    case .members: "members are listed"
    case .hulls: "areas are drawn around the members of clusters"
    case .areas: "points are counted in areas"
    case .search: "a point is looked for by its id"
    case .fit:
      "the view is found from the points; set \(setting: "bbox"), or \(setting: "center") and \(setting: "zoom")"
    case .robustFit: "a robust view is found from the points themselves"
    case .fitToSeveral: "the view is fitted to several inputs"
    case .fitToColumns: "the view is fitted to what columns draw"
    case .projection:
      "cells of another projection are cut on its sheet; set \(setting: "projection", to: "mercator")"
    case .severalViews: "there are several views"
    case .steps: "the steps of a story change the points"
    case .readTwice: "the file fills two sources"
    }
  }

  /// The refusal of a source whose points were counted elsewhere.
  func refusal(of name: String) -> SettingText {
    switch self {
    case .heat:
      "the style draws a heat map of \(name), which needs points; draw cells in a style with clusters"
    case .unclustered:
      "the style draws the points of \(name) one by one, and cells hold none; set \(setting: "method", to: "grid")"
    case .filter(let text):
      "\(escapedForMessage(text)) cannot choose among points that are counted already; leave it out and put the condition into the query, \(command: "where")"
    case .styleFilter:
      "the style filters the features of \(name), which are counted already; put the condition into the query, \(command: "where")"
    case .uniqueIDs: "the points of \(name) are counted already, and their ids are not known; leave it out"
    case .column, .median:
      "the points of \(name) are counted already, and their columns are not known; leave it out"
    case .search(let setting):
      "\(name: setting) needs points, and the cells of \(name) are counts alone; set \(setting: "center") or \(setting: "bbox")"
    case .callouts:
      "\(name: "callouts") lists points, and the cells of \(name) are counts alone; leave it out"
    case .members: "the members of \(name) are counted and not listed; leave it out"
    case .engine: text
    default: "source \(name): \(text)"
    }
  }

  /// The refusal of a statement that counts points where they are.
  public var refusalOfStatement: SettingText {
    switch self {
    case .engine(let limit): limit.setting.map { "\(name: SettingName($0)): \(text)" } ?? text
    case .filter(let text):
      "\(name: "filter") \(escapedForMessage(text)) is not SQL; write the condition as \(name: "where")"
    case .column(let setting, let column):
      "\(name: setting) \(escapedForMessage(column)) needs the values of all points, and cells are counts; leave it out, or draw the table's rows"
    case .median: "\(name: "aggregate") median needs the points; set sum, mean, min or max"
    case .uniqueIDs:
      "\(name: "uniqueIds") needs the ids of all points, and cells are counts; leave it out, or count a query that holds each id once"
    case .search(let setting): PointNeed.heldByEngine(setting)
    case .fit: PointNeed.heldByEngine("fit")
    case .projection: "\(name: "projection"): \(text)"
    default: text
    }
  }

  private static func heldByEngine(_ setting: SettingName) -> SettingText {
    "\(name: setting) needs the points, which the engine holds; set \(setting: "center") or \(setting: "bbox") alone"
  }

  /// The setting that asks for it; `nil` for a need of several or none.
  var setting: SettingName? {
    switch self {
    case .engine(let limit): limit.setting.map { SettingName($0) }
    case .filter: "filter"
    case .uniqueIDs: "uniqueIds"
    case .column(let setting, _): setting
    case .median: "aggregate"
    case .projection: "projection"
    default: nil
    }
  }

  /// A fault of the engine in words, with the settings that mend it.
  static func text(of error: ClusterError) -> SettingText {
    if case .cellLimit(let limit) = error { return text(of: limit) }
    return SettingText(error.description)
  }

  private static func text(of limit: CellLimit) -> SettingText {
    switch limit {
    case .method(let method):
      "the method \(method.rawValue) needs points, and cells are counts alone; set \(setting: "method", to: "grid"), with \(setting: "snapZoom") for cells that nest"
    case .anchor:
      "an anchor at the view cuts cells anew for every picture; set \(setting: "anchor", to: "world")"
    case .unaligned:
      "cells that do not fill the world in whole ones are others in every picture; set \(setting: "alignWorld", to: "yes")"
    case .position(let position):
      "the position \(position.rawValue) is a member's place, and cells know none; set \(setting: "position", to: "mean") or cell-center"
    case .ring: "a ring moves single points, and cells hold none; set it to merge"
    case .minimumCount(let count):
      "a minimum count of \(count) leaves the points of smaller cells single, and cells hold none; set \(setting: "minCount", to: "2")"
    case .minimumUnique(let count):
      "a minimum of \(count) unique locations needs the points themselves; set \(setting: "minUnique", to: "1")"
    case .maximumZoom(let zoom):
      "above the cluster maximum zoom of \(javaScriptText(of: zoom)) points stay single, and cells hold none; set a smaller zoom or a larger \(setting: "clusterMaxZoom")"
    case .unclusteredRows, .strategies: SettingText(limit.description)
    }
  }
}

// MARK: Settings that need points

extension PointNeed {
  /// Needs of a source's clustering.
  ///
  /// - Parameters:
  ///   - zoom: of the view, of a world 512 points wide; `nil` for all views.
  ///   - isOfView: whether cells are those of a view, wherever these begin.
  public static func all(
    of options: ClusterOptions, _ clustering: SourceClustering?, zoom: Double? = nil, isOfView: Bool = false
  ) -> [PointNeed] {
    var needs: [PointNeed] = clustering == nil ? [.unclustered] : []
    if let clustering, let limit = CellLimit.of(clustering.settings, zoom: zoom, isOfView: isOfView) {
      needs.append(.engine(limit))
    }
    if clustering?.optOut != nil { needs.append(.engine(.unclusteredRows)) }
    if let filter = options.filter { needs.append(.filter(filter.text)) }
    if options.uniqueIDs == true { needs.append(.uniqueIDs) }
    for (setting, column): (SettingName, String?) in [
      ("colorBy", options.colorBy), ("sizeBy", options.sizeBy), ("groupBy", options.groupBy),
      (.facets, options.facetBy), (.donutBy, options.donutBy),
      ("classes", options.classes.map { _ in "" }), ("classBy", options.classBy.map { _ in "" }),
    ] {
      if let column { needs.append(.column(setting, column)) }
    }
    if options.drawnForm == .hull { needs.append(.hulls) }
    if options.groupAreas != nil { needs.append(.areas) }
    if clustering?.properties.isEmpty == false { needs.append(.clusterProperties) }
    if options.aggregate?.rule == .median { needs.append(.median) }
    // A single point is known, whatever is summed.
    if [clustering?.title, clustering?.subtitle].contains(where: { $0?.listsTitles == true }) {
      needs.append(.memberTitles)
    }
    return needs
  }

  /// Needs of a view.
  public static func all(of view: ViewOptions) -> [PointNeed] {
    var needs: [PointNeed] = view.fitsPoints == true ? [.fit] : []
    if view.isProjected { needs.append(.projection) }
    if view.selection != nil { needs.append(.search("select")) }
    if view.expandedPoint != nil { needs.append(.search("expand")) }
    if view.fittedCluster != nil { needs.append(.search("fitCluster")) }
    return needs
  }

  /// Needs of what is drawn beside layers.
  static func all(of output: OutputSettings) -> [PointNeed] {
    var needs: [PointNeed] = []
    switch output.callouts ?? OutputSettings.Callouts.none {
    case .none: break
    case .selected: needs.append(.callouts(ofSelectionAlone: true))
    case .unique, .all: needs.append(.callouts(ofSelectionAlone: false))
    }
    if output.members == true { needs.append(.members) }
    return needs
  }

  /// Needs of the layers that draw a source.
  static func all(of source: StyleSource, in style: Style) -> [PointNeed] {
    var needs: [PointNeed] = style.drawsHeat(of: source) ? [.heat] : []
    if source.geoJSON?.filter != nil { needs.append(.styleFilter) }
    let layers = style.layers.filter { $0.source == source.id }
    if layers.contains(where: { [.fill, .line, .fillExtrusion, .heatmap].contains($0.type) }) {
      needs.append(.shapes)
    }
    if layers.contains(where: { $0.settings.declutter?.value == .merge }) { needs.append(.merging) }
    return needs
  }
}

extension SettingName {
  /// The column whose categories are the shares of rings.
  static let donutBy: SettingName = "donutBy"
  /// The column whose values have a map each.
  package static let facets = SettingName("facets", option: ClusterOptions.table["facets"]?.optionName)
}
