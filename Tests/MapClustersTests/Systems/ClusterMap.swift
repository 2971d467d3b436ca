import Foundation
import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

/// ClusterMap 2 and its ancestor Cluster 3, feature by feature, named as they name them.
@Suite struct `ClusterMap` {
  @Test(arguments: [ClusterPreset.clustermap, .cluster])
  func `cellSize(for:): by rounded zoom`(preset: ClusterPreset) throws {
    for (zoom256, points) in [(12.4, 88.0), (12.5, 64), (15.5, 32), (18.5, 16)] {
      let settings = preset.settings
      let zoom = settings.rounded(ClusterPreset.zoom(zoom256))
      #expect(try settings.cellSize.points(atZoom: zoom, width: 400) == points)
    }
  }

  @Test func `clusterPosition: the annotation nearest to the cell's middle`() throws {
    var settings = ClusterPreset.clustermap.settings
    settings.cellSize = .points(512)
    let places = [(40.0, 40.0), (47, 47), (45.1, 44.9), (42.1, 43.7)]
    let found = try markers(of: ClusterInput(table(places)), in: view(45, 45, zoom: 2), settings: settings)
    // At zoom 2 a cell of 512 points is a quarter of the world; these lie in one whose middle is (40.98, 45).
    #expect(found.markers.map(\.count) == [4])
    let middle = WorldPoint(x: 0.625, y: 0.375).coordinate
    let nearest = places.map { Coordinate(latitude: $0.0, longitude: $0.1) }.min {
      Geodesy.distance(from: $0, to: middle) < Geodesy.distance(from: $1, to: middle)
    }
    #expect(found.markers[0].position == nearest)
  }

  @Test func `minCountForClustering`() throws {
    for (minimum, count) in [(2, 1), (3, 1), (4, 3)] {
      let settings = ClusterPreset.clustermap.settings.with { $0.minimumCount = minimum }
      let found = try markers(
        of: ClusterInput(table([(10, 10), (10, 10.1), (10.1, 10)])), in: view(10, 10, zoom: 3),
        settings: settings)
      #expect(found.markers.count == count)
    }
  }

  @Test func `maxZoomLevel: none above 20`() {
    let settings = ClusterPreset.clustermap.settings
    #expect(
      settings.clusters(atZoom: ClusterPreset.zoom(20.49))
        && !settings.clusters(atZoom: ClusterPreset.zoom(20.5)))
  }

  @Test func `shouldDistributeAnnotationsOnSameCoordinate, distanceFromContestedLocation: a ring of 3 m`()
    throws
  {
    let input = ClusterInput(table(Array(repeating: (52.5, 13.4), count: 5)))
    let found = try markers(
      of: input, in: view(52.5, 13.4, zoom: 22), settings: ClusterPreset.clustermap.settings)
    #expect(found.markers.count == 5)
    for marker in found.markers {
      let meters = Geodesy.distance(from: Coordinate(latitude: 52.5, longitude: 13.4), to: marker.position)
      #expect(abs(meters - 3) < 0.01)
    }
    #expect(input.coordinates.latitudes.allSatisfy { $0 == 52.5 })
  }

  @Test func `cluster = false: an annotation that opts out is neither clustered nor counted`() async throws {
    let manager = ClusterManager(preset: .clustermap)
    let place = Coordinate(latitude: 10, longitude: 10.1)
    try await manager.add(
      points([(10, 10), (10.1, 10)]) + [ClusterPoint(id: "x", coordinate: place, isUnclustered: true)])
    try await manager.reload(view(10, 10, zoom: 3))
    #expect(await manager.markers.map(\.count).sorted() == [1, 2])
  }

  @Test func `visibleAnnotations, visibleNestedAnnotations`() async throws {
    let manager = ClusterManager(preset: .clustermap)
    try await manager.add(points([(10, 10), (10.1, 10), (10, 60)]))
    try await manager.reload(view(10, 10, zoom: 4))
    #expect(await manager.visible.map(\.count) == [2])
    #expect(await manager.visibleMembers.map(\.id) == ["p0", "p1"])
    #expect(await manager.allPoints.count == 3)
  }

  @Test func `fades in, for 0.35 seconds`() throws {
    #expect(try framesOfTransition(preset: "clustermap") == 7)
  }

  @Test func `holds markers back outside the view when told to`() async throws {
    var behavior = ClusterBehavior()
    behavior.keepsInvisible = true
    let manager = ClusterManager(settings: ClusterPreset.clustermap.settings, behavior: behavior)
    try await manager.add(points([(10, 10), (10, 60)]))
    try await manager.reload(view(10, 10, zoom: 5))
    let moved = try await manager.reload(view(10, 60, zoom: 5))
    #expect(moved.inserted.count == 1 && moved.removed.isEmpty && moved.kept.count == 1)
    #expect(await manager.markers.count == 2)
    #expect(await manager.visible.count == 1)
    #expect(await manager.visibleMembers.map(\.id) == ["p1"])
    let back = try await manager.reload(view(10, 35, zoom: 1))
    #expect(back.removed.isEmpty && back.kept.count == 2)
    try await manager.reload(view(10, 60, zoom: 5))
    try await manager.remove(["p0"])
    #expect(try await manager.reload(view(10, 60, zoom: 5)).removed.count == 1)
  }
}
