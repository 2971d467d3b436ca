import MapClusters
import MapGeometry

/// Clustering in memory: radius index, pyramid, grids, k-means and DBSCAN, on one thread and two.
///
/// - Parameter isLarge: also ten million points, which needs 3 GB.
func benchmarkClustering(isLarge: Bool) throws {
  var sizes = [100_000, 1_000_000]
  if isLarge { sizes.append(10_000_000) }
  for count in sizes {
    let points = townPoints(count)
    report("\(count) points: 1000 gaussian towns, 2 % spread, random order")
    for threads in [1, 2] {
      let index = try measure(runs: count > 1_000_000 ? 2 : 5) {
        try RadiusIndex(of: points, threads: threads)
      } check: { index in
        let total = index.items(zoom: 0).reduce(0) { $0 + $1.count }
        guard total == count else {
          throw BenchmarkFailure(description: "the radius index lost points: \(total) of \(count)")
        }
      }
      report("  radius index, zooms 16…0, \(threads) thread(s): \(index.text)")
      let pyramid = try measure(runs: count > 1_000_000 ? 2 : 5) {
        try CellPyramid(of: points, cellsAtZoomZero: 8, maximumZoom: 16, threads: threads)
      } check: { pyramid in
        let total = pyramid.cells(zoom: 0).reduce(0) { $0 + $1.count }
        guard total == count else {
          throw BenchmarkFailure(description: "the pyramid lost points: \(total) of \(count)")
        }
      }
      report("  cell pyramid, zooms 16…0, \(threads) thread(s): \(pyramid.text)")
      try benchmarkGrid(points, threads: threads)
    }
    try benchmarkViews(points)
    if count <= 100_000 { try benchmarkOtherMethods(points) }
  }
}

private func benchmarkGrid(_ points: CoordinateTable, threads: Int) throws {
  let input = ClusterInput(points)
  let world = try Viewport(
    center: Coordinate(latitude: 20, longitude: 0), zoom: 1, size: ScreenSize(width: 1024, height: 768))
  let costs = try measure {
    try markers(of: input, in: world, threads: threads)
  } check: { set in
    guard set.markers.reduce(0, { $0 + $1.count }) == set.members.count else {
      throw BenchmarkFailure(description: "the grid's markers and members disagree")
    }
  }
  report("  grid of a view of the world, \(threads) thread(s): \(costs.text)")
}

/// Views 1024×768 about data points; the median of 300 at each zoom.
private func benchmarkViews(_ points: CoordinateTable) throws {
  let index = try RadiusIndex(of: points, threads: 2)
  for zoom in [2.0, 5, 8, 11, 14] {
    var times: [Double] = []
    var found = 0
    for step in 0..<300 {
      let place = points[step * 9973 % points.count]
      let box = try Viewport(center: place, zoom: zoom, size: ScreenSize(width: 1024, height: 768))
        .boundingBox
      let start = now()
      found += index.clusters(in: box, zoom: zoom).count
      times.append(now() - start)
    }
    times.sort()
    report(
      "  radius view, zoom \(Int(zoom)): p50 \((times[150] * 1e7).rounded() / 10) µs, \(found / 300) items")
  }
}

private func benchmarkOtherMethods(_ points: CoordinateTable) throws {
  let view = try Viewport(
    center: Coordinate(latitude: 20, longitude: 0), zoom: 1, size: ScreenSize(width: 1024, height: 768))
  for method in [ClusterMethod.kmeans, .dbscan] {
    var settings = ClusterSettings.standard(method)
    settings.clusterCount = 50
    settings.epsilon = 4
    settings.minimumPoints = 5
    let costs = try measure(runs: 3) { try markers(of: ClusterInput(points), in: view, settings: settings) }
    report("  \(method.rawValue): \(costs.text)")
  }
}
