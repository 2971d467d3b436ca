import Foundation
import MapClusters
import MapGeometry
import TestSupport
import Testing

/// CCHMapClusterController 1.7.2, feature by feature, named as it names them.
@Suite struct `CCHMapClusterController` {
  @Test func `cellSize and marginFactor: cells of 60 points, and half a picture more on each side`() throws {
    let view = try view(0, 0, zoom: 3, width: 400, height: 300)
    // 512 points are 45° at zoom 3: 250 points right of the middle lie outside the picture, but inside the margin.
    let found = try markers(
      of: ClusterInput(table([(0, 0), (0, 250.0 * 45 / 512), (0, 500.0 * 45 / 512)])), in: view,
      settings: ClusterPreset.cch.settings)
    expect(found.markers.map(\.count), equals: [1, 1])
    expect(found.grid?.side, equals: 1.0 / 68)  // zoom 4 of a 256-point world: floor(256 · 2^4 / 60) columns
  }

  @Test func `maxZoomLevelForClustering: one lower here, for zooms count from 512 points`() throws {
    let settings = ClusterPreset.cch.settings.with {
      ($0.cellSize, $0.margin, $0.maximumZoom) = (.points(300), 0, ClusterPreset.zoom(6))
    }
    for (span, zoom, expected) in [(10.0, 5.396910, [3]), (5.0, 6.398286, [2, 1])] {
      let region = try region(0, 0, span: span)
      #expect(abs(region.zoom + 1 - zoom) < 1e-6)
      try expect(counts([(0, 0), (0, 1), (0, 0)], region, settings), equals: expected)
    }
  }

  @Test(arguments: [(0, [3]), (1, [3]), (2, [3]), (3, [2, 1])])
  func `minUniqueLocationsForClustering`(minimum: Int, counts: [Int]) throws {
    let settings = ClusterPreset.cch.settings.with {
      ($0.cellSize, $0.margin, $0.minimumUnique) = (.points(300), 0, minimum)
    }
    let places = [(0.0, 0.0), (0, 1.5), (0, 0)]
    try expect(MapClustersTests.counts(places, region(0, 0, span: 5), settings), equals: counts)
  }

  @Test func `mapClusterer: mean, near center, or the caller's own`() throws {
    struct Northernmost: PositionStrategy {
      func position(
        of members: ArraySlice<UInt32>, in area: WorldRectangle?, coordinate: (Int) -> Coordinate
      ) -> Coordinate {
        members.map { coordinate(Int($0)) }.max { $0.latitude < $1.latitude } ?? coordinate(0)
      }
    }
    let input = ClusterInput(table([(40, 40), (47, 47), (45.1, 44.9), (42.1, 43.7)]))
    let settings = ClusterPreset.cch.settings.with { $0.cellSize = .points(2000) }
    let viewport = try view(45, 45, zoom: 1)
    let means = try markers(of: input, in: viewport, settings: settings)
    let mean = try #require(means.markers.first).position
    #expect(abs(mean.latitude - 43.55) < 1e-7)
    #expect(abs(mean.longitude - 43.9) < 1e-7)
    let own = try markers(
      of: input, in: viewport, settings: settings, strategies: ClusterStrategies(position: Northernmost()))
    expect(own.markers.map(\.position), equals: [Coordinate(latitude: 47, longitude: 47)])
  }

  /// CCHMapClusterOperation asks the clusterer for whole cells alone.
  @Test(arguments: MarkerPosition.allCases)
  func `annotations of one location stand there, whatever the clusterer`(position: MarkerPosition) throws {
    struct Elsewhere: PositionStrategy {
      func position(
        of members: ArraySlice<UInt32>, in area: WorldRectangle?, coordinate: (Int) -> Coordinate
      ) -> Coordinate { Coordinate(latitude: -60, longitude: 0) }
    }
    let places = [(10.2, 10.2), (10.2, 10.2), (10.4, 10.3), (10.4, 10.3), (10.4, 10.3)]
    let settings = ClusterPreset.cch.settings.with { ($0.position, $0.minimumUnique) = (position, 3) }
    for strategies in [ClusterStrategies(), ClusterStrategies(position: Elsewhere())] {
      let found = try markers(
        of: ClusterInput(table(places)), in: view(10, 10, zoom: 4), settings: settings, strategies: strategies
      )
      expect(found.markers.map(\.count), equals: [2, 3])
      expect(
        found.markers.map(\.position),
        equals: [(10.2, 10.2), (10.4, 10.3)].map {
          Coordinate(latitude: $0, longitude: $1)
        })
    }
  }

