public import Drawing
import MapClusters
import MapGeometry
import MapStyle

/// The way from one snapshot of a scenario to the next, seen in the view of the latter.
///
/// Both pictures are put together once; a frame only moves, scales and fades marks.
public struct Transition: Sendable {
  /// A marker's part in it.
  private struct Role {
    let change: MarkerChange
    /// From the marker's own place to its partner's, in points.
    let way: Point
  }

  /// Says how markers are drawn.
  public let animator: any MarkerAnimator
  /// The new picture.
  public let destination: Snapshot
  /// The markers that go, drawn in the new view.
  private let leaving: Snapshot
  /// Looked up, never iterated.
  private var newRoles: [MarkerKey: Role] = [:]
  private var oldRoles: [MarkerKey: Role] = [:]
  /// The places of the style's layers among each other.
  private let ranks: [String: Int]

  /// Prepares a transition.
  ///
  /// - Parameters:
  ///   - before: the snapshot it begins with; `nil` begins with a map without markers.
  ///   - after: the snapshot it ends with.
  ///   - options: of both pictures; the selection is the latter's.
  /// - Throws: ``SnapshotError``.
  /// - Complexity: two pictures, and O(*m*) expected for the members of all markers.
  public init(
    from before: ScenarioSnapshot?, to after: ScenarioSnapshot, of snapshotter: MapSnapshotter,
    animator: any MarkerAnimator, options: PictureOptions, shaper: any TextShaper
  ) throws(SnapshotError) {
    self.animator = animator
    destination = try after.snapshot(of: snapshotter, options: options, shaper: shaper)
    var ranks: [String: Int] = [:]
    for (rank, layer) in snapshotter.layers.enumerated() { ranks[layer.id] = rank }
    self.ranks = ranks

    var goers: [MarkerGroup] = []
    var farthest = 0.0
    for (index, group) in after.groups.enumerated() {
      let old = before.map { $0.live[index] } ?? []
      let new = after.live[index]
      let name = group.source.name
      let ways = MarkerWays(from: old, to: new)
      for (number, marker) in new.enumerated() {
        let key = MarkerKey(source: name, id: marker.marker.id)
        guard !ways.isKept(new: number) else { continue }
        let partner = ways.partner(ofNew: number).map { old[$0].position }
        newRoles[key] = Role(
          change: .inserted(comesFrom: partner != nil),
          way: Transition.way(from: marker.position, to: partner, in: after.viewport))
      }
      var numbers: [Int] = []
      for (number, marker) in old.enumerated() where !ways.isKept(old: number) {
        let key = MarkerKey(source: name, id: marker.marker.id)
        let partner = ways.partner(ofOld: number)
        let way = Transition.way(
          from: marker.position, to: partner.map { new[$0].position }, in: after.viewport)
        farthest = max(farthest, abs(way.x), abs(way.y))
        oldRoles[key] = Role(
          change: .removed(
            goesInto: partner != nil,
            isSuccession: partner.map { !ways.isKept(new: $0) && ways.partner(ofNew: $0) == number } ?? false),
          way: way)
        numbers.append(number)
      }
      if let before { goers.append(before.groups[index].picking(numbers)) }
    }
    leaving = try snapshotter.leaving(
      goers, in: after.viewport, overscan: min(4096, farthest), options: options, shaper: shaper)
  }

  /// The picture at a time.
  ///
  /// - Parameter time: the share of the duration that is over; from 1 on the new picture as it is, byte for byte.
  public func scene(at time: Double) -> Scene {
    guard time < 1 else { return destination.scene }
    let time = max(0, time)
    var scene = destination.scene
    var result: [SceneLayer] = []
    var waiting = leaving.scene.layers.compactMap { layer in
      ranks[layer.id].flatMap { rank in
        posed(layer, leaving.stage, oldRoles, time, onlyRoles: true).map { (rank, $0) }
      }
    }
    let lastOfStyle = scene.layers.lastIndex { ranks[$0.id] != nil } ?? -1
    for (index, layer) in scene.layers.enumerated() {
      guard let rank = ranks[layer.id] else {
        if index > lastOfStyle {
          result += waiting.map(\.1)
          waiting = []
        }
        var layer = layer
        // What points at markers comes when they have come.
        if layer.id == "selection" || layer.id == "callouts" { layer.opacity *= easeInOut(time) }
        if layer.opacity > 0 { result.append(layer) }
        continue
      }
      while let first = waiting.first, first.0 < rank {
        result.append(first.1)
        waiting.removeFirst()
      }
      var layer = posed(layer, destination.stage, newRoles, time, onlyRoles: false)
      if let first = waiting.first, first.0 == rank {
        waiting.removeFirst()
        if layer == nil { layer = first.1 } else { layer?.marks.insert(contentsOf: first.1.marks, at: 0) }
      }
      if let layer { result.append(layer) }
    }
    result += waiting.map(\.1)
    scene.layers = result
    return scene
  }

