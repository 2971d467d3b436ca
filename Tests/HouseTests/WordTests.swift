import Foundation
import Testing

/// Comments and messages in the field's own words.
@Suite struct `Words` {
  /// Verbs of speaking for code, and figures of speech.
  ///
  /// Foundation looks for them: an expression of Swift's own, line by line, takes ten times as long in a debug build.
  private static func unwanted(_ more: String = "") throws -> NSRegularExpression {
    try NSRegularExpression(
      pattern:
        #"\b([Tt]ells?|[Tt]elling|[Tt]old|[Ss]aid|[Ss]ays|[Ww]ish(es)?|[Pp]atience|[Hh]omeless\#(more))\b"#)
  }

  /// Where such words stand, each with its line.
  private static func faults(
    in text: String, of path: String, _ unwanted: NSRegularExpression,
    where counts: (_ before: Substring) -> Bool
  ) -> [String] {
    let whole = text as NSString
    return unwanted.matches(in: text, range: NSRange(location: 0, length: whole.length)).compactMap { match in
      let before = whole.substring(to: match.range.location)
      let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
      guard let last = lines.last, counts(last) else { return nil }
      return "\(path):\(lines.count): \(whole.substring(with: match.range))"
    }
  }

  /// Documents do speak.
  private static func isOfCode(_ before: Substring) -> Bool { !before.hasSuffix("specification ") }

  @Test func `of sources and pages are plain`() throws {
    let unwanted = try Self.unwanted()
    var faults: [String] = []
    for source in try Checkout.sources(in: "Sources") {
      faults += Self.faults(in: source.text, of: source.path, unwanted, where: Self.isOfCode)
    }
    for page in [
      "README.md", "CHANGELOG.md", "Documentation/requests.md", "Documentation/scenarios.md",
      "Documentation/recipes.md", "Sources/StyleSettings/StyleSettings.docc/Settings.md",
    ] {
      let text = try String(contentsOf: Checkout.root.appending(path: page), encoding: .utf8)
      faults += Self.faults(in: text, of: page, unwanted, where: Self.isOfCode)
    }
    #expect(faults == [], "write what code does: it sets, reports, warns, decides")
    #expect(
      Self.faults(
        in: "/// Sets it.\n/// It says so, as the specification says.", of: "a", unwanted,
        where: Self.isOfCode)
        == ["a:2: says"])
  }

  @Test func `of tests are plain, names and comments`() throws {
    let unwanted = try Self.unwanted("|[Ss]ay|of old")
    /// In the name of a test or a suite, or in a comment; what a test compares with may hold any word.
    func isNameOrComment(_ before: Substring) -> Bool {
      let line = before.drop(while: \.isWhitespace)
      guard let tick = line.firstIndex(of: "`") else { return line.hasPrefix("//") }
      return line[..<tick].hasSuffix("func ") || line[..<tick].hasSuffix("struct ")
    }
    var faults: [String] = []
    for source in try Checkout.sources(in: "Tests") where source.path.hasSuffix(".swift") {
      // This file names what is unwanted.
      if source.path.hasSuffix("/WordTests.swift") { continue }
      faults += Self.faults(in: source.text, of: source.path, unwanted, where: isNameOrComment)
    }
    #expect(faults == [], "write what a test expects: it sets, reports, warns, draws")
    let text = "  // They say so.\n  @Test func `says so`() {\n    #expect(text == \"it says so\")\n"
    #expect(
      Self.faults(in: text, of: "a", unwanted, where: isNameOrComment) == ["a:1: say", "a:2: says"])
  }
}
