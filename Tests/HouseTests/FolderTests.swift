import Foundation
import Testing

/// How the folders of one module use each other, found by the names of the types that they declare.
///
/// It reads text, not types: members and extensions are not seen, and a name that two folders declare is passed over.
struct FolderUse {
  /// One file of a module.
  struct File {
    let folder: String
    let name: String
    let text: String
  }

  /// The types of one folder that another one names, each with a file that does.
  private(set) var uses: [String: [String: Set<String>]] = [:]

  init(_ files: [File]) {
    var homes: [String: Set<String>] = [:]
    for file in files {
      for name in FolderUse.declarations(in: file.text) { homes[name, default: []].insert(file.folder) }
    }
    for file in files {
      for name in FolderUse.capitalizedWords(of: file.text) {
        guard let home = homes[name], home.count == 1, let folder = home.first, folder != file.folder else {
          continue
        }
        uses[file.folder, default: [:]][folder, default: []].insert("\(name) in \(file.name)")
      }
    }
  }

  private static let modifiers: Set<Substring> = ["public", "package", "open", "final", "indirect"]
  private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]

  /// The types that a file declares outside of others: those at a line's very beginning.
  private static func declarations(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      guard line.first?.isLetter == true || line.first == "@" else { return nil }
      let words = line.split(separator: " ").drop { $0.hasPrefix("@") || modifiers.contains($0) }
      guard let kind = words.first, kinds.contains(kind), let name = words.dropFirst().first else {
        return nil
      }
      return String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
  }

  /// The words that begin with a capital letter, without those in comments and in quotation marks.
  private static func capitalizedWords(of text: String) -> Set<String> {
    var words: Set<String> = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      var word: [UInt8] = []
      var isQuoted = false
      var last: UInt8 = 0
      func isPart(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
          || byte == UInt8(ascii: "_")
      }
      func end() {
        if let first = word.first, (0x41...0x5A).contains(first), word.count > 1 {
          words.insert(String(decoding: word, as: UTF8.self))
        }
        word = []
      }
      for byte in line {
        if byte == UInt8(ascii: "/"), last == byte, !isQuoted { break }
        if byte == UInt8(ascii: "\""), last != UInt8(ascii: "\\") { isQuoted.toggle() }
        if !isQuoted, isPart(byte) { word.append(byte) } else { end() }
        last = byte
      }
      end()
    }
    return words
  }

  /// The pairs of folders that use each other, each with a type that each of them names.
  var pairs: [String] {
    uses.keys.sorted().flatMap { one in
      (uses[one] ?? [:]).keys.sorted().compactMap { other -> String? in
        guard one < other, let back = uses[other]?[one]?.min(), let there = uses[one]?[other]?.min() else {
          return nil
        }
        return "\(one) uses \(there); \(other) uses \(back)"
      }
    }
  }
}

@Suite struct `Folders of one module` {
  /// Pairs that are known and about to go.
  private static let known: Set<String> = []

  private static func files(of module: String, _ sources: [Checkout.Source]) -> [FolderUse.File] {
    sources.compactMap { source in
      let parts = source.path.split(separator: "/")
      // Files beside the folders put them together: they name whatever they need.
      guard source.target == module, source.path.hasSuffix(".swift"), parts.count > 3 else { return nil }
      return FolderUse.File(
        folder: parts[2..<(parts.count - 1)].joined(separator: "/"), name: String(parts[parts.count - 1]),
        text: source.lines.joined(separator: "\n"))
    }
  }

  @Test func `use each other one way only`() throws {
    let sources = try Checkout.sources(in: "Sources")
    var faults: [String] = []
    var used = 0
    for module in Set(sources.map(\.target)).sorted() where !Self.known.contains(module) {
      let use = FolderUse(Self.files(of: module, sources))
      used += use.uses.count
      faults += use.pairs.map { "\(module): \($0)" }
    }
    #expect(faults == [], "move the type to the folder that owns the idea")
    #expect(used > 10)
  }

  @Test func `are seen to use each other by the types they name`() {
    let one = FolderUse.File(
      folder: "Shapes", name: "Disc.swift",
      text: "public struct Disc {}\nlet look: Look // Paper\nlet word = \"Paper\"")
    let two = FolderUse.File(
      folder: "Looks", name: "Look.swift", text: "enum Look { case filled }\nfinal class Paper {}")
    #expect(FolderUse([one, two]).uses == ["Shapes": ["Looks": ["Look in Disc.swift"]]])
    #expect(FolderUse([one, two]).pairs == [])
    let back = FolderUse.File(folder: "Looks", name: "Ink.swift", text: "extension Disc {}")
    #expect(
      FolderUse([one, two, back]).pairs == ["Looks uses Disc in Ink.swift; Shapes uses Look in Disc.swift"])
  }
}
