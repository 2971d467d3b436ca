import Foundation
import TestSupport
import Testing

@Suite struct `What is installed` {
  @Test func `is the binary, its manual pages and its completions`() throws {
    let place = try Workplace()
    let script = "umask 077; '\(Workplace.checkout)/Packaging/install.sh' \"$0\" '\(place.folder)/usr'"
    try place.shell(script).succeedingQuietly()
    for file in [
      "bin/clustersnap", "share/man/man1/clustersnap.1", "share/man/man1/clustersnap-render.1",
      "share/bash-completion/completions/clustersnap", "share/zsh/site-functions/_clustersnap",
      "share/fish/vendor_completions.d/clustersnap.fish",
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.path("usr/\(file)"))
      // Whoever installs may have a stricter umask than those who are to use it.
      let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue
      #expect(permissions == (file.hasPrefix("bin/") ? 0o755 : 0o644))
      #expect((attributes[.size] as? NSNumber)?.intValue ?? 0 > 500, "\(file)")
    }
    #expect(try place.shell("'\(place.folder)/usr/bin/clustersnap' --version").status == 0)
  }

  @Test(.wants(programs: ["make"])) func `has the version that the Makefile reads`() throws {
    let place = try Workplace()
    let shown = try place.run(["--version"]).text.split(whereSeparator: \.isWhitespace)
    let read = try place.shell(
      "make -s -n -p build 2>/dev/null | sed -n 's/^VERSION := //p'", in: Workplace.checkout)
    #expect(read.outputLines == [String(shown[1])])
    #expect(shown.count >= 2)
    let changes = try #require(FileManager.default.contents(atPath: Workplace.checkout + "CHANGELOG.md"))
    #expect(String(decoding: changes, as: UTF8.self).contains("\n## \(shown[1])"))
  }

  @Test(.wants(programs: ["bash"]))
  func `as an action takes names with blanks, marks lines, and names what it uploads`() throws {
    let place = try Workplace()
    try place.write(
      "my maps/a.json",
      "{\"sources\": {\"p\": {\"points\": [[1, 2]]}},\n \"views\": [\n {\"size\": [60, 50]}]}")
    func act(_ cases: String) throws -> Outcome {
      try place.write("out.txt", "")
      return try place.shell(
        """
        mkdir -p bin && ln -sf "$0" bin/clustersnap
        PATH="$PWD/bin:$PATH" CASES='\(cases)' REPORT='my report/x' GITHUB_JOB=maps MATRIX='a:b, 1' ARGUMENTS= \\
          GITHUB_OUTPUT=out.txt GITHUB_STEP_SUMMARY=summary.md \\
          bash '\(Workplace.checkout)/Packaging/release/verify-action.sh'
        """, programs: ["bash", "mktemp", "tr", "cat"])
    }
    for cases in ["my maps", "my maps/a.json\nmy maps\n"] {
      let outcome = try act(cases)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(place.text("out.txt") == "status=2\nartifact=my-report-x-maps-a-b-1\n")
      #expect(
        outcome.outputLines.contains { $0.hasPrefix("::error file=my maps/a.json,line=3,title=a.png::") })
      #expect(
        outcome.outputLines.contains {
          $0.hasPrefix("::error title=clustersnap verify::some cases could not")
        })
      #expect(place.text("summary.md").contains("| missing | my maps/a.png |"))
    }
    #expect(try act("nowhere").text.contains("::error title=clustersnap verify::nowhere: cannot be read"))
  }
}
