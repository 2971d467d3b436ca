import MapClusters
import MapGeometry

/// The radius index of all zooms: by size, density and order of the points, on one thread and two, beside its mark and the
/// Python package pysupercluster.
///
/// - Parameter isLarge: also ten million points, which takes minutes where the package is installed.
func benchmarkRadius(isLarge: Bool) throws {
  let peer = PySupercluster.find()
  report(
    "radius 40, extent 512, zooms 16…0, at least 2 points a cluster; points in memory; minimum of several runs"
  )
  if peer == nil {
    report("(no comparison: python3 cannot import pysupercluster; pip install pysupercluster)")
  }
  let widths = [44, 7, 8, 8, 8, 22]
  report(["points", "threads", "wall s", "user s", "peak MB", "mark"], widths: widths)
  for (set, count, marks) in sets where isLarge || count <= 1_000_000 {
    let name = "\(grouped(count)) points: \(set.text)"
    var best: [(threads: Int, wall: Double)] = []
    var counts: [Int] = []
    for threads in [1, 2] {
      let found = try Job.radius.measure(set, count, threads: threads)
      guard counts.isEmpty || counts == found.answer else {
        throw BenchmarkFailure(description: "\(name): one thread and two found different clusters")
      }
      counts = found.answer
      best.append((threads, found.costs.best))
      let mark = "≤ \(marks.walls[threads - 1]) s" + (marks.peak.map { ", ≤ \($0) MB" } ?? "")
      report([name, "\(threads)"] + figures(found.costs) + [mark], widths: widths)
    }
    guard let peer else { continue }
    let found = try peer.measure(set, count, itemCounts: counts)
    report(["  pysupercluster", "1"] + figures(found.costs), widths: widths)
    let ratios = best.map { "\(rounded(found.costs.best / $0.wall, 1))× on \($0.threads)" }
    report("  ratio for \(name): \(ratios.joined(separator: ", ")) thread(s)")
    try compare(counts, with: found.answer, name: name)
  }
}

private typealias Marks = (walls: [String], peak: Int?)

private let sets: [(set: SampleSet, count: Int, marks: Marks)] = [
  (.cities, 100_000, (["0.05", "0.035"], nil)),
  (.cities, 1_000_000, (["0.42", "0.25"], 240)),
  (.morton, 1_000_000, (["0.40", "0.23"], nil)),
  (.city, 1_000_000, (["0.13", "0.07"], nil)),
  (.uniform, 1_000_000, (["0.57", "0.39"], nil)),
  (.cities, 10_000_000, (["4.5", "2.3"], 1600)),
]

private func figures(_ costs: Costs) -> [String] {
  [rounded(costs.best, 3), rounded(costs.user, 3), rounded(costs.peak, 0)]
}

/// Both walk the points in input order, but the package rounds coordinates to other numbers: a few groups of a large set
/// come out otherwise, and what they are part of.
private func compare(_ ours: [Int], with theirs: [Int], name: String) throws {
  var worst = (share: 0.0, zoom: 0)
  var equal = 0
  for (zoom, (our, their)) in zip(ours, theirs).enumerated() {
    let share = Double(abs(our - their)) / Double(max(1, their))
    if share > worst.share { worst = (share, zoom) }
    if our == their { equal += 1 }
  }
  guard worst.share < 0.02 || zip(ours, theirs).allSatisfy({ abs($0 - $1) <= 3 }) else {
    throw BenchmarkFailure(
      description:
        "\(name): at zoom \(worst.zoom) there are \(ours[worst.zoom]) items, pysupercluster has \(theirs[worst.zoom])"
    )
  }
  report(
    "  items in view of the world: equal at \(equal) of \(theirs.count) zooms"
      + (worst.share > 0
        ? ", farthest apart at zoom \(worst.zoom): \(ours[worst.zoom]) and \(theirs[worst.zoom])" : ""))
}

/// `1,000,000`.
func grouped(_ count: Int) -> String {
  let digits = Array(String(count))
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}

func radiusJob(_ points: CoordinateTable, threads: Int) throws {
  var counts: [Int] = []
  try reportRun("radius", runs: runs(points.count)) {
    try RadiusIndex(of: ClusterInput(points), threads: threads)
  } check: { index in
    let total = index.items(zoom: 0).reduce(0) { $0 + $1.count }
    guard total == points.count else {
      throw BenchmarkFailure(description: "the radius index lost points: \(total) of \(points.count)")
    }
    counts = (0...16).map { index.itemCount(zoom: $0) }
  }
  report("answer \(counts.map(String.init).joined(separator: " "))")
}

/// Views 1024×768 about data points, 300 at each zoom.
func radiusViewsJob(_ points: CoordinateTable, threads: Int) throws {
  let index = try RadiusIndex(of: ClusterInput(points), threads: threads)
  for zoom in [2.0, 5, 8, 11, 14] {
    try views(about: points, zoom: zoom) { view in index.clusters(in: view.boundingBox, zoom: zoom).count }
  }
}

/// Views about data points, each timed by itself; reported when all are done, as writing disturbs.
func views(about points: CoordinateTable, zoom: Double, _ count: (Viewport) throws -> Int) throws {
  var times: [Double] = []
  for step in 0..<300 {
    let view = try Viewport(
      center: points[step * 9973 % points.count], zoom: zoom, size: ScreenSize(width: 1024, height: 768))
    let start = now()
    let found = try count(view)
    times.append(now() - start)
    guard found > 0 else { throw BenchmarkFailure(description: "a view about a point shows none") }
  }
  let peak = ownUsage().peak
  for time in times { report("figure zoom-\(Int(zoom)) \(time) \(time) \(peak)") }
}
