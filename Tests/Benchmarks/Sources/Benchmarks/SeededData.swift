#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import MapGeometry

/// SplitMix64: the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in `0..<1`.
  mutating func unit() -> Double {
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// A number of a standard normal distribution, by Box and Muller.
  mutating func gaussian() -> Double {
    let radius = (-2 * log(1 - unit())).squareRoot()
    return radius * cos(2 * .pi * unit())
  }
}

/// The points that clusterings are measured with: 1000 gaussian towns whose sizes fall by Zipf's law (exponent 0.9), their
/// widths log-uniform in 0.02...0.6°, and 2 % spread evenly over the world; in random order, 6 decimals.
func townPoints(_ count: Int, seed: UInt64 = 42) -> CoordinateTable {
  var random = SeededGenerator(seed: seed)
  var towns: [(longitude: Double, latitude: Double, width: Double)] = []
  var shares: [Double] = []
  var sum = 0.0
  for rank in 1...1000 {
    towns.append(
      (random.unit() * 340 - 170, random.unit() * 130 - 60, 0.02 * pow(30, random.unit())))
    sum += pow(Double(rank), -0.9)
    shares.append(sum)
  }
  var table = CoordinateTable()
  table.longitudes.reserveCapacity(count)
  table.latitudes.reserveCapacity(count)
  for _ in 0..<count {
    if random.unit() < 0.02 {
      table.longitudes.append(sixDecimals(random.unit() * 360 - 180))
      table.latitudes.append(sixDecimals(random.unit() * 170 - 85))
      continue
    }
    let pick = random.unit() * sum
    var (low, high) = (0, shares.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if shares[middle] < pick { low = middle + 1 } else { high = middle }
    }
    let town = towns[low]
    table.longitudes.append(
      sixDecimals(min(179.999999, max(-180, town.longitude + town.width * random.gaussian()))))
    table.latitudes.append(sixDecimals(min(85, max(-85, town.latitude + town.width * random.gaussian()))))
  }
  return table
}

/// One city: a gaussian of 0.06° by 0.04° about Berlin.
func densePoints(_ count: Int, seed: UInt64 = 42) -> CoordinateTable {
  var random = SeededGenerator(seed: seed)
  return CoordinateTable(
    (0..<count).map { _ in
      Coordinate(
        latitude: sixDecimals(52.52 + 0.04 * random.gaussian()),
        longitude: sixDecimals(13.4 + 0.06 * random.gaussian()))
    })
}

/// Points evenly over degrees, to 85° north and south.
func uniformPoints(_ count: Int, seed: UInt64 = 42) -> CoordinateTable {
  var random = SeededGenerator(seed: seed)
  return CoordinateTable(
    (0..<count).map { _ in
      Coordinate(
        latitude: sixDecimals(random.unit() * 170 - 85), longitude: sixDecimals(random.unit() * 360 - 180))
    })
}

/// The same points along the Z-shaped curve of Morton: near in the list is near on the map.
func inMortonOrder(_ points: CoordinateTable) -> CoordinateTable {
  func spread(_ value: UInt32) -> UInt64 {
    var bits = UInt64(value)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }
  var order = (0..<points.count).map { index in
    let place = FixedWorldPoint(points[index])
    return (key: spread(place.x) | spread(place.y) << 1, index: index)
  }
  order.sort { ($0.key, $0.index) < ($1.key, $1.index) }
  return CoordinateTable(order.map { points[$0.index] })
}

private func sixDecimals(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

/// The same points as the rows of a CSV file: `id,name,longitude,latitude`, 2 % of the names quoted with a comma.
func csvText(of points: CoordinateTable) -> [UInt8] {
  var random = SeededGenerator(seed: 7)
  var bytes = Array("id,name,longitude,latitude\n".utf8)
  bytes.reserveCapacity(points.count * 46)
  for index in 0..<points.count {
    let name = random.unit() < 0.02 ? "\"Place \(index), north\"" : "Place number \(index)"
    bytes += "\(index),\(name),\(points.longitudes[index]),\(points.latitudes[index])\n".utf8
  }
  return bytes
}

/// The same points as a GeoJSON FeatureCollection, a feature a line.
func geoJSONText(of points: CoordinateTable) -> [UInt8] {
  var bytes = Array("{\"type\":\"FeatureCollection\",\"features\":[\n".utf8)
  bytes.reserveCapacity(points.count * 150)
  for index in 0..<points.count {
    bytes +=
      """
      {"type":"Feature","id":\(index),"properties":{"name":"Place number \(index)","kind":"town"},\
      "geometry":{"type":"Point","coordinates":[\(points.longitudes[index]),\(points.latitudes[index])]}}
      """.utf8
    bytes += index == points.count - 1 ? "\n".utf8 : ",\n".utf8
  }
  bytes += "]}\n".utf8
  return bytes
}
