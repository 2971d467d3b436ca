import JSONDocument
public import MapClusters
package import MapFeatures
public import MapSettings
public import MapStyle

/// The clustering of the points of one source, and what is reported of them.
public struct SourceClustering: Sendable {
  /// The system taken over, if one is.
  public var preset: ClusterPreset?
  /// The method and its parameters.
  public var settings: ClusterSettings
  /// The history from view to view, if there is one.
  public var behavior: ClusterBehavior
  /// The property that weighs points; `nil` where each weighs 1.
  public var weight: String?
  /// The weight of a point whose own is empty.
  public var missingWeight: MissingWeight
  /// True if a single point is drawn by its weight as a cluster of one.
  public var weightedSingles: Bool
  /// Points whose property of this name is false are never clustered; `nil` where all are.
  public var optOut: String?
  /// The title of a cluster.
  public var title: TitleTemplate
  /// The template of a cluster's subtitle; `nil` where clusters have none.
  public var subtitle: TitleTemplate?
  /// The template of a single point's title; `nil` where a point's own title stands.
  public var singleTitle: TitleTemplate?
  /// The template of a single point's subtitle; `nil` where single points have none.
  public var singleSubtitle: TitleTemplate?
  /// The values that clusters carry beyond their count.
  public var properties: [ClusterProperty]
  /// The setting of the debug grid; `nil` where the source sets nothing.
  public var debugGrid: DebugGridSetting?
  /// Rules of the caller's own, which stand in for settings and templates.
  public var rules = SourceRules()
  @OutOfLine private var source: StyleSource?
  @OutOfLine private var options: ClusterOptions

  /// The title of a cluster where none is set.
  public static let standardTitle = TitleTemplate("{count} {count|point|points}")

  /// The clustering that options and a style's standard keys ask for; `nil` where points stay as they are.
  ///
  /// - Parameters:
  ///   - source: the style's source, whose `cluster: true` means Mapbox supercluster with the specification's
  ///     numbers; `nil` for data without a style.
  ///   - options: what refines or replaces that.
  public init?(_ source: StyleSource?, options: ClusterOptions) {
    let standard = source?.geoJSON?.clustering
    guard standard != nil || !options.isEmpty else { return nil }
    if let standard, options.preset == nil, options.method == nil || options.method == .radius {
      var base = ClusterOptions()
      base.method = .radius
      base.radius = standard.radius
      base.maximumZoom = Double(standard.maxZoom)
      base.minimumPoints = standard.minPoints
      (settings, behavior) = (options.over(base).settings, options.behavior)
    } else {
      let engine = options.engine
      (settings, behavior) = (engine.settings, engine.behavior)
    }
    weight = options.weight
    missingWeight = options.missingWeight ?? .count(0)
    weightedSingles = options.weightedSingles ?? false
    preset = options.preset
    optOut = options.optOut ?? (options.cleared.contains("optOut") ? nil : preset?.traits.optOut)
    let titles = preset?.titles
    title = options.title.map(TitleTemplate.init) ?? titles?.title ?? SourceClustering.standardTitle
    subtitle = options.subtitle.map(TitleTemplate.init) ?? titles?.subtitle
    singleTitle = options.singleTitle.map(TitleTemplate.init) ?? titles?.singleTitle
    singleSubtitle = options.singleSubtitle.map(TitleTemplate.init) ?? titles?.singleSubtitle
    properties = standard?.properties ?? []
    debugGrid = options.debugGrid
    (self.source, self.options) = (source, options)
  }

  /// True if a cluster's callout lists its members in place of a subtitle, as the preset has it.
  package var listsMembersInCallouts: Bool {
    options.subtitle == nil && preset?.traits.listsMembersInCallouts == true
  }

  /// True if data has titles: a template's, or those of a known system.
  var hasTitles: Bool {
    title != SourceClustering.standardTitle || preset.map { $0 != .supercluster } ?? false
  }

  /// True if it makes clusters.
  var groups: Bool { settings.method != ClusterMethod.none }

  /// A note about a table that lacks the column which should keep points alone; `nil` where it is there, and
  /// where a preset names it, as most data does not have it.
  package func optOutNote(_ table: FeatureTable) -> String? {
    guard let column = options.optOut, !table.hasProperty(column) else { return nil }
    let advice = didYouMean(column, among: table.propertyNames).map { "; did you mean \($0)?" }
    return "no column \(escapedForMessage(column)) to keep points alone by\(advice ?? "")"
  }

  /// A note about points whose weights are too small to be summed; `nil` for none.
  package func smallWeightNote(_ points: MissingPoints) -> String? {
    guard points.count > 0, let weight else { return nil }
    let who = counted(points.count, "point weighs", "points weigh")
    return
      "\(who) 0: weights are rounded to 0.000001, and \(escapedForMessage(weight)) is smaller; multiply the column\(points.example)"
  }

  /// A note about points without a weight; `nil` for none.
  package func weightNote(_ points: MissingPoints) -> String? {
    guard let weight else { return nil }
    return switch missingWeight {
    case .count(let number):
      points.note(weight, "counts \(javaScriptText(of: number))", "count \(javaScriptText(of: number))")
    case .skip, .error: points.note(weight, "is left out", "are left out")
    }
  }

  /// Returns the clustering with other options; those that change nothing stay as they were.
  ///
  /// What is read with the data, weights and opt-outs, stays: a source cannot read its file again.
  public func changed(by options: ClusterOptions) -> SourceClustering {
    guard var result = SourceClustering(source, options: options.over(self.options)) else { return self }
    (result.weight, result.missingWeight, result.optOut) = (weight, missingWeight, optOut)
    result.rules = rules
    return result
  }
}

extension MapSource {
  /// The source without clusters where these end below the zoom of the whole picture.
  package func limited(atZoom zoom: Double) throws(SnapshotError) -> MapSource {
    guard let settings = clustering?.settings, let limit = settings.maximumZoom,
      settings.method == .radius ? zoom.rounded(.down) > limit : !settings.clusters(atZoom: zoom)
    else { return self }
    guard !isCounted else { throw .clustering(source: name, .cellLimit(.maximumZoom(limit))) }
    var source = self
    source.clustering?.settings.maximumZoom = -1
    return source
  }
}
