#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import MapGeometry

/// Points that clusterings are measured with. How they lie and in which order they come decides what a method has to do,
/// so both are printed beside every figure.
enum SampleSet: String, CaseIterable {
  case cities, morton, city, uniform

  /// Density and order in words.
  var text: String {
    switch self {
    case .cities: "1000 cities, shuffled"
    case .morton: "1000 cities, in Morton order"
    case .city: "one dense city, shuffled"
    case .uniform: "uniform, shuffled"
    }
  }

  /// The same points on every machine.
  func points(_ count: Int) -> CoordinateTable {
    switch self {
    case .cities: townPoints(count)
    case .morton: inMortonOrder(townPoints(count))
    case .city: densePoints(count)
    case .uniform: uniformPoints(count)
    }
  }

  /// The name of the file that holds so many of them: longitude and latitude of each, as the machine writes doubles.
  func path(_ count: Int) -> String { "\(folder)/\(rawValue)-\(count).f64" }

  /// Writes the file, unless it is there.
  func save(_ count: Int) throws {
    let path = path(count)
    guard fileSize(path) != count * 16 else { return }
    let points = points(count)
    guard let file = fopen(path, "w") else {
      throw BenchmarkFailure(description: "\(path) cannot be written")
    }
    defer { fclose(file) }
    for index in 0..<points.count {
      let pair = [points.longitudes[index], points.latitudes[index]]
      guard fwrite(pair, 8, 2, file) == 2 else {
        throw BenchmarkFailure(description: "\(path) cannot be written")
      }
    }
  }

  /// Reads the file back, a block at a time, so that the points are in memory once.
  func load(_ count: Int) throws -> CoordinateTable {
    let path = path(count)
    guard let file = fopen(path, "r") else { throw BenchmarkFailure(description: "\(path) cannot be read") }
    defer { fclose(file) }
    var table = CoordinateTable()
    table.longitudes.reserveCapacity(count)
    table.latitudes.reserveCapacity(count)
    var block = [Double](repeating: 0, count: 8192)
    while true {
      let read = fread(&block, 8, block.count, file)
      guard read > 0 else { break }
      for index in stride(from: 0, to: read - 1, by: 2) {
        table.longitudes.append(block[index])
        table.latitudes.append(block[index + 1])
      }
    }
    guard table.count == count else { throw BenchmarkFailure(description: "\(path) is cut off; make clean") }
    return table
  }
}

/// The number of bytes of a file; 0 where there is none.
func fileSize(_ path: String) -> Int {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : 0
}
