import Drawing
import MapClusters
import MapContent
import MapDecorations
import MapGround
import MapSettings
import MapStyle
import Parallel

/// The parts of a style that a view shows: the layers of its zoom, each resolved once, and the points that they draw.
///
/// The first of three stages: a resolved map is placed (``PlacedMap``), and what has a position is drawn (``DrawnMap``).
struct ResolvedMap {
  /// The layers that are drawn, bottom first.
  let layers: [ResolvedLayer]
  let pairs: LayerPairs
  let sources: [MapSource]
  /// The markers of all clustered sources, as they are drawn.
  var groups: [MarkerGroup]
  /// The points of sources that circles or symbols are drawn of, by the source's id; looked up, never iterated.
  private(set) var points: [String: [PointItem]] = [:]
  /// The layers of vector tiles that are drawn; looked up, never iterated.
  private let tileLayers: [TileLayer.Key: TileLayer]
  /// The points among them that circles or symbols are drawn of; looked up, never iterated.
  private var tilePoints: [TileLayer.Key: [PointItem]] = [:]
  /// The point that is singled out, the pieces drawn beside the layers, and true if marks are described.
  @OutOfLine private var options: PictureOptions
  private let known = KnownOutlines()
  let threads: Int

  /// Resolves the layers that a view shows, and gathers the points they draw.
  ///
  /// - Parameters:
  ///   - tiles: the vector tiles of the style's sources, and the property that is the id of a layer's features.
  /// - Complexity: O(*points* + *vertices of tiles* + *properties set*).
  init(
    _ layers: [StyleLayer], of sources: [MapSource], tiles: [String: StyleTiles], groups: [MarkerGroup],
    options: PictureOptions, threads: Int, in drawing: inout LayerDrawing
  ) {
    let view = drawing.context()
    let visible = layers.filter { $0.isDrawn(in: view, noting: &drawing.warnings) }
    self.layers = visible.map { $0.resolved(in: view, noting: &drawing.warnings) }
    pairs = LayerPairs(self.layers)
    self.threads = threads
    self.sources = sources.filter { $0.zooms.contains(drawing.frame.viewport.zoom) }
    (self.groups, self.options) = (groups, options)
    tileLayers = StyleTiles.layers(of: tiles, drawnBy: visible, in: drawing.frame, threads: threads)
    for layer in visible where layer.type == .circle || layer.type == .symbol {
      if let key = TileLayer.Key(layer), let tiles = tileLayers[key] {
        if tilePoints[key] == nil {
          tilePoints[key] = tiles.points(margin: farthestReach(into: key.source))
        }
        continue
      }
      guard let source = layer.source, points[source] == nil else { continue }
      points[source] = gatheredPoints(of: source, in: drawing.frame)
    }
  }

  private func gatheredPoints(of id: String, in frame: ViewFrame) -> [PointItem] {
    var found: [PointItem] = []
    let countClasses = countClasses(of: id)
    let sharing = sources.filter { $0.id == id }
    for (index, source) in sharing.enumerated() {
      let number = sharing.count > 1 ? index : nil
      let items =
        group(of: source)?.items(
          numberedFrom: found.count, group: number, countClasses: countClasses,
          describesMarks: options.describesMarks, listsMembers: options.listsMembers,
          numbers: options.numberFormat, MarkContext(zoom: frame.viewport.zoom, selection: options.selection))
        ?? source.pointItems(
          in: frame, margin: farthestReach(into: id), numberedFrom: found.count, group: number,
          describesMarks: options.describesMarks, numbers: options.numberFormat)
      // Most sources are one alone, or have points in one: nothing is copied.
      if found.isEmpty { found = items } else if !items.isEmpty { found += items }
    }
    return found
  }

  /// The classes of counts of a source, of all its files; decades in tiles, which stand beside each other.
  func countClasses(of source: String?) -> CountClasses {
    let own = groups.filter { $0.source.id == source }
    if options.cutsLabelsAtEdge { return .decades }
    return own.first?.sharedScales?.countClasses
      ?? CountClasses(of: own.flatMap { $0.counts(in: $0.countScale) })
  }

  /// The distance beyond the picture of a source's points whose discs may reach into it, in points.
  private func farthestReach(into source: String?) -> Double {
    let own = sources.filter { $0.id == source }
    let count = own.reduce(0) { sum, source in
      // All shapes of a source share one list of corners.
      sum + source.input.coordinates.count + (source.shapes.first?.longitudes.count ?? 0)
    }
    return layers.filter { $0.layer.type == .circle && $0.layer.source == source }
      .reduce(ViewFrame.margin) { max($0, CircleLayer($1).reach(ofPoints: own.isEmpty ? nil : count)) }
  }

