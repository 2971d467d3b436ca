#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The release binary, once the inputs of processes are made.
///
/// - Throws: `BenchmarkFailure` where it was not built.
func preparedProgram() throws -> String {
  let program = ".build/release/clustersnap"
  guard access(program, X_OK) == 0 else {
    throw BenchmarkFailure(description: "\(program) is missing; run make build first")
  }
  // A child starts with its parent's memory on its account: the data is made by a process of its own.
  if fileSize("\(folder)/5k.csv") == 0 {
    _ = try measure(program: CommandLine.arguments[0], ["job", "make-data"], runs: 1, extraRuns: 0)
  }
  return program
}

/// The command as users meet it: whole processes from file to file, warm page cache, 1024×768.
///
/// The base map is Natural Earth's 110m land from the folder that `CLUSTERSNAP_DATA` names; without it the built-in world.
func benchmarkProcess() throws {
  let program = try preparedProgram()
  // The marks mean the 110m land of the data; the built-in world draws lakes and borders as well.
  var land = "world"
  if let data = getenv("CLUSTERSNAP_DATA") { land = String(cString: data) + "/ne_110m_land.json" }
  let jobs: [(name: String, input: String, output: String, mark: String, runs: Int)] = [
    ("5k CSV → PNG", "5k.csv", "5k.png", "45 ms, 30 MB", 20),
    ("80k CSV → PNG", "80k.csv", "80k.png", "60 ms, 30 MB", 20),
    ("1M CSV → PNG", "1m.csv", "1m.png", "130 ms, 90 MB", 10),
    ("1M GeoJSON → PNG", "1m.geojson", "1m-json.png", "300 ms, 200 MB", 10),
    ("80k CSV → SVG", "80k.csv", "80k.svg", "50 ms, 150 kB", 20),
  ]
  for job in jobs {
    let output = "\(folder)/\(job.output)"
    let arguments = ["render", "\(folder)/\(job.input)", "-o", output, "--quiet", "--basemap", land]
    let costs = try measure(program: program, arguments, runs: job.runs)
    report("\(job.name): \(costs.text), \(fileSize(output) / 1000) kB written  [mark \(job.mark)]")
  }
  let views = (0..<100).map { index in
    #"{"center":[\#(index % 20 * 16 - 150),\#(index / 20 * 20 - 30)],"zoom":\#(index % 5),"output":"view-\#(index).png"}"#
  }
  if land != "world" {
    unlink("\(folder)/land.json")
    symlink(land, "\(folder)/land.json")
    land = "land.json"
  }
  try write(
    "{\"sources\":{\"points\":\"80k.csv\"},\"basemap\":\"\(land)\",\"views\":[\(views.joined(separator: ","))]}",
    to: "\(folder)/views.json")
  let costs = try measure(
    program: program, ["render", "--request", "\(folder)/views.json", "--quiet"], runs: 2, extraRuns: 0)
  report("100 views of 80k points: \(costs.text)  [mark 3000 ms, memory flat]")
}

/// Writes the inputs of the process benchmark: prefixes of the same million points.
func makeProcessData() throws {
  let million = townPoints(1_000_000)
  try write(csvText(of: million), to: "\(folder)/1m.csv")
  try write(geoJSONText(of: million), to: "\(folder)/1m.geojson")
  for (name, count) in [("80k", 80_000), ("5k", 5000)] {
    var part = million
    part.longitudes = Array(million.longitudes.prefix(count))
    part.latitudes = Array(million.latitudes.prefix(count))
    try write(csvText(of: part), to: "\(folder)/\(name).csv")
  }
}

func write(_ text: String, to path: String) throws {
  try write(Array(text.utf8), to: path)
}

func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "w") else { throw BenchmarkFailure(description: "\(path) cannot be written") }
  defer { fclose(file) }
  guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
    throw BenchmarkFailure(description: "\(path) cannot be written")
  }
}
