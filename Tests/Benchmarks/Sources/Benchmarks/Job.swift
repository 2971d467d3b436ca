import MapClusters
import MapGeometry

/// Work that a process of its own measures: `Benchmarks job NAME SET COUNT THREADS`.
///
/// It writes lines for its parent process: `figure LABEL WALL USER PEAK` a run, and `answer NUMBER …`.
enum Job: String {
  case radius, radiusViews, cells, cellViews, grid, kmeans, dbscan, reload

  /// Does the job of the words.
  static func run(_ words: [String]) async throws {
    switch words.first {
    case "make-data": return try makeProcessData()
    case "make-cells": return try makeCellData()
    case "session-requests":
      guard words.count == 3, let count = Int(words[2]) else { break }
      return try await sessionRequestsJob(size: words[1], count: count)
    case "session-scenes":
      guard words.count == 3, let count = Int(words[2]) else { break }
      return try sessionScenesJob(basemap: words[1], count: count)
    case "make-points":
      guard words.count == 3, let set = SampleSet(rawValue: words[1]), let count = Int(words[2]) else {
        break
      }
      return try set.save(count)
    default:
      guard words.count == 4, let job = Job(rawValue: words[0]), let set = SampleSet(rawValue: words[1]),
        let count = Int(words[2]), let threads = Int(words[3])
      else { break }
      return try await job.run(set.load(count), threads: threads)
    }
    throw BenchmarkFailure(description: "there is no job \(words.joined(separator: " "))")
  }

  /// Measures this job in a process of its own.
  func measure(_ set: SampleSet, _ count: Int, threads: Int) throws -> Findings {
    let program = CommandLine.arguments[0]
    if fileSize(set.path(count)) != count * 16 {
      _ = try output(of: program, ["job", "make-points", set.rawValue, "\(count)"], isQuiet: false)
    }
    return Findings(
      try output(of: program, ["job", rawValue, set.rawValue, "\(count)", "\(threads)"], isQuiet: false))
  }

  private func run(_ points: CoordinateTable, threads: Int) async throws {
    switch self {
    case .radius: try radiusJob(points, threads: threads)
    case .radiusViews: try radiusViewsJob(points, threads: threads)
    case .cells: try cellsJob(points, threads: threads)
    case .cellViews: try cellViewsJob(points, threads: threads)
    case .grid: try gridJob(points, threads: threads)
    case .kmeans: try methodJob(.kmeans, points, threads: threads)
    case .dbscan: try methodJob(.dbscan, points, threads: threads)
    case .reload: try await reloadJob(points, threads: threads)
    }
  }
}

/// What a process reported of its measurements.
struct Findings {
  private(set) var figures: [(label: String, costs: Costs)] = []
  /// Numbers that describe what was found, for comparing.
  private(set) var answer: [Int] = []

  /// Reads the lines of ``Job``.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "answer" { answer = words.dropFirst().compactMap { Int($0) } }
      guard words.first == "figure", words.count == 5, let wall = Double(words[2]),
        let user = Double(words[3]), let peak = Double(words[4])
      else { continue }
      let place = figures.firstIndex { $0.label == words[1] } ?? figures.count
      if place == figures.count { figures.append((String(words[1]), Costs())) }
      figures[place].costs.add(Cost(wall: wall, user: user, peak: peak))
    }
  }

  /// The figure of a job that has only one.
  var costs: Costs { figures.first?.costs ?? Costs() }
}

/// Runs a piece of work several times and reports each; its result is handed to `check`, untimed.
func reportRun<Result>(
  _ label: String, runs: Int, _ work: () throws -> Result, check: (Result) throws -> Void = { _ in }
) throws {
  for _ in 0..<runs {
    let (wall, user) = (now(), ownUsage().user)
    let result = try work()
    reportRun(label, since: wall, user: user)
    try check(result)
  }
}

/// Reports a run that has just ended.
func reportRun(_ label: String, since wall: Double, user: Double) {
  let end = now()
  let usage = ownUsage()
  report("figure \(label) \(end - wall) \(usage.user - user) \(usage.peak)")
}

/// How often a piece of work is repeated for its minimum.
func runs(_ count: Int) -> Int { count > 1_000_000 ? 3 : 5 }
