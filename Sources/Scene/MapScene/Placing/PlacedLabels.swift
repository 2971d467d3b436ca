import Drawing
import JSONDocument
import MapContent
import MapGeometry
import MapStyle

/// The labels that found a place, by layer, in draw order.
struct PlacedLabels {
  typealias Symbol = (key: ItemKey, label: PlacedLabel, subject: MarkDescription?, isBound: Bool)

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
    /// The marks that may lie over a city, whose name then stands beside them; each beside one.
    var marks: [CollisionIndex.Disc] = []
    let atEdge = bubbles.atEdge(of: drawing.frame.picture, map.layers.map(\.layer))
    for (number, resolved) in map.layers.enumerated().reversed() {
      let layer = resolved.layer
      // A name of the base map beneath a dot could not be read.
      if number == base - 1 {
        let dots = PlacedLabels.dots(map, bubbles)
        for disc in dots { placement.reserve(disc.box) }
        if dots.count <= PlacedLabels.mostMarks { marks = dots.filter { $0.rise == 0 }.map(\.area) }
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
        symbolLayer.marks = marks
        if symbolLayer.fit != nil { for disc in discs { symbolLayer.bubbles[disc.item] = disc } }
        var labels = try symbolLayer.labels(of: items, in: &drawing)
        // Those of markers of which nothing else is drawn; there may be a million: they are changed where they are.
        var orphans = cutsAtEdge ? nil : OrphanedLabels(of: layer, map, bubbles)
        labels.removeAll { label in
          (orphans?.isRaised == true || !drawing.frame.picture.contains(label.point))
            && orphans?.contains(label, among: points, in: &drawing) == true
        }
        PlacedLabels.settle(&labels, of: layer, with: discs, bubbles, atEdge)
        let avoidsAll = layer.settings.avoidsBubbles?.value == true
        let isOfData = avoidsAll && map.sources.contains { $0.id == layer.source && $0.labelColumn != nil }
        if isOfData { PlacedLabels.rank(&labels, of: points) }
        placement.names = isOfData ? .data : map.isBackdrop(layer) ? .base : .others
        placement.edged = map.isBackdrop(layer) && drawing.frame.viewport.sheet != nil ? drawing.frame : nil
        placement.bubbles = BubbleObstacles(areAvoided: avoidsAll, area: drawing.frame.clip) {
          PlacedLabels.bubbles(of: layer, map, bubbles, all: avoidsAll)
        }
        guard
          let result = try placement.choose(
            labels, measuredBy: symbolLayer.ruler, atMost: drawing.limits.texts - held,
            complete: { label throws(SnapshotError) in
              try symbolLayer.completed(label, of: items, in: &drawing)
            })
        else { throw .tooManyTexts(layer: layer.id, limit: drawing.limits.texts) }
        held += result.textCount
        for symbol in result.labels where !marks.isEmpty {
          marks.removeAll { $0.covers(labels[symbol.index].point) }
        }
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

  /// Orders names by what sizes or weighs their points, the largest first, or else by the distance to the nearest other one.
  private static func rank(_ labels: inout [Label], of points: [PointItem]) {
    var numbers: [Int: Double] = [:]
    for point in points {
      let number =
        point.feature.property(SizeScale.property)?.numericValue
        ?? point.feature.property(CountScale.property)?.numericValue
      if let number { numbers[point.index] = number }
    }
    guard numbers.isEmpty else {
      for index in labels.indices { labels[index].sortKey = -(numbers[labels[index].item]?.magnitude ?? 0) }
      return
    }
    let extent = Extent(of: labels) { ($0.point.x, $0.point.y) }
    guard labels.count > 1, extent.minX.isFinite, extent.maxX.isFinite else { return }
    let area = max(1, extent.maxX - extent.minX) * max(1, extent.maxY - extent.minY)
    let side = max(8, (area / Double(labels.count)).squareRoot())
    let squares = labels.map(\.point).squaresToNearest(atMost: 4 * side * side)
    for index in labels.indices { labels[index].sortKey = -squares[index] }
  }

  /// So many dots are kept free of the base map's names; more of them cover it whatever stands there.
  private static let mostDots = 5_000
  /// Beside so many marks names of cities are set; among more of them there is no room.
  private static let mostMarks = 500

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

/// Labels of markers whose bubble is not seen in the picture: a number without what it counts.
struct OrphanedLabels {
  private let layers: [StyleLayer]
  /// True for pins, whose heads may be outside the picture while their points are inside.
  let isRaised: Bool
  private let bubbles: BubblePlan
  /// The markers with bubbles; found for the first label outside the picture.
  private var drawn: Set<ItemKey>?

  /// - Returns: `nil` where no circle layer draws the source of the symbol layer.
  init?(of symbols: StyleLayer, _ map: ResolvedMap, _ bubbles: BubblePlan) {
    layers = map.layers.map(\.layer).filter { $0.type == .circle && $0.source == symbols.source }
    guard !layers.isEmpty else { return nil }
    isRaised = layers.contains { [.pin, .balloon].contains($0.settings.shape?.value) }
    self.bubbles = bubbles
  }

  /// True if a label outside the picture belongs to a marker that a circle layer would draw, but did not.
  ///
  /// - Parameter points: those that the symbol layer draws, by ascending numbers.
  mutating func contains(_ label: Label, among points: [PointItem], in drawing: inout LayerDrawing) -> Bool {
    let drawn = drawn ?? markersWithBubbles(in: drawing.frame.picture)
    self.drawn = drawn
    let index = points.partitioningIndex { $0.index >= label.item }
    guard !drawn.contains(label.key), index < points.count,
      points[index].index == label.item
    else { return false }
    return layers.contains { drawing.passes(points[index].feature, $0) }
  }

  private func markersWithBubbles(in picture: Rectangle) -> Set<ItemKey> {
    var keys: Set<ItemKey> = []
    keys.reserveCapacity(layers.reduce(0) { $0 + (bubbles.discs[$1.id]?.count ?? 0) })
    for layer in layers {
      for disc in bubbles.discs[layer.id, default: []] {
        // Of one that is cut more than halfway nothing is recognized.
        let core = Rectangle(around: disc.center, reach: disc.radius / 2)
        guard picture.intersects(core) else { continue }
        keys.insert(disc.key)
      }
    }
    return keys
  }
}

struct HiddenLabels {
  private struct Entry {
    let layer: StyleLayer
    let all: Int
    /// Those in each other's way.
    let met: Int
    /// Those that the picture's edge would cut.
    let cut: Int
  }

  private var entries: [Entry] = []

  /// Counts those of a layer; layers come topmost first. What belongs to a point beyond the picture's edge is not missed,
  /// nor a count in a bubble that is cut itself.
  mutating func count(
    _ layer: StyleLayer, _ labels: [Label], _ result: LabelPlacement.Placed, in picture: Rectangle
  ) {
    let isPlaced = Set(result.labels.map(\.index))
    var (met, cut) = (0, 0)
    for index in labels.indices {
      guard !isPlaced.contains(index), !result.empty.contains(index), !labels[index].isRepeated,
        picture.contains(labels[index].point)
      else { continue }
      if !result.cut.contains(index) { met += 1 } else if labels[index].bubble == nil { cut += 1 }
    }
    if met + cut > 0 {
      entries.append(Entry(layer: layer, all: result.labels.count + met + cut, met: met, cut: cut))
    }
  }

  /// Warns of each cause, whatever the number of layers, at the lowest of them.
  func report(to drawing: inout LayerDrawing) {
    report(
      \.met, "found no place",
      "draw a larger or closer view, or set text-allow-overlap in a style of your own", to: &drawing)
    report(\.cut, "would be cut by the picture's edge", "show more around them", to: &drawing)
  }

  private func report(
    _ count: KeyPath<Entry, Int>, _ cause: String, _ hint: String, to drawing: inout LayerDrawing
  ) {
    let concerned = entries.filter { $0[keyPath: count] > 0 }
    guard let lowest = concerned.last?.layer else { return }
    let (hidden, all) = concerned.reduce((0, 0)) { ($0.0 + $1[keyPath: count], $0.1 + $1.all) }
    var layers = "layer \(escapedForMessage(lowest.id))"
    if concerned.count == 2 {
      layers = "layers \(escapedForMessage(lowest.id)) and \(escapedForMessage(concerned[0].layer.id))"
    } else if concerned.count > 2 {
      layers += " and \(concerned.count - 1) more layers"
    }
    drawing.omit(
      "labels-hidden", at: lowest.location(),
      "\(hidden) of \(all) labels of \(layers) \(cause) and \(hidden == 1 ? "is" : "are") not drawn; \(hint)")
  }
}
