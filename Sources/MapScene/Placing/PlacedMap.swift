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
    _ map: ResolvedMap, givenShifts: [MarkerKey: Point]?, _ options: PictureOptions,
    attributions: [(source: String, text: String)], in drawing: inout LayerDrawing
  ) throws(SnapshotError) {
    let isDark = map.isDark(in: &drawing)
    let (joined, bubbles) = try BubblePlan.placing(map, givenShifts: givenShifts, in: &drawing)
    let decorations = try joined.decorations(
      options.decorations, bubbles, attributions: attributions, isDark: isDark, in: &drawing)
    labels = try PlacedLabels(
      joined, bubbles, around: decorations.boxes, cutsAtEdge: options.cutsLabelsAtEdge, in: &drawing)
    (self.map, self.bubbles, self.decorations) = (joined, bubbles, decorations)
  }
}
