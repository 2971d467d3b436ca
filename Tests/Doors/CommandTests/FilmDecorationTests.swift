import Foundation
import TestSupport
import Testing

@Suite struct `What stands around a film` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    // A year at the upper left, one at the upper right, one everywhere below.
    let rows =
      (0..<30).map { "\(1 + Double($0 % 6)),\(19 - Double($0 / 6)),2018\n" }
      + (0..<30).map { "\(33 + Double($0 % 6)),\(19 - Double($0 / 6)),2019\n" }
      + (0..<30).map { "\(1 + Double($0)),\(3 + Double($0 % 6)),2020\n" }
    try place.write("in.csv", "lon,lat,when\n" + rows.joined())
  }

  private func frames(_ words: [String]) throws -> [String] {
    try place.run(
      "animate in.csv --time when -o frames --format svg --basemap none --fps 10 --size 400x300".words + words
    ).succeeding()
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("frames")).sorted()
    return names.filter { $0.hasSuffix(".svg") }.compactMap { name in
      place.read("frames/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func `keeps its place in all frames, and is there once in each`() throws {
    let frames = try frames(["--title", "Where", "--bbox", "0,0,40,20"])
    #expect(frames.count > 5)
    let titles = frames.map { $0.matches(of: #/<text[^>]*>Where</#).map { String($0.0) } }
    #expect(titles.allSatisfy { $0.count == 1 }, "\(titles)")
    expect(Set(titles).count, equals: 1)
  }

  @Test func `has captions in the corner that is asked for, or none`() throws {
    func captions(_ words: [String]) throws -> [(x: Double, y: Double)] {
      var found: [(x: Double, y: Double)] = []
      for frame in try frames(["--bbox", "0,0,40,20"] + words) {
        for text in frame.matches(of: #/<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>20(?:18|19|20)</#) {
          found.append((try #require(Double(text.1)), try #require(Double(text.2))))
        }
      }
      return found
    }
    // One is gone before the next one comes: two over each other cannot be read.
    for frame in try frames(["--bbox", "0,0,40,20"]) {
      #expect(frame.matches(of: #/<text x[^>]*>20(?:18|19|20)</#).count <= 1)
    }
    let lower = try captions([])
    #expect(!lower.isEmpty)
    #expect(lower.allSatisfy { $0.x < 200 && $0.y > 150 }, "\(lower)")
    let upper = try captions(["--captions=top-right"])
    #expect(!upper.isEmpty)
    #expect(upper.allSatisfy { $0.x > 200 && $0.y < 150 }, "\(upper)")
    #expect(try captions(["--captions=none"]).isEmpty)
  }

  @Test func `is a world shown once where the view is fitted and never moves`() throws {
    try place.write("in.csv", "lon,lat,when\n-150,-60,2018\n0,0,2018\n150,60,2019\n")
    let fitted = try frames(["--size", "800x200"])
    let asked = try frames(["--size", "800x200", "--world-copies", "yes"])
    let circles = [fitted, asked].map { $0.map { $0.matches(of: #/<circle/#).count }.max() ?? 0 }
    #expect(circles[0] > 0)
    #expect(circles[1] > circles[0])
  }

  @Test func `has the views that a trial run lists`() throws {
    try place.write(
      "story.json",
      #"{"sources": {"p": "in.csv"}, "steps": [{"view": {"center": [12, 9], "zoom": 1.5}}, {"add": true}, {"snapshot": "a"}]}"#
    )
    let run = try place.run(["animate", "story.json", "-o", "x.png", "--dry-run", "--basemap", "none"])
    run.text.shows("snapshot a: view: center 12,9, zoom 1.5")
  }
}
