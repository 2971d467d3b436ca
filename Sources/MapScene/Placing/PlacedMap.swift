import Drawing
import JSONDocument
import MapStyle

/// A map in which everything has a place: discs have made room for each other, what stands around the map has its
/// corner, and labels do not collide.
struct PlacedMap {
  /// What is drawn; markers whose bubbles overlapped may be joined.
  let map: ResolvedMap
  /// The discs of circle layers.
  let bubbles: BubblePlan
  /// What stands around the map.
  let decorations: DecorationPlan
  /// The labels of symbol layers.
  let labels: PlacedLabels

  /// Places bubbles, then what stands around the map, then labels.
  ///
  /// - Parameters:
  ///   - map: what is drawn.
  ///   - givenShifts: how far markers stand from their places, as found in another picture; `nil` where they make room.
  ///   - options: what stands around the map.
  ///   - attributions: those of the style's sources, in its order.
  ///   - isDark: whether the base map is dark.
  ///   - cutsLabelsAtEdge: whether labels at the picture's edge are cut instead of moved or left out.
  ///   - drawing: receives what is left out.
  init(
    _ map: ResolvedMap, givenShifts: [MarkerKey: Point]?, _ options: DecorationOptions,
    attributions: [(source: String, text: String)], isDark: Bool, cutsLabelsAtEdge: Bool,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    let (joined, bubbles) = try BubblePlan.placing(
      map, givenShifts: givenShifts, cutsAtEdge: cutsLabelsAtEdge, in: &drawing)
    let decorations = try DecorationPlan(
      joined, bubbles, options, attributions: attributions, isDark: isDark, in: &drawing)
    drawing.omissions += decorations.notes
    labels = try PlacedLabels(
      joined, bubbles, around: decorations.boxes, cutsAtEdge: cutsLabelsAtEdge, in: &drawing)
    (self.map, self.bubbles, self.decorations) = (joined, bubbles, decorations)
  }
}
