import Foundation
import Testing

@Suite struct `A signal` {
  /// Waits until something is so, ten seconds at most.
  private func until(_ isSo: () -> Bool) -> Bool {
    for _ in 0..<1000 {
      if isSo() { return true }
      usleep(10_000)
    }
    return false
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `ends the command while it reads`(signal: Int32) throws {
    let place = try Workplace()
    // A pipe nobody writes to: reading it waits forever.
    let running = try place.start(["render", "pipe", "-o", "out.png"], before: "mkfifo pipe && : >begun")
    #expect(until { place.names.contains("begun") })
    usleep(300_000)
    let outcome = try running.end(by: signal)
    #expect(outcome.signal == signal && outcome.told.isEmpty)
    #expect(place.names == ["begun", "pipe"])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `leaves nothing behind while results are put in place`(signal: Int32) throws {
    let place = try Workplace()
    try place.write("out.svg", "former")
    try place.write(
      "in.csv",
      "lon,lat\n" + (0..<5000).map { "\(Double($0 % 360) - 180),\(Double($0 % 170) - 85)\n" }.joined())
    // The dump goes to a pipe that takes no more: the picture waits beside its place.
    let running = try place.start(
      ["render", "in.csv", "-o", "out.svg", "--dump", "-", "--method", "none"],
      redirections: "3<>pipe >pipe", before: "mkfifo pipe")
    #expect(until { place.names.contains { $0.hasPrefix(".clustersnap-") } })
    usleep(100_000)
    let outcome = try running.end(by: signal)
    #expect(outcome.signal == signal)
    #expect(place.names == ["in.csv", "out.svg", "pipe"] && place.text("out.svg") == "former")
  }

  @Test func `that was ignored stays ignored`() throws {
    let place = try Workplace()
    let running = try place.start(
      ["clusters", "pipe", "-o", "out.csv"], before: "mkfifo pipe && trap '' HUP && : >begun")
    #expect(until { place.names.contains("begun") })
    usleep(300_000)
    kill(running.process, SIGHUP)
    usleep(100_000)
    try Data(Sample.places.utf8).write(to: URL(filePath: place.path("pipe")))
    #expect(try running.wait().status == 0)
    #expect(place.names.contains("out.csv"))
  }

  @Test func `of a file cut short while it is read becomes one line`() throws {
    let place = try Workplace()
    let line = "13.4,52.5,some words that make a line longer than it needs to be\n"
    try place.write("in.csv", "lon,lat,name\n" + String(repeating: line, count: 40_000))
    // The picture's first view is drawn, then the command waits in the second input; names of points are read last.
    let running = try place.start(
      ["clusters", "in.csv", "pipe", "--method", "none", "-o", "out.csv"], before: "mkfifo pipe && : >begun")
    #expect(until { place.names.contains("begun") })
    usleep(1_500_000)
    truncate(place.path("in.csv"), 20)
    try Data(Sample.places.utf8).write(to: URL(filePath: place.path("pipe")))
    let outcome = try running.wait()
    #expect(outcome.status == 2)
    #expect(
      outcome.lines == [
        "clustersnap: error: a file was cut short while it was read; run again when it is complete"
      ])
    #expect(place.names == ["begun", "in.csv", "pipe"])
  }
}
