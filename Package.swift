// swift-tools-version: 6.2
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

/// A library target: a room of the house.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house + settings)
}

/// The tests of one room, in the folder of the same name.
func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    swiftSettings: house)
}

let package = Package(
  name: "ClusterSnap",
  platforms: [.macOS(.v15)],
  products: [
    .library(
      name: "ClusterSnapTesting",
      targets: [
        "ClusterSnapTesting", "CairoCanvas", "Drawing", "GoldenCases", "ImageDiff", "JSONDocument",
        "MapClusters",
        "MapFeatures", "MapGeometry", "MapContent", "MapDecorations", "MapGround", "MapScene", "MapSession",
        "MapSettings",
        "MapStories", "MapStyle",
        "StyleSettings", "VectorTiles",
      ]),
    .library(
      name: "MapSession",
      targets: [
        "MapSession", "MapServer", "CellSources", "FileResources", "MapContent", "MapDecorations",
        "MapGround", "MapScene",
        "BuiltIns",
        "CairoCanvas", "Drawing",
        "ImageDiff", "JSONDocument",
        "MapClusters", "MapFeatures", "MapGeometry", "MapSettings", "MapStories", "MapStyle", "StyleSettings",
        "SVGCanvas",
        "TileSources", "VectorTiles",
      ]),
    .library(
      name: "CellSources",
      targets: ["CellSources", "JSONDocument", "MapClusters", "MapFeatures", "MapGeometry"]),
    .library(name: "MapClusters", targets: ["MapClusters", "MapGeometry"]),
    .executable(name: "clustersnap", targets: ["clustersnap"]),
    // The C interface; `make library` builds it, with Swift inside, as libclustersnap.
    .library(
      name: "ClusterSnapC", type: .dynamic, targets: ["LibraryInterface", "CClusterSnap", "CDrivers"]),
  ],
  targets: [
    // Floor 0: knows nothing else.
    room("MapGeometry", ["CMath"], settings: loops),
    room("Drawing", ["CMath", "JSONDocument", "MapGeometry"], settings: loops),
    room("JSONDocument", settings: loops),
    room("Parallel", ["CPosix"]),

    // Floor 1: one job each, standing on floor 0.
    room(
      "CairoCanvas",
      ["CCairo", "CGraphics", "CMath", "CPango", "CPosix", "Drawing", "JSONDocument", "Parallel"],
      settings: loops
    ),
    room("ImageDiff", ["CMath", "CPosix", "Drawing", "Parallel"], settings: loops),
    room("Inflate", ["CDeflate", "CZlib", "CZstd", "JSONDocument", "Parallel"]),
    .target(
      name: "BuiltIns", dependencies: ["CBuiltIns"],
      exclude: ["make-country-boxes.py", "make-world-tiles.py", "world-countries.csv", "world-names.csv"],
      swiftSettings: house + loops),
    room("MapClusters", ["CMath", "CPosix", "MapGeometry", "Parallel"], settings: loops),
    room("MapFeatures", ["MapGeometry", "JSONDocument", "Parallel"], settings: loops),
    room("MapStyle", ["CMath", "Drawing", "JSONDocument", "MapGeometry"]),
    room("SVGCanvas", ["Drawing", "JSONDocument"]),
    room("VectorTiles", ["Drawing", "JSONDocument", "MapGeometry"], settings: loops),

    // Floor 2: settings from one table; features, style and view become a scene.
    room(
      "MapContent",
      [
        "CMath", "MapGeometry", "Drawing", "JSONDocument", "MapFeatures", "MapClusters", "MapSettings",
        "MapStyle", "Parallel", "StyleSettings",
      ]),
    room(
      "MapDecorations",
      [
        "CMath", "Drawing", "JSONDocument", "MapClusters", "MapContent", "MapGeometry", "MapSettings",
        "MapStyle", "StyleSettings",
      ]),
    room(
      "MapGround",
      [
        "CMath", "Drawing", "JSONDocument", "MapContent", "MapFeatures", "MapGeometry", "MapSettings",
        "MapStyle",
        "Parallel", "VectorTiles",
      ]),
    room(
      "MapScene",
      [
        "BuiltIns", "CMath", "MapGeometry", "Drawing", "JSONDocument", "MapContent", "MapDecorations",
        "MapFeatures", "MapGround",
        "MapClusters", "MapSettings", "MapStyle", "StyleSettings", "Parallel", "VectorTiles",
      ]),
    room(
      "MapSettings",
      ["BuiltIns", "Drawing", "ImageDiff", "JSONDocument", "MapClusters", "MapFeatures", "MapGeometry"]),

    // Settings whose values are expressions: those of layers, and the reader of a style's metadata.
    room(
      "StyleSettings",
      ["BuiltIns", "Drawing", "JSONDocument", "MapSettings", "MapStyle"]),

    // Points that someone else counts: queries for databases, tables of cells.
    room("CellSources", ["JSONDocument", "MapClusters", "MapFeatures", "MapGeometry"], settings: loops),

    // Words of a command line become settings.
    room("Arguments", ["BuiltIns", "CPosix", "JSONDocument", "MapSettings"]),

    // Floors 3 to 5: what happens over time; requests are answered; files, goldens, the terminal, the process.
    room(
      "MapStories",
      [
        "MapContent", "MapDecorations", "MapScene", "MapGeometry", "Drawing", "JSONDocument", "MapFeatures",
        "MapClusters", "MapSettings",
        "MapStyle",
      ]),
    room(
      "ClusterSnapTesting",
      [
        "CairoCanvas", "Drawing", "FileResources", "GoldenCases", "MapContent", "MapScene", "MapSession",
        "MapSettings",
        "SVGCanvas",
      ]),
    room(
      "MapSession",
      [
        "BuiltIns", "CLibraries", "CPosix", "CairoCanvas", "CellSources", "Drawing", "JSONDocument",
        "MapClusters",
        "MapFeatures", "MapGeometry", "Inflate", "MapContent", "MapDecorations", "MapGround", "MapScene",
        "MapSettings",
        "MapStories", "MapStyle",
        "StyleSettings",
        "Parallel",
        "SVGCanvas",
        "VectorTiles",
      ]),
    room(
      "GoldenCases",
      [
        "BuiltIns", "CairoCanvas", "Drawing", "ImageDiff", "JSONDocument", "MapFeatures",
        "MapSession", "MapSettings", "Parallel",
      ]),
    room(
      "MapServer",
      [
        "BuiltIns", "CPosix", "Inflate", "JSONDocument", "MapContent", "MapFeatures",
        "MapGeometry",
        "MapScene", "MapSession", "MapSettings", "Parallel", "TileSources",
      ]),
    room("DatabaseTables", ["CPosix", "CSQLite", "JSONDocument", "MapFeatures"], settings: loops),
    room(
      "FileResources",
      [
        "CPosix", "DatabaseTables", "Inflate", "JSONDocument", "MapFeatures", "MapGeometry", "Parallel",
        "TableDrivers", "TileSources",
      ]),
    room(
      "TableDrivers",
      [
        "CDrivers", "CLibraries", "CellSources", "DatabaseTables", "JSONDocument", "MapFeatures",
        "MapGeometry",
        "Parallel",
      ],
      settings: loops),
    room(
      "CommandLineTool",
      [
        "Arguments", "CHTTP", "CellSources", "MapGeometry", "Drawing", "JSONDocument", "CairoCanvas",
        "FileResources", "GoldenCases", "ImageDiff", "Inflate", "BuiltIns", "MapClusters", "MapContent",
        "MapFeatures", "MapScene", "MapServer", "MapSession", "MapSettings", "MapStories", "MapStyle",
        "StyleSettings", "Parallel", "TileSources", "VectorTiles",
      ]),
    .executableTarget(name: "clustersnap", dependencies: ["CommandLineTool"], swiftSettings: house),
    room(
      "LibraryInterface",
      [
        "CClusterSnap", "CDrivers", "CairoCanvas", "CommandLineTool", "FileResources", "JSONDocument",
        "MapContent", "MapFeatures", "MapSession", "MapSettings", "MapStories", "Parallel", "TableDrivers",
        "TileSources",
      ]),
    room(
      "TileSources",
      [
        "BuiltIns", "CPosix", "CSQLite", "CStagedFiles", "CTransfer", "DatabaseTables", "Inflate",
        "JSONDocument",
        "MapFeatures",
        "MapGeometry",
        "Parallel",
        "VectorTiles",
      ]),

    // What the system brings, and what Swift cannot say.
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .target(
      name: "CGraphics", dependencies: ["CDeflate", "CLibraries", "CPNG"],
      linkerSettings: [.linkedLibrary("z")]),
    .target(
      name: "CBuiltIns", exclude: ["completions", "pages", "styles", "words", "world.pmtiles"],
      cSettings: commit),
    .target(name: "CClusterSnap"),
    .systemLibrary(name: "CMath"),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(name: "CPosix"),
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "CDrivers", dependencies: ["CLibraries"]),
    .target(name: "CHTTP", dependencies: ["CLibraries"]),
    .target(name: "CLibraries"),
    .target(name: "CStagedFiles"),
    .target(name: "CTransfer", dependencies: ["CLibraries"]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CZstd", dependencies: ["CLibraries"]),

    // Tests.
    .target(
      name: "HiddenLibraries", dependencies: ["CLibraries"], path: "Tests/HiddenLibraries",
      exclude: ["no-fonts.conf"],
      cSettings: [
        .define("NO_FONTS", to: "\"\(Context.packageDirectory)/Tests/HiddenLibraries/no-fonts.conf\"")
      ]),
    .target(
      name: "TestSupport", dependencies: ["CSQLite", "HiddenLibraries", "Parallel"],
      path: "Tests/TestSupport", swiftSettings: house + loops),
    tests(of: "CairoCanvas", ["CGraphics", "CPango", "Drawing", "Parallel"]),
    tests(of: "CellSources", ["JSONDocument", "MapClusters", "MapFeatures", "MapGeometry"]),
    // Tests that run the command import nothing of it: without a dependency they need not wait for it to be compiled.
    // `swift build --build-tests` builds the command as well.
    .testTarget(name: "clustersnapTests", dependencies: ["TestSupport"], swiftSettings: house),
    tests(of: "ClusterSnapTesting", ["Drawing", "GoldenCases", "MapSettings"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "CairoCanvas", "TestSupport",
      ],
      swiftSettings: house),
    tests(of: "DatabaseTables", ["CSQLite", "JSONDocument", "MapFeatures"]),
    tests(of: "Drawing"),
    tests(of: "GoldenCases", ["Drawing", "ImageDiff", "JSONDocument", "MapSettings", "Parallel"]),
    tests(of: "ImageDiff", ["Drawing"]),
    tests(of: "Inflate", ["CZlib", "CZstd"]),
    tests(of: "JSONDocument"),
    tests(of: "BuiltIns"),
    tests(of: "MapClusters", ["MapGeometry"]),
    tests(of: "MapFeatures", ["JSONDocument", "MapGeometry", "Parallel"]),
    tests(of: "MapGeometry"),
    .target(
      name: "LibraryCalls", dependencies: ["CClusterSnap", "CDrivers"], path: "Tests/LibraryCalls"),
    tests(of: "LibraryInterface", ["LibraryCalls"]),
    tests(of: "Parallel"),
    tests(
      of: "MapScene",
      [
        "CairoCanvas", "Drawing", "Inflate", "JSONDocument", "MapClusters", "MapContent", "MapDecorations",
        "MapFeatures", "MapGeometry", "MapGround",
        "MapSettings", "MapStyle", "StyleSettings", "Parallel", "VectorTiles",
      ]),
    tests(of: "MapSettings", ["JSONDocument", "MapClusters", "MapGeometry"]),
    tests(
      of: "StyleSettings",
      ["Drawing", "JSONDocument", "MapClusters", "MapGeometry", "MapSettings", "MapStyle"]),
    tests(
      of: "MapStories",
      [
        "Drawing", "JSONDocument", "MapClusters", "MapFeatures", "MapGeometry", "MapContent",
        "MapDecorations", "MapScene", "MapSettings",
        "MapStyle", "StyleSettings",
      ]),
    tests(of: "FileResources", ["MapFeatures", "MapGeometry", "Parallel", "TileSources"]),
    tests(
      of: "MapSession",
      [
        "CairoCanvas", "CellSources", "Drawing", "FileResources", "Inflate", "JSONDocument", "MapFeatures",
        "MapGeometry", "MapContent", "MapScene", "MapServer", "MapSettings", "MapStories", "MapStyle",
        "StyleSettings", "Parallel",
        "VectorTiles",
      ]),
    tests(of: "MapServer", ["FileResources", "Inflate", "JSONDocument", "MapSession"]),
    tests(of: "MapStyle"),
    tests(of: "SVGCanvas", ["Drawing"]),
    tests(of: "TableDrivers", ["CDrivers", "MapFeatures"]),
    tests(
      of: "TileSources",
      [
        "BuiltIns", "CSQLite", "CTransfer", "Inflate", "MapFeatures", "MapGeometry", "Parallel",
        "VectorTiles",
      ]),
    tests(of: "VectorTiles", ["Inflate", "MapGeometry"]),
    .testTarget(name: "HouseTests", dependencies: ["TestSupport"], swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)
