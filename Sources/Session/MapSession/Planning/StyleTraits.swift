import MapStyle

extension Style {
  /// True if its background is dark.
  ///
  /// - Parameter zoom: `nil` for the one that the style begins with.
  func isDark(atZoom zoom: Double? = nil) -> Bool {
    guard let background = layers.first(where: { $0.type == .background }) else { return false }
    var ignored = StyleWarnings()
    let color = background.value(
      .backgroundColor, in: context(zoom: zoom ?? self.zoom ?? 0), noting: &ignored)
    return color.over(.white).relativeLuminance < 0.2
  }

  /// True if a source that is not clustered by the style is drawn without a look at what clusters are.
  func drawsPointsAlone(of source: StyleSource) -> Bool {
    let layers = layers.filter { $0.source == source.id && ($0.type == .circle || $0.type == .symbol) }
    return source.geoJSON?.clustering == nil && !layers.isEmpty
      && !layers.contains { layer in
        layer.settings.donut != nil || layer.settings.classes != nil
          || [
            "point_count", "point_count_abbreviated", "cluster", "cluster_id", "clustersnap:weight",
            "clustersnap:count",
          ].contains(where: layer.mentions)
      }
  }

  /// True if heat maps of a source weigh its points by something else than what weighs them beside the style.
  func weighsHeat(of source: StyleSource) -> Bool {
    layers.contains { layer in
      layer.source == source.id && layer.type == .heatmap && layer.sets(.heatmapWeight)
        && !layer.reads("clustersnap:weight", for: .heatmapWeight)
    }
  }

  /// True if the points of a source are drawn as heat, and nothing is drawn of clusters: layers look away from them or leave them
  /// out.
  func drawsHeat(of source: StyleSource) -> Bool {
    let layers = layers.filter { $0.source == source.id }
    return source.geoJSON?.clustering == nil && layers.contains { $0.type == .heatmap }
      && !layers.contains {
        ($0.mentions("point_count") || $0.mentions("cluster")) && !$0.leavesOutClusters
      }
  }
}
