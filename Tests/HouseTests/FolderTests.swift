import Foundation
import TestSupport
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

  /// The words that begin with a capital letter, without those in comments and in texts; what is interpolated into a
  /// text counts.
  private static func capitalizedWords(of text: String) -> Set<String> {
    var words: Set<String> = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      var word: [UInt8] = []
      var isQuoted = false
      // How many parentheses are open in each interpolation around.
      var interpolations: [Int] = []
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
        switch byte {
        case UInt8(ascii: "\"") where last != UInt8(ascii: "\\"): isQuoted.toggle()
        case UInt8(ascii: "(") where isQuoted && last == UInt8(ascii: "\\"):
          interpolations.append(0)
          isQuoted = false
        case UInt8(ascii: "(") where !isQuoted && !interpolations.isEmpty:
          interpolations[interpolations.count - 1] += 1
        case UInt8(ascii: ")") where !isQuoted && interpolations.last == 0:
          interpolations.removeLast()
          isQuoted = true
        case UInt8(ascii: ")") where !isQuoted && !interpolations.isEmpty:
          interpolations[interpolations.count - 1] -= 1
        default: break
        }
        if !isQuoted, isPart(byte) { word.append(byte) } else { end() }
        last = byte
      }
      end()
    }
    return words
  }

  /// Every folder that leads back to itself through others, with the way: each step and a type that it is taken by.
  var cycles: [String] {
    var known: Set<String> = []
    return uses.keys.sorted().compactMap { start in
      guard !known.contains(start), let way = way(from: start, to: start) else { return nil }
      known.formUnion(way.map(\.from))
      return way.map { "\($0.from) uses \($0.type)" }.joined(separator: "; ")
    }
  }

  /// A shortest way from one folder to another, a step at least.
  private func way(from start: String, to goal: String) -> [(from: String, type: String)]? {
    var ways: [(place: String, steps: [(from: String, type: String)])] = [(start, [])]
    var seen: Set<String> = []
    while !ways.isEmpty {
      let (place, steps) = ways.removeFirst()
      for (next, types) in (uses[place] ?? [:]).sorted(by: { $0.key < $1.key }) {
        let longer = steps + [(place, types.min() ?? "")]
        if next == goal { return longer }
        if seen.insert(next).inserted { ways.append((next, longer)) }
      }
    }
    return nil
  }
}

@Suite struct `Folders of one module` {
  /// Modules of many files that are one folder all the same: a file a subcommand.
  private static let flat: Set = ["CommandLineTool"]

  private static func files(of module: String, _ sources: [Checkout.Source]) -> [FolderUse.File] {
    sources.compactMap { source in
      guard source.target == module, source.path.hasSuffix(".swift") else { return nil }
      // Files beside the folders are a folder, too.
      let folders = source.parts.dropFirst().dropLast()
      return FolderUse.File(
        folder: folders.isEmpty ? module : folders.joined(separator: "/"),
        name: source.parts.last.map(String.init) ?? "",
        text: source.lines.joined(separator: "\n"))
    }
  }

  @Test func `lead nowhere back to themselves`() throws {
    let sources = try Checkout.sources(in: "Sources")
    var faults: [String] = []
    var used = 0
    for module in Set(sources.map(\.target)).sorted() {
      let use = FolderUse(Self.files(of: module, sources))
      used += use.uses.count
      faults += use.cycles.map { "\(module): \($0)" }
    }
    expect(faults, equals: [], "move the type to the folder that owns the idea")
    #expect(used > 10)
  }

  @Test func `hold the files of large modules`() throws {
    let sources = try Checkout.sources(in: "Sources").filter { $0.path.hasSuffix(".swift") }
    for (module, files) in Dictionary(grouping: sources, by: \.target) where files.count > 30 {
      let loose = files.filter { $0.parts.count == 2 }.map(\.path)
      #expect(loose.count <= 3 || Self.flat.contains(module), "\(module): \(loose)")
    }
  }

  @Test func `have the files that the pages about the house name`() throws {
    let paths = try (Checkout.sources(in: "Sources") + Checkout.sources(in: "Tests")).map(\.path)
    var faults: [String] = []
    for page in try Checkout.pages(in: ["internals"]) {
      let text = try String(contentsOf: Checkout.root.appending(path: page), encoding: .utf8)
      for name in text.matches(of: /`((?!Package)[A-Za-z\/]+\.swift)`/).map(\.1)
      where !paths.contains(where: { ("/" + $0).hasSuffix("/" + name) }) {
        faults.append("\(page): \(name)")
      }
    }
    expect(faults, equals: [])
  }

  @Test func `are seen to use each other by the types they name`() {
    let one = FolderUse.File(
      folder: "Shapes", name: "Disc.swift",
      text: "public struct Disc {}\nlet look: Look // Paper\nlet word = \"Paper\"")
    let two = FolderUse.File(
      folder: "Looks", name: "Look.swift", text: "enum Look { case filled }\nfinal class Paper {}")
    expect(FolderUse([one, two]).uses, equals: ["Shapes": ["Looks": ["Look in Disc.swift"]]])
    expect(FolderUse([one, two]).cycles, equals: [])
    let back = FolderUse.File(folder: "Looks", name: "Ink.swift", text: "extension Disc {}")
    expect(
      FolderUse([one, two, back]).cycles,
      equals: ["Looks uses Disc in Ink.swift; Shapes uses Look in Disc.swift"])
    // Through a third folder, and inside of a text.
    let word = FolderUse.File(
      folder: "Words", name: "Word.swift", text: "enum Word {}\nlet text = \"Look \\((Disc.self)) and Paper\""
    )
    let ink = FolderUse.File(folder: "Looks", name: "Ink.swift", text: "let word: Word? = nil")
    expect(
      FolderUse([one, two, word, ink]).cycles,
      equals: [
        "Looks uses Word in Ink.swift; Words uses Disc in Word.swift; Shapes uses Look in Disc.swift"
      ])
  }
}
