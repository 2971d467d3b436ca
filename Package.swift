// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// What every Swift target of ours is compiled with.
let house: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

/// Rooms whose loops go over pixels, bytes and points. `make check` compiles them with optimization, so that the suite takes half of
/// the processor's time and meets what the release binary contains; elsewhere they follow the configuration.
let loops: [SwiftSetting] =
  Context.environment["CLUSTERSNAP_OPTIMIZED_LOOPS"] == "1" ? [.unsafeFlags(["-O"])] : []

/// The commit that `make build` names for `--version`; nothing else sets it, so that no other build depends on it.
let commit: [CSetting] = [Context.environment["CLUSTERSNAP_COMMIT"] ?? ""].filter { !$0.isEmpty }
  .map { .define("CLUSTERSNAP_COMMIT", to: "\"\($0)\"") }

/// A library target: a room of the house, on the shelf that says what it is for.
func room(
  _ name: String, on shelf: String, _ dependencies: [Target.Dependency] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(shelf)/\(name)",
    swiftSettings: house + settings)
}

/// The tests of one room, on the shelf of the same name.
func tests(of name: String, on shelf: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    path: "Tests/\(shelf)/\(name)Tests", swiftSettings: house)
}

/// What is done with maps: a folder of targets below `Sources/Uses`, which nothing knows but doors and uses that stand on it. A
/// package without the folder is whole but for this use; `.ci/without` tries it.
struct Use {
  /// The library. Doors are compiled with a condition of this name.
  let name: String
  let folder: String
  /// The target of its subcommands.
  var commands: String?
  var products: [Product] = []
  let targets: [Target]

  var isThere: Bool {
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Sources/Uses/\(folder)")
  }
}

let allUses = [
  // Stories of several snapshots.
  Use(
    name: "MapStories", folder: "Stories", commands: "StoryCommands",
    targets: [
      room(
        "MapStories", on: "Uses/Stories",
        [
          "CairoCanvas", "Drawing", "JSONDocument", "MapClusters", "MapContent", "MapDecorations",
          "MapFeatures", "MapGeometry", "MapScene", "MapSession", "MapSettings", "MapStyle", "Parallel",
        ]),
      room(
        "StoryCommands", on: "Uses/Stories",
        [
          "Arguments", "CairoCanvas", "CommandParts", "Drawing", "JSONDocument", "MapFeatures", "MapSession",
          "MapSettings", "MapStories", "MapStyle", "TileSources",
        ]),
      tests(
        of: "MapStories", on: "Uses/Stories",
        [
          "CairoCanvas", "Drawing", "JSONDocument", "MapClusters", "MapContent", "MapDecorations",
          "MapFeatures", "MapGeometry", "MapGround", "MapScene", "MapSession", "MapSettings", "MapStyle",
          "SessionSupport", "StyleSettings",
        ]),
    ]),
  // Goldens, and how two pictures differ.
  Use(
    name: "GoldenCases", folder: "Goldens", commands: "GoldenCommands",
    targets: [
      room("ImageDiff", on: "Uses/Goldens", ["CSystem", "Drawing", "Parallel"], settings: loops),
      room(
        "GoldenCases", on: "Uses/Goldens",
        [
          "BuiltIns", "CairoCanvas", "Drawing", "ImageDiff", "JSONDocument", "MapFeatures",
          "MapSession", "MapSettings", "MapStories", "Parallel",
        ]),
      room(
        "GoldenCommands", on: "Uses/Goldens",
        [
          "Arguments", "CairoCanvas", "CommandParts", "Drawing", "GoldenCases", "ImageDiff", "JSONDocument",
          "MapFeatures", "MapSettings",
          "Parallel", "TileSources",
        ]),
      tests(
        of: "GoldenCases", on: "Uses/Goldens",
        [
          "Drawing", "ImageDiff", "JSONDocument", "MapSettings", "Parallel", "SessionSupport",
          "StyleSettings",
        ]),
      tests(of: "ImageDiff", on: "Uses/Goldens", ["Drawing"]),
    ]),
  // Goldens in tests of Swift.
  Use(
    name: "ClusterSnapTesting", folder: "Testing",
    products: [
      .library(
        name: "ClusterSnapTesting",
        targets: [
          "CairoCanvas", "ClusterSnapTesting", "Drawing", "GoldenCases", "ImageDiff", "JSONDocument",
          "MapClusters", "MapContent", "MapDecorations", "MapFeatures", "MapGeometry", "MapGround",
          "MapScene", "MapSession", "MapSettings", "MapStyle", "StyleSettings",
          "VectorTiles",
        ])
    ],
    targets: [
      room(
        "ClusterSnapTesting", on: "Uses/Testing",
        [
          "CairoCanvas", "Drawing", "FileResources", "GoldenCases", "MapContent", "MapScene",
          "MapSession", "MapSettings", "Parallel", "SVGCanvas",
        ]),
      tests(of: "ClusterSnapTesting", on: "Uses/Testing", ["Drawing", "GoldenCases", "MapSettings"]),
    ]),
  // Maps by HTTP.
  Use(
    name: "MapServer", folder: "Server", commands: "ServerCommands",
    targets: [
      room(
        "MapServer", on: "Uses/Server",
        [
          "BuiltIns", "CSystem", "Inflate", "JSONDocument", "MapContent", "MapFeatures", "MapGeometry",
          "MapScene", "MapSession", "MapSettings", "Parallel", "TileSources",
        ]),
      room(
        "ServerCommands", on: "Uses/Server",
        [
          "Arguments", "CairoCanvas", "CHTTP", "CommandParts", "JSONDocument", "MapFeatures", "MapServer",
          "MapSession", "MapSettings", "Parallel", "TileSources",
        ]),
      tests(
        of: "MapServer", on: "Uses/Server",
        [
          "FileResources", "Inflate", "JSONDocument", "MapFeatures", "MapGeometry", "MapSession",
          "MapSettings",
          "Parallel", "TileSources",
        ]),
    ]),
]

