import Foundation
import TestSupport
import Testing

/// A setting is one entry in one table: other files use its member, and few write its key.
@Suite struct `Keys of settings` {
  /// The files in which tables stand.
  private static let tables = [
    "Sources/ClusterSettingTable", "Sources/ColumnOptions", "View/ViewSettingTable",
    "Picture/OutputSettingTable",
  ].map { "Sources/Style/MapSettings/\($0).swift" }

  /// Keys that are names of others, too: properties of layers in the style specification, members of tile sources and words
  /// of plain English. Of these nothing can be counted.
  private static let shared: Set = ["textSize", "textFont", "haloColor", "lineWidth", "tileSize"]

  /// The keys of a table's file, in order.
  private static func keys(in text: String) -> [String] {
    text.matches(of: /\.init\(\s*"([a-z]+[A-Z][A-Za-z]*)",\s*(?:\\\.|engine:)/).map { String($0.output.1) }
  }

  /// A key, and the option of its name.
  private static func spellings(_ key: String) -> [String] {
    [key, "--" + key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }]
  }

  /// The words within texts of a file: letters, digits and hyphens. Read by bytes, as sources are a hundred thousand lines.
  private static func words(in source: Checkout.Source) -> Set<String> {
    var words: Set<String> = []
    for line in source.lines {
      let bytes = line.utf8
      guard bytes.contains(UInt8(ascii: "\"")), !line.drop(while: { $0 == " " }).hasPrefix("//") else {
        continue
      }
      // Every other piece between quotation marks is a text.
      let pieces = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      for (number, text) in pieces.enumerated() where number % 2 == 1 {
        for word in text.split(whereSeparator: { !isPartOfWord($0) }) {
          words.insert(String(Substring(word)))
        }
      }
    }
    return words
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), 0x80...: true
    default: false
    }
  }

  @Test func `stand in five files at most`() throws {
    let sources = try Checkout.sources(in: "Sources").filter { $0.path.hasSuffix(".swift") }
    let keys = sources.filter { Self.tables.contains($0.path) }.flatMap { Self.keys(in: $0.text) }
    #expect(keys.count > 40)
    #expect(Set(keys).isSuperset(of: ["cellSize", "colorBy", "maxZoomFit", "debugGrid"]))
    let words = sources.map { (path: $0.path, words: Self.words(in: $0)) }
    for key in Set(keys).subtracting(Self.shared).sorted() {
      let spellings = Self.spellings(key)
      let files = words.filter { file in spellings.contains(where: file.words.contains) }.map(\.path)
      #expect(files.count <= 5, "\(key): \(files.joined(separator: ", "))")
      #expect(!files.isEmpty, "\(key)")
    }
  }

  @Test func `are found in texts, and nowhere else`() {
    func found(_ line: String) -> Bool {
      let words = Self.words(in: Checkout.Source(path: "Sources/X/Y.swift", text: line))
      return Self.spellings("minCount").contains(where: words.contains)
    }
    #expect(found(#"throw .input("set --min-count 2")"#))
    #expect(found(#"let key = "minCount""#))
    #expect(!found("options.minCount = 2"))
    #expect(!found(#"// "minCount""#))
    #expect(!found(#""minCounts" + minCount"#))
    expect(Self.keys(in: "    .init(\n      \"minCount\", engine: \\.minimumCount"), equals: ["minCount"])
  }
}
