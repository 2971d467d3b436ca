public import Drawing
import MapClusters
import MapGeometry
public import MapContent
public import MapDecorations
public import MapScene
import MapStyle

/// The way from one snapshot of a scenario to the next, seen in the view of the latter.
///
/// Both pictures are put together once; a frame only moves, scales, blends and fades marks. Markers begin where the old
/// picture drew them, aside from their places where they made room for each other: in an unchanged view the transition
/// begins with the old picture.
public struct Transition: Sendable {
  /// Decides how markers are drawn.
  public let animator: any MarkerAnimator
  /// The old picture in its own view; `nil` begins with a map without markers.
  let departure: Snapshot?
  /// The new picture, with which the transition ends.
  public let destination: Snapshot
  private let moves: MarkerMoves
  private let pairs: [LayerTransition]
  /// True if the old picture shows the same view, so that all of it can be compared.
  private let isStill: Bool

  /// Prepares a transition.
  ///
  /// - Parameters:
  ///   - before: the snapshot it begins with; `nil` begins with a map without markers.
  ///   - after: the snapshot it ends with.
  ///   - departure: the picture of `before` with the same options, where it is at hand; `nil` draws it.
  ///   - options: of both pictures; selections are the snapshots' own.
  /// - Throws: `SnapshotError`.
  /// - Complexity: two or three pictures, and O(*m*) expected for the members of all markers.
  public init(
    from before: ScenarioSnapshot?, to after: ScenarioSnapshot, of snapshotter: MapSnapshotter,
    animator: any MarkerAnimator, departure: Snapshot? = nil, options: PictureOptions, shaper: any TextShaper
  ) throws(SnapshotError) {
    self.animator = animator
    destination = try after.snapshot(of: snapshotter, options: options, shaper: shaper)
    let isStill = before?.viewport == after.viewport
    self.isStill = isStill
    let arriving = destination.sides(of: snapshotter.layers)
    guard let before else {
      self.departure = nil
      moves = MarkerMoves(
        Transition.groups(nil, [], after, destination.groups), from: MarkOwnership(),
        to: destination.ownership, in: after.viewport)
      pairs = LayerTransition.pairs(old: [], new: arriving, moves: moves)
      return
    }
    var former: Snapshot
    if let departure, departure.ownership.isComplete {
      former = departure
    } else {
      former = try before.snapshot(of: snapshotter, options: options, shaper: shaper)
    }
    self.departure = former
    let groups = Transition.groups(before, former.groups, after, destination.groups)
    if !isStill {
      var options = options
      options.selection = before.selection
      former = try snapshotter.markers(
        of: former, seenIn: after.viewport, overscan: Transition.farthestWay(of: groups, in: after.viewport),
        options: options, shaper: shaper)
    }
    moves = MarkerMoves(groups, from: former.ownership, to: destination.ownership, in: after.viewport)
    pairs = LayerTransition.pairs(
      old: former.sides(of: snapshotter.layers).filter { isStill || $0.kind != .scenery }, new: arriving,
      moves: moves)
  }

  private static func groups(
    _ before: ScenarioSnapshot?, _ old: [MarkerGroup], _ after: ScenarioSnapshot, _ new: [MarkerGroup]
  ) -> [MarkerMoves.Group] {
    var first = (old: 0, new: 0)
    return new.enumerated().map { index, group in
      var former: (markers: MarkerList, tracked: [MarkerMatches.Marker]) = (MarkerList(), [])
      if let before, old.indices.contains(index) {
        former = (old[index].markers.markers, before.tracked(old[index], of: index))
      }
      let tracked = after.tracked(group, of: index)
      defer { first = (first.old + former.markers.count, first.new + tracked.count) }
      return MarkerMoves.Group(
        name: group.source.name, old: former.markers, new: group.markers.markers,
        matches: MarkerMatches(from: former.tracked, to: tracked),
        identities: (former.tracked.map(\.identity), tracked.map(\.identity)), first: first)
    }
  }

  /// The largest distance in points that markers go, up to a limit.
  private static func farthestWay(of groups: [MarkerMoves.Group], in viewport: Viewport) -> Double {
    var farthest = 0.0
    for group in groups {
      for (number, marker) in group.old.enumerated() where group.matches.keptOld[number] == nil {
        guard let partner = group.matches.partnerOfOld[number] else { continue }
        let way = MarkerMoves.way(from: marker.position, to: group.new[partner].position, in: viewport)
        farthest = max(farthest, abs(way.x), abs(way.y))
      }
    }
    return min(4096, farthest)
  }

  /// The number of the lowest layers that do not change: what lies beneath the markers.
  public var fixedLayerCount: Int {
    pairs.prefix { pair in
      pair.kind == .scenery && (!isStill || pair.isUnchanged)
    }.reduce(0) { $0 + ($1.new == nil ? 0 : 1) }
  }

  /// The picture at a time. At 0 all old markers are there, also those that the animator takes away at once.
  ///
  /// - Parameter time: the share of the duration that is over; from 1 on the new picture as it is, byte for byte.
  public func scene(at time: Double) -> Scene {
    guard time < 1 else { return destination.scene }
    var frame = TransitionFrame(
      moves: moves, animator: time > 0 ? animator : FadeAnimator(), time: max(0, time))
    var scene = destination.scene
    var layers: [TextYielding.Layer] = pairs.flatMap { pair in
      let others: [SceneLayer]
      switch pair.kind {
      case .markers: return frame.markers(of: pair).map { [$0] } ?? []
      case .pointers: others = frame.pointers(of: pair)
      case .scenery: others = isStill ? frame.scenery(of: pair) : pair.new.map { [$0.layer] } ?? []
      }
      return others.map { TextYielding.Layer(layer: $0, sliders: []) }
    }
    TextYielding.apply(to: &layers, in: scene.size)
    scene.layers = layers.map(\.layer)
    return scene
  }
}
