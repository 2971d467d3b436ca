import Foundation
import TestSupport
import Testing

@Suite struct `Honest pictures` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func svg(_ words: [String]) throws -> (text: String, lines: [String]) {
    let run = try place.run(["render", "in.csv", "-o", "-", "--format", "svg", "--size", "800x500"] + words)
    expect(run.status, equals: 0, "\(run.errors)")
    return (run.text, run.lines)
  }

  @Test func `list the shares that occur in the view`() throws {
    var rows = "lon,lat,kind\n"
    for index in 0..<5 { rows += "\(index),10,inn\n\(index),10,inn\n\(index),10,spa\n\(40 + index),10,bar\n" }
    try place.write("in.csv", rows + "1,12,zoo\n")
    let words = ["--donut-by", "kind", "--legend", "--basemap", "none", "--bbox", "-5,0,15,20"]
    let text = try svg(words).text
    for name in ["inn", "spa", "zoo"] { #expect(text.contains(">\(name)</text>")) }
    #expect(!text.contains(">bar</text>"))
    let all = try svg(words.dropLast() + ["-5,0,60,20"]).text
    #expect(all.contains(">bar</text>"))
  }

  @Test func `have sizes by their column, whatever is written into them`() throws {
    var rows = "lon,lat,people\n"
    for (index, people) in [1_230_000_000, 12_300_000, 123_000_000, 2_460_000_000, 4_920_000_000].enumerated()
    {
      rows += "\(index * 20),10,\(people)\n"
    }
    try place.write("in.csv", rows)
    let text = try svg(["--size-by", "people", "--basemap", "none", "--center", "40,10", "--zoom", "2"]).text
    let radii = text.matches(of: /<circle[^>]* r="([0-9.]+)"/).compactMap { Double($0.1) }
    let fills = Set(radii).sorted()
    // Areas are proportional, below a stroke of 1: half of the number has a radius of 32 / √2. The least has one of 3.5.
    for radius in [3.5, 5.06, 16, 22.63, 32] {
      #expect(fills.contains { abs($0 - radius) < 1.3 }, "\(fills)")
    }
    // What would be smaller than 8 points is left out.
    for number in ["1.23B", "2.46B", "4.92B"] { #expect(text.contains(">\(number)</text>")) }
    let sizes = text.matches(of: /<text[^>]* font-size="([0-9.]+)"/).compactMap { Double($0.1) }
    text.hides("12.3M", "123M")
    #expect(sizes.allSatisfy { $0 >= 8 })
  }

  @Test func `name the largest first, and write all around the map, at any size of letters`() throws {
    try place.write("in.csv", "lon,lat,n,name\n0,0,100,Large\n40,0,1,Small\n")
    let words = ["--method", "none", "--size-by", "n", "--size-range", "2,14", "--label-by", "name"]
    let view = ["--basemap", "none", "--center", "20,0", "--zoom", "2", "--graticule"]
    for (size, ofDegrees) in [("7", "6.36"), ("11", "10"), ("15", "13.64")] {
      let text = try svg(words + view + ["--font-size", size]).text
      text.shows(">Large</text>", ">Small</text>", "20° W", "font-size=\"\(ofDegrees)\"")
    }
  }

  @Test func `show no coasts where these would be kilometers off`() throws {
    // In the Gulf of Guinea, 500 km from land.
    try place.write("in.csv", "lon,lat\n0,0\n")
    let far = try svg(["--center", "0,0", "--zoom", "7.9"])
    far.text.hides("id=\"land\"")
    expect(far.lines, equals: [])
    for (zoom, hasLand) in [("8", false), ("9.9", false), ("10", true), ("14", true)] {
      let near = try svg(["--center", "0,0", "--zoom", zoom])
      // The locator, a picture of its own after the map, shows the world with its coasts.
      let parts = near.text.split(separator: "<svg x=")
      #expect((parts.count, parts.last?.contains("id=\"coast\"")) == (2, true))
      #expect((parts[0].contains("id=\"land\""), parts[0].contains("id=\"coast\"")) == (hasLand, false))
      expect(
        near.lines,
        equals: [
          "clustersnap: warning: the built-in world has no more detail than zoom 7, and no coasts from zoom 10 on; draw streets with --basemap FILE.pmtiles, or nothing with --basemap none"
        ])
    }
    // Before Sekondi the coast is there to zoom 10.
    for (zoom, hasCoast) in [("8", true), ("9.9", true), ("10", false)] {
      let near = try svg(["--center=-1.7,4.9", "--zoom", zoom])
      expect(near.text.split(separator: "<svg x=")[0].contains("id=\"coast\""), equals: hasCoast, "\(zoom)")
    }
  }

  @Test func `show every count in the debug style, of bubbles and of cells`() throws {
    let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Samples/towns-5000.csv"
    ).path
    let run = try place.run(
      [
        "render", samples, "--basemap", "none", "--bbox", "-12,35,32,60", "--size", "800x480", "--preset",
        "cch",
        "--style", "debug", "--debug-grid=counts,indices", "-o", "-", "--format", "svg",
      ])
    func numbers(_ match: Substring...) -> [Double] { match.compactMap { Double($0) } }
    let bubbles = run.text.matches(
      of: /<circle[^>]*data-count="([0-9]+)" cx="([0-9.]+)" cy="([0-9.]+)" r="([0-9.]+)"/
    ).map { numbers($0.1, $0.2, $0.3, $0.4) }
    expect(bubbles.count, equals: 20, "\(run.errors)")
    // A digit of 9 points is 6.3 wide and 6.6 high; no bubble lies over another one's.
    for (index, one) in bubbles.enumerated() {
      for other in bubbles[(index + 1)...] {
        let (x, y) = (abs(one[1] - other[1]), abs(one[2] - other[2]))
        func half(_ count: Double) -> Double { Double("\(Int(count))".count) * 6.3 / 2 }
        let gap = max(0, x - half(one[0])) * max(0, x - half(one[0])) + max(0, y - 3.3) * max(0, y - 3.3)
        #expect(gap.squareRoot() > other[3] - 0.5, "\(one) \(other)")
      }
    }
    // Captions of 9 points, none beneath a bubble, and one for each count.
    let captions = run.text.matches(of: /<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>([0-9, ]+)<\/text>/)
    for bubble in bubbles {
      #expect(captions.contains { Double($0.3) == bubble[0] }, "\(bubble)")
      for caption in captions where caption.3.contains(", ") || Double(caption.3) == bubble[0] {
        let place = numbers(caption.1, caption.2)
        // A caption is about 5.7 points wide a letter, and stands on its baseline; the last one is the bubble's own count.
        let (left, right) = (place[0], place[0] + Double(caption.3.count) * 5.2)
        let x = max(left - bubble[1], 0, bubble[1] - right)
        let y = max(place[1] - 6.5 - bubble[2], 0, bubble[2] - place[1])
        let isOwn = x == 0 && y == 0 && !caption.3.contains(",")
        #expect(isOwn || (x * x + y * y).squareRoot() > bubble[3] - 1, "\(caption.3) \(bubble)")
      }
    }
  }
}
