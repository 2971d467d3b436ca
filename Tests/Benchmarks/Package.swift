// swift-tools-version: 6.2
import PackageDescription

/// A package of its own, because it is measured and not shipped: built only when asked for, see `make bench`.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ClusterSnap", path: "../..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [.product(name: "MapSession", package: "ClusterSnap")],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
  ],
  swiftLanguageModes: [.v6]
)
