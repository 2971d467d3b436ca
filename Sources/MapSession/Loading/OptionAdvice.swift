public import JSONDocument
import MapScene
public import MapSettings
public import MapStyle
import StyleSettings

/// Warns about clustering options that are set but have no effect.
struct OptionAdvice {
  private let log: SessionLog
  /// The sources that the options for all sources are set for.
  private var general: [SettingSituation.Source] = []
  /// The sources that an option for a single one is set for, by its number.
  private var single: [Int: [SettingSituation.Source]] = [:]
  private var ofStyle: [String: [SettingSituation.Source]] = [:]

  init(log: SessionLog) {
    self.log = log
  }

  /// Takes down how a source is clustered in the end.
  ///
  /// - Parameters:
  ///   - options: its options, all settings merged.
  ///   - id: the source of the style.
  ///   - isGeneral: whether the options for all sources are set for it.
  ///   - owners: the numbers of the options that are set for it alone.
  mutating func take(
    _ clustering: SourceClustering, _ options: ClusterOptions, of id: String, isGeneral: Bool, owners: [Int]
  ) {
    var source = SettingSituation.Source(clustering.settings)
    // What is about columns waits in a style for the data that it is used with.
    ofStyle[id, default: []].append(source)
    source.hasWeights = options.weight != nil
    source.isDrawnByColumns = options.drawing.drawsMarkers
    source.isColoredByColumn = options.colorBy != nil || options.donutBy != nil
    if isGeneral { general.append(source) }
    for owner in owners { single[owner, default: []].append(source) }
  }

  /// Options for all sources.
  ///
  /// - Parameter request: the request that sets them; `nil` for the command line.
  func warnAboutUnused(_ options: ClusterOptions, at request: String?) {
    for option in options.unused(for: general, spelling: request == nil ? .options : .members) {
      log.warning(option.text(name: request == nil ? option.optionName : option.name), at: request)
    }
  }

  /// Options for single sources.
  ///
  /// - Parameters:
  ///   - requested: how many of them, the first ones, a request sets.
  ///   - includesRequested: whether there are warnings of these, too.
  func warnAboutUnused(
    _ list: [(name: String, options: ClusterOptions)], requested: Int,
    includingThese includesRequested: Bool, requestName: String?
  ) {
    for (number, entry) in list.enumerated() {
      let isRequested = number < requested
      guard includesRequested || !isRequested else { continue }
      let unused = entry.options.unused(
        for: single[number] ?? [], spelling: isRequested ? .members : .options)
      for option in unused {
        log.warning(
          option.text(
            name: isRequested
              ? "cluster.\(entry.name).\(option.name)" : "--cluster \(entry.name).\(kebabCase(option.name))"),
          at: isRequested ? requestName : nil)
      }
    }
  }

  /// What a style's metadata sets for its sources, as long as no option has put another method in its place.
  func warnAboutUnused(_ style: Style, at styleName: String) {
    for source in style.sources {
      let options = ClusterOptions(source.settings)
      let sources = (ofStyle[source.id] ?? []).filter { used in
        used.settings.method == SourceClustering(source, options: options)?.settings.method
      }
      for option in options.unused(for: sources, spelling: .members) {
        log.warning(option.text(name: "source \(source.id): \(option.name)"), at: styleName)
      }
    }
  }
}

extension Style {
  /// Warnings of clustering settings in the metadata that have no effect under the method that they stand beside, whatever
  /// data the style is used with.
  public var unusedSettings: [Diagnostic] {
    sources.flatMap { source in
      let options = ClusterOptions(source.settings)
      let used =
        SourceClustering(source, options: options).map { [SettingSituation.Source($0.settings)] } ?? []
      return options.unused(for: used, spelling: .members).map { option in
        let place = source.settings.location(of: option.name)
        return Diagnostic(
          .warning, code: "no-effect", path: place?.path ?? JSONPath(), position: place?.position,
          message: option.text(name: option.name))
      }
    }
  }
}

