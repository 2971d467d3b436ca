import Foundation
import Testing

/// A setting is one entry in one table: other files use its member, and few write its key.
@Suite struct `Keys of settings` {
  /// The files in which tables stand.
  private static let tables = [
    "Sources/ClusterSettingTable", "Sources/ColumnDrawing", "View/ViewSettingTable",
    "Picture/OutputSettingTable",
  ].map { "Sources/MapSettings/\($0).swift" }

  /// Keys that are names of others, too: properties of layers in the style specification, members of tile sources and words
  /// of plain English. Of these nothing can be counted.
  private static let shared: Set = ["textSize", "textFont", "haloColor", "lineWidth", "tileSize"]

  /// The keys of a table's file, in order.
  private static func keys(in text: String) -> [String] {
    text.matches(of: /\.init\(\s*"([a-z]+[A-Z][A-Za-z]*)",\s*(?:\\\.|engine:)/).map { String($0.output.1) }
  }

  /// Whether a file writes a key, or the option of its name, within a text.
  private static func writes(_ key: String, in source: Checkout.Source) -> Bool {
    let option = "--" + key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    return source.lines.contains { line in
      guard line.contains(key) || line.contains(option), !line.drop(while: \.isWhitespace).hasPrefix("//")
      else { return false }
      // Every other piece between quotation marks is a text.
      return line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().contains {
        number, text in
        number % 2 == 1 && [key, option].contains { isWord($0, in: text) }
      }
    }
  }

  private static func isWord(_ word: String, in text: Substring) -> Bool {
    text.ranges(of: word).contains { range in
      let next = text[range.upperBound...].first
      let last = text[..<range.lowerBound].last
      return ![last, next].contains { $0.map { $0.isLetter || $0.isNumber || $0 == "-" } ?? false }
    }
  }

  @Test func `stand in five files at most`() throws {
    let sources = try Checkout.sources(in: "Sources").filter { $0.path.hasSuffix(".swift") }
    let keys = sources.filter { Self.tables.contains($0.path) }.flatMap { Self.keys(in: $0.text) }
    #expect(keys.count > 40)
    #expect(Set(keys).isSuperset(of: ["cellSize", "colorBy", "maxZoomFit", "debugGrid"]))
    for key in Set(keys).subtracting(Self.shared).sorted() {
      let files = sources.filter { Self.writes(key, in: $0) }.map(\.path)
      #expect(files.count <= 5, "\(key): \(files.joined(separator: ", "))")
      #expect(!files.isEmpty, "\(key)")
    }
  }

  @Test func `are found in texts, and nowhere else`() {
    func found(_ line: String) -> Bool {
      Self.writes("minCount", in: Checkout.Source(path: "Sources/X/Y.swift", text: line))
    }
    #expect(found(#"throw .input("set --min-count 2")"#))
    #expect(found(#"let key = "minCount""#))
    #expect(!found("options.minCount = 2"))
    #expect(!found(#"// "minCount""#))
    #expect(!found(#""minCounts" + minCount"#))
    #expect(Self.keys(in: "    .init(\n      \"minCount\", engine: \\.minimumCount") == ["minCount"])
  }
}
