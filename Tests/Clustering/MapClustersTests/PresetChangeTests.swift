import MapClusters
import MapGeometry
import TestSupport
import Testing

/// A manager that takes over another system while it runs.
@Suite struct `A change of preset` {
  private let viewport: Viewport
  init() throws { viewport = try view(0, 0, zoom: 2) }

  private func titles(_ manager: ClusterManager) async throws -> [String?] {
    try await manager.add(points([(0, 0), (0, 0.01)]))
    try await manager.reload(viewport)
    let marker = try #require(await manager.markers.first)
    return [await manager.title(of: marker), await manager.subtitle(of: marker)]
  }

  @Test func `brings the system's settings, memory and titles`() async throws {
    let manager = ClusterManager(preset: .cch)
    try await expect(titles(manager), equals: ["2 annotations", "t0, t1"])
    await manager.change(to: .pablo)
    await expect(manager.settings, equals: ClusterPreset.pablo.settings)
    await expect(manager.behavior, equals: ClusterPreset.pablo.behavior)
    try await expect(titles(manager), equals: ["2", "Clustered"])
    await manager.change(to: .pins)
    try await expect(titles(manager), equals: ["2 pins present", nil])
  }

  @Test func `leaves titles of the caller's own`() async throws {
    let manager = ClusterManager(titles: MarkerTitles(title: TitleTemplate("{count} inns")))
    await manager.change(to: .cch)
    try await expect(titles(manager), equals: ["2 inns", nil])
    let plain = ClusterManager()
    try await expect(titles(plain), equals: [nil, nil])
    await plain.change(to: .cch)
    try await expect(titles(plain), equals: ["2 annotations", "t0, t1"])
  }
}
