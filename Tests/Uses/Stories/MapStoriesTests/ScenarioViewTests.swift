import JSONDocument
import MapClusters
import MapGeometry
import MapScene
import MapSettings
import MapStories
import TestSupport
import Testing

/// Views, selections and settings that steps change.
@Suite struct `A step of a scenario` {
  @Test func `keeps of a view what a step does not set`() async throws {
    let (result, _) = try await play(
      """
      {"sources": {"points": [{"id": "a", "at": [0, 0]}]}, "size": [400, 300], "center": [0, 0], "zoom": 1,
       "steps": [{"add": true}, {"zoom": 5}, {"view": {"center": [13.4, 52.5]}}, {"snapshot": "recentered"},
        {"view": {"zoom": 7}}, {"snapshot": "closer"}, {"view": {"bearing": 30}}, {"snapshot": "turned"},
        {"view": {"fit": true}}, {"snapshot": "fitted"}]}
      """)
    let views = result.snapshots.map(\.viewport)
    #expect(views.prefix(3).allSatisfy { near($0.center.longitude, 13.4, 1e-9) })
    expect(views.map(\.zoom).prefix(3), equals: [5, 7, 7])
    expect(views.map(\.bearing), equals: [0, 0, 30, 0])
    #expect(near(views[3].center.longitude, 0, 1e-9))
  }

  @Test func `changes clustering options while it runs`() async throws {
    let (result, _) = try await play(
      """
      {"sources": {"points": [\(thousandPoints)]}, "size": [600, 400], "center": [0, 20], "zoom": 1,
       "steps": [{"add": true}, {"snapshot": "60"}, {"settings": {"points": {"cellSize": 120}}}, {"snapshot": "120"},
        {"settings": {"method": "none"}}, {"snapshot": "none"}, {"settings": {"preset": "pins"}}, {"snapshot": "pins"}]}
      """)
    func markers(_ change: (inout ClusterOptions) -> Void) async throws -> [Coordinate] {
      var options = ClusterOptions()
      options.method = .grid
      change(&options)
      let (plain, _) = try await play(
        """
        {"sources": {"points": [\(thousandPoints)]}, "size": [600, 400], "center": [0, 20], "zoom": 1,
         "steps": [{"add": true}, {"snapshot": "s"}]}
        """, clustering: options)
      return plain.snapshots[0].live[0].map(\.position)
    }
    let shown = result.snapshots.map { $0.live[0].map(\.position) }
    try await expect(shown[0], equals: markers { $0.cellSize = .points(60) })
    try await expect(shown[1], equals: markers { $0.cellSize = .points(120) })
    try await expect(shown[2], equals: markers { $0.method = ClusterMethod.none })
    #expect(shown[1].count < shown[0].count)
    #expect(shown[0].count < shown[2].count)
    #expect(!result.snapshots[1].differences[0].removed.isEmpty)
    expect(result.events[2].step.name, equals: "settings")
  }

  @Test(arguments: [
    (#"{"settings": {"cellSise": 90}}"#, "cellSise"), (#"{"settings": 9}"#, "expected clustering options"),
    (
      #"{"settings": {"points": {"weight": "w"}}}"#,
      "weight is read with the data and cannot change; write it in cluster"
    ),
    (#"{"settings": {}}"#, "expected clustering options"),
  ])
  func `names what is wrong with settings of a step`(step: String, part: String) throws {
    let (scenario, diagnostics) = Scenario.parse(
      try JSONText(
        parsing: """
          {"sources": {"points": [{"id": "a", "at": [0, 0]}]}, "center": [0, 0], "zoom": 0,
           "steps": [
            \(step), {"snapshot": "s"}]}
          """))
    #expect(scenario == nil)
    expect(diagnostics.count, equals: 1, "\(diagnostics.map(\.message))")
    expect(diagnostics.first?.message.contains(part), equals: true, "\(diagnostics.map(\.message))")
    expect(diagnostics.first?.position?.line, equals: 3)
  }

  @Test func `speaks of members where a view cannot be found`() async throws {
    let (_, _, player) = try prepared(
      """
      {"sources": {"points": []}, "size": [400, 300], "steps": [{"view": {"fit": true}}, {"snapshot": "s"}]}
      """)
    let error = await #expect(throws: ScenarioError.self) { _ = try await player.play() }
    expect(
      error?.description,
      equals: "there are no points to fit the view to; bring some first, or set \"center\" and "
        + "\"zoom\", or \"bbox\"")
  }

  @Test(arguments: [(ClusterPreset.cch, false), (.supercluster, true), (.pins, true)])
  func `ends a selection with a zoom only under cch`(preset: ClusterPreset, stays: Bool) async throws {
    var options = ClusterOptions()
    options.preset = preset
    let (result, _) = try await play(
      """
      {"sources": {"points": [{"id": "a", "at": [10, 50]}]}, "size": [400, 300],
       "steps": [{"add": true}, {"select": "a"}, {"pan": [5, 0]}, {"snapshot": "s"}, {"zoom": "+1"}, {"snapshot": "t"}]}
      """, clustering: options)
    #expect(result.snapshots[0].selection != nil)
    expect(result.snapshots[1].selection != nil, equals: stays)
  }

  @Test(arguments: [#"{"remove": ["a"]}"#, #"{"clear": true}"#])
  func `ends a selection when its point goes, and no other`(step: String) async throws {
    for (id, stays) in [("a", false), ("b", step.contains("remove"))] {
      let (result, _) = try await play(
        """
        {"sources": {"points": [{"id": "a", "at": [10, 50]}, {"id": "b", "at": [10, 50.001]}]}, "size": [400, 300],
         "steps": [{"add": true}, {"select": "\(id)"}, \(step), {"snapshot": "s"}]}
        """)
      expect(result.snapshots[0].selection != nil, equals: stays, "\(id)")
    }
  }
}
