import Drawing
import MapStyle
import StyleSettings

/// The labels that found a place, by layer, in draw order.
struct PlacedLabels {
  /// Which item of a source a label belongs to, at which place of the picture.
  struct Key: Hashable {
    let item: Int
    let point: Point

    // Worlds that are seen twice show an item twice, side by side.
    func hash(into hasher: inout Hasher) {
      hasher.combine(item)
      hasher.combine(point.x)
    }
  }

  typealias Symbol = (key: Key, label: PlacedLabel, subject: Subject?, isBound: Bool)

  /// By the layer's id.
  private(set) var symbols: [String: [Symbol]] = [:]

  /// Places the labels of all layers, the topmost layer first.
  ///
  /// - Parameters:
  ///   - map: what is drawn.
  ///   - bubbles: where the discs of circle layers stand.
  ///   - boxes: where no label may stand.
  ///   - cutsAtEdge: whether labels at the picture's edge are cut instead of moved or left out.
  ///   - drawing: receives what is left out.
  init(
    _ map: ResolvedMap, _ bubbles: BubblePlan, around boxes: [Rectangle], cutsAtEdge: Bool,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    var placement = LabelPlacement(frame: drawing.frame, cutsAtEdge: cutsAtEdge)
    for box in boxes { placement.reserve(box) }
    var missed = HiddenLabels()
    var held = 0
    // Above these the first labels of other data than the base map's are drawn.
    let beneath = map.layers.prefix { $0.layer.type != .symbol || map.isBackdrop($0.layer) }
    let base = beneath.contains { $0.layer.type == .symbol } ? beneath.count : 0
    let atEdge = bubbles.atEdge(of: drawing.frame.picture, map.layers.map(\.layer))
    for (number, resolved) in map.layers.enumerated().reversed() {
      let layer = resolved.layer
      // A name of the base map beneath a dot could not be read.
      if number == base - 1 {
        for disc in PlacedLabels.dots(map, bubbles) { placement.reserve(disc.box) }
      }
      // A ring of shares has its number inside.
      for disc in bubbles.discs[layer.id, default: []] where disc.ring != nil {
        PlacedLabels.reserve(disc, in: &placement)
      }
      guard layer.type == .symbol else { continue }
      let points = drawing.items(map.points(of: layer), passing: layer)
      let isAlongLines =
        resolved.value(.symbolPlacement, in: drawing.context(), noting: &drawing.warnings) != .point
      let items = SymbolItems(
        points, map.outlines(of: layer, isAlongLines: isAlongLines, in: &drawing), resolved, in: &drawing)
      // What is written beneath keeps out of bubbles whose counts are drawn with them.
      defer {
        for circles in map.pairs.circleLayers(of: layer) {
          for disc in bubbles.discs[circles.id, default: []] { PlacedLabels.reserve(disc, in: &placement) }
        }
      }
      if items.isEmpty { continue }
      let bound = PlacedLabels.keys(ofDiscsWith: layer, map.pairs, bubbles)
      var symbolLayer = bubbles.symbolLayers[layer.id] ?? SymbolLayer(resolved)
      if symbolLayer.fit != nil {
        for circles in map.pairs.circleLayers(of: layer) {
          for disc in bubbles.discs[circles.id, default: []] { symbolLayer.bubbles[disc.item] = disc }
        }
      }
      var orphans = cutsAtEdge ? nil : OrphanedLabels(of: layer, map, bubbles)
      var labels = try symbolLayer.labels(of: items, in: &drawing)
      // There may be a million: they are changed where they are.
      labels.removeAll { label in
        bubbles.isAbsent(label.item, at: label.point, in: layer.source)
          || !drawing.frame.picture.contains(label.point)
            && orphans?.contains(label, among: points, in: &drawing) == true
      }
      for index in labels.indices {
        let (item, point) = (labels[index].item, labels[index].point)
        if let shift = bubbles.shift(of: item, at: point, in: layer.source) {
          labels[index] = labels[index].offset(by: shift)
        }
        if let source = layer.source, !atEdge.isEmpty {
          labels[index].bubble = atEdge[BubblePlan.Key(source: source, item: item, place: point)]
        }
        labels[index].isBound = !bound.isEmpty && bound.contains(Key(item: item, point: point))
      }
      let avoidsAll = layer.settings.avoidsBubbles?.value == true
      placement.bubbles = BubbleObstacles(areAvoided: avoidsAll, area: drawing.frame.clip) {
        PlacedLabels.bubbles(of: layer, map, bubbles, all: avoidsAll)
      }
      let room = drawing.limits.texts - held
      guard
        let result = try placement.place(
          labels, atMost: room,
          complete: { label throws(SnapshotError) in
            try symbolLayer.completed(label, of: items, in: &drawing)
          })
      else { throw .tooManyTexts(layer: layer.id, limit: drawing.limits.texts) }
      held += result.textCount
      symbols[layer.id] = result.labels.map { symbol in
        let label = labels[symbol.index]
        return (
          Key(item: label.item, point: label.point), symbol, items[label.entry].subject, label.isBound
        )
      }
      // What belongs to a point beyond the picture's edge is not missed, nor a count in a bubble that is cut itself.
      let isPlaced = Set(result.labels.map(\.index))
      var (metCount, cutCount) = (0, 0)
      for index in labels.indices {
        guard !isPlaced.contains(index), !result.empty.contains(index), !labels[index].isRepeated,
          drawing.frame.picture.contains(labels[index].point)
        else { continue }
        if !result.cut.contains(index) {
          metCount += 1
        } else if labels[index].bubble == nil {
          cutCount += 1
        }
      }
      if !map.isBackdrop(layer) {
        missed.count(layer, all: result.labels.count + metCount + cutCount, met: metCount, cut: cutCount)
      }
    }
    drawing.omissions += missed.diagnostics
  }

