// swift-tools-version: 6.2
import PackageDescription

/// The example packages as one, so that `make test` builds and runs them at once; each has a manifest of its own for
/// those who begin with it.
let package = Package(
  name: "Samples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ClusterSnap", path: "..")],
  targets: [
    .target(
      name: "PlacesMap", dependencies: [.product(name: "MapSession", package: "ClusterSnap")],
      path: "GoldenTesting/Sources/PlacesMap"),
    .testTarget(
      name: "PlacesMapTests",
      dependencies: [
        "PlacesMap", .product(name: "ClusterSnapTesting", package: "ClusterSnap"),
        .product(name: "MapSession", package: "ClusterSnap"),
      ],
      path: "GoldenTesting/Tests/PlacesMapTests", exclude: ["Goldens"]),
    .executableTarget(
      name: "LiveMap", dependencies: [.product(name: "MapClusters", package: "ClusterSnap")],
      path: "LiveMap/Sources/LiveMap"),
    .executableTarget(
      name: "Map", dependencies: [.product(name: "ClusterSnap", package: "ClusterSnap")],
      path: "Readme/Sources/Map"),
    .executableTarget(
      name: "Picture", dependencies: [.product(name: "MapSession", package: "ClusterSnap")],
      path: "Readme/Sources/Picture"),
    .executableTarget(
      name: "Server", dependencies: [.product(name: "MapSession", package: "ClusterSnap")],
      path: "Readme/Sources/Server"),
    .testTarget(
      name: "ReadmeTests", dependencies: ["LiveMap", "Map", "Picture", "Server"],
      path: "Readme/Tests/ReadmeTests"),
  ],
  swiftLanguageModes: [.v6]
)
