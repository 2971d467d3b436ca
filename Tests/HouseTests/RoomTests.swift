import Foundation
import TestSupport
import Testing

/// Rules about what rooms declare, ship and touch.
@Suite struct `Rooms` {
  /// Rooms that open files, use the network, read the environment or look at a clock: those of files, uses and doors.
  static let outer: Set = [
    "DatabaseTables", "FileResources", "TableDrivers", "TileSources", "GoldenCases", "ClusterSnapTesting",
    "CommandLineTool", "CommandParts", "GoldenCommands", "MapServer", "ServerCommands", "StoryCommands",
  ]

  /// Places below these that use the system after all, each with the reason.
  static let known: [String: String] = [
    "CairoCanvas/Surfaces/SystemFacts.swift: open_file(": "finds out why a font cannot be opened",
    "MapClusters/Radius/RadiusBuffers.swift: map_pages(": "memory in huge pages, without a file",
    "MapSession/Requests/SystemCollation.swift: open(": "ICU's function, which opens no file of ours",
  ]

  /// What opens files, reads the environment or prints, where a file imports the C library.
  private static let systemCalls = [
    "open(", "open_file(", "openat(", "fopen(", "opendir(", "readdir(", "stat(", "lstat(", "fstat(", "mmap(",
    "map_pages(", "unlink(",
    "rename(", "mkdir(", "getenv(", "setenv(", "socket(", "connect(", "dlopen(", "system(", "popen(", "fork(",
    "fputs(", "printf(", "time(", "clock_gettime(", "gettimeofday(", "localtime_r(", "sleep(", "usleep(",
    "getrandom(",
    "arc4random(",
  ]
  /// What looks at a clock, rolls dice or prints without any import, or with Foundation's.
  private static let words = [
    "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator", "Date(", "FileManager",
    "ProcessInfo",
    "print(", ".random(", ".shuffled()", ".randomElement()",
  ]
  private static let library: Set = ["CSystem", "Glibc", "Musl", "Darwin"]

  /// Where a word stands that nothing before it continues: `reopen(` and `.open(` are other words than `open(`.
  private static func contains(_ word: String, in line: Substring) -> Bool {
    line.ranges(of: word).contains { range in
      guard word.first?.isLetter == true, let last = line[..<range.lowerBound].last else { return true }
      return !(last.isLetter || last.isNumber || last == "_" || last == ".")
        && !line[..<range.lowerBound].hasSuffix("func ")
    }
  }

  private static func touches(_ source: Checkout.Source) -> [(line: Int, word: String)] {
    let usesLibrary = source.imports.contains { library.contains($0.module) }
    // Most files have none of them: lines are read where one stands in the text.
    let found = (words + (usesLibrary ? systemCalls : [])).filter {
      source.text.range(of: $0, options: .literal) != nil
    }
    if found.isEmpty { return [] }
    return source.lines.enumerated().flatMap { index, line in
      line.drop(while: \.isWhitespace).hasPrefix("//")
        ? [] : found.filter { contains($0, in: line) }.map { (index + 1, $0) }
    }
  }

  @Test func `but those of files, uses and doors open no files, read no clocks and print nothing`() throws {
    var faults: [String] = []
    var met: Set<String> = []
    for source in try Checkout.sources(in: "Sources")
    where source.path.hasSuffix(".swift") && !Self.outer.contains(source.target) {
      for (line, word) in Self.touches(source) {
        let place = "\(source.parts.joined(separator: "/")): \(word)"
        if Self.known[place] == nil { faults.append("\(source.path):\(line): \(word)") }
        met.insert(place)
      }
    }
    expect(faults, equals: [], "take bytes and values, or name the place in `known` with the reason")
    expect(Set(Self.known.keys).subtracting(met), equals: [], "no longer there")
  }

  @Test func `open databases of SQLite in one place, and wait for no pool of threads`() throws {
    var found: [String: [String]] = [:]
    let words = ["sqlite3_open", "pthread_create(", "DispatchQueue", "concurrentPerform"]
    for source in try Checkout.sources(in: "Sources") where source.path.hasSuffix(".swift") {
      for word in words where source.text.contains(word) { found[word, default: []].append(source.path) }
    }
    expect(found["sqlite3_open"], equals: ["Sources/Files/DatabaseTables/ForeignDatabase.swift"])
    expect(found["pthread_create("], equals: ["Sources/Elements/Parallel/Threads.swift"])
    expect(found["DispatchQueue"], equals: nil)
    expect(found["concurrentPerform"], equals: nil)
  }

  @Test func `are seen to touch the system`() {
    func source(_ text: String) -> Checkout.Source {
      Checkout.Source(path: "Sources/A/B.swift", text: text)
    }
    let text =
      "import CSystem\nlet a = open(path, 0)\n// open(path)\nreopen(a)\nfunc open() {}\nlet b = ContinuousClock()"
    expect(Self.touches(source(text)).map(\.line), equals: [2, 6])
    expect(Self.touches(source(text.replacing("CSystem", with: "Drawing"))).map(\.line), equals: [6])
  }

  @Test func `declare what they import, and nothing else`() throws {
    let manifest = try Manifest()
    let sources = try Checkout.sources(in: "Sources") + Checkout.sources(in: "Tests")
    var imports: [String: Set<String>] = [:]
    for source in sources { imports[source.target, default: []].formUnion(source.imports.map(\.module)) }
    var faults: [String] = []
    for (target, imported) in imports.sorted(by: { $0.key < $1.key }) {
      // Tests need the command built, and each has the support of all.
      let known: Set = ["TestSupport"]
      for name in (manifest.dependencies[target] ?? []).subtracting(imported).subtracting(known).sorted() {
        // What is written in C has no imports that are read here.
        if imported.isEmpty { continue }
        faults.append("\(target) declares \(name) and never imports it")
      }
    }
    expect(faults, equals: [], "remove them from Package.swift")
    #expect(imports.count > 30)
  }

  @Test func `of a product bring what their public signatures mention`() throws {
    let manifest = try Manifest()
    var mentioned: [String: Set<String>] = [:]
    for source in try Checkout.sources(in: "Sources") {
      mentioned[source.target, default: []].formUnion(source.publicImports)
    }
    var faults: [String] = []
    for (product, targets) in manifest.products.sorted(by: { $0.key < $1.key }) {
      var (needed, open) = (targets, Array(targets))
      while let target = open.popLast() {
        for module in mentioned[target] ?? [] where manifest.dependencies[module] != nil {
          if needed.insert(module).inserted { open.append(module) }
        }
      }
      for missing in needed.subtracting(targets).sorted() { faults.append("\(product) lacks \(missing)") }
    }
    expect(faults, equals: [], "add them to the product in Package.swift")
    expect(manifest.products["MapClusters"], equals: ["MapClusters", "MapGeometry"])
    #expect(manifest.products.count > 3)
  }
}
