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

  @Test(arguments: [
    "--center 10,48 --zoom 3", "--center 10,48 --zoom 3.3 --bearing 35", "--bearing 90",
    "--projection lambert-conformal", "--projection albers --bearing -20", "--center 179,40 --zoom 0",
    "--overlap shift --cell-size 24", "--center 10,48 --zoom 2.5 --title Towns --title-position above",
    "--form pin", "--center 10,48 --zoom 3 --pitch 45", "--center 10,48 --zoom 2.6 --pitch 60 --bearing 25",
    "--pitch 30",
  ])
  func `are the discs of its SVG`(words: String) throws {
    let place = try place()
    let words = words.words + ["--size", "600x400", "--basemap", "none"]
    try place.run(["render", "in.csv", "-o", "a.svg", "--dump", "a.json"] + words).succeeding()
    let svg = place.text("a.svg")
    let (discs, corner) = (try discs(svg), try corner(svg))
    let dump = try #require(place.read("a.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: dump) as? [String: Any])
    let markers = try #require(json["markers"] as? [[String: Any]])
    var seen = 0
    for marker in markers where marker["visible"] == nil {
      // The data has a column of the name.
      let name = marker["cluster"] == nil ? "clustersnap:x" : "x"
      let x = try #require(marker[name] as? Double), y = try #require(marker["y"] as? Double)
      guard let radius = marker["radius"] as? Double else { continue }
      seen += 1
      let (right, down) = (
        x + (marker["dx"] as? Double ?? 0) + corner.x, y + (marker["dy"] as? Double ?? 0) + corner.y
      )
      let isDrawn = discs.contains { disc in
        abs(disc.x - right) < 0.02 && abs(disc.y - down) < 0.02 && abs(disc.reach - radius) < 0.02
      }
      #expect(isDrawn, "\(words): \(marker)")
    }
    #expect(seen > 3, "\(words)")
    if words.contains("shift") { #expect(markers.contains { $0["dx"] != nil }) }
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
    #expect(lines.count == found.count + 1)
    #expect(!lines[0].contains("radius"))
    for (line, properties) in zip(lines.dropFirst(), found) {
      let name = properties["cluster"] == nil ? "clustersnap:x" : "x"
      #expect(Double(line[x]) == properties[name] as? Double)
      #expect(Double(line[y]) == properties["y"] as? Double)
      // Mercator, by its definition.
      let (longitude, latitude) = (try #require(Double(line[1])), try #require(Double(line[2])))
      let world = 512 * 8.0
      func north(_ degrees: Double) -> Double { log(tan(.pi / 4 + degrees * .pi / 360)) / (2 * .pi) * world }
      #expect(abs(300 + (longitude - 10) / 360 * world - (Double(line[x]) ?? .nan)) < 0.001)
      #expect(abs(200 + north(48) - north(latitude) - (Double(line[y]) ?? .nan)) < 0.001)
    }
  }
}
