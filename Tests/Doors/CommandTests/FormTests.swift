import Foundation
import TestSupport
import Testing

@Suite struct `The form of clusters` {
  private let world = ["--center", "0,0", "--zoom", "0", "--size", "600x500"]

  private func place() throws -> Workplace {
    var random = Seeded(seed: 3)
    let rows = (0..<300).map { number in
      "\(number),\(random.number(in: -170...170)),\(random.number(in: -60...60)),\(number % 7)\n"
    }
    return try Workplace(["in.csv": "id,lon,lat,n\n" + rows.joined()])
  }

  @Test(arguments: [("hexagon", 7), ("square", 5)])
  func `is written as the cells with their counts`(form: String, corners: Int) throws {
    let outcome = try place().run(
      ["clusters", "in.csv", "--form", form, "--cell-size", "24", "--format", "geojson"] + world)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let features = try #require(outcome.json()["features"] as? [[String: Any]])
    let counts = features.compactMap { ($0["properties"] as? [String: Any])?["point_count"] as? Int }
    expect(counts.count, equals: features.count)
    // The view is wider than the world: all points are counted, those alone in a cell, too.
    expect(counts.reduce(0, +), equals: 300)
    #expect(counts.contains(1))
    let rings = features.compactMap { ($0["geometry"] as? [String: Any])?["coordinates"] as? [[[Double]]] }
    #expect(rings.allSatisfy { $0[0].count == corners })
    #expect(rings.allSatisfy { $0[0].first == $0[0].last })
  }

  @Test func `fills cells of one class as one surface`() throws {
    let outcome = try place().run(
      [
        "render", "in.csv", "--method", "hex", "--classes", "equal:3", "--legend", "--format", "svg", "-o",
        "-",
      ]
        + world)
    expect(outcome.status, equals: 0)
    let marks = String(decoding: outcome.output, as: UTF8.self).components(separatedBy: "-cells\"")
    try #require(marks.count == 2)
    let layer = marks[1].components(separatedBy: "</g>")[0]
    let fills = layer.components(separatedBy: "fill=\"#").dropFirst().map { $0.prefix(6) }
    expect(fills.count, equals: Set(fills).count)
    #expect((1...3).contains(fills.count))
  }

  @Test(arguments: [
    ("--form hexagon", "points-cells"), ("--form square", "points-cells"),
    ("--form hull --method kmeans --clusters 4", "points-hulls"),
    ("--area '0,40 20,40 10,52'", "overlays-areas"),
  ])
  func `lies beneath the names of the base map`(words: String, layer: String) throws {
    var random = Seeded(seed: 5)
    let rows = (0..<60).map { "\($0),\(random.number(in: 2...18)),\(random.number(in: 44...52))\n" }
    let outcome = try Workplace(["in.csv": "id,lon,lat\n" + rows.joined()]).run(
      ["render", "in.csv", "--format", "svg", "-o", "-"] + words.words
        + ["--center", "10,48", "--zoom", "4.6", "--size", "500x380"])
    let svg = String(decoding: outcome.output, as: UTF8.self)
    let marks = try #require(svg.range(of: "id=\"\(layer)\""), "\(outcome.errors)")
    let names = try #require(svg.range(of: "id=\"country-names\""))
    #expect(marks.lowerBound < names.lowerBound)
  }

