public import Drawing
public import JSONDocument
public import MapClusters
public import MapContent
public import MapDecorations
public import MapGeometry
public import MapGround
import MapSettings
public import MapStyle

/// Turns a style and the data of its sources into pictures: loaded once, drawn in any number of views.
///
/// ```swift
/// let snapshotter = MapSnapshotter(style: style, sources: [source])
/// let snapshot = try snapshotter.snapshot(of: viewport, shaper: shaper)
/// let png = try CairoCanvas.png(of: snapshot.scene)
/// ```
public struct MapSnapshotter: Sendable {
  /// The style.
  public let style: Style
  /// The data, each under the name of a source of the style.
  public private(set) var sources: [MapSource]
  /// The images that icons and patterns are drawn with.
  public var images: ImageSet
  /// The pictures of the style's raster and image sources, by their ids; those without stay empty.
  public var pictures: [String: SourcePictures] = [:]
  /// The tiles of the style's vector sources, by their ids; those without stay empty.
  public var tiles: [String: VectorTileSet] = [:]
  /// The limits of a picture.
  package var limits = SceneLimits()
  /// True if few markers of few points may become pins: a fitted view leaves them room at its upper edge.
  package var mayDrawPins = false
  /// The most pins of a picture, and the most points of each.
  package static let mostPins = 12, mostPointsOfPin = 9
  /// The style's layers, bottom first, the base map's among them.
  package private(set) var layers: [StyleLayer]
  /// The number of threads that cluster and stitch tiles; the picture does not depend on it.
  public private(set) var threads: Int
  /// The sheet whose plane its sources lie in; `nil` for Mercator's.
  public private(set) var sheet: Sheet?

  /// A style and its data. Sources of the style without data are empty.
  ///
  /// - Parameters:
  ///   - style: what is drawn and how.
  ///   - sources: the data, each under the name of a source of the style.
  ///   - images: what icons and patterns are drawn with.
  ///   - basemapLayers: layers of another style that lie directly above this one's background.
  public init(
    style: Style, sources: [MapSource], images: ImageSet = ImageSet(), basemapLayers: [StyleLayer] = [],
    threads: Int = 1
  ) {
    self.style = style
    self.sources = sources
    self.images = images
    let backgrounds = style.layers.prefix { $0.type == .background }
    layers = backgrounds + basemapLayers + style.layers.dropFirst(backgrounds.count)
    self.threads = max(1, threads)
  }

  /// Returns the map on a sheet, or on Mercator's plane, its sources on it already.
  package func on(_ sheet: Sheet?, _ sources: [MapSource]) -> MapSnapshotter {
    var other = self
    (other.sheet, other.sources) = (sheet, sources)
    return other
  }

  /// Returns the map for another number of threads, at least 1.
  package func with(threads: Int) -> MapSnapshotter {
    var other = self
    other.threads = max(1, threads)
    return other
  }

  /// Returns the map with other layers in place of its own, or without some of them.
  package func mapLayers(_ transform: (StyleLayer) -> StyleLayer?) -> MapSnapshotter {
    var other = self
    other.layers = layers.compactMap(transform)
    return other
  }

  /// Returns the map with pins in place of the bubbles of its sources, and the names of their points beside them.
  ///
  /// - Throws: `SnapshotError`.
  package func drawingPins() throws(SnapshotError) -> MapSnapshotter {
    var (other, drawn) = (self, style.with(layers))
    for (number, source) in sources.enumerated() where !source.isBackdrop && source.clustering != nil {
      var ignored = StyleWarnings()
      let bubble = layers.first { $0.source == source.id && $0.type == .circle && $0.settings.pair != nil }
      // The middle color of counts, of grays a darker one.
      let count = StyleValue.number(style.isOnPaper ? 1000 : 100)
      let feature = MemberFeature([StyleMember(key: "point_count", value: count)])
      let color = bubble?.value(
        .circleColor, in: EvaluationContext(feature: feature, globalState: style.state), noting: &ignored)
      let pinned = try source.drawnAsPins()
      guard let theme = pinned.theme else { continue }
      other.sources[number] = pinned
      drawn = drawn.drawing(source.id, by: theme, pin: color)
    }
    other.layers = drawn.layers
    return other
  }

