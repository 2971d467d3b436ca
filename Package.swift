// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of ours is compiled with.
let house: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

/// A library target: a room of the house.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house)
}

/// The tests of one room, in the folder of the same name.
func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, swiftSettings: house)
}

let package = Package(
  name: "ClusterSnap",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ClusterSnapTesting", targets: ["ClusterSnapTesting", "GoldenCases", "ImageDiff"]),
    .library(
      name: "MapSession",
      targets: [
        "MapSession", "FileResources", "MapScene", "BuiltIns", "CairoCanvas", "Drawing", "JSONDocument",
        "MapClusters", "MapFeatures", "MapGeometry", "MapStyle", "SVGCanvas", "TileSources",
      ]),
    .library(name: "MapClusters", targets: ["MapClusters", "MapGeometry"]),
    .executable(name: "clustersnap", targets: ["clustersnap"]),
  ],
  targets: [
    // Floor 0: knows nothing else.
    room("MapGeometry"),
    room("Drawing"),
    room("JSONDocument"),

    // Floor 1: one job each, standing on floor 0.
    room("CairoCanvas", ["CCairo", "CGraphics", "CPango", "Drawing"]),
    room("ImageDiff", ["Drawing"]),
    room("Inflate", ["CZlib"]),
    room("BuiltIns", ["CBuiltIns"]),
    room("MapClusters", ["MapGeometry"]),
    room("MapFeatures", ["MapGeometry", "JSONDocument"]),
    room("MapStyle", ["Drawing", "JSONDocument", "MapGeometry"]),
    room("SVGCanvas", ["Drawing"]),

    // Floor 2: features, style and view become a scene.
    room(
      "MapScene",
      ["MapGeometry", "Drawing", "JSONDocument", "MapFeatures", "MapClusters", "MapStyle"]),

    // Floors 3 to 5: requests are answered; files, goldens, the terminal, the process.
    room(
      "ClusterSnapTesting",
      [
        "CairoCanvas", "Drawing", "FileResources", "GoldenCases", "MapGeometry", "MapScene", "MapSession",
        "SVGCanvas",
      ]),
    room(
      "MapSession",
      [
        "BuiltIns", "CairoCanvas", "Drawing", "JSONDocument", "MapClusters", "MapFeatures", "MapGeometry",
        "MapScene", "MapStyle", "SVGCanvas",
      ]),
    room(
      "GoldenCases",
      [
        "CairoCanvas", "Drawing", "ImageDiff", "JSONDocument", "MapFeatures", "MapGeometry", "MapScene",
        "MapSession",
      ]),
    room("FileResources", ["Inflate", "MapFeatures", "TileSources"]),
    .executableTarget(
      name: "clustersnap",
      dependencies: [
        "MapGeometry", "Drawing", "JSONDocument", "CairoCanvas", "FileResources", "GoldenCases", "ImageDiff",
        "BuiltIns", "MapClusters", "MapFeatures", "MapScene", "MapSession", "MapStyle", "TileSources",
      ],
      swiftSettings: house),
    room("TileSources", ["CSQLite", "CTransfer", "CairoCanvas", "Drawing"]),

    // Measured, not shipped.
    .executableTarget(
      name: "Benchmarks", dependencies: ["MapClusters", "MapGeometry"], swiftSettings: house),

    // What the system brings, and what Swift cannot say.
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .target(name: "CGraphics", dependencies: ["CPNG"], linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CBuiltIns"),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(
      name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "CTransfer"),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

    // Tests.
    tests(of: "CairoCanvas", ["Drawing"]),
    tests(of: "clustersnap"),
    tests(of: "ClusterSnapTesting", ["CairoCanvas", "Drawing", "GoldenCases"]),
    .testTarget(name: "CommandTests", dependencies: ["clustersnap"], swiftSettings: house),
    tests(of: "Drawing"),
    tests(of: "GoldenCases", ["Drawing", "ImageDiff", "JSONDocument"]),
    tests(of: "ImageDiff", ["Drawing"]),
    tests(of: "Inflate", ["CZlib"]),
    tests(of: "JSONDocument"),
    tests(of: "BuiltIns"),
    tests(of: "MapClusters", ["MapGeometry"]),
    tests(of: "MapFeatures"),
    tests(of: "MapGeometry"),
    tests(
      of: "MapScene",
      ["CairoCanvas", "Drawing", "JSONDocument", "MapClusters", "MapFeatures", "MapGeometry", "MapStyle"]),
    tests(of: "FileResources", ["MapFeatures"]),
    tests(
      of: "MapSession",
      ["CairoCanvas", "FileResources", "JSONDocument", "MapFeatures", "MapScene"]),
    tests(of: "MapStyle"),
    tests(of: "SVGCanvas", ["Drawing"]),
    tests(of: "TileSources", ["CSQLite", "CTransfer", "CairoCanvas", "Drawing"]),
    .testTarget(name: "HouseTests", swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)
