import FileResources
import MapScene
import MapSession
import MapSettings

/// A server's work: pictures of 80,000 points from one session, and the scene of a view alone. Each in a process of its own.
///
/// - Parameter isLarge: also 10,000 views, for their memory.
func benchmarkSessions(isLarge: Bool) throws {
  _ = try preparedProgram()
  let program = CommandLine.arguments[0]
  for (name, size, count, mark) in [
    ("1,000 requests, 4 tasks, 1024×768", "1024x768", 1000, "≥ 150 a second on 2 cores, memory flat"),
    ("10,000 requests, 4 tasks, 256×256", "256x256", 10_000, "memory flat"),
  ] where isLarge || count == 1000 {
    let words = ["job", "session-requests", size, "\(count)"]
    let found = Findings(try output(of: program, words, isQuiet: false))
    let wall = found.figures.reduce(0) { $0 + $1.costs.best }
    let user = found.figures.reduce(0) { $0 + $1.costs.user }
    let peaks = found.figures.map { rounded($0.costs.peak, 0) }.joined(separator: ", ")
    report(
      "\(name): \(rounded(Double(count) / wall, 0)) a second (user \(rounded(user * 1000 / Double(count), 2)) ms each), "
        + "peak after each fifth \(peaks) MB  [mark \(mark)]")
  }
  for land in ["none", "world"] {
    let found = Findings(try output(of: program, ["job", "session-scenes", land, "2000"], isQuiet: false))
    for (figure, count) in zip(found.figures, found.answer) {
      let isMarked = land == "none" && figure.label == "some"
      report(
        "scene of a view, base map \(land): \(rounded(figure.costs.user / 2000 * 1000, 3)) ms, "
          + "\(count) markers on average" + (isMarked ? "  [mark 0.5 ms at 46 bubbles of 80,000 points]" : "")
      )
    }
  }
}

/// A request for one of a hundred views of the points.
private func requestText(_ index: Int, size: String = "1024x768", basemap: String = "world") -> String {
  """
  {"sources": {"points": "80k.csv"}, "basemap": "\(basemap)", "size": "\(size)",
   "center": [\(index % 20 * 16 - 150), \(index % 100 / 20 * 20 - 30)], "zoom": \(index % 5)}
  """
}

/// Requests to one session by four tasks; a figure after each fifth.
func sessionRequestsJob(size: String, count: Int) async throws {
  let session = MapSession(resources: FileLoader())
  for fifth in 0..<5 {
    let (wall, user) = (now(), ownUsage().user)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for number in stride(from: task, to: count / 5, by: 4) {
            let map = try MapSpecification(json: requestText(number, size: size), name: "\(folder)/request")
            let answer = try await session.pictures(of: map, as: .png)
            guard answer.pictures.count == 1, answer.pictures[0].bytes.count > 1000 else {
              throw BenchmarkFailure(description: "a request gave no picture")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    reportRun("fifth-\(fifth)", since: wall, user: user)
  }
}

/// Scenes of a hundred views of a loaded map, and of those with about 46 markers, again and again, on one thread; what is kept
/// is kept after the first hundred.
func sessionScenesJob(basemap: String, count: Int) throws {
  let session = MapSession(resources: FileLoader())
  let log = SessionLog()
  let maps = try (0..<100).map { index in
    try session.load(
      MapSpecification(json: requestText(index, basemap: basemap), name: "\(folder)/request"), log: log)
  }
  let views = try maps.flatMap { map in
    try map.views.indices.map { (map: map, picture: try map.plan(of: $0, as: .png)) }
  }
  let shaper = try maps[0].shaper(log: log)
  func draw(_ number: Int) throws -> Int {
    let (map, picture) = views[number]
    let snapshot = try map.snapshot(of: picture, shaper: shaper)
    return snapshot.groups.reduce(0) { $0 + $1.markers.markers.count }
  }
  let counts = try views.indices.map(draw)
  let some = views.indices.filter { (36...56).contains(counts[$0]) }
  guard !some.isEmpty else { throw BenchmarkFailure(description: "no view has about 46 markers") }
  for (label, chosen) in [("all", Array(views.indices)), ("some", some)] {
    let (wall, user) = (now(), ownUsage().user)
    for number in 0..<count { _ = try draw(chosen[number % chosen.count]) }
    reportRun(label, since: wall, user: user)
  }
  report("answer \(counts.reduce(0, +) / counts.count) \(some.reduce(0) { $0 + counts[$1] } / some.count)")
}
