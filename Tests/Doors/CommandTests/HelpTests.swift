import Foundation
import TestSupport
import Testing

@Suite struct `Help` {
  private static let subcommands = [
    "render", "clusters", "diff", "verify", "check", "eval", "schema", "completions", "manual",
  ]

  @Test func `lists the subcommands`() throws {
    let place = try Workplace()
    let help = try place.run(["--help"]).succeedingQuietly()
    for name in Self.subcommands { #expect(help.text.contains("\n  \(name) ")) }
    try expect(place.run(["help"]).output, equals: help.output)
    try expect(place.run(["-h"]).output, equals: help.output)
    let bare = try place.run([])
    expect(bare.status, equals: 2)
    expect(bare.lines.count, equals: 5)
    #expect(bare.output.isEmpty)
  }

  @Test func `explains what is used most, and lists the rest by its headings`() throws {
    let place = try Workplace()
    let help = try place.run(["help", "render"]).text
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    // An example is one line.
    #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("  clustersnap ") })
    let most = lines.drop { $0 != "Most used" }.dropFirst().prefix { !$0.isEmpty }
    expect(most.count { $0.hasPrefix("  -") }, equals: 10)
    #expect(lines.count < 100)
    let whole = try place.run(["help", "render", "--all"]).text
    let listed = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
    for option in whole.matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/).map(\.1) where option != "--help" {
      #expect(listed.contains(String(option)), "\(option)")
    }
  }

  @Test func `of one option names its words, default, subcommands and member`() throws {
    let place = try Workplace()
    for word in ["--cell-size", "cell-size", "cellSize"] {
      let help = try place.run(["help", word])
      expect(help.status, equals: 0)
      #expect(help.text.hasPrefix("--cell-size P\n  Side of a cell"))
      help.text.shows("  Of render, clusters, animate")
      help.text.shows("In documents: \"cellSize\": ")
    }
    #expect(
      try place.run(["help", "clustersnap:donut"]).text.hasPrefix("In documents: \"clustersnap:donut\""))
    try expect(place.run(["help", "--cell-sizes"]).status, equals: 2)
  }

  @Test func `of any other word lists the options and recipes in which it stands`() throws {
    let help = try Workplace().run(["help", "PMTiles"])
    expect(help.status, equals: 0)
    #expect(help.text.hasPrefix("help has no page named PMTiles. It stands in these options and recipes:\n"))
    for line in ["  --basemap ", "  recipe     3. Deliveries over streets"] {
      #expect(help.text.contains(line), "\(line)")
    }
  }

  @Test func `lists the recipes of the page`() throws {
    let help = try Workplace().run(["help", "recipes"]).text
    let page = try String(contentsOfFile: Workplace.checkout + "Documentation/recipes.md", encoding: .utf8)
    let titles = page.matches(of: /(?m)^## (.*)$/).map(\.1)
    expect(titles.count, equals: 54)
    for title in titles { #expect(help.contains(title + "\n  "), "\(title)") }
  }

  @Test func `has no sequences of terminals where it goes to none`() throws {
    #expect(try !Workplace().run(["help", "render"]).text.contains("\u{1B}"))
  }

  @Test func `prints the version`() throws {
    let outcome = try Workplace().run(["--version"]).succeeding()
    #expect(outcome.text.wholeMatch(of: /clustersnap \d+\.\d+\.\d+( \([0-9a-f]{7,}(-dirty)?\))?\n/) != nil)
  }

  @Test(arguments: subcommands + ["animate", "tile"])
  func `lists for every subcommand what may stand before it`(name: String) throws {
    let place = try Workplace()
    let help = try place.run(["help", name, "--all"]).text
    for option in ["-q, --quiet", "-v, --verbose", "--strict", "--diagnostics"] {
      #expect(help.contains("\n  \(option) "))
    }
    try expect(place.run(["-q", "--verbose", "--strict", name, "--help", "--all"]).text, equals: help)
  }

  @Test(arguments: subcommands)
  func `of a subcommand is the same however it is asked for`(name: String) throws {
    let place = try Workplace()
    let help = try place.run(["help", name]).succeedingQuietly()
    for words in [
      [name, "--help"], [name, "-h"], ["--help", name], [name, "--help", "--nonsense"],
    ] {
      try expect(place.run(words).output, equals: help.output)
    }
    help.text.shows("\nUsage: clustersnap \(name) ", "\nExample:\n")
    let lines = help.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("  ") })
  }

  @Test(arguments: ["render", "clusters"])
  func `names the default of every option that takes a value`(name: String) throws {
    let help = try Workplace().run(["help", name, "--all"]).text
    var options: [String] = []
    var current = ""
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  -") {
        options.append(current)
        current = ""
      }
      current += line + " "
    }
    let valued = options.filter {
      $0.contains(/^  (-\w, )?--[a-z-]+(\[=| )[A-Z\[a-z]/) && !$0.contains("-o, --output OUT")
    }
    #expect(valued.count > 30)
    for option in valued where option.firstMatch(of: /--[a-z-]+(\[=|\ [A-Z])/) != nil {
      #expect(option.contains("(default: "))
    }
  }

  @Test(arguments: [
    ("presets", "--preset"), ("methods", "--method"), ("styles", "--style"), ("palettes", "--palette"),
  ])
  func `lists what options choose from, a line each, and only what they take`(topic: String, option: String)
    throws
  {
    let place = try Workplace()
    // The style donut draws shares of a magnitude.
    try place.write("in.csv", "id,lon,lat,mag\na,10,20,3\nb,11,20,5\n")
    let run = try place.run(["help", topic]).succeeding()
    let lines = run.text.split(separator: "\n").dropFirst()
    #expect(lines.count >= 7)
    #expect(lines.allSatisfy { $0.count <= 100 && $0.hasPrefix("  ") && $0.split(separator: " ").count > 1 })
    // Of fifty palettes the first ones: each has a test of its own.
    for line in lines.prefix(20) {
      let name = String(line.split(separator: " ")[0])
      let drawn = try place.run([
        "render", "in.csv", option, name, "-o", "a.svg", "--basemap", "none", "--quiet", "--size", "60x40",
      ])
      expect(drawn.status, equals: 0, "\(name): \(drawn.errors)")
    }
    #expect(try place.run(["help", String(topic.dropLast(2))]).lines[0].contains("did you mean \(topic)?"))
  }

  @Test(arguments: ["render", "clusters", "check", "eval", "schema"])
  func `has an example that works from the checkout`(name: String) throws {
    let place = try Workplace()
    let help = try place.run(["help", name]).text
    let example = try #require(help.split(separator: "Example:\n").last)
      .split(separator: "\n")[0].trimmingCharacters(in: .whitespaces)
    #expect(example.contains("clustersnap \(name)"))
    // The example as it stands, but for where its picture goes.
    let script = example.replacing("clustersnap ", with: "\"$0\" ").replacing(
      "-o ", with: "-o '\(place.folder)'/")
    try place.shell(script, in: Workplace.checkout).succeeding()
  }
}