  /// The markers of a view, without drawing them: clusters and single points of clustered sources, every point in view
  /// of those that are not clustered but drawn point by point.
  ///
  /// - Parameter observer: is called with what is being done.
  /// - Throws: `SnapshotError.clustering(source:_:)`.
  public func markers(
    in viewport: Viewport, observer: (SnapshotStage) -> Void = { _ in }
  ) throws(SnapshotError) -> (groups: [MarkerGroup], notes: [Diagnostic]) {
    var warnings = StyleWarnings()
    let groups = try clusteredMarkers(in: viewport, observer: observer, noting: &warnings)
    return (try completed(groups, in: viewport), warnings.diagnostics + groups.compactMap(\.ringNote))
  }

  /// The markers of clustered sources together with the points in view of those that are not clustered, in the order of
  /// the sources.
  ///
  /// - Parameter groups: those of the clustered sources, such as a snapshot's.
  /// - Throws: `SnapshotError` where points cannot be listed.
  /// - Complexity: O(*points of sources that are not clustered*).
  public func completed(
    _ groups: [MarkerGroup], in viewport: Viewport
  ) throws(SnapshotError) -> [MarkerGroup] {
    var result: [MarkerGroup] = []
    for source in drawnSources {
      if source.clustering != nil {
        result += groups.filter { $0.source.id == source.id && $0.source.name == source.name }
      } else {
        result.append(try MarkerGroup(pointsOf: source, in: viewport, threads: threads))
      }
    }
    return result
  }

  /// The number of points that are drawn or clustered in a box, edges included.
  ///
  /// - Complexity: O(*points*).
  package func pointCount(in box: BoundingBox) -> Int {
    drawnSources.reduce(0) { $0 + $1.pointCount(in: box) }
  }

  /// The points in view of sources that are drawn point by point: how many there are, and where those are that are kept, in
  /// degrees.
  ///
  /// - Complexity: O(*points of these sources*).
  package func unclusteredPoints(in viewport: Viewport) -> (count: Int, places: [Coordinate]) {
    let box = viewport.boundingBox
    var (count, places): (Int, [Coordinate]) = (0, [])
    for source in drawnSources where source.clustering == nil {
      guard source.streamed == nil else {
        count += source.pointCount(in: box)
        continue
      }
      let shown = source.input.coordinates
      for index in 0..<shown.count where box.contains(shown[index]) {
        places.append(source.features.points[source.row(index)])
      }
    }
    return (count + places.count, places)
  }

  /// The number of points that are drawn or clustered, if none of them lies in a view; else `nil`.
  ///
  /// - Complexity: O(*points*) where none lies in it, else usually far less.
  public func pointCount(allOutside viewport: Viewport) -> Int? {
    let drawn = drawnSources
    let count = drawn.reduce(0) { $0 + $1.pointCount }
    let frame = ViewFrame(viewport)
    guard count > 0, !drawn.contains(where: { $0.hasPoint(in: frame) }) else { return nil }
    return count
  }

  /// Refuses a view that a source's cells, counted elsewhere, do not answer.
  ///
  /// - Throws: `SnapshotError.clustering(source:_:)`.
  package func checkCells(in viewport: Viewport) throws(SnapshotError) {
    for source in sources {
      guard let cells = source.input.cells, let clustering = source.clustering else { continue }
      try rethrowing(cells.check(viewport, clustering.settings), as: source.clusteringError)
    }
  }

  /// The clusters of all zooms, for asking what nests in what.
  ///
  /// - Throws: `SnapshotError.notHierarchical` where no source is clustered by radius.
  public func hierarchy() throws(SnapshotError) -> ClusterHierarchy {
    try ClusterHierarchy(sources, threads: threads, state: style.state)
  }

