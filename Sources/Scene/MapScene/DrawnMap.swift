import Drawing
import JSONDocument
import MapClusters
import MapContent
import MapDecorations
import MapGround
import MapSettings
import MapStyle

/// The last stage of a picture: positions, style and options, none of which changes, become marks. What it makes, it returns.
struct DrawnMap {
  @OutOfLine var placed: PlacedMap
  @OutOfLine var snapshotter: MapSnapshotter
  @OutOfLine var options: PictureOptions

  private var map: ResolvedMap { placed.map }
  private var style: Style { snapshotter.style }

  /// The marks of style layers from the bottom up and of what lies over them, and which of them belong to which marker.
  func scene(in drawing: inout LayerDrawing) throws(SnapshotError) -> (Scene, MarkOwnership) {
    try boundHeatmaps(in: drawing)
    var ownership = MarkOwnership(isComplete: options.tracksMarkers || options.hasCallouts)
    let layers = map.layers
    let cutLegs = map.groups.reduce(0) { $0 + $1.cutLegCount(in: drawing.frame) }
    if cutLegs > 0 {
      drawing.omit(
        "legs-cut",
        "\(counted(cutLegs, "point")) of places in the picture \(cutLegs == 1 ? "has its leg" : "have their legs") end outside of it; make it larger, or set \(setting: "padding")"
      )
    }
    var result: [SceneLayer] = []
    var background: Color?
    if case .color(let color) = options.background { background = color }
    var hasPoints = false
    let lastBubbles = layers.last { $0.layer.type == .circle }?.layer.id
    var withLegs: Set<String> = []
    for layer in layers {
      let isOfPoints = [.circle, .symbol, .heatmap].contains(layer.layer.type)
      if isOfPoints, !hasPoints {
        result += try beneathPoints(in: &drawing)
        hasPoints = true
      }
      if isOfPoints, let source = layer.layer.source, withLegs.insert(source).inserted {
        let legs = map.groups.filter { $0.source.id == source }.flatMap { $0.legs(in: drawing.frame) }
        if !legs.isEmpty { result.append(SceneLayer(id: "\(source)-legs", marks: legs)) }
      }
      let marks = try marks(of: layer, owned: &ownership, in: &drawing)
      if !marks.isEmpty {
        result.append(SceneLayer(id: layer.layer.id, opacity: opacity(of: layer, in: &drawing), marks: marks))
      }
      if layer.layer.id == lastBubbles { result += raisedSingles(owned: &ownership) }
    }
    if !hasPoints { result += try beneathPoints(in: &drawing) }
    let callouts = try ownership.callouts(
      of: map.groups, options, over: background ?? backgroundColor(of: result),
      around: placed.decorations.boxes, in: &drawing)
    result.leaveTextsOut(beneath: callouts) { id in
      ownership.owners[.style(id)] == nil
        && layers.contains { $0.layer.id == id && $0.layer.type == .symbol && map.isBackdrop($0.layer) }
    }
    result += callouts
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
    let growth = placed.decorations.growth
    var locator: [Inset] = []
    if let corner = placed.decorations.locatorCorner, let map = options.decorations.locator?.scene {
      locator.append(Inset(map, at: corner))
    }
    let scene = Scene(
      size: Size(
        width: viewport.size.width + growth.left + growth.right,
        height: viewport.size.height + growth.top + growth.bottom),
      scale: viewport.scale, background: background, title: options.title, layers: result, insets: locator,
      origin: growth.left == 0 && growth.top == 0 ? .zero : Point(x: -growth.left, y: -growth.top))
    return (scene, ownership)
  }

