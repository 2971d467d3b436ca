import Foundation
import TestSupport
import Testing

@Suite struct `Words of a system` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      "in.csv", "id,lon,lat,name,title\na,0,0,Inn,Own\nb,40,0,Ritz,Other\nc,40,0,Plaza,Third\n")
  }

  @Test func `call single points in data as in pictures, and leave columns of the data alone`() throws {
    let run = try place.run(
      "clusters in.csv --preset cch --format json --center 20,0 --zoom 2 --size 600x400"
    ).succeeding()
    run.text.shows(#""clustersnap:title": "1 annotation""#)
    run.text.shows(#""title": "Own""#)
    let plain = try place.run("clusters in.csv --format json --center 20,0 --zoom 2 --size 600x400")
    plain.text.hides("clustersnap:title")
  }

  @Test func `join points of one place by any method, and by none`() throws {
    let run = try place.run(
      "clusters in.csv --method none --join-places --format csv --center 20,0 --zoom 2 --size 600x400")
    #expect((run.status, run.errors) == (0, ""))
    expect(run.outputLines.count, equals: 3)
  }

  @Test func `speak of members where a scenario sets the view, and list members in pictures of changes`()
    throws
  {
    let steps = #""steps": [{"add": ["a"]}, {"snapshot": "one"}, {"add": ["b", "c"]}, {"snapshot": "all"}]}"#
    try place.write("bad.json", #"{"sources": {"p": "in.csv"}, "center": [13, 52], \#(steps)"#)
    let bad = try place.run(["animate", "bad.json", "-o", "a.png"])
    expect(bad.status, equals: 2)
    #expect(
      bad.errors.hasSuffix(
        "error: a center needs a zoom; add \"zoom\", or fit the view with \"bbox\" or \"fit\"\n"))
    try place.write(
      "good.json",
      #"{"sources": {"p": "in.csv"}, "basemap": "none", "center": [20, 0], "zoom": 2, "size": [600, 300], \#(steps)"#
    )
    try place.run("animate good.json --difference one,all --members -o changes.svg").succeeding()
    let svg = String(decoding: try #require(place.read("changes.svg")), as: UTF8.self)
    #expect(svg.contains("data-members"))
  }
}
