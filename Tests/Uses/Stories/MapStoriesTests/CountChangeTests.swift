import Drawing
import MapClusters
import MapContent
import MapDecorations
import MapSettings
import MapStories
import TestSupport
import Testing

/// Counts of markers that stay while their members change.
@Suite struct `A count that changes` {
  /// Two pins at one place, and more of them from the second snapshot on; a third one beside them is alone at first.
  private static let story = """
    {"sources": {"points": [{"id": "a", "at": [0, 0]}, {"id": "b", "at": [0, 0]}, {"id": "c", "at": [0, 0]},
      {"id": "d", "at": [60, 0]}, {"id": "e", "at": [60, 0]}]},
     "size": [400, 300], "center": [30, 0], "zoom": 1,
     "steps": [{"add": ["a", "b", "d"]}, {"snapshot": "2"}, {"add": ["c", "e"]}, {"snapshot": "3"}]}
    """

  private func texts(_ scene: Scene) -> [String: Double] {
    var found: [String: Double] = [:]
    for case .text(let run) in scene.layers.flatMap(\.marks).map(\.shape) {
      found[run.fragments.map(\.text).joined(), default: 0] +=
        run.opacity * (run.fragments.first?.color.alpha ?? 0)
    }
    return found
  }

  @Test(arguments: [AnimatorName.move, .fade, .bounce])
  func `is there at every moment, the old one until halfway and the new one from then on`(
    name: AnimatorName
  ) async throws {
    var options = ClusterOptions()
    options.preset = .pins
    let (result, snapshotter) = try await play(Self.story, clustering: options)
    expect(result.snapshots.map { $0.live[0].map(\.count) }, equals: [[2, 1], [3, 2]])
    expect(result.snapshots[1].differences[0].reused.count, equals: 2)
    let transition = try Transition(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter, animator: name.animator(),
      options: PictureOptions(), shaper: BoxShaper())
    var sizes: [Double] = []
    for time in [0, 0.1, 0.3, 0.49, 0.5, 0.51, 0.7, 0.9, 1] {
      let found = texts(transition.scene(at: time))
      // The pin that was alone gets its first count, which fades in.
      let (own, fresh) = time < 0.5 ? ("2", (found["2"] ?? 0) - 1) : ("3", found["2"] ?? 0)
      #expect(time < 0.5 ? fresh >= 0 : found[own] == 1, "\(time): \(found)")
      expect(found[own == "2" ? "3" : "4"], equals: nil)
      sizes.append(fresh)
    }
    #expect((sizes, sizes.last) == (sizes.sorted(), 1))
    #expect(sizes[6] > 0)
    #expect(sizes[6] < 1)
    #expect(near(sizes[4], 0.5), "halfway a marker that was alone has half of its first count")
  }
}

/// Squares of 20 points with a ring of 2, in a view that moves.
@Suite struct `A square on its way` {
  private static let look = """
    {"version": 8, "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
     "layers": [{"id": "squares", "type": "circle", "source": "points", "metadata": {"clustersnap:shape": "square"},
      "paint": {"circle-radius": 10, "circle-color": "#ff0000", "circle-stroke-width": 2,
       "circle-stroke-color": "#ffffff"}}]}
    """

  private func fills(_ pan: Int) async throws -> [Int] {
    let (result, snapshotter) = try await play(
      """
      {"sources": {"points": [{"id": "a", "at": [0, 0]}, {"id": "b", "at": [0, 0]}]}, "size": [400, 300],
       "center": [0, 0], "zoom": 1,
       "steps": [{"add": true}, {"snapshot": "1"}, {"pan": [\(pan), 0]}, {"snapshot": "2"}]}
      """, look: Self.look)
    let transition = try Transition(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter,
      animator: AnimatorName.fade.animator(), options: PictureOptions(), shaper: BoxShaper())
    return [0, 0.3, 0.7, 1].map { time in
      transition.scene(at: time).layers.flatMap(\.marks).count {
        if case .fill = $0.shape { true } else { false }
      }
    }
  }

  @Test func `is there at every moment while the picture's edge leaves something of it`() async throws {
    // It reaches 12 points from its middle; the picture's edge lies 200 points from the view's.
    try await expect(fills(187), equals: [2, 2, 2, 2])
    try await expect(fills(189), equals: [2, 2, 2, 2])
    try await expect(fills(205), equals: [2, 2, 2, 2])
    try await expect(fills(213), equals: [0, 0, 0, 0])
  }
}
