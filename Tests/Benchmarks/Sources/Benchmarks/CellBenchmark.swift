#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import MapGeometry

/// Tables of cells as a database answers them: whole processes, warm page cache, 1024×768, no base map.
func benchmarkCells() throws {
  let program = ".build/release/clustersnap"
  guard access(program, X_OK) == 0 else {
    throw BenchmarkFailure(description: "\(program) is missing; run make build first")
  }
  if fileSize("\(folder)/cells-2500k.csv") == 0 {
    _ = try measure(program: CommandLine.arguments[0], ["job", "make-cells"], runs: 1, extraRuns: 0)
  }
  let base = ["--quiet", "--basemap", "none", "--center", "10,30", "--zoom", "2"]
  let single = try measure(
    program: program, ["render", "--cells", "\(folder)/cells-1m.csv", "-o", "\(folder)/cells.png"] + base,
    runs: 10)
  report("1M cells (CSV) → PNG: \(single.text)  [mark 120 ms]")
  func request(_ count: Int) throws -> Costs {
    let views = (0..<count).map { index in
      #"{"center":[\#(index % 20 * 16 - 150),\#(index / 20 * 20 - 30)],"zoom":\#(index % 10),"output":"cells-\#(index).png"}"#
    }
    let path = "\(folder)/cells-\(count).json"
    try write(
      "{\"cells\":{\"points\":\"cells-2500k.csv\"},\"basemap\":\"none\",\"views\":[\(views.joined(separator: ","))]}",
      to: path)
    return try measure(program: program, ["render", "--request", path, "--quiet"], runs: 3, extraRuns: 0)
  }
  let (one, hundred) = (try request(1), try request(100))
  report("pyramid of 2.5M cells, 1 view: \(one.text)")
  report(
    "pyramid of 2.5M cells, 100 views: \(hundred.text), \(rounded((hundred.best - one.best) / 99 * 1000, 1)) ms a view after reading  [mark 20 ms]"
  )
}

/// Writes tables of cells of zoom 17 about seeded towns.
func makeCellData() throws {
  for (name, count) in [("1m", 1_000_000), ("2500k", 2_500_000)] {
    let points = townPoints(count * 3)
    var seen = Set<UInt64>(minimumCapacity: count)
    var text: [UInt8] = Array("z,x,y,point_count,lon_e8,lat_e8,west,south,east,north,first\n".utf8)
    for index in points.longitudes.indices where seen.count < count {
      let (longitude, latitude) = (points.longitudes[index], points.latitudes[index])
      let place = FixedWorldPoint(Coordinate(latitude: latitude, longitude: longitude))
      let (x, y) = (place.x >> 15, place.y >> 15)
      guard seen.insert(UInt64(x) << 32 | UInt64(y)).inserted else { continue }
      let units = { (degrees: Double) in Int((degrees * 1e8).rounded()) }
      let line =
        "17,\(x),\(y),2,\(2 * units(longitude)),\(2 * units(latitude)),\(longitude),\(latitude),\(longitude),\(latitude),\(index)\n"
      text += line.utf8
    }
    guard seen.count == count else {
      throw BenchmarkFailure(description: "only \(seen.count) cells came out")
    }
    try write(text, to: "\(folder)/cells-\(name).csv")
  }
}
