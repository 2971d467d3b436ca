import JSONDocument
import MapClusters

enum SettingUse: Hashable, Sendable {
  /// Under these methods of clustering.
  case methods([ClusterMethod])
  /// Under methods that cluster; for the middle of a cell, under those with cells.
  case placing
  /// In grids that are anchored at the world.
  case worldGrids
  /// Where points have weights.
  case weights
  /// Where columns decide how markers look.
  case columns
  /// Where a column decides the colors of markers.
  case columnColors
  /// In pictures of one format.
  case format(PictureFormat)
  /// In pictures of one format, and in markers that are written as data beside a picture.
  case formatOrMarkers(PictureFormat)
  /// In pictures with text: PDF, and SVG that our own writer writes.
  case letters
  /// In views that are fitted to something.
  case fittedViews
  /// In views that a selected point decides.
  case selectedViews
  /// Where markers get callouts.
  case callouts
  /// In pictures with a headline or a line below it.
  case titles
  /// In pictures with a legend.
  case legends
  /// Over the built-in world.
  case builtInWorld
  /// Over base maps with names.
  case names

  static let clustering = SettingUse.methods([.grid, .radius, .distance, .leader, .kmeans, .dbscan])
  /// Methods that cut the plane into cells.
  static let cells = SettingUse.methods([.grid, .leader])

  static func only(_ methods: ClusterMethod...) -> SettingUse { .methods(methods) }
}

extension SettingSituation {
  /// Where a setting would have an effect, and what holds instead; `nil` where it has one.
  func lack(of use: SettingUse) -> (owner: SettingText, instead: SettingText)? {
    func unless(
      _ isUsed: Bool, _ owner: SettingText, _ instead: SettingText
    ) -> (owner: SettingText, instead: SettingText)? {
      isUsed ? nil : (owner, instead)
    }
    switch use {
    case .methods(let methods):
      return unless(
        sources.contains { methods.contains($0.settings.method) },
        use == .clustering ? "methods that cluster" : SettingText(words(methods)), methodText)
    case .placing:
      if let lack = lack(of: .clustering) { return lack }
      let cells: [ClusterMethod] = [.grid, .leader]
      return unless(
        sources.contains { $0.settings.position != .cellCenter || cells.contains($0.settings.method) },
        "methods with cells where it is \(MarkerPosition.cellCenter.rawValue)", methodText)
    case .worldGrids:
      let grids = sources.filter { $0.settings.method == .grid }
      if grids.isEmpty { return lack(of: .only(.grid)) }
      return unless(
        grids.contains { $0.settings.anchor != .view }, "grids anchored at the world",
        "the anchor is the view")
    case .weights:
      return unless(sources.contains(where: \.hasWeights), "\(name: "weight")", "points have no weights")
    case .columns:
      return unless(
        sources.contains(where: \.isDrawnByColumns), "markers that are drawn by columns",
        "set \(name: "colorBy") or \(name: "donutBy")")
    case .columnColors:
      return unless(
        sources.contains(where: \.isColoredByColumn), "\(name: "colorBy")", "no column colors markers")
    case .format(let format):
      return unless(formats.contains(format), "\(format.rawValue.uppercased())", formatText)
    case .formatOrMarkers(let format):
      return unless(
        formats.contains(format) || writesMarkers,
        "\(format.rawValue.uppercased()) and \(name: "dump")", formatText)
    case .letters:
      return unless(formats.contains(.svg) || formats.contains(.pdf), "SVG and PDF", formatText)
        ?? unless(
          pictures.contains { $0.format == .pdf || $0.format == .svg && $0.writer == .native },
          "\(setting: "svg", to: "native")", "Cairo writes outlines")
    case .fittedViews:
      return unless(
        pictures.contains(where: \.isFitted), "views that are fitted",
        "\(name: "center") and \(name: "zoom") set the view exactly")
    case .selectedViews:
      return unless(
        pictures.contains(where: \.isFoundBySelection),
        "views that are found by \(name: "select") alone",
        pictures.contains(where: \.hasSelection) ? "the view is set" : "no point is selected")
    case .callouts:
      return unless(pictures.contains(where: \.hasCallouts), "callouts", "no marker gets one")
    case .titles:
      return unless(
        pictures.contains(where: \.hasTitle), "\(name: "title") and \(name: "subtitle")", "neither is set")
    case .legends:
      return unless(pictures.contains(where: \.hasLegend), "\(name: "legend")", "it is not set")
    case .builtInWorld:
      return unless(pictures.contains(where: \.hasWorld), "the built-in world", "it is not drawn")
    case .names:
      return unless(pictures.contains { $0.hasNames }, "base maps with names", "there is none")
    }
  }

  private var formats: [PictureFormat] { pictures.map(\.format) }

  /// `the picture is png`, `the pictures are png and svg`
  private var formatText: SettingText {
    let names = PictureFormat.allCases.filter(formats.contains).map(\.rawValue)
    return "\(pictures.count == 1 ? "the picture is" : "the pictures are") \(list(names))"
  }

  /// `the method is grid`
  private var methodText: SettingText {
    let methods = ClusterMethod.allCases.filter { method in
      sources.contains { $0.settings.method == method }
    }
    guard !methods.isEmpty else { return "nothing is clustered" }
    return "\(methods.count == 1 ? "the method is" : "the methods are") \(list(methods.map(\.rawValue)))"
  }

  /// `method radius`, `methods grid and leader`
  private func words(_ methods: [ClusterMethod]) -> String {
    (methods.count == 1 ? "method " : "methods ") + list(methods.map(\.rawValue))
  }

  private func list(_ names: [String]) -> String {
    names.count > 1
      ? names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1] : names.joined()
  }
}
