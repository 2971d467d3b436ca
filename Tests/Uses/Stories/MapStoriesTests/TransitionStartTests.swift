import Drawing
import JSONDocument
import MapClusters
import MapDecorations
import MapScene
import MapSettings
import MapStories
import MapStyle
import TestSupport
import Testing

/// Bubbles as large as their counts, that make room for each other and carry their labels.
private let crowdedLook = """
  {"version": 8, "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
   "layers": [
    {"id": "bubbles", "type": "circle", "source": "points", "filter": ["has", "point_count"],
     "metadata": {"clustersnap:pair": "counts", "clustersnap:fit-text": 3, "clustersnap:declutter": "shift"},
     "layout": {"circle-sort-key": ["get", "point_count"]},
     "paint": {"circle-radius": ["interpolate", ["linear"], ["get", "point_count"], 2, 12, 60, 34],
      "circle-color": ["step", ["get", "point_count"], "#2a7", 10, "#d80"],
      "circle-stroke-width": 2, "circle-stroke-color": "#ffffff"}},
    {"id": "singles", "type": "circle", "source": "points", "filter": ["!", ["has", "point_count"]],
     "metadata": {"clustersnap:declutter": "shift"}, "paint": {"circle-radius": 6, "circle-color": "#334455"}},
    {"id": "counts", "type": "symbol", "source": "points", "filter": ["has", "point_count"],
     "layout": {"text-field": ["to-string", ["get", "point_count"]], "text-size": 10}}]}
  """

/// The same, but bubbles that meet become one.
private let mergingLook = crowdedLook.replacing("\"shift\"", with: "\"merge\"")

/// Points in a few towns, the same on every run.
private let towns: String = {
  var random = Seeded(seed: 7)
  func next() -> Double { random.number(in: 0...1) }
  return (0..<300).map { number in
    let (town, spread) = (Double(number % (number < 200 ? 9 : 4)), next() * next() * 14)
    let place = [town.truncatingRemainder(dividingBy: 3) * 24 - 24, (town / 3).rounded(.down) * 20 - 20]
    return "{\"id\": \"p\(number)\", \"at\": [\(place[0] + (next() - 0.5) * spread), "
      + "\(place[1] + (next() - 0.5) * spread)]}"
  }.joined(separator: ",")
}()

/// What is seen of a mark: enough to compare two pictures.
private struct Sight: Hashable, CustomStringConvertible {
  let kind: String
  let middle: Point
  let size: Double
  let alpha: Double

  var description: String { "\(kind) at \(middle.x),\(middle.y) of \(size), alpha \(alpha)" }

  func isLike(_ other: Sight, within tolerance: Double) -> Bool {
    kind == other.kind && near(middle.x, other.middle.x, tolerance)
      && near(middle.y, other.middle.y, tolerance)
      && near(size, other.size, tolerance) && near(alpha, other.alpha, tolerance)
  }

  /// All marks that are seen, from the bottom up.
  static func all(_ scene: Scene) -> [Sight] {
    scene.layers.flatMap { layer in
      layer.marks.compactMap { mark in
        switch mark.shape {
        case .circle(let circle):
          return Sight(
            kind: "circle", middle: circle.center, size: circle.radius,
            alpha: max(circle.fill.alpha, circle.stroke.alpha) * layer.opacity)
        case .text(let run):
          return Sight(
            kind: run.fragments.map(\.text).joined(), middle: run.fragments.first?.origin ?? .zero,
            size: run.fragments.first?.font.size ?? 0, alpha: run.opacity * layer.opacity)
        case .fill(let fill):
          guard case .color(let color) = fill.paint, let box = fill.path.bounds else { return nil }
          return Sight(
            kind: "fill", middle: box.center, size: box.width, alpha: color.alpha * layer.opacity)
        case .stroke, .circles, .image: return nil
        }
      }
    }
  }
}

@Suite struct `The beginning of a transition` {
  private static func story(_ steps: String) -> String {
    """
    {"sources": {"points": [\(towns)]}, "size": [600, 440], "center": [0, 0], "zoom": 1.4,
     "steps": [{"add": {"from": 1, "to": 200}}, {"snapshot": "one"}, \(steps), {"snapshot": "two"}]}
    """
  }

