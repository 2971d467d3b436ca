import Foundation
import ImageDiff
import TestSupport
import Testing

@testable import GoldenCases

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct `Golden report` {
  private static let outcomes: [GoldenOutcome] = {
    let golden = GoldenCase(
      requestPath: "maps/it's <a>.json", format: .svg, goldenPath: "maps/it's <a>.svg",
      settings: .within(0, reason: "a & b"))
    var files = GoldenOutcome.Files()
    (files.golden, files.new) = ("golden.svg", "new.svg")
    let lines = LineDifference(expected: Array("a\u{1}\n".utf8), actual: Array("<b>\n".utf8))
    var outcomes = [
      GoldenOutcome(
        name: golden.goldenPath, golden: golden,
        verdict: lines.map { .different(.lines($0)) } ?? .same),
      GoldenOutcome(name: "maps/b.png", golden: nil, verdict: .stale),
      GoldenOutcome(name: "c.png", golden: nil, verdict: .missing),
      GoldenOutcome(name: "maps/d.png", golden: golden, verdict: .same),
      GoldenOutcome(
        name: "maps/e.png", golden: nil, verdict: .notComparable(.badCase("e.json: \"no\"\nline"))),
      GoldenOutcome(name: "maps/f.png", golden: nil, verdict: .missing, isRecorded: true),
    ]
    outcomes[0].files = files
    outcomes[3].files.golden = files.golden
    return outcomes
  }()

  @Test func `is JUnit XML that parsers read`() throws {
    let document = try XMLDocument(data: Data(jUnitReport(of: Self.outcomes)))
    let suites = try document.nodes(forXPath: "/testsuites/testsuite").compactMap { $0 as? XMLElement }
    expect(suites.map { $0.attribute(forName: "name")?.stringValue }, equals: ["maps", "."])
    let counts = ["tests", "failures", "errors", "skipped"]
    expect(counts.map { suites[0].attribute(forName: $0)?.stringValue }, equals: ["5", "1", "1", "1"])
    expect(
      counts.map { document.rootElement()?.attribute(forName: $0)?.stringValue },
      equals: ["6", "1", "2", "1"])
    let failure = try #require(try document.nodes(forXPath: "//failure").first as? XMLElement)
    expect(failure.stringValue?.hasPrefix("@@ -1,2 +1,2 @@\n-a\u{FFFD}\n+<b>"), equals: true)
    let error = try #require(try document.nodes(forXPath: "//error").first as? XMLElement)
    expect(error.attribute(forName: "message")?.stringValue, equals: "e.json: \"no\"\nline")
    try expect(document.nodes(forXPath: "//testcase[@name=\"it's <a>.svg\"]").count, equals: 1)
  }

  @Test func `is JSON`() throws {
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(jsonReport(of: Self.outcomes))) as? [String: Any])
    let summary = try #require(root["summary"] as? [String: Int])
    expect(
      summary,
      equals: [
        "cases": 5, "different": 1, "missing": 1, "notComparable": 1, "stale": 1, "recorded": 1, "same": 1,
        "warnings": 0,
      ])
    let cases = try #require(root["cases"] as? [[String: Any]])
    expect(
      cases.map { $0["status"] as? String },
      equals: [
        "different", "stale", "missing", "same", "notComparable", "recorded",
      ])
    #expect((cases[0]["removedLines"] as? Int, cases[0]["reason"] as? String) == (1, "a & b"))
  }

  @Test func `is one page that fetches nothing`() {
    let page = String(decoding: htmlReport(of: Self.outcomes), as: UTF8.self)
    #expect(page.contains("default-src 'none'; img-src data: file: 'self';"))
    page.hides("http://", "https://", "src=\"/")
    page.shows("maps/it&#39;s &lt;a&gt;.svg")
    page.hides("<a>")
    #expect(
      page.contains("clustersnap verify &#39;maps/it&#39;\\&#39;&#39;s &lt;a&gt;.json&#39; --record failed"))
    #expect(page.contains("Not exact: a &amp; b"))
  }

  @Test func `has warnings of cases and what could not be looked at`() throws {
    let note = CaseNote(text: "p.csv: 2 < 4", errorText: "")
    let outcomes = [GoldenOutcome(name: "a.png", golden: nil, verdict: .same, notes: [note])]
    let problems = ["b: error: \"no\" folder"]
    let document = try XMLDocument(data: Data(jUnitReport(of: outcomes, RunFacts(problems: problems))))
    try expect(document.nodes(forXPath: "//system-err").map(\.stringValue), equals: ["p.csv: 2 < 4"])
    try expect(document.nodes(forXPath: "//error/@message").map(\.stringValue), equals: problems)
    try expect(document.nodes(forXPath: "/testsuites/@errors").map(\.stringValue), equals: ["1"])
    try expect(document.nodes(forXPath: "/testsuites/@tests").map(\.stringValue), equals: ["2"])
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(jsonReport(of: outcomes, RunFacts(problems: problems))))
        as? [String: Any])
    expect(root["problems"] as? [String], equals: problems)
    expect((root["cases"] as? [[String: Any]])?.first?["warnings"] as? [String], equals: [note.text])
    let page = String(decoding: htmlReport(of: outcomes, RunFacts(problems: problems)), as: UTF8.self)
    page.shows("p.csv: 2 &lt; 4", "b: error: &quot;no&quot; folder", "1 same; 1 warning")
  }

  @Test func `names version, platform and font, and platforms with goldens of their own`() throws {
    let document = try CaseDocument("{}", path: "maps/a.json") {
      ["maps/a.png", "maps/a.linux-arm64.png", "maps/a.macos-x86_64.png"].contains($0)
    }
    let golden = try #require(document.cases.first)
    let outcomes = [GoldenOutcome(name: golden.goldenPath, golden: golden, verdict: .same)]
    let facts = RunFacts(version: "1.2.3")
    #expect(
      facts.text.wholeMatch(of: #/clustersnap 1\.2\.3, (linux|macos)-\w+, Noto Sans( 2\.\d+)?/#) != nil)
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(jsonReport(of: outcomes, facts))) as? [String: Any])
    expect(
      root["drawnBy"] as? [String: String], equals: Dictionary(uniqueKeysWithValues: facts.drawnBy.map { $0 })
    )
    expect(
      (root["cases"] as? [[String: Any]])?.first?["platforms"] as? [String],
      equals: ["linux-arm64", "macos-x86_64"])
    let xml = try XMLDocument(data: Data(jUnitReport(of: outcomes, facts)))
    try expect(
      xml.nodes(forXPath: "//properties/property/@value").map(\.stringValue),
      equals: facts.drawnBy.map(\.value))
    let page = String(decoding: htmlReport(of: outcomes, facts), as: UTF8.self)
    page.shows("Drawn by \(facts.text)", "Goldens of platforms: linux-arm64, macos-x86_64")
    #expect(
      String(decoding: markdownReport(of: outcomes, facts), as: UTF8.self).hasSuffix(
        "Drawn by \(facts.text.replacing("_", with: "\\_")).\n"))
  }

  @Test func `marks lines of requests for GitHub Actions`() {
    let golden = GoldenCase(
      requestPath: "maps, 2/a.json", viewIndex: 1, line: 7, format: .png, goldenPath: "maps, 2/a-x.png")
    let note = CaseNote(text: "p.csv: 5 % skipped", errorText: "")
    let outcomes = [
      GoldenOutcome(name: golden.goldenPath, golden: golden, verdict: .missing, notes: [note]),
      GoldenOutcome(name: golden.goldenPath, golden: golden, verdict: .same),
      GoldenOutcome(
        name: "b.json", golden: nil, verdict: .notComparable(.badCase("b.json:3:9: error: no\nmember"))),
      GoldenOutcome(name: "c.png", golden: nil, verdict: .stale),
    ]
    expect(
      String(decoding: annotationReport(of: outcomes, RunFacts(problems: ["d: error"])), as: UTF8.self),
      equals: """
        ::error title=clustersnap verify::d: error
        ::error file=maps%2C 2/a.json,line=7,title=a-x.png::there is no golden; look at the picture and record it with --record missing
        ::warning file=maps%2C 2/a.json,line=7::p.csv: 5 %25 skipped
        ::error file=b.json,line=3,title=b.json::b.json:3:9: error: no%0Amember
        ::warning file=c.png,line=1::no case draws this golden; remove it

        """)
  }

  @Test func `in Markdown has first what differs`() {
    let verdicts: [GoldenVerdict] = [.stale, .missing, .same]
    let outcomes =
      verdicts.map { GoldenOutcome(name: "a.png", golden: nil, verdict: $0) } + [Self.outcomes[0]]
    let lines = String(decoding: markdownReport(of: outcomes), as: UTF8.self).split(separator: "\n")
    expect(lines.suffix(3).map { $0.prefix(7) }, equals: ["| diffe", "| missi", "| stale"])
  }

  @Test func `is a table in Markdown in which names are no markup`() {
    let text = String(decoding: markdownReport(of: Self.outcomes), as: UTF8.self)
    let lines = text.split(separator: "\n")
    expect(lines[0], equals: "### ❌ clustersnap verify")
    #expect(lines[1].hasPrefix("5 cases: "))
    expect(lines.count { $0.hasPrefix("| different |") }, equals: 1)
    #expect(!lines.contains { $0.hasPrefix("| same") })
    #expect(!text.contains("<a>"))
  }

  @Test func `in Markdown fails where no case was found`() {
    let text = String(
      decoding: markdownReport(of: [], RunFacts(problems: ["maps: cannot be read: No such <file>"])),
      as: UTF8.self)
    expect(
      text, equals: "### ❌ clustersnap verify\n\n0 cases\n\n- maps: cannot be read: No such &lt;file>\n")
  }

  @Test func `in Markdown lists at most twenty cases`() {
    let stale = (0..<500).map { number in
      GoldenOutcome(name: "maps/\(number).png", golden: nil, verdict: .stale)
    }
    let text = String(decoding: markdownReport(of: stale), as: UTF8.self)
    expect(text.split(separator: "\n").count { $0.hasPrefix("| stale") }, equals: 20)
    #expect(text.hasSuffix("\n… and 480 more\n"))
    #expect(text.count < 60_000)
  }

  @Test func `comes out the same every time`() {
    expect(htmlReport(of: Self.outcomes), equals: htmlReport(of: Self.outcomes))
    expect(jUnitReport(of: []), equals: jUnitReport(of: []))
  }

  static let browser = Program.first(of: ["chromium", "chromium-browser", "google-chrome", "chrome"])

  @Test(.wants(programs: [browser]), .timeLimit(.minutes(2)))
  func `works by keyboard in a browser, from disk`() throws {
    let place = try Workplace()
    // The page, and a user who presses keys and writes down what is seen.
    let user = """
      <pre id="seen"></pre><script>
      const seen = [];
      const press = (key) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const note = (what) => seen.push(what);
      const shown = () => [...document.querySelectorAll("article")].filter((a) => !a.hidden).map((a) => a.id).join();
      window.addEventListener("load", () => {
        note("start " + document.documentElement.dataset.filter + " " + shown());
        press("j"); note("j " + document.activeElement.id);
        const views = document.activeElement.querySelector(".views");
        press("2"); note("2 " + views.dataset.mode + " " + getComputedStyle(views.querySelector(".actual")).clipPath);
        press("ArrowLeft"); note("left " + getComputedStyle(views.querySelector(".actual")).clipPath);
        press("3"); note("3 " + views.dataset.mode + " " + getComputedStyle(views.querySelector(".actual")).animationName);
        press("1"); note("1 " + views.dataset.mode);
        for (const image of views.querySelectorAll("img")) image.style.width = "600px";
        note("fits " + (views.scrollWidth <= views.clientWidth) + " " + views.querySelectorAll("figure").length);
        for (const image of views.querySelectorAll("img")) image.style.width = "";
        press("j"); note("j " + document.activeElement.id);
        press("k"); note("k " + document.activeElement.id);
        press("f"); note("f " + document.documentElement.dataset.filter + " " + shown());
        const images = [...document.images];
        note("images " + images.length + " " + images.every((i) => i.complete && i.naturalWidth === 20));
        document.getElementById("seen").textContent = seen.join("|");
      });
      </script></body>
      """
    let page = String(decoding: htmlReport(of: Self.outcomes), as: UTF8.self)
    try place.write("index.html", page.replacing("</body>", with: user))
    for name in ["golden.svg", "new.svg"] {
      try place.write(name, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\"/>")
    }
    let options =
      "--headless --no-sandbox --disable-gpu --window-size=1200,900 --virtual-time-budget=2000 --dump-dom"
    let dom = try place.shell(
      "\(Self.browser) \(options) --user-data-dir='\(place.folder)/profile' 'file://\(place.folder)/index.html'"
    ).text
    let seen = try #require(dom.firstMatch(of: /<pre id="seen">([^<]*)<\/pre>/)).output.1
    expect(
      seen.split(separator: "|"),
      equals: [
        "start failing case-1,case-3,case-5", "j case-1", "2 slider inset(0px 0px 0px 50%)",
        "left inset(0px 0px 0px 45%)", "3 blink blink", "1 side", "fits true 2", "j case-3", "k case-1",
        "f different case-1", "images 3 true",
      ])
  }
}
