#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// `make bench`, or `make bench ARGS="process sessions radius clusters tiles streets labels cells streams --large"`.
//
// A suite only starts processes: each figure comes from one of its own (`job …`), so that its memory is its own and
// what was measured before leaves nothing behind.

let words = Array(CommandLine.arguments.dropFirst())
let suites: [(name: String, run: (_ isLarge: Bool) throws -> Void)] = [
  ("process", { _ in try benchmarkProcess() }),
  ("sessions", { try benchmarkSessions(isLarge: $0) }),
  ("radius", { try benchmarkRadius(isLarge: $0) }),
  ("clusters", { try benchmarkClustering(isLarge: $0) }),
  ("tiles", { _ in try benchmarkTiles() }),
  ("streets", { _ in try benchmarkStreets() }),
  ("labels", { _ in try benchmarkLabels() }),
  ("cells", { _ in try benchmarkCells() }),
  ("streams", { try benchmarkStreams(isLarge: $0) }),
]
do {
  if words.first == "job" {
    try await Job.run(Array(words.dropFirst()))
    exit(0)
  }
  let isLarge = words.contains("--large")
  let wanted = words.filter { $0 != "--large" }
  if let unknown = wanted.first(where: { word in !suites.contains { $0.name == word } }) {
    throw BenchmarkFailure(
      description:
        "there is no suite \(unknown); choose among \(suites.map(\.name).joined(separator: ", ")), or add --large"
    )
  }
  reportMachine()
  makeFolder()
  for suite in suites where wanted.isEmpty || wanted.contains(suite.name) {
    report("\n## \(suite.name)")
    try suite.run(isLarge)
  }
  if !isLarge { report("\n(ten million points: make bench ARGS=--large, some minutes and 3 GB)") }
} catch {
  report("error: \(error)")
  exit(1)
}
