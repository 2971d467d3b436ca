// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "GoldenTesting",
  platforms: [.macOS(.v15)],
  // A package of your own names the repository's URL and a version here.
  dependencies: [.package(name: "ClusterSnap", path: "../..")],
  targets: [
    .target(name: "PlacesMap", dependencies: [.product(name: "MapSession", package: "ClusterSnap")]),
    .testTarget(
      name: "PlacesMapTests",
      dependencies: [
        "PlacesMap", .product(name: "ClusterSnapTesting", package: "ClusterSnap"),
        .product(name: "MapSession", package: "ClusterSnap"),
      ],
      exclude: ["Goldens"]),
  ],
  swiftLanguageModes: [.v6]
)
