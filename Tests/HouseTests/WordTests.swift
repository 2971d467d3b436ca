import Foundation
import Testing

/// Comments and messages in the field's own words.
@Suite struct `Words` {
  /// Verbs of speaking for code, and figures of speech.
  nonisolated(unsafe) private static let unwanted =
    /\b([Tt]ells?|[Tt]elling|[Tt]old|[Ss]aid|[Ss]ays|[Ww]ish(es)?|[Pp]atience|[Hh]omeless)\b/

  /// The same, and the shortest of these verbs.
  nonisolated(unsafe) private static let unwantedInTests =
    /\b([Tt]ells?|[Tt]elling|[Tt]old|[Ss]aid|[Ss]ays?|[Ww]ish(es)?|[Pp]atience|[Hh]omeless|of old)\b/

  private static func faults(in lines: [Substring], of path: String) -> [String] {
    lines.enumerated().compactMap { index, line in
      // Documents do speak.
      let rest = line.replacing("specification says", with: "")
      return rest.firstMatch(of: unwanted).map { "\(path):\(index + 1): \($0.output.0)" }
    }
  }

  @Test func `of sources and pages are plain`() throws {
    var faults: [String] = []
    for source in try Checkout.sources(in: "Sources") {
      faults += Self.faults(in: source.lines, of: source.path)
    }
    for page in [
      "README.md", "CHANGELOG.md", "Documentation/requests.md", "Documentation/scenarios.md",
      "Documentation/recipes.md", "Sources/MapSettings/MapSettings.docc/Settings.md",
    ] {
      let text = try String(contentsOf: Checkout.root.appending(path: page), encoding: .utf8)
      faults += Self.faults(in: text.split(separator: "\n", omittingEmptySubsequences: false), of: page)
    }
    #expect(faults == [], "write what code does: it sets, reports, warns, decides")
    #expect(
      Self.faults(in: ["/// It says so, as the specification says.", "/// Sets it."], of: "a").count == 1)
  }

  /// Names of tests, and words of comments, that only tests have.
  @Test func `of tests are plain, names and comments`() throws {
    var faults: [String] = []
    var names = 0
    for source in try Checkout.sources(in: "Tests") where source.path.hasSuffix(".swift") {
      // This file names what is unwanted.
      if source.path.hasSuffix("/WordTests.swift") { continue }
      for (index, line) in source.lines.enumerated() {
        let text = line.drop(while: \.isWhitespace)
        // Names in backticks are of suites and tests; others are words of code.
        let name = line.contains("`") ? line.firstMatch(of: /(?:func|struct) `([^`]+)`/)?.output.1 : nil
        if name != nil { names += 1 }
        guard let words = name ?? (text.hasPrefix("//") ? text : nil) else { continue }
        if let word = words.firstMatch(of: Self.unwantedInTests) {
          faults.append("\(source.path):\(index + 1): \(word.output.0)")
        }
      }
    }
    #expect(faults == [], "write what a test expects: it sets, reports, warns, draws")
    #expect(names > 1500)
  }

  @Test func `of documentation are more than a name`() throws {
    var faults: [String] = []
    for source in try Checkout.sources(in: "Sources") where source.path.hasSuffix(".swift") {
      for (index, line) in source.lines.enumerated() {
        let text = line.drop(while: \.isWhitespace)
        guard text.hasPrefix("/// "), index + 1 < source.lines.count else { continue }
        // One line above a public declaration.
        let next = source.lines[index + 1].drop(while: \.isWhitespace)
        let isAlone = index == 0 || !source.lines[index - 1].drop(while: \.isWhitespace).hasPrefix("///")
        if isAlone, next.hasPrefix("public "), text.dropFirst(4).split(separator: " ").count < 2 {
          faults.append("\(source.path):\(index + 1): \(text)")
        }
      }
    }
    #expect(faults == [], "write meaning, unit, range or errors")
  }
}
