import MapClusters
import MapScene
import MapSettings
import MapStyle

/// Warns about clustering options that are set but have no effect, because they belong to another method.
struct OptionAdvice {
  private let log: SessionLog
  /// The settings of the sources that the options for all sources are set for.
  private var general: [ClusterSettings] = []
  /// The settings of the sources that an option for a single one is set for, by its number.
  private var single: [Int: [ClusterSettings]] = [:]
  private var ofStyle: [String: [ClusterSettings]] = [:]

  init(log: SessionLog) {
    self.log = log
  }

  /// Takes down by which settings a source is clustered in the end.
  ///
  /// - Parameters:
  ///   - id: the source of the style.
  ///   - isGeneral: whether the options for all sources are set for it.
  ///   - owners: the numbers of the options that are set for it alone.
  mutating func take(_ settings: ClusterSettings, of id: String, isGeneral: Bool, owners: [Int]) {
    if isGeneral { general.append(settings) }
    for owner in owners { single[owner, default: []].append(settings) }
    ofStyle[id, default: []].append(settings)
  }

  /// Options for all sources.
  ///
  /// - Parameter request: the request that sets them; `nil` for the command line.
  func warnAboutUnused(_ options: ClusterOptions, at request: String?) {
    for option in options.unused(under: general) {
      log.warning(option.text(name: request == nil ? option.optionName : option.name), at: request)
    }
  }

  /// Options for fitting, where no view is fitted.
  func warnAboutUnused(_ view: ViewOptions, over views: [ViewOptions]) {
    let isExact = views.allSatisfy { view in
      view.center != nil && view.box == nil && view.fitsPoints != true && view.fittedCluster == nil
    }
    guard isExact else { return }
    for (name, isSet) in [
      ("--padding", view.padding != nil), ("--max-zoom-fit", view.maximumFitZoom != nil),
    ]
    where isSet {
      log.warning(
        "\(name) belongs to views that are fitted; --center and --zoom set the view exactly")
    }
  }

  /// Options for single sources.
  ///
  /// - Parameter requested: how many of them, the first ones, a request sets.
  func warnAboutUnused(
    _ list: [(name: String, options: ClusterOptions)], requested: Int, requestName: String?
  ) {
    for (number, entry) in list.enumerated() {
      for option in entry.options.unused(under: single[number] ?? []) {
        let isRequested = number < requested
        log.warning(
          option.text(
            name: isRequested
              ? "cluster.\(entry.name).\(option.name)" : "--cluster \(entry.name).\(kebabCase(option.name))"),
          at: isRequested ? requestName : nil)
      }
    }
  }

  /// What a style's metadata says for its sources, as long as no option has put another method in its place.
  func warnAboutUnused(_ style: Style, at styleName: String) {
    for source in style.sources {
      let options = ClusterOptions(source.settings)
      let settings = (ofStyle[source.id] ?? []).filter { used in
        used.method == SourceClustering(source, options: options)?.settings.method
      }
      for option in options.unused(under: settings) {
        log.warning(option.text(name: "source \(source.id): \(option.name)"), at: styleName)
      }
    }
  }
}
