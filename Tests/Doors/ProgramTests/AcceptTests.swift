import Foundation
import TestSupport
import Testing

@Suite struct `clustersnap verify with many cases` {
  /// Cases a, b and c, of which a and b differ and c has no golden.
  private func place() throws -> Workplace {
    let place = try Workplace.ofGoldens()
    for name in ["maps/a", "maps/b", "maps/c"] { try place.addCase(name) }
    try place.run("verify maps/a.json maps/b.json --record missing").succeeding()
    for name in ["maps/a", "maps/b"] { try place.addCase(name, #", "background": "red""#) }
    return place
  }

  @Test func `puts pictures into files of the report, which the page links to`() throws {
    let place = try place()
    try expect(place.run("verify maps --report out").status, equals: 2)
    for name in ["golden/maps/a.png", "new/maps/a.png", "difference/maps/a.png", "new/maps/c.png"] {
      #expect(place.text("out/index.html").contains("src=\"\(name)\""), "\(name)")
      expect(place.read("out/" + name)?.prefix(4), equals: Data([0x89, 0x50, 0x4E, 0x47]), "\(name)")
    }
    expect(place.read("out/golden/maps/a.png"), equals: place.read("maps/a.png"))
    place.text("out/index.html").hides("base64")
    // What is no longer shown is no longer there; what is not ours stays.
    try place.write("out/new/own.png", "x")
    try place.run("verify maps --record all --report out").succeeding()
    try place.run("verify maps --report out").succeeding()
    #expect((place.read("out/new/maps/a.png"), place.read("out/difference/maps/a.png")) == (nil, nil))
    expect(place.text("out/new/own.png"), equals: "x")
  }

  @Test func `takes pictures of a report as goldens, all or some`() throws {
    let place = try place()
    _ = try place.run("verify maps --report out")
    // As if it were downloaded from a server.
    try place.shell("mv out elsewhere").succeeding()
    let before = place.read("maps/b.png")
    let one = try place.run("verify --accept elsewhere maps/a.png").succeeding()
    expect(one.outputLines, equals: ["accepted        maps/a.png"])
    #expect((place.read("maps/b.png"), place.read("maps/c.png")) == (before, nil))
    #expect(
      try place.run("verify --accept elsewhere maps/d.png").errors.contains(
        "the report has no picture for it"))
    try place.run("verify --accept elsewhere ./maps/c.json maps/b.json").succeeding()
    try place.run("verify maps").succeeding()
    let server = try place.run("verify --accept elsewhere", environment: ["CI": "true"])
    #expect((server.status, server.errors.contains("CI=true is set, so nothing is accepted")) == (2, true))
    #expect(
      try place.run("verify --accept nowhere").errors.contains(
        "there is no report; name a folder of verify --report"))
  }

  @Test func `takes nothing of a report that no request draws, or that is no picture`() throws {
    let place = try place()
    try place.write("maps/p.geojson", #"{"type": "Point", "coordinates": [1, 1]}"#)
    try place.write("maps/d.json", #"{"sources": {"p": "p.geojson"}}"#)
    func report(_ name: String, _ request: String, _ file: String) throws -> Outcome {
      try place.write(
        "r/report.json",
        #"{"cases": [{"name": "\#(name)", "request": "\#(request)", "status": "different", "files": {"new": "\#(file)"}}]}"#
      )
      return try place.run("verify --accept r")
    }
    try place.write("r/new/x.png", "no picture")
    let golden = place.read("maps/a.png")
    for (name, request, file, fault) in [
      ("maps/p.geojson", "maps/d.json", "new/x.png", "no request here draws this golden alone"),
      ("/etc/x.png", "maps/a.json", "new/x.png", "no request here draws this golden alone"),
      ("maps/a.png", "maps/a.json", "../maps/b.png", "is no picture of the report"),
      ("maps/a.png", "maps/a.json", "new/../../maps/b.png", "is no picture of the report"),
      ("maps/a.png", "maps/a.json", "new/x.png", "new/x.png cannot be read"),
      ("maps/a.png", "maps/a.json", "new/y.png", "there is no r/new/y.png"),
    ] {
      let outcome = try report(name, request, file)
      expect(outcome.status, equals: 2)
      expect(outcome.outputLines.first?.contains(fault), equals: true, "\(outcome.text)\(outcome.errors)")
    }
    expect(place.read("maps/a.png"), equals: golden)
    place.text("maps/p.geojson").shows("Point")
  }

  @Test func `goes through chosen cases, and shares of them`() throws {
    let place = try place()
    func last(_ words: String) throws -> String? { try place.run("verify maps \(words)").outputLines.last }
    try place.write("maps/old.png", "x")
    try expect(last("--only 'a.*'"), equals: "1 case: 1 different")
    try expect(last("--only maps/b.json"), equals: "1 case: 1 different")
    let none = try place.run("verify maps --only 'nothing*'")
    expect(none.status, equals: 2)
    expect(
      none.errors, equals: "clustersnap: error: --only: no case and no request has a name like nothing*\n")
    try expect(last("--shard 1/2"), equals: "2 cases: 1 different, 1 missing; 1 stale golden")
    try expect(last("--shard 2/2"), equals: "1 case: 1 different")
    #expect(
      try place.run("verify maps --shard 3/2").errors.contains("is no share; write 1/4, 2/4, 3/4 or 4/4"))
    // Of two cases in different shares that have one golden none is recorded.
    try place.addCase("maps/c-x")
    try place.addCase("maps/c", #", "views": [{"name": "x"}, {"name": "y"}]"#)
    let share = try place.run("verify maps --shard 1/2 --record all")
    #expect(share.outputLines.contains { $0.contains("have this golden") }, "\(share.text)")
    expect(place.read("maps/c-x.png"), equals: nil)
  }

  @Test func `removes goldens that no case draws, when it is asked and knows all cases`() throws {
    let place = try place()
    try place.write("maps/old.png", "x")
    try place.run("verify maps --record all").succeeding()
    #expect(
      try place.run("verify maps --prune", environment: ["CI": "1"]).errors.contains(
        "CI=1 is set, so nothing is removed"))
    try place.write("maps/bad.json", "{")
    #expect(
      try place.run("verify maps --prune").errors.contains("some cases cannot be read, so nothing is removed")
    )
    try place.write("maps/bad.json", "[]")
    #expect(try place.run("verify maps --prune --shard 1/2").errors.contains("leave --only and --shard out"))
    #expect(place.read("maps/old.png") != nil)
    // A golden that was renamed is none to remove.
    try place.shell("mv maps/a.png maps/a-former.png").succeeding()
    let pruned = try place.run("verify maps --prune")
    #expect(pruned.outputLines.contains("removed         maps/old.png"))
    #expect(
      pruned.outputLines.contains { $0.contains("but maps/a.png is missing and looks like it; rename it") })
    #expect((place.read("maps/old.png"), place.read("maps/a-former.png") == nil) == (nil, false))
  }
}
