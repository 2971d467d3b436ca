import Foundation
import MapClusters
import MapGeometry
import TestSupport
import Testing

/// ClusterMap 2 and its ancestor Cluster 3, feature by feature, named as they name them.
@Suite struct `ClusterMap` {
  @Test(arguments: [ClusterPreset.clustermap, .cluster])
  func `cellSize(for:): by rounded zoom`(preset: ClusterPreset) throws {
    for (zoom256, points) in [
      (0, 88), (12.4, 88.0), (12.5, 64), (15.4, 64), (15.5, 32), (18.4, 32), (18.5, 16), (20, 16),
    ] {
      try expect(cell(of: preset, zoom256: zoom256), equals: points)
    }
  }

  /// The position of four annotations of one cell of 512 points at zoom 2, a quarter of the world, whose middle is
  /// (40.98, 45).
  private func position(_ position: MarkerPosition, _ own: (any PositionStrategy)? = nil) throws -> Coordinate
  {
    let found = try markers(
      of: ClusterInput(table([(40, 40), (47, 47), (45.1, 44.9), (42.1, 43.7)])), in: view(45, 45, zoom: 2),
      settings: ClusterPreset.clustermap.settings.with {
        ($0.cellSize, $0.position) = (.points(512), position)
      },
      strategies: ClusterStrategies(position: own))
    expect(found.markers.map(\.count), equals: [4])
    return found.markers[0].position
  }

  @Test func `clusterPosition: the annotation nearest to the cell's middle`() throws {
    expect(ClusterPreset.clustermap.settings.position, equals: .nearCenter)
    try expect(position(.nearCenter), equals: Coordinate(latitude: 42.1, longitude: 43.7))
  }

  @Test func `clusterPosition: center, average, first, or a ClusterAlignmentStrategy`() throws {
    struct Last: PositionStrategy {
      func position(
        of members: ArraySlice<UInt32>, in area: WorldRectangle?, coordinate: (Int) -> Coordinate
      ) -> Coordinate { coordinate(members.last.map(Int.init) ?? 0) }
    }
    let middle = WorldPoint(x: 0.625, y: 0.375).coordinate
    let center = try position(.cellCenter)
    #expect(abs(center.latitude - middle.latitude) < 1e-7)
    #expect(abs(center.longitude - middle.longitude) < 1e-7)
    let average = try position(.mean)
    #expect(abs(average.latitude - 43.55) < 1e-7)
    #expect(abs(average.longitude - 43.9) < 1e-7)
    try expect(position(.first), equals: Coordinate(latitude: 40, longitude: 40))
    try expect(position(.mean, Last()), equals: Coordinate(latitude: 42.1, longitude: 43.7))
  }

  @Test func `cellSizeForZoomLevel of the caller's own`() throws {
    struct Half: CellSizeStrategy {
      func cellSide(for viewport: Viewport) -> Double { viewport.zoom < 2 ? 512 : 4 }
    }
    for (zoom, expected) in [(1.0, [3]), (2, [1, 1, 1])] {
      try expect(
        counts(
          [(10, 10), (10, 20), (20, 10)], view(10, 10, zoom: zoom), ClusterPreset.clustermap.settings,
          ClusterStrategies(cellSide: Half())), equals: expected)
    }
  }

  @Test func `each annotation once across the date line, and all in a world region`() async throws {
    let manager = ClusterManager(preset: .clustermap)
    let places = (0..<360).map { Coordinate(latitude: 0, longitude: Double($0) - 179.5) }
    try await manager.add(points(CoordinateTable(places)))
    for (center, width) in [(180.0, 171.0), (-175, 171), (0, 1024)] {
      try await manager.reload(view(0, center, zoom: 1, width: width, height: 300))
      let nested = await manager.visibleMembers
      expect(Set(nested.map(\.id)).count, equals: nested.count)
      // Marks at the edge may lie beyond it; within are as many degrees as the picture is wide.
      #expect(abs(Double(nested.count) - width * 360 / 1024) <= 60)
      let shown = await manager.markers.reduce(0) { $0 + $1.count }
      expect(shown, equals: Set(await manager.markers.flatMap(\.members)).count)
      if width == 1024 { expect(shown, equals: 360) }
    }
  }

  @Test func `add: an annotation that is held already changes nothing`() async throws {
    let manager = ClusterManager(preset: .clustermap)
    try await expect(manager.add(points([(10, 10), (20, 20)])).count, equals: 2)
    try await expect(manager.add(points([(50, 50)])).repeatedIDs, equals: ["p0"])
    await expect(manager.allPoints.map(\.coordinate.latitude), equals: [10, 20])
  }

  @Test func `memberAnnotations are of the host's own type`() async throws {
    struct Pin: ClusterValue, Equatable {
      let name: String
      let coordinate: Coordinate
      var clusterPoint: ClusterPoint { ClusterPoint(id: name, coordinate: coordinate) }
    }
    let manager = ClusterManager(preset: .clustermap)
    let pins = [("a", 10.0), ("b", 10.1), ("c", 60)].map {
      Pin(name: $0, coordinate: Coordinate(latitude: $1, longitude: $1))
    }
    try await manager.add(values: pins)
    try await manager.reload(view(30, 30, zoom: 2))
    let cluster = try #require(await manager.markers.first { $0.isCluster })
    await expect(manager.values(of: cluster, as: Pin.self), equals: Array(pins[...1]))
  }

