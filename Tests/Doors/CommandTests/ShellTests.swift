import Foundation
import TestSupport
import Testing

@Suite struct `Completions` {
  /// What bash proposes for the last of some words, after the completion was read by it.
  private func proposals(_ words: [String], in place: Workplace) throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try place.shell(
      """
      "$0" completions bash > completion.bash || exit 1
      bash -c '
        source ./completion.bash
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _clustersnap
        printf "%s\\n" "${COMPREPLY[@]}"
      ' - \(list)
      """)
    #expect((outcome.status, outcome.errors) == (0, ""))
    return outcome.outputLines.sorted()
  }

  @Test(
    .wants(programs: ["bash"]),
    arguments: [
      (["ren"], ["render"]),
      (["-q", "ch"], ["check"]),
      (["--vers"], ["--version"]),
      (["help", "pre"], ["presets"]),
      (["render", "--sty"], ["--style"]),
      (["render", "--style", "da"], ["dark", "data.csv"]),
      (["render", "--style", "=", "da"], ["dark", "data.csv"]),
      (["render", "--style=da"], ["--style=dark", "--style=data.csv"]),
      (["render", "--method", "d"], ["dbscan", "distance"]),
      (["render", "--preset", "amap-"], ["amap-distance"]),
      (["render", "--fit", "=", "r"], ["robust"]),
      (["render", "da"], ["data.csv"]),
      (["render", "--source", "places", "=", "da"], ["data.csv"]),
      (["render", "--fonts", "fo"], ["folder"]),
      (["render", "--zoom", ""], []),
      (["clusters", "--format", ""], ["csv", "geojson", "json"]),
      (["schema", "re"], ["request"]),
      (["completions", ""], ["bash", "fish", "zsh"]),
      (["manual", "dif"], []),
    ])
  func `of bash propose subcommands, options, words and files`(words: [String], expected: [String]) throws {
    let place = try Workplace(["data.csv": Sample.places, "folder/x": ""])
    try expect(proposals(["clustersnap"] + words, in: place), equals: expected)
  }

  @Test(.wants(programs: ["bash"])) func `of bash know every option that help lists`() throws {
    let place = try Workplace()
    for name in ["render", "clusters", "animate", "verify", "diff", "check", "tile"] {
      let help = try place.run(["help", name, "--all"]).text
      let listed = Set(help.matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/).map { String($0.1) })
      #expect(listed.count > 3)
      expect(Set(try proposals(["clustersnap", name, "--"], in: place)), equals: listed.union(["--help"]))
    }
  }

  @Test(.wants(programs: ["bash"])) func `of bash are sound scripts`() throws { try expectSound("bash") }

  @Test(.wants(programs: ["zsh"])) func `of zsh are sound scripts`() throws { try expectSound("zsh") }

  @Test(.wants(programs: ["fish"])) func `of fish are sound scripts`() throws { try expectSound("fish") }

  private func expectSound(_ shell: String) throws {
    let place = try Workplace()
    let outcome = try place.shell("\"$0\" completions \(shell) > script && \(shell) -n script")
    #expect((outcome.status, outcome.errors) == (0, ""))
    place.text("script").shows("several-groups")
  }

  @Test(
    .wants(programs: ["fish"]),
    arguments: [
      ("clustersnap ren", ["render"]), ("clustersnap render --style dar", ["dark"]),
      ("clustersnap render --preset amap-", ["amap-distance"]), ("clustersnap help pre", ["presets"]),
      ("clustersnap schema re", ["request"]), ("clustersnap clusters dat", ["data.csv"]),
    ])
  func `of fish propose subcommands, options, words and files`(line: String, expected: [String]) throws {
    let place = try Workplace(["data.csv": Sample.places])
    let outcome = try place.shell(
      "\"$0\" completions fish > c.fish; HOME=$PWD fish -c 'source c.fish; complete -C\"\(line)\"'")
    expect(
      outcome.outputLines.map { String($0.split(separator: "\t")[0]) }, equals: expected, "\(outcome.errors)")
  }

  @Test func `of an unknown shell are refused with a proposal`() throws {
    let place = try Workplace()
    try place.run(["completions", "zhs"]).reports(2, containing: "did you mean zsh?")
    try place.run(["completions"]).reports(
      "clustersnap: error: name one shell, such as clustersnap completions bash")
  }
}

@Suite struct `Manual pages` {
  @Test func `list every option of every subcommand`() throws {
    let place = try Workplace()
    try expect(place.shell("mkdir man && \"$0\" manual -o man").status, equals: 0)
    let pages = try FileManager.default.contentsOfDirectory(atPath: place.path("man")).sorted()
    let listed = try place.run(["--help"]).text.matches(of: /(?m)^  ([a-z]+) +[A-Z]/).map {
      "clustersnap-\($0.1).1"
    }
    expect(pages, equals: (listed + ["clustersnap.1"]).sorted())
    #expect(listed.contains("clustersnap-render.1"))
    for page in pages where page != "clustersnap.1" {
      let name = String(page.dropLast(2).dropFirst("clustersnap-".count))
      let help = try place.run(["help", name, "--all"]).text
      let text = place.text("man/\(page)").replacing("\\-", with: "-")
      for option in help.matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/).map(\.1) {
        #expect(text.contains(option), "\(page) lacks \(option)")
      }
      #expect(text.utf8.allSatisfy { $0 < 0x80 })
      #expect(text.contains(".SH EXIT STATUS"))
      try expect(place.run(["manual", name]).text, equals: place.text("man/\(page)"))
    }
  }

  @Test(.wants(programs: ["groff", "troff", "grotty"])) func `are formatted without a warning`() throws {
    let place = try Workplace()
    try place.shell(
      "mkdir man && \"$0\" manual -o man && for page in man/*; do groff -man -ww -Tutf8 -z $page || exit 1; done"
    ).succeedingQuietly()
  }

  @Test(.wants(programs: ["groff", "troff", "grotty"])) func `show options, values and defaults to a reader`()
    throws
  {
    let place = try Workplace()
    let text = try place.shell("\"$0\" manual render | GROFF_NO_SGR=1 groff -man -Tascii -P-cbou").text
    for part in ["--zoom Z", "--fit[=all|robust]", "-o, --output OUT", "SEE ALSO", "clustersnap-check(1)"] {
      #expect(text.contains(part))
    }
  }

  @Test func `of nothing are refused`() throws {
    let place = try Workplace()
    #expect(try place.run(["manual", "rendr"]).errors.contains("did you mean render?"))
    try expect(place.run(["manual", "render", "check"]).status, equals: 2)
    try expect(place.run(["manual", "-o", "missing"]).status, equals: 3)
    #expect(try place.run(["manual", "render", "-o", "."]).errors.contains("leave out render"))
    expect(place.names, equals: [])
  }
}
