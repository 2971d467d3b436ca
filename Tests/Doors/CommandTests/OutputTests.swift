import Foundation
import TestSupport
import Testing

@Suite struct `An output` {
  private func place() throws -> Workplace {
    let place = try Workplace(["in.csv": Sample.places])
    return place
  }

  private func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test(arguments: [
    ("folder", "folder: error: this is a folder; name a file in it"),
    ("folder/", "folder/: error: this is a folder; name a file in it"),
    ("gone/out.png", "gone/out.png: error: there is no folder gone; create it first"),
    ("in.csv/out.png", "in.csv/out.png: error: in.csv is no folder; name another place"),
    ("circle.png", "circle.png: error: its links lead in a circle; remove them or name another file"),
  ])
  func `that has no place is reported before any work`(path: String, message: String) throws {
    let place = try place()
    // The input is not even looked at.
    let outcome = try place.run(
      ["render", "gone.csv", "-o", path], before: "mkdir folder && ln -s b circle.png && ln -s circle.png b")
    expect(outcome.lines, equals: [message])
    expect(outcome.status, equals: 3)
    expect(place.names, equals: ["b", "circle.png", "folder", "in.csv"])
  }

  @Test func `writes the picture's words beside it`() throws {
    let place = try place()
    let words = ["--alt-text", "out.txt", "--title", "Places", "--alt", "{count} places"]
    try expect(place.run(["render", "in.csv", "-o", "out.png"] + words + small).status, equals: 0)
    expect(place.text("out.txt"), equals: "Places\n\n3 places\n")
    let none = try place.run(
      ["render", "in.csv", "-o", "out.png", "--alt-text", "a", "--metadata", "none"] + small)
    expect(
      none.lines,
      equals: [
        "clustersnap: error: --alt-text needs the words that --metadata none leaves out; leave out one of both"
      ])
  }

  @Test func `may be a page with titles over its markers`() throws {
    let place = try place()
    let words = ["--center", "8,51", "--zoom", "3", "--size", "200x200", "--basemap", "none"]
    try expect(place.run(["render", "in.csv", "-o", "out.html"] + words).status, equals: 0)
    try expect(place.run(["render", "in.csv", "-o", "out.png"] + words).status, equals: 0)
    let page = place.text("out.html")
    let picture = try #require(place.read("out.png")).base64EncodedString()
    #expect(page.contains("src=\"data:image/png;base64,\(picture)\""))
    #expect(page.contains("alt=\"3 points: one cluster, one single point. "))
    try place.run(["render", "in.csv", "-o", "mail.html", "--html-image", "cid:map"] + words).succeeding()
    expect(
      place.text("mail.html"), equals: page.replacing("data:image/png;base64,\(picture)", with: "cid:map"))
    // At zoom 3 the world is 4,096 points wide.
    let middle = 100 + (13.405 - 8) / 360 * 4096
    // Pins of southern points stand before others; their areas are the boxes of their drops.
    let pins = page.matches(of: #/<area shape="rect" coords="(\d+),\d+,(\d+),\d+" title="([^"]+)"/#)
    expect(pins.map { String($0.output.3) }, equals: ["Paris", "2 points"])
    let sides = try #require(
      pins.last.flatMap { pin in Int(pin.output.1).map { ($0, Int(pin.output.2) ?? 0) } })
    #expect(abs(Double(sides.0 + sides.1) / 2 - middle) <= 1)
    try place.run(["render", "in.csv", "-o", "discs.html", "--form", "bubble"] + words).succeeding()
    let discs = place.text("discs.html").matches(
      of: #/<area shape="circle" coords="(\d+),(\d+),\d+" title="([^"]+)"/#)
    expect(discs.map { String($0.output.3) }, equals: ["2 points", "Paris"])
    let cluster = try #require(discs.first.flatMap { Int($0.output.1) })
    #expect(abs(Double(cluster) - middle) <= 1)
  }

  @Test func `replaces what a link points to, and keeps its permissions`() throws {
    let place = try place()
    let outcome = try place.run(
      ["render", "in.csv", "-o", "link.png"] + small,
      before:
        "mkdir deep && echo former >deep/real.png && chmod 640 deep/real.png && ln -s deep/real.png link.png")
    #expect((outcome.status, outcome.errors) == (0, ""))
    try expect(
      FileManager.default.destinationOfSymbolicLink(atPath: place.path("link.png")), equals: "deep/real.png")
    expect(place.read("deep/real.png")?.starts(with: [0x89, 0x50, 0x4E, 0x47]), equals: true)
    try expect(mode(place.path("deep/real.png")), equals: 0o640)
    try expect(FileManager.default.contentsOfDirectory(atPath: place.path("deep")), equals: ["real.png"])
  }

  @Test func `makes what a dangling link points to, with the permissions of the umask`() throws {
    let place = try place()
    let outcome = try place.run(
      ["render", "in.csv", "-o", "link.png"] + small, before: "ln -s new.png link.png && umask 027")
    expect(outcome.status, equals: 0)
    try expect(
      FileManager.default.destinationOfSymbolicLink(atPath: place.path("link.png")), equals: "new.png")
    try expect(mode(place.path("new.png")), equals: 0o640)
    expect(place.names, equals: ["in.csv", "link.png", "new.png"])
  }

  @Test func `may have a name as long as names can be`() throws {
    let place = try place()
    let name = String(repeating: "n", count: 251) + ".png"
    try expect(place.run(["render", "in.csv", "-o", name] + small).status, equals: 0)
    expect(place.names, equals: ["in.csv", name])
  }

  @Test(
    arguments: commands(
      """
      -o in.csv --format png → in.csv: error: this is an input, too; name another output
      -o same.csv --format png → same.csv: error: this is an input, too; name another output
      -o a.json --format png --dump ./a.json → ./a.json: error: two results go here; give each a name of its own
      -o - --format png --dump - → standard output: error: two results go here; give each a name of its own
      """))
  func `never replaces an input or another output`(words: [String], message: String) throws {
    let place = try place()
    let outcome = try place.run(["render", "in.csv"] + words, before: "ln -s in.csv same.csv")
    #expect((outcome.status, outcome.lines) == (2, [message]))
    expect(place.text("in.csv"), equals: Sample.places)
  }

  @Test func `that finds the disk full leaves everything as it was`() throws {
    let place = try place()
    try place.write("out.png", "former")
    // One block of 512 or 1024 bytes is all a file may grow to.
    let limited = try place.run(
      ["render", "in.csv", "-o", "out.png"] + small + ["--compression", "0"], before: "ulimit -f 1")
    expect(limited.status, equals: 3)
    expect(
      limited.lines,
      equals: ["out.png: error: cannot write it: File too large; make room, or name another place"])
    #expect((place.names, place.text("out.png")) == (["in.csv", "out.png"], "former"))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: [
      ["render", "in.csv", "-o", "/dev/full", "--format", "png"],
      ["clusters", "in.csv", "-o", "/dev/full", "--format", "csv"],
      ["clusters", "in.csv"], ["--help"],
    ])
  func `to a full device is an error`(words: [String]) throws {
    let place = try place()
    let outcome = try place.run(words, redirections: ">/dev/full")
    #expect((outcome.status, outcome.lines.count) == (3, 1))
    outcome.errors.shows("error: cannot write it: No space left on device; make room")
  }

