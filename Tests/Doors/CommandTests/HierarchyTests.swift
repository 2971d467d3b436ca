import Foundation
import TestSupport
import Testing

@Suite struct `Clusters that nest` {
  /// A marker in a line of CSV.
  private struct Marker: Hashable {
    let id: String
    let isCluster: Bool
    let count: Int
    var zooms = 0...0
    var parent = ""
  }

  private let place: Workplace

  init() throws {
    place = try Workplace()
    var random = Seeded(seed: 11)
    func next() -> Double { random.number(in: 0...1) }
    var rows = "id,lon,lat\n"
    for number in 0..<300 {
      let spread = [60.0, 5, 0.2][number % 3]
      rows += "p\(number),\((next() - 0.5) * spread),\((next() - 0.5) * spread)\n"
    }
    try place.write("in.csv", rows)
  }

  private func markers(_ words: [String]) throws -> [Marker] {
    let outcome = try place.run(["clusters", "in.csv", "--method", "radius", "--format", "csv"] + words)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let lines = outcome.text.split(separator: "\n")
    let columns = lines.first?.split(separator: ",").map(String.init) ?? []
    let zooms = columns.firstIndex(of: "minzoom")
    return lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      var marker = Marker(id: fields[0], isCluster: fields[3] == "true", count: Int(fields[4]) ?? 0)
      if let zooms {
        marker.zooms = (Int(fields[zooms]) ?? 0)...(Int(fields[zooms + 1]) ?? 0)
        marker.parent = fields[zooms + 2]
      }
      return marker
    }
  }

  private func world(_ zoom: Int) throws -> [Marker] {
    try markers(["--center", "0,0", "--zoom", "\(zoom)", "--size", "100x100", "--margin", "100"])
  }

  @Test func `fall apart at their expansion zoom into children and leaves`() throws {
    let largest = try #require(try world(1).max { $0.count < $1.count })
    let zoom = try #require(
      Int(
        try place.run(["clusters", "in.csv", "--method", "radius", "--expansion-zoom", largest.id]).text
          .dropLast()))
    #expect(try world(zoom - 1).map(\.id).contains(largest.id))
    let further = try world(zoom)
    #expect(!further.map(\.id).contains(largest.id))
    let children = try markers(["--children", largest.id])
    #expect(children.count >= 2)
    #expect(Set(children).isSubset(of: further))
    expect(children.reduce(0) { $0 + $1.count }, equals: largest.count)
    let leaves = try markers(["--leaves", largest.id])
    expect(leaves.count, equals: largest.count)
    #expect(leaves.allSatisfy { !$0.isCluster })
    var found: [String] = []
    for child in children {
      found += child.isCluster ? try markers(["--leaves", child.id]).map(\.id) : [child.id]
    }
    #expect((Set(found), found.count) == (Set(leaves.map(\.id)), leaves.count))
  }

  @Test func `list their leaves in parts`() throws {
    let largest = try #require(try world(1).max { $0.count < $1.count })
    let all = try markers(["--leaves", largest.id]).map(\.id)
    var found: [String] = []
    for offset in stride(from: 0, to: largest.count + 20, by: 20) {
      let part = try markers(["--leaves", largest.id, "--limit", "20", "--offset", "\(offset)"]).map(\.id)
      expect(part.count, equals: max(0, min(20, largest.count - offset)))
      found += part
    }
    #expect((found.count, Set(found)) == (all.count, Set(all)))
    let outcome = try place.run(["clusters", "in.csv", "--method", "radius", "--offset", "2"])
    outcome.reports("clustersnap: error: --offset counts the points of a cluster; add --leaves ID")
  }

  @Test(arguments: ["0/0/0", "3/4/3", "3/4/4", "6/32/31"])
  func `fill tiles with whole coordinates`(tile: String) throws {
    let outcome = try place.run(["clusters", "in.csv", "--preset", "supercluster", "--tile", tile])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let numbers = tile.split(separator: "/").compactMap { Int($0) }
    let zoom = numbers[0]
    let features = try #require(outcome.json()["features"] as? [[String: Any]])
    // The same from the markers of that zoom, by the page's own formula.
    var expected: Set<String> = []
    let rows = try place.run(
      "clusters in.csv --preset supercluster --center 0,0 --zoom '\(zoom)' --size 512x512 --margin 100 --format csv"
    ).text.split(separator: "\n").dropFirst()
    for row in rows {
      let fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let (longitude, latitude) = (Double(fields[1]) ?? 0, Double(fields[2]) ?? 0)
      let side = pow(2, Double(zoom))
      let sine = sin(latitude * .pi / 180)
      let x = (longitude / 360 + 0.5) * side - Double(numbers[1])
      let y = (0.5 - 0.25 * log((1 + sine) / (1 - sine)) / .pi) * side - Double(numbers[2])
      let margin = 40.0 / 512
      guard (-margin...1 + margin).contains(x), (-margin...1 + margin).contains(y) else { continue }
      expected.insert(
        "\(fields[0]) \(Int((x * 512 + 0.5).rounded(.down))) \(Int((y * 512 + 0.5).rounded(.down)))")
    }
    let written = features.map { feature in
      let place = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Int] ?? []
      return "\(feature["id"] ?? "") \(place.map(String.init).joined(separator: " "))"
    }
    #expect((Set(written), written.count) == (expected, expected.count))
    #expect(!written.isEmpty)
  }

  @Test func `are listed for all zooms, each once`() throws {
    let all = try markers(["--all-zooms"])
    expect(Set(all.map(\.id)).count, equals: all.count)
    expect(all.filter { !$0.isCluster }.count, equals: 300)
    for zoom in [0, 1, 3, 6, 10, 17] {
      let listed = all.filter { $0.zooms.contains(zoom) }.map { "\($0.id) \($0.count)" }
      let shown = try markers([
        "--center", "0,0", "--zoom", "\(zoom)", "--size", "16000x1600", "--margin", zoom > 6 ? "100" : "2",
      ])
      let seen = Set(shown.map { "\($0.id) \($0.count)" })
      #expect(seen.isSubset(of: listed), "zoom \(zoom)")
      #expect((zoom > 6 || seen.count == listed.count), "zoom \(zoom)")
    }
    for marker in all where !marker.parent.isEmpty {
      let parent = try #require(all.first { $0.id == marker.parent && $0.isCluster })
      expect(parent.zooms.upperBound, equals: marker.zooms.lowerBound - 1)
      #expect(parent.count > marker.count)
    }
    #expect(all.filter(\.parent.isEmpty).allSatisfy { $0.zooms.lowerBound == 0 })
  }

  @Test(
    arguments: commands(
      """
      --method radius --leaves 7 → there is no cluster 7; clusters lists the ids as cluster_id
      --method radius --leaves p7 → --leaves: "p7" is no cluster id; write a cluster_id from the output of clusters
      --all-zooms → no source is clustered by the method radius, whose clusters nest; use --method radius
      --all-zooms --children 7 → --all-zooms and --children exclude each other; set one of them
      --all-zooms --grid g.json → --grid describes a view, --all-zooms has none; set one of them
      """))
  func `are asked for in vain where there are none`(words: [String], message: String) throws {
    let outcome = try place.run(["clusters", "in.csv"] + words)
    #expect((outcome.status, outcome.lines) == (2, ["clustersnap: error: " + message]))
  }

  @Test func `are those of no view, so that what turns one is reported`() throws {
    let outcome = try place.run(["clusters", "in.csv", "--method", "radius", "--all-zooms", "--pitch", "40"])
    expect(outcome.status, equals: 0)
    outcome.errors.shows("--pitch belongs to views; what is asked for is of none")
    let seen = try place.run([
      "clusters", "in.csv", "--method", "radius", "--center", "0,0", "--zoom", "1", "--pitch", "40",
    ])
    #expect(!seen.errors.contains("--pitch"), "\(seen.errors)")
  }

  @Test func `are distinguished by their source`() throws {
    let largest = try #require(try world(1).max { $0.count < $1.count })
    let outcome = try place.run([
      "clusters", "in.csv", "b=in.csv", "--method", "radius", "--leaves", largest.id,
    ])
    outcome.reports(
      2, "clustersnap: error: the sources in and b both have a cluster \(largest.id); name one input alone")
  }
}
