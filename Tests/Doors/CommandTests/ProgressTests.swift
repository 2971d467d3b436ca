import Foundation
import TestSupport
import Testing

@Suite struct `The progress line` {
  /// A command whose input has arrived but for its end, with a terminal as its standard error.
  private struct Slow {
    let place: Workplace
    let screen: Terminal
    private let running: RunningCommand
    private let pipe: Int32

    init(_ words: [String], terminal: Bool = true) throws {
      place = try Workplace()
      screen = try Terminal()
      try #require(mkfifo(place.path("pipe"), 0o600) == 0)
      running = try place.start(
        ["clusters", "pipe", "-o", "out.csv"] + words, redirections: terminal ? "2>'\(screen.name)'" : "")
      pipe = open(place.path("pipe"), O_WRONLY | O_CLOEXEC)
      try #require(pipe >= 0)
      let text = "lon,lat\n" + String(repeating: "13.4,52.5\n", count: 3000)
      text.utf8.withContiguousStorageIfAvailable { _ = Foundation.write(pipe, $0.baseAddress, $0.count) }
    }

    /// Waits until the stage is shown, ten seconds at most; what is shown by then.
    func untilShown() -> String { screen.shown(until: "reading pipe") }

    /// Ends the input and waits for the command; what is shown from now on.
    func end() throws -> String {
      close(pipe)
      let outcome = try running.wait()
      expect(outcome.status, equals: 0)
      return screen.shown() + outcome.errors
    }
  }

  /// All that is shown while an input arrives slowly.
  private func shown(_ words: [String]) throws -> String {
    let slow = try Slow(words)
    return slow.untilShown() + (try slow.end())
  }

  @Test func `shows the stage after half a second and is cleared at the end`() throws {
    let shown = try shown([])
    #expect(shown.hasPrefix("\r\u{1B}[Kreading pipe"))
    #expect(shown.hasSuffix("\r\u{1B}[K"))
    #expect(!shown.contains("\n"))
  }

  @Test func `is cleared before anything else is written`() throws {
    let shown = try shown(["--verbose"])
    let parts = shown.components(separatedBy: "\r\u{1B}[K")
    expect(parts.first, equals: "")
    #expect(parts.count >= 3)
    expect(
      parts.last?.hasPrefix(
        "clustersnap: 3000 points read, 0 skipped, 1 cluster and 0 single points written; read "),
      equals: true)
  }

  @Test func `is not shown when quiet, nor where there is no terminal`() throws {
    let silent = try [Slow(["--quiet"]), Slow([], terminal: false)]
    // One that was started after them shows its stage by now, and so would they.
    let other = try Slow([])
    #expect(other.untilShown().contains("reading pipe"))
    for slow in silent { try expect(slow.end(), equals: "") }
    _ = try other.end()
  }

  @Test func `is not shown for quick work`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    let screen = try Terminal()
    try expect(place.run(["clusters", "in.csv"], redirections: "2>'\(screen.name)'").status, equals: 0)
    expect(screen.shown(), equals: "")
  }
}
