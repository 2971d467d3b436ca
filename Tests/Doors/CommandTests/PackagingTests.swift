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
      "share/fish/vendor_completions.d/clustersnap.fish", "share/doc/clustersnap/LICENSE",
      "share/doc/clustersnap/LICENSES.md", "share/doc/clustersnap/licenses/LGPL-2.1.txt",
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.path("usr/\(file)"))
      // Whoever installs may have a stricter umask than those who are to use it.
      let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue
      expect(permissions, equals: file.hasPrefix("bin/") ? 0o755 : 0o644)
      #expect((attributes[.size] as? NSNumber)?.intValue ?? 0 > 500, "\(file)")
    }
    try expect(place.shell("'\(place.folder)/usr/bin/clustersnap' --version").status, equals: 0)
  }

  /// Each library that is opened or linked, each text and each file that the page of licenses names.
  @Test func `has the licenses of what it is made of`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: URL(filePath: Workplace.checkout + path), encoding: .utf8)
    }
    let page = try text("Packaging/LICENSES.md")
    let names = page.matches(of: /`([A-Za-z]+\/[^`]*)`/).map { String($0.1) }
    for name in names {
      let path = name.hasPrefix("licenses/") ? "Packaging/" + name : name
      #expect(FileManager.default.fileExists(atPath: Workplace.checkout + path), "\(name)")
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: Workplace.checkout + "Packaging/licenses")
    {
      #expect(page.contains("`\(file)`"), "\(file)")
    }
    let sources = FileManager.default.enumerator(atPath: Workplace.checkout + "Sources")
    let opened = try #require(
      sources?.compactMap { $0 as? String }.first { $0.hasSuffix("CLibraries/libraries.c") })
    let libraries = try text("Sources/" + opened).matches(of: /\{"CLUSTERSNAP_[A-Z_]+",\s*\{"(lib[a-z0-9_]+)/)
    #expect(libraries.count >= 11)
    for library in libraries { #expect(page.contains(library.1), "\(library.1)") }
    // What Package.swift links, by the names of their pages.
    let linked = try text("Package.swift").matches(of: /pkgConfig: "([a-z0-9]+)/).map { String($0.1) }
    #expect(!linked.isEmpty)
    for name in linked {
      #expect(page.lowercased().contains(name.replacing(/^lib|3$/, with: "")), "\(name)")
    }
  }

  @Test(.wants(programs: ["make"])) func `has the version that the Makefile reads`() throws {
    let place = try Workplace()
    let shown = try place.run(["--version"]).text.split(whereSeparator: \.isWhitespace)
    let read = try place.shell(
      "make -s -n -p build 2>/dev/null | sed -n 's/^VERSION := //p'", in: Workplace.checkout)
    expect(read.outputLines, equals: [String(shown[1])])
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
      expect(outcome.status, equals: 0, "\(outcome.errors)")
      expect(place.text("out.txt"), equals: "status=2\nartifact=my-report-x-maps-a-b-1\n")
      #expect(
        outcome.outputLines.contains { $0.hasPrefix("::error file=my maps/a.json,line=3,title=a.png::") })
      #expect(
        outcome.outputLines.contains {
          $0.hasPrefix("::error title=clustersnap verify::some cases could not")
        })
      place.text("summary.md").shows("| missing | my maps/a.png |")
    }
    #expect(try act("nowhere").text.contains("::error title=clustersnap verify::nowhere: cannot be read"))
  }
}
