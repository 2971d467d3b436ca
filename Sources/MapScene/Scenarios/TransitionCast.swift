import Drawing
import MapClusters
import MapGeometry

/// Who takes part in a transition: every marker drawn before and after, where it comes from and where it goes.
struct TransitionCast: Sendable {
  typealias Actor = MarkerStage.Actor

  /// The part of a marker of the new picture.
  struct Entrance: Sendable {
    let change: MarkerChange
    /// Where it comes from, as it was drawn.
    let start: Point
    /// The marker it was, or whose place it takes, in the old picture.
    var former: Actor?
  }

  /// The part of a marker of the old picture.
  struct Exit: Sendable {
    let change: MarkerChange
    /// Where it goes, as it will be drawn.
    let end: Point
    /// The marker it is, or that takes its place, in the new picture.
    var successor: Actor?
  }

  /// One group before and after.
  struct Group {
    let name: String
    let old: [Marker]
    let new: [Marker]
    let ways: MarkerWays
  }

  /// Looked up, never iterated.
  private(set) var entrances: [Actor: Entrance] = [:]
  private(set) var exits: [Actor: Exit] = [:]
  private let viewport: Viewport
  private let oldActors: [MarkerKey: [Actor]]
  private let newActors: [MarkerKey: [Actor]]

  /// Tells every marker its part.
  ///
  /// - Parameters:
  ///   - groups: who is who.
  ///   - old: the old markers as they are drawn in the new view.
  ///   - new: the new ones.
  init(_ groups: [Group], from old: MarkerStage, to new: MarkerStage, in viewport: Viewport) {
    self.viewport = viewport
    func byMarker(_ stage: MarkerStage) -> [MarkerKey: [Actor]] {
      var actors: [MarkerKey: [Actor]] = [:]
      for (actor, _) in stage.actors { if let key = actor.marker { actors[key, default: []].append(actor) } }
      return actors
    }
    (oldActors, newActors) = (byMarker(old), byMarker(new))
    for group in groups {
      for number in group.new.indices { enter(number, of: group) }
      for number in group.old.indices { leave(number, of: group) }
    }
  }

  private mutating func enter(_ number: Int, of group: Group) {
    let kept = group.ways.kept(ofNew: number)
    let partner = kept ?? group.ways.partner(ofNew: number)
    let isSame = kept != nil || group.ways.predecessor(ofNew: number) != nil
    for actor in newActors[MarkerKey(source: group.name, number: number)] ?? [] {
      guard let partner else {
        entrances[actor] = Entrance(
          change: .inserted(comesFrom: false, isSuccession: false), start: actor.middle)
        continue
      }
      let place = actor.middle + way(from: group.new[number], to: group.old[partner])
      let former = nearest(oldActors[MarkerKey(source: group.name, number: partner)], to: place)
      if isSame, let former, exits[former] == nil {
        let change: MarkerChange = kept != nil ? .kept : .inserted(comesFrom: true, isSuccession: true)
        entrances[actor] = Entrance(change: change, start: former.middle, former: former)
        exits[former] = Exit(
          change: kept != nil ? .kept : .removed(goesInto: true, isSuccession: true), end: actor.middle,
          successor: actor)
      } else {
        // One that was there but was not drawn appears.
        entrances[actor] = Entrance(
          change: .inserted(comesFrom: kept == nil, isSuccession: false),
          start: kept == nil ? former?.middle ?? place : actor.middle)
      }
    }
  }

  private mutating func leave(_ number: Int, of group: Group) {
    let isKept = group.ways.kept(ofOld: number) != nil
    let partner = isKept ? nil : group.ways.partner(ofOld: number)
    for actor in oldActors[MarkerKey(source: group.name, number: number)] ?? [] where exits[actor] == nil {
      let end = partner.map { partner in
        let place = actor.middle + way(from: group.old[number], to: group.new[partner])
        return nearest(newActors[MarkerKey(source: group.name, number: partner)], to: place)?.middle ?? place
      }
      exits[actor] = Exit(
        change: .removed(goesInto: end != nil, isSuccession: false), end: end ?? actor.middle)
    }
  }

  /// The actor next to a place, in the same copy of the world.
  private func nearest(_ actors: [Actor]?, to place: Point) -> Actor? {
    func distance(_ actor: Actor) -> Double {
      let way = actor.middle - place
      return way.x * way.x + way.y * way.y
    }
    guard let found = actors?.min(by: { distance($0) < distance($1) }) else { return nil }
    return abs(found.middle.x - place.x) < viewport.worldSize / 2 ? found : nil
  }

  private func way(from one: Marker, to other: Marker) -> Point {
    TransitionCast.way(from: one.position, to: other.position, in: viewport)
  }

  /// From a place to another in points, the short way around the world.
  static func way(from own: Coordinate, to other: Coordinate, in viewport: Viewport) -> Point {
    guard own != other else { return .zero }
    let (a, b) = (WorldPoint(own), WorldPoint(other))
    let east = (b.x - a.x) - (b.x - a.x).rounded()
    return Point(x: east * viewport.worldSize, y: (b.y - a.y) * viewport.worldSize)
  }
}
