import JSONDocument
import MapClusters

package struct SettingUse: Sendable {
  /// Owner of the setting and what holds instead, for messages.
  typealias Lack = (owner: SettingText, instead: SettingText)
  let lack: @Sendable (SettingContext) -> Lack?

  private init(_ lack: @escaping @Sendable (SettingContext) -> Lack?) { self.lack = lack }

  private init(
    pictures isUsed: @escaping @Sendable (SettingContext.Picture) -> Bool, _ owner: SettingText,
    _ instead: SettingText
  ) {
    self.init { $0.pictures.contains(where: isUsed) ? nil : (owner, instead) }
  }

  private init(
    sources isUsed: @escaping @Sendable (SettingContext.Source) -> Bool, _ owner: SettingText,
    _ instead: SettingText
  ) {
    self.init { $0.sources.contains(where: isUsed) ? nil : (owner, instead) }
  }

  /// - Parameter instead: default, the pictures' formats.
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

  static func only(_ methods: ClusterMethod...) -> SettingUse {
    let names = (methods.count == 1 ? "method " : "methods ") + list(methods.map(\.rawValue))
    return SettingUse(methods: methods, SettingText(names))
  }

  static let clustering = SettingUse(
    methods: [.grid, .peaks, .hex, .radius, .distance, .leader, .kmeans, .dbscan], "methods that cluster")
  /// Methods whose bubbles may move; the leader's stay at their points.
  static let spreading = only(.grid, .peaks, .hex, .radius, .distance, .kmeans, .dbscan, .none)
  static let cells = only(.grid, .leader)
  static let drawnGrids = only(.grid, .peaks, .leader)
  /// Methods whose cells follow zooms.
  static let zoomedCells = only(.grid, .peaks, .hex, .leader)
  static let cellSizes = only(.grid, .hex, .leader)
  /// Methods that cluster; for the middle of a cell, methods with cells.
  static let placing = SettingUse { situation in
    if let lack = clustering.lack(situation) { return lack }
    let cells: [ClusterMethod] = [.grid, .peaks, .hex, .leader]
    let isUsed = situation.sources.contains {
      $0.settings.position != .cellCenter || cells.contains($0.settings.method)
    }
    return isUsed
      ? nil : ("methods with cells where it is \(MarkerPosition.cellCenter.rawValue)", situation.methodText)
  }
  static let worldGrids = SettingUse { situation in
    let grids = situation.sources.filter { $0.settings.method == .grid }
    if grids.isEmpty { return only(.grid).lack(situation) }
    return grids.contains { $0.settings.anchor != .view }
      ? nil : ("grids anchored at the world", "the anchor is the view")
  }
  static let projections = SettingUse(
    pictures: \.isProjected, "other projections than mercator", "set \(name: "projection")")
  static let cones = SettingUse(
    pictures: \.isConic, "the projections albers and lambert-conformal", "set \(name: "projection")")
  static let weights = SettingUse(sources: \.hasWeights, "\(name: "weight")", "points have no weights")
  static let columns = SettingUse(
    sources: \.isDrawnByColumns, "markers that are drawn by columns",
    "set \(name: "colorBy") or \(name: "donutBy")")
  static let units = SettingUse { situation in
    situation.sources.contains(where: \.hasWeights) ? nil : columns.lack(situation)
  }
  static let columnColors = SettingUse(
    sources: \.isColoredByColumn, "\(name: "colorBy")", "no column colors markers")
  static let categories = SettingUse(
    sources: { $0.isColoredByColumn || $0.hasFacets }, "columns of categories",
    "set \(name: "colorBy") or \(name: "donutBy")")
  static let facets = SettingUse(
    sources: \.hasFacets, "sheets of small maps", "set \(name: SettingName("facets", option: "--facet-by"))")
  static func format(_ format: PictureFormat) -> SettingUse {
    SettingUse(formats: { $0 == format }, "\(format.rawValue.uppercased())")
  }
  static let pixels = SettingUse(formats: \.isPixels, "pictures of pixels", "SVG and PDF have outlines")
  static let lossy = SettingUse(formats: { [.jpeg, .webp, .avif].contains($0) }, "JPEG, WebP and AVIF")
  /// One format, and markers written as data beside a picture.
  static func formatOrMarkers(_ format: PictureFormat) -> SettingUse {
    SettingUse { situation in
      situation.formats.contains(format) || situation.writesMarkers
        ? nil : ("\(format.rawValue.uppercased()) and \(name: "dump")", situation.formatText)
    }
  }
  static let letters = SettingUse(formats: { [.svg, .pdf].contains($0) }, "SVG and PDF")
  static let views = SettingUse(pictures: \.isView, "views", "what is asked for is of none")
  static let fittedViews = SettingUse(
    pictures: \.isFitted, "views that are fitted",
    "\(name: "center") and \(name: "zoom") set the view exactly")
  static let selectedViews = SettingUse { situation in
    situation.pictures.contains(where: \.isFoundBySelection)
      ? nil
      : (
        "views that are found by \(name: "select") alone",
        situation.pictures.contains(where: \.hasSelection) ? "the view is set" : "no point is selected"
      )
  }
  static let callouts = SettingUse(pictures: \.hasCallouts, "callouts", "no marker gets one")
  static let titles = SettingUse(
    pictures: \.hasTitle, "\(name: "title") and \(name: "subtitle")", "neither is set")
  static let legends = SettingUse(pictures: \.hasLegend, "\(name: "legend")", "it is not set")
  static let scaleBars = SettingUse(pictures: \.hasScaleBar, "\(name: "scaleBar")", "it is not set")
  static let described = SettingUse(
    pictures: \.isDescribed, "\(setting: "metadata", to: "described")", "it is none")
  /// Pictures of requests, not frames of stories.
  static let insets = SettingUse(pictures: \.hasInsets, "pictures of requests", "stories have none")
  static let builtInWorld = SettingUse(pictures: \.hasWorld, "the built-in world", "it is not drawn")
  static let names = SettingUse(pictures: \.hasNames, "base maps with names", "there is none")
}

extension SettingContext {
  fileprivate var formats: [PictureFormat] { pictures.map(\.format) }

  /// `the picture is png`, `the pictures are png and svg`
  fileprivate var formatText: SettingText {
    let names = PictureFormat.allCases.filter(formats.contains).map(\.rawValue)
    return "\(pictures.count == 1 ? "the picture is" : "the pictures are") \(list(names))"
  }

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
