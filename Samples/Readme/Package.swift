// swift-tools-version: 6.2
import PackageDescription

/// The Swift of the guide, word for word: each file of Sources is one of its blocks.
let package = Package(
  name: "Readme",
  platforms: [.macOS(.v15)],
  // A package of your own names the repository's URL and a version here.
  dependencies: [.package(name: "ClusterSnap", path: "../..")],
  targets: [
    .executableTarget(name: "Map", dependencies: [.product(name: "ClusterSnap", package: "ClusterSnap")]),
    .executableTarget(name: "Picture", dependencies: [.product(name: "MapSession", package: "ClusterSnap")]),
    .executableTarget(name: "Server", dependencies: [.product(name: "MapSession", package: "ClusterSnap")]),
  ],
  swiftLanguageModes: [.v6]
)
