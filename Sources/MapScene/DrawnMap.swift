import Drawing
import JSONDocument
import MapGeometry
import MapSettings
import MapStyle

/// A picture as marks, and which of them belong to which marker: style layers from the bottom up.
struct DrawnMap {
  /// What a canvas draws.
  let scene: Scene
  /// Which marks of point layers belong to which marker.
  let ownership: MarkOwnership

  /// Draws a map in which everything has a place.
  ///
  /// - Parameters:
  ///   - placed: what is drawn, in its places.
  ///   - snapshotter: style and pictures.
  ///   - options: what is drawn beside the style's layers.
  ///   - drawing: receives what is left out.
  init(
    _ placed: PlacedMap, of snapshotter: MapSnapshotter, _ options: PictureOptions,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    var artist = MapArtist(placed: placed, snapshotter: snapshotter, options: options, drawing: drawing)
    defer { drawing = artist.drawing }
    scene = try artist.scene()
    ownership = artist.ownership
  }
}

/// Draws one layer after another.
private struct MapArtist {
  let placed: PlacedMap
  let snapshotter: MapSnapshotter
  let options: PictureOptions
  var drawing: LayerDrawing
  var ownership = MarkOwnership()
  /// Pixels of heatmaps, which are kept until the picture is drawn.
  private var heldPixels = 0
  /// What they may be at most: as many as four pictures of the largest size, 1 GB.
  private static let mostHeldPixels = 256_000_000

  private var map: ResolvedMap { placed.map }
  private var style: Style { snapshotter.style }

  init(
    placed: PlacedMap, snapshotter: MapSnapshotter, options: PictureOptions, drawing: LayerDrawing
  ) {
    (self.placed, self.snapshotter, self.options) = (placed, snapshotter, options)
    self.drawing = drawing
  }

  /// The picture.
  mutating func scene() throws(SnapshotError) -> Scene {
    let layers = map.layers
    var result: [SceneLayer] = []
    var background: Color?
    if case .color(let color) = options.background { background = color }
    var needsGrid = map.groups.contains { debugGrid(of: $0).isShown }
    var needsGraticule = !placed.decorations.beneath.isEmpty
    for layer in layers {
      let isOfPoints = [.circle, .symbol, .heatmap].contains(layer.layer.type)
      if needsGraticule, isOfPoints {
        result.append(SceneLayer(id: "graticule", marks: placed.decorations.beneath))
        needsGraticule = false
      }
      if needsGrid, isOfPoints {
        result += try debugGrids()
        needsGrid = false
      }
      let marks = try marks(of: layer)
      if !marks.isEmpty {
        result.append(SceneLayer(id: layer.layer.id, opacity: opacity(of: layer), marks: marks))
      }
    }
    if needsGraticule { result.append(SceneLayer(id: "graticule", marks: placed.decorations.beneath)) }
    if needsGrid { result += try debugGrids() }
    let callouts = try CalloutLayers(
      map.groups, ownership, options, over: background ?? backgroundColor(of: result),
      around: placed.decorations.boxes, in: &drawing)
    ownership = callouts.ownership
    result += callouts.layers
    if !placed.decorations.above.isEmpty {
      result.append(SceneLayer(id: "decorations", marks: placed.decorations.above))
    }
    let viewport = drawing.frame.viewport
    // An opaque background that lies beneath everything needs no layer of its own.
    if background == nil, let first = result.first, first.marks.count == 1,
      layers.first?.layer.type == .background, layers.first?.layer.id == first.id,
      case .fill(let fill) = first.marks[0].shape, case .color(let color) = fill.paint, color.alpha == 1
    {
      background = color
      result.removeFirst()
    }
    return Scene(
      size: Size(width: viewport.size.width, height: viewport.size.height), scale: viewport.scale,
      background: background, title: options.title, layers: result)
  }

  /// The color that the picture's first layer covers it with, if it does.
  private func backgroundColor(of layers: [SceneLayer]) -> Color? {
    let lowest = snapshotter.layers.first
    guard let first = layers.first, lowest?.id == first.id, lowest?.type == .background,
      case .fill(let fill)? = first.marks.first?.shape, case .color(let color) = fill.paint
    else { return nil }
    return color
  }

  /// The opacity of a layer drawn as one.
  private mutating func opacity(of layer: ResolvedLayer) -> Double {
    let context = drawing.context()
    switch layer.layer.type {
    case .fill: return layer.value(.fillLayerOpacity, in: context, noting: &drawing.warnings)
    case .line: return layer.value(.lineLayerOpacity, in: context, noting: &drawing.warnings)
    case .fillExtrusion: return layer.value(.fillExtrusionOpacity, in: context, noting: &drawing.warnings)
    default: return 1
    }
  }

