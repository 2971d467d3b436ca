import Foundation
import TestSupport
import Testing

@Suite struct `Positions of markers in the picture` {
  /// The discs of an SVG: their middles, and how far they reach with their rings.
  private func discs(_ svg: String) throws -> [(x: Double, y: Double, reach: Double)] {
    func number(_ name: String, in tag: some StringProtocol) -> Double? {
      tag.firstRange(of: " \(name)=\"").flatMap { range in
        Double(tag[range.upperBound...].prefix { $0 != "\"" })
      }
    }
    var discs: [(x: Double, y: Double, reach: Double)] = []
    for group in svg.split(separator: "<g ") {
      let shared = " " + String(group.prefix { $0 != ">" })
      for part in group.split(separator: "<circle").dropFirst() {
        let tag = part.prefix { $0 != ">" }
        guard let x = number("cx", in: tag), let y = number("cy", in: tag), let radius = number("r", in: tag)
        else { continue }
        let hasRing = [String(tag), shared].contains { $0.contains(" stroke=\"#") }
        let ring = hasRing ? number("stroke-width", in: tag) ?? number("stroke-width", in: shared) ?? 1 : 0
        discs.append((x, y, radius + ring / 2))
      }
    }
    return discs
  }

  private func place() throws -> Workplace {
    var random = Seeded(seed: 31)
    let rows = (0..<300).map { number in
      "p\(number),\(random.number(in: -30...40)),\(random.number(in: 30...65)),\(number % 7)\n"
    }
    return try Workplace(["in.csv": "id,lon,lat,x\n" + rows.joined()])
  }

  /// The rectangle that the SVG shows, whose corner is the picture's.
  private func corner(_ svg: String) throws -> (x: Double, y: Double) {
    let box = try #require(svg.firstRange(of: "viewBox=\""))
    let numbers = svg[box.upperBound...].prefix { $0 != "\"" }.split(separator: " ").compactMap { Double($0) }
    return (numbers[0], numbers[1])
  }

  /// A marker as the dump has it, and its middle and reach in the SVG.
  private typealias Placed = (marker: [String: Any], right: Double, down: Double, reach: Double)

  /// The SVG of a map, and the markers of its dump that are seen.
  private func drawn(_ words: [String]) throws -> (svg: String, markers: [Placed]) {
    let place = try place()
    try place.run(["render", "in.csv", "-o", "a.svg", "--dump", "a.json"] + words).succeeding()
    let svg = place.text("a.svg")
    let corner = try corner(svg)
    let dump = try #require(place.read("a.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: dump) as? [String: Any])
    let markers = try #require(json["markers"] as? [[String: Any]])
    var placed: [Placed] = []
    for marker in markers where marker["visible"] == nil {
      // The data has a column of the name.
      let name = marker["cluster"] == nil ? "clustersnap:x" : "x"
      let x = try #require(marker[name] as? Double), y = try #require(marker["y"] as? Double)
      guard let radius = marker["radius"] as? Double else { continue }
      placed.append(
        (
          marker, x + (marker["dx"] as? Double ?? 0) + corner.x,
          y + (marker["dy"] as? Double ?? 0) + corner.y, radius
        ))
    }
    return (svg, placed)
  }

  @Test(arguments: [
    "--center 10,48 --zoom 3", "--center 10,48 --zoom 3.3 --bearing 35", "--bearing 90",
    "--projection lambert-conformal", "--projection albers --bearing -20",
    "--center 179,40 --zoom 0 --radius 24",
    "--overlap shift --cell-size 24", "--center 10,48 --zoom 2.5 --title Towns --title-position above",
    "--center 10,48 --zoom 3 --pitch 45", "--center 10,48 --zoom 2.6 --pitch 60 --bearing 25", "--pitch 30",
  ])
  func `are the discs of its SVG`(words: String) throws {
    let words = words.words + ["--size", "600x400", "--basemap", "none"]
    let (svg, markers) = try drawn(words)
    let discs = try discs(svg)
    for (marker, right, down, reach) in markers {
      let isDrawn = discs.contains { disc in
        abs(disc.x - right) < 0.02 && abs(disc.y - down) < 0.02 && abs(disc.reach - reach) < 0.02
      }
      #expect(isDrawn, "\(words): \(marker)")
    }
    #expect(markers.count > 3, "\(words)")
    if words.contains("shift") { #expect(markers.contains { $0.marker["dx"] != nil }) }
  }

  /// Drops begin at their tips, 2.15 radii of the head below its middle; their rims are 2 points wide.
  @Test func `are the heads of pins of its SVG`() throws {
    let (svg, markers) = try drawn("--form pin --size 600x400 --basemap none".words)
    let tips = svg.matches(of: /<path data-id="[^"]*" data-count="\d+" d="M(-?[0-9.]+) ?(-?[0-9.]+)/).map {
      (x: Double($0.1) ?? .nan, y: Double($0.2) ?? .nan)
    }
    for (marker, right, down, reach) in markers {
      let tip = down + 2.15 * (reach - 2)
      #expect(tips.contains { abs($0.x - right) < 0.02 && abs($0.y - tip) < 0.02 }, "\(marker)")
    }
    #expect(markers.count > 3)
  }

  @Test func `are those of clusters, in every format`() throws {
    let place = try place()
    let words = ["clusters", "in.csv", "--center", "10,48", "--zoom", "3", "--size", "600x400", "--format"]
    let features = try #require(try place.run(words + ["geojson"]).json()["features"] as? [[String: Any]])
    let found = features.compactMap { $0["properties"] as? [String: Any] }
    let lines = try place.run(words + ["csv"]).outputLines.map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let (x, y) = (
      try #require(lines[0].firstIndex(of: "x")), try #require(lines[0].firstIndex(of: "y"))
    )
    expect(lines.count, equals: found.count + 1)
    #expect(!lines[0].contains("radius"))
    for (line, properties) in zip(lines.dropFirst(), found) {
      let name = properties["cluster"] == nil ? "clustersnap:x" : "x"
      expect(Double(line[x]), equals: properties[name] as? Double)
      expect(Double(line[y]), equals: properties["y"] as? Double)
      // Mercator, by its definition.
      let (longitude, latitude) = (try #require(Double(line[1])), try #require(Double(line[2])))
      let world = 512 * 8.0
      func north(_ degrees: Double) -> Double { log(tan(.pi / 4 + degrees * .pi / 360)) / (2 * .pi) * world }
      #expect(abs(300 + (longitude - 10) / 360 * world - (Double(line[x]) ?? .nan)) < 0.001)
      #expect(abs(200 + north(48) - north(latitude) - (Double(line[y]) ?? .nan)) < 0.001)
    }
  }
}
