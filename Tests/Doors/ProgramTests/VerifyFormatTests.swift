import Foundation
import TestSupport
import Testing

@Suite struct `clustersnap verify of other formats` {
  @Test func `compares HTML as text, and both pictures of a pair of themes`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("page", #", "format": "html""#)
    try folder.addCase("pair", #", "themes": ["light", "dark"], "golden": {"formats": ["png", "svg"]}"#)
    try folder.run("verify . --record missing").succeeding()
    expect(
      folder.names.filter { $0.hasPrefix("p") && !$0.hasSuffix(".json") && !$0.hasSuffix(".csv") }.sorted(),
      equals: ["page.html", "pair-dark.png", "pair-light.png", "pair.svg"])
    try folder.run("render --request pair.json -o out.png").succeeding()
    for theme in ["light", "dark"] {
      try expect(
        folder.run("diff pair-\(theme).png out-\(theme).png").text, equals: "equal: no pixel differs\n")
    }
    try expect(folder.run("diff pair-light.png pair-dark.png").status, equals: 1)
    try folder.write("page.html", folder.text("page.html").replacing("<map", with: "<map "))
    let outcome = try folder.run("verify . --report out")
    expect(outcome.status, equals: 1)
    expect(
      outcome.outputLines.first?.hasPrefix("different       page.html: 1 line less and 1 line more"),
      equals: true)
    folder.text("out/index.html").shows("<a href=\"golden/page.html\">open golden</a>")
  }

  @Test(.wants(.webp, .jpeg, .avif)) func `compares WebP, JPEG and AVIF by their pixels`() throws {
    let folder = try Workplace.ofGoldens()
    let formats = [("webp", "webp"), ("jpeg", "jpg"), ("avif", "avif")]
    for (format, _) in formats { try folder.addCase(format, #", "format": "\#(format)""#) }
    try folder.run("verify . --record missing").succeeding()
    for (format, ending) in formats {
      try folder.run("render --request \(format).json -o out.\(ending)").succeeding()
      expect(folder.read("out.\(ending)"), equals: folder.read("\(format).\(ending)"))
    }
    try folder.run("verify .").succeeding()
    try folder.addCase("jpeg", #", "format": "jpeg", "background": "red""#)
    let outcome = try folder.run("verify . --report out")
    #expect(
      outcome.outputLines.contains {
        $0.hasPrefix("different       jpeg.jpg: ") && $0.contains("pixels differ")
      })
    #expect(outcome.outputLines.contains("same            avif.avif"))
    expect(folder.read("out/difference/jpeg.jpg.png")?.prefix(4), equals: Data([0x89, 0x50, 0x4E, 0x47]))
    // Without the library it cannot be compared, and is not recorded over.
    let golden = folder.read("jpeg.jpg")
    let hidden = try folder.run("verify jpeg.json --record failed", environment: ["CLUSTERSNAP_JPEG": ""])
    #expect((hidden.status, folder.read("jpeg.jpg")) == (2, golden))
    hidden.text.shows("libjpeg-turbo is missing")
  }

  @Test func `compares PDF where it has the same bytes, and else with poppler alone`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("map", #", "format": "pdf""#)
    try folder.run("verify . --record missing").succeeding()
    try expect(folder.run("verify .").succeeding().outputLines.first, equals: "same            map.pdf")
    try folder.addCase("map", #", "format": "pdf", "background": "red""#)
    let before = folder.read("map.pdf")
    let outcome = try folder.run("verify . --record failed")
    #expect((outcome.status, folder.read("map.pdf")) == (2, before))
    expect(outcome.outputLines.first?.contains("poppler is missing, which draws PDF"), equals: true)
  }

  @Test(.wants(.poppler)) func `compares PDF page by page`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("map", #", "format": "pdf""#)
    try folder.run("verify . --record missing").succeeding()
    let whole = try #require(folder.read("map.pdf"))
    // A comment at the end changes no page.
    try folder.write("map.pdf", whole + Data("% another program\n".utf8))
    try folder.run("verify .").succeeding()
    try folder.addCase("map", #", "format": "pdf", "background": "red""#)
    let outcome = try folder.run("verify . --report out")
    expect(outcome.status, equals: 1)
    expect(outcome.outputLines.first?.contains(" of 3072 pixels differ"), equals: true)
    expect(
      folder.read("out/difference/map.pdf.png")?[16..<24].map { $0 }, equals: [0, 0, 0, 192, 0, 0, 0, 48])
  }

  @Test func `holds the film of a story against its frames`() throws {
    let story =
      #"{"sources": {"p": {"points": [[1, 1], [2, 2]]}}, "size": [60, 50], "center": [1, 1], "zoom": 3, "basemap": "none", "fps": 5, "golden": {"formats": ["apng", "png"]}, "steps": [{"add": true}, {"snapshot": "a"}, {"zoom": 5}, {"snapshot": "b"}]}"#
    let folder = try Workplace(["story.json": story])
    try folder.run("verify . --record missing").succeeding()
    try folder.run("animate story.json -o film.png").succeeding()
    #expect(try folder.run("diff film.png story.apng").text.hasPrefix("equal: no pixel differs in "))
    try folder.write("story.json", story.replacing(#""none""#, with: #""none", "background": "red""#))
    let outcome = try folder.run("verify .")
    expect(
      outcome.outputLines.first?.contains(#/different +story\.apng: frame 1 of \d+, and \d+ more: /#),
      equals: true)
    expect(outcome.outputLines.dropFirst().first?.hasPrefix("different       story.png: "), equals: true)
    try folder.write("story.json", story.replacing(#""fps": 5"#, with: #""fps": 10"#))
    #expect(try folder.run("verify .").text.contains(/story.apng: \d+ frames, and the golden has \d+/))
  }

  @Test func `meets a golden of hexagons in any order of rows`() throws {
    var generator = Seeded(seed: 56)
    var rows = (0..<600).map { _ in
      "\(Double.random(in: -10...30, using: &generator)),\(Double.random(in: 36...60, using: &generator))\n"
    }
    let folder = try Workplace([
      "hex.json":
        #"{"sources": {"p": "p.csv"}, "size": [300, 200], "basemap": "none", "cluster": {"p": {"method": "hex"}}}"#,
      "p.csv": "lon,lat\n" + rows.joined(),
    ])
    try folder.run("verify . --record missing").succeeding()
    for _ in 0..<3 {
      rows.shuffle(using: &generator)
      try folder.write("p.csv", "lon,lat\n" + rows.joined())
      try expect(folder.run("verify .").succeeding().outputLines.last, equals: "1 case: 1 same")
    }
  }

  @Test func `keeps goldens of a platform apart`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("map")
    try folder.run("verify . --record missing").succeeding()
    let golden = folder.read("map.png")
    #if canImport(Darwin)
      let (system, foreign) = ("macos", "map.linux-arm64.png")
    #else
      let (system, foreign) = ("linux", "map.macos-arm64.png")
    #endif
    try folder.write(foreign, "x")
    try folder.addCase("map", #", "background": "red""#)
    #expect(
      try folder.run("verify . --platform").errors.contains("--platform is for goldens that are recorded"))
    try folder.run("verify . --record failed --platform").succeeding()
    #expect((folder.read("map.png"), folder.text(foreign)) == (golden, "x"))
    let outcome = try folder.run("verify . --report out").succeeding()
    expect(outcome.outputLines.first?.hasPrefix("same            map.\(system)-"), equals: true)
    expect(outcome.outputLines.last, equals: "1 case: 1 same")
    #expect(folder.text("out/report.json").contains(foreign.dropFirst(4).dropLast(4)))
    folder.text("out/report.json").shows(#""drawnBy": {"#)
  }

  @Test func `compares again when a file changes`() throws {
    let folder = try Workplace.ofGoldens()
    try folder.addCase("map")
    try folder.run("verify . --record missing").succeeding()
    let server = try folder.run("verify . --watch", environment: ["CI": "true"])
    #expect((server.status, server.errors.contains("CI=true is set, where nobody would end it")) == (2, true))
    let running = try folder.start(["verify", ".", "--watch", "--markdown", "seen.md"])
    defer { _ = try? running.end(by: SIGKILL) }
    func waits(for text: String) -> Bool {
      for _ in 0..<600 {
        if folder.text("seen.md").contains(text) { return true }
        usleep(100_000)
      }
      return false
    }
    #expect(waits(for: "1 case: 1 same"))
    try folder.write("points.csv", "id,lon,lat\na,10,50\nc,12,51\n")
    #expect(waits(for: "1 case: 1 different"))
    try folder.addCase("other")
    #expect(waits(for: "2 cases: 1 different, 1 missing"))
    try folder.write("map.json", "{")
    #expect(waits(for: "1 not comparable"))
  }
}