  private static let still = [
    #"{"add": {"from": 201, "to": 300}}"#, #"{"remove": {"from": 1, "to": 60}}"#,
    #"{"remove": {"from": 50, "to": 65}}, {"add": {"from": 201, "to": 260}}"#,
    #"{"select": "p3", "span": 40000000}, {"view": {"center": [0, 0], "zoom": 1.4}}"#,
    #"{"clear": true}"#,
  ]
  private static let moving = [#"{"pan": [60, 20]}"#, #"{"zoom": "+1"}"#, #"{"zoom": "-1"}"#]

  private struct Case {
    let before: Snapshot
    let transition: Transition
  }

  private func transition(
    _ steps: String, _ animator: AnimatorName, look: String = crowdedLook, reuse: Bool = false,
    callouts: OutputSettings.Callouts = .selected, departsUntracked: Bool = false
  ) async throws -> Case {
    var clustering = ClusterOptions()
    if reuse { clustering.preset = .cch } else { clustering.cellSize = .points(44) }
    let (result, snapshotter) = try await play(Self.story(steps), clustering: clustering, look: look)
    var options = PictureOptions()
    options.callouts = callouts
    let before = try result.snapshots[0].snapshot(of: snapshotter, options: options, shaper: BoxShaper())
    var untracked = options
    untracked.tracksMarkers = false
    let departure =
      departsUntracked
      ? try result.snapshots[0].snapshot(of: snapshotter, options: untracked, shaper: BoxShaper()) : nil
    let transition = try Transition(
      from: result.snapshots[0], to: result.snapshots[1], of: snapshotter, animator: animator.animator(),
      departure: departure, options: options, shaper: BoxShaper())
    return Case(before: before, transition: transition)
  }

  private func expectSame(_ one: [Sight], _ other: [Sight], within tolerance: Double) {
    var left = other
    for sight in one {
      guard let index = left.firstIndex(where: { $0.isLike(sight, within: tolerance) }) else {
        Issue.record("\(sight) is nowhere in the other picture")
        continue
      }
      left.remove(at: index)
    }
    #expect(left.isEmpty, "\(left)")
  }

  @Test(arguments: still, AnimatorName.allCases)
  func `is the old picture where the view stays`(steps: String, animator: AnimatorName) async throws {
    for reuse in [false, true] {
      let found = try await transition(steps, animator, reuse: reuse)
      let old = Sight.all(found.before.scene)
      #expect(old.count > 20)
      #expect(!found.before.ownership.shifts.isEmpty, "bubbles make room")
      // The same marks, and in the same order.
      expect(Sight.all(found.transition.scene(at: 0)), equals: old)
    }
  }

  @Test func `draws its departure anew where nothing is known of its markers`() async throws {
    let known = try await transition(Self.moving[0], .move)
    let found = try await transition(Self.moving[0], .move, departsUntracked: true)
    for share in [0, 0.3, 0.8] {
      expect(found.transition.scene(at: share), equals: known.transition.scene(at: share))
    }
  }

  @Test(arguments: [AnimatorName.fade, .move])
  func `is the old picture where bubbles became one`(animator: AnimatorName) async throws {
    let found = try await transition(Self.still[0], animator, look: mergingLook)
    expectSame(Sight.all(found.transition.scene(at: 0)), Sight.all(found.before.scene), within: 0)
  }

  @Test func `keeps what is kept, drops what goes and has new ones tiny where they bounce`() async throws {
    let found = try await transition(Self.still[0], .bounce)
    let old = Sight.all(found.before.scene)
    // Right after the beginning, which is the old picture.
    let start = Sight.all(found.transition.scene(at: 1e-9)).filter { $0.alpha > 1e-3 }
    let rest = start.filter { sight in !old.contains { $0.isLike(sight, within: 1e-6) } }
    #expect(!rest.isEmpty)
    #expect(rest.count < start.count)
    #expect(rest.allSatisfy { $0.size < 34 * 0.05 + 1e-9 })
  }

  @Test(arguments: still + moving, AnimatorName.allCases)
  func `goes on without a jump, and ends without one`(steps: String, animator: AnimatorName) async throws {
    let transition = try await transition(steps, animator, callouts: .all).transition
    func seen(_ time: Double) -> [Sight] { Sight.all(transition.scene(at: time)).filter { $0.alpha > 1e-3 } }
    // What changes at once does so after the beginning.
    let changesAtOnce = animator == .bounce || animator == .none
    expectSame(seen(changesAtOnce ? 1e-7 : 0), seen(2e-7), within: 1e-3)
    if animator != .none { expectSame(seen(1 - 1e-7), seen(1), within: 1e-3) }
  }

  @Test func `leads bubbles to where they make room`() async throws {
    // Bubbles whose counts stay, since single points never move.
    var moved: [Sight] = []
    for steps in Self.still {
      let found = try await transition(steps, .fade)
      let (old, new) = (Sight.all(found.before.scene), Sight.all(found.transition.destination.scene))
      let halfway = Sight.all(found.transition.scene(at: 0.5))
      moved += halfway.filter { sight in
        near(sight.alpha, 1) && !new.contains { $0.isLike(sight, within: 1e-9) }
          && !old.contains { $0.isLike(sight, within: 1e-9) }
      }
    }
    #expect(!moved.isEmpty)
  }

  @Test func `fades rings and bubbles out that are no more, and takes along those that stay`() async throws {
    let steps = #"{"select": "p3", "span": 6000000}, {"snapshot": "mid"}, {"deselect": true}"#
    let (result, snapshotter) = try await play(Self.story(steps), look: crowdedLook)
    let transition = try Transition(
      from: result.snapshots[1], to: result.snapshots[2], of: snapshotter, animator: FadeAnimator(),
      options: PictureOptions(), shaper: BoxShaper())
    func opacities(_ time: Double) -> [String: Double] {
      Dictionary(
        transition.scene(at: time).layers.filter { ["selection", "callouts"].contains($0.id) }
          .map { ($0.id, $0.opacity) }, uniquingKeysWith: +)
    }
    expect(opacities(0), equals: ["selection": 1, "callouts": 1])
    expect(opacities(0.5).count, equals: 2)
    #expect(opacities(0.5).allSatisfy { near($0.value, 0.5) })
    #expect(opacities(1).isEmpty)
    let staying = try Transition(
      from: result.snapshots[1], to: result.snapshots[1], of: snapshotter, animator: FadeAnimator(),
      options: PictureOptions(), shaper: BoxShaper())
    expect(staying.scene(at: 0.5), equals: staying.destination.scene)
  }
}
