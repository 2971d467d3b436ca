import Foundation
import TestSupport
import Testing

@Suite struct `On a bad day` {
  @Test(arguments: [5, 6, 7, 8, 10, 14])
  func `too few files that may be open are reported in words`(limit: Int) throws {
    let place = try Workplace(["in.csv": Sample.places])
    for words in ["render in.csv -o a.png", "verify .", "--version"] {
      // The shell needs files of its own to redirect, so it does that before.
      let outcome = try place.shell("ulimit -n \(limit); exec \"$0\" \(words)")
      #expect((outcome.status, outcome.signal) == (3, nil))
      expect(outcome.lines.count, equals: 1)
      outcome.errors.shows("ulimit -n 64")
    }
    expect(place.names, equals: ["in.csv"])
  }

  @Test func `too small a stack is reported in words, and a limit that may be raised is`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    for limit in [128, 256, 511] {
      try place.shell("ulimit -s \(limit); exec \"$0\" render in.csv -o a.png")
        .reports(
          3,
          "clustersnap: error: the stack may have only \(limit) kB; allow 512 at least, as with ulimit -s 1024"
        )
    }
    expect(place.names, equals: ["in.csv"])
    for limit in ["-S -s 256", "-s 1024"] {
      try place.shell("ulimit \(limit); exec \"$0\" render in.csv -o a.png").succeeding()
    }
  }

  @Test func `as many files as may be open are used`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    try place.shell("ulimit -S -n 6; exec \"$0\" render in.csv -o a.png").succeeding()
    try place.shell("ulimit -n 64; exec \"$0\" render in.csv -o b.png --threads 8").succeeding()
    expect(place.read("a.png"), equals: place.read("b.png"))
  }

  #if os(Linux)
    @Test(.disabled(if: Sanitizer.isWatching, "its own memory is beyond the limit"))
    func `too little memory is reported in words`() throws {
      let rows = (0..<1_000_000).map { "\($0 % 360 - 180),\($0 % 170 - 85),name \($0)\n" }
      let place = try Workplace(["in.csv": "lon,lat,name\n" + rows.joined()])
      var isRefused = false
      for limit in stride(from: 110_000, through: 200_000, by: 10_000) {
        let outcome = try place.shell(
          "ulimit -v \(limit); exec \"$0\" render in.csv --basemap none --threads 1 -o a.png")
        // Below, the loader finds no room for the libraries.
        guard outcome.status != 127 else { continue }
        expect(outcome.signal, equals: nil, "\(limit): \(outcome.errors)")
        if outcome.status == 0 { break }
        #expect((outcome.status, outcome.lines.count) == (3, 1), "\(limit): \(outcome.errors)")
        isRefused = isRefused || outcome.errors.contains("the system gives no more memory (")
        expect(place.names, equals: ["in.csv"])
      }
      #expect(isRefused)
    }
  #endif

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func `a full standard output ends verify with 3`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    try place.write("case.json", #"{"sources":{"a":"in.csv"},"basemap":"none","views":[{"size":[60,40]}]}"#)
    try expect(place.run(["verify", "case.json", "--record", "missing"], environment: [:]).status, equals: 0)
    let full = try place.run(["verify", "case.json"], redirections: ">/dev/full")
    full.reports(3, containing: "standard output: error: cannot write it")
    let closed = try place.shell("\"$0\" verify case.json | true; exit 0")
    expect(closed.errors, equals: "")
  }

  @Test func `names that are not UTF-8 are reported by verify`() throws {
    let place = try Workplace(["cases/in.csv": Sample.places])
    try place.write(
      "cases/a.json", #"{"sources":{"a":"in.csv"},"basemap":"none","views":[{"size":[60,40]}]}"#)
    try expect(place.run(["verify", "cases", "--record", "missing"], environment: [:]).status, equals: 0)
    let made = try place.shell(
      "cp cases/a.json \"$(printf 'cases/b\\344.json')\" && touch \"$(printf 'cases/\\377.txt')\"")
    // A file system may refuse such names.
    guard made.status == 0 else { return }
    let outcome = try place.run(["verify", "cases"])
    expect(outcome.status, equals: 2)
    expect(outcome.errors, equals: "cases/b\u{FFFD}.json: error: the name is not UTF-8; rename the file\n")
  }

  @Test(.wants(.curl)) func `a scheme in capitals is the same scheme`() throws {
    let place = try Workplace(["in.csv": Sample.places])
    let server = try LoopbackServer { _, _ in .answer(404) }
    let address = "HTTP://127.0.0.1:\(server.port)"
    for basemap in ["\(address)/{z}/{x}/{y}.png", "PMTILES://\(address)/a.pmtiles"] {
      let outcome = try place.run([
        "render", "in.csv", "--basemap", basemap, "-o", "a.png", "--center", "0,0", "--zoom", "0",
      ])
      outcome.errors.hides("scheme is not fetched", "No such file")
    }
    #expect(server.counts["/a.pmtiles"] != nil)
    #expect(server.counts.keys.contains { $0.hasSuffix(".png") })
  }

  @Test func `a zero byte cuts no name`() throws {
    let place = try Workplace(["in.csv": Sample.places, "tiles/{z}/x": ""])
    func request(_ source: String, _ basemap: String, _ output: String) throws -> Outcome {
      try place.write(
        "request.json",
        #"{"sources":{"a":"\#(source)"},"basemap":"\#(basemap)","views":[{"size":[60,40],"output":"\#(output)"}]}"#
      )
      return try place.run(["render", "--request", "request.json"])
    }
    for (source, basemap, output) in [
      (#"in.csv\u0000.txt"#, "none", "a.png"), ("in.csv", #"tiles/{z}/{x}/{y}\u0000.png"#, "a.png"),
      ("in.csv", #"http://127.0.0.1:9/\u0000{z}/{x}/{y}"#, "a.png"), ("in.csv", "none", #"a\u0000b.png"#),
    ] {
      let outcome = try request(source, basemap, output)
      outcome.reports(2, containing: "zero byte")
    }
    #expect(!place.names.contains { $0.hasPrefix("a") })
  }
}
