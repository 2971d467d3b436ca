import Foundation
import JSONDocument
import MapStyle
import StyleSettings
import TestSupport
import Testing

@Suite struct `What a style may set` {
  @Test func `is written down as it is`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/Style/MapStyle/MapStyle.docc/Coverage.md")
    let written = try String(contentsOf: file, encoding: .utf8)
    expect(written, equals: coverageDocument(), "the code has changed; make coverage writes the page anew")
  }

  @Test func `has a row for every property and operator`() {
    let rows = coverageDocument().split(separator: "\n").filter { $0.hasPrefix("| `") }
    expect(rows.count, equals: 144 + OperatorDescription.all.count)
    for entry in OperatorDescription.all {
      let name = entry.name.replacing("|", with: "\\|")
      #expect(rows.contains { $0.hasPrefix("| `\(name)` |") }, "\(entry.name)")
    }
    // Outside of code a bar would end a cell: every row has as many as its table.
    #expect(rows.allSatisfy { [3, 8].contains($0.replacing("\\|", with: "").count { $0 == "|" }) })
  }
}
