import JSONDocument
import MapClusters
import MapGeometry
import MapContent
import MapSettings
import MapStories
import TestSupport
import Testing

/// Steps that change clustering options while a scenario runs.
@Suite struct `A step of settings` {
  /// Two points 20 degrees apart and two close ones, in a view of zoom 1.5 of a 512-point world.
  private static func story(_ head: String, _ settings: String) -> String {
    """
    {"sources": {"points": [{"id": "a", "at": [0, 0]}, {"id": "b", "at": [1, 0]}, {"id": "c", "at": [40, 0]}]},
     "size": [400, 300], "center": [20, 0], \(head),
     "steps": [{"add": true}, {"snapshot": "before"}, {"settings": \(settings)}, {"snapshot": "after"}]}
    """
  }

  private func counts(_ head: String, _ settings: String, _ options: ClusterOptions = ClusterOptions())
    async throws -> [[Int]]
  {
    let (result, _) = try await play(Self.story(head, settings), clustering: options)
    #expect(result.warnings.isEmpty, "\(result.warnings.map(\.message))")
    return result.snapshots.map { $0.live[0].map(\.count).sorted() }
  }

  @Test(arguments: [
    (#""zoom": 1.5"#, 1.4, [1, 1, 1]), (#""zoom": 1.5"#, 1.6, [1, 2]),
    (#""zoom": 2.5, "tileSize": 256"#, 2.4, [1, 1, 1]), (#""zoom": 2.5, "tileSize": 256"#, 2.6, [1, 2]),
  ])
  func `counts its zooms as the scenario does`(head: String, maximum: Double, after: [Int]) async throws {
    let counts = try await counts(head, "{\"clusterMaxZoom\": \(maximum)}")
    expect(counts, equals: [[1, 2], after])
  }

  @Test(arguments: [(#""zoom": 1.5"#, 2), (#""zoom": 2.5, "tileSize": 256"#, 3)])
  func `counts the zooms of a table of cells as the scenario does`(head: String, zoom: Int) async throws {
    // Cells of 2000 points below that zoom, of a tenth of a point from there on.
    let below = try await counts(head, "{\"cellSize\": {\"0\": 2000, \"\(zoom)\": 0.1}}")
    #expect(below[1] == [3] || below[1] == [1, 2])
    let above = try await counts(head, "{\"cellSize\": {\"0\": 2000, \"\(zoom - 1)\": 0.1}}")
    expect(above[1], equals: [1, 1, 1])
  }

  /// Zoom 2 of 256-point tiles is zoom 1 of the world's 512 points.
  @Test func `counts zooms of the method radius, too`() async throws {
    var options = ClusterOptions()
    options.method = .radius
    let head = #""zoom": 2.5, "tileSize": 256"#
    try await expect(counts(head, #"{"clusterMaxZoom": 2}"#, options)[1], equals: [1, 2])
    try await expect(counts(head, #"{"clusterMaxZoom": 1}"#, options)[1], equals: [1, 1, 1])
  }

  @Test func `warns of each option that has no effect, at its own place`() async throws {
    let (_, _, player) = try prepared(
      """
      {"sources": {"points": [{"id": "a", "at": [0, 0]}]}, "center": [0, 0], "zoom": 1, "steps": [{"add": true},
        {"settings": {"radius": 60, "cellSize": 90, "eps": 3}},
        {"settings": {"points": {"method": "dbscan", "eps": 3, "margin": 0.5}}},
        {"settings": {"cellSize": 30}},
        {"snapshot": "s"}]}
      """)
    let faults = player.check()
    expect(
      faults.map(\.message),
      equals: [
        "radius belongs to methods peaks and radius; the method is grid",
        "eps belongs to method dbscan; the method is grid",
        "cellSize belongs to methods grid, hex and leader; the method is dbscan",
      ])
    expect(faults.map(\.severity), equals: [.warning, .warning, .warning])
    expect(faults.map { $0.position?.line }, equals: [2, 2, 4])
    expect(
      faults.map(\.path.dotted),
      equals: [
        "steps[1].settings.radius", "steps[1].settings.eps", "steps[3].settings.cellSize",
      ])
    try await expect(player.play().warnings, equals: faults)
  }

  @Test func `takes over a preset's titles, but for those that are set`() async throws {
    func titles(_ options: ClusterOptions) async throws -> [String] {
      let (result, _) = try await play(
        Self.story(#""zoom": 1.5"#, #"{"preset": "pins"}"#), clustering: options)
      return result.snapshots.map { snapshot in
        let group = snapshot.groups[0]
        return group.markers.markers.first { $0.isCluster }.map(group.title) ?? ""
      }
    }
    var options = ClusterOptions()
    options.preset = .cch
    try await expect(titles(options), equals: ["2 annotations", "2 pins present"])
    options.title = "{count} inns"
    try await expect(titles(options), equals: ["2 inns", "2 inns"])
  }
}

/// The same changes in scenarios, each held against what a scenario draws that has the settings from the start, and the
/// counts of cells against cells that are counted plainly.
@Suite struct `A slider in a scenario` {
  private static let steps = #"{"add": true}, {"snapshot": "before"}"#

  private static func story(_ steps: String) -> String {
    """
    {"sources": {"points": [\(thousandPoints)]}, "size": [1024, 1024], "center": [0, 0], "zoom": 1, "steps": [\(steps)]}
    """
  }

  private func markers(_ result: ScenarioResult) throws -> MarkerList {
    try #require(result.snapshots.last).groups[0].markers.markers
  }

  @Test(arguments: [
    #"{"cellSize": 90}"#, #"{"margin": -0.25}"#, #"{"minCount": 4}"#, #"{"minUnique": 3}"#,
    #"{"clusterMaxZoom": 0.5}"#, #"{"position": "near-center"}"#, #"{"preset": "pins"}"#,
    #"{"preset": "tb"}"#,
    #"{"method": "dbscan", "eps": 20, "minPoints": 3}"#, #"{"coLocated": "ring:20pt"}"#,
    #"{"alignWorld": false, "cellSize": 70}"#, #"{"anchor": "view"}"#, #"{"method": "none"}"#,
  ])
  func `shows what the setting would have shown from the start`(settings: String) async throws {
    let (options, notes) = ClusterOptions.parse(try JSONText(parsing: settings).root, at: JSONPath())
    #expect(notes.isEmpty)
    let live = try await play(
      Self.story(Self.steps + #", {"settings": {"points": \#(settings)}}, {"snapshot": "after"}"#))
    let fresh = try await play(Self.story(Self.steps), clustering: options)
    let (after, expected) = (try markers(live.result), try markers(fresh.result))
    #expect((after.map(\.position), after.map(\.count)) == (expected.map(\.position), expected.map(\.count)))
    let before = live.result.snapshots[0].groups[0].markers.markers
    #expect(settings.contains("ring") || before != after)
  }

  @Test(arguments: [30.0, 60, 90, 200])
  func `sizes cells as a plain count has them`(side: Double) async throws {
    let (result, snapshotter) = try await play(
      Self.story(Self.steps + #", {"settings": {"cellSize": \#(side)}}, {"snapshot": "after"}"#))
    let columns = (1024 / side).rounded(.down)
    var cells: [Int: Int] = [:]
    for index in 0..<1000 {
      let point = WorldPoint(snapshotter.sources[0].features.points[index])
      cells[Int(point.x * columns) + 10_000 * Int(point.y * columns), default: 0] += 1
    }
    try expect(markers(result).map(\.count).sorted(), equals: cells.values.sorted())
  }

  @Test func `keeps markers with reuse, and lets them go without it`() async throws {
    var options = ClusterOptions()
    options.preset = .cch
    func steps(_ reuse: Bool) -> String {
      #"{"add": {"from": 1, "to": 500}}, {"snapshot": "before"}, {"settings": {"reuse": \#(reuse)}}, {"add": {"from": 501, "to": 1000}}, {"snapshot": "after"}"#
    }
    let kept = try await play(Self.story(steps(true)), clustering: options).result
    let free = try await play(Self.story(steps(false)), clustering: options).result
    #expect(kept.snapshots[1].differences[0].reused.count > 20)
    #expect(free.snapshots[1].differences[0].reused.isEmpty)
    // Without it clusters stand at their means again.
    let fresh = try await play(Self.story(Self.steps), clustering: options).result
    try expect(markers(free).map(\.position), equals: markers(fresh).map(\.position))
    #expect(try markers(kept).map(\.position) != markers(fresh).map(\.position))
  }
}