  /// Keeps labels out of a disc or a square.
  private static func reserve(_ disc: CircleLayer.Disc, in placement: inout LabelPlacement) {
    if disc.isSquare {
      placement.reserve(disc.box)
    } else {
      placement.reserve(LetterPlacement.Disc(center: disc.circle.center, radius: disc.reach))
    }
  }

  /// So many dots are kept free of the base map's names; more of them cover it whatever stands there.
  private static let mostDots = 5_000

  /// The discs of all data but the base map's; none where they are a crowd.
  private static func dots(_ map: ResolvedMap, _ plan: BubblePlan) -> [CircleLayer.Disc] {
    let layers = map.layers.map(\.layer).filter { $0.type == .circle && !map.isBackdrop($0) }
    let discs = layers.flatMap { plan.discs[$0.id, default: []] }
    return discs.count <= mostDots ? discs : []
  }

  /// The discs of a symbol layer's markers, or those of all data.
  private static func bubbles(
    of symbols: StyleLayer, _ map: ResolvedMap, _ plan: BubblePlan, all: Bool
  ) -> [BubbleObstacles.Bubble] {
    map.layers.map(\.layer).filter {
      $0.type == .circle && ($0.source == symbols.source || all && !map.isBackdrop($0))
    }.flatMap { layer in
      plan.discs[layer.id, default: []].map { disc in
        .init(
          item: disc.item, place: disc.place,
          disc: LetterPlacement.Disc(center: disc.circle.center, radius: disc.reach))
      }
    }
  }

  /// The markers whose symbols are drawn with discs.
  private static func keys(
    ofDiscsWith layer: StyleLayer, _ pairs: LayerPairs, _ bubbles: BubblePlan
  ) -> Set<Key> {
    var keys: Set<Key> = []
    for circles in pairs.circleLayers(of: layer) {
      for disc in bubbles.discs[circles.id, default: []] {
        keys.insert(Key(item: disc.item, point: disc.place))
      }
    }
    return keys
  }
}