  /// The corners of lines and areas that a circle layer draws; a clustered source has none, for they are not clustered.
  func corners(of layer: StyleLayer, in drawing: inout LayerDrawing) -> [PointItem] {
    if let tiles = tileLayer(of: layer) {
      var filter = TileFilter(layer)
      return tiles.corners(margin: farthestReach(into: layer.source)) { filter.passes($0, in: &drawing) }
    }
    guard let id = layer.source else { return [] }
    var found: [PointItem] = []
    for source in sources where source.id == id && !source.shapes.isEmpty && source.clustering == nil {
      found += source.vertexItems(
        in: drawing.frame, margin: farthestReach(into: id),
        numberedFrom: found.last.map { $0.index + 1 } ?? ResolvedMap.firstCorner
      ) { layer.filter == nil || drawing.passes($0, layer) }
    }
    return found
  }

  /// Corners are numbered from here on, beyond the points of any source.
  private static let firstCorner = 1 << 40

  /// Gathers the points of a source anew from its markers.
  mutating func gather(_ source: String, in frame: ViewFrame) {
    points[source] = gatheredPoints(of: source, in: frame)
  }

  /// The markers of a source; `nil` where it is not clustered.
  func group(of source: MapSource) -> MarkerGroup? {
    groups.first { $0.source.name == source.name && $0.source.id == source.id }
  }

  func isClustered(_ layer: StyleLayer) -> Bool { groups.contains { $0.source.id == layer.source } }

  /// True if the marks of a layer's source are leaders of MapPinClustering's, points that stand for those around them.
  func hasLeaders(_ layer: StyleLayer) -> Bool {
    groups.contains { $0.source.id == layer.source && $0.clustering?.settings.method == .leader }
  }

  /// True if columns of the data decide how the markers of a layer's source look.
  func isThemed(_ layer: StyleLayer) -> Bool {
    sources.contains { $0.id == layer.source && $0.theme?.drawing.drawsMarkers == true }
  }

  /// The points of a layer's source, whether or not they pass the layer's filter.
  func points(of layer: StyleLayer) -> [PointItem] {
    if let key = TileLayer.Key(layer), let points = tilePoints[key] { return points }
    return layer.source.flatMap { points[$0] } ?? []
  }

  /// The layer of vector tiles that a layer draws; `nil` for layers of other sources, and for those without tiles.
  func tileLayer(of layer: StyleLayer) -> TileLayer? { TileLayer.Key(layer).flatMap { tileLayers[$0] } }

  /// The marker that an item of a source is; `nil` for points of sources that are not clustered.
  func marker(_ item: Int, of source: String?) -> MarkerKey? {
    let items = source.flatMap { points[$0] } ?? []
    return items.indices.contains(item) ? items[item].marker : nil
  }

  /// The lines and areas that a layer draws, as they appear in the view.
  ///
  /// - Parameter isAlongLines: whether those around the picture are needed, too, as far as a tile reaches: a label's
  ///   position follows from the whole line that it runs along.
  func outlines(
    of layer: StyleLayer, isAlongLines: Bool = false, in drawing: inout LayerDrawing
  ) -> [OutlineItem] {
    var filter = TileFilter(layer)
    if let tiles = tileLayer(of: layer) {
      return isAlongLines
        ? tiles.lines { filter.passes($0, in: &drawing) } : tiles.outlines { filter.passes($0, in: &drawing) }
    }
    let ground = drawing.frame.ground
    let viewport = ground.viewport
    let margin = isAlongLines ? 512 * drawing.frame.growth / viewport.worldSize : 0
    let lastZoom = layer.source.flatMap { drawing.lastZooms[$0] } ?? .infinity
    let overscaling = drawing.frame.overscaling(beyond: lastZoom)
    var result: [OutlineItem] = []
    for (number, source) in sources.enumerated() where source.id == layer.source {
      let shapes = source.shapes
      let passing = shapes.indices.filter {
        filter.passes(OutlineFeature(shapes[$0], source.identity), in: &drawing)
      }
      result += known.items(
        isAlongLines ? nil : number, passing, of: shapes.count, threads: threads
      ) { number in
        var paths = source.outlines.paths(of: shapes[number], in: ground, margin: margin)
        if overscaling > 1 { for index in paths.indices { paths[index].overscaling = overscaling } }
        return paths
      } item: {
        OutlineItem(feature: OutlineFeature(shapes[$0], source.identity), kind: shapes[$0].kind, paths: $1)
      }
    }
    return result
  }

  /// True if all of a layer's data lies beneath the data that the picture is about.
  func isBackdrop(_ layer: StyleLayer) -> Bool {
    sources.allSatisfy { $0.id != layer.source || $0.isBackdrop }
  }

  /// The color that is behind everything; `nil` for none.
  func groundColor(in drawing: inout LayerDrawing) -> Color? {
    if case .color(let own) = options.background { return own }
    guard options.background == .style, let layer = layers.first(where: { $0.layer.type == .background })
    else { return nil }
    return drawing.value(of: .backgroundColor, in: layer)
  }

