import Drawing
import JSONDocument
import MapClusters
import MapGeometry
import MapContent
import MapDecorations
import MapSettings
import MapStories
import TestSupport
import Testing

/// Times and what the curve (0.42, 0, 0.58, 1) makes of them: a third by solving 3·0.42·u(1−u)² + 3·0.58·u²(1−u) + u³ = ⅓
/// for u = 0.367 866…; its height is 3u² − 2u³.
private let moments: [(time: Double, eased: Double)] = {
  func root(_ x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<100 {
      let u = (low + high) / 2
      let height = 3 * 0.42 * u * (1 - u) * (1 - u) + 3 * 0.58 * u * u * (1 - u) + u * u * u
      if height < x { low = u } else { high = u }
    }
    return low
  }
  return [0, 1.0 / 3, 0.5, 2.0 / 3, 1].map { time in
    let u = root(time)
    return (time, time == 1 ? 1 : 3 * u * u - 2 * u * u * u)
  }
}()

@Suite struct `A transition` {
  /// One point stays at the middle; one at 40 points to the left goes; one at 40 to the right comes.
  private static let exchange = """
    {"sources": {"points": [{"id": "a", "at": [0, 0]}, {"id": "b", "at": [-28.125, 0]}, {"id": "c", "at": [28.125, 0]}]},
     "size": [400, 300], "center": [0, 0], "zoom": 0,
     "steps": [{"add": ["a", "b"]}, {"snapshot": "one"}, {"remove": "b"}, {"add": "c"}, {"snapshot": "two"}]}
    """

  private func transition(_ json: String, _ animator: any MarkerAnimator) async throws -> Transition {
    var alone = ClusterOptions()
    alone.cellSize = .points(30)
    let (result, snapshotter) = try await play(json, clustering: alone)
    return try Transition(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter, animator: animator,
      options: PictureOptions(), shaper: BoxShaper())
  }

  @Test(arguments: moments)
  func `fades what comes and what goes`(time: Double, eased: Double) async throws {
    let found = discs(try await transition(Self.exchange, FadeAnimator()).scene(at: time)).sorted {
      $0.x < $1.x
    }
    let expected = [(160.0, 1 - eased), (200, 1), (240, eased)].filter { $0.1 > 0 }
    #expect(found.map(\.x).elementsEqual(expected.map(\.0)) { near($0, $1) })
    #expect(found.map(\.alpha).elementsEqual(expected.map(\.1)) { near($0, $1) })
  }

  @Test(arguments: zip(moments, [0.05, 1.1, 1.0, 0.9, 1]))
  func `bounces what comes, and what goes is gone`(
    moment: (time: Double, eased: Double), scale: Double
  ) async throws {
    let transition = try await transition(Self.exchange, BounceAnimator())
    // The beginning is the old picture.
    expect(discs(transition.scene(at: 0)).filter { $0.alpha > 0 }.map(\.x).sorted(), equals: [160, 200])
    let found = discs(transition.scene(at: max(1e-9, moment.time)))
    #expect(found.map(\.x).sorted().elementsEqual([200, 240]) { near($0, $1) })
    expect(found.first { $0.x > 220 }.map { near($0.radius, 10 * scale, 1e-5) }, equals: true)
    expect(found.first { $0.x < 220 }?.radius, equals: 10)
  }

  /// Two points that are one marker at zoom 0 and two at zoom 2: ±5.625° are ±8 and ±32 points.
  private static let splitting = """
    {"sources": {"points": [{"id": "a", "at": [-5.625, 0]}, {"id": "b", "at": [5.625, 0]}]},
     "size": [400, 300], "center": [0, 0], "zoom": 0,
     "steps": [{"add": true}, {"view": {"center": [0, 0], "zoom": 0}}, {"snapshot": "one"},
      {"zoom": 2}, {"snapshot": "two"}, {"zoom": 0}, {"snapshot": "three"}]}
    """

