import Drawing
import MapContent
import MapGeometry
import MapStyle

/// Labels of markers that lie outside the picture and whose bubble is not seen in it: a number without what it counts.
struct OrphanedLabels {
  private let layers: [StyleLayer]
  private let bubbles: BubblePlan
  /// The markers with bubbles; found for the first label outside the picture.
  private var drawn: Set<ItemKey>?

  /// - Returns: `nil` where no circle layer draws the source of the symbol layer.
  init?(of symbols: StyleLayer, _ map: ResolvedMap, _ bubbles: BubblePlan) {
    layers = map.layers.map(\.layer).filter { $0.type == .circle && $0.source == symbols.source }
    guard !layers.isEmpty else { return nil }
    self.bubbles = bubbles
  }

  /// True if a label outside the picture belongs to a marker that a circle layer would draw, but did not.
  ///
  /// - Parameter points: those that the symbol layer draws, by ascending numbers.
  mutating func contains(
    _ label: Label, among points: [PointItem], in drawing: inout LayerDrawing
  ) -> Bool {
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
