import CellSources
import JSONDocument
import MapClusters
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle

// Which inputs are summed into cells while they are read: those whose picture is the same.
extension MapLoader {
  /// From so many bytes on a file is summed while it is read; smaller ones take less memory than the picture.
  private static let largeFile = 32 << 20

  /// How an input is summed while it is read; `nil` where its points are kept.
  ///
  /// - Parameter options: of the clustering.
  func summation(
    of one: SourceAssignment, _ source: StyleSource, _ standard: GeoJSONSource,
    _ options: ClusterOptions, in style: Style, _ assignments: SourceAssignments
  ) -> InputSummation? {
    let asked = specification.resources.stream ?? request?.resources.stream
    guard asked ?? (specification.streamsLargeInputs && isLarge(one.resource)) else { return nil }
    let clustering = SourceClustering(source, options: options)
    do throws(StreamingLimit) {
      if assignments.all.count(where: { $0.resource == one.resource }) > 1 { throw .readTwice }
      guard let clustering else { throw .clustering("points are drawn one by one") }
      let viewport = try streamedView(of: clustering)
      try check(clustering, options, of: one.name, at: viewport, style, source)
      let chooser = PointChooser(
        name: one.name, clustering: clustering, filter: standard.filter, rowFilter: options.filter,
        drawing: options.drawing, identity: FeatureIdentity(standard),
        views: [viewport] + swapped(viewport))
      return InputSummation(
        view: .init(viewport, clustering.settings), clustering: clustering, chooser: chooser)
    } catch {
      if asked == true { log.warning("stream: \(error.reason); the points of \(one.name) are kept") }
      return nil
    }
  }

  /// Whether an input is worth the way: what delivers an unknown number of bytes, and large or compressed files.
  private func isLarge(_ resource: Resource) -> Bool {
    guard let version = resources.version(of: resource) else { return true }
    let name = resource.name.lowercased()
    let isPacked = [".gz", ".zst", ".gzip", ".zstd", ".parquet"].contains(where: name.hasSuffix)
    return version.size >= (isPacked ? MapLoader.largeFile / 8 : MapLoader.largeFile)
  }

  /// Why points cannot be summed while they are read.
  private enum StreamingLimit: Error {
    case readTwice, severalViews, foundView, story
    case clustering(String)

    /// In words that a message goes on from.
    var reason: String {
      switch self {
      case .readTwice: "the file fills two sources"
      case .severalViews: "there are several views"
      case .foundView: "the view is found from the points; set --bbox, or --center and --zoom"
      case .story: "the steps of a story change the points"
      case .clustering(let reason): reason
      }
    }
  }

  /// The one view, where it has a place of its own.
  private func streamedView(of clustering: SourceClustering) throws(StreamingLimit) -> Viewport {
    guard scenario == nil else { throw .story }
    guard views.count == 1 else { throw .severalViews }
    let view = views[0].view
    guard view.selection == nil, view.expandedPoint == nil, view.fittedCluster == nil else {
      throw .foundView
    }
    guard let viewport = try? view.viewport(fitting: { _ in nil }) else { throw .foundView }
    return viewport
  }

  /// The view with longitude and latitude of its center exchanged, where that is a place: a hint may name it.
  private func swapped(_ viewport: Viewport) -> [Viewport] {
    guard let center = views[0].view.center, abs(center.longitude) <= 90 else { return [] }
    let other = Coordinate(latitude: center.longitude, longitude: center.latitude)
    return
      (try? Viewport(
        center: other, zoom: viewport.zoom, size: viewport.size, scale: viewport.scale,
        bearing: viewport.bearing))
      .map { [$0] } ?? []
  }

  /// Refuses what needs the points themselves.
  private func check(
    _ clustering: SourceClustering, _ options: ClusterOptions, of name: String, at viewport: Viewport,
    _ style: Style, _ source: StyleSource
  ) throws(StreamingLimit) {
    if let limit = CellLimit.of(clustering.settings, zoom: viewport.zoom) {
      throw .clustering("\(limit)")
    }
    let rules = specification.rulesBySource[name] ?? specification.rulesBySource[source.id]
    guard rules == nil, specification.rules.isEmpty else {
      throw .clustering("a rule of the caller's own needs points")
    }
    let drawing = options.drawing
    guard drawing.color == nil, drawing.size == nil, drawing.donut == nil, clustering.properties.isEmpty
    else { throw .clustering("clusters carry values of their members' columns") }
    guard drawing.aggregate?.rule != .median else {
      throw .clustering("a median needs all numbers of a cluster")
    }
    let templates = [
      clustering.title, clustering.subtitle, clustering.singleTitle, clustering.singleSubtitle,
    ]
    guard !templates.contains(where: { $0?.listsTitles == true }) else {
      throw .clustering("the titles of clusters list those of their members; set another --title-template")
    }
    let output = specification.output.over(views[0].output)
    guard output.callouts ?? OutputSettings.Callouts.none == OutputSettings.Callouts.none else {
      throw .clustering("callouts list members")
    }
    guard output.members != true, !specification.needsMembers else {
      throw .clustering("members are listed")
    }
    guard !style.drawsHeat(of: source) else { throw .clustering("heat maps are drawn of points") }
    for layer in style.layers where layer.source == source.id {
      if [.fill, .line, .fillExtrusion, .heatmap].contains(layer.type) {
        throw .clustering("the style draws lines, areas or heat of \(name)")
      }
      if layer.settings.declutter?.value == .merge {
        throw .clustering("bubbles that overlap are joined by their members")
      }
    }
  }
}
