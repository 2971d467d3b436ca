import Drawing
import MapClusters
import MapGeometry
import MapContent
import MapDecorations
import MapSettings
import MapStories
import TestSupport
import Testing

/// Moves of the caller's own, which know the marker.
@Suite struct `An animator that sees markers` {
  /// Clusters grow in the order of drawing, single points come from above.
  private struct OneByOne: MarkerAnimator {
    let duration = 1.0
    func pose(of change: MarkerChange, at time: Double) -> MarkerPose { .rest }
    func pose(of marker: AnimatedMarker, at time: Double) -> MarkerPose {
      marker.isCluster
        ? MarkerPose(scale: min(1, max(0.1, 2 * time - 0.5 * Double(marker.index))))
        : MarkerPose(offset: Point(x: 0, y: -100 + 100 * time))
    }
  }

  private static let story = """
    {"sources": {"points": [{"id": "a", "at": [-60, 0]}, {"id": "b", "at": [-60, 0]}, {"id": "c", "at": [0, 0]},
      {"id": "d", "at": [0, 0]}, {"id": "e", "at": [60, 0]}]},
     "size": [400, 300], "center": [0, 0], "zoom": 0, "steps": [{"snapshot": "none"}, {"add": true}, {"snapshot": "all"}]}
    """

  @Test func `delays clusters by their index and lets single points fall`() async throws {
    let (result, snapshotter) = try await play(Self.story)
    let transition = try Transition(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter, animator: OneByOne(),
      options: PictureOptions(), shaper: BoxShaper())
    func discs(_ time: Double) -> [(x: Double, y: Double, radius: Double)] {
      transition.scene(at: time).layers.filter { $0.id == "dots" }.flatMap(\.marks).compactMap { mark in
        if case .circle(let circle) = mark.shape {
          (circle.center.x, circle.center.y, circle.radius)
        } else {
          nil
        }
      }
    }
    // Radius 10: at 0.25 the first has half of it, the second its tenth; the single is 75 points too high.
    let quarter = discs(0.25)
    expect(quarter.map { ($0.radius * 1000).rounded() }, equals: [5000, 1000, 10_000])
    expect(quarter.map { ($0.y * 1000).rounded() }, equals: [150_000, 150_000, 75_000])
    // At 0.5 the first is whole and the second half.
    expect(discs(0.5).map { ($0.radius * 1000).rounded() }, equals: [10_000, 5000, 10_000])
  }

  @Test func `knows who a marker is`() async throws {
    final class Seen: MarkerAnimator, @unchecked Sendable {
      // Frames are made one after the other here.
      var markers: Set<AnimatedMarker> = []
      let duration = 1.0
      func pose(of change: MarkerChange, at time: Double) -> MarkerPose { .rest }
      func pose(of marker: AnimatedMarker, at time: Double) -> MarkerPose {
        markers.insert(marker)
        return .rest
      }
    }
    let (result, snapshotter) = try await play(Self.story)
    let seen = Seen()
    let transition = try Transition(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter, animator: seen,
      options: PictureOptions(), shaper: BoxShaper())
    _ = transition.scene(at: 0.5)
    let markers = seen.markers.sorted { $0.index < $1.index }
    expect(markers.map(\.index), equals: [0, 1, 2])
    expect(markers.map(\.count), equals: [2, 2, 1])
    expect(markers.map(\.isCluster), equals: [true, true, false])
    expect(markers.map(\.identity), equals: result.snapshots[1].live[0].map(\.identity))
    expect(markers.map(\.position.longitude), equals: [-60, 0, 60])
    expect(markers.map(\.source), equals: ["points", "points", "points"])
  }
}
