import Drawing
import JSONDocument
import MapFeatures
import MapGeometry
import MapStyle

/// Puts one picture together: style layers from the bottom up, labels placed from the top down.
struct SceneBuilder {
  let style: Style
  let layers: [StyleLayer]
  let sources: [MapSource]
  /// The markers of all clustered sources, as they are drawn.
  var groups: [MarkerGroup]
  let options: PictureOptions
  var drawing: LayerDrawing
  var items: [String: [PointItem]] = [:]
  /// The discs of circle layers and how they give way to each other.
  var bubbles = BubblePlan()
  /// Which symbols are drawn with which discs.
  private(set) var pairs = LayerPairs()
  var hidden: [Diagnostic] = []
  /// Whose the marks of point layers are.
  var stage = MarkerStage()

  init(
    style: Style, layers: [StyleLayer], sources: [MapSource], groups: [MarkerGroup], viewport: Viewport,
    options: PictureOptions,
    shaper: any TextShaper
  ) {
    self.style = style
    self.layers = layers
    self.sources = sources
    self.groups = groups
    self.options = options
    drawing = LayerDrawing(frame: ViewFrame(viewport), shaper: shaper, globalState: style.state)
  }

  /// The picture.
  mutating func build() throws(SnapshotError) -> Scene {
    let view = drawing.context()
    let layers = layers.filter { $0.isDrawn(in: view, noting: &drawing.warnings) }
    pairs = LayerPairs(layers)
    try planBubbles(of: layers)
    let furniture = try furnish(layers, isDark: isDark(layers))
    hidden += furniture.notes
    let labels = try placedLabels(of: layers, around: furniture.boxes)
    var result: [SceneLayer] = []
    var background: Color?
    if case .color(let color) = options.background { background = color }
    var needsGrid = groups.contains { debugGrid(of: $0).isShown }
    var needsGraticule = !furniture.beneath.isEmpty
    for layer in layers {
      if needsGraticule, layer.type == .circle || layer.type == .symbol || layer.type == .heatmap {
        result.append(SceneLayer(id: "graticule", marks: furniture.beneath))
        needsGraticule = false
      }
      if needsGrid, layer.type == .circle || layer.type == .symbol || layer.type == .heatmap {
        result += try debugGrids()
        needsGrid = false
      }
      let marks = try marks(of: layer, labels: labels)
      if !marks.isEmpty { result.append(SceneLayer(id: layer.id, opacity: opacity(of: layer), marks: marks)) }
    }
    if needsGraticule { result.append(SceneLayer(id: "graticule", marks: furniture.beneath)) }
    if needsGrid { result += try debugGrids() }
    result += try calloutLayers(
      over: background ?? backgroundColor(of: result), around: furniture.boxes)
    if !furniture.above.isEmpty { result.append(SceneLayer(id: "furniture", marks: furniture.above)) }
    let viewport = drawing.frame.viewport
    // An opaque background that lies beneath everything needs no layer of its own.
    if background == nil, let first = result.first, first.marks.count == 1, layers.first?.type == .background,
      layers.first?.id == first.id, case .fill(let fill) = first.marks[0].shape,
      case .color(let color) = fill.paint,
      color.alpha == 1
    {
      background = color
      result.removeFirst()
    }
    return Scene(
      size: Size(width: viewport.size.width, height: viewport.size.height), scale: viewport.scale,
      background: background, title: options.title, layers: result)
  }

  /// What should be told of the picture.
  var notes: [Diagnostic] {
    drawing.warnings.diagnostics + drawing.notes + drawing.missingNotes + hidden
  }

  /// The opacity of a layer drawn as one.
  private mutating func opacity(of layer: StyleLayer) -> Double {
    let context = drawing.context()
    switch layer.type {
    case .fill: return layer.value(.fillLayerOpacity, in: context, noting: &drawing.warnings)
    case .line: return layer.value(.lineLayerOpacity, in: context, noting: &drawing.warnings)
    default: return 1
    }
  }

