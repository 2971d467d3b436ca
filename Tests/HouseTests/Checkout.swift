import Foundation

/// The files of this checkout, as the rules of the house see them.
enum Checkout {
  /// The folder of `Package.swift`.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A file of source text.
  struct Source: Sendable {
    /// From the root, such as `Sources/Elements/Drawing/Color.swift`.
    let path: String
    let text: String
    let lines: [Substring]

    init(path: String, text: String) {
      (self.path, self.text) = (path, text)
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The parts of the path behind the shelf: the target, its folders and the file.
    var parts: ArraySlice<Substring> {
      let parts = path.split(separator: "/")
      let isShelved = parts.count > 2 && Checkout.shelves.contains { $0 == parts[1] }
      return parts.dropFirst(!isShelved ? 1 : parts[1] == "Uses" ? 3 : 2)
    }
    /// The target that the file belongs to.
    var target: String { parts.first.map(String.init) ?? "" }
    /// The shelf of the target, such as `Elements`.
    var shelf: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// The modules that the file's public declarations mention.
    var publicImports: [String] {
      imports.filter { lines[$0.line - 1].split(separator: " ").contains("public") }.map(\.module)
    }

    /// The modules the file imports, each with its line.
    var imports: [(line: Int, module: String)] {
      guard path.hasSuffix(".swift") else { return [] }
      return lines.enumerated().compactMap { index, line in
        // Few lines begin with an attribute, an access level or the word.
        guard let first = line.utf8.first(where: { $0 != 0x20 }), "@ipf".utf8.contains(first) else {
          return nil
        }
        let words = line.split(separator: " ").map(String.init)
        guard let place = words.firstIndex(of: "import"),
          words[..<place].allSatisfy({ $0.hasPrefix("@") || Checkout.accessLevels.contains($0) }),
          var name = words.dropFirst(place + 1).first
        else { return nil }
        if Checkout.importKinds.contains(name) { name = words.dropFirst(place + 2).first ?? name }
        return (index + 1, String(name.prefix { $0 != "." }))
      }
    }
  }

  /// The folders of `Sources`, in which targets lie by what they are for. A target knows those of its own shelf and of the
  /// shelves before it.
  static let shelves = [
    "Elements", "Reading", "Clustering", "Files", "Style", "Scene", "Output", "Session", "Uses", "Doors",
    "System",
  ]

  private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let importKinds: Set = [
    "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
  ]

  /// The pages in folders of the documentation, as paths from the root.
  static func pages(in folders: [String]) throws -> [String] {
    try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        atPath: root.appending(path: "Documentation/\(folder)").path(percentEncoded: false)
      ).sorted().map { "Documentation/\(folder)/\($0)" }
    }
  }

  /// All source text below a folder of the root, by path.
  static func sources(in folder: String) throws -> [Source] {
    let base = root.appending(path: folder)
    let paths =
      FileManager.default.enumerator(atPath: base.path(percentEncoded: false))?.compactMap { $0 as? String }
      ?? []
    // A package within the checkout is a house of its own.
    let others = paths.filter { $0.hasSuffix("/Package.swift") }.map { $0.dropLast("Package.swift".count) }
    let ours = paths.filter { path in !others.contains { path.hasPrefix($0) } }
    return try ours.filter { path in [".swift", ".c", ".h"].contains { path.hasSuffix($0) } }.sorted().map {
      path in
      let text = try String(contentsOf: base.appending(path: path), encoding: .utf8)
      return Source(path: "\(folder)/\(path)", text: text)
    }
  }
}

/// What `Package.swift` declares of its targets, read as text: asking the package manager would wait for the build that runs
/// this test.
struct Manifest {
  /// Names of targets, each with the names it declares to stand on.
  private(set) var dependencies: [String: Set<String>] = [:]
  /// Names of the targets that bring C: libraries of the system, and targets without Swift.
  private(set) var systemLibraries: Set<String> = []
  /// The shelf of each target that has one.
  private(set) var shelves: [String: String] = [:]
  /// Names of library products, each with its targets.
  private(set) var products: [String: Set<String>] = [:]

  init() throws {
    let text = try String(contentsOf: Checkout.root.appending(path: "Package.swift"), encoding: .utf8)
    let calls = ["room(", ".target(", ".executableTarget(", ".testTarget(", ".systemLibrary(", "tests("]
    for call in calls {
      for range in text.ranges(of: call) {
        let arguments = Manifest.balanced(text[range.upperBound...])
        let strings = arguments.replacing(/on: "[^"]*"/, with: "").matches(of: /"([^"]*)"/).map {
          String($0.output.1)
        }
        guard let first = strings.first, !first.contains("\\("), !text[..<range.lowerBound].hasSuffix("func ")
        else { continue }
        let name = call == "tests(" ? first + "Tests" : first
        if call == ".systemLibrary(" { systemLibraries.insert(name) }
        if call != "tests(", let shelf = arguments.firstMatch(of: /on: "(\w+)|path: "Sources\/(\w+)/)?.output
        {
          shelves[name] = String(shelf.1 ?? shelf.2 ?? "")
        }
        dependencies[name, default: []].formUnion(
          call == "tests(" ? strings : Array(Manifest.dependencies(arguments)))
      }
    }
    for range in text.ranges(of: "library(") {
      let strings = Manifest.balanced(text[range.upperBound...]).matches(of: /"([^"]*)"/)
      if let name = strings.first {
        products[String(name.output.1)] = Set(strings.dropFirst().map { String($0.output.1) })
      }
    }
  }

  /// All that a target stands on, directly or not.
  func everything(below target: String) -> Set<String> {
    var found: Set<String> = []
    var open = [target]
    while let next = open.popLast() {
      for name in dependencies[next] ?? [] where found.insert(name).inserted { open.append(name) }
    }
    return found
  }

  /// The strings of the list of dependencies: the first list in the arguments.
  private static func dependencies(_ arguments: Substring) -> Set<String> {
    let labeled = arguments.firstRange(of: "dependencies:")?.upperBound
    if labeled == nil, arguments.contains("path:") || arguments.contains("providers:") { return [] }
    let rest = arguments[(labeled ?? arguments.startIndex)...]
    guard let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") else {
      return []
    }
    return Set(rest[open..<close].matches(of: /"([^"]*)"/).map { String($0.output.1) })
  }

  /// What stands between an opening parenthesis, which lies before the text, and its closing one.
  private static func balanced(_ text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[..<index] }
    }
    return text
  }
}
