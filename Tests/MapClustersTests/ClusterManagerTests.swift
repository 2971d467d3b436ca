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
    #expect(first.kept.isEmpty)
    #expect(first.removed.isEmpty)
    await manager.removeAll()
    let second = try await manager.reload(viewport)
    #expect(second.removed == first.inserted)
    #expect(second.inserted.isEmpty)
    #expect(second.kept.isEmpty)
    #expect(second.reused.isEmpty)
    #expect(await manager.markers.isEmpty)
    #expect(await manager.count == 0)
  }

  @Test(arguments: ClusterPreset.allCases)
  func `changes nothing when asked twice`(preset: ClusterPreset) async throws {
    let manager = ClusterManager(preset: preset)
    let viewport = try view(20, 10, zoom: 2)
    try await manager.add(points(trickyTable(1000, seed: 6)))
    try await manager.reload(viewport)
    let shown = await manager.markers
    #expect(try await manager.reload(viewport).isEmpty)
    #expect(await manager.markers == shown)
    #expect(Set(shown.map(\.identity)).count == shown.count)
  }

  @Test(arguments: ClusterPreset.allCases)
  func `is restored when what was added is removed`(preset: ClusterPreset) async throws {
    let manager = ClusterManager(preset: preset)
    let viewport = try view(20, 10, zoom: 2)
    try await manager.add(points(trickyTable(600, seed: 6)))
    try await manager.reload(viewport)
    let (held, shown) = (await manager.allPoints, await manager.markers)
    let batch = points(trickyTable(200, seed: 60), from: 600)
    #expect(try await manager.add(batch) == 200)
    #expect(try await manager.add(batch) == 0)
    try await manager.reload(viewport)
    try await manager.remove(batch.map(\.id))
    try await manager.reload(viewport)
    #expect(await manager.allPoints == held)
    let places = { (markers: [LiveMarker]) in markers.map { Array($0.members) } }
    #expect(await places(manager.markers) == places(shown))
    if !preset.behavior.reusesMarkers {
      #expect(await manager.markers.map(\.position) == shown.map(\.position))
    }
  }

  @Test func `shows what a fresh manager shows, whatever came before`() async throws {
    var generator = Seeded(seed: 77)
    let all = points(trickyTable(4000, seed: 12))
    let manager = ClusterManager(settings: .standard)
    var held: [ClusterPoint] = []
    var next = 0
    for step in 0..<25 {
      let batch = Array(all[next..<next + 160])
      next += 160
      try await manager.add(batch)
      held += batch
      let gone = Set(held.shuffled(using: &generator).prefix(step % 3 == 2 ? 420 : 40).map(\.id))
      try await manager.remove(gone.sorted())
      held.removeAll { gone.contains($0.id) }
      let viewport = try view(
        generator.number(in: -60...60), generator.number(in: -180...180), zoom: generator.number(in: 0...6))
      let before = await manager.markers
      let difference = try await manager.reload(viewport)
      let fresh = try markers(
        of: ClusterInput(CoordinateTable(held.map(\.coordinate))), in: viewport, settings: .standard)
      let shown = await manager.markers
      #expect(shown.map(\.position) == fresh.markers.map(\.position))
      for (live, marker) in zip(shown, fresh.markers) {
        #expect(await manager.points(of: live) == fresh.members(of: marker).map { held[Int($0)] })
      }
      #expect(
        Set(difference.kept.map(\.identity)).union(difference.removed.map(\.identity))
          == Set(before.map(\.identity)))
      #expect(Set((difference.kept + difference.inserted).map(\.identity)) == Set(shown.map(\.identity)))
      #expect(await manager.allPoints == held)
      #expect(await manager.count == held.count)
    }
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
    #expect(await manager.count == 0)
    try await manager.add(points([(1, 1), (1, 1), (1, 1)]))
    await #expect(throws: ClusterError.unknownID("x")) { try await manager.remove(["p0", "x"]) }
    #expect(await manager.count == 3)
    try await manager.remove(["p1", "p1"])
    #expect(await manager.allPoints.map(\.id) == ["p0", "p2"])
    #expect(await manager.contains("p0"))
    #expect(await !manager.contains("p1"))
  }

  @Test(arguments: [ClusterPreset.cch, .pins])
  func `centers on the marker that is shown, which what it remembers may have moved`(preset: ClusterPreset)
    async throws
  {
    var random = Seeded(seed: 11)
    let manager = ClusterManager(preset: preset)
    let size = ScreenSize(width: 480, height: 360)
    try await manager.add(
      points(
        (0..<2000).map { _ in
          (Double.random(in: 52.3...52.7, using: &random), Double.random(in: 13.1...13.7, using: &random))
        }))
    let center = Coordinate(latitude: 52.5, longitude: 13.4)
    try await manager.reload(Viewport(center: center, zoom: 9.6, size: size))
    for id in ["p1", "p700", "p1500"] {
      let before = await manager.markers
      let found = try await manager.select(id, latitudeMeters: 20_000, size: size)
      #expect(found.viewport.center == found.marker.position, "\(id)")
      #expect(await manager.points(of: found.marker).contains { $0.id == id })
      #expect(found.difference == MarkerChanges(from: before, to: await manager.markers))
    }
  }

  @Test func `finds the view about a point, where it stands alone, and about a cluster`() async throws {
    let manager = ClusterManager(preset: .cch)
    let size = ScreenSize(width: 320, height: 480)
    try await manager.add(points([(52.5, 13.4), (52.5005, 13.4004), (52.6, 13.9), (-20, 100)]))
    let selected = try await manager.select("p1", size: size)
    #expect(await manager.points(of: selected.marker).contains { $0.id == "p1" })
    #expect(
      selected.viewport.center
        == Coordinate(
          latitude: selected.marker.position.latitude, longitude: selected.marker.position.longitude))
    let box = selected.viewport.boundingBox
    #expect((box.north - box.south) * Geodesy.metersPerDegree >= 999)
    await #expect(throws: ClusterError.unknownID("nobody")) {
      _ = try await manager.select("nobody", size: size)
    }
    await #expect(throws: ClusterError.unknownID("nobody")) {
      _ = try await manager.expansionZoom(of: "nobody")
    }
    let zoom = try await manager.expansionZoom(of: "p0", size: ScreenSize(width: 256, height: 256))
    for (zoom, count) in [(zoom - 1, 2), (zoom, 1)] {
      let found = try markers(
        of: ClusterInput(CoordinateTable(await manager.allPoints.map(\.coordinate))),
        in: Viewport(
          center: Coordinate(latitude: 52.5, longitude: 13.4), zoom: zoom,
          size: ScreenSize(width: 256, height: 256)),
        settings: ClusterPreset.cch.settings)
      #expect(found.marker(holding: 0)?.count == count)
    }
    try await manager.reload(view(52.5, 13.4, zoom: 8))
    let cluster = try #require(await manager.markers.first { $0.count == 2 })
    let fitted = try await manager.viewport(fitting: cluster.identity, size: size)
    for place in await manager.points(of: cluster).map(\.coordinate) {
      let point = fitted.project(place)
      #expect((20 - 1e-6...300 + 1e-6).contains(point.x))
      #expect((20 - 1e-6...460 + 1e-6).contains(point.y))
    }
    await #expect(throws: ClusterError.unknownMarker(-1)) {
      _ = try await manager.viewport(fitting: -1, size: size)
    }
    let radius = ClusterManager(preset: .supercluster)
    try await radius.add(points([(52.5, 13.4), (52.5005, 13.4004)]))
    let alone = try await radius.expansionZoom(of: "p0")
    let items = try RadiusIndex(of: table([(52.5, 13.4), (52.5005, 13.4004)]))
    #expect(try Double(items.expansionZoom(of: items.items(zoom: 0)[0].clusterID ?? 0)) == alone)
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
      #expect(one.kept.map(\.identity) == other.kept.map(\.identity))
      #expect(one.removed.map(\.identity) == other.removed.map(\.identity))
      #expect(one.reused.map(\.after.identity) == other.reused.map(\.after.identity))
      #expect(one.inserted.map(\.position) == other.inserted.map(\.position))
    }
    let (left, right) = await (worn.markers, fresh.markers)
    #expect(left.map(\.identity) == right.map(\.identity))
    for (one, other) in zip(left, right) {
      #expect(await worn.points(of: one).map(\.id) == fresh.points(of: other).map(\.id))
    }
    #expect(await worn.allPoints.map(\.id) == fresh.allPoints.map(\.id))
  }

  @Test func `keeps groups apart`() async throws {
    let hotels = ClusterManager(preset: .tb)
    let museums = ClusterManager(preset: .cch)
    let groups = ClusterGroups([("hotels", hotels), ("museums", museums)])
    try await groups["hotels"]?.add(points([(10, 10), (10, 10.01)]))
    try await groups["museums"]?.add(points([(10, 10), (10, 10.01), (10, 10.02)]))
    let differences = try await groups.reload(view(10, 10, zoom: 5))
    #expect(differences.map(\.name) == ["hotels", "museums"])
    #expect(differences.map { $0.difference.inserted.map(\.count) } == [[2], [3]])
    #expect(groups["zoos"] == nil)
  }

  @Test func `writes titles from members`() async throws {
    let manager = ClusterManager(preset: .cch)
    try await manager.add(
      points([(10, 10), (10, 10.01), (10, 10.02), (10, 10.03), (10, 10.04), (10, 10.05), (60, 60)]))
    try await manager.reload(view(30, 30, zoom: 2))
    let markers = await manager.markers
    #expect(await manager.title(of: markers[0]) == "6 annotations")
    #expect(await manager.subtitle(of: markers[0]) == "t0, t1, t2, t3, t4")
    #expect(await manager.title(of: markers[1]) == "1 annotation")
    #expect(await manager.subtitle(of: markers[1]) == "t6")
    let pins = ClusterManager(preset: .pins)
    try await pins.add(points([(60, 60)]))
    try await pins.reload(view(30, 30, zoom: 2))
    let pin = await pins.markers[0]
    #expect(await pins.title(of: pin) == "t0")
    #expect(await pins.subtitle(of: pin) == nil)
    #expect(await manager.fill(TitleTemplate("{id}: {title}{nothing}"), for: markers[1]) == "p6: t6")
    #expect(await manager.fill(TitleTemplate("{title}"), for: markers[0]) == "t0")
  }

  @Test(arguments: [
    ("{count} {count|annotation|annotations}", 1, "1 annotation"), ("{count|a|b}{{x}}", 2, "b{x}"),
    ("{titles}", 3, "a, b, c"), ("{titles,2}", 3, "a, b"), ("{titles,0}", 3, ""),
    ("open {count", 3, "open {count"),
    ("{name} }", 1, "Ada }"), ("", 1, ""),
  ])
  func `fills the gaps of a template`(template: String, count: Int, text: String) {
    let filled = TitleTemplate(template).text(
      count: count, titles: { Array(["a", "b", "c"].prefix($0)) }, property: { $0 == "name" ? "Ada" : nil })
    #expect(filled == text)
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
    #expect(held.count == 3160)
    let fresh = try markers(
      of: ClusterInput(CoordinateTable(held.map(\.coordinate))), in: viewport,
      settings: ClusterPreset.cch.settings)
    #expect(await manager.markers.map(\.count) == fresh.markers.map(\.count))
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