  private mutating func marks(
    of layer: StyleLayer, labels: PlacedLabels
  ) throws(SnapshotError) -> [Mark] {
    let resolved = layer.resolved(in: drawing.context(), noting: &drawing.warnings)
    switch layer.type {
    case .background:
      return backgroundMarks(resolved)
    case .fill:
      return FillLayer(resolved).marks(of: outlines(of: layer), in: &drawing)
    case .line:
      return LineLayer(resolved).marks(of: outlines(of: layer), in: &drawing)
    case .circle:
      return circleMarks(layer, labels: labels)
    case .symbol:
      // Labels that are drawn with their bubbles are already there.
      return symbolMarks(of: layer, labels.symbols[layer.id, default: []].filter { !$0.isBound })
    case .heatmap:
      return heatmapMarks(resolved)
    case .raster:
      guard let source = layer.source.flatMap(style.source), let pictures = drawing.pictures[source.id] else {
        return []
      }
      return RasterLayer(resolved, in: &drawing).marks(of: source, pictures, in: drawing.frame)
    }
  }

  private mutating func backgroundMarks(_ layer: ResolvedLayer) -> [Mark] {
    guard options.background == .style else { return [] }
    let context = drawing.context()
    let color = layer.value(.backgroundColor, in: context, noting: &drawing.warnings)
    let opacity = layer.value(.backgroundOpacity, in: context, noting: &drawing.warnings)
    var path = Path()
    path.add(drawing.frame.picture)
    if let image = layer.value(.backgroundPattern, in: context, noting: &drawing.warnings) {
      guard opacity > 0,
        let pattern = drawing.pattern(
          image.name, opacity: opacity, for: layer.layer.place(of: .backgroundPattern))
      else { return [] }
      return [Mark(.fill(Fill(path, .pattern(pattern))))]
    }
    guard color.alpha * opacity > 0 else { return [] }
    return [Mark(.fill(Fill(path, .color(color.multiplyingAlpha(by: opacity)))))]
  }

  /// Heatmaps take many points: nothing is kept of them but their kernels.
  private mutating func heatmapMarks(_ layer: ResolvedLayer) -> [Mark] {
    var heatmap = HeatmapLayer(layer, in: &drawing)
    for source in sources where source.id == layer.layer.source {
      if let group = groups.first(where: { $0.source.name == source.name && $0.source.id == source.id }) {
        for item in group.items(numberedFrom: 0, tells: false) {
          heatmap.add(item.place, item.feature, in: &drawing)
        }
      } else {
        source.forEachPoint(in: drawing.frame, margin: heatmap.margin) { index, place in
          heatmap.add(place, source.feature(ofPoint: index), in: &drawing)
        }
        for corner in source.vertexItems(
          in: drawing.frame, margin: heatmap.margin ?? ViewFrame.farthestReach, numberedFrom: 0,
          where: { _ in true })
        {
          heatmap.add(corner.place, corner.feature, in: &drawing)
        }
      }
    }
    return heatmap.marks(in: &drawing)
  }

  /// Whether what lies beneath everything is dark, so that furniture is light.
  private mutating func isDark(_ layers: [StyleLayer]) -> Bool {
    if case .color(let color) = options.background { return color.over(.white).relativeLuminance < 0.2 }
    guard options.background == .style, let layer = layers.first(where: { $0.type == .background }) else {
      return false
    }
    let color = layer.resolved(in: drawing.context(), noting: &drawing.warnings)
      .value(.backgroundColor, in: drawing.context(), noting: &drawing.warnings)
    return color.over(.white).relativeLuminance < 0.2
  }

  /// The marks of a symbol layer: all icons, then all texts. An icon without text stands for its point.
  private mutating func symbolMarks(of layer: StyleLayer, _ symbols: [PlacedLabels.Symbol]) -> [Mark] {
    var marks: [Mark] = []
    for symbol in symbols where !symbol.label.icon.isEmpty {
      let icon = symbol.label.icon.map { Mark($0, subject: symbol.subject) }
      own(icon.count, layer, item: symbol.key.item, at: symbol.key.point)
      marks += icon
    }
    for symbol in symbols where !symbol.label.text.isEmpty {
      let text = symbol.label.text.map { Mark($0) }
      own(text.count, layer, item: symbol.key.item, at: symbol.key.point)
      marks += text
    }
    return marks
  }

