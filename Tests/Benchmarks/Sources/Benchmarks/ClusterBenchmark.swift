import MapClusters
import MapGeometry

/// The other clusterings in memory: grids, their cells, views of what is built, k-means, DBSCAN, and a manager that lives.
///
/// - Parameter isLarge: also ten million points.
func benchmarkClustering(isLarge: Bool) throws {
  let widths = [44, 7, 9, 9, 9, 8, 16]
  report("points in memory, \(SampleSet.cities.text); minimum and median of several runs")
  report(["what", "threads", "ms", "median", "user ms", "peak MB", "mark"], widths: widths)
  for count in isLarge ? [100_000, 1_000_000, 10_000_000] : [100_000, 1_000_000] {
    for row in rows where row.marks[count] != nil || row.isAlwaysTold {
      for threads in row.threads {
        let found = try row.job.measure(.cities, count, threads: threads)
        for figure in found.figures {
          let name = "\(grouped(count)) \(row.name)" + (found.figures.count > 1 ? " \(figure.label)" : "")
          let costs = figure.costs
          report(
            [name, "\(threads)"]
              + [costs.best, costs.median, costs.user].map {
                rounded($0 * 1000, costs.median < 0.001 ? 4 : 1)
              }
              + [rounded(costs.peak, 0), row.marks[count]?[threads - 1] ?? ""],
            widths: widths)
        }
      }
    }
  }
}

private struct Row {
  let job: Job
  let name: String
  var threads = [1, 2]
  /// By number of points: on one thread and on two.
  var marks: [Int: [String]] = [:]
  /// Whether it is measured at sizes without a mark too.
  var isAlwaysTold = true
}

private let view = "≤ 0.02 p50"
private let rows: [Row] = [
  Row(job: .cells, name: "cells of zoom 2"),
  Row(job: .grid, name: "grid, all in view", marks: [10_000_000: ["", "≤ 60"]]),
  Row(job: .radiusViews, name: "view of radius index,", threads: [2], marks: [10_000_000: [view, view]]),
  Row(job: .cellViews, name: "view of cells,", threads: [2]),
  Row(job: .kmeans, name: "k-means, k 50", threads: [1], marks: [100_000: ["≤ 500"]], isAlwaysTold: false),
  Row(job: .dbscan, name: "DBSCAN", threads: [1], marks: [100_000: ["≤ 500"]], isAlwaysTold: false),
  Row(
    job: .reload, name: "held, 500 added, reload", threads: [1], marks: [100_000: ["≤ 2"]],
    isAlwaysTold: false),
]

private func world() throws -> Viewport {
  try Viewport(
    center: Coordinate(latitude: 20, longitude: 0), zoom: 1, size: ScreenSize(width: 1024, height: 768))
}

/// The grid of cells of 60 points at a zoom.
private func grid(of input: ClusterInput, zoom: Double) throws -> GridIndex.Grid {
  let view = try Viewport(
    center: Coordinate(latitude: 20, longitude: 0), zoom: zoom, size: ScreenSize(width: 1024, height: 768))
  guard let grid = GridIndex.grid(of: input, in: view, .standard) else {
    throw BenchmarkFailure(description: "the grid of zoom \(zoom) has no index")
  }
  return grid
}

func cellsJob(_ points: CoordinateTable, threads: Int) throws {
  let input = ClusterInput(points)
  let grid = try grid(of: input, zoom: 2)
  try reportRun("cells", runs: runs(points.count)) {
    try GridIndex(of: input, grid: grid, threads: threads)
  } check: { index in
    guard index.byteCount >= 4 * points.count else {
      throw BenchmarkFailure(
        description: "the index of \(points.count) points holds \(index.byteCount) bytes")
    }
  }
}

/// Views 1024×768 about data points, 300 at each zoom.
func cellViewsJob(_ points: CoordinateTable, threads: Int) throws {
  let input = ClusterInput(points)
  for zoom in [2.0, 5, 8] {
    let index = try GridIndex(of: input, grid: try grid(of: input, zoom: zoom), threads: threads)
    try views(about: points, zoom: zoom) { view in
      try markers(of: input, from: index, in: view, settings: .standard).markers.count
    }
  }
}

func gridJob(_ points: CoordinateTable, threads: Int) throws {
  let input = ClusterInput(points)
  let world = try world()
  try reportRun("grid", runs: 2 * runs(points.count)) {
    try markers(of: input, in: world, threads: threads)
  } check: { set in
    guard set.markers.reduce(0, { $0 + $1.count }) == set.members.count,
      set.members.count > points.count * 9 / 10, set.markers.allSatisfy({ $0.isInItsCell(of: set.grid) })
    else { throw BenchmarkFailure(description: "the grid's markers, members and cells disagree") }
  }
}

extension Marker {
  /// Whether the middle of the points lies in their cell: what a point in a wrong cell would spoil.
  fileprivate func isInItsCell(of grid: GridCells?) -> Bool {
    guard let grid, let cell, isCluster else { return true }
    let place = WorldPoint(position)
    let (x, y) = (place.x / grid.side - Double(cell.column), place.y / grid.side - Double(cell.row))
    return x > -1e-6 && x < 1 + 1e-6 && y > -1e-6 && y < 1 + 1e-6
  }
}

func methodJob(_ method: ClusterMethod, _ points: CoordinateTable, threads: Int) throws {
  var settings = ClusterSettings.standard(method)
  settings.clusterCount = 50
  settings.epsilon = 4
  settings.minimumPoints = 5
  let (input, world) = (ClusterInput(points), try world())
  try reportRun(method.rawValue, runs: 3) {
    try markers(of: input, in: world, settings: settings, threads: threads)
  } check: { set in
    guard set.markers.reduce(0, { $0 + $1.count }) == set.members.count else {
      throw BenchmarkFailure(description: "the markers and members of \(method.rawValue) disagree")
    }
  }
}

/// A manager that holds all points but 500, shown; these come and go.
func reloadJob(_ points: CoordinateTable, threads: Int) async throws {
  let all = (0..<points.count).map { ClusterPoint(id: "p\($0)", coordinate: points[$0]) }
  let manager = ClusterManager(settings: .standard(.grid), threads: threads)
  let world = try world()
  let (held, batch) = (Array(all.dropLast(500)), Array(all.suffix(500)))
  try await manager.add(held)
  _ = try await manager.reload(world)
  for _ in 0..<20 {
    let (wall, user) = (now(), ownUsage().user)
    try await manager.add(batch)
    _ = try await manager.reload(world)
    reportRun("reload", since: wall, user: user)
    guard await manager.count == points.count else {
      throw BenchmarkFailure(description: "the manager lost points")
    }
    try await manager.remove(batch.map(\.id))
    _ = try await manager.reload(world)
  }
}