  @Test func `CCHNearCenterMapClusterer: the annotation nearest to the cell's middle`() throws {
    let places = [(40.0, 40.0), (47, 47), (45.1, 44.9), (42.1, 43.7)]
    let settings = ClusterPreset.cch.settings.with {
      ($0.cellSize, $0.position) = (.points(512), .nearCenter)
    }
    // Two cells along the world at zoom 1: the middle of the north-eastern one is 90° east.
    let found = try markers(of: ClusterInput(table(places)), in: view(45, 45, zoom: 1), settings: settings)
    let middle = WorldPoint(x: 0.75, y: 0.25).coordinate
    let nearest = places.map { Coordinate(latitude: $0.0, longitude: $0.1) }.min {
      Geodesy.distance(from: $0, to: middle) < Geodesy.distance(from: $1, to: middle)
    }
    expect(found.markers.map(\.position), equals: [nearest])
  }

  @Test(arguments: [(360.0, 0.0), (180, 1), (90, 2)])
  func `zoomLevel: of a region in a map view of 256 points, one lower here`(
    span: Double, zoomLevel: Double
  ) throws {
    let box = try BoundingBox(west: -span / 2, south: -1, east: span / 2, north: 1)
    let fitted = try Viewport.fitting(box, size: ScreenSize(width: 256, height: 256))
    #expect(abs(fitted.zoom - ClusterPreset.zoom(zoomLevel)) < 1e-9)
  }

  @Test func `several controllers on one map: groups never merge`() async throws {
    let groups = ClusterGroups([
      ClusterManager(preset: .cch, group: "hotels"), ClusterManager(preset: .cch, group: "museums"),
    ])
    try await groups["hotels"]?.add(points([(10, 10), (10, 10.01)]))
    try await groups["museums"]?.add(points([(10, 10), (10, 10.01), (10, 10.02)]))
    let differences = try await groups.reload(view(10, 10, zoom: 5))
    expect(differences.map { $0.difference.inserted.map(\.count) }, equals: [[2], [3]])
    expect(differences.map { $0.difference.inserted.map(\.group) }, equals: [["hotels"], ["museums"]])
  }