  private mutating func circleMarks(_ layer: StyleLayer, labels: PlacedLabels) -> [Mark] {
    let discs = bubbles.discs[layer.id, default: []]
    let partner = pairs.partner(of: layer)
    var symbols: [PlacedLabels.Key: PlacedLabel] = [:]
    if let partner {
      for symbol in labels.symbols[partner.id, default: []] where symbol.isBound {
        symbols[symbol.key] = symbol.label
      }
    }
    return discs.flatMap { disc in
      let symbol = symbols[PlacedLabels.Key(item: disc.item, point: disc.place)]
      let marks = disc.marks + (symbol.map { ($0.icon + $0.text).map { Mark($0) } } ?? [])
      own(marks.count, layer, item: disc.item, at: disc.place, reach: disc.reach)
      return marks
    }
  }

  /// Notes whose the next marks of a layer are.
  private mutating func own(
    _ count: Int, _ layer: StyleLayer, item: Int, at place: Point, reach: Double = 0
  ) {
    let items = layer.source.flatMap { self.items[$0] } ?? []
    let shift = bubbles.shift(of: item, at: place, in: layer.source)
    let key = items.indices.contains(item) ? items[item].marker : nil
    if let key, let shift { stage.note(shift, of: key) }
    stage.note(
      count, in: .style(layer.id), of: MarkerStage.Actor(marker: key, middle: place + (shift ?? .zero)),
      reach: reach)
  }

  // MARK: Labels

  /// The labels that found a place, by layer, in draw order.
  private struct PlacedLabels {
    struct Key: Hashable {
      let item: Int
      let point: Point
    }

    typealias Symbol = (key: Key, label: PlacedLabel, subject: Subject?, isBound: Bool)

    var symbols: [String: [Symbol]] = [:]
  }

  /// Places the labels of all layers, the topmost layer first.
  private mutating func placedLabels(
    of layers: [StyleLayer], around boxes: [Rectangle]
  ) throws(SnapshotError) -> PlacedLabels {
    var placement = LabelPlacement(frame: drawing.frame, cutsAtEdge: options.cutsLabelsAtEdge)
    for box in boxes { placement.reserve(box) }
    var placed = PlacedLabels()
    var missed = HiddenLabels()
    let atEdge = bubbles.atEdge(of: drawing.frame.picture, layers)
    for layer in layers.reversed() where layer.type == .symbol {
      let resolved = layer.resolved(in: drawing.context(), noting: &drawing.warnings)
      let points = drawing.items(points(of: layer), passing: layer)
      let items = SymbolItem.items(of: points, outlines(of: layer), resolved, in: &drawing)
      let bound = keys(ofDiscsWith: layer)
      let symbolLayer = SymbolLayer(resolved)
      let labels = try symbolLayer.labels(of: items, in: &drawing).map { label in
        var label =
          bubbles.shift(of: label.item, at: label.point, in: layer.source).map(label.offset) ?? label
        if let source = layer.source, !atEdge.isEmpty {
          label.bubble = atEdge[BubblePlan.Key(source: source, item: label.item, place: label.point)]
        }
        label.isBound =
          !bound.isEmpty && bound.contains(PlacedLabels.Key(item: label.item, point: label.point))
        return label
      }
      let result = try placement.place(labels) { label throws(SnapshotError) in
        try symbolLayer.completed(label, of: items, in: &drawing)
      }
      let symbols = result.labels
      placed.symbols[layer.id] = symbols.map { symbol in
        let label = labels[symbol.index]
        return (PlacedLabels.Key(item: label.item, point: label.point), symbol, label.subject, label.isBound)
      }
      // What belongs to a point beyond the picture's edge is not missed, nor a count in a bubble that is cut itself.
      let isPlaced = Set(symbols.map(\.index))
      let missing = labels.indices.filter {
        !isPlaced.contains($0) && !result.empty.contains($0) && !labels[$0].isRepeated
          && drawing.frame.picture.contains(labels[$0].point)
          && !(labels[$0].bubble != nil && result.cut.contains($0))
      }
      let cutCount = missing.count { result.cut.contains($0) }
      missed.count(
        layer, all: symbols.count + missing.count, met: missing.count - cutCount, cut: cutCount)
    }
    hidden += missed.diagnostics
    return placed
  }