  /// The sources that are clustered or drawn point by point.
  private var drawnSources: [MapSource] {
    sources.filter { source in
      source.clustering != nil
        || !source.isBackdrop && source.input.coordinates.count > 0
          && layers.contains { $0.source == source.id && [.circle, .symbol, .heatmap].contains($0.type) }
    }
  }

  /// The markers of clustered sources in a view.
  ///
  /// - Parameters:
  ///   - facet: the value whose points are clustered in sources with a column of facets; `nil` for all points.
  ///   - given: the markers of sources that the caller knows, by their names.
  package func clusteredMarkers(
    in viewport: Viewport, facet: String? = nil, given: [String: ClusterResult] = [:],
    observer: (SnapshotStage) -> Void, noting warnings: inout StyleWarnings
  ) throws(SnapshotError) -> [MarkerGroup] {
    var groups: [MarkerGroup] = []
    for source in sources {
      if let given = given[source.name] {
        guard given.isOver(source.input.coordinates.count) else { throw .badClusters(source: source.name) }
        groups.append(
          MarkerGroup(source, source.clustering, given, globalState: style.state, noting: &warnings))
        continue
      }
      guard let clustering = source.clustering else { continue }
      observer(.clustering(source: source.name))
      groups.append(
        try MarkerGroup(
          source, clustering, in: viewport, facet: facet, threads: threads, globalState: style.state,
          noting: &warnings))
    }
    return groups
  }

  package var sourceWarnings: StyleWarnings {
    sources.reduce(into: StyleWarnings()) { $0.merge($1.warnings) }
  }

  /// A picture of a view.
  ///
  /// - Parameters:
  ///   - clusters: markers of sources by their names, which the caller made, changed or saved; all other sources are
  ///     clustered as they are set.
  ///   - options: what is drawn beside the style's layers.
  ///   - shaper: lays text out; a canvas brings one.
  ///   - observer: is called with what is being done.
  /// - Throws: `SnapshotError`, such as `SnapshotError.badClusters(source:)` where markers have members that the source
  ///   has not, and `SnapshotError.unknownSource(_:known:)` for a name that no source has.
  public func snapshot(
    of viewport: Viewport, clusters: [String: ClusterResult] = [:],
    options: PictureOptions = PictureOptions(), shaper: any TextShaper,
    observer: (SnapshotStage) -> Void = { _ in }
  ) throws(SnapshotError) -> Snapshot {
    let known = sources.map(\.name)
    if let unknown = clusters.keys.filter({ !known.contains($0) }).min() {
      throw .unknownSource(unknown, known: known)
    }
    var warnings = sourceWarnings
    let groups = try clusteredMarkers(in: viewport, given: clusters, observer: observer, noting: &warnings)
    observer(.drawing)
    return try snapshot(of: viewport, groups: groups, options: options, shaper: shaper, warnings)
  }

  /// A picture of a view with markers found elsewhere.
  ///
  /// - Parameter shifts: how far the markers stand aside, as another picture found it; `nil` finds that, too.
  /// - Throws: `SnapshotError`.
  package func snapshot(
    of viewport: Viewport, groups: [MarkerGroup], options: PictureOptions, shaper: any TextShaper,
    _ warnings: StyleWarnings = StyleWarnings(), shifts: [MarkerKey: Point]? = nil
  ) throws(SnapshotError) -> Snapshot {
    var drawing = drawing(of: viewport, options, shaper, warnings)
    let context = MarkContext(zoom: viewport.zoom, selection: options.selection)
    drawing.notes += groups.compactMap(\.ringNote) + groups.compactMap { $0.ruleNote(context) }
    return try picture(layers, of: sources, groups: groups, options, givenShifts: shifts, in: &drawing)
  }

