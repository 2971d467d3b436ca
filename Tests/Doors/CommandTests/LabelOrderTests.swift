import Foundation
import TestSupport
import Testing

@Suite struct `Names of points` {
  /// Two tables, every row a dot with a name, in a crowd.
  private func picture(_ words: [String]) throws -> String {
    let place = try Workplace()
    var random = Seeded(seed: 4)
    for name in ["a", "b"] {
      let rows = (0..<150).map { row in
        "\(Double(random.below(2000)) / 1000),\(Double(random.below(2000)) / 1000),\(name) \(row)\n"
      }
      try place.write("\(name).csv", "lon,lat,name\n" + rows.joined())
    }
    let run = try place.run(
      "render a.csv b.csv -o map.svg --label-by name --basemap none --size 500x500".words + words)
    #expect(run.status == 0, "\(run.errors)")
    return place.text("map.svg")
  }

  @Test func `stand above the dots of all sources`() throws {
    let svg = try picture(["--method", "none"])
    let dot = try #require(svg.range(of: "<circle", options: .backwards))
    let text = try #require(svg.range(of: "<text"))
    #expect(dot.lowerBound < text.lowerBound)
  }

  @Test func `stand beneath bubbles and keep off them`() throws {
    let svg = try picture([])
    let name = try #require(svg.range(of: ">a [0-9]+<", options: .regularExpression))
    let bubble = try #require(svg.range(of: "<circle", options: .backwards))
    #expect(name.lowerBound < bubble.lowerBound)
  }
}
