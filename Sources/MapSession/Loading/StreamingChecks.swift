import CellSources
import JSONDocument
import MapClusters
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import StyleSettings

// Which inputs are summed into cells while they are read: those whose picture is the same.
extension MapLoader {
  /// From so many bytes on a file is summed while it is read; smaller ones take less memory than the picture.
  private static let largeFile = 32 << 20

  /// How an input is summed while it is read; `nil` where its points are kept.
  ///
  /// - Parameters:
  ///   - options: of the clustering.
  ///   - reading: how the input is read, with the columns that are used.
  mutating func summation(
    of one: SourceAssignment, _ source: StyleSource, _ standard: GeoJSONSource,
    _ options: ClusterOptions, in style: Style, _ assignments: SourceAssignments, _ reading: ReadingOptions
  ) throws(SessionError) -> InputSummation? {
    let asked = resourceSettings.stream
    let isTooLarge = asked != false && isBeyondMemory(one.resource)
    guard asked ?? (isTooLarge || specification.streamsLargeInputs && isLarge(one.resource)) else {
      keptNotes[one.name] = standardNote
      return nil
    }
    let rowFilter = try compiled(options.filter, of: one.name)
    func summation(
      _ clustering: SourceClustering, _ viewport: Viewport, _ others: [Viewport], bounds: BoundingBox? = nil
    ) -> InputSummation {
      let chooser = PointChooser(
        name: one.name, clustering: clustering, filter: standard.filter, rowFilter: rowFilter,
        drawing: options.drawing, identity: FeatureIdentity(standard), views: [viewport] + others)
      return InputSummation(
        view: .init(viewport, clustering.settings), clustering: clustering, chooser: chooser, bounds: bounds)
    }
    func report(_ limit: StreamingLimit) {
      keptNotes[one.name] = limit.reason
      guard asked == true || isTooLarge else { return }
      log.warning(
        "\(asked == true ? "stream" : "max-memory"): \(limit.reason); the points of \(one.name) are kept")
    }
    let found: (clustering: SourceClustering, viewport: Viewport?)
    do throws(StreamingLimit) {
      found = try summable(one, source, options, in: style, assignments, mayFit: isTooLarge)
    } catch {
      report(error)
      return nil
    }
    if let viewport = found.viewport {
      // A hint may name a view whose numbers seem exchanged.
      let others = views[0].view.swapped.compactMap { try? $0.view.viewport(fitting: { _ in nil }) }
      return summation(found.clustering, viewport, others)
    }
    // The file is read for its box, and once more for the cells of the view that shows it.
    let chooser = PointChooser(
      name: one.name, clustering: found.clustering, filter: standard.filter, rowFilter: rowFilter,
      identity: FeatureIdentity(standard), views: [])
    guard let box = try tables.bounds(of: one, chooser, reading) else { return nil }
    let (clustering, origins) = (found.clustering, origins)
    let viewport = try snapshotting(origins: origins) { () throws(SnapshotError) in
      try fittedView(of: box, try chooser.result(), clustering, source, style)
    }
    do throws(StreamingLimit) {
      try check(clustering, options, of: one.name, at: viewport, style, source)
    } catch {
      report(error)
      return nil
    }
    return summation(clustering, viewport, [], bounds: box)
  }

  /// How an input is clustered that can be summed, and its view; no view where it is still to be fitted to the points.
  private func summable(
    _ one: SourceAssignment, _ source: StyleSource, _ options: ClusterOptions, in style: Style,
    _ assignments: SourceAssignments, mayFit: Bool
  ) throws(StreamingLimit) -> (clustering: SourceClustering, viewport: Viewport?) {
    if assignments.all.count(where: { $0.resource == one.resource }) > 1 { throw .readTwice }
    guard let clustering = SourceClustering(source, options: options) else {
      throw .clustering("points are drawn one by one")
    }
    guard mayFit, scenario == nil, views.count == 1, views[0].view.isFittedToPoints else {
      let viewport = try streamedView()
      try check(clustering, options, of: one.name, at: viewport, style, source)
      return (clustering, viewport)
    }
    let others = style.sources.filter {
      $0.geoJSON != nil && !$0.isEmpty && $0.id != source.id && !WorldBasemap.isSource($0.id)
    }
    guard others.isEmpty, assignments.all.count(where: { !WorldBasemap.isSource($0.sourceID) }) == 1
    else { throw .fittedToSeveral }
    guard views[0].view.fit != .robust else { throw .robust }
    guard options.drawing.isEmpty else { throw .clustering("the view is fitted to what columns draw") }
    return (clustering, nil)
  }