  func drawing(
    of viewport: Viewport, _ options: PictureOptions, _ shaper: any TextShaper, _ warnings: StyleWarnings
  ) -> LayerDrawing {
    var frame = ViewFrame(viewport, repeatsWorld: options.repeatsWorld, middle: options.worldMiddle)
    frame.isFitted = options.isFitted
    var drawing = LayerDrawing(frame: frame, shaper: shaper, globalState: style.state)
    drawing.limits = limits
    drawing.warnings = warnings
    (drawing.numbers, drawing.labelScale) = (options.numberFormat, options.labelScale)
    drawing.images = images
    drawing.lastZooms = style.sources.reduce(into: [:]) { zooms, source in
      zooms[source.id] = source.geoJSON?.maxZoom
    }
    return drawing
  }

  var attributions: [(source: String, text: String)] {
    style.sources.compactMap { source in
      (source.attribution ?? tiles[source.id]?.attribution ?? pictures[source.id]?.attribution)
        .map { (source: source.id, text: $0) }
    }
  }

  var styleTiles: [String: StyleTiles] {
    tiles.reduce(into: [:]) { result, entry in
      var source: VectorSource?
      if case .vector(let vector)? = style.source(entry.key)?.content { source = vector }
      result[entry.key] = StyleTiles(tiles: entry.value, source: source)
    }
  }

  /// A picture, stage by stage: resolved, placed, drawn.
  private func picture(
    _ layers: [StyleLayer], of sources: [MapSource], groups: [MarkerGroup], _ options: PictureOptions,
    givenShifts: [MarkerKey: Point]?, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> Snapshot {
    let map = ResolvedMap(
      layers, of: sources, tiles: styleTiles, groups: groups, options: options, threads: threads, in: &drawing
    )
    let placed = try PlacedMap(
      map, givenShifts: givenShifts, options, attributions: attributions, in: &drawing)
    let (scene, ownership) = try DrawnMap(placed: placed, snapshotter: self, options: options)
      .scene(in: &drawing)
    return Snapshot(
      scene: scene, groups: placed.map.groups, notes: drawing.diagnostics, ownership: ownership,
      mapCorner: Point.zero - scene.origin)
  }

  /// The markers of a picture as it drew them, seen in another view: none makes room again, none is joined.
  ///
  /// - Parameters:
  ///   - picture: a picture of this style.
  ///   - overscan: how far beyond the picture markers are drawn, in points.
  ///   - options: those of the picture; background, grids and what stands around the map are left out.
  /// - Throws: `SnapshotError`.
  package func markers(
    of picture: Snapshot, seenIn viewport: Viewport, overscan: Double, options: PictureOptions,
    shaper: any TextShaper
  ) throws(SnapshotError) -> Snapshot {
    var options = options
    options.background = .none
    options.debugGrid = DebugGridSetting(isShown: false)
    options.decorations = DecorationOptions()
    var drawing = drawing(of: viewport, options, shaper, StyleWarnings())
    drawing.frame.overscan = overscan
    let layers = layers.filter { $0.type == .circle || $0.type == .symbol }
    return try self.picture(
      layers, of: picture.groups.map(\.source), groups: picture.groups, options,
      givenShifts: picture.ownership.shifts, in: &drawing)
  }
}

/// A stage of the work, for those who wait.
public enum SnapshotStage: Hashable, Sendable {
  /// The points of a source are clustered.
  case clustering(source: String)
  /// Marks and labels find their places.
  case drawing
}

/// A picture in words, the markers in it, and its diagnostics.
public struct Snapshot: Sendable {
  /// The scene that a canvas draws.
  public package(set) var scene: Scene
  /// The markers of all clustered sources, those joined for want of room as one; see
  /// ``MapSnapshotter/completed(_:in:)`` for the points of others.
  public package(set) var groups: [MarkerGroup]
  /// Warnings and information: failed expressions, hidden labels, characters without letters.
  public package(set) var notes: [Diagnostic]
  /// The markers that marks belong to.
  package let ownership: MarkOwnership
  /// The map's upper left corner in the picture, in points.
  package var mapCorner = Point.zero
}
