import Drawing
import MapContent
import MapStyle

/// The labels that found a place, by layer, in draw order.
struct PlacedLabels {
  typealias Symbol = (key: ItemKey, label: PlacedLabel, subject: Subject?, isBound: Bool)

  private(set) var symbols: [String: [Symbol]] = [:]

  /// Places the labels of all layers, the topmost layer first.
  ///
  /// - Parameters:
  ///   - boxes: where no label may stand.
  ///   - cutsAtEdge: whether labels at the picture's edge are cut instead of moved or left out.
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
      for disc in bubbles.discs[layer.id, default: []] where disc.ring != nil { placement.reserve(disc) }
      guard layer.type == .symbol else { continue }
      let discs = map.pairs.circleLayers(of: layer).flatMap { bubbles.discs[$0.id, default: []] }
      let points = drawing.items(map.points(of: layer), passing: layer)
      let isAlongLines = drawing.value(of: .symbolPlacement, in: resolved) != .point
      let items = SymbolItems(
        points, map.outlines(of: layer, isAlongLines: isAlongLines, in: &drawing), resolved, in: &drawing)
      if !items.isEmpty {
        var symbolLayer = bubbles.symbolLayers[layer.id] ?? SymbolLayer(resolved)
        if drawing.frame.viewport.camera != nil, let circles = map.pairs.circleLayers(of: layer).first {
          symbolLayer.bubbleLayer = map.layers.first { $0.layer.id == circles.id }.map {
            ($0, map.isClustered(layer))
          }
        }
        if symbolLayer.fit != nil { for disc in discs { symbolLayer.bubbles[disc.item] = disc } }
        var labels = try symbolLayer.labels(of: items, in: &drawing)
        // Those of markers of which nothing else is drawn; there may be a million: they are changed where they are.
        var orphans = cutsAtEdge ? nil : OrphanedLabels(of: layer, map, bubbles)
        labels.removeAll { label in
          !drawing.frame.picture.contains(label.point)
            && orphans?.contains(label, among: points, in: &drawing) == true
        }
        PlacedLabels.settle(&labels, of: layer, with: discs, bubbles, atEdge)
        let avoidsAll = layer.settings.avoidsBubbles?.value == true
        placement.edged = map.isBackdrop(layer) && drawing.frame.viewport.sheet != nil ? drawing.frame : nil
        placement.bubbles = BubbleObstacles(areAvoided: avoidsAll, area: drawing.frame.clip) {
          PlacedLabels.bubbles(of: layer, map, bubbles, all: avoidsAll)
        }
        guard
          let result = try placement.place(
            labels, measuredBy: symbolLayer.ruler, atMost: drawing.limits.texts - held,
            complete: { label throws(SnapshotError) in
              try symbolLayer.completed(label, of: items, in: &drawing)
            })
        else { throw .tooManyTexts(layer: layer.id, limit: drawing.limits.texts) }
        held += result.textCount
        symbols[layer.id] = result.labels.map { symbol in
          let label = labels[symbol.index]
          return (label.key, symbol, items[label.entry].subject, label.isBound)
        }
        if !map.isBackdrop(layer) { missed.count(layer, labels, result, in: drawing.frame.picture) }
      }
      // What is written beneath keeps out of bubbles whose counts are drawn with them.
      for disc in discs { placement.reserve(disc) }
    }
    missed.report(to: &drawing)
  }

  /// Moves labels with their markers, and ties them to their discs.
  private static func settle(
    _ labels: inout [Label], of layer: StyleLayer, with discs: [CircleLayer.Disc], _ bubbles: BubblePlan,
    _ atEdge: [BubblePlan.Key: CollisionIndex.Disc]
  ) {
    let bound = Set(discs.map(\.key))
    for index in labels.indices {
      let key = labels[index].key
      if let shift = bubbles.shift(of: key, in: layer.source) {
        labels[index] = labels[index].offset(by: shift)
      }
      if let source = layer.source, !atEdge.isEmpty {
        labels[index].bubble = atEdge[BubblePlan.Key(source: source, marker: key)]
      }
      labels[index].isBound = !bound.isEmpty && bound.contains(key)
    }
  }

  /// So many dots are kept free of the base map's names; more of them cover it whatever stands there.
  private static let mostDots = 5_000

  /// The discs of all data but the base map's; none where they are a crowd.
  private static func dots(_ map: ResolvedMap, _ plan: BubblePlan) -> [CircleLayer.Disc] {
    let layers = map.layers.map(\.layer).filter { $0.type == .circle && !map.isBackdrop($0) }
    let count = layers.reduce(0) { $0 + plan.discs[$1.id, default: []].count }
    return count <= mostDots ? layers.flatMap { plan.discs[$0.id, default: []] } : []
  }

  /// The discs of a symbol layer's markers, or those of all data.
  private static func bubbles(
    of symbols: StyleLayer, _ map: ResolvedMap, _ plan: BubblePlan, all: Bool
  ) -> [CircleLayer.Disc] {
    map.layers.map(\.layer).filter {
      $0.type == .circle && ($0.source == symbols.source || all && !map.isBackdrop($0))
    }.flatMap { plan.discs[$0.id, default: []] }
  }
}

extension LabelPlacement {
  fileprivate mutating func reserve(_ disc: CircleLayer.Disc) {
    if disc.isSquare {
      reserve(disc.box)
    } else {
      reserve(disc.area)
    }
  }
}
