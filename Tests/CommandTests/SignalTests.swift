import Foundation
import TestSupport
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

  /// The pipe's end to write to, as soon as the command has opened the other end and reads.
  private func writer(to path: String) throws -> Int32 {
    var pipe: Int32 = -1
    // Without a reader there is no such end yet.
    #expect(
      until {
        pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return pipe >= 0
      })
    return try #require(pipe >= 0 ? pipe : nil)
  }

  /// Writes a short text, and that this was all.
  private func send(_ text: String, to pipe: Int32) {
    text.utf8.withContiguousStorageIfAvailable { _ = Foundation.write(pipe, $0.baseAddress, $0.count) }
    close(pipe)
  }

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
    let pipe = try writer(to: place.path("pipe"))
    defer { close(pipe) }
    let outcome = try running.end(by: signal)
    #expect(outcome.signal == signal && outcome.errors.isEmpty)
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
    let pipe = open(place.path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    // As much as a page is free in a pipe that no more can be written to.
    #expect(until { waiting(in: pipe) > 61_440 })
    let outcome = try running.end(by: signal)
    #expect(outcome.signal == signal)
    #expect(place.names == ["in.csv", "out.svg", "pipe"] && place.text("out.svg") == "former")
  }

  @Test func `that was ignored stays ignored`() throws {
    let place = try Workplace()
    let running = try place.start(
      ["clusters", "pipe", "-o", "out.csv"], before: "mkfifo pipe && trap '' HUP && : >begun")
    let pipe = try writer(to: place.path("pipe"))
    kill(running.process, SIGHUP)
    send(Sample.places, to: pipe)
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
    let pipe = try writer(to: place.path("pipe"))
    truncate(place.path("in.csv"), 20)
    send(Sample.places, to: pipe)
    let outcome = try running.wait()
    #expect(outcome.status == 2)
    #expect(
      outcome.lines.last
        == "clustersnap: error: a file was cut short while it was read; run again when it is complete")
    // Before it stands what the fitted view says of the second input's points.
    #expect(outcome.lines.dropLast().allSatisfy { $0.contains("--fit=robust") })
    #expect(place.names == ["begun", "in.csv", "pipe"])
  }
}
