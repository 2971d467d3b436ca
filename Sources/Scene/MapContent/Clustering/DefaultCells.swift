package import MapClusters
package import MapGeometry
import MapSettings

extension MapSource {
  /// The sides among which that of hexagons and squares is chosen, in points.
  private static let cellSides = [8.0, 10, 12, 15, 20, 25, 30, 40, 50, 60]

  /// The settings of clustering at a view's zoom: where cells are drawn and nobody sets their size, the smallest ones of which
  /// half hold three points or more, of all points, so that no size changes as a map is moved.
  ///
  /// - Complexity: O(1), and for the first view of a zoom that of clustering all points four times.
  package func settings(
    _ clustering: SourceClustering, atZoomOf viewport: Viewport, threads: Int
  ) throws(ClusterError) -> ClusterSettings {
    var settings = clustering.settings
    guard choosesCells, !settings.followsView, clustering.rules.strategies == nil, !isCounted else {
      return settings
    }
    let side = try index.cellSide(atZoomOf: viewport) { () throws(ClusterError) in
      var (least, most) = (0, MapSource.cellSides.count - 1)
      while least < most {
        let middle = (least + most) / 2
        settings.cellSize = .points(MapSource.cellSides[middle])
        let found = try index.allMarkers(of: input, atZoomOf: viewport, settings, threads: threads).markers
        if found.count(where: { $0.count >= 3 }) * 2 >= found.count {
          most = middle
        } else {
          least = middle + 1
        }
      }
      return MapSource.cellSides[least]
    }
    settings.cellSize = .points(side)
    return settings
  }

  /// The caller's rules, and that of the size of cells where it is chosen zoom by zoom.
  package func strategies(threads: Int) -> ClusterStrategies {
    var strategies = clustering?.rules.strategies ?? ClusterStrategies()
    if choosesCells, strategies.cellSide == nil {
      strategies.cellSide = ChosenCells(source: self, threads: threads)
    }
    return strategies
  }
}

private struct ChosenCells: CellSizeStrategy {
  let source: MapSource
  let threads: Int

  func cellSide(for viewport: Viewport) -> Double {
    let settings = source.clustering.flatMap {
      try? source.settings($0, atZoomOf: viewport, threads: threads)
    }
    return (try? settings?.cellSize.points(atZoom: viewport.zoom, width: viewport.size.width)) ?? 40
  }
}
