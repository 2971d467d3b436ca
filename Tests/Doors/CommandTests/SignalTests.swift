import Foundation
import TestSupport
import Testing

@Suite struct `A signal` {
  /// How many bytes nobody has read yet.
  private func waiting(in pipe: Int32) -> Int32 {
    var count: Int32 = 0
    return ioctl(pipe, UInt(FIONREAD), &count) == 0 ? count : 0
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `ends the command while it reads`(signal: Int32) throws {
    let place = try Workplace()
    // A pipe nobody writes to: reading it waits forever.
    let running = try place.start(["render", "pipe", "-o", "out.png"], before: "mkfifo pipe && : >begun")
    let pipe = try place.writer(to: "pipe")
    defer { close(pipe) }
    let outcome = try running.end(by: signal)
    #expect((outcome.signal, outcome.errors) == (signal, ""))
    expect(place.names, equals: ["begun", "pipe"])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `leaves nothing behind while results are put in place`(signal: Int32) throws {
    let place = try Workplace(["out.svg": "former"])
    try place.write(
      "in.csv",
      "lon,lat\n" + (0..<5000).map { "\(Double($0 % 360) - 180),\(Double($0 % 170) - 85)\n" }.joined())
    // The dump goes to a pipe that takes no more: the picture waits beside its place.
    let running = try place.start(
      ["render", "in.csv", "-o", "out.svg", "--dump", "-", "--method", "none"],
      redirections: "3<>pipe >pipe", before: "mkfifo pipe")
    #expect(eventually { place.names.contains { $0.hasPrefix(".clustersnap-") } })
    let pipe = open(place.path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    // As much as a page is free in a pipe that no more can be written to.
    #expect(eventually { waiting(in: pipe) > 61_440 })
    let outcome = try running.end(by: signal)
    expect(outcome.signal, equals: signal)
    #expect((place.names, place.text("out.svg")) == (["in.csv", "out.svg", "pipe"], "former"))
  }

  @Test func `that was ignored stays ignored`() throws {
    let place = try Workplace()
    let running = try place.start(
      ["clusters", "pipe", "-o", "out.csv"], before: "mkfifo pipe && trap '' HUP && : >begun")
    let pipe = try place.writer(to: "pipe")
    kill(running.process, SIGHUP)
    place.send(Sample.places, to: pipe)
    try expect(running.wait().status, equals: 0)
    #expect(place.names.contains("out.csv"))
  }

  @Test func `of a file cut short while it is read becomes one line`() throws {
    let place = try Workplace()
    let line = "13.4,52.5,some words that make a line longer than it needs to be\n"
    try place.write("in.csv", "lon,lat,name\n" + String(repeating: line, count: 40_000))
    // The picture's first view is drawn, then the command waits in the second input; names of points are read last.
    let running = try place.start(
      ["clusters", "in.csv", "pipe", "--method", "none", "-o", "out.csv"], before: "mkfifo pipe && : >begun")
    let pipe = try place.writer(to: "pipe")
    truncate(place.path("in.csv"), 20)
    place.send(Sample.places, to: pipe)
    let outcome = try running.wait()
    expect(outcome.status, equals: 2)
    expect(
      outcome.lines.last,
      equals: "clustersnap: error: a file was cut short while it was read; run again when it is complete")
    // Before it stands the hint on the fitted view of the second input's points.
    #expect(outcome.lines.dropLast().allSatisfy { $0.contains("--fit=robust") })
    expect(place.names, equals: ["begun", "in.csv", "pipe"])
  }
}