  /// The layers above the ground and beneath the first points: the sheet's edge, the graticule and grids.
  private func beneathPoints(in drawing: inout LayerDrawing) throws(SnapshotError) -> [SceneLayer] {
    var layers = [edgeOfSheet(in: &drawing)].compactMap(\.self)
    let graticule = placed.decorations.beneath
    if !graticule.isEmpty { layers.append(SceneLayer(id: "graticule", marks: graticule)) }
    guard map.groups.contains(where: { debugGrid(of: $0).isShown }) else { return layers }
    return layers
      + (try debugGridLayers(
        of: map.groups.map { ($0, debugGrid(of: $0)) },
        beside: map.layers.flatMap { placed.bubbles.discs[$0.layer.id] ?? [] }, in: &drawing))
  }

  /// The color that the picture's first layer covers it with, if it does.
  private func backgroundColor(of layers: [SceneLayer]) -> Color? {
    let lowest = snapshotter.layers.first
    guard let first = layers.first, lowest?.id == first.id, lowest?.type == .background,
      case .fill(let fill)? = first.marks.first?.shape, case .color(let color) = fill.paint
    else { return nil }
    return color
  }

  private func opacity(of layer: ResolvedLayer, in drawing: inout LayerDrawing) -> Double {
    switch layer.layer.type {
    case .fill: drawing.value(of: .fillLayerOpacity, in: layer)
    case .line: drawing.value(of: .lineLayerOpacity, in: layer)
    case .circle: layer.layer.drawsCells ? drawing.value(of: .circleOpacity, in: layer) : 1
    case .fillExtrusion: drawing.value(of: .fillExtrusionOpacity, in: layer)
    default: 1
    }
  }

