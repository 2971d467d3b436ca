// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ClusterSnap", path: "../..")],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "MapSession", package: "ClusterSnap"),
        .product(name: "CellSources", package: "ClusterSnap"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
