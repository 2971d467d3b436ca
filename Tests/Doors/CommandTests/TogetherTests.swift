import Foundation
import TestSupport
import Testing

@Suite struct `Several outputs` {
  private func place() throws -> Workplace {
    let place = try Workplace(["in.csv": Sample.places, "out.svg": "former picture"])
    try place.write("out.csv", "former rows")
    return place
  }

  private let words = ["render", "in.csv", "-o", "out.svg", "--dump", "out.csv"]

  @Test(.enabled(if: FaultLibrary.path != nil), arguments: [1, 2])
  func `are as they were where one cannot be put in its place`(number: Int) throws {
    let place = try place()
    let outcome = try place.run(words, environment: FaultLibrary.environment("rename", number))
    expect(outcome.status, equals: 3)
    let name = number == 1 ? "out.svg" : "out.csv"
    outcome.reports("\(name): error: cannot put it in place: Input/output error; name another place")
    #expect((place.text("out.svg"), place.text("out.csv")) == ("former picture", "former rows"))
    expect(place.names, equals: ["in.csv", "out.csv", "out.svg"])
  }

  @Test(.enabled(if: FaultLibrary.path != nil))
  func `are not there where they were not and one cannot be put in its place`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    let outcome = try place.run(words, environment: FaultLibrary.environment("rename", 2))
    #expect((outcome.status, outcome.lines.count) == (3, 1))
    expect(place.names, equals: ["in.csv"])
  }

  @Test func `replace the former ones, and nothing is left of these`() throws {
    let place = try place()
    try expect(place.run(words).status, equals: 0)
    #expect(place.text("out.svg").hasPrefix("<svg") || place.text("out.svg").hasPrefix("<?xml"))
    place.text("out.csv").shows("longitude")
    expect(place.names, equals: ["in.csv", "out.csv", "out.svg"])
  }
}

@Suite struct `An input that another program writes to` {
  /// Starts a command that waits in a second input after it has read the first, changes the first, and lets it go on.
  private func outcome(_ words: [String], changing change: (Workplace) throws -> Void) throws -> (
    Workplace, Outcome
  ) {
    let place = try Workplace()
    let line = "13.4,52.5,some words that make a line longer than it needs to be\n"
    try place.write("in.csv", "lon,lat,name\n" + String(repeating: line, count: 4000))
    let running = try place.start(
      words + ["in.csv", "p=pipe", "--method", "none"], before: "mkfifo pipe && : >begun")
    let pipe = try place.writer(to: "pipe")
    try change(place)
    place.send(Sample.places, to: pipe)
    return (place, try running.wait())
  }

  private func overwrite(_ place: Workplace) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: place.path("in.csv")))
    try file.seek(toOffset: 1000)
    try file.write(contentsOf: Data("9".utf8))
    try file.close()
  }

  @Test(arguments: ["render", "clusters"])
  func `is refused, since what was read is a mixture`(command: String) throws {
    let (place, outcome) = try outcome([command, "-o", command == "render" ? "out.svg" : "out.csv"]) {
      try overwrite($0)
    }
    expect(outcome.status, equals: 2)
    expect(
      outcome.lines.last,
      equals: "in.csv: error: it was changed while it was read; run again when it is complete")
    expect(place.names, equals: ["begun", "in.csv", "pipe"])
  }

  @Test func `may be replaced by another file, or removed`() throws {
    for change in ["replaced", "removed"] {
      let (place, outcome) = try outcome(["clusters", "-o", "out.csv"]) { place in
        unlink(place.path("in.csv"))
        if change == "replaced" { try place.write("in.csv", "lon,lat\n1,2\n") }
      }
      expect(outcome.status, equals: 0)
      expect(place.text("out.csv").split(separator: "\n").count, equals: 4004)
    }
  }

  @Test func `and cuts short while pictures are staged leaves nothing behind`() throws {
    let place = try Workplace()
    let line = "13.4,52.5,some words that make a line longer than it needs to be\n"
    try place.write("in.csv", "lon,lat,name\n" + String(repeating: line, count: 40_000))
    try place.write(
      "request.json",
      #"{"sources": {"points": "in.csv"}, "basemap": "none", "views": ["#
        + (0..<6).map {
          #"{"output": "\#($0).svg", "center": [13.4, 52.5], "zoom": \#($0), "size": [1200, 900]}"#
        }.joined(separator: ",") + "]}")
    try place.write(
      "style.json",
      #"{"version": 8, "sources": {"points": {"type": "geojson", "data": "in.csv"}}, "layers": [{"id": "a", "#
        + #""type": "circle", "source": "points", "paint": {"circle-radius": ["length", ["get", "name"]]}}]}"#
    )
    let running = try place.start(
      ["render", "--request", "request.json", "--style", "style.json", "--threads", "1"])
    #expect(eventually { place.names.contains { $0.hasPrefix(".clustersnap-") } })
    truncate(place.path("in.csv"), 20)
    let outcome = try running.wait()
    expect(outcome.status, equals: 2)
    expect(outcome.lines.count, equals: 1)
    outcome.errors.shows("cut short")
    expect(place.names, equals: ["in.csv", "request.json", "style.json"])
  }
}