  @Test func `Difference: the annotations of what came and went, those removed meanwhile among them`()
    async throws
  {
    struct Pin: ClusterValue {
      let name: String
      let latitude: Double
      var clusterPoint: ClusterPoint {
        ClusterPoint(id: name, coordinate: Coordinate(latitude: latitude, longitude: 10))
      }
    }
    let manager = ClusterManager(preset: .clustermap)
    let pins = [Pin(name: "a", latitude: 10), Pin(name: "b", latitude: 10.1), Pin(name: "c", latitude: 60)]
    try await manager.add(values: pins)
    let first = try await manager.reload(view(30, 30, zoom: 2), as: Pin.self)
    expect(
      first.inserted.map { $0.values.map(\.name) }.sorted { $0.count < $1.count },
      equals: [["c"], ["a", "b"]])
    #expect((first.kept.count, first.removed.count, first.reused.count) == (0, 0, 0))
    try await manager.remove(values: [pins[0], pins[2]])
    await #expect(throws: ClusterError.unknownID("a")) { try await manager.remove(values: [pins[0]]) }
    let second = try await manager.reload(view(30, 30, zoom: 2), as: Pin.self)
    expect(
      second.removed.map { $0.values.map(\.name) }.sorted { $0.count < $1.count },
      equals: [["c"], ["a", "b"]])
    expect(second.removed.map(\.identity).sorted(), equals: first.inserted.map(\.identity).sorted())
    expect(second.inserted.map { $0.values.map(\.name) }, equals: [["b"]])
    await manager.removeAll()
    let third = try await manager.reload(view(30, 30, zoom: 2), as: Pin.self)
    expect(third.removed.map { $0.values.map(\.name) }, equals: [["b"]])
  }

  @Test func `memberAnnotations; fit an annotation set`() async throws {
    let manager = ClusterManager(preset: .clustermap)
    try await manager.add(points([(10, 10), (10.1, 10.3), (60, 60)]))
    try await manager.reload(view(30, 30, zoom: 2))
    let cluster = try #require(await manager.markers.first { $0.isCluster })
    await expect(manager.points(of: cluster).map(\.id), equals: ["p0", "p1"])
    let size = ScreenSize(width: 400, height: 300)
    let fitted = try await manager.viewport(fitting: cluster.identity, size: size)
    let corners = await manager.points(of: cluster).map { fitted.project($0.coordinate) }
    #expect(corners.allSatisfy { (19.99...380.01).contains($0.x) && (19.99...280.01).contains($0.y) })
    #expect(abs(abs(corners[0].x - corners[1].x) - 360) < 0.01)
  }

  @Test func `CountClusterAnnotationView, StyledClusterAnnotationView: bubbles with counts`() throws {
    let place = try Workplace()
    try place.write("a.csv", "id,lon,lat\n1,13.4,52.5\n2,13.41,52.5\n")
    _ = try place.succeed(
      "render a.csv -o a.svg --style clustermap --basemap none --center 13.4,52.5 --zoom 6 --size 300x200")
    place.text("a.svg").shows("<circle", ">2<")
  }

  @Test func `maxZoomLevel: none above 20`() {
    let settings = ClusterPreset.clustermap.settings
    #expect(settings.clusters(atZoom: ClusterPreset.zoom(20.49)))
    #expect(!settings.clusters(atZoom: ClusterPreset.zoom(20.5)))
  }

  @Test func `shouldDistributeAnnotationsOnSameCoordinate, distanceFromContestedLocation: a ring of 3 m`()
    throws
  {
    let input = ClusterInput(table(Array(repeating: (52.5, 13.4), count: 5)))
    let found = try markers(
      of: input, in: view(52.5, 13.4, zoom: 22), settings: ClusterPreset.clustermap.settings)
    expect(found.markers.count, equals: 5)
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
    await expect(manager.markers.map(\.count).sorted(), equals: [1, 2])
  }

  @Test func `visibleAnnotations, visibleNestedAnnotations`() async throws {
    let manager = ClusterManager(preset: .clustermap)
    try await manager.add(points([(10, 10), (10.1, 10), (10, 60)]))
    try await manager.reload(view(10, 10, zoom: 4))
    await expect(manager.visible.map(\.count), equals: [2])
    await expect(manager.visibleMembers.map(\.id), equals: ["p0", "p1"])
    await expect(manager.allPoints.count, equals: 3)
  }

  @Test func `fades in, for 0.35 seconds`() throws {
    try expect(framesOfTransition(preset: "clustermap"), equals: 7)
  }

  @Test func `holds markers back outside the view when set to`() async throws {
    var behavior = ClusterBehavior()
    behavior.keepsInvisible = true
    let manager = ClusterManager(settings: ClusterPreset.clustermap.settings, behavior: behavior)
    try await manager.add(points([(10, 10), (10, 60)]))
    try await manager.reload(view(10, 10, zoom: 5))
    let moved = try await manager.reload(view(10, 60, zoom: 5))
    #expect((moved.inserted.count, moved.kept.count) == (1, 1))
    #expect(moved.removed.isEmpty)
    await expect(manager.markers.count, equals: 2)
    await expect(manager.visible.count, equals: 1)
    await expect(manager.visibleMembers.map(\.id), equals: ["p1"])
    let back = try await manager.reload(view(10, 35, zoom: 1))
    expect(back.kept.count, equals: 2)
    #expect(back.removed.isEmpty)
    try await manager.reload(view(10, 60, zoom: 5))
    try await manager.remove(["p0"])
    try await expect(manager.reload(view(10, 60, zoom: 5)).removed.count, equals: 1)
  }
}