  /// True if what lies beneath everything is dark, so that what stands around the map is light.
  func isDark(in drawing: inout LayerDrawing) -> Bool {
    groundColor(in: &drawing).map { $0.over(.white).relativeLuminance < 0.2 } ?? false
  }
}

extension ResolvedMap {
  /// A heatmap with all of its points. There may be many: nothing is kept of them but their kernels.
  func heatmap(_ layer: ResolvedLayer, in drawing: inout LayerDrawing) -> HeatmapLayer {
    // Clusters weigh what the style gives them.
    let own = sources.filter { source in
      source.id == layer.layer.source
        && group(of: source).map { $0.clustering?.settings.method == ClusterMethod.none } ?? true
    }
    // A layer that weighs points itself is not asked what all of them weigh.
    let weights = layer.layer.sets(.heatmapWeight) ? nil : HeatmapWeights(own.compactMap(\.input.weights))
    var heatmap = HeatmapLayer(layer, weights: weights, in: &drawing)
    if let tiles = tileLayer(of: layer.layer) {
      let margin = heatmap.margin ?? ViewFrame.farthestReach
      for item in tiles.points(margin: margin) + tiles.corners(margin: margin, where: { _ in true }) {
        heatmap.add(item.point, item.feature, in: &drawing)
      }
    }
    for source in sources where source.id == layer.layer.source {
      if let group = group(of: source) {
        let weighs = own.contains { $0.name == source.name } && source.input.weights != nil
        for item in group.items(
          numberedFrom: 0, describesMarks: false,
          MarkContext(zoom: drawing.frame.viewport.zoom, selection: nil))
        {
          heatmap.add(
            item.point, weighing: weighs ? group.markers.markers[item.index].weight : nil, item.feature,
            in: &drawing)
        }
      } else {
        source.forEachPoint(in: drawing.frame, margin: heatmap.margin) { index, position in
          heatmap.add(
            position, weighing: source.input.weights?[index], source.feature(ofPoint: index), in: &drawing)
        }
        for corner in source.vertexItems(
          in: drawing.frame, margin: heatmap.margin ?? ViewFrame.farthestReach, numberedFrom: 0,
          where: { _ in true })
        {
          heatmap.add(corner.point, corner.feature, in: &drawing)
        }
      }
    }
    return heatmap
  }
}

/// The outlines that layers of a view have drawn: those that follow draw the same for the most part.
private final class KnownOutlines {
  /// By the number of the source, those of its shapes; looked up, never iterated.
  private var items: [Int: [OutlineItem?]] = [:]

  /// The outlines of some shapes that are seen.
  ///
  /// - Parameters:
  ///   - source: `nil` for one that no other layer draws like that.
  ///   - paths: those of a shape; called on any thread.
  func items(
    _ source: Int?, _ shapes: [Int], of count: Int, threads: Int, paths: (Int) -> [OutlinePath],
    item: (Int, [OutlinePath]) -> OutlineItem
  ) -> [OutlineItem] {
    var own = source.flatMap { items.removeValue(forKey: $0) } ?? Array(repeating: nil, count: count)
    let missing = shapes.filter { own[$0] == nil }
    let block = 1024
    let made = concurrentMap((missing.count + block - 1) / block, threads: threads) { number in
      missing[number * block..<min(missing.count, (number + 1) * block)].map(paths)
    }
    for (shape, paths) in zip(missing, made.joined()) { own[shape] = item(shape, paths) }
    if let source { items[source] = own }
    return shapes.compactMap { own[$0].flatMap { $0.paths.isEmpty ? nil : $0 } }
  }
}

/// The pairs of symbol and circle layers that are drawn together, marker by marker: `clustersnap:pair`.
struct LayerPairs {
  private var partners: [String: ResolvedLayer] = [:]
  private var circles: [String: [StyleLayer]] = [:]

  init(_ layers: [ResolvedLayer] = []) {
    let pairing = layers.map(\.layer).filter { $0.type == .circle && $0.settings.pair != nil }
    guard !pairing.isEmpty else { return }
    var symbols: [String: ResolvedLayer] = [:]
    for layer in layers where layer.layer.type == .symbol { symbols[layer.layer.id] = layer }
    for layer in pairing {
      guard let partner = layer.settings.pair.flatMap({ symbols[$0.value] }),
        partner.layer.source == layer.source
      else { continue }
      partners[layer.id] = partner
      circles[partner.layer.id, default: []].append(layer)
    }
  }

  /// The layer whose symbols are drawn with a circle layer's discs.
  func partner(of layer: StyleLayer) -> ResolvedLayer? { partners[layer.id] }

  /// The circle layers whose discs a symbol layer's symbols are drawn with.
  func circleLayers(of symbols: StyleLayer) -> [StyleLayer] { circles[symbols.id, default: []] }
}