let uses = allUses.filter(\.isThere)
/// The libraries of uses that the package does not have.
let missing = Set(allUses.filter { !$0.isThere }.flatMap { $0.targets.map(\.name) })

/// A library product of targets, those of missing uses left out.
func library(_ name: String, _ targets: [String]) -> Product {
  .library(name: name, targets: targets.filter { !missing.contains($0) })
}

/// The subcommands of uses, and the conditions by which doors know of them.
let subcommands = uses.filter { $0.commands != nil }.flatMap { [$0.name, $0.commands ?? ""] }.map {
  Target.Dependency.byName(name: $0)
}
let conditions = uses.map { SwiftSetting.define($0.name) }

let targets: [Target] = [
  // Coordinates, scenes, JSON, threads, packed streams, what is built in.
  room("MapGeometry", on: "Elements", ["CSystem"], settings: loops),
  room("Drawing", on: "Elements", ["CSystem", "JSONDocument", "MapGeometry"], settings: loops),
  room("JSONDocument", on: "Elements", settings: loops),
  room("Parallel", on: "Elements", ["CSystem"]),
  room("Inflate", on: "Elements", ["CDeflate", "CZlib", "CZstd", "JSONDocument", "Parallel"]),
  .target(
    name: "BuiltIns", dependencies: ["CBuiltIns"], path: "Sources/Elements/BuiltIns",
    exclude: [
      "make-cities.py", "make-country-boxes.py", "make-world-tiles.py", "world-cities.csv",
      "world-countries.csv", "world-names.csv",
    ],
    swiftSettings: house + loops),

  // Tables and tiles from bytes.
  room("MapFeatures", on: "Reading", ["JSONDocument", "MapGeometry", "Parallel"], settings: loops),
  room("VectorTiles", on: "Reading", ["Drawing", "JSONDocument", "MapGeometry"], settings: loops),

  // Clusters from points or from tables of counted cells.
  room("MapClusters", on: "Clustering", ["CSystem", "MapGeometry", "Parallel"], settings: loops),
  room(
    "CellSources", on: "Clustering", ["JSONDocument", "MapClusters", "MapFeatures", "MapGeometry"],
    settings: loops),

  // Files, archives, databases, drivers and the network, behind one protocol.
  room(
    "DatabaseTables", on: "Files", ["CSQLite", "CSystem", "JSONDocument", "MapFeatures"], settings: loops),
  room(
    "FileResources", on: "Files",
    [
      "CSystem", "DatabaseTables", "Inflate", "JSONDocument", "MapFeatures", "MapGeometry",
      "Parallel", "TableDrivers", "TileSources",
    ]),
  room(
    "TableDrivers", on: "Files",
    [
      "CDrivers", "CellSources", "CLibraries", "DatabaseTables", "JSONDocument", "MapFeatures",
      "MapGeometry", "Parallel",
    ],
    settings: loops),
  room(
    "TileSources", on: "Files",
    [
      "BuiltIns", "CSQLite", "CStagedFiles", "CSystem", "CTransfer", "DatabaseTables", "Inflate",
      "JSONDocument", "MapFeatures", "MapGeometry", "Parallel", "VectorTiles",
    ]),

  // MapLibre styles, and settings from one table.
  room("MapStyle", on: "Style", ["CSystem", "Drawing", "JSONDocument", "MapGeometry"]),
  room(
    "MapSettings", on: "Style",
    [
      "BuiltIns", "CSystem", "Drawing", "JSONDocument", "MapClusters", "MapFeatures",
      "MapGeometry",
    ]),
  room(
    "StyleSettings", on: "Style",
    ["BuiltIns", "Drawing", "JSONDocument", "MapSettings", "MapStyle"]),

  // Points, style and view become a scene.
  room(
    "MapContent", on: "Scene",
    [
      "BuiltIns", "CSystem", "Drawing", "JSONDocument", "MapClusters", "MapFeatures", "MapGeometry",
      "MapSettings", "MapStyle", "Parallel", "StyleSettings",
    ]),
  room(
    "MapDecorations", on: "Scene",
    [
      "CSystem", "Drawing", "JSONDocument", "MapClusters", "MapContent", "MapGeometry",
      "MapSettings", "MapStyle", "StyleSettings",
    ]),
  room(
    "MapGround", on: "Scene",
    [
      "CSystem", "Drawing", "JSONDocument", "MapContent", "MapFeatures", "MapGeometry",
      "MapSettings", "MapStyle", "Parallel", "VectorTiles",
    ]),
  room(
    "MapScene", on: "Scene",
    [
      "BuiltIns", "CSystem", "Drawing", "JSONDocument", "MapClusters", "MapContent",
      "MapDecorations", "MapFeatures", "MapGeometry", "MapGround", "MapSettings", "MapStyle",
      "Parallel", "StyleSettings", "VectorTiles",
    ]),

  // A scene becomes pixels, PDF or SVG.
  room(
    "CairoCanvas", on: "Output",
    [
      "CCairo", "CGraphics", "CPango", "CSystem", "Drawing", "JSONDocument", "Parallel",
    ],
    settings: loops
  ),
  room("SVGCanvas", on: "Output", ["Drawing", "JSONDocument"]),

  // Requests are planned, loaded and drawn.
  room(
    "MapSession", on: "Session",
    [
      "BuiltIns", "CairoCanvas", "CellSources", "CLibraries", "CSystem", "Drawing", "Inflate",
      "JSONDocument", "MapClusters", "MapContent", "MapDecorations", "MapFeatures", "MapGeometry",
      "MapGround", "MapScene", "MapSettings", "MapStyle", "Parallel",
      "StyleSettings", "SVGCanvas", "VectorTiles",
    ]),
  // Words of a command line become settings.
  room("Arguments", on: "Session", ["BuiltIns", "CSystem", "JSONDocument", "MapSettings"]),
  // What subcommands share: options, messages, outputs.
  room(
    "CommandParts", on: "Session",
    [
      "Arguments", "BuiltIns", "CairoCanvas", "FileResources", "JSONDocument", "MapFeatures",
      "MapGeometry", "MapScene", "MapSession", "MapSettings", "Parallel", "TileSources",
    ]),

  // The command, and the functions of `clustersnap.h`. Each has the uses that the package has.
  room(
    "CommandLineTool", on: "Doors",
    [
      "Arguments", "BuiltIns", "CairoCanvas", "CellSources", "CommandParts", "FileResources", "Inflate",
      "JSONDocument",
      "MapClusters", "MapContent", "MapFeatures", "MapGeometry", "MapScene", "MapSession",
      "MapSettings", "MapStyle", "Parallel", "StyleSettings", "TileSources", "VectorTiles",
    ] + subcommands, settings: conditions),
  // The front door for programs: one import.
  room(
    "ClusterSnap", on: "Doors",
    [
      "CommandParts", "FileResources", "JSONDocument", "MapClusters", "MapContent", "MapGeometry",
      "MapSession",
      "MapSettings", "TileSources",
    ]),
  .executableTarget(
    name: "Program", dependencies: ["CAllocation", "CommandLineTool"], path: "Sources/Doors/Program",
    swiftSettings: house),
  room(
    "LibraryInterface", on: "Doors",
    [
      "CairoCanvas", "CClusterSnap", "CDrivers", "CommandLineTool", "CSystem", "FileResources",
      "JSONDocument", "MapContent", "MapFeatures", "MapSession", "MapSettings", "Parallel", "TableDrivers",
      "TileSources",
    ] + subcommands, settings: conditions),

  // What the system brings, and what Swift cannot say.
  .systemLibrary(
    name: "CCairo", path: "Sources/System/CCairo", pkgConfig: "cairo",
    providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
  .systemLibrary(
    name: "CDeflate", path: "Sources/System/CDeflate", pkgConfig: "libdeflate",
    providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
  .target(
    name: "CGraphics", dependencies: ["CDeflate", "CLibraries", "CPNG"], path: "Sources/System/CGraphics",
    linkerSettings: [.linkedLibrary("z")]),
  .target(
    name: "CBuiltIns", path: "Sources/System/CBuiltIns",
    exclude: ["completions", "pages", "styles", "words", "world.pmtiles"],
    cSettings: commit),
  .target(
    name: "CAllocation", dependencies: ["CStagedFiles"], path: "Sources/System/CAllocation"),
  .target(name: "CClusterSnap", path: "Sources/System/CClusterSnap"),
  .systemLibrary(
    name: "CPango", path: "Sources/System/CPango", pkgConfig: "pangocairo",
    providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
  .systemLibrary(name: "CSystem", path: "Sources/System/CSystem"),
  .systemLibrary(
    name: "CPNG", path: "Sources/System/CPNG", pkgConfig: "libpng",
    providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
  .systemLibrary(
    name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
  .target(name: "CDrivers", dependencies: ["CLibraries"], path: "Sources/System/CDrivers"),
  .target(name: "CHTTP", dependencies: ["CLibraries"], path: "Sources/System/CHTTP"),
  .target(name: "CLibraries", path: "Sources/System/CLibraries"),
  .target(name: "CStagedFiles", path: "Sources/System/CStagedFiles"),
  .target(name: "CTransfer", dependencies: ["CLibraries"], path: "Sources/System/CTransfer"),
  .systemLibrary(
    name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib",
    providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
  .target(name: "CZstd", dependencies: ["CLibraries"], path: "Sources/System/CZstd"),

  // Tests; those of uses stand beside them.
  .target(
    name: "HiddenLibraries", dependencies: ["CLibraries"], path: "Tests/HiddenLibraries",
    exclude: ["no-fonts.conf"],
    cSettings: [
      .define("NO_FONTS", to: "\"\(Context.packageDirectory)/Tests/HiddenLibraries/no-fonts.conf\"")
    ]),
  .target(
    name: "TestSupport", dependencies: ["CSQLite", "HiddenLibraries", "Parallel"],
    path: "Tests/TestSupport", swiftSettings: house + loops),
  .target(
    name: "SessionSupport",
    dependencies: ["JSONDocument", "MapFeatures", "MapGeometry", "Parallel", "StyleSettings"],
    path: "Tests/SessionSupport", swiftSettings: house),
  .target(
    name: "LibraryCalls", dependencies: ["CClusterSnap", "CDrivers"], path: "Tests/LibraryCalls"),
  tests(of: "BuiltIns", on: "Elements"),
  tests(of: "Drawing", on: "Elements"),
  tests(of: "Inflate", on: "Elements", ["CZlib", "CZstd"]),
  tests(of: "JSONDocument", on: "Elements"),
  tests(of: "MapGeometry", on: "Elements"),
  tests(of: "Parallel", on: "Elements"),
  tests(of: "MapFeatures", on: "Reading", ["JSONDocument", "MapGeometry", "Parallel"]),
  tests(of: "VectorTiles", on: "Reading", ["Inflate", "MapGeometry"]),
  tests(
    of: "CellSources", on: "Clustering", ["JSONDocument", "MapClusters", "MapFeatures", "MapGeometry"]),
  tests(of: "MapClusters", on: "Clustering", ["MapGeometry"]),
  tests(of: "DatabaseTables", on: "Files", ["CSQLite", "JSONDocument", "MapFeatures"]),
  tests(of: "FileResources", on: "Files", ["MapFeatures", "MapGeometry", "Parallel", "TileSources"]),
  tests(of: "TableDrivers", on: "Files", ["CDrivers", "MapFeatures"]),
  tests(
    of: "TileSources", on: "Files",
    [
      "BuiltIns", "CSQLite", "CTransfer", "Inflate", "MapFeatures", "MapGeometry", "Parallel",
      "VectorTiles",
    ]),
  tests(of: "MapSettings", on: "Style", ["JSONDocument", "MapClusters", "MapGeometry"]),
  tests(of: "MapStyle", on: "Style"),
  tests(
    of: "StyleSettings", on: "Style",
    [
      "Drawing", "JSONDocument", "MapClusters", "MapGeometry", "MapSettings", "MapStyle", "SessionSupport",
    ]),
  tests(
    of: "MapScene", on: "Scene",
    [
      "BuiltIns", "CairoCanvas", "Drawing", "Inflate", "JSONDocument", "MapClusters", "MapContent",
      "MapDecorations", "MapFeatures", "MapGeometry", "MapGround", "MapSettings", "MapStyle",
      "Parallel", "StyleSettings", "VectorTiles",
    ]),
  tests(of: "CairoCanvas", on: "Output", ["CGraphics", "CPango", "Drawing", "Parallel"]),
  tests(of: "SVGCanvas", on: "Output", ["Drawing"]),
  tests(
    of: "MapSession", on: "Session",
    [
      "CairoCanvas", "Drawing", "FileResources", "JSONDocument",
      "MapContent", "MapFeatures", "MapGeometry", "MapScene", "MapSettings",
      "MapStyle", "Parallel", "SessionSupport", "StyleSettings", "VectorTiles",
    ]),
  .testTarget(
    name: "CommandTests",
    dependencies: [
      "CairoCanvas", "TestSupport",
    ],
    path: "Tests/Doors/CommandTests", swiftSettings: house),
  tests(of: "ClusterSnap", on: "Doors", ["JSONDocument", "MapSession"]),
  tests(of: "LibraryInterface", on: "Doors", ["LibraryCalls"]),
  // Tests that run the command import nothing of it: without a dependency they need not wait for it to be compiled.
  // `swift build --build-tests` builds the command as well.
  .testTarget(
    name: "ProgramTests", dependencies: ["TestSupport"], path: "Tests/Doors/ProgramTests",
    swiftSettings: house),
  .testTarget(name: "HouseTests", dependencies: ["TestSupport"], swiftSettings: house),
]

/// Tests of the readers of all uses over the corpus of fuzzing.
let corpus: [Target] = [
  .testTarget(
    name: "CorpusTests",
    dependencies: [
      "CairoCanvas", "CellSources", "FileResources", "Inflate", "JSONDocument", "MapFeatures", "MapGeometry",
      "MapServer", "MapSession", "MapSettings", "MapStories", "MapStyle", "StyleSettings", "TestSupport",
      "VectorTiles",
    ],
    path: "Tests/Doors/CorpusTests", swiftSettings: house)
]

let package = Package(
  name: "ClusterSnap",
  platforms: [.macOS(.v15)],
  products: [
    .library(
      name: "ClusterSnap",
      targets: [
        "CairoCanvas", "ClusterSnap", "Drawing", "JSONDocument", "MapClusters", "MapContent",
        "MapDecorations", "MapFeatures", "MapGeometry", "MapGround", "MapScene", "MapSession",
        "MapSettings", "MapStyle", "StyleSettings", "VectorTiles",
      ]),
    library(
      "MapSession",
      [
        "BuiltIns", "CairoCanvas", "CellSources", "Drawing", "FileResources", "ImageDiff",
        "JSONDocument", "MapClusters", "MapContent", "MapDecorations", "MapFeatures", "MapGeometry",
        "MapGround", "MapScene", "MapServer", "MapSession", "MapSettings", "MapStories", "MapStyle",
        "StyleSettings", "SVGCanvas", "TileSources", "VectorTiles",
      ]),
    .library(
      name: "CellSources",
      targets: [
        "CellSources", "JSONDocument", "MapClusters", "MapFeatures", "MapGeometry",
      ]),
    .library(name: "MapClusters", targets: ["MapClusters", "MapGeometry"]),
    .executable(name: "clustersnap", targets: ["Program"]),
    // The C interface; `make library` builds it, with Swift inside, as libclustersnap.
    .library(
      name: "ClusterSnapC", type: .dynamic, targets: ["CClusterSnap", "CDrivers", "LibraryInterface"]),
  ] + uses.flatMap(\.products),
  targets: targets + uses.flatMap(\.targets) + (missing.isEmpty ? corpus : []),
  swiftLanguageModes: [.v6]
)
