import Foundation
import TestSupport
import Testing

@Suite struct `A light and dark pair` {
  private let words = ["render", "in.csv", "--size", "320x240", "--legend"]

  private func place() throws -> Workplace {
    var random = Seeded(seed: 4)
    let rows = (0..<90).map {
      "\($0),\(random.number(in: -100...100)),\(random.number(in: -50...50)),\($0 % 4)\n"
    }
    return try Workplace([
      "in.csv": "id,lon,lat,n\n" + rows.joined(),
      "r.json":
        #"{"sources": {"in": "in.csv"}, "size": [320, 240], "legend": true, "themes": ["light", "dark"], "output": "r.png"}"#,
    ])
  }

  @Test func `is two files of what each style draws alone`() throws {
    let place = try place()
    let outcome = try place.run(words + ["--themes", "light,dark", "-o", "m.png", "--dump", "m.csv", "-v"])
    expect(outcome.status, equals: 0, "\(outcome.errors)")
    expect(place.read("m.png"), equals: nil)
    for style in ["light", "dark"] {
      try expect(place.run(words + ["--style", style, "-o", "one.png"]).status, equals: 0)
      expect(place.read("m-\(style).png"), equals: place.read("one.png"))
    }
    #expect(place.text("m.csv").split(separator: "\n").count > 3)
    try expect(place.run(["render", "--request", "r.json"]).status, equals: 0)
    expect(place.read("r-dark.png"), equals: place.read("m-dark.png"))
    let dry = try place.run(words + ["--themes", "light,dark", "-o", "m.pdf", "--dry-run"])
    #expect(dry.text.contains("output: m-light.pdf (pdf)\noutput: m-dark.pdf"), "\(dry.text)")
  }

  @Test func `is one SVG, which follows the viewer's colors and writes paths once`() throws {
    let place = try place()
    let pair = try place.run(
      words + ["--themes", "light,dark", "--format", "svg", "-o", "-", "--id-prefix", "a-"])
    expect(pair.status, equals: 0)
    let css =
      "<style>.a-dark{visibility:hidden}@media (prefers-color-scheme:dark){.a-light{visibility:hidden}.a-dark{visibility:visible}}</style>"
    let start = try #require(pair.text.firstRange(of: css)?.upperBound)
    let parts = pair.text[start...].components(separatedBy: "<g class=\"a-")
    try #require(parts.count == 3)
    #expect(parts[1].hasPrefix("light\">"))
    #expect(parts[2].hasPrefix("dark\">"))
    // Every id once, and what is referred to is there.
    let ids = pair.text.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
    expect(Set(ids).count, equals: ids.count)
    for use in pair.text.matches(of: /href="#([^"]+)"/) { #expect(ids.contains(String(use.1))) }
    var sizes: [Int] = []
    for style in ["light", "dark"] {
      sizes.append(try place.run(words + ["--style", style, "--format", "svg", "-o", "-"]).output.count)
    }
    // The coasts are written once.
    #expect(pair.output.count < sizes[0] + sizes[1] / 2, "\(pair.output.count) of \(sizes)")
    #expect(parts[2].contains("<use href=\"#a-p"))
  }

  @Test(arguments: [
    (
      ["--themes", "light", "-o", "a.png"],
      "--themes: a pair has two styles, and here is 1; name one for light and one for dark, such as light and dark"
    ),
    (
      ["--themes", "light,light", "-o", "a.png"],
      "--themes: a pair has two styles, and here are 1; name one for light and one for dark, such as light and dark"
    ),
    (
      ["--themes", "light,dark", "--style", "print", "-o", "a.png"],
      "--themes and --style exclude each other; leave one of them out"
    ),
    (
      ["--themes", "light,dark", "--format", "png", "-o", "-"],
      "two themes are two pictures; name a file, or use --format svg, which holds both"
    ),
    (
      ["--themes", "light,drak", "-o", "a.png"],
      "--themes: \"drak\" is no file and none of the built-in styles"
    ),
    (
      ["--themes", "light,mapbox://styles/a/b", "-o", "a.png"],
      "--themes: styles of Mapbox are not read by their address"
    ),
  ])
  func `is refused where it cannot be`(words: [String], message: String) throws {
    let outcome = try place().run(["render", "in.csv"] + words)
    expect(outcome.status, equals: 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    expect(outcome.errors.split(separator: "\n").count, equals: 1, "\(outcome.errors)")
  }

  @Test func `is named as a request has it`() throws {
    let place = try place()
    try place.write(
      "r.json", #"{"sources": {"in": "in.csv"}, "themes": ["light", "drak"], "output": "a.svg"}"#)
    let outcome = try place.run(["render", "--request", "r.json"])
    expect(outcome.status, equals: 2)
    #expect(
      outcome.errors.hasPrefix("clustersnap: error: themes: \"drak\" is no file"), "\(outcome.errors)")
  }

  @Test func `is no standard input, and no story`() throws {
    let place = try place()
    let outcome = try place.run(["render", "-", "--themes", "light,dark", "-o", "a.png"])
    #expect(
      outcome.errors.contains("standard input can be read once, but 2 pictures are made of it; name a file"),
      "\(outcome.errors)")
    try place.write(
      "s.json",
      #"{"sources": {"in": "in.csv"}, "themes": ["light", "dark"], "center": [0, 0], "zoom": 1, "steps": [{"snapshot": "a"}]}"#
    )
    let story = try place.run(["animate", "s.json", "-o", "a.png"])
    #expect(
      story.errors.contains("themes is for single pictures; leave it out of stories"), "\(story.errors)")
    try place.write(
      "t.json", #"{"sources": {"in": "in.csv"}, "center": [0, 0], "zoom": 1, "steps": [{"snapshot": "a"}]}"#)
    let colors = try place.run(["animate", "t.json", "-o", "a.png", "--colors", "16"])
    expect(
      colors.errors,
      equals:
        "clustersnap: error: --colors: the frames of a film keep all their colors; leave it out, or draw one picture with --film-strip or --at\n"
    )
  }
}
