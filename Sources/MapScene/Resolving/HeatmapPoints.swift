import MapClusters
import MapContent
import MapGround
import MapStyle

extension ResolvedMap {
  /// A heatmap with all of its points. There may be many: nothing is kept of them but their kernels.
  func heatmap(_ layer: ResolvedLayer, in drawing: inout LayerDrawing) -> HeatmapLayer {
    // Clusters weigh what the style gives them.
    let own = sources.filter { source in
      source.id == layer.layer.source
        && group(of: source).map { $0.clustering?.settings.method == ClusterMethod.none } ?? true
    }
    // A layer that weighs points itself is not asked what all of them weigh.
    let weights = layer.layer.sets(.heatmapWeight) ? nil : HeatmapWeights(own.compactMap(\.input.weights))
    var heatmap = HeatmapLayer(layer, weights: weights, in: &drawing)
    if let tiles = tileLayer(of: layer.layer) {
      let margin = heatmap.margin ?? ViewFrame.farthestReach
      for item in tiles.points(margin: margin) + tiles.corners(margin: margin, where: { _ in true }) {
        heatmap.add(item.place, item.feature, in: &drawing)
      }
    }
    for source in sources where source.id == layer.layer.source {
      if let group = group(of: source) {
        let weighs = own.contains { $0.name == source.name } && source.input.weights != nil
        for item in group.items(
          numberedFrom: 0, describesMarks: false,
          MarkContext(zoom: drawing.frame.viewport.zoom, selection: nil))
        {
          heatmap.add(
            item.place, weighing: weighs ? group.markers.markers[item.index].weight : nil, item.feature,
            in: &drawing)
        }
      } else {
        source.forEachPoint(in: drawing.frame, margin: heatmap.margin) { index, place in
          heatmap.add(
            place, weighing: source.input.weights?[index], source.feature(ofPoint: index), in: &drawing)
        }
        for corner in source.vertexItems(
          in: drawing.frame, margin: heatmap.margin ?? ViewFrame.farthestReach, numberedFrom: 0,
          where: { _ in true })
        {
          heatmap.add(corner.place, corner.feature, in: &drawing)
        }
      }
    }
    return heatmap
  }
}