  private mutating func marks(of layer: ResolvedLayer) throws(SnapshotError) -> [Mark] {
    switch layer.layer.type {
    case .background:
      return backgroundMarks(layer)
    case .fill, .fillExtrusion:
      return FillLayer(layer).marks(of: map.outlines(of: layer.layer, in: &drawing), in: &drawing)
    case .line:
      return LineLayer(layer).marks(
        of: map.outlines(of: layer.layer, in: &drawing), joinsAlike: map.tileLayer(of: layer.layer) != nil,
        in: &drawing)
    case .circle:
      return circleMarks(layer.layer)
    case .symbol:
      // Labels that are drawn with their bubbles are already there.
      return symbolMarks(
        of: layer.layer, placed.labels.symbols[layer.layer.id, default: []].filter { !$0.isBound })
    case .heatmap:
      return try heatmapMarks(layer)
    case .raster:
      guard let source = layer.layer.source.flatMap(style.source),
        let pictures = snapshotter.pictures[source.id]
      else { return [] }
      return RasterLayer(layer, in: &drawing).marks(of: source, pictures, in: drawing.frame)
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
  private mutating func heatmapMarks(_ layer: ResolvedLayer) throws(SnapshotError) -> [Mark] {
    var heatmap = HeatmapLayer(layer, in: &drawing)
    if let tiles = map.tileLayer(of: layer.layer) {
      let margin = heatmap.margin ?? ViewFrame.farthestReach
      for item in tiles.points(margin: margin) + tiles.corners(margin: margin, where: { _ in true }) {
        heatmap.add(item.place, item.feature, in: &drawing)
      }
    }
    for source in map.sources where source.id == layer.layer.source {
      if let group = map.group(of: source) {
        for item in group.items(numberedFrom: 0, describesMarks: false) {
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
    let marks = heatmap.marks(in: &drawing)
    for mark in marks {
      if case .image(let image) = mark.shape { heldPixels += image.bitmap.width * image.bitmap.height }
    }
    guard heldPixels <= MapArtist.mostHeldPixels else {
      throw .tooManyLayerPixels(layer: layer.layer.id, limit: MapArtist.mostHeldPixels)
    }
    return marks
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

  private mutating func circleMarks(_ layer: StyleLayer) -> [Mark] {
    let discs = placed.bubbles.discs[layer.id, default: []]
    var symbols: [PlacedLabels.Key: PlacedLabel] = [:]
    if let partner = map.pairs.partner(of: layer) {
      for symbol in placed.labels.symbols[partner.layer.id, default: []] where symbol.isBound {
        symbols[symbol.key] = symbol.label
      }
    }
    var result: [Mark] = []
    for disc in discs {
      let symbol = symbols[PlacedLabels.Key(item: disc.item, point: disc.place)]
      let marks = disc.marks + (symbol.map { ($0.icon + $0.text).map { Mark($0) } } ?? [])
      own(marks.count, layer, item: disc.item, at: disc.place, reach: disc.reach)
      result += marks
    }
    return result
  }

  /// Notes whose the next marks of a layer are.
  private mutating func own(
    _ count: Int, _ layer: StyleLayer, item: Int, at place: Point, reach: Double = 0
  ) {
    // What comes of tiles stays where it is while markers move.
    guard map.tileLayer(of: layer) == nil else { return }
    let shift = placed.bubbles.shift(of: item, at: place, in: layer.source)
    let key = map.marker(item, of: layer.source)
    if let key, let shift { ownership.note(shift, of: key) }
    ownership.note(
      count, in: .style(layer.id), of: DrawnMarker(marker: key, middle: place + (shift ?? .zero)),
      reach: reach)
  }

  // MARK: Grids

  private func debugGrid(of group: MarkerGroup) -> DebugGridSetting {
    options.debugGrid ?? style.source(group.source.id)?.settings.debugGrid
      ?? DebugGridSetting(isShown: false)
  }

  private mutating func debugGrids() throws(SnapshotError) -> [SceneLayer] {
    var grids: [SceneLayer] = []
    let discs = map.layers.flatMap { placed.bubbles.discs[$0.layer.id] ?? [] }
    let markers = discs.map { disc in
      Rectangle(x: disc.circle.center.x, y: disc.circle.center.y, width: 0, height: 0).expanded(
        by: disc.reach)
    }
    var places = CaptionPlaces(picture: drawing.frame.picture, markers: markers)
    for (index, group) in map.groups.enumerated() {
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
