import Foundation
import Testing

/// Comments and messages in the field's own words.
@Suite struct `Words` {
  /// Verbs of speaking for code, and figures of speech, where no document speaks.
  ///
  /// Foundation looks for them: an expression of Swift's own, line by line, takes ten times as long in a debug build.
  private static let unwanted =
    #"(?<!specification )\b([Tt]ells?|[Tt]elling|[Tt]old|[Ss]aid|[Ss]ays|[Ww]ish(es)?|[Pp]atience|[Hh]omeless)\b"#

  /// The lines with such words.
  private static func faults(in text: String, of path: String, _ pattern: String) throws -> [String] {
    let whole = text as NSString
    return try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
      .matches(in: text, range: NSRange(location: 0, length: whole.length)).map { match in
        let line = whole.substring(to: match.range.location).count { $0 == "\n" } + 1
        return "\(path):\(line): \(whole.substring(with: match.range))"
      }
  }

  @Test func `of sources, pages and tests are plain`() throws {
    var faults: [String] = []
    for source in try Checkout.sources(in: "Sources") {
      faults += try Self.faults(in: source.text, of: source.path, Self.unwanted)
    }
    for page in [
      "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Documentation/recipes.md",
      "Sources/Style/StyleSettings/StyleSettings.docc/Settings.md",
    ] + (try Checkout.pages(in: ["guide", "reference", "internals"])) {
      let text = try String(contentsOf: Checkout.root.appending(path: page), encoding: .utf8)
      faults += try Self.faults(in: text, of: page, Self.unwanted)
    }
    // Names and comments: what a test compares with may hold any word.
    let named = #"^ *(//|.*\b(func|struct) `).*"# + Self.unwanted
    for source in try Checkout.sources(in: "Tests")
    where source.path.hasSuffix(".swift") && !source.path.hasSuffix("/WordTests.swift") {
      faults += try Self.faults(in: source.text, of: source.path, named)
    }
    #expect(faults == [], "write what code does: it sets, reports, warns, decides")
    let text = "/// It says so, as the specification says.\n  @Test func `told`() {\n  #expect(a == \"said\")"
    #expect(try Self.faults(in: text, of: "a", Self.unwanted).count == 3)
    #expect(try Self.faults(in: text, of: "a", named).count == 2)
  }
}