  @Test(arguments: [("hexagon", 6), ("square", 4)])
  func `has a legend of cells, whose colors cover the cells of its numbers`(form: String, corners: Int) throws
  {
    // All cells lie in the view, each once.
    let words = [
      "in.csv", "--form", form, "--cell-size", "60", "--filter", "lon > -90 and lon < 90", "--center", "0,0",
      "--zoom", "1", "--size", "600x500",
    ]
    let place = try place()
    let features = try #require(
      try place.run(["clusters", "--format", "geojson"] + words).json()["features"] as? [[String: Any]])
    let counts = features.compactMap { ($0["properties"] as? [String: Any])?["point_count"] as? Int }
    let text = try place.run(
      ["render", "--legend", "--basemap", "none", "--format", "svg", "-o", "-"] + words
    )
    .text
    let parts = text.components(separatedBy: "id=\"decorations\"")
    try #require(parts.count == 2)
    let surfaces = parts[0].matches(of: /<path d="([^"]+)" fill="(#[0-9a-f]+)"\/>/)
    let areas = Dictionary(surfaces.map { (String($0.2), area($0.1).size) }, uniquingKeysWith: +)
    let entries = parts[1].matches(
      of: /<path d="([^"]+)" fill="(#[0-9a-f]+)" fill-opacity="\.85"\/>\s*<text[^>]*>([^<]+)</)
    expect(Set(entries.map { String($0.2) }), equals: Set(areas.keys))
    for entry in entries {
      expect(area(entry.1).corners, equals: corners)
      let ends = entry.3.split { !$0.isNumber }.compactMap { Int($0) }
      let isBelow = entry.3.hasPrefix("&lt;")
      let range =
        isBelow ? 0...(ends[0] - 1) : ends[0]...(entry.3.hasPrefix("≥") ? 1000 : ends[ends.count - 1])
      let share = Double(counts.count(where: range.contains)) / Double(counts.count)
      let found = (areas[String(entry.2)] ?? 0) / areas.values.reduce(0, +)
      #expect(abs(share - found) < 0.002, "\(entry.3): \(share) of the cells, \(found) of the area")
    }
  }

  @Test(arguments: ["light", "dark"])
  func `is a built-in sign above the count, as lines and curves, in the legend, too`(style: String) throws {
    let words = ["render", "in.csv", "--icon", "star", "--style", style, "--basemap", "none"] + world
    let place = try place()
    let outcome = try place.run(words + ["--legend", "--format", "svg", "-o", "-"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let parts = outcome.text.components(separatedBy: "id=\"decorations\"")
    try #require(parts.count == 2)
    // A star has ten corners; each is a path of its own shape, none a picture.
    outcome.text.hides("<image")
    let stars = parts.map {
      $0.matches(of: /<path d="M[^"]*"/).filter { $0.0.contains("z") && !$0.0.contains("c") }.count
    }
    let clusters = parts[0].components(separatedBy: " points</title>").count - 1
    #expect(clusters > 3)
    #expect(stars[0] >= clusters - 1)
    #expect(stars[1] >= 2)
    try expect(place.run(words + ["-o", "a.pdf"]).status, equals: 0)
    // A form by name alone, and singles as ever.
    let plain = try place.run(
      ["render", "in.csv", "--format", "svg", "-o", "-", "--basemap", "none", "--form", "dot"] + world)
    expect(plain.status, equals: 0)
  }

  @Test func `is an image of the style's, or of a folder`() throws {
    let place = try place()
    let icon = try place.run([
      "render", "--style", "debug", "--basemap", "none", "--center", "0,0", "--zoom", "1", "--size", "18x18",
      "--background", "#c33", "-o", "shop.png",
    ])
    expect(icon.status, equals: 0, "\(icon.errors)")
    let words =
      ["render", "in.csv", "--icon", "shop", "--icons", ".", "--basemap", "none", "--legend"] + world
    let outcome = try place.run(words + ["--format", "svg", "-o", "-"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let parts = outcome.text.components(separatedBy: "id=\"decorations\"")
    expect(parts.count, equals: 2)
    #expect(parts.allSatisfy { $0.contains("<image") || $0.contains("#image-1") })
    let missing = try place.run(["render", "in.csv", "--icon", "shops", "-o", "a.png"] + world)
    #expect(missing.errors.contains("shops"), "\(missing.errors)")
  }

  @Test func `has no number over its sign where the edge cuts it`() throws {
    let rows = (0..<30).map { "\($0),0.\($0),0\n" }.joined()
    let place = try Workplace(["in.csv": "id,lon,lat\n" + rows])
    func numbers(_ center: String) throws -> [String] {
      let svg = try place.run(
        ["render", "in.csv", "--icon", "star", "--center", center, "--zoom", "4", "--size", "200x200"]
          + ["--basemap", "none", "--metadata", "none", "--format", "svg", "-o", "-"])
      expect(svg.status, equals: 0, "\(svg.errors)")
      return svg.text.matches(of: /<text[^>]*>([0-9]+)</).map { String($0.1) }
    }
    try expect(numbers("0.4,0"), equals: ["30"])
    // Its middle lies two points above the lower edge: what is left of the disc is the sign's.
    #expect(try numbers("0.4,4.28").isEmpty)
  }

  /// The corners and the area of a path of straight lines.
  private func area(_ path: Substring) -> (corners: Int, size: Double) {
    var (command, numbers): (Character, [Double]) = ("M", [])
    var (ring, sum, corners): ([(x: Double, y: Double)], Double, Int) = ([], 0, 0)
    for token in path.matches(of: /[A-Za-z]|-?[0-9]*\.?[0-9]+/) {
      if let letter = token.0.first, letter.isLetter {
        command = letter
        guard letter == "z" else { continue }
        corners += ring.count
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { sum += (a.x * b.y - b.x * a.y) / 2 }
        ring = Array(ring.prefix(1))
        continue
      }
      numbers.append(Double(token.0) ?? 0)
      let last = ring.last ?? (0, 0)
      switch (command, numbers.count) {
      case ("h", 1): ring.append((last.x + numbers[0], last.y))
      case ("v", 1): ring.append((last.x, last.y + numbers[0]))
      case ("H", 1): ring.append((numbers[0], last.y))
      case ("V", 1): ring.append((last.x, numbers[0]))
      case ("l", 2): ring.append((last.x + numbers[0], last.y + numbers[1]))
      case ("L", 2): ring.append((numbers[0], numbers[1]))
      case ("m", 2):
        (ring, command) = ([(last.x + numbers[0], last.y + numbers[1])], "l")
      case ("M", 2): (ring, command) = ([(numbers[0], numbers[1])], "L")
      default: continue
      }
      numbers = []
    }
    return (corners, abs(sum))
  }

  @Test(arguments: [
    (
      ["--form", "hexagon", "--method", "grid"],
      "--form: hexagon needs the method hex, and it is grid; set --method hex"
    ),
    (
      ["--form", "square", "--method", "kmeans"],
      "--form: square needs the method grid, and it is kmeans; set --method grid"
    ),
    (
      ["--form", "hexagon", "--size-by", "n"],
      "--form: hexagon shows neither sizes nor shares; leave --size-by out"
    ),
    (["--form", "dot", "--aggregate", "sum:n"], "--form: dot shows no numbers; leave --aggregate out"),
    (
      ["--form", "icon"],
      "--form: icon needs a sign; set --icon to one such as star, or to an image of the style"
    ),
    (["--form", "dot", "--icon", "star"], "--form: dot has no sign; leave --icon out"),
    (
      ["--form", "icon", "--icon", "star", "--donut-by", "n"],
      "--form: icon shows neither sizes nor shares; leave --donut-by out"
    ),
    (
      ["--icon", "star", "--donut-by", "n"],
      "--icon: icon shows neither sizes nor shares; leave --donut-by out"
    ),
    (
      ["--method", "hex", "--size-by", "n"],
      "--method: hexagon shows neither sizes nor shares; leave --size-by out"
    ),
    (
      ["--hull", "convex", "--method", "grid"],
      "--hull: hull needs the method dbscan, and it is grid; set --method dbscan"
    ),
    (
      ["--form", "hexagon", "--cell-size", "1"],
      "--cell-size: hexagons of 1 points are too small to be seen; write a cell size from 2 on, such as 40"
    ),
  ])
  func `is refused where it cannot be`(words: [String], message: String) throws {
    let outcome = try place().run(["render", "in.csv", "-o", "out.png"] + words + world)
    #expect(outcome.status != 0)
    expect(outcome.errors, equals: "clustersnap: error: \(message)\n")
  }
}

@Suite struct `Clusters by category` {
  @Test func `hold points of one category each`() throws {
    let rows = (0..<60).map { "\($0),\(Double($0 % 10) / 10),1,\(["a", "b", ""][$0 % 3])\n" }
    let place = try Workplace(["in.csv": "id,lon,lat,kind\n" + rows.joined()])
    let outcome = try place.run(
      ["clusters", "in.csv", "--group-by", "kind", "--members", "--center", "0,0", "--zoom", "0"])
    expect(outcome.status, equals: 0)
    expect(outcome.errors, equals: "")
    let features = try #require(outcome.json()["features"] as? [[String: Any]])
    let properties = features.compactMap { $0["properties"] as? [String: Any] }
    // All lie in one cell: without a column they were one cluster of 60.
    expect(properties.compactMap { $0["point_count"] as? Int }, equals: [20, 20, 20])
    let lists = properties.compactMap { $0["members"] as? [Int] }
    expect(lists.map { Set($0.map { $0 % 3 }).count }, equals: [1, 1, 1])
    expect(Set(properties.compactMap { $0["cluster_id"] as? Int }).count, equals: 3)
  }
}

@Suite struct `The hull of a cluster` {
  @Test func `holds its members, and is a line for those on one`() throws {
    var random = Seeded(seed: 9)
    let rows = (0..<200).map { "\($0),\(random.number(in: -4...4)),\(random.number(in: -4...4))\n" }
    let place = try Workplace([
      "in.csv": "id,lon,lat\n" + rows.joined(), "line.csv": "id,lon,lat\n1,1,1\n2,2,1\n3,3,1\n",
    ])
    let words = ["--hull", "convex", "--eps", "60", "--center", "0,0", "--zoom", "4", "--members"]
    let features = try #require(
      try place.run(["clusters", "in.csv"] + words).json()["features"] as? [[String: Any]])
    var areas = 0
    for feature in features {
      guard let geometry = feature["geometry"] as? [String: Any], geometry["type"] as? String == "Polygon",
        let ring = (geometry["coordinates"] as? [[[Double]]])?.first,
        let members = (feature["properties"] as? [String: Any])?["members"] as? [Int]
      else { continue }
      areas += 1
      for member in members {
        let row = rows[member].split(separator: ",")
        let (x, y) = (Double(row[1]) ?? 0, Double(row[2].dropLast()) ?? 0)
        // Counterclockwise: all members lie to the left of each side, near the equator also in degrees.
        for (from, to) in zip(ring, ring.dropFirst()) {
          #expect((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]) > -0.02)
        }
      }
    }
    #expect(areas > 0)
    let line = try #require(
      try place.run(["clusters", "line.csv"] + words).json()["features"] as? [[String: Any]])
    expect(line.compactMap { ($0["geometry"] as? [String: Any])?["type"] as? String }, equals: ["LineString"])
    let picture = try place.run(["render", "line.csv", "-o", "-", "--format", "svg"] + words.dropLast()).text
    #expect(picture.contains("id=\"in-hulls\"") || picture.contains("id=\"points-hulls\""))
  }

  /// A crescent of members, whose middle no concave hull covers.
  @Test func `is concave unless it is set to be convex, which makes it a hull`() throws {
    var random = Seeded(seed: 4)
    let rows = (0..<300).map { number in
      let (way, radius) = (Double(number) / 299 * 3.14159, random.number(in: 2...3))
      return "\(number),\(radius * cosine(way)),\(radius * sine(way))\n"
    }
    let place = try Workplace(["in.csv": "id,lon,lat\n" + rows.joined()])
    func area(_ shape: [String]) throws -> Double {
      let words = ["clusters", "in.csv", "--eps", "60", "--center", "0,0", "--zoom", "4"] + shape
      let features = try #require(try place.run(words).json()["features"] as? [[String: Any]])
      expect(features.count, equals: 1)
      let geometry = features[0]["geometry"] as? [String: Any]
      let ring = try #require((geometry?["coordinates"] as? [[[Double]]])?.first)
      return zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0[0] * $1.1[1] - $1.1[0] * $1.0[1] } / 2
    }
    // A half disc has an area of 4.5 π, its outer part one of 2.5 π.
    #expect((13.2..<14.2).contains(try area(["--hull", "convex"])))
    #expect((6..<9).contains(try area(["--hull", "concave"])))
    #expect((6..<9).contains(try area(["--form", "hull"])))
    let fault = try place.run(["render", "in.csv", "-o", "a.png", "--hull", "concave", "--form", "dot"])
    expect(
      fault.errors,
      equals: "clustersnap: error: --form: dot has no area around its members; leave --hull out\n")
  }

  private func cosine(_ angle: Double) -> Double { sine(angle + 3.14159 / 2) }

  private func sine(_ angle: Double) -> Double {
    var (sum, term) = (0.0, angle)
    for step in 1..<20 {
      sum += term
      let divisor: Int = 2 * step * (2 * step + 1)
      term *= -angle * angle / Double(divisor)
    }
    return sum
  }
}