  @Test(arguments: moments)
  func `slides markers out of the one that held their members`(time: Double, eased: Double) async throws {
    var nearby = ClusterOptions()
    nearby.method = .distance
    nearby.distance = .points(30)
    let (result, snapshotter) = try await play(Self.splitting, clustering: nearby)
    expect(result.snapshots.map { $0.live[0].count }, equals: [1, 2, 1])
    let split = try Transition(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter, animator: MoveAnimator(),
      options: PictureOptions(), shaper: BoxShaper()
    ).scene(at: time)
    let opaque = discs(split).filter { near($0.alpha, 1) }.map(\.x).suffix(2)
    // The left one takes the old one's place and changes its looks; the right one comes into sight.
    let expected = time == 0 ? [200] : [200 - 32 * eased, 200 + 32 * eased]
    #expect(opaque.elementsEqual(expected) { near($0, $1, 1e-5) })
    let joined = try Transition(
      from: result.snapshots[1], to: result.snapshots[2], of: snapshotter, animator: MoveAnimator(),
      options: PictureOptions(), shaper: BoxShaper()
    ).scene(at: time)
    // The right one slides alone; the left one turns into the new marker.
    let found = discs(joined)
    expect(found.count, equals: time == 1 ? 1 : 2)
    #expect(found.contains { near($0.x, time == 1 ? 200 : 200 - 8 * (1 - eased), 1e-5) && near($0.alpha, 1) })
    if time < 1 { #expect(found.contains { near($0.x, 200 + 8 * (1 - eased), 1e-5) && near($0.alpha, 1) }) }
  }

  @Test(arguments: AnimatorName.allCases)
  func `ends with the plain picture`(name: AnimatorName) async throws {
    let (result, snapshotter) = try await play(Self.exchange)
    let transition = try Transition(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter, animator: name.animator(),
      options: PictureOptions(), shaper: BoxShaper())
    let plain = try result.snapshots[1].snapshot(of: snapshotter, shaper: BoxShaper())
    expect(transition.scene(at: 1), equals: plain.scene)
    // Nothing else changes: all layers without markers are the new picture's.
    expect(transition.scene(at: 0.4).background, equals: plain.scene.background)
  }

  @Test func `takes the usual times`() {
    expect(AnimatorName.allCases.map { $0.animator().duration }, equals: [0.2, 0.5, 0.6, 0])
    expect(AnimatorName.fade.animator(preset: .clustermap).duration, equals: 0.35)
    expect(AnimatorName.move.animator(duration: 2).duration, equals: 2)
  }

  @Test func `is the preset's own`() {
    let expected: [ClusterPreset: (AnimatorName, Double)] = [
      .pins: (.move, 0.5), .amap: (.bounce, 0.6), .amapDistance: (.bounce, 0.6), .tb: (.bounce, 0.6),
      .cch: (.fade, 0.2), .clustermap: (.fade, 0.35), .cluster: (.fade, 0.2), .pablo: (.fade, 0.2),
      .supercluster: (.fade, 0.2),
    ]
    for preset in ClusterPreset.allCases {
      let name = AnimatorName(of: preset)
      expect(name, equals: expected[preset]?.0)
      expect(name.animator(preset: preset).duration, equals: expected[preset]?.1)
    }
  }

  @Test func `fades in only as ClusterMap does`() {
    for preset in [ClusterPreset.clustermap, .cluster] {
      let fade = AnimatorName.fade.animator(preset: preset)
      expect(fade.pose(of: .removed(goesInto: false, isSuccession: false), at: 0.1).opacity, equals: 0)
      #expect(fade.pose(of: .inserted(comesFrom: false, isSuccession: false), at: 0.1).opacity < 0.1)
    }
    let fade = AnimatorName.fade.animator()
    #expect(fade.pose(of: .removed(goesInto: false, isSuccession: false), at: 0.1).opacity > 0.9)
  }

  @Test func `lets a pin that stays stand still while others slide into it`() async throws {
    var options = ClusterOptions()
    options.preset = .pins
    let (result, snapshotter) = try await play(
      """
      {"sources": {"points": [{"id": "a", "at": [0, 0]}, {"id": "b", "at": [4, 0]}]}, "size": [400, 300],
       "center": [0, 0], "zoom": 4, "steps": [{"add": true}, {"snapshot": "two"}, {"zoom": 1}, {"snapshot": "one"}]}
      """, clustering: options)
    expect(result.snapshots.map { $0.live[0].count }, equals: [2, 1])
    expect(result.snapshots[1].differences[0].reused.count, equals: 1)
    #expect(result.snapshots[1].differences[0].inserted.isEmpty)
    let transition = try Transition(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter,
      animator: AnimatorName.move.animator(), options: PictureOptions(), shaper: BoxShaper())
    for time in [0.0, 0.25, 0.5, 0.75] {
      let found = discs(transition.scene(at: time))
      #expect(found.contains { near($0.x, 200, 1e-5) && near($0.alpha, 1) })
      expect(found.count, equals: 2)
    }
  }

  @Test func `is the caller's own where the caller has one`() async throws {
    struct Dropping: MarkerAnimator {
      let duration = 1.0
      func pose(of change: MarkerChange, at time: Double) -> MarkerPose {
        change == .kept ? .rest : MarkerPose(offset: Point(x: 0, y: -100 * (1 - time)))
      }
    }
    let scene = try await transition(Self.exchange, Dropping()).scene(at: 0.25)
    let places = circles(scene).map(\.center)
    #expect(places.contains { near($0.x, 240) && near($0.y, 75) })
    #expect(places.contains { near($0.x, 200) && near($0.y, 150) })
  }
}
