import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `Cluster manager` {
  @Test(arguments: ClusterPreset.allCases)
  func `removes what it inserted`(preset: ClusterPreset) async throws {
    let manager = ClusterManager(preset: preset)
    let viewport = try view(20, 10, zoom: 2)
    try await manager.add(points(trickyTable(1000, seed: 6)))
    let first = try await manager.reload(viewport)
    #expect(!first.inserted.isEmpty)
    #expect((first.kept, first.removed) == ([], []))
    await manager.removeAll()
    let second = try await manager.reload(viewport)
    #expect((second.removed, second.inserted, second.kept) == (first.inserted, [], []))
    #expect(second.reused.isEmpty)
    #expect(await manager.markers.isEmpty)
    await expect(manager.count, equals: 0)
  }

  @Test(arguments: ClusterPreset.allCases)
  func `changes nothing when asked twice`(preset: ClusterPreset) async throws {
    let manager = ClusterManager(preset: preset)
    let viewport = try view(20, 10, zoom: 2)
    try await manager.add(points(trickyTable(1000, seed: 6)))
    try await manager.reload(viewport)
    let shown = await manager.markers
    #expect(try await manager.reload(viewport).isEmpty)
    await expect(manager.markers, equals: shown)
    expect(Set(shown.map(\.identity)).count, equals: shown.count)
  }

  @Test func `adds all of a batch or nothing, and removes by id alone`() async throws {
    let manager = ClusterManager()
    await #expect(throws: ClusterError.badCoordinate(index: 1, longitude: 0, latitude: 91)) {
      try await manager.add(points([(1, 1), (91, 0)]))
    }
    await #expect(throws: ClusterError.badWeight(index: 0, weight: -1)) {
      try await manager.add([
        ClusterPoint(id: "a", coordinate: Coordinate(latitude: 0, longitude: 0), weight: -1)
      ])
    }
    await expect(manager.count, equals: 0)
    try await manager.add(points([(1, 1), (1, 1), (1, 1)]))
    await #expect(throws: ClusterError.unknownID("x")) { try await manager.remove(["p0", "x"]) }
    await expect(manager.count, equals: 3)
    try await manager.remove(["p1", "p1"])
    await expect(manager.allPoints.map(\.id), equals: ["p0", "p2"])
    #expect(await manager.contains("p0"))
    #expect(await !manager.contains("p1"))
  }

  @Test(arguments: [ClusterPreset.cch, .pins])
  func `centers on the marker that is shown, which what it remembers may have moved`(preset: ClusterPreset)
    async throws
  {
    let manager = ClusterManager(preset: preset)
    let size = ScreenSize(width: 480, height: 360)
    try await manager.add(
      points(randomTable(2000, seed: 11, latitudes: 52.3...52.7, longitudes: 13.1...13.7)))
    let center = Coordinate(latitude: 52.5, longitude: 13.4)
    try await manager.reload(Viewport(center: center, zoom: 9.6, size: size))
    for id in ["p1", "p700", "p1500"] {
      let before = await manager.markers
      let found = try await manager.select(id, in: SelectionFrame(size: size, latitudeMeters: 20_000))
      expect(found.viewport.center, equals: found.marker.position, "\(id)")
      #expect(await manager.points(of: found.marker).contains { $0.id == id })
      expect(found.difference, equals: MarkerChanges(from: before, to: await manager.markers))
    }
  }

  @Test func `finds the view about a point, where it stands alone, and about a cluster`() async throws {
    let manager = ClusterManager(preset: .cch)
    let size = ScreenSize(width: 320, height: 480)
    try await manager.add(points([(52.5, 13.4), (52.5005, 13.4004), (52.6, 13.9), (-20, 100)]))
    let selected = try await manager.select("p1", in: SelectionFrame(size: size))
    let box = selected.viewport.boundingBox
    #expect((box.north - box.south) * Geodesy.metersPerDegree >= 999)
    await #expect(throws: ClusterError.unknownID("nobody")) {
      _ = try await manager.expansionZoom(of: "nobody")
    }
    await #expect(throws: ClusterError.unknownMarker(-1)) {
      _ = try await manager.viewport(fitting: -1, size: size)
    }
    let radius = ClusterManager(preset: .supercluster)
    try await radius.add(points([(52.5, 13.4), (52.5005, 13.4004)]))
    let alone = try await radius.expansionZoom(of: "p0")
    let items = try RadiusIndex(of: table([(52.5, 13.4), (52.5005, 13.4004)]))
    try expect(Double(items.expansionZoom(of: items.items(zoom: 0)[0].clusterID ?? 0)), equals: alone)
    let same = ClusterManager()
    try await same.add(points([(1, 1), (1, 1)]))
    await #expect(throws: ClusterError.neverAlone) { _ = try await same.expansionZoom(of: "p0") }
  }

  @Test func `goes on when all numbers were given`() async throws {
    func place(_ number: Int) -> (Double, Double) {
      (10 + Double(number % 5) * 0.001, 10 + Double(number % 7) * 7)
    }
    var places = (0..<40).map(place)
    let (worn, fresh) = (ClusterManager(preset: .cch), ClusterManager(preset: .cch))
    for manager in [worn, fresh] {
      try await manager.add(points(places))
      try await manager.remove(["p3", "p17"])
      try await manager.reload(view(10, 40, zoom: 3))
    }
    await worn.skipNumbers(to: .max - 2)
    // The first batch still has numbers, the second needs new ones for all.
    for batch in [40..<42, 42..<50] {
      places += batch.map(place)
      let added = points(places).suffix(batch.count)
      for manager in [worn, fresh] { try await manager.add(Array(added)) }
      let one = try await worn.reload(view(10, 40, zoom: 3))
      let other = try await fresh.reload(view(10, 40, zoom: 3))
      expect(one.kept.map(\.identity), equals: other.kept.map(\.identity))
      expect(one.removed.map(\.identity), equals: other.removed.map(\.identity))
      expect(one.reused.map(\.after.identity), equals: other.reused.map(\.after.identity))
      expect(one.inserted.map(\.position), equals: other.inserted.map(\.position))
    }
    let (left, right) = await (worn.markers, fresh.markers)
    expect(left.map(\.identity), equals: right.map(\.identity))
    for (one, other) in zip(left, right) {
      await expect(worn.points(of: one).map(\.id), equals: fresh.points(of: other).map(\.id))
    }
    await expect(worn.allPoints.map(\.id), equals: fresh.allPoints.map(\.id))
  }

  /// A host's own type.
  private struct Station: ClusterValue, Equatable {
    let number: Int
    let latitude, longitude: Double
    var clusterPoint: ClusterPoint {
      ClusterPoint(id: "s\(number)", coordinate: Coordinate(latitude: latitude, longitude: longitude))
    }
  }

  @Test func `returns the host's own values`() async throws {
    let manager = ClusterManager(preset: .cch)
    let stations = [(10.0, 10.0), (10, 10.01), (60, 60)].enumerated().map {
      Station(number: $0, latitude: $1.0, longitude: $1.1)
    }
    try await manager.add(values: stations)
    try await manager.add(points([(10, 10.02)]))
    try await manager.reload(view(30, 30, zoom: 2))
    let markers = await manager.markers
    expect(markers.map(\.count), equals: [3, 1])
    await expect(manager.values(of: markers[0]), equals: Array(stations[...1]))
    await expect(manager.values(of: markers[0], as: String.self), equals: [])
    await expect(manager.values(of: markers[1]), equals: [stations[2]])
    try await manager.remove(["s1"])
    await expect(manager.values(of: markers[0]), equals: [stations[0]])
    // A point is the same whatever value it stands for.
    expect(stations[0].clusterPoint, equals: await manager.points(of: markers[0]).first)
  }

  @Test func `holds an id once, and returns the ids that were left out`() async throws {
    let manager = ClusterManager(preset: .clustermap)
    let batch = points([(10, 10), (20, 20)]) + points([(50, 50)])
    let added = try await manager.add(batch)
    expect(added, equals: AddedPoints(count: 2, repeatedIDs: ["p0"]))
    try await expect(manager.add(batch), equals: AddedPoints(count: 0, repeatedIDs: ["p0", "p1", "p0"]))
    await expect(manager.allPoints.map(\.coordinate.latitude), equals: [10, 20])
  }

  @Test func `writes titles from members`() async throws {
    let manager = ClusterManager(preset: .cch)
    try await manager.add(points([(10, 10), (10, 10.01), (60, 60)]))
    try await manager.reload(view(30, 30, zoom: 2))
    let markers = await manager.markers
    await expect(manager.fill(TitleTemplate("{id}: {title}{nothing}"), for: markers[1]), equals: "p2: t2")
    await expect(manager.fill(TitleTemplate("{title}"), for: markers[0]), equals: "t0")
  }

  @Test(arguments: [
    ("{count} {count|annotation|annotations}", 1, "1 annotation"), ("{count|a|b}{{x}}", 2, "b{x}"),
    ("{titles}", 3, "a, b, c"), ("{titles,2}", 3, "a, b"), ("{titles,0}", 3, ""),
    ("open {count", 3, "open {count"),
    ("{name} }", 1, "Ada }"), ("", 1, ""),
  ])
  func `fills the gaps of a template`(template: String, count: Int, text: String) {
    let filled = TitleTemplate(template).text(
      count: String(count), isOne: count == 1, titles: { Array(["a", "b", "c"].prefix($0)) },
      property: { $0 == "name" ? "Ada" : nil })
    expect(filled, equals: text)
  }

  @Test func `survives overlapping reloads, adds and removes`() async throws {
    let manager = ClusterManager(preset: .cch, threads: 2)
    let all = points(trickyTable(6000, seed: 55))
    try await manager.add(Array(all[..<2000]))
    let counted = try await withThrowingTaskGroup(of: Bool.self) { group in
      for turn in 0..<100 {
        group.addTask {
          if turn % 3 == 0 { try await manager.add(Array(all[2000 + turn * 40..<2040 + turn * 40])) }
          if turn % 5 == 0 { try await manager.remove(all[turn * 20..<turn * 20 + 10].map(\.id)) }
          do {
            try await manager.reload(view(Double(turn % 50), Double(turn), zoom: 1 + Double(turn % 7)))
            return true
          } catch ClusterError.cancelled {
            return false
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(counted >= 1)
    let viewport = try view(20, 20, zoom: 1)
    try await manager.reload(viewport)
    let held = await manager.allPoints
    expect(held.count, equals: 3160)
    let fresh = try markers(
      of: ClusterInput(CoordinateTable(held.map(\.coordinate))), in: viewport,
      settings: ClusterPreset.cch.settings)
    await expect(manager.markers.map(\.count), equals: fresh.markers.map(\.count))
  }

  @Test func `gives way to the last reload`() async throws {
    let manager = ClusterManager()
    try await manager.add(points(trickyTable(20_000, seed: 1)))
    let early = Task { try await manager.reload(view(0, 0, zoom: 1)) }
    early.cancel()
    await #expect(throws: ClusterError.cancelled) { try await early.value }
    #expect(await manager.markers.isEmpty)
  }
}
