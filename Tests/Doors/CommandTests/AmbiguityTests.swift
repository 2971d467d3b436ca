import Foundation
import TestSupport
import Testing

/// What is named in requests and options, and is there twice or not at all.
@Suite struct `A name in a view` {
  private let place: Workplace
  private static let view = ["--center", "10,0", "--zoom", "2", "--size", "400x300"]

  private static let repeated =
    "in.csv: warning: 2 rows repeat ids of others, first 65 in lines 2 and 4; all rows count; give each an id of its own"

  init() throws {
    place = try Workplace()
    try place.write(
      "in.csv",
      "id,lon,lat,name,address\n65,0,0,Inn,Main St\n66,10,0,Ritz,High St\n65,30,0,Plaza,Low St\n65,31,0,Bar,End\n"
    )
  }

  @Test(arguments: [["--select", "65"], ["--expand", "65"], ["--fit-cluster", "65"] + view])
  func `that several points have is the first one's, with a warning`(words: [String]) throws {
    let run = try place.run(["render", "in.csv", "-o", "a.svg", "--basemap", "none"] + words)
    run.reports(
      0, Self.repeated,
      "clustersnap: warning: 3 points have the id 65; record 1 of in is taken, the first; give each point an id of its own"
    )
    let one = try place.run(["render", "in.csv", "-o", "b.svg", "--select", "66", "--basemap", "none"])
    one.reports(0, Self.repeated)
    let strict = try place.run(["render", "in.csv", "-o", "c.svg", "--strict"] + words)
    #expect((strict.status, place.read("c.svg")) == (2, nil))
  }

  @Test func `that several points have is reported once, where the request has it`() throws {
    try place.write(
      "r.json",
      """
      {"sources": {"p": "in.csv"}, "basemap": "none", "views": [
        {"select": "65", "output": "a.png"},
        {"select": "65", "output": "b.png"}]}
      """)
    let run = try place.run(["render", "--request", "r.json"])
    run.reports(
      0, Self.repeated,
      "r.json:2:3: warning: 3 points have the id 65; record 1 of p is taken, the first; give each point an id of its own"
    )
  }

  @Test func `of a column for callouts that no source has is reported, with the nearest one`() throws {
    let words = ["render", "in.csv", "-o", "a.png", "--callouts", "all", "--basemap", "none"] + Self.view
    let run = try place.run(words + ["--callout-columns", "name,adress,adress"])
    run.reports(
      0, Self.repeated,
      "clustersnap: warning: --callout-columns: there is no column adress; did you mean address?")
    let good = try place.run(words + ["--callout-columns", "name,address"])
    good.reports(0, Self.repeated)
    try place.write(
      "s.json",
      """
      {"sources": {"p": "in.csv"}, "basemap": "none", "center": [10, 0], "zoom": 2, "calloutColumns": ["nam"],
       "steps": [{"add": "66"}, {"snapshot": "s"}]}
      """)
    let story = try place.run(["animate", "s.json", "-o", "s.png"]).succeeding()
    expect(
      story.lines, equals: ["s.json:1:1: warning: calloutColumns: there is no column nam; did you mean name?"]
    )
  }
}

/// What of the data stands in titles and tables.
@Suite struct `Titles in data` {
  private let place: Workplace
  private static let view = ["--center", "20,0", "--zoom", "2", "--size", "600x400"]

  private static let repeated =
    "in.csv: warning: 2 rows repeat ids of others, first 65 in lines 2 and 4; all rows count; give each an id of its own"

  init() throws {
    place = try Workplace()
    try place.write("nameless.csv", "id,lon,lat\n7,0,0\n8,40,0\n9,40,0\n")
    try place.write("names.csv", "id,lon,lat,name\n7,0,0,Inn\n8,40,0,\n9,40,0,Plaza\n")
  }