  private func marks(
    of layer: ResolvedLayer, owned ownership: inout MarkOwnership, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [DrawItem] {
    guard layer.liesOnGround || layer.layer.type == .fillExtrusion && !options.raisesWalls else {
      return try marks(asSeen: layer, owned: &ownership, in: &drawing)
    }
    return try drawing.lying(keepsWidths: layer.layer.type != .line) { drawing throws(SnapshotError) in
      try marks(asSeen: layer, owned: &ownership, in: &drawing)
    }
  }

  private func marks(
    asSeen layer: ResolvedLayer, owned ownership: inout MarkOwnership, in drawing: inout LayerDrawing
  ) throws(SnapshotError) -> [DrawItem] {
    switch layer.layer.type {
    case .background: return backgroundMarks(layer, in: &drawing)
    case .fillExtrusion where options.raisesWalls && drawing.frame.viewport.sheet == nil:
      return WallLayer(layer, style, in: &drawing).marks(
        of: map.outlines(of: layer.layer, in: &drawing), threads: map.threads, in: &drawing)
    case .fill, .fillExtrusion:
      return FillLayer(layer).marks(
        of: map.outlines(of: layer.layer, in: &drawing), threads: map.threads, in: &drawing)
    case .line:
      return LineLayer(layer).marks(
        of: map.outlines(of: layer.layer, in: &drawing), joinsAlike: map.tileLayer(of: layer.layer) != nil,
        threads: map.threads, in: &drawing)
    case .circle where layer.layer.drawsCells:
      noteSelection(in: layer.layer, &ownership, drawing.frame)
      return cellMarks(layer, in: &drawing)
    case .circle where layer.layer.drawsExtents:
      noteSelection(in: layer.layer, &ownership, drawing.frame)
      return ExtentLayer(layer).marks(
        of: drawing.items(map.points(of: layer.layer), passing: layer.layer), of: map.groups, in: &drawing)
    case .circle: return circleMarks(layer.layer, owned: &ownership)
    case .symbol:
      // Labels that are drawn with their bubbles are already there.
      return symbolMarks(
        of: layer.layer, placed.labels.symbols[layer.layer.id, default: []].filter { !$0.isBound },
        owned: &ownership)
    case .heatmap: return map.heatmap(layer, in: &drawing).marks(in: &drawing)
    case .raster, .hillshade, .colorRelief:
      guard let source = layer.layer.source.flatMap(style.source),
        let pictures = snapshotter.pictures[source.id]
      else { return [] }
      let marks =
        layer.layer.type == .raster
        ? RasterLayer(layer, in: &drawing).marks(of: source, pictures, in: drawing.frame)
        : ReliefLayer(layer, in: &drawing).marks(of: source, pictures, in: &drawing)
      guard drawing.frame.viewport.sheet == nil, let world = drawing.frame.singleWorld else { return marks }
      let cover = besideTheWorld(world, in: &drawing)
      return cover.isEmpty ? marks.compactMap { RasterLayer.cut($0, to: world) } : marks + cover
    }
  }

  private func backgroundMarks(_ layer: ResolvedLayer, in drawing: inout LayerDrawing) -> [DrawItem] {
    guard options.background == .style else { return [] }
    let color = drawing.value(of: .backgroundColor, in: layer)
    let opacity = drawing.value(of: .backgroundOpacity, in: layer)
    let path = Path(drawing.frame.picture)
    if let image = drawing.value(of: .backgroundPattern, in: layer) {
      guard opacity > 0,
        let pattern = drawing.pattern(
          image.name, opacity: opacity, for: layer.layer.location(of: .backgroundPattern))
      else { return [] }
      return [DrawItem(.fill(Fill(path, .pattern(pattern))))]
    }
    guard color.alpha * opacity > 0 else { return [] }
    if let sheet = drawing.frame.sheet {
      return sheetMarks(sheet, color.multiplyingAlpha(by: opacity), path, in: drawing.frame)
    }
    return [.fill(path, color.multiplyingAlpha(by: opacity))]
  }

  /// The background on the sheet, and paper around it.
  private func sheetMarks(
    _ sheet: SheetFrame, _ color: Color, _ picture: Path, in frame: ViewFrame
  ) -> [DrawItem] {
    let paper = DrawItem.fill(picture, color.sheetPaper)
    guard let outline = sheet.outline else { return [paper] }
    return [paper, .fill(Path(rings: [frame.clip.clipped(ring: outline.points)]), color)]
  }

  /// A thin line along the edge of the sheet, above its areas, and paper around a world of Mercator's plane that is shown once;
  /// `nil` where the picture shows no edge.
  private func edgeOfSheet(in drawing: inout LayerDrawing) -> SceneLayer? {
    let frame = drawing.frame
    let (beside, edge) = frame.sheet.map { (Path(), $0.edge) } ?? frame.besideWorld
    guard frame.sheet != nil || options.framesWorld, !edge.isEmpty else { return nil }
    let ground = map.groundColor(in: &drawing)
    let width = max(0.75, 1 / frame.viewport.scale)
    let cap: Stroke.Cap = frame.sheet == nil ? .square : .butt
    let color = (ground ?? .white).sheetEdge
    var marks = [DrawItem.stroke(edge, color, width: width, cap: cap, join: .round)]
    if options.background == .style, let ground, ground.alpha == 1, !beside.isEmpty {
      marks.insert(.fill(beside, ground.sheetPaper), at: 0)
    }
    return SceneLayer(id: "sheet-edge", marks: marks)
  }

  /// Covers copies of the world that pictures show beside it, in the color of what is behind everything; nothing where
  /// that can be looked through.
  private func besideTheWorld(_ world: ClosedRange<Double>, in drawing: inout LayerDrawing) -> [DrawItem] {
    guard let color = map.groundColor(in: &drawing), color.alpha == 1 else { return [] }
    let picture = drawing.frame.picture
    var path = Path()
    path.add(Rectangle(x: 0, y: 0, width: world.lowerBound, height: picture.height))
    path.add(
      Rectangle(x: world.upperBound, y: 0, width: picture.width - world.upperBound, height: picture.height))
    return [.fill(path, color)]
  }

  /// Refuses a picture whose heatmaps would hold too many pixels together, before any of them is made.
  ///
  /// - Parameter drawing: a copy, so that what the heatmaps warn about is noted once, when they are drawn.
  private func boundHeatmaps(in drawing: LayerDrawing) throws(SnapshotError) {
    var drawing = drawing
    drawing.frame = drawing.frame.ground
    let layers = map.layers.filter { $0.layer.type == .heatmap }
    let picture = drawing.frame.picture
    let scale = drawing.frame.viewport.scale
    let most = Double(drawing.limits.heatmapPixels)
    guard Double(layers.count) * picture.width * picture.height * scale * scale > most else { return }
    var held = 0.0
    for layer in layers {
      held += map.heatmap(layer, in: &drawing).mostPixels(in: &drawing)
      guard held <= most else {
        throw .tooManyLayerPixels(layer: layer.layer.id, limit: drawing.limits.heatmapPixels)
      }
    }
  }

  /// The marks of a symbol layer: all icons, then all texts. An icon without text stands for its point.
  private func symbolMarks(
    of layer: StyleLayer, _ symbols: [PlacedLabels.Symbol], owned ownership: inout MarkOwnership
  ) -> [DrawItem] {
    var marks: [DrawItem] = []
    for (part, isIcon) in [(\PlacedLabel.icon, true), (\.text, false)] {
      for symbol in symbols where !symbol.label[keyPath: part].isEmpty {
        let own = symbol.label[keyPath: part].map { DrawItem($0, subject: isIcon ? symbol.subject : nil) }
        self.own(own.count, layer, symbol.key, texts: symbol.label[keyPath: part], in: &ownership)
        marks += own
      }
    }
    return marks
  }

  /// Single points that some bubble lies on, above all bubbles.
  private func raisedSingles(owned ownership: inout MarkOwnership) -> [SceneLayer] {
    map.layers.filter { placed.bubbles.raised[$0.layer.id] != nil }.map { layer in
      let id = "\(layer.layer.id)-above"
      return SceneLayer(id: id, marks: circleMarks(layer.layer, raisedTo: id, owned: &ownership))
    }
  }

  /// The discs of a layer with their numbers.
  ///
  /// - Parameter id: the layer of single points that are drawn above bubbles; `nil` for all others.
  private func circleMarks(
    _ layer: StyleLayer, raisedTo id: String? = nil, owned ownership: inout MarkOwnership
  ) -> [DrawItem] {
    var discs = placed.bubbles.discs[layer.id, default: []]
    if let raised = placed.bubbles.raised[layer.id] {
      discs = discs.filter { raised.contains($0.key) == (id != nil) }
    }
    let placedSymbols =
      map.pairs.partner(of: layer).map { placed.labels.symbols[$0.layer.id, default: []] } ?? []
    // Numbers, not labels: a label has lists of its own.
    var symbols: [ItemKey: Int] = [:]
    for (number, symbol) in placedSymbols.enumerated() where symbol.isBound { symbols[symbol.key] = number }
    var result: [DrawItem] = []
    let hasLeaders = layer.settings.declutter?.value == .clear
    if !ownership.isComplete, symbols.isEmpty, !hasLeaders, discs.count >= DrawnMap.crowd {
      return DrawnMap.runs(of: discs)
    }
    result.reserveCapacity((symbols.isEmpty ? 1 : 2) * discs.count)
    let covers = placed.bubbles.layersWithSingles.contains(layer.id) ? TextCovers(discs) : nil
    for disc in hasLeaders ? discs : [] {
      guard let line = disc.leader else { continue }
      result.append(line)
      own(1, layer, disc.key, raisedTo: id, in: &ownership)
    }
    for (index, disc) in discs.enumerated() {
      let first = result.count
      disc.add(to: &result)
      if !symbols.isEmpty, let number = symbols[disc.key] {
        let label = placedSymbols[number].label
        for shape in label.icon { result.append(DrawItem(shape)) }
        if covers?.cover(label.text, from: index + 1) != true {
          for shape in label.text { result.append(DrawItem(shape)) }
        }
      }
      own(result.count - first, layer, disc.key, raisedTo: id, disc: disc, in: &ownership)
    }
    return result
  }

  /// So many discs are drawn as runs of those that look alike.
  private static let crowd = 1_000

  /// Discs as runs where nothing is known of them but their places.
  private static func runs(of discs: [CircleLayer.Disc]) -> [DrawItem] {
    var marks: [DrawItem] = []
    var start = 0
    while start < discs.count {
      let (first, look) = (discs[start], discs[start].look)
      let rest = discs[start...]
      let isPlain = first.subject == nil && look.ring == nil && look.shape == .circle && look.camera == nil
      let end = isPlain ? rest.firstIndex { $0.look !== look || $0.subject != nil } ?? discs.count : start + 1
      if end > start + 1 {
        marks.append(DrawItem(.circles(CircleRun(first.circle, at: discs[start..<end].map(\.center)))))
      } else {
        first.add(to: &marks)
      }
      start = end
    }
    return marks
  }

  private func cellMarks(_ layer: ResolvedLayer, in drawing: inout LayerDrawing) -> [DrawItem] {
    let items = drawing.items(map.points(of: layer.layer), passing: layer.layer)
    if let group = map.groups.first(where: { $0.source.id == layer.layer.source && $0.source.areas != nil }) {
      return ExtentLayer(layer).marks(of: items, of: [group], in: &drawing)
    }
    let without = map.groups.first {
      $0.source.id == layer.layer.source && $0.markers.grid == nil && $0.markers.hexagons == nil
    }
    if let without {
      let method = without.clustering?.settings.method ?? ClusterMethod.none
      drawing.omit(
        "no-cells", at: layer.layer.settings.shape?.location,
        "the method \(method.rawValue) of \(escapedForMessage(without.source.name)) has no cells to draw; set the method to grid or hex"
      )
    }
    return CellLayer(layer).marks(of: items, of: map.groups, in: &drawing)
  }

  /// Points from the middle of a selected cell or area to the ring about it.
  private static let reachInArea = 8.0

  /// Notes the selected marker, where it is a cell or an area that may be larger than the picture.
  private func noteSelection(in layer: StyleLayer, _ ownership: inout MarkOwnership, _ frame: ViewFrame) {
    guard let selected = options.selection,
      let group = map.groups.first(where: {
        $0.source.id == layer.source && $0.source.name == selected.source
      }),
      let members = group.markers.marker(holding: selected.index)?.members
    else { return }
    for item in map.points(of: layer) {
      guard let (own, marker) = map.groups.marker(of: item), own.source.name == selected.source,
        marker.members == members
      else { continue }
      for point in frame.appearances(of: item.point, margin: 0) {
        self.own(
          0, layer, ItemKey(item: item.index, point: point), reach: DrawnMap.reachInArea, in: &ownership)
      }
    }
  }

  private func own(
    _ count: Int, _ layer: StyleLayer, _ drawn: ItemKey, raisedTo id: String? = nil, reach: Double = 0,
    disc: CircleLayer.Disc? = nil, texts: [Shape] = [], in ownership: inout MarkOwnership
  ) {
    // What comes of tiles stays where it is while markers move.
    guard ownership.isComplete, map.tileLayer(of: layer) == nil else { return }
    let shift = placed.bubbles.shift(of: drawn, in: layer.source)
    let key = map.marker(drawn.item, of: layer.source)
    if let key, let shift { ownership.note(shift, of: key) }
    let marker = DrawnMarker(marker: key, middle: drawn.point + (shift ?? .zero))
    ownership.note(count, in: .style(id ?? layer.id), of: marker, reach: disc?.reach ?? reach)
    guard options.selection != nil else { return }
    ownership.noteRing(about: marker, beyond: disc?.corner ?? 0, beside: texts.flatMap(\.textBoxes))
  }

  private func debugGrid(of group: MarkerGroup) -> DebugGridSetting {
    options.debugGrid ?? group.clustering?.debugGrid ?? style.source(group.source.id)?.settings.debugGrid
      ?? DebugGridSetting(isShown: false)
  }
}
