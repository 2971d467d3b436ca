// swift-tools-version: 6.2
import PackageDescription

/// A package of its own, because its binary has libFuzzer's `main` loop and is built with sanitizers only: see `make fuzz`.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ClusterSnap", path: "../..")],
  targets: [
    // `FuzzTarget.swift` and `FuzzedServer.swift` are links to files of the tests, which run it over the corpus without libFuzzer.
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "MapSession", package: "ClusterSnap"),
        .product(name: "CellSources", package: "ClusterSnap"),
      ],
      linkerSettings: [
        // libFuzzer has a `main` of its own; ours comes first. gold ends with an internal error over it.
        .unsafeFlags(["-use-ld=lld", "-Xlinker", "--allow-multiple-definition"], .when(platforms: [.linux]))
      ])
  ],
  swiftLanguageModes: [.v6]
)
