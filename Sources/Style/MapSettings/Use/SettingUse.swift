import JSONDocument
import MapClusters

package struct SettingUse: Sendable {
  /// The owner of the setting and what holds instead, in messages; `nil` where it has an effect.
  typealias Lack = (owner: SettingText, instead: SettingText)
  let lack: @Sendable (SettingContext) -> Lack?

  private init(_ lack: @escaping @Sendable (SettingContext) -> Lack?) { self.lack = lack }

  /// A use in some pictures.
  private init(
    pictures isUsed: @escaping @Sendable (SettingContext.Picture) -> Bool, _ owner: SettingText,
    _ instead: SettingText
  ) {
    self.init { $0.pictures.contains(where: isUsed) ? nil : (owner, instead) }
  }

  /// A use in some sources.
  private init(
    sources isUsed: @escaping @Sendable (SettingContext.Source) -> Bool, _ owner: SettingText,
    _ instead: SettingText
  ) {
    self.init { $0.sources.contains(where: isUsed) ? nil : (owner, instead) }
  }

  /// A use in pictures of some formats; instead holds what the pictures are.
  private init(
    formats isUsed: @escaping @Sendable (PictureFormat) -> Bool, _ owner: SettingText,
    _ instead: SettingText? = nil
  ) {
    self.init { $0.formats.contains(where: isUsed) ? nil : (owner, instead ?? $0.formatText) }
  }

  private init(methods: [ClusterMethod], _ owner: SettingText) {
    self.init { situation in
      situation.sources.contains { methods.contains($0.settings.method) }
        ? nil : (owner, situation.methodText)
    }
  }

  /// Under one method of clustering or some.
  static func only(_ methods: ClusterMethod...) -> SettingUse {
    let names = (methods.count == 1 ? "method " : "methods ") + list(methods.map(\.rawValue))
    return SettingUse(methods: methods, SettingText(names))
  }

  /// Under every method that clusters.
  static let clustering = SettingUse(
    methods: [.grid, .hex, .radius, .distance, .leader, .kmeans, .dbscan], "methods that cluster")
  /// Under methods whose bubbles may move; the leader's stay at the places of their points.
  static let spreading = only(.grid, .hex, .radius, .distance, .kmeans, .dbscan, .none)
  /// Under methods that cut the plane into cells.
  static let cells = only(.grid, .leader)
  /// Under methods with cells of a size.
  static let cellSizes = only(.grid, .hex, .leader)
  /// Under methods that cluster; for the middle of a cell, under those with cells.
  static let placing = SettingUse { situation in
    if let lack = clustering.lack(situation) { return lack }
    let cells: [ClusterMethod] = [.grid, .hex, .leader]
    let isUsed = situation.sources.contains {
      $0.settings.position != .cellCenter || cells.contains($0.settings.method)
    }
    return isUsed
      ? nil
      : ("methods with cells where it is \(MarkerPosition.cellCenter.rawValue)", situation.methodText)
  }
  /// In grids that are anchored at the world.
  static let worldGrids = SettingUse { situation in
    let grids = situation.sources.filter { $0.settings.method == .grid }
    if grids.isEmpty { return only(.grid).lack(situation) }
    return grids.contains { $0.settings.anchor != .view }
      ? nil : ("grids anchored at the world", "the anchor is the view")
  }
  /// In pictures of other projections than Mercator's.
  static let projections = SettingUse(
    pictures: \.isProjected, "other projections than mercator", "set \(name: "projection")")
  /// In pictures of cones.
  static let cones = SettingUse(
    pictures: \.isConic, "the projections albers and lambert-conformal", "set \(name: "projection")")
  /// A use where points have weights.
  static let weights = SettingUse(sources: \.hasWeights, "\(name: "weight")", "points have no weights")
  /// A use where columns decide the look of markers.
  static let columns = SettingUse(
    sources: \.isDrawnByColumns, "markers that are drawn by columns",
    "set \(name: "colorBy") or \(name: "donutBy")")
  /// A use where columns decide the look of markers, or points have weights.
  static let units = SettingUse { situation in
    situation.sources.contains(where: \.hasWeights) ? nil : columns.lack(situation)
  }
  /// A use where a column decides the colors of markers.
  static let columnColors = SettingUse(
    sources: \.isColoredByColumn, "\(name: "colorBy")", "no column colors markers")
  /// A use where a column has small maps.
  static let facets = SettingUse(
    sources: \.hasFacets, "sheets of small maps", "set \(name: SettingName("facets", option: "--facet-by"))")
  /// In pictures of one format.
  static func format(_ format: PictureFormat) -> SettingUse {
    SettingUse(formats: { $0 == format }, "\(format.rawValue.uppercased())")
  }
  /// In pictures of pixels.
  static let pixels = SettingUse(
    formats: \.isPixels, "pictures of pixels", "SVG and PDF have outlines")
  /// In pictures of formats with a quality.
  static let lossy = SettingUse(
    formats: { [.jpeg, .webp, .avif].contains($0) }, "JPEG, WebP and AVIF")
  /// In pictures of one format, and in markers that are written as data beside a picture.
  static func formatOrMarkers(_ format: PictureFormat) -> SettingUse {
    SettingUse { situation in
      situation.formats.contains(format) || situation.writesMarkers
        ? nil : ("\(format.rawValue.uppercased()) and \(name: "dump")", situation.formatText)
    }
  }
  /// In pictures with text.
  static let letters = SettingUse(formats: { [.svg, .pdf].contains($0) }, "SVG and PDF")
  /// In views.
  static let views = SettingUse(
    pictures: \.isView, "views", "what is asked for is of none")
  /// In views that are fitted to something.
  static let fittedViews = SettingUse(
    pictures: \.isFitted, "views that are fitted",
    "\(name: "center") and \(name: "zoom") set the view exactly")
  /// In views that a selected point decides.
  static let selectedViews = SettingUse { situation in
    situation.pictures.contains(where: \.isFoundBySelection)
      ? nil
      : (
        "views that are found by \(name: "select") alone",
        situation.pictures.contains(where: \.hasSelection) ? "the view is set" : "no point is selected"
      )
  }
  /// A use where markers get callouts.
  static let callouts = SettingUse(pictures: \.hasCallouts, "callouts", "no marker gets one")
  /// In pictures with a headline or a line below it.
  static let titles = SettingUse(
    pictures: \.hasTitle, "\(name: "title") and \(name: "subtitle")", "neither is set")
  /// In pictures with a legend.
  static let legends = SettingUse(pictures: \.hasLegend, "\(name: "legend")", "it is not set")
  /// In pictures with a scale bar.
  static let scaleBars = SettingUse(pictures: \.hasScaleBar, "\(name: "scaleBar")", "it is not set")
  /// In pictures that describe themselves.
  static let described = SettingUse(
    pictures: \.isDescribed, "\(setting: "metadata", to: "described")", "it is none")
  /// In pictures of requests, not in frames of stories.
  static let insets = SettingUse(pictures: \.hasInsets, "pictures of requests", "stories have none")
  /// Over the built-in world.
  static let builtInWorld = SettingUse(pictures: \.hasWorld, "the built-in world", "it is not drawn")
  /// Over base maps with names.
  static let names = SettingUse(pictures: \.hasNames, "base maps with names", "there is none")
}

extension SettingContext {
  fileprivate var formats: [PictureFormat] { pictures.map(\.format) }

  /// `the picture is png`, `the pictures are png and svg`
  fileprivate var formatText: SettingText {
    let names = PictureFormat.allCases.filter(formats.contains).map(\.rawValue)
    return "\(pictures.count == 1 ? "the picture is" : "the pictures are") \(list(names))"
  }

  /// `the method is grid`
  fileprivate var methodText: SettingText {
    let methods = ClusterMethod.allCases.filter { method in
      sources.contains { $0.settings.method == method }
    }
    guard !methods.isEmpty else { return "nothing is clustered" }
    return "\(methods.count == 1 ? "the method is" : "the methods are") \(list(methods.map(\.rawValue)))"
  }
}

private func list(_ names: [String]) -> String {
  names.count > 1
    ? names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1] : names.joined()
}