  /// A layer whose markers have taken their poses; `nil` where nothing is left of it.
  private func posed(
    _ layer: SceneLayer, _ stage: MarkerStage, _ roles: [MarkerKey: Role], _ time: Double, onlyRoles: Bool
  ) -> SceneLayer? {
    guard let owners = stage.owners[layer.id], owners.count == layer.marks.count else {
      return onlyRoles ? nil : layer
    }
    var result = layer
    result.marks = []
    for (mark, owner) in zip(layer.marks, owners) {
      guard let role = owner.marker.flatMap({ roles[$0] }) else {
        if !onlyRoles { result.marks.append(mark) }
        continue
      }
      let pose = animator.pose(of: role.change, at: time)
      guard pose.opacity > 0, pose.scale > 0 else { continue }
      if pose == .rest {
        result.marks.append(mark)
        continue
      }
      let offset = pose.offset + Point(x: role.way.x * pose.travel, y: role.way.y * pose.travel)
      result.marks.append(
        mark.posed(opacity: min(1, pose.opacity), scale: pose.scale, about: owner.middle, offset: offset))
    }
    return result.marks.isEmpty ? nil : result
  }

  /// From a place to another in points, the short way around the world.
  private static func way(from own: Coordinate, to other: Coordinate?, in viewport: Viewport) -> Point {
    guard let other else { return .zero }
    let (a, b) = (WorldPoint(own), WorldPoint(other))
    let east = (b.x - a.x) - (b.x - a.x).rounded()
    return Point(x: east * viewport.worldSize, y: (b.y - a.y) * viewport.worldSize)
  }
}

/// Which markers of two lists are the same, and which gave members to which.
struct MarkerWays {
  private var keptOld: [Bool]
  private var keptNew: [Bool]
  private var partnerOfOld: [Int?]
  private var partnerOfNew: [Int?]

  /// Compares the markers of two snapshots of one manager.
  ///
  /// A marker's partner is the one that shares most members with it; of equal shares the one of the lowest identity.
  ///
  /// - Complexity: O(*members*) expected.
  init(from old: [LiveMarker], to new: [LiveMarker]) {
    keptOld = Array(repeating: false, count: old.count)
    keptNew = Array(repeating: false, count: new.count)
    partnerOfOld = Array(repeating: nil, count: old.count)
    partnerOfNew = Array(repeating: nil, count: new.count)
    var numberOfIdentity: [Int: Int] = [:]
    for (number, marker) in old.enumerated() { numberOfIdentity[marker.identity] = number }
    for (number, marker) in new.enumerated() {
      guard let known = numberOfIdentity[marker.identity] else { continue }
      keptNew[number] = true
      keptOld[known] = true
    }
    var holder: [UInt32: Int] = [:]
    for (number, marker) in old.enumerated() { for member in marker.members { holder[member] = number } }
    // (old, new) by what they share, in the order in which they are met.
    var shares: [[Int: Int]] = Array(repeating: [:], count: new.count)
    var givers: [[Int]] = Array(repeating: [], count: new.count)
    for (number, marker) in new.enumerated() {
      for member in marker.members {
        guard let giver = holder[member] else { continue }
        if shares[number][giver] == nil { givers[number].append(giver) }
        shares[number][giver, default: 0] += 1
      }
    }
    var bestOfOld = Array(repeating: 0, count: old.count)
    for number in new.indices {
      var best = 0
      for giver in givers[number] {
        let share = shares[number][giver] ?? 0
        if share > best
          || (share == best && partnerOfNew[number].map { old[giver].identity < old[$0].identity } ?? true)
        {
          best = share
          partnerOfNew[number] = giver
        }
        if share > bestOfOld[giver]
          || (share == bestOfOld[giver]
            && partnerOfOld[giver].map { new[number].identity < new[$0].identity } ?? true)
        {
          bestOfOld[giver] = share
          partnerOfOld[giver] = number
        }
      }
    }
  }

  func isKept(old number: Int) -> Bool { keptOld[number] }
  func isKept(new number: Int) -> Bool { keptNew[number] }
  func partner(ofOld number: Int) -> Int? { partnerOfOld[number] }
  func partner(ofNew number: Int) -> Int? { partnerOfNew[number] }
}

extension MarkerGroup {
  /// The group with only some of its markers, in their order.
  func picking(_ numbers: [Int]) -> MarkerGroup {
    var (picked, members): ([Marker], [UInt32]) = ([], [])
    for number in numbers {
      var marker = markers.markers[number]
      let start = members.count
      members += markers.members(of: marker)
      marker.members = start..<members.count
      picked.append(marker)
    }
    return MarkerGroup(
      source: source, markers: MarkerSet(markers: picked, members: members),
      aggregates: aggregates.isEmpty ? [] : numbers.map { aggregates[$0] })
  }
}

extension MapSnapshotter {
  /// Markers that go, each in its own place, seen in the view they leave.
  fileprivate func leaving(
    _ groups: [MarkerGroup], in viewport: Viewport, overscan: Double, options: PictureOptions,
    shaper: any TextShaper
  ) throws(SnapshotError) -> Snapshot {
    var options = options
    options.background = .none
    options.debugGrid = DebugGridSetting(isShown: false)
    options.selection = nil
    options.callouts = .none
    var builder = SceneBuilder(
      style: style, layers: layers.filter { $0.type == .circle || $0.type == .symbol },
      sources: groups.map(\.source), groups: groups, viewport: viewport, options: options, shaper: shaper)
    builder.drawing.frame.overscan = overscan
    builder.bubbles.isStill = true
    let scene = try builder.build()
    return Snapshot(scene: scene, groups: builder.groups, notes: [], stage: builder.stage)
  }
}