  @Test func `deselectAnnotation, and a zoom, end the selection`() throws {
    let place = try Workplace()
    try place.write("a.csv", "id,lon,lat\n1,13.4,52.5\n2,13.41,52.5\n")
    for (step, isRinged) in [
      (#"{"deselect": true}"#, false), (#"{"zoom": "+1"}"#, false), (#"{"pan": [9, 0]}"#, true),
    ] {
      try place.write(
        "story.json",
        #"{"sources": {"a": "a.csv"}, "preset": "cch", "basemap": "none", "size": [300, 200], "center": [13.4, 52.5], "zoom": 9, "#
          + #""steps": [{"add": true}, {"select": "1", "span": 20000}, {"snapshot": "one"}, \#(step), {"snapshot": "two"}]}"#
      )
      _ = try place.succeed("animate story.json --at 1 -o two.svg")
      expect(place.text("two.svg").contains("id=\"selection\""), equals: isRinged, "\(step)")
    }
  }

  @Test func `isCluster, isUniqueLocation`() throws {
    let found = try markers(
      of: ClusterInput(table([(10, 10), (10, 10), (30, 30), (50, 50), (50, 50.01)])),
      in: view(30, 30, zoom: 4, width: 2000, height: 2000), settings: ClusterPreset.cch.settings)
    expect(found.markers.map(\.isCluster), equals: [true, false, true])
    expect(found.markers.map(\.isUniqueLocation), equals: [true, true, false])
  }

  @Test func `addAnnotations, removeAnnotations, willReuse: what a reload changed`() async throws {
    let manager = ClusterManager(preset: .cch)
    let view = try region(52.5, 13.5, span: 3)
    try await manager.add(
      points([(51.1, 12.1), (53.9, 14.9), (53.9, 14.9), (53.9, 14.9), (53.9, 14.9), (53.9, 14.6)]))
    await manager.change(ClusterPreset.cch.settings.with { ($0.cellSize, $0.margin) = (.points(100), 0) })
    try await expect(manager.reload(view).inserted.map(\.count).sorted(), equals: [1, 5])
    try await manager.remove(["p0"])
    let second = try await manager.reload(view)
    #expect((second.removed.map(\.count), second.kept.map(\.count)) == ([1], [5]))
    try await manager.remove(["p5", "p1"])
    try await expect(manager.reload(view).inserted.map(\.count), equals: [3])
    await manager.removeAll()
    try await expect(manager.reload(view).removed.map(\.count), equals: [3])
  }

  @Test func `titleForMapClusterAnnotation, subtitleForMapClusterAnnotation`() async throws {
    let manager = ClusterManager(preset: .cch)
    var places: [(Double, Double)] = (0..<6).map { (10, 10 + Double($0) / 100) }
    places.append((60, 60))
    try await manager.add(points(places))
    try await manager.reload(view(30, 30, zoom: 2))
    let (cluster, single) = (await manager.markers[0], await manager.markers[1])
    await expect(manager.title(of: cluster), equals: "6 annotations")
    await expect(manager.title(of: single), equals: "1 annotation")
    await expect(manager.subtitle(of: cluster), equals: "t0, t1, t2, t3, t4")
    await expect(manager.subtitle(of: single), equals: "t6")
  }

  @Test func `selectAnnotation: the marker that holds it, in the middle of a region of given meters`()
    async throws
  {
    let manager = ClusterManager(preset: .cch)
    try await manager.add(points([(52.5, 13.4), (52.5005, 13.4004), (-20, 100)]))
    let found = try await manager.select(
      "p1",
      in: SelectionFrame(
        size: ScreenSize(width: 320, height: 480), latitudeMeters: 1000, longitudeMeters: 500))
    #expect(await manager.points(of: found.marker).map(\.id).contains("p1"))
    expect(found.viewport.center, equals: found.marker.position)
    await #expect(throws: ClusterError.unknownID("x")) {
      _ = try await manager.select("x", in: SelectionFrame(size: ScreenSize(width: 320, height: 480)))
    }
  }

  @Test func `annotations, mapRect: what is held, what a marker covers, what lies in a box`() async throws {
    let manager = ClusterManager(preset: .cch)
    try await manager.add(points([(10, 10), (10.2, 10.4), (60, 60)]))
    try await manager.reload(view(30, 30, zoom: 2))
    let cluster = try #require(await manager.markers.first)
    expect(cluster.marker.bounds, equals: try BoundingBox(west: 10, south: 10, east: 10.4, north: 10.2))
    await expect(manager.points(of: cluster).map(\.id), equals: ["p0", "p1"])
    await expect(manager.allPoints.count, equals: 3)
    await expect(manager.visibleMembers.count, equals: 3)
    await expect(manager.points(in: cluster.marker.bounds).map(\.id), equals: ["p0", "p1"])
    await expect(manager.markers(in: cluster.marker.bounds).map(\.identity), equals: [cluster.identity])
  }

  @Test func `debuggingEnabled and the symbol of a unique location are drawn`() throws {
    let place = try Workplace()
    try place.write("a.csv", "id,lon,lat\n1,13.4,52.5\n2,13.4,52.5\n3,14.0,52.5\n")
    _ = try place.succeed(
      "render a.csv -o a.svg --style cch --basemap none --size 300x200 --center 13.7,52.5 --zoom 8 --debug-grid"
    )
    let svg = place.text("a.svg")
    svg.shows("id=\"squares\"", "id=\"singles\"")
    svg.hides("id=\"clusters\"")
    svg.shows("id=\"debug-grid-a\"", "<title>2 annotations</title>")
  }

