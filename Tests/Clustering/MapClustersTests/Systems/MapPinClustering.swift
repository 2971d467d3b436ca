import Foundation
import MapClusters
import MapGeometry
import TestSupport
import Testing

/// MapPinClustering, feature by feature.
@Suite struct `MapPinClustering` {
  /// The example's fifteen places about Boston, in their order.
  private static let example = [
    (42.34738, -71.554298), (42.35791, -71.059399), (42.35385, -71.069784), (42.353026, -71.076908),
    (42.350552, -71.041546), (42.36571, -71.055708), (42.365869, -71.061888), (42.618297, -70.666122),
    (43.07591, -70.761566), (44.339565, -68.219604), (42.059489, -70.20813), (41.263356, -70.035095),
    (41.45302, -70.562439), (42.39009, -71.103516), (42.281373, -71.417999),
  ]

  /// The middle of the example's box.
  private static let middle = (latitude: (41.263356 + 44.339565) / 2, longitude: (-71.554298 - 68.219604) / 2)

  // The counts were found by following the system's own rules in a program of its own.
  @Test(arguments: [
    (320.0, 460.0, 5.938_723_285_348_645, [7, 9, 10, 10, 11], [7, 9, 10, 10, 11]),
    (960, 640, 6, [7, 9, 10, 10, 11], [7, 9, 10, 9, 11]),
  ])
  func `the published example, zoomed in four times: pins that were visible stay`(
    width: Double, height: Double, zoom: Double, stateful: [Int], alone: [Int]
  ) async throws {
    let manager = ClusterManager(preset: .pins)
    try await manager.add(points(Self.example))
    var (shown, plain): ([Int], [Int]) = ([], [])
    var seen: Set<Coordinate> = []
    for step in 0..<5 {
      let viewport = try view(
        Self.middle.latitude, Self.middle.longitude, zoom: zoom + Double(step), width: width, height: height)
      try await manager.reload(viewport)
      shown.append(await manager.markers.count)
      let positions = Set(await manager.markers.map(\.position))
      #expect(seen.isSubset(of: positions))
      seen.formUnion(await manager.visible.map(\.position))
      plain.append(
        try markers(
          of: ClusterInput(table(Self.example)), in: viewport, settings: ClusterPreset.pins.settings
        ).markers.count)
    }
    #expect((shown, plain) == (stateful, alone))
  }

