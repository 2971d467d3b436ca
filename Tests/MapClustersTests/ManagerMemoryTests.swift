import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

/// What a manager remembers: places of markers under `cch`, leaders under `pins`.
@Suite struct `A manager's memory` {
  private func points(_ table: CoordinateTable, from first: Int = 0) -> [ClusterPoint] {
    (0..<table.count).map { ClusterPoint(id: "p\(first + $0)", coordinate: table[$0]) }
  }

  private func points(_ places: [(Double, Double)], from first: Int = 0) -> [ClusterPoint] {
    points(table(places), from: first)
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
    #expect(difference.reused.isEmpty && difference.removed.count == 1)
    #expect(difference.inserted.map(\.position) == [Coordinate(latitude: 10, longitude: 10)])
    // A marker at its very place is taken, whoever joined it there.
    try await manager.add(points([(10, 10)], from: 2))
    let joined = try await manager.reload(viewport)
    #expect(joined.reused.map(\.before) == difference.inserted && joined.inserted.isEmpty)
    #expect(joined.reused.map(\.after.count) == [2])
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
      #expect(marker.position == marker.marker.position)
    }
  }

  @Test func `knows pins by their leader, whoever joins or leaves`() async throws {
    let manager = ClusterManager(preset: .pins)
    let viewport = try view(10, 10, zoom: 4)
    try await manager.add(points([(10, 10), (10.1, 10.1)]))
    let first = try await manager.reload(viewport).inserted[0]
    try await manager.add(points([(10.05, 10.05)], from: 2))
    let joined = try await manager.reload(viewport)
    #expect(joined.reused.map(\.after.identity) == [first.identity] && joined.inserted.isEmpty)
    #expect(joined.reused.map(\.after.position) == [first.position])
    try await manager.remove(["p1", "p2"])
    let left = try await manager.reload(viewport)
    #expect(left.reused.map(\.after.identity) == [first.identity] && left.removed.isEmpty)
    // Another leader is another pin, though it stands at the same place.
    try await manager.add(points([(10, 10)], from: 3))
    try await manager.reload(viewport)
    try await manager.remove(["p0"])
    let other = try await manager.reload(viewport)
    #expect(other.inserted.count == 1 && other.removed.map(\.identity) == [first.identity])
  }

  @Test func `remembers pins that leave the picture and come back, until a zoom out`() async throws {
    let manager = ClusterManager(preset: .pins)
    try await manager.add(points(trickyTable(2000, seed: 91)))
    var seen: Set<Coordinate> = []
    var outside = 0
    // In, aside, in, back: what was seen at first is out of the picture in between.
    for (longitude, zoom) in [(10, 1), (10, 2), (40, 2.5), (40, 3), (12, 3.5), (10, 4)] as [(Double, Double)]
    {
      try await manager.reload(view(20, longitude, zoom: zoom))
      let positions = Set(await manager.markers.map(\.position))
      #expect(seen.isSubset(of: positions))
      let visible = Set(await manager.visible.map(\.position))
      outside += seen.subtracting(visible).count
      seen.formUnion(visible)
    }
    #expect(outside > 100)
    try await manager.reload(view(20, 10, zoom: 1))
    let plain = try markers(
      of: ClusterInput(trickyTable(2000, seed: 91)), in: view(20, 10, zoom: 1),
      settings: ClusterPreset.pins.settings)
    #expect(await manager.markers.map(\.position) == plain.markers.map(\.position))
  }

  @Test func `keeps visible pins when zooming in, and all groups when panning`() async throws {
    let manager = ClusterManager(preset: .pins)
    try await manager.add(points(trickyTable(2000, seed: 90)))
    try await manager.reload(view(20, 10, zoom: 1))
    for zoom in [1.3, 2.1, 3, 4.7] {
      let before = await manager.visible
      let difference = try await manager.reload(view(20, 10, zoom: zoom))
      let positions = Set(await manager.markers.map(\.position))
      #expect(before.allSatisfy { positions.contains($0.position) })
      let changed = difference.inserted.count + difference.kept.count + difference.reused.count
      #expect(changed == (await manager.markers.count))
      #expect(await manager.markers.map { $0.members.count }.reduce(0, +) == 2000)
      let groups = await manager.markers
      #expect(try await manager.reload(view(24, 13, zoom: zoom)).isEmpty)
      #expect(await manager.markers == groups)
      try await manager.reload(view(20, 10, zoom: zoom))
    }
    let out = try await manager.reload(view(20, 10, zoom: 1))
    #expect(!out.removed.isEmpty)
    let plain = try markers(
      of: ClusterInput(trickyTable(2000, seed: 90)), in: view(20, 10, zoom: 1),
      settings: ClusterPreset.pins.settings)
    #expect(await manager.markers.map(\.position) == plain.markers.map(\.position))
  }
}
