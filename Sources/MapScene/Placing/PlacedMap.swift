import Drawing
import MapContent
import MapDecorations
import MapStyle

/// A map in which everything has a place: discs have made room for each other, what stands around the map has its
/// corner, and labels do not collide.
struct PlacedMap {
  /// The map that is drawn; markers whose bubbles overlapped may be joined.
  let map: ResolvedMap
  let bubbles: BubblePlan
  let decorations: DecorationPlan
  let labels: PlacedLabels

  init(
    _ map: ResolvedMap, givenShifts: [MarkerKey: Point]?, _ options: DecorationOptions,
    attributions: [(source: String, text: String)], isDark: Bool, cutsLabelsAtEdge: Bool,
    in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    let (joined, bubbles) = try BubblePlan.placing(
      map, givenShifts: givenShifts, in: &drawing)
    let decorations = try DecorationPlan(
      joined.decorated(bubbles, in: drawing.frame, attributions: attributions), options, isDark: isDark,
      in: &drawing)
    drawing.omissions += decorations.notes
    labels = try PlacedLabels(
      joined, bubbles, around: decorations.boxes, cutsAtEdge: cutsLabelsAtEdge, in: &drawing)
    (self.map, self.bubbles, self.decorations) = (joined, bubbles, decorations)
  }
}