  /// The markers whose symbols are drawn with discs.
  private func keys(ofDiscsWith layer: StyleLayer) -> Set<PlacedLabels.Key> {
    var keys: Set<PlacedLabels.Key> = []
    for circles in pairs.circleLayers(of: layer) {
      for disc in bubbles.discs[circles.id, default: []] {
        keys.insert(PlacedLabels.Key(item: disc.item, point: disc.place))
      }
    }
    return keys
  }

  // MARK: Data of layers

  /// What the user calls a layer's data.
  func sourceNames(of layer: StyleLayer) -> String {
    sources.filter { $0.id == layer.source }.map(\.name).joined(separator: ", ")
  }

  mutating func points(of layer: StyleLayer) -> [PointItem] {
    guard let id = layer.source else { return [] }
    if let known = items[id] { return known }
    var found: [PointItem] = []
    for source in sources where source.id == id {
      if let group = groups.first(where: { $0.source.name == source.name && $0.source.id == id }) {
        found += group.items(numberedFrom: found.count, tells: options.describesMarks)
      } else {
        found += source.pointItems(
          in: drawing.frame, margin: farthestReach(into: id), numberedFrom: found.count,
          tells: options.describesMarks)
      }
    }
    items[id] = found
    return found
  }

  /// How far beyond the picture a source's points lie whose discs may reach into it.
  private mutating func farthestReach(into source: String) -> Double {
    var farthest = ViewFrame.margin
    for layer in layers where layer.type == .circle && layer.source == source {
      let resolved = layer.resolved(in: drawing.context(), noting: &drawing.warnings)
      farthest = max(farthest, CircleLayer(resolved).reach)
    }
    return farthest
  }

  /// The corners of lines and areas that a circle layer draws; a clustered source has none, for they are not clustered.
  mutating func corners(of layer: StyleLayer) -> [PointItem] {
    guard let id = layer.source else { return [] }
    var found: [PointItem] = []
    for source in sources where source.id == id && !source.shapes.isEmpty && source.grouping == nil {
      let margin = farthestReach(into: id)
      found += source.vertexItems(
        in: drawing.frame, margin: margin,
        numberedFrom: found.last.map { $0.index + 1 } ?? SceneBuilder.firstCorner
      ) { feature in layer.filter == nil || drawing.passes(feature, layer) }
    }
    return found
  }

  /// Corners are numbered from here on, beyond the points of any source.
  private static let firstCorner = 1 << 40

  private mutating func outlines(of layer: StyleLayer) -> [OutlineItem] {
    var result: [OutlineItem] = []
    for source in sources where source.id == layer.source {
      for shape in source.shapes {
        let feature = OutlineFeature(shape, source.identity)
        guard layer.filter == nil || drawing.passes(feature, layer) else { continue }
        let paths = source.outlines.paths(of: shape, in: drawing.frame)
        if !paths.isEmpty { result.append(OutlineItem(feature: feature, kind: shape.kind, paths: paths)) }
      }
    }
    return result
  }

  private func debugGrid(of group: MarkerGroup) -> DebugGridSetting {
    options.debugGrid ?? style.source(group.source.id)?.settings.debugGrid?.value
      ?? DebugGridSetting(isShown: false)
  }

  private mutating func debugGrids() throws(SnapshotError) -> [SceneLayer] {
    var grids: [SceneLayer] = []
    let markers = layers.flatMap { bubbles.discs[$0.id] ?? [] }.map { disc in
      Rectangle(x: disc.circle.center.x, y: disc.circle.center.y, width: 0, height: 0).expanded(
        by: disc.reach)
    }
    var places = CaptionPlaces(picture: drawing.frame.picture, markers: markers)
    for (index, group) in groups.enumerated() {
      let setting = debugGrid(of: group)
      guard setting.isShown, let grid = group.markers.grid else { continue }
      let color = DebugGrid.colors[index % DebugGrid.colors.count]
      let marks = try DebugGrid(grid, of: group.source.name, options: setting, color: color)
        .marks(in: &drawing, around: &places)
      grids.append(SceneLayer(id: "debug-grid-\(group.source.name)", marks: marks))
    }
    return grids
  }
}
