import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

/// PGClustering, feature by feature.
@Suite struct `PGClustering` {
  @Test func `cells are parts of the visible width, by zoom`() throws {
    for (zoom256, parts) in [
      (-1, 32), (4.4, 32), (4.5, 16), (8.4, 16), (8.5, 8.0), (16.4, 8), (16.5, 4), (20.4, 4), (20.5, 10),
    ] {
      #expect(try cell(of: .pablo, zoom256: zoom256, width: 960) == 960 / parts)
    }
  }

  @Test func `a pan cuts the cells anew`() throws {
    // A degree is 23 points wide at zoom 4; cells are 40 points wide in a picture of 640, whose middle is a cell's edge.
    for (longitude, expected) in [(0.0, [2]), (0.7, [1, 1])] {
      let viewport = try view(0, longitude, zoom: 4, width: 640, height: 480)
      #expect(try counts([(0, 0), (0, 1)], viewport, ClusterPreset.pablo.settings) == expected)
    }
  }

  @Test func `clusterAnnotationWithinMapRectangle: the mean of two or more, and single points`() throws {
    let found = try markers(
      of: ClusterInput(table([(0.5, 0.5), (0.7, 0.9), (20, 30)])), in: view(0, 0, zoom: 3),
      settings: ClusterPreset.pablo.settings)
    #expect(found.markers.map(\.count) == [2, 1])
    #expect(abs(found.markers[0].position.latitude - 0.6) < 1e-7)
    #expect(found.markers[1].position == Coordinate(latitude: 20, longitude: 30))
  }

  @Test func `a slider: other parts of the width while the map is shown`() async throws {
    let manager = ClusterManager(preset: .pablo)
    try await manager.add(points([(0.1, 0.5), (0.1, 10), (0.1, 25)]))
    // 640 points are 28.125° at zoom 4; the picture's left edge is at longitude 0.
    let viewport = try view(0, 14.0625, zoom: 4, width: 640, height: 480)
    for (parts, counts) in [(1.0, [3]), (2, [2, 1]), (4, [1, 1, 1]), (1, [3])] {
      await manager.change(ClusterPreset.pablo.settings.with { $0.cellSize = .fraction(parts) })
      try await manager.reload(viewport)
      #expect(await manager.markers.map(\.count) == counts)
    }
  }

  @Test func `titles are the count, subtitles a word`() async throws {
    let manager = ClusterManager(preset: .pablo)
    try await manager.add(points([(10, 10), (10, 10.01)]))
    try await manager.reload(view(10, 10, zoom: 3))
    let marker = try #require(await manager.markers.first)
    #expect(await manager.title(of: marker) == "2")
    #expect(await manager.subtitle(of: marker) == "Clustered")
  }
}
