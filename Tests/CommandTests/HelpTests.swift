import Foundation
import TestSupport
import Testing

@Suite struct `Help` {
  private static let subcommands = [
    "render", "clusters", "diff", "verify", "check", "eval", "schema", "completions", "manual",
  ]

  @Test func `lists the subcommands`() throws {
    let place = try Workplace()
    let help = try place.run(["--help"])
    #expect((help.status, help.errors) == (0, ""))
    for name in Self.subcommands { #expect(help.text.contains("\n  \(name) ")) }
    #expect(try place.run(["help"]).output == help.output)
    #expect(try place.run(["-h"]).output == help.output)
    let bare = try place.run([])
    #expect((bare.status, bare.errors) == (2, help.text))
    #expect(bare.output.isEmpty)
  }

  @Test func `prints the version`() throws {
    let outcome = try Workplace().run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.text.wholeMatch(of: /clustersnap \d+\.\d+\.\d+( \([0-9a-f]{7,}(-dirty)?\))?\n/) != nil)
  }

  @Test(arguments: subcommands + ["animate", "tile"])
  func `lists for every subcommand what may stand before it`(name: String) throws {
    let place = try Workplace()
    let help = try place.run(["help", name]).text
    for option in ["-q, --quiet", "-v, --verbose", "--strict", "--diagnostics"] {
      #expect(help.contains("\n  \(option) "))
    }
    #expect(try place.run(["-q", "--verbose", "--strict", name, "--help"]).text == help)
  }

  @Test(arguments: subcommands)
  func `of a subcommand is the same however it is asked for`(name: String) throws {
    let place = try Workplace()
    let help = try place.run(["help", name])
    #expect((help.status, help.errors) == (0, ""))
    for words in [
      [name, "--help"], [name, "-h"], ["--help", name], [name, "--help", "--nonsense"],
    ] {
      #expect(try place.run(words).output == help.output)
    }
    #expect(help.text.lacks("\nUsage: clustersnap \(name) ", "\nExample:\n") == nil)
    let lines = help.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 120 })
  }

  @Test(arguments: ["render", "clusters"])
  func `names the default of every option that takes a value`(name: String) throws {
    let help = try Workplace().run(["help", name]).text
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
    let run = try place.run(["help", topic])
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n").dropFirst()
    #expect(lines.count >= 7)
    #expect(lines.allSatisfy { $0.count <= 100 && $0.hasPrefix("  ") })
    for line in lines {
      let name = String(line.split(separator: " ")[0])
      let drawn = try place.run([
        "render", "in.csv", option, name, "-o", "a.svg", "--basemap", "none", "--quiet", "--size", "60x40",
      ])
      #expect(drawn.status == 0, "\(name): \(drawn.errors)")
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
    let outcome = try place.shell(script, in: Workplace.checkout)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
