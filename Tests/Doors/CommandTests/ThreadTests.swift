import Foundation
import TestSupport
import Testing

/// A container's limit of processes counts threads, too.
@Suite(.enabled(if: FaultLibrary.path != nil, "a C compiler builds the library that lets calls fail"))
struct `Without threads to spare` {
  private func place() throws -> Workplace {
    let place = try Workplace(["in.csv": Sample.places])
    try place.write(
      "story.json",
      #"{"sources": {"points": "in.csv"}, "steps": [{"add": {"points": [0, 1]}}, {"snapshot": "a"}]}"#)
    return place
  }

  @Test func `pictures are the same, whichever thread is the first that is missing`() throws {
    let place = try place()
    try place.run(["render", "in.csv", "-o", "usual.png"] + small).succeeding()
    for first in 1...12 {
      let outcome = try place.run(
        ["render", "in.csv", "-o", "out.png"] + small,
        environment: FaultLibrary.environment("pthread_create", first, lasts: true))
      #expect((outcome.status, outcome.errors) == (0, ""), "\(first): \(outcome)")
      expect(place.read("out.png"), equals: place.read("usual.png"), "\(first)")
      try FileManager.default.removeItem(atPath: place.path("out.png"))
    }
  }

  @Test func `stories and cases are the same`() throws {
    let place = try place()
    let samples = Workplace.checkout + "/Samples/"
    for words in [
      ["animate", samples + "story.json", "--animator", "move", "-o"],
      [
        "render", samples + "towns-5000.csv", "--basemap", "world", "--method", "radius", "--projection",
        "mercator",
        "-o",
      ],
    ] {
      try expect(place.run(words + ["usual.png"]).status, equals: 0)
      let outcome = try place.run(
        words + ["out.png"], environment: FaultLibrary.environment("pthread_create", 1, lasts: true))
      #expect((outcome.status, outcome.errors) == (0, ""))
      expect(place.read("out.png"), equals: place.read("usual.png"))
    }
    try place.write("case.json", #"{"sources": {"points": "in.csv"}, "output": "case.png"}"#)
    // A build server, which sets CI, records nothing.
    try expect(
      place.run(["verify", "case.json", "--record", "all"], environment: ["CI": ""]).status, equals: 0)
    let verified = try place.run(
      ["verify", "case.json"], environment: FaultLibrary.environment("pthread_create", 1, lasts: true))
    expect(verified.status, equals: 0)
  }

  @Test(arguments: ["render", "animate", "clusters"])
  func `SIGTERM ends the command`(command: String) throws {
    let place = try place()
    let running = try place.start(
      [command, "pipe", "-o", "out.png"] + (command == "clusters" ? ["--format", "csv"] : []),
      before: "mkfifo pipe",
      environment: FaultLibrary.environment("pthread_create", 1, lasts: true))
    // It reads, and nothing comes.
    let pipe = try place.writer(to: "pipe")
    defer { close(pipe) }
    try expect(running.end(by: SIGTERM).signal, equals: SIGTERM)
  }
}
