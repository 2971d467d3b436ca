import Foundation

/// Base maps as users meet them: whole processes, 1024×768, the streets of San Francisco beneath 5,748 places, and the
/// built-in world against none.
///
/// The streets come from the folder that `CLUSTERSNAP_DATA` names; without it only the world is measured.
func benchmarkStreets() throws {
  let program = ".build/release/clustersnap"
  guard access(program, X_OK) == 0 else {
    throw BenchmarkFailure(description: "\(program) is missing; run make build first")
  }
  try benchmarkWorld(program)
  guard let variable = getenv("CLUSTERSNAP_DATA") else {
    return report("(streets skipped: set CLUSTERSNAP_DATA to a folder with san-francisco.mbtiles)")
  }
  let data = String(cString: variable)
  guard access("\(data)/san-francisco.mbtiles", R_OK) == 0 else {
    return report("(streets skipped: \(data) holds no san-francisco.mbtiles)")
  }
  let city = ["--center=-122.41,37.79", "--zoom", "13.6"]
  let dense = ["--center=-122.405,37.785", "--zoom", "14"]
  let jobs: [(name: String, view: [String], output: String, mark: String, limit: Int?)] = [
    ("4 tiles, labels, places → PNG", city, "city.png", "120 ms, 60 MB", nil),
    ("4 tiles, labels, places → SVG", city, "city.svg", "150 ms, 900 kB", 900),
    ("12 tiles, labels, places → PNG", dense, "dense.png", "150 ms, 80 MB", nil),
    ("12 tiles, labels, places → SVG", dense, "dense.svg", "3000 kB", 3000),
  ]
  try write(try unlabeled("Tests/DrawingCases/published.streets.json"), to: "\(folder)/layered.json")
  let bare = try measure(
    program: program,
    [
      "render", "--style", "\(folder)/layered.json", "--tiles", "streets=\(data)/san-francisco.mbtiles",
      "--sprite", "Tests/DrawingCases/images/sprite", "--bearing", "0", "--quiet",
    ]
      + city + ["-o", "\(folder)/layered.png"], runs: 10)
  report("4 tiles, a published kind of style without labels → PNG: \(bare.text)  [mark 75 ms, 50 MB]")
  for job in jobs {
    let output = "\(folder)/\(job.output)"
    let streets = ["--basemap", "\(data)/san-francisco.mbtiles"]
    let arguments = ["render", "\(data)/san-francisco-places.csv", "-o", output, "--quiet"] + streets
    let costs = try measure(program: program, arguments + job.view, runs: 10)
    report("\(job.name): \(costs.text), \(fileSize(output) / 1000) kB written  [mark \(job.mark)]")
    if let limit = job.limit, fileSize(output) / 1000 > limit {
      report("  larger than the mark of \(limit) kB")
    }
  }
  let views = (0..<100).map { index in
    let (x, y) = (-122.43 + Double(index % 10) * 0.005, 37.765 + Double(index / 10) * 0.004)
    return #"{"center":[\#(x),\#(y)],"zoom":\#(12 + Double(index % 7) / 2),"output":"city-\#(index).png"}"#
  }
  for (name, file) in [("places.csv", "san-francisco-places.csv"), ("city.mbtiles", "san-francisco.mbtiles")]
  {
    unlink("\(folder)/\(name)")
    symlink("\(data)/\(file)", "\(folder)/\(name)")
  }
  try write(
    #"{"sources":{"places":"places.csv"},"basemap":"city.mbtiles","views":[\#(views.joined(separator: ","))]}"#,
    to: "\(folder)/city-views.json")
  for threads in [1, 2] {
    let arguments = [
      "render", "--request", "\(folder)/city-views.json", "--quiet", "--threads", String(threads),
    ]
    let costs = try measure(program: program, arguments, runs: 2, extraRuns: 0)
    let mark = threads == 1 ? 4500 : 2500
    report("100 views of the city, \(threads) threads: \(costs.text)  [mark \(mark) ms]")
  }
}

/// A style without its symbol layers.
private func unlabeled(_ path: String) throws -> String {
  let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
  guard var style = try JSONSerialization.jsonObject(with: bytes) as? [String: Any],
    let layers = style["layers"] as? [[String: Any]]
  else { throw BenchmarkFailure(description: "\(path) is no style") }
  style["layers"] = layers.filter { $0["type"] as? String != "symbol" }
  return String(
    decoding: try JSONSerialization.data(withJSONObject: style, options: .sortedKeys), as: UTF8.self)
}

/// The built-in world at zoom 1 against the same picture without a base map, process by process in turn.
private func benchmarkWorld(_ program: String) throws {
  try write("longitude,latitude\n13.4,52.5\n2.35,48.86\n", to: "\(folder)/two.csv")
  let arguments = [
    "render", "\(folder)/two.csv", "-o", "\(folder)/two.png", "--quiet", "--center", "0,20", "--zoom", "1",
    "--basemap",
  ]
  let empty = try measure(program: program, arguments + ["none"], runs: 20)
  let world = try measure(program: program, arguments + ["world"], runs: 20)
  report("no base map: \(empty.text)")
  report("built-in world: \(world.text)")
  report(
    "  \(rounded((world.best - empty.best) * 1000, 1)) ms more  [mark 14 ms; 8 ms with thin lines of their own]"
  )
}
