import MapClusters
import MapGeometry
import TestSupport
import Testing

/// Settings that change while a manager runs, held against cells that are counted plainly: project, multiply, floor.
@Suite struct `Settings that change while a manager runs` {
  private let places: CoordinateTable
  /// The whole world, 1024 points wide.
  private let world: Viewport

  init() throws {
    places = randomTable(700, seed: 1201)
    world = try view(0, 0, zoom: 1, width: 1024, height: 1024)
  }

  /// The points of each cell of so many points at zoom 1, aligned to the world.
  private func cells(_ side: Double, _ isIn: (WorldPoint) -> Bool = { _ in true }) -> [[Int]] {
    let columns = (1024 / side).rounded(.down)
    var cells: [Int: [Int]] = [:]
    for index in 0..<places.count {
      let point = WorldPoint(places[index])
      guard isIn(point) else { continue }
      let (column, row) = ((point.x * columns).rounded(.down), (point.y * columns).rounded(.down))
      cells[Int(column) + 10_000 * Int(row), default: []].append(index)
    }
    return Array(cells.values)
  }

  /// Groups in one order; those of fewer than so many points fall apart.
  private func sorted(_ groups: [[Int]], minimum: Int = 2) -> [[Int]] {
    groups.flatMap { $0.count < minimum ? $0.map { [$0] } : [$0] }.sorted { $0[0] < $1[0] }
  }

  private func groups(_ manager: ClusterManager) async -> [[Int]] {
    var found: [[Int]] = []
    for marker in await manager.markers {
      found.append(await manager.points(of: marker).compactMap { Int($0.id.dropFirst()) })
    }
    return found.sorted { $0[0] < $1[0] }
  }

  /// A manager that has shown the points in cells of 60 points.
  private func manager(_ settings: ClusterSettings = .standard) async throws -> ClusterManager {
    let manager = ClusterManager(settings: settings)
    try await manager.add(points(places))
    try await manager.reload(world)
    await expect(groups(manager), equals: sorted(cells(60)))
    return manager
  }

  @Test(arguments: [25.0, 90, 240, 60])
  func `cell size`(side: Double) async throws {
    let manager = try await manager()
    await manager.change(ClusterSettings.standard.with { $0.cellSize = .points(side) })
    // Until the next reload nothing moves.
    await expect(groups(manager), equals: sorted(cells(60)))
    let changes = try await manager.reload(world)
    await expect(groups(manager), equals: sorted(cells(side)))
    expect(changes.isEmpty, equals: side == 60)
  }

  @Test(arguments: [0, 0.5, 2, -0.2])
  func `margin`(margin: Double) async throws {
    let manager = try await manager()
    await manager.change(ClusterSettings.standard.with { $0.margin = margin })
    // A quarter of the world in the middle, grown on each side, then to whole cells; 17 columns.
    try await manager.reload(view(0, 0, zoom: 1, width: 512, height: 512))
    let (low, high) = (0.25 - 0.5 * margin, 0.75 + 0.5 * margin)
    func isIn(_ x: Double) -> Bool {
      let cell = (x * 17).rounded(.down)
      return cell >= (low * 17).rounded(.down) && cell <= (high * 17).rounded(.down)
    }
    await expect(groups(manager), equals: sorted(cells(60) { isIn($0.x) && isIn($0.y) }))
  }

  @Test func `limits: minimum count, minimum of unique locations, maximum zoom`() async throws {
    let manager = try await manager()
    for minimum in [3, 5, 2] {
      await manager.change(ClusterSettings.standard.with { $0.minimumCount = minimum })
      try await manager.reload(world)
      await expect(groups(manager), equals: sorted(cells(60), minimum: minimum))
      // No two points share a location.
      await manager.change(ClusterSettings.standard.with { $0.minimumUnique = minimum })
      try await manager.reload(world)
      await expect(groups(manager), equals: sorted(cells(60), minimum: minimum))
    }
    for (maximum, minimum) in [(0.9, 1000), (1.0, 2)] {
      await manager.change(ClusterSettings.standard.with { $0.maximumZoom = maximum })
      try await manager.reload(world)
      await expect(groups(manager), equals: sorted(cells(60), minimum: minimum))
    }
  }

  @Test(arguments: [MarkerPosition.mean, .first, .nearCenter, .cellCenter])
  func `position`(position: MarkerPosition) async throws {
    let manager = try await manager(ClusterSettings.standard.with { $0.position = .leader })
    await manager.change(ClusterSettings.standard.with { $0.position = position })
    try await manager.reload(world)
    for marker in await manager.markers where marker.isCluster {
      let members = await manager.points(of: marker).map(\.coordinate)
      let point = WorldPoint(members[0])
      let middle = WorldPoint(
        x: ((point.x * 17).rounded(.down) + 0.5) / 17, y: ((point.y * 17).rounded(.down) + 0.5) / 17
      ).coordinate
      let count = Double(members.count)
      let expected =
        switch position {
        case .first, .leader: members[0]
        case .cellCenter: middle
        case .nearCenter:
          members.min { Geodesy.distance(from: $0, to: middle) < Geodesy.distance(from: $1, to: middle) }
        case .mean:
          Coordinate(
            latitude: members.reduce(0) { $0 + $1.latitude } / count,
            longitude: members.reduce(0) { $0 + $1.longitude } / count)
        }
      let place = try #require(expected)
      #expect(abs(marker.position.latitude - place.latitude) < 1e-7)
      #expect(abs(marker.position.longitude - place.longitude) < 1e-7)
    }
  }

  @Test func `reuse`() async throws {
    let manager = ClusterManager(preset: .cch)
    try await manager.add(points([(10, 10), (10.1, 10.1)]))
    let viewport = try view(10, 10, zoom: 4)
    let first = try await manager.reload(viewport).inserted[0]
    var behavior = ClusterPreset.cch.behavior
    behavior.reusesMarkers = false
    await manager.change(ClusterPreset.cch.settings, behavior: behavior)
    try await manager.add(points([(10.3, 10.5)], from: 2))
    let moved = try await manager.reload(viewport)
    // The mean of the three, not the old place.
    expect(moved.removed.map(\.identity), equals: [first.identity])
    #expect(moved.reused.isEmpty)
    #expect(abs(moved.inserted[0].position.latitude - (10 + 0.4 / 3)) < 1e-7)
    await manager.change(ClusterPreset.cch.settings, behavior: ClusterPreset.cch.behavior)
    try await manager.add(points([(10.2, 10.2)], from: 3))
    let kept = try await manager.reload(viewport)
    expect(kept.reused.map(\.after.position), equals: moved.inserted.map(\.position))
    #expect(kept.inserted.isEmpty)
  }

  @Test func `preset`() async throws {
    let manager = try await manager()
    // Blocks of 75 points of the screen.
    await manager.change(to: .pins)
    try await manager.reload(world)
    var blocks: [Int: [Int]] = [:]
    for index in 0..<places.count {
      let point = world.project(places[index])
      let (column, row) = ((point.x / 75).rounded(), (point.y / 75).rounded())
      blocks[Int(column) + 10_000 * Int(row), default: []].append(index)
    }
    await expect(groups(manager), equals: sorted(Array(blocks.values)))
    for marker in await manager.markers {
      await expect(manager.points(of: marker).first?.coordinate, equals: marker.position)
    }
    // And back: nothing of the pins is remembered.
    await manager.change(.standard, behavior: ClusterBehavior())
    try await manager.reload(world)
    await expect(groups(manager), equals: sorted(cells(60)))
  }
}
