import Foundation
import TestSupport
import Testing

/// The rules of the house that no compiler knows.
@Suite struct `The house` {
  /// Rooms of the shelves before its own that a shelf or a room does not know: by shelf, or by room.
  static let unknown: [String: Set<String>] = [
    "MapClusters": ["MapFeatures", "VectorTiles", "CellSources", "Drawing", "JSONDocument"],
    "CellSources": ["VectorTiles", "Drawing"], "MapSettings": ["MapStyle", "StyleSettings"],
    "MapStyle": ["MapFeatures", "MapClusters", "MapSettings"], "MapSession": files, "Arguments": files,
    "Style": files,
    "Scene": files,
    "Output": files.union(["MapFeatures", "MapClusters", "MapStyle", "MapScene"]),
  ]
  private static let files: Set = ["FileResources", "TileSources", "DatabaseTables", "TableDrivers"]

  /// The rooms that may import what is written in C.
  static let speakC: Set = [
    "CairoCanvas", "DatabaseTables", "Inflate", "MapSession", "TableDrivers", "TileSources", "BuiltIns",
    "LibraryInterface", "Program", "ServerCommands",
  ]

  /// The rooms that may import Foundation, and how much of it: all of it makes a static binary seven times as large.
  static let foundation: [String: Set<String>] = [
    "ClusterSnapTesting": ["Foundation"]
  ]

  /// What every room may import: the language's own modules and the C library.
  static let everywhere: Set = [
    "Swift", "Synchronization", "Dispatch", "CSystem", "Glibc", "Musl", "Darwin",
  ]

  @Test func `has only arrows that point down`() throws {
    let manifest = try Manifest()
    var faults: [String] = []
    for source in try Checkout.sources(in: "Sources") where source.path.hasSuffix(".swift") {
      guard let own = Checkout.shelves.firstIndex(of: source.shelf),
        manifest.shelves[source.target] == source.shelf
      else {
        faults.append("\(source.path): \(source.target) stands on no shelf of Package.swift")
        continue
      }
      let unknown = Self.unknown[source.target, default: []].union(Self.unknown[source.shelf] ?? [])
      for (line, module) in source.imports {
        let place = "\(source.path):\(line): import \(module)"
        if Self.everywhere.contains(module) { continue }
        if module.hasPrefix("Foundation") {
          if Self.foundation[source.target]?.contains(module) != true {
            faults.append("\(place): not in this room")
          }
        } else if ["Testing", "XCTest"].contains(module) {
          if source.target != "ClusterSnapTesting" { faults.append("\(place): only ClusterSnapTesting may") }
        } else if source.shelf == "Doors", manifest.shelves[module] == "Uses" {
          // Package.swift adds the uses that are there.
          continue
        } else if manifest.dependencies[source.target]?.contains(module) != true {
          faults.append("\(place): not declared in Package.swift as a dependency of \(source.target)")
        } else if let shelf = manifest.shelves[module], shelf != "System" {
          if unknown.contains(module) || Checkout.shelves.firstIndex(of: shelf).map({ $0 > own }) != false {
            faults.append("\(place): this arrow does not point to an earlier shelf")
          }
        } else if !Self.speakC.contains(source.target) {
          faults.append("\(place): only \(Self.speakC.sorted().joined(separator: ", ")) speak C")
        }
      }
    }
    expect(faults, equals: [])
  }

  @Test func `lets tests import what their rooms stand on`() throws {
    let manifest = try Manifest()
    var faults: [String] = []
    for source in try Checkout.sources(in: "Tests") {
      for (line, module) in source.imports
      where manifest.shelves[module] != nil {
        if !manifest.everything(below: source.target).contains(module) {
          faults.append("\(source.path):\(line): \(source.target) does not stand on \(module)")
        }
      }
    }
    expect(faults, equals: [])
  }

  @Test func `is read whole`() throws {
    // A rule that finds nothing to look at would always hold.
    let manifest = try Manifest()
    expect(manifest.dependencies["InflateTests"], equals: ["Inflate", "CZlib", "CZstd"])
    expect(
      manifest.dependencies["Inflate"], equals: ["CDeflate", "CZlib", "CZstd", "JSONDocument", "Parallel"])
    expect(manifest.dependencies["JSONDocument"], equals: [])
    #expect(manifest.systemLibraries.contains("CZlib"))
    let sources = try Checkout.sources(in: "Sources")
    #expect(sources.count > 30)
    expect(
      sources.first { $0.path == "Sources/Elements/Inflate/InflateStream.swift" }?.imports.map(\.module),
      equals: [
        "CZlib"
      ])
    expect(
      Checkout.Source(
        path: "Sources/X/Y.swift",
        text: "  @testable public import A\nimport struct B.C\n// import D\nlet important = 1\n#import E"
      ).imports.map(\.module), equals: ["A", "B"])
  }

  @Test func `has files of one idea`() throws {
    let files = try Checkout.sources(in: "Sources") + Checkout.sources(in: "Tests")
    expect(files.filter { $0.lines.count > 401 }.map(\.path), equals: [], "split them")
  }

  // Optimized code of Swift 6.3 passes a function as a task-local value without its type, and the process ends; tests run
  // without optimization and would not meet it.
  @Test func `keeps no function as a task-local value`() throws {
    let faults = try Checkout.sources(in: "Sources").flatMap { source in
      source.lines.filter { $0.contains("@TaskLocal") && $0.contains("->") }.map { "\(source.path): \($0)" }
    }
    expect(faults, equals: [], "hold the function in a structure")
  }

  @Test func `has no trapdoors`() throws {
    let trapdoors = ["try!", "fatalError(", "as! "]
    var faults: [String] = []
    for source in try Checkout.sources(in: "Sources") {
      for (index, line) in source.lines.enumerated() where !line.drop(while: \.isWhitespace).hasPrefix("//") {
        for word in trapdoors where line.contains(word) {
          faults.append("\(source.path):\(index + 1): \(word)")
        }
        if line.contains("@unchecked Sendable"),
          index == 0 || !source.lines[index - 1].drop(while: \.isWhitespace).hasPrefix("//")
        {
          faults.append("\(source.path):\(index + 1): @unchecked Sendable without a comment that proves it")
        }
      }
    }
    expect(faults, equals: [])
  }

  @Test func `calls things by their own names`() throws {
    let vague = /(Utils?|Helpers?|Common|Manager|Base|Misc)\.swift$|\+/
    let named = try Checkout.sources(in: "Sources").map(\.path).filter {
      $0.contains(vague) && !$0.hasSuffix("/ClusterManager.swift")
    }
    expect(named, equals: [])
  }
}
