#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// `make bench`, or `swift run -c release Benchmarks [process] [clusters] [index] [diff] [--large]`.

let words = CommandLine.arguments.dropFirst()
let isLarge = words.contains("--large")
let wanted = words.filter { !$0.hasPrefix("--") }
let suites: [(name: String, run: () throws -> Void)] = [
  ("process", { try benchmarkProcess() }),
  ("clusters", { try benchmarkClustering(isLarge: isLarge) }),
]
do {
  if wanted.contains("make-data") {
    try makeProcessData()
    exit(0)
  }
  for suite in suites where wanted.isEmpty || wanted.contains(suite.name) {
    report("## \(suite.name)")
    try suite.run()
    report("")
  }
} catch {
  report("error: \(error)")
  exit(1)
}
