import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `What a manager keeps between reloads` {
  /// Settings whose reloads keep something, and some that keep nothing.
  private static let settings =
    [ClusterSettings.standard] + ClusterPreset.allCases.map(\.settings) + [
      ClusterPreset.clustermap.settings.with { $0.coLocated = .scatter(.points(12)) },
      ClusterPreset.supercluster.settings.with { $0.coLocated = .ring(.points(20)) },
      ClusterPreset.supercluster.settings.with {
        ($0.wrapsAntimeridian, $0.coLocated) = (true, .ring(.meters(30)))
      },
      ClusterPreset.amapDistance.settings.with { $0.distance = .meters(300_000) },
      ClusterSettings.standard.with { $0.coLocated = .ring(.fitting) },
    ]

  @Test(arguments: settings.indices)
  func `never shows in the answer`(number: Int) async throws {
    let settings = Self.settings[number]
    let manager = ClusterManager(settings: settings, threads: 2)
    var generator = Seeded(seed: UInt64(number) + 90)
    let table = trickyTable(1500, seed: 17)
    var held: [Int] = []
    var next = 0
    var place = (latitude: 20.0, longitude: 10.0, zoom: 2.0)
    for _ in 0..<24 {
      switch UInt64.random(in: 0..<6, using: &generator) {
      case 0 where held.count > 200:
        // Of one place, and from anywhere; enough now and then for gaps to be closed.
        let gone = Set((0..<80).map { _ in held[Int.random(in: 0..<held.count, using: &generator)] })
        try await manager.remove(gone.sorted().map { "p\($0)" })
        held.removeAll(where: gone.contains)
      case 1: place.longitude += 5
      case 2: place.latitude = -place.latitude
      case 3: place.zoom = place.zoom == 2 ? 3.5 : 2
      case 4 where held.count > 600:
        await manager.removeAll()
        held = []
      default:
        let batch = next..<min(next + 250, table.count)
        next = batch.upperBound
        held += Array(batch)
        try await manager.add(batch.map { ClusterPoint(id: "p\($0)", coordinate: table[$0]) })
      }
      let viewport = try view(place.latitude, place.longitude, zoom: place.zoom)
      let before = Set(await manager.markers.map(\.identity))
      let changes = try await manager.reload(viewport)
      let shown = await manager.markers
      expect(
        Set((changes.kept + changes.removed).map(\.identity) + changes.reused.map(\.before.identity)),
        equals: before)
      expect(
        Set((changes.kept + changes.inserted).map(\.identity) + changes.reused.map(\.after.identity)),
        equals: Set(shown.map(\.identity)))
      await expect(manager.allPoints.map(\.id), equals: held.map { "p\($0)" })
      let expected = try markers(
        of: ClusterInput(CoordinateTable(held.map { table[$0] })), in: viewport, settings: settings)
      try #require(shown.map(\.position) == expected.markers.map(\.position))
      for (one, other) in zip(shown, expected.markers) {
        let ids = await manager.points(of: one).map(\.id)
        expect(ids, equals: expected.members(of: other).map { "p\(held[Int($0)])" })
      }
    }
  }

  @Test func `a pan asks the index of the last reload`() async throws {
    let memory = ReloadMemory()
    var made = 0
    func index(_ revision: Int, zoom: Double?) throws {
      _ = try memory.index(of: .init(revision: revision, rowRevision: 0, zoom: zoom)) {
        () throws(ClusterError) in
        made += 1
        return ReloadMemory.Index(
          index: try RadiusIndex(of: ClusterInput(trickyTable(10, seed: 1)), settings: .standard(.radius)),
          rows: nil)
      }
    }
    for (revision, zoom, count) in [(1, nil, 1), (1, nil, 1), (2, nil, 2), (2, 3, 3)] as [(Int, Double?, Int)]
    {
      try index(revision, zoom: zoom)
      expect(made, equals: count)
    }
  }
}
