import Foundation
import TestSupport
import Testing

/// The page for those who come from another system, and the cases that it names.
@Suite struct `The page of other systems` {
  private static let folder = "Documentation/reference"

  @Test func `names a case of a test suite for every feature`() throws {
    let page = try text(of: "\(Self.folder)/systems.md")
    var (faults, count): ([String], Int) = ([], 0)
    for section in page.components(separatedBy: "\n### ").dropFirst() {
      guard let suite = section.firstMatch(of: /\nTests: \[[^\]]*\]\(([^)]*)\)/)?.output.1 else { continue }
      let own = try text(of: "\(Self.folder)/\(suite)")
      for line in section.split(separator: "\n") where line.hasPrefix("| ") && !line.hasPrefix("| there ") {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        try #require(cells.count == 3, "\(line)")
        count += 1
        if cells[2] == "–" {
          let isNeedless = ["not needed", "by the caller"].contains { cells[1].contains($0) }
          if !isNeedless { faults.append("\(cells[0]): no case") }
        } else if let link = cells[2].wholeMatch(of: /\[([^\]]*)\]\(([^)]*)\)/)?.output {
          let other = try text(of: "\(Self.folder)/\(link.2)")
          if !other.contains("func `\(link.1)`(") {
            faults.append("\(cells[0]): \(link.2) has no case \(link.1)")
          }
        } else if !own.contains("func `\(cells[2])`(") {
          faults.append("\(cells[0]): \(suite) has no case \(cells[2])")
        }
      }
    }
    expect(faults, equals: [])
    #expect(count > 80)
  }

  private func text(of path: String) throws -> String {
    try String(contentsOf: Checkout.root.appending(path: path).standardizedFileURL, encoding: .utf8)
  }
}
