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
    expect(run.status, equals: 0, "\(run.errors)")
    return place.text("map.svg")
  }

  @Test func `stand above the dots of all sources`() throws {
    let svg = try picture(["--method", "none"])
    let dot = try #require(svg.range(of: "<circle", options: .backwards))
    let text = try #require(svg.range(of: "<text"))
    #expect(dot.lowerBound < text.lowerBound)
  }

  @Test func `stand beneath bubbles and keep off them`() throws {
    let svg = try picture(["--method", "grid"])
    let name = try #require(svg.range(of: ">a [0-9]+<", options: .regularExpression))
    let bubble = try #require(svg.range(of: "<circle", options: .backwards))
    #expect(name.lowerBound < bubble.lowerBound)
  }

  /// The names in a picture of a table with other words, in any order.
  private func names(_ rows: String, _ words: String) throws -> [String] {
    let place = try Workplace(["t.csv": "lon,lat,name,people\n" + rows])
    _ = try place.run("render t.csv -o map.svg --label-by name --method none \(words)")
    return place.text("map.svg").matches(of: /<text[^>]*>([^<]+)<\/text>/).filter {
      !$0.0.contains("aria-hidden")
    }.map { String($0.1) }
  }

  @Test func `go by size or weight, not by the order of rows`() throws {
    // Twenty names in one place: there is room beside the dot for four.
    let rows = (0..<20).map {
      "\(5 + Double($0) / 1000),50,Town \(Character(UnicodeScalar(65 + UInt8($0)))),\($0 + 1)\n"
    }
    let view = "--basemap none --center 5,50 --zoom 5 --size 300x200"
    for words in ["--size-by people", "--weight people"] {
      let found = try names(rows.joined(), "\(words) \(view)")
      #expect(found.contains("Town T"), "\(words) \(found)")
      #expect(!found.contains("Town A"), "\(words) \(found)")
    }
  }

  @Test func `go by how far apart their points stand where nothing sizes them`() throws {
    // One point alone, and ten in a row of 2 points each, one of whose names would take its room.
    let crowd = (0..<10).map {
      "\(5 + Double($0) * 0.02),50,Crowd \(Character(UnicodeScalar(65 + UInt8($0))))),1\n"
    }
    let found = try names(
      crowd.joined() + "5.6,50,Alone,1\n", "--basemap none --center 5,50 --zoom 6 --size 300x200")
    #expect(found.contains("Alone"), "\(found)")
  }

  @Test func `stand once, above those of the base map`() throws {
    let view = "--center 8.7,50.1 --zoom 6 --size 400x300"
    let base = try names("20,60,Frankfurt,1\n", view)
    expect(base.count { $0.contains("Frankfurt") }, equals: 1, "\(base)")
    let both = try names("8.68,50.11,Frankfurt,1\n8.7,50.1,Frankfurt,1\n", view)
    expect(both.count { $0.contains("Frankfurt") }, equals: 1, "\(both)")
  }

  /// The built-in world calls the city Munich.
  @Test(arguments: [("München", false), ("Munich", false), ("Depot 7", true)])
  func `stand for a city of the base map in any language, and beside it where they are others`(
    name: String, isKept: Bool
  ) throws {
    let found = try names(
      "11.575,48.137,\(name),1\n", "--center 11.5,48.2 --zoom 6 --size 400x300")
    #expect(found.contains(name), "\(found)")
    expect(found.contains { $0.contains("Munich") }, equals: (isKept || name == "Munich"), "\(found)")
    expect(Set(found).count, equals: found.count, "\(found)")
  }
}
