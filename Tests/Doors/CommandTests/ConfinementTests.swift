import Foundation
import TestSupport
import Testing

@Suite struct `A root` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/points.csv", Sample.places)
    try place.write("secret.csv", Sample.places)
    let folder = place.path("in")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link.csv", withDestinationPath: place.path("secret.csv"))
    try FileManager.default.createSymbolicLink(atPath: folder + "/up", withDestinationPath: place.folder)
  }

  private func render(_ words: [String]) throws -> Outcome {
    try place.run(["render"] + words + ["--root", "in", "--basemap", "none", "--size", "60x40"])
  }

  @Test func `lets files below it be read and written`() throws {
    try render(["in/points.csv", "-o", "in/map.png"]).succeeding()
    #expect(place.read("in/map.png") != nil)
  }

  @Test(arguments: ["secret.csv", "in/link.csv", "in/../secret.csv", "in/up/secret.csv"])
  func `keeps inputs outside of it closed`(input: String) throws {
    let outcome = try render([input, "-o", "in/map.png"])
    outcome.reports(2, containing: "outside of the folder")
    expect(place.read("in/map.png"), equals: nil)
  }

  @Test(arguments: ["map.png", "in/../map.png", "in/up/map.png", "in/outward.png"])
  func `keeps outputs outside of it away`(output: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: place.path("in/outward.png"), withDestinationPath: place.path("map.png"))
    let outcome = try render(["in/points.csv", "-o", output])
    outcome.reports(3, containing: "outside of the folder of --root")
    expect(place.read("map.png"), equals: nil)
  }

  @Test(
    arguments: cases(
      """
      {"sources":{"a":"../secret.csv"},"views":[{"output":"a.png"}]} → secret.csv
      {"sources":{"a":"points.csv"},"views":[{"output":"../a.png"}]} → a.png
      {"sources":{"a":"points.csv"},"views":[{"output":"a.png","dump":"../a.csv"}]} → a.csv
      {"sources":{"a":"points.csv"},"style":"../style.json","views":[{"output":"a.png"}]} → style.json
      {"sources":{"a":"points.csv"},"basemap":"../tiles/{z}/{x}/{y}.png","views":[{"output":"a.png"}]} → tiles
      {"sources":{"a":"points.csv"},"fonts":["../font.ttf"],"views":[{"output":"a.png"}]} → font.ttf
      {"sources":{"a":"points.csv"},"sprite":"../sprite","views":[{"output":"a.png"}]} → sprite
      """))
  func `holds for what a request names`(request: String, name: String) throws {
    try place.write("in/request.json", request)
    try place.write("style.json", #"{"version":8,"sources":{},"layers":[]}"#)
    try place.write("tiles/0/0/0.png", "x")
    try place.write("font.ttf", "x")
    try place.write("sprite.json", "{}")
    try place.write("sprite.png", "x")
    let outcome = try place.run(["render", "--request", "in/request.json", "--root", "in", "--size", "60x40"])
    #expect([2, 3].contains(outcome.status), "\(outcome.errors)")
    #expect(outcome.errors.contains(name))
    #expect(
      ["outside", "cannot be read", "there are no files"].contains { outcome.errors.contains($0) },
      "\(outcome.errors)")
    #expect((place.read("a.png"), place.read("in/a.png"), place.read("a.csv")) == (nil, nil, nil))
  }

  @Test func `refuses pipes as outputs, which could block a server`() throws {
    try #require(mkfifo(place.path("in/pipe.png"), 0o600) == 0)
    let outcome = try render(["in/points.csv", "-o", "in/pipe.png"])
    outcome.reports(3, containing: "no regular file")
  }

  @Test func `holds for clusters and stories, too`() throws {
    let clusters = try place.run(["clusters", "in/points.csv", "-o", "out.csv", "--root", "in"])
    #expect((clusters.status, place.read("out.csv")) == (3, nil))
    let grid = try place.run("clusters in/points.csv -o in/out.csv --grid g.geojson --root in")
    #expect((grid.status, place.read("in/out.csv")) == (3, nil))
    try place.write("story.json", #"{"sources":{"a":"in/points.csv"},"steps":[]}"#)
    let story = try place.run(["animate", "story.json", "-o", "in/a.png", "--root", "in"])
    story.reports(2, containing: "outside of the folder")
  }

  @Test func `must be a folder`() throws {
    let outcome = try place.run(["render", "in/points.csv", "-o", "in/a.png", "--root", "secret.csv"])
    outcome.reports(2, containing: "--root: \"secret.csv\" is no folder")
    try expect(place.run(["clusters", "in/points.csv", "--root", "nothing"]).status, equals: 2)
  }
}

@Suite struct `CSV for spreadsheets` {
  @Test func `has an apostrophe before what would be calculated`() throws {
    let place = try Workplace()
    try place.write(
      "in.csv",
      "id,lon,lat\n=1+1,10,20\n+49 30,-120,30\n\"@SUM(1,2)\",50,-60\n-5,100,10\n-5a,-60,-30\nplain,0,0\n")
    let words = ["clusters", "in.csv", "--method", "none", "--format", "csv", "--members"]
    let rows = try place.run(words + ["--csv-safe"]).text.split(separator: "\n").dropFirst()
    expect(
      rows.map { $0.prefix { $0 != "," } }, equals: ["'=1+1", "'+49 30", "\"'@SUM(1", "-5", "'-5a", "plain"])
    // Numbers below zero stay numbers.
    #expect(rows[rows.startIndex + 1].hasPrefix("'+49 30,-120,30,"))
    let plain = try place.run(words).text
    #expect(plain.contains("\n=1+1,"))
    #expect(!plain.contains("'"))
  }

  @Test func `is refused for other formats`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    try place.run(["clusters", "in.csv", "--csv-safe"]).reports(2, containing: "--csv-safe belongs to CSV")
  }
}
