/// Points that are hard to count right: at the poles, at ±180°, of other turns, in one place, without a place, and heavy.
package struct HardPoints {
  /// A point; `nil` where a field is empty.
  package struct Point {
    package var longitude, latitude: Double?
    package var weight: Double?
    package var name: String
  }

  /// The points in order.
  package let points: [Point]

  /// So many points of a seed, most about some places.
  package init(count: Int, seed: UInt64) {
    var random = Seeded(seed: seed)
    let towns = (0..<12).map { _ in
      (random.number(in: -180...180), random.number(in: -80...80), random.number(in: 0.01...6))
    }
    let edges: [(Double?, Double?)] = [
      (0, 90), (0, -90), (12, 85.0511287798066), (12, -85.0511287798066), (180, 0), (-180, 0),
      (179.999999999, 10),
      (-179.999999999, 10), (540, -3), (-540, -3), (190, 51), (-200.5, 51), (359.999, 48), (0, 0), (-0.0, 0),
      (45, 40.97989806962013), (nil, 3), (3, nil), (nil, nil), (1e-9, -1e-9), (22.5, 0),
    ]
    points = (0..<count).map { index in
      var place: (Double?, Double?)
      if index < edges.count * 2 {
        place = edges[index % edges.count]
      } else if random.chance(0.15) {
        place = (random.number(in: -180...180), random.number(in: -90...90))
      } else {
        let town = towns[random.below(towns.count)]
        place = (town.0 + random.normal() * town.2, min(90, max(-90, town.1 + random.normal() * town.2)))
        // Some stand on corners of cells of powers of two, and in one place.
        if random.chance(0.1) { place.0 = Double(random.below(512)) / 512 * 360 - 180 }
        if random.chance(0.05) { place = (13.4, 52.5) }
      }
      var weight: Double? = random.chance(0.1) ? nil : random.number(in: 0...50)
      if index % 97 == 5 { weight = 0 }
      if index == 60 { weight = 1e9 }
      return Point(
        longitude: place.0, latitude: place.1, weight: weight, name: "point \(index), \"so called\"")
    }
  }

  /// A table as a file: `row` counts from 1.
  package var csv: String {
    points.enumerated().reduce(into: "id,row,name,longitude,latitude,mass\n") { text, one in
      let point = one.element
      func field(_ number: Double?) -> String { number.map { "\($0)" } ?? "" }
      let name = point.name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      text +=
        "p\(one.offset),\(one.offset + 1),\"\(name)\",\(field(point.longitude)),\(field(point.latitude)),"
      text += "\(field(point.weight))\n"
    }
  }

  /// The statements that make the same table in a database, under a name.
  package func sql(_ table: String, double: String = "REAL") -> String {
    func field(_ number: Double?) -> String { number.map { "\($0)" } ?? "NULL" }
    let rows = points.enumerated().map { index, point in
      "('p\(index)', \(index + 1), '\(point.name)', \(field(point.longitude)), \(field(point.latitude)), \(field(point.weight)))"
    }
    return """
      CREATE TABLE \(table) (id VARCHAR(40), "row" BIGINT, name VARCHAR(80), longitude \(double), latitude \(double), mass \(double));
      INSERT INTO \(table) VALUES \(rows.joined(separator: ",\n"));
      """
  }

  /// Views that show what is hard: options of the command.
  package static let views: [[String]] = [
    ["--center", "0,0", "--zoom", "0", "--size", "512x512"],
    ["--center", "20,10", "--zoom", "-1", "--size", "1024x400"],
    ["--center", "180,0", "--zoom", "2.3", "--size", "700x500"],
    ["--bbox", "170,-60,-170,70", "--size", "400x600", "--margin", "0.5"],
    ["--center", "-179.5,51", "--zoom", "4.7", "--size", "640x480", "--cell-size", "33"],
    ["--bbox", "-12,35,32,60", "--size", "800x600", "--preset", "cch"],
    ["--center", "13.4,52.5", "--zoom", "11.25", "--size", "500x500", "--min-count", "1"],
    ["--center", "10,84", "--zoom", "3", "--size", "600x300", "--snap-zoom", "--position", "cell-center"],
    ["--center", "100,-85", "--zoom", "1.6", "--size", "1000x700", "--cell-size", "64", "--margin", "-0.1"],
  ]
}
