/// Points that are summed while they are read, beside the same points kept: whole processes, 1024×768, no base map.
///
/// - Parameter isLarge: whether a hundred million rows go through a pipe, too.
func benchmarkStreams(isLarge: Bool) throws {
  let program = try preparedProgram()
  // Ten copies of a million rows, the header once.
  let ten = "\(folder)/10m.csv"
  if fileSize(ten) < 9 * fileSize("\(folder)/1m.csv") {
    let copies =
      "{ cat \(folder)/1m.csv; n=1; while [ $n -lt 10 ]; do tail -n +2 \(folder)/1m.csv; n=$((n+1)); done; }"
    _ = try measure(program: "/bin/sh", ["-c", "\(copies) > \(ten)"], runs: 1, extraRuns: 0)
  }
  let view = "--quiet --basemap none --center 10,30 --zoom 2"
  let marks = ["yes": "250 ms, 64 MB", "no": "what it is compared with"]
  for stream in ["yes", "no"] {
    let words = ["render", ten, "-o", "\(folder)/stream-\(stream).png", "--stream", stream]
    let costs = try measure(program: program, words + view.split(separator: " ").map(String.init), runs: 5)
    report("10M CSV → PNG, --stream \(stream): \(costs.text)  [\(marks[stream] ?? "")]")
  }
  guard isLarge else { return }
  let hundred =
    "{ cat \(ten); n=1; while [ $n -lt 10 ]; do tail -n +2 \(ten); n=$((n+1)); done; } | \(program) render - -o \(folder)/stream-pipe.png \(view)"
  let costs = try measure(program: "/bin/sh", ["-c", hundred], runs: 1, extraRuns: 0)
  report("100M CSV rows through a pipe → PNG: \(costs.text)  [mark 4000 ms, 64 MB]")
}
