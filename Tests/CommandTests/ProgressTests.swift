import Foundation
import Testing

@Suite struct `The progress line` {
  /// Runs the command with a terminal as its standard error while an input arrives slowly; what the terminal shows.
  private func shown(_ words: [String], terminal: Bool = true) throws -> String {
    let place = try Workplace()
    let screen = try Terminal()
    let running = try place.start(
      ["clusters", "pipe", "-o", "out.csv"] + words, redirections: terminal ? "2>'\(screen.name)'" : "",
      before: "mkfifo pipe")
    while !FileManager.default.fileExists(atPath: place.path("pipe")) { usleep(1000) }
    let pipe = open(place.path("pipe"), O_WRONLY | O_CLOEXEC)
    try #require(pipe >= 0)
    let text = "lon,lat\n" + String(repeating: "13.4,52.5\n", count: 3000)
    text.utf8.withContiguousStorageIfAvailable { _ = Foundation.write(pipe, $0.baseAddress, $0.count) }
    usleep(900_000)
    close(pipe)
    let outcome = try running.wait()
    #expect(outcome.status == 0)
    return screen.shown() + outcome.told
  }

  @Test func `tells the stage after half a second and is cleared at the end`() throws {
    let shown = try shown([])
    #expect(shown.hasPrefix("\r\u{1B}[Kreading pipe"))
    #expect(shown.hasSuffix("\r\u{1B}[K"))
    #expect(!shown.contains("\n"))
  }

  @Test func `is cleared before anything else is told`() throws {
    let shown = try shown(["--verbose"])
    let parts = shown.components(separatedBy: "\r\u{1B}[K")
    #expect(parts.count >= 3 && parts.first == "")
    #expect(
      parts.last?.hasPrefix(
        "clustersnap: 3000 points read, 0 skipped, 1 cluster and 0 single points written; read ") == true)
  }

  @Test func `is not shown when quiet, nor where there is no terminal`() throws {
    #expect(try shown(["--quiet"]) == "")
    #expect(try shown([], terminal: false) == "")
  }

  @Test func `is not shown for quick work`() throws {
    let place = try Workplace()
    try place.write("in.csv", Sample.places)
    let screen = try Terminal()
    #expect(try place.run(["clusters", "in.csv"], redirections: "2>'\(screen.name)'").status == 0)
    #expect(screen.shown() == "")
  }
}