extension SessionLog {
  /// Warns about settings of clustering and views that have no effect where a statement for a database is made of them.
  ///
  /// - Parameters:
  ///   - clustering: the options over those of the request.
  ///   - merged: what holds of both.
  ///   - view: the options over those of the request's views.
  ///   - views: the views, all settings merged; none where the statement is of no view.
  ///   - request: the request; `nil` without one.
  ///   - requestName: the request's file; `nil` without one.
  public func warnAboutUnused(
    _ clustering: ClusterOptions, merged: ClusterOptions, view: ViewOptions, views: [ViewOptions],
    request: SnapshotRequest?, at requestName: String?
  ) {
    var advice = OptionAdvice(log: self)
    if let used = SourceClustering(nil, options: merged) {
      let owners = Array((request?.clusteringBySource ?? []).indices)
      advice.take(used, merged, of: "", isGeneral: true, owners: owners)
    }
    advice.warnAboutUnused(clustering, at: nil)
    if let request, clustering.method == nil, clustering.preset == nil {
      advice.warnAboutUnused(request.clustering, at: requestName)
      advice.warnAboutUnused(
        request.clusteringBySource, requested: request.clusteringBySource.count, includingThese: true,
        requestName: requestName)
    }
    guard !views.isEmpty else { return }
    let pictures = views.map {
      [SettingSituation.Picture(of: $0, OutputSettings(), as: .png, hasSteps: false)]
    }
    PictureAdvice(log: self, request: request, requestName: requestName, pictures: pictures)
      .warnAboutUnused(ViewOptions.table.entries, view) { $0.view }
  }
}

/// Warns about settings of views and pictures that are set but have no effect: of options where no picture uses them, of
/// a request where none of the views uses them that they hold for.
struct PictureAdvice {
  let log: SessionLog
  let request: SnapshotRequest?
  let requestName: String?
  /// The pictures of each view, in order; none of a view that is not drawn.
  let pictures: [[SettingSituation.Picture]]
  /// The map's sources.
  var sources: [SettingSituation.Source] = []
  /// Whether markers are written as data, too.
  var writesMarkers = false

  /// - Parameters:
  ///   - entries: the settings.
  ///   - options: what is set over the request.
  ///   - requested: what a view of the request sets.
  func warnAboutUnused<Values>(
    _ entries: [SettingEntry<Values>], _ options: Values, requested: (SnapshotRequest.View) -> Values
  ) {
    for entry in entries {
      if let unused = entry.unused(options, in: situation(of: pictures.indices), spelling: .options) {
        log.warning(unused.text(name: unused.optionName))
      }
    }
    guard let request, request.views.count == pictures.count else { return }
    for entry in entries {
      func warn(_ views: some Collection<Int>, as name: String) {
        let views = views.filter { !pictures[$0].isEmpty }
        guard let first = views.first else { return }
        let values = requested(request.views[first])
        guard let unused = entry.unused(values, in: situation(of: views), spelling: .members) else { return }
        log.warning(unused.text(name: name), at: requestName)
      }
      let isShared = request.settingPositions[entry.key] != nil
      let (shared, own) = (
        request.views.indices.filter {
          isShared && request.settingPositions["views[\($0)].\(entry.key)"] == nil
        },
        request.views.indices.filter {
          !isShared || request.settingPositions["views[\($0)].\(entry.key)"] != nil
        }
      )
      warn(shared, as: entry.key)
      for number in own { warn([number], as: "views[\(number)].\(entry.key)") }
    }
  }

  private func situation(of views: some Collection<Int>) -> SettingSituation {
    SettingSituation(sources: sources, pictures: views.flatMap { pictures[$0] }, writesMarkers: writesMarkers)
  }
}

extension LoadedMap {
  /// Warns about settings of pictures that are set in options or the request but have no effect.
  ///
  /// - Parameters:
  ///   - formats: those of each view's pictures, in order.
  ///   - writesMarkers: whether markers are written as data beside the pictures.
  public func warnAboutUnused(formats: [[PictureFormat]], writesMarkers: Bool, log: SessionLog) {
    let pictures = zip(views, formats).map { view, formats in
      formats.map { format in
        var picture = SettingSituation.Picture(
          of: view.view, specification.output.over(view.output), as: format, hasSteps: hasSteps)
        picture.hasWorld = hasWorld
        picture.hasNames = hasWorld || !tilePlaces.isEmpty
        return picture
      }
    }
    let clusterings = snapshotter.sources.compactMap(\.clustering)
    let advice = PictureAdvice(
      log: log, request: request, requestName: requestName, pictures: pictures,
      sources: clusterings.map { SettingSituation.Source($0.settings) }, writesMarkers: writesMarkers)
    advice.warnAboutUnused(OutputSettings.ownEntries, specification.output) { $0.output }
  }
}
