import Drawing
import MapGeometry
import MapDecorations
import MapScene
import MapSettings
import MapStories
import TestSupport
import Testing

/// Scenarios whose views have a bearing.
@Suite struct `A turned story` {
  private static let points = """
    [{"id": "a", "at": [10, 5]}, {"id": "b", "at": [-12, -4]}, {"id": "c", "at": [11, -9]}, {"id": "d", "at": [-6, 14]}]
    """

  private func turned(_ steps: String, more: String = "") async throws -> (
    result: ScenarioResult, snapshotter: MapSnapshotter
  ) {
    try await play(
      """
      {"sources": {"points": \(Self.points)}, "size": [400, 300], "center": [0, 0], "zoom": 3\(more),
       "steps": [{"add": true}, \(steps)]}
      """)
  }

  @Test func `turns with its views and stays turned`() async throws {
    let (result, _) = try await turned(
      """
      {"snapshot": "north"}, {"view": {"bearing": 90}}, {"snapshot": "east"}, {"pan": [64, 0]}, {"snapshot": "panned"},
      {"zoom": "+1"}, {"snapshot": "close"}, {"select": "b"}, {"snapshot": "selected"},
      {"view": {"center": [0, 0], "zoom": 3, "bearing": 0}}, {"snapshot": "back"}
      """)
    expect(result.snapshots.map(\.viewport.bearing), equals: [0, 90, 90, 90, 90, 0])
    // East is up, so that the picture's right is south.
    let center = result.snapshots[2].viewport.center
    #expect(near(center.longitude, 0, 1e-9))
    #expect(center.latitude < -1)
    expect(result.snapshots[3].viewport.center, equals: center)
    #expect(near(result.snapshots[3].viewport.zoom, 4))
    // What is selected is in the middle.
    #expect(near(result.snapshots[4].viewport.center.longitude, -12, 1e-9))
  }

  @Test(arguments: [0.0, 30, 90, 217.5], AnimatorName.allCases)
  func `begins with the old picture and ends with the new one`(bearing: Double, name: AnimatorName)
    async throws
  {
    let (result, snapshotter) = try await turned(
      #"{"snapshot": "all"}, {"remove": ["d"]}, {"snapshot": "some"}, {"view": {"bearing": \#(bearing + 45)}}, {"snapshot": "on"}"#,
      more: #", "bearing": \#(bearing)"#)
    func transition(_ number: Int) throws -> Transition {
      try Transition(
        from: result.snapshots[number], to: result.snapshots[number + 1], of: snapshotter,
        animator: name.animator(), options: PictureOptions(), shaper: BoxShaper())
    }
    let still = try transition(0)
    let first = try result.snapshots[0].snapshot(of: snapshotter, shaper: BoxShaper()).scene
    if name != .none && name != .bounce {
      expect(discs(still.scene(at: 0)).count, equals: discs(first).count)
    }
    for number in 0...1 {
      let plain = try result.snapshots[number + 1].snapshot(of: snapshotter, shaper: BoxShaper())
      try expect(transition(number).scene(at: 1), equals: plain.scene)
    }
  }

  @Test func `moves markers straight from where the turned picture had them`() async throws {
    let (result, snapshotter) = try await turned(
      #"{"snapshot": "all"}, {"view": {"bearing": 30, "zoom": 1}}, {"snapshot": "far"}"#,
      more: #", "bearing": 30"#)
    let transition = try Transition(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter, animator: MoveAnimator(),
      options: PictureOptions(), shaper: BoxShaper())
    let viewport = result.snapshots[1].viewport
    // At the beginning the single points lie where the new view has their places.
    let places = [(10.0, 5.0), (-12, -4), (11, -9), (-6, 14)].map { longitude, latitude in
      viewport.project(Coordinate(latitude: latitude, longitude: longitude))
    }
    let found = circles(transition.scene(at: 0)).filter { $0.fill.alpha > 0 }.map(\.center)
    for place in places {
      #expect(
        found.contains { near($0.x, place.x, 0.01) && near($0.y, place.y, 0.01) }, "\(place) in \(found)")
    }
  }
}