  // Counted by a program of its own that follows the rules. Without memory the counts are 4, 10, 9, 10, 9, 9; if a zoom out
  // made pins be forgotten 4, 10, 11, 11, 9, 9; if leaving the picture did 4, 10, 11, 10, 9, 9.
  @Test func `visible pins stay, whatever leaves the picture and after a zoom out`() async throws {
    let views: [(longitude: Double, zoom: Double)] = [
      (-70.4, 5), (-70.4, 7), (-70.2, 7.5), (-69.9, 8), (-69.9, 7), (-71, 8),
    ]
    let counts = [4, 10, 11, 11, 9, 10]
    let manager = ClusterManager(preset: .pins)
    try await manager.add(points(Self.example))
    var shown: [Int] = []
    for (longitude, zoom) in views {
      try await manager.reload(view(42.8246, longitude, zoom: zoom, width: 320, height: 460))
      shown.append(await manager.markers.count)
    }
    expect(shown, equals: counts)
    // A story shows the same.
    let place = try Workplace()
    let steps = views.map {
      #"{"view": {"center": [\#($0.longitude), 42.8246], "zoom": \#($0.zoom)}}, {"snapshot": "\#($0)"}"#
    }
    try place.write(
      "story.json",
      """
      {"sources": {"a": {"points": \(Self.example.map { [$0.1, $0.0] })}}, "preset": "pins", "basemap": "none",
       "size": [320, 460], "steps": [{"add": true}, \(steps.joined(separator: ", "))]}
      """)
    try expect(
      place.run(["animate", "story.json", "-o", "a.png", "--report", "report.json", "--film-strip", "2"])
        .status, equals: 0)
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(place.text("report.json").utf8)) as? [String: Any])
    let reloads = try #require(report["steps"] as? [[String: Any]]).filter {
      $0["action"] as? String == "view"
    }
    let told = reloads.map { step in
      (step["groups"] as? [[String: Any]] ?? []).flatMap { group in
        ["kept", "inserted", "reused"].map { (group[$0] as? [Any])?.count ?? 0 }
      }.reduce(0, +)
    }
    expect(told, equals: counts)
  }

  @Test func `blocks of 75 points of the screen, led by their first pin at its own place`() throws {
    let found = try markers(
      of: ClusterInput(table([(0, 0), (0, 14.0625), (0, 28.125)])),
      in: view(0, 0, zoom: 0, width: 300, height: 300), settings: ClusterPreset.pins.settings)
    // At x = 150, 170 and 190 of the screen: round(x / 75) is 2, 2 and 3.
    #expect((found.markers.map(\.count), found.markers.map(\.position.longitude)) == ([2, 1], [0, 28.125]))
  }

  @Test func `pins outside the picture take part`() throws {
    try expect(counts([(0, 0), (0, 170)], view(0, 0, zoom: 4), ClusterPreset.pins.settings), equals: [1, 1])
  }

  @Test func `titles count the pins, and pins slide for half a second`() async throws {
    let manager = ClusterManager(preset: .pins)
    try await manager.add(points([(10, 10), (10, 10.01), (60, 60)]))
    try await manager.reload(view(30, 30, zoom: 2))
    let markers = await manager.markers
    await expect(manager.title(of: markers[0]), equals: "2 pins present")
    await expect(manager.title(of: markers[1]), equals: "t2")
    try expect(framesOfTransition(preset: "pins"), equals: 10)
  }

  @Test func `knows pins by their leader, whoever joins or leaves`() async throws {
    let manager = ClusterManager(preset: .pins)
    let viewport = try view(10, 10, zoom: 4)
    try await manager.add(points([(10, 10), (10.1, 10.1)]))
    let first = try await manager.reload(viewport).inserted[0]
    try await manager.add(points([(10.05, 10.05)], from: 2))
    let joined = try await manager.reload(viewport)
    expect(joined.reused.map(\.after.identity), equals: [first.identity])
    #expect(joined.inserted.isEmpty)
    expect(joined.reused.map(\.after.position), equals: [first.position])
    try await manager.remove(["p1", "p2"])
    let left = try await manager.reload(viewport)
    expect(left.reused.map(\.after.identity), equals: [first.identity])
    #expect(left.removed.isEmpty)
    // Another leader is another pin, though it stands at the same place.
    try await manager.add(points([(10, 10)], from: 3))
    try await manager.reload(viewport)
    try await manager.remove(["p0"])
    let other = try await manager.reload(viewport)
    #expect((other.inserted.count, other.removed.map(\.identity)) == (1, [first.identity]))
  }

  @Test func `knows a weighted pin though a lighter one at its place leaves`() async throws {
    let manager = ClusterManager(preset: .pins)
    let viewport = try view(10, 10, zoom: 4)
    let place = Coordinate(latitude: 10, longitude: 10)
    try await manager.add([
      ClusterPoint(id: "light", coordinate: place), ClusterPoint(id: "heavy", coordinate: place, weight: 5),
      ClusterPoint(id: "other", coordinate: Coordinate(latitude: 10.1, longitude: 10.1), weight: 2),
    ])
    let first = try await manager.reload(viewport).inserted
    expect(first.map(\.position), equals: [place])
    try await manager.remove(["light"])
    let left = try await manager.reload(viewport)
    expect(left.reused.map(\.after.identity), equals: first.map(\.identity))
    #expect(left.inserted.isEmpty)
    #expect(left.removed.isEmpty)
    // A pin that was seen stays when zooming in, though a heavier one now stands at its place.
    try await manager.add([ClusterPoint(id: "late", coordinate: place, weight: 9)])
    let closer = try await manager.reload(view(10, 10, zoom: 5))
    expect(closer.reused.map(\.after.identity), equals: first.map(\.identity))
    #expect(closer.removed.isEmpty)
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
      expect(changed, equals: await manager.markers.count)
      await expect(manager.markers.map { $0.members.count }.reduce(0, +), equals: 2000)
      let groups = await manager.markers
      #expect(try await manager.reload(view(24, 13, zoom: zoom)).isEmpty)
      await expect(manager.markers, equals: groups)
      try await manager.reload(view(20, 10, zoom: zoom))
    }
    let out = try await manager.reload(view(20, 10, zoom: 1))
    #expect(!out.removed.isEmpty)
    let plain = try markers(
      of: ClusterInput(trickyTable(2000, seed: 90)), in: view(20, 10, zoom: 1),
      settings: ClusterPreset.pins.settings)
    await expect(manager.markers.map(\.position), equals: plain.markers.map(\.position))
  }
}