  @Test(arguments: ["clusters in.csv", "render in.csv -o - --format png", "help render", "check light"])
  func `to a reader that has gone ends quietly`(words: String) throws {
    let place = try place()
    let command = "\"$0\" \(words); echo $? >&2"
    // The reader goes before the first byte, and reports it in another pipe.
    let before = try place.shell(
      "mkfifo gone; { read line <gone; \(command); } | { exec <&-; echo gone >gone; }")
    expect(before.errors, equals: "0\n")
    // The reader goes after the first line.
    let after = try place.shell("{ \(command); } | head -n 1 >/dev/null")
    expect(after.errors, equals: "0\n")
  }

  @Test func `that is closed is an error, but no output is missed where a file is named`() throws {
    let place = try place()
    let closed = try place.run(["clusters", "in.csv"], redirections: ">&-")
    #expect((closed.status, closed.lines.count) == (3, 1))
    #expect(closed.errors.hasPrefix("standard output: error: cannot write it: Bad file descriptor"))
    for redirections in ["<&- >&-", "<&- >&- 2>&-", "2>&-"] {
      let outcome = try place.run(
        ["render", "in.csv", "gone=in.csv", "-o", "out.png", "--verbose"] + small, redirections: redirections)
      expect(outcome.status, equals: 0)
      expect(place.read("out.png")?.starts(with: [0x89, 0x50, 0x4E, 0x47]), equals: true)
      expect(
        place.read("out.png")?.suffix(8), equals: Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
    }
  }

  @Test func `needs no home and no environment`() throws {
    let place = try place()
    let outcome = try place.run(["render", "in.csv", "-o", "out.png"] + small, environment: [:])
    #expect((outcome.status, outcome.errors) == (0, ""))
    let elsewhere = try place.run(
      ["render", "in.csv", "-o", "other.png"] + small,
      environment: ["HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent", "TMPDIR": "/nonexistent"])
    #expect((elsewhere.status, elsewhere.errors) == (0, ""))
    expect(place.read("out.png"), equals: place.read("other.png"))
  }

  @Test func `of many views appears with all others or not at all`() throws {
    let place = try place()
    try place.write("old.png", "former")
    try place.write(
      "r.json",
      #"{"sources": {"in": "in.csv"}, "size": [64, 64], "padding": 4, "views": [{"output": "old.png"}, {"output": "new.svg"}, {"output": "/dev/full", "format": "png"}]}"#
    )
    let outcome = try place.run(["render", "--request", "r.json"])
    if FileManager.default.fileExists(atPath: "/dev/full") {
      expect(outcome.status, equals: 3)
      #expect((place.names, place.text("old.png")) == (["in.csv", "old.png", "r.json"], "former"))
    }
  }
}
