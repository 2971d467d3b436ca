import Foundation
import TestSupport
import Testing

@Suite struct `A world that is shown once` {
  @Test(arguments: [("50,294,50,50", 50.0, 506.0), ("50,50,50,294", 294, 750), ("50", 50, 750)])
  func `lies about the middle of what padding leaves`(padding: String, west: Double, east: Double) throws {
    let place = try Workplace(["in.csv": "lon,lat\n-100,10\n-20,40\n60,-30\n130,20\n"])
    let outcome = try place.run([
      "render", "in.csv", "-o", "a.svg", "--basemap", "none", "--method", "none", "--size", "800x500",
      "--padding",
      padding,
    ])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let places = place.text("a.svg").matches(of: /<circle[^>]* cx="([0-9.-]+)"/).compactMap { Double($0.1) }
    // Each once, from west to east, within what is left.
    #expect((places.count, places) == (4, places.sorted()))
    #expect(places.allSatisfy { (west - 0.01...east + 0.01).contains($0) }, "\(places)")
  }

  @Test func `shows each point once in a box of all longitudes`() throws {
    let place = try Workplace(["in.csv": "lon,lat\n-179,10\n0,40\n179,-30\n"])
    try place.run("render in.csv -o a.svg --basemap none --method none --bbox -180,-60,180,80")
      .succeedingQuietly()
    expect(place.text("a.svg").matches(of: /<circle/).count, equals: 3)
  }

  @Test(arguments: [
    // The world is 256 points wide in the middle, of #f7f5f0; paper is two fifths grayer, and a third as far from white.
    ("light", "0,0", "-1", "M172 22h256m0 0v256m0 0h-256m0 0v-256", "#fcfbfa"),
    ("dark", "0,0", "-1", "M172 22h256m0 0v256m0 0h-256m0 0v-256", "#"),
    ("print", "0,0", "-1", "M172 22h256m0 0v256m0 0h-256m0 0v-256", ""), ("light", "0,0", "1", "", ""),
    ("own.json", "0,0", "-1", "", ""),
  ])
  func `lies on paper in built-in styles`(
    style: String, center: String, zoom: String, edge: String, paper: String
  ) throws {
    let place = try Workplace(["in.csv": "lon,lat\n-100,10\n60,-30\n"])
    try place.write(
      "own.json",
      #"{"version": 8, "sources": {}, "layers": [{"id": "b", "type": "background", "paint": {"background-color": "red"}}]}"#
    )
    let words = "--basemap none --size 600x300 --world-copies no --center \(center) --zoom \(zoom)"
    let run = try place.run("render in.csv -o - --format svg --style \(style) \(words)".words).succeeding()
    let layer = run.text.firstMatch(of: /<g id="sheet-edge">(.*?)<\/g>/.dotMatchesNewlines())
    guard !edge.isEmpty else { return #expect(layer == nil) }
    let text = try String(#require(layer).1)
    #expect(text.contains("\"\(edge)"), "\(text)")
    #expect(text.contains("fill=\"\(paper)"), "\(text)")
  }

  @Test(arguments: [("light", ""), ("own.json", ""), ("light", "--bearing 20")])
  func `lies on paper above and below where it repeats, in built-in styles`(style: String, words: String)
    throws
  {
    let place = try Workplace(["in.csv": "lon,lat\n-100,10\n60,-30\n"])
    try place.write("own.json", #"{"version": 8, "sources": {}, "layers": []}"#)
    let run = try place.run(
      "render in.csv -o - --format svg --basemap none --size 600x600 --center 0,0 --zoom 0 --style \(style) \(words)"
        .words
    ).succeeding()
    // The world is 512 points high in the middle.
    let isFramed = style == "light" && words.isEmpty
    expect(run.text.contains("\"M0 0h600v44h-600zm0 556h600v44h-600z\" fill=\"#fcfbfa\""), equals: isFramed)
    expect(run.text.contains("\"M0 44h600m0 512h-600\" fill=\"none\""), equals: isFramed)
  }

  @Test func `leaves the room that advice on a legend asks for`() throws {
    let place = try Workplace()
    let file = "\(Workplace.checkout)/Samples/capitals.csv"
    let words = [
      "render", file, "-o", "a.svg", "--aggregate", "sum:population", "--legend", "--size", "360x220",
      "--projection", "mercator", "--method", "grid",
    ]
    let first = try place.run(words)
    let advice = try #require(first.errors.firstMatch(of: /keep room with --padding ([0-9,]+)/)?.output.1)
    try place.run(words + ["--padding", String(advice)]).succeedingQuietly()
    place.text("a.svg").shows("population (sum)")
  }

  @Test func `has room for everything around it where one advice is followed`() throws {
    let pieces = "--legend --attribution '© Somebody with a long name' --scale-bar --title Hello".words
    let place = try Workplace()
    let file = "\(Workplace.checkout)/Samples/capitals.csv"
    let words =
      ["render", file, "-o", "a.svg", "--size", "480x360", "--weight", "population"]
      + ["--projection", "mercator", "--method", "grid"] + pieces
    let found = try place.run(words).errors.matches(of: /keep room with --padding ([0-9,]+)/).map {
      String($0.output.1)
    }
    // One advice, however many pieces would hide something.
    let advice = try #require(Set(found).count == 1 ? found.first : nil, "\(found)")
    try expect(place.run(words + ["--padding", advice]).errors, equals: "")
  }
}
