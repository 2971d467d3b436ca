import TestSupport
import Testing

@Suite struct `Views of a request` {
  private static let shared = #""basemap": "none", "size": [120, 80], "bbox": [0, 0, 4, 4], "labelBy": "n""#

  private func folder(_ views: String) throws -> Workplace {
    try Workplace([
      "a.csv": "lon,lat,n\n1,1,1\n3,3,2\n", "b.csv": "lon,lat,n\n2,2,7\n",
      "r.json": #"{"sources": {"p": "a.csv"}, \#(Self.shared), "views": [\#(views)]}"#,
    ])
  }

  @Test func `may have sources, a filter and overlays of their own, and are then those of a request each`()
    throws
  {
    let own = [
      #""sources": {"p": "b.csv"}"#, #""filter": "n > 1""#,
      #""overlays": [{"marker": [1, 3], "label": "Depot"}], "title": "Third""#, #""title": "Fourth""#,
    ]
    let views = own.enumerated().map { #"{"output": "\#($0).svg", \#($1)}"# }.joined(separator: ",\n")
    let place = try folder(views)
    try place.run(["render", "--request", "r.json", "--quiet"]).succeedingQuietly()
    for (number, members) in own.enumerated() {
      let sources = members.contains("sources") ? "" : #""sources": {"p": "a.csv"}, "#
      try place.write("one.json", #"{\#(sources)\#(Self.shared), \#(members)}"#)
      try place.run(["render", "--request", "one.json", "-o", "one.svg", "--quiet"]).succeedingQuietly()
      expect(place.text("\(number).svg"), equals: place.text("one.svg"), "\(members)")
    }
    place.text("2.svg").shows(#"id="overlays-pins""#)
    place.text("3.svg").hides(#"id="overlays-pins""#)
  }

  @Test func `name what is wrong in data of their own, and none is drawn`() throws {
    let place = try folder(#"{"output": "0.svg"}, {"output": "1.svg", "filter": "m > 1"}"#)
    let run = try place.run(["render", "--request", "r.json"])
    run.reports(2, containing: "source p has no column m")
    expect(place.read("0.svg"), equals: nil)
    try place.write(
      "r.json", #"{"sources": {"p": "a.csv"}, "views": [{"sources": {"p": 3}, "output": "a.svg"}]}"#)
    try place.run(["render", "--request", "r.json"]).reports(2, containing: "r.json:1:57: error: ")
  }

  @Test func `with data of their own are not drawn over an input, nor one over the other`() throws {
    for output in ["r.json", "a.csv", "1.svg"] {
      let place = try folder(
        #"{"output": "\#(output)", "format": "svg", "filter": "n > 1"}, {"output": "1.svg"}"#)
      let before = place.text("r.json")
      expect(try place.run(["render", "--request", "r.json"]).status, equals: 2, "\(output)")
      expect(place.text("r.json"), equals: before)
    }
  }

  @Test func `see centers of their own at the zoom of all`() throws {
    let centers = #"{"output": "0.svg", "center": [1, 1]}, {"output": "1.svg", "center": [3, 3], "zoom": 5}"#
    let place = try folder(centers)
    try place.write(
      "r.json", #"{"sources": {"p": "a.csv"}, "size": [120, 80], "zoom": 4, "views": [\#(centers)]}"#)
    let run = try place.run(["render", "--request", "r.json", "--dry-run"])
    run.text.shows("view: center 1,1, zoom 4", "view: center 3,3, zoom 5")
  }

  @Test func `are read once, as a pipe is`() throws {
    let place = try folder(#"{"title": "Piped"}"#)
    try place.run(
      ["render", "--request", "pipe", "-o", "a.svg", "--quiet"],
      before: "mkfifo pipe && { cat r.json >pipe & }"
    ).succeedingQuietly()
    place.text("a.svg").shows("Piped")
  }
}