  /// The view that shows the box of points, with room for their bubbles, as it is found for points that are kept.
  private func fittedView(
    of box: BoundingBox, _ streamed: StreamedPoints, _ clustering: SourceClustering, _ source: StyleSource,
    _ style: Style
  ) throws(SnapshotError) -> Viewport {
    // One cell stands for all of the points: their number is what bubbles need room by.
    var (cells, sums) = (CellTable(), CellTable.Sums(longitudes: 0, latitudes: 0))
    if clustering.weight != nil { sums.weight = (1_000_000, 0, 0) }
    cells.append(count: 1, sums, first: nil)
    let table = FeatureTable(points: CoordinateTable([Coordinate(latitude: 0, longitude: 0)]))
    let stand = try MapSource(id: source.id, features: table, clustering: clustering, cells: cells)
      .with(streamed)
    let snapshotter = MapSnapshotter(style: style, sources: [stand])
    return try views[0].view.viewport(padding: snapshotter.fitPadding) { _ in box }
  }

  /// From how many bytes on an input is not kept whole; `nil` for no limit.
  var memoryLimit: Int? { resourceSettings.maxMemory.map { $0 << 20 } }

  /// Whether points are looked for or listed by their ids.
  var findsPointsByID: Bool {
    scenario != nil || specification.needsMembers || specification.output.members == true
      || views.contains {
        let view = $0.view
        return view.selection != nil || view.expandedPoint != nil || view.fittedCluster != nil
          || $0.output.members == true
      }
  }

  /// Whether a file takes more memory than is granted, as far as its size shows: packed ones unpack to about four times theirs.
  private func isBeyondMemory(_ resource: Resource) -> Bool {
    guard let memoryLimit, let version = resources.version(of: resource) else { return false }
    return version.size * (isPacked(resource) ? 4 : 1) > memoryLimit
  }

  private func isPacked(_ resource: Resource) -> Bool {
    let name = resource.name.lowercased()
    return [".gz", ".zst", ".gzip", ".zstd", ".parquet"].contains(where: name.hasSuffix)
  }

  /// Whether an input is worth the way: what delivers an unknown number of bytes, and large or compressed files.
  private func isLarge(_ resource: Resource) -> Bool {
    guard let version = resources.version(of: resource) else { return true }
    return version.size >= (isPacked(resource) ? MapLoader.largeFile / 8 : MapLoader.largeFile)
  }

  /// Why points cannot be summed while they are read.
  private enum StreamingLimit: Error {
    case readTwice, severalViews, foundView, foundPoint, story, fittedToSeveral, robust
    case clustering(String)

    /// In words that a message goes on from.
    var reason: String {
      switch self {
      case .readTwice: "the file fills two sources"
      case .severalViews: "there are several views"
      case .foundView: "the view is found from the points; set --bbox, or --center and --zoom"
      case .foundPoint: "a point is looked for by its id"
      case .fittedToSeveral: "the view is fitted to several inputs"
      case .robust: "a robust view is found from the points themselves"
      case .story: "the steps of a story change the points"
      case .clustering(let reason): reason
      }
    }
  }

  /// The one view, where it has a place of its own.
  private func streamedView() throws(StreamingLimit) -> Viewport {
    guard scenario == nil else { throw .story }
    guard views.count == 1 else { throw .severalViews }
    let view = views[0].view
    guard view.selection == nil, view.expandedPoint == nil, view.fittedCluster == nil else {
      throw .foundPoint
    }
    guard let viewport = try? view.viewport(fitting: { _ in nil }) else { throw .foundView }
    return viewport
  }

  /// Refuses what needs the points themselves.
  private func check(
    _ clustering: SourceClustering, _ options: ClusterOptions, of name: String, at viewport: Viewport,
    _ style: Style, _ source: StyleSource
  ) throws(StreamingLimit) {
    if let limit = CellLimit.of(clustering.settings, zoom: viewport.zoom, isOfView: true) {
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