  @Test func `CCHFadeInOutMapAnimator: 0.2 seconds`() throws {
    try expect(framesOfTransition(preset: "cch"), equals: 4)
  }

  @Test func `joins unique locations only under cch`() throws {
    let places = [(10.0, 10.0), (10, 10), (10.001, 10), (50, 50)]
    let found = try markers(
      of: ClusterInput(table(places)), in: view(10, 10, zoom: 18),
      settings: ClusterPreset.cch.settings.with { $0.cellSize = .points(4) })
    expect(found.markers.map(\.count), equals: [2, 1])
    let first = found.markers[0]
    #expect((first.isUniqueLocation, first.isCluster, first.id) == (true, true, .group(first: 0)))
    for minimum in 0...2 {
      let settings = ClusterPreset.cch.settings.with { $0.minimumUnique = minimum }
      try expect(counts(places, view(10, 10, zoom: 5), settings), equals: [3])
    }
    try expect(
      counts(places, view(10, 10, zoom: 5), .standard.with { $0.maximumZoom = 4 }), equals: [1, 1, 1])
  }

  @Test func `never draws a single away from its place, though its cell held a marker of its own`()
    async throws
  {
    let viewport = try view(10, 10, zoom: 4)
    let manager = ClusterManager(preset: .cch)
    try await manager.add(points([(10, 10), (10.1, 10.1)]))
    try await manager.reload(viewport)
    try await manager.remove(["p1"])
    let difference = try await manager.reload(viewport)
    expect(difference.removed.count, equals: 1)
    #expect(difference.reused.isEmpty)
    expect(difference.inserted.map(\.position), equals: [Coordinate(latitude: 10, longitude: 10)])
    // A marker at its very place is taken, whoever joined it there.
    try await manager.add(points([(10, 10)], from: 2))
    let joined = try await manager.reload(viewport)
    expect(joined.reused.map(\.before), equals: difference.inserted)
    #expect(joined.inserted.isEmpty)
    expect(joined.reused.map(\.after.count), equals: [2])
  }

  @Test(arguments: [11.0, 11.5, 12, 12.5, 13, 13.5, 14])
  func `draws every single of a zoom series where it is`(zoom: Double) async throws {
    let manager = ClusterManager(preset: .cch)
    let wide = trickyTable(1500, seed: 41)
    let table = CoordinateTable(
      (0..<wide.count).map {
        Coordinate(latitude: 52.4 + wide[$0].latitude / 900, longitude: 13.3 + wide[$0].longitude / 900)
      })
    try await manager.add(points(table))
    for level in stride(from: 10.5, through: zoom, by: 0.5) {
      try await manager.reload(view(52.4, 13.3, zoom: level))
    }
    for marker in await manager.markers where marker.marker.isUniqueLocation {
      expect(marker.position, equals: marker.marker.position)
    }
  }

  @Test func `keeps a marker where it is while its cell fills`() async throws {
    let viewport = try view(10, 10, zoom: 4)
    for reuses in [true, false] {
      var behavior = ClusterBehavior()
      behavior.reusesMarkers = reuses
      let manager = ClusterManager(settings: ClusterPreset.cch.settings, behavior: behavior)
      try await manager.add(points([(10, 10), (10.1, 10.1)]))
      let before = try await manager.reload(viewport).inserted[0]
      try await manager.add(points([(10.3, 10.5)], from: 2))
      let difference = try await manager.reload(viewport)
      if reuses {
        expect(difference.reused.map(\.before), equals: [before])
        #expect(difference.inserted.isEmpty)
        let after = difference.reused[0].after
        #expect((after.identity, after.position, after.count) == (before.identity, before.position, 3))
        #expect(try await manager.reload(viewport).isEmpty)
      } else {
        #expect((difference.removed, difference.inserted.map(\.count)) == ([before], [3]))
        #expect(difference.inserted[0].position != before.position)
      }
    }
  }
}
