// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Server",
  platforms: [.macOS(.v15)],
  // A package of your own names the repository's URL and a version here.
  dependencies: [.package(name: "ClusterSnap", path: "../..")],
  targets: [
    .target(name: "MapServer", dependencies: [.product(name: "MapSession", package: "ClusterSnap")]),
    .testTarget(name: "MapServerTests", dependencies: ["MapServer"]),
  ],
  swiftLanguageModes: [.v6]
)
