import MapGeometry
import TestSupport
import Testing

@testable import MapClusters

@Suite struct `What a manager keeps between reloads` {
  /// Settings whose reloads keep something, and some that keep nothing.
  private static let settings: [ClusterSettings] =
    ClusterPreset.allCases.map(\.settings) + variants

  private static var variants: [ClusterSettings] {
    var grown = ClusterPreset.clustermap.settings
    grown.coLocated = .scatter(.points(12))
    var radius = ClusterPreset.supercluster.settings
    radius.coLocated = .ring(.points(20))
    var wrapped = ClusterPreset.supercluster.settings
    wrapped.wrapsAntimeridian = true
    wrapped.coLocated = .ring(.meters(30))
    var meters = ClusterPreset.amapDistance.settings
    meters.distance = .meters(300_000)
    var fitted = ClusterSettings.standard
    fitted.coLocated = .ring(.fitting)
    return [grown, radius, wrapped, meters, fitted]
  }

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
      try await manager.reload(viewport)
      let shown = await manager.markers
      let expected = try markers(
        of: ClusterInput(CoordinateTable(held.map { table[$0] })), in: viewport, settings: settings)
      try #require(shown.map(\.position) == expected.markers.map(\.position))
      for (one, other) in zip(shown, expected.markers) {
        let ids = await manager.points(of: one).map(\.id)
        #expect(ids == expected.members(of: other).map { "p\(held[Int($0)])" })
      }
    }
  }

  @Test func `rows that mean other points are met anew`() async throws {
    // Enough are removed for the rest to move to other rows.
    let table = trickyTable(4000, seed: 5)
    for settings in Self.settings {
      let manager = ClusterManager(settings: settings)
      let viewport = try view(20, 10, zoom: 2)
      try await manager.add((0..<4000).map { ClusterPoint(id: "\($0)", coordinate: table[$0]) })
      try await manager.reload(viewport)
      try await manager.remove((0..<3000).map(String.init))
      try await manager.reload(viewport)
      let kept = CoordinateTable((3000..<4000).map { table[$0] })
      let expected = try markers(of: ClusterInput(kept), in: viewport, settings: settings)
      #expect(await manager.markers.map(\.position) == expected.markers.map(\.position))
    }
  }

  @Test func `a pan asks the index of the last reload`() async throws {
    let memory = ReloadMemory()
    var made = 0
    func index(_ revision: Int, zoom: Double? = nil) throws {
      _ = try memory.index(of: .init(revision: revision, rowRevision: 0, zoom: zoom)) {
        () throws(ClusterError) in
        made += 1
        return ReloadMemory.Index(
          index: try RadiusIndex(of: ClusterInput(trickyTable(10, seed: 1)), settings: .standard(.radius)),
          rows: nil)
      }
    }
    try index(1)
    try index(1)
    #expect(made == 1)
    try index(2)
    try index(2, zoom: 3)
    #expect(made == 3)
  }
}
