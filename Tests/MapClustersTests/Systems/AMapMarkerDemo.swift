import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

/// The AMap cluster-marker demo, feature by feature.
@Suite struct `AMapMarkerDemo` {
  @Test(
    arguments: [(80.0, [1, 1, 1, 1, 1]), (90, [2, 2, 1]), (140, [3, 2]), (200, [4, 1])] as [(Double, [Int])])
  func `annotations within a distance of meters join`(meters: Double, counts: [Int]) throws {
    let places = [0, 0.0008, 0.0016, 0.0024, 0.0032].map { (0.0, $0) }
    var settings = ClusterPreset.amapDistance.settings
    settings.distance = .meters(meters)
    let found = try markers(of: ClusterInput(table(places)), in: view(0, 0, zoom: 14), settings: settings)
    #expect(found.markers.map(\.count) == counts)
  }

  @Test func `the grid clusters below zoom 19 only`() {
    let settings = ClusterPreset.amap.settings
    #expect(
      settings.clusters(atZoom: ClusterPreset.zoom(18.99))
        && !settings.clusters(atZoom: ClusterPreset.zoom(19)))
  }

  @Test func `bubbles are as large as their counts make them, and bounce for 0.6 seconds`() throws {
    #expect(try diameters(style: "amap") == expectedDiameters)
    #expect(try framesOfTransition(preset: "amap") == 12)
  }

  @Test func `knows amap's annotations by place and count`() async throws {
    let manager = ClusterManager(preset: .amap)
    try await manager.add(points([(10, 10), (10.1, 10.1)]))
    let viewport = try view(10, 10, zoom: 4)
    try await manager.reload(viewport)
    try await manager.remove(["p0"])
    try await manager.add(points([(10.000001, 10.000001)], from: 2))
    #expect(try await manager.reload(viewport).isEmpty)
  }
}