  @Test func `list names, never ids`() throws {
    let words = ["--preset", "cch", "--format", "json"] + Self.view
    let nameless = try place.run(["clusters", "nameless.csv"] + words)
    expect(nameless.status, equals: 0)
    nameless.text.hides("subtitle")
    nameless.text.shows(#""title": "1 annotation""#)
    let names = try place.run(["clusters", "names.csv"] + words)
    names.text.shows(#""subtitle": "Inn""#, #""subtitle": "Plaza""#)
    let template = ["--title-template", "[{titles,5}]", "--format", "json"] + Self.view
    let single = try place.run(["clusters", "nameless.csv"] + template)
    single.text.shows(#""title": "[]""#)
    single.text.hides("[7]")
  }

  @Test func `stand in a column of their own where there are subtitles`() throws {
    let plain = try place.run(["clusters", "names.csv", "--format", "csv"] + Self.view)
    expect(plain.outputLines.first?.hasSuffix(",title,leaf_count,x,y,name"), equals: true)
    let cch = try place.run(["clusters", "names.csv", "--preset", "cch", "--format", "csv"] + Self.view)
    expect(cch.outputLines.first?.hasSuffix(",title,leaf_count,x,y,subtitle,name"), equals: true)
    expect(cch.outputLines.dropFirst().map { $0.split(separator: ",").last }, equals: ["Inn", "Plaza"])
    let nameless = try place.run(
      ["clusters", "nameless.csv", "--preset", "cch", "--format", "csv"] + Self.view)
    expect(nameless.outputLines.first?.hasSuffix(",title,leaf_count,x,y"), equals: true)
  }
}

/// `none` where help shows it as a default.
@Suite struct `None on the command line` {
  @Test func `takes back what the request sets`() throws {
    let place = try Workplace(["in.csv": "id,lon,lat,people\na,0,1,5\nb,0,1,7\nc,60,0,9\n"])
    try place.write(
      "r.json",
      """
      {"sources": {"p": "in.csv"}, "basemap": "none", "size": [400, 300], "center": [30, 0], "zoom": 1, "preset": "cch",
       "weight": "people", "select": "a", "cluster": {"p": {"cellSize": 70}}}
      """)
    try place.write(
      "plain.json",
      #"{"sources": {"p": "in.csv"}, "basemap": "none", "size": [400, 300], "center": [30, 0], "zoom": 1, "cluster": {"p": {"cellSize": 70}}}"#
    )
    func run(_ request: String, _ words: [String]) throws -> Outcome {
      let run = try place.run(["clusters", "--request", request, "--format", "json"] + words)
      #expect((run.status, run.errors) == (0, ""))
      return run
    }
    let (asked, plain) = (try run("r.json", []), try run("plain.json", []))
    asked.text.shows(#""title": "12 annotations""#)
    plain.text.shows(#""title": "2 points""#)
    let back = try run("r.json", ["--preset", "none", "--weight", "none"])
    expect(back.output, equals: plain.output)
    #expect(try run("r.json", ["--preset", "none"]).text.contains(#""title": "2 points""#))
    // Of several the last one counts.
    let other = try run("r.json", ["--preset", "cch"])
    try expect(run("r.json", ["--preset", "none", "--preset", "cch"]).output, equals: other.output)
    try expect(run("r.json", ["--weight", "none", "--weight=people"]).output, equals: asked.output)
    try expect(
      run("r.json", ["--preset", "tb", "--preset", "none", "--weight", "none"]).output, equals: plain.output)
    // One source's own.
    try place.write(
      "own.json",
      #"{"sources": {"p": "in.csv"}, "basemap": "none", "size": [400, 300], "center": [30, 0], "zoom": 1, "cluster": {"p": {"cellSize": 70, "weight": "people"}}}"#
    )
    try expect(run("own.json", ["--cluster", "p.weight=none"]).output, equals: plain.output)
    func picture(_ request: String, _ words: [String]) throws -> String {
      try place.run(["render", "--request", request, "-o", "out.svg"] + words).succeedingQuietly()
      return place.text("out.svg")
    }
    let free = ["--preset", "none", "--weight", "none"]
    try expect(picture("r.json", free + ["--select", "none"]), equals: picture("plain.json", []))
    #expect(try picture("r.json", free) != picture("plain.json", []))
    // Without its center the request's view is that of the points, at the same zoom.
    try place.write(
      "fitted.json",
      #"{"sources": {"p": "in.csv"}, "basemap": "none", "size": [400, 300], "zoom": 1, "cluster": {"p": {"cellSize": 70}}}"#
    )
    try expect(picture("plain.json", ["--center", "none"]), equals: picture("fitted.json", []))
  }
}
