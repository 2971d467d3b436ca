// swift-tools-version: 6.2
import PackageDescription

/// The part of a program that feeds a map view: the clustering core alone, without a style, a canvas or a view.
let package = Package(
  name: "LiveMap",
  platforms: [.macOS(.v15)],
  // A package of your own names the repository's URL and a version here.
  dependencies: [.package(name: "ClusterSnap", path: "../..")],
  targets: [
    .executableTarget(name: "LiveMap", dependencies: [.product(name: "MapClusters", package: "ClusterSnap")])
  ],
  swiftLanguageModes: [.v6]
)
