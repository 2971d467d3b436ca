import Foundation
import Testing

/// Comments and messages in the field's own words.
@Suite struct `Words` {
  /// Verbs of speaking for code, and figures of speech.
  nonisolated(unsafe) private static let unwanted =
    /\b([Tt]ells?|[Tt]elling|[Tt]old|[Ss]aid|[Ss]ays|[Ww]ish(es)?|[Pp]atience|[Hh]omeless)\b/

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
