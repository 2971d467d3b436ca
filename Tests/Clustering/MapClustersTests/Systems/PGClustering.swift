import Foundation
import MapClusters
import MapGeometry
import TestSupport
import Testing

/// PGClustering, feature by feature.
@Suite struct `PGClustering` {
  @Test func `cells are parts of the visible width, by zoom`() throws {
    for (zoom256, parts) in [
      (-1, 32), (4.4, 32), (4.5, 16), (8.4, 16), (8.5, 8.0), (16.4, 8), (16.5, 4), (20.4, 4), (20.5, 10),
    ] {
      try expect(cell(of: .pablo, zoom256: zoom256, width: 960), equals: 960 / parts)
    }
  }

  @Test func `a pan cuts the cells anew`() throws {
    // A degree is 23 points wide at zoom 4; cells are 40 points wide in a picture of 640, whose middle is a cell's edge.
    for (longitude, expected) in [(0.0, [2]), (0.7, [1, 1])] {
      let viewport = try view(0, longitude, zoom: 4, width: 640, height: 480)
      try expect(counts([(0, 0), (0, 1)], viewport, ClusterPreset.pablo.settings), equals: expected)
    }
  }
}
