import Drawing
import MapClusters
import MapGeometry
import MapContent

/// The start and the end of every marker of a transition.
struct MarkerMoves: Sendable {
  /// The appearance of a marker of the new picture, or the disappearance of one of the old picture.
  struct Move: Sendable {
    let marker: AnimatedMarker
    /// The point in the other picture that it comes from or goes to, as it is drawn there.
    let end: Point
    /// The marker in the other picture that it was or is, or that it takes turns with.
    var partner: DrawnMarker?
  }

  /// One group before and after.
  struct Group {
    let name: String
    let old: MarkerList
    let new: MarkerList
    let matches: MarkerMatches
    /// The markers' identities, and the indices of the first ones among all markers of their pictures.
    let identities: (old: [Int], new: [Int])
    let first: (old: Int, new: Int)

    func old(_ number: Int, _ change: MarkerChange) -> AnimatedMarker {
      animated(old[number], identities.old[number], first.old + number, change)
    }

    func new(_ number: Int, _ change: MarkerChange) -> AnimatedMarker {
      animated(new[number], identities.new[number], first.new + number, change)
    }

    private func animated(
      _ marker: Marker, _ identity: Int, _ index: Int, _ change: MarkerChange
    ) -> AnimatedMarker {
      AnimatedMarker(
        change: change, source: name, identity: identity, count: marker.count, isCluster: marker.isCluster,
        index: index, position: marker.position)
    }
  }

  /// Looked up, never iterated.
  private(set) var arrivals: [DrawnMarker: Move] = [:]
  private(set) var departures: [DrawnMarker: Move] = [:]
  private let viewport: Viewport
  private let drawnOld: [MarkerKey: [DrawnMarker]]
  private let drawnNew: [MarkerKey: [DrawnMarker]]

  /// Finds for every drawn marker where it comes from or goes.
  ///
  /// - Parameters:
  ///   - groups: the markers before and after, and which of them are the same.
  ///   - old: the old markers as they are drawn in the new view.
  init(_ groups: [Group], from old: MarkOwnership, to new: MarkOwnership, in viewport: Viewport) {
    self.viewport = viewport
    func byMarker(_ ownership: MarkOwnership) -> [MarkerKey: [DrawnMarker]] {
      var markers: [MarkerKey: [DrawnMarker]] = [:]
      for (drawn, _) in ownership.markers {
        if let key = drawn.marker { markers[key, default: []].append(drawn) }
      }
      return markers
    }
    (drawnOld, drawnNew) = (byMarker(old), byMarker(new))
    for group in groups {
      for number in group.new.indices { enter(number, of: group) }
      for number in group.old.indices { leave(number, of: group) }
    }
  }

  private mutating func enter(_ number: Int, of group: Group) {
    let kept = group.matches.keptNew[number]
    let partner = kept ?? group.matches.partnerOfNew[number]
    let isSame = kept != nil || group.matches.predecessor(ofNew: number) != nil
    for drawn in drawnNew[MarkerKey(source: group.name, number: number)] ?? [] {
      guard let partner else {
        arrivals[drawn] = Move(
          marker: group.new(number, .inserted(comesFrom: false, isSuccession: false)), end: drawn.middle)
        continue
      }
      let place = drawn.middle + way(from: group.new[number], to: group.old[partner])
      let former = nearest(drawnOld[MarkerKey(source: group.name, number: partner)], to: place)
      if isSame, let former, departures[former] == nil {
        let change: MarkerChange = kept != nil ? .kept : .inserted(comesFrom: true, isSuccession: true)
        arrivals[drawn] = Move(marker: group.new(number, change), end: former.middle, partner: former)
        departures[former] = Move(
          marker: group.old(partner, kept != nil ? .kept : .removed(goesInto: true, isSuccession: true)),
          end: drawn.middle, partner: drawn)
      } else {
        // One that was there but was not drawn appears.
        arrivals[drawn] = Move(
          marker: group.new(number, .inserted(comesFrom: kept == nil, isSuccession: false)),
          end: kept == nil ? former?.middle ?? place : drawn.middle)
      }
    }
  }

  private mutating func leave(_ number: Int, of group: Group) {
    let isKept = group.matches.keptOld[number] != nil
    let partner = isKept ? nil : group.matches.partnerOfOld[number]
    for drawn in drawnOld[MarkerKey(source: group.name, number: number)] ?? [] where departures[drawn] == nil
    {
      let end = partner.map { partner in
        let place = drawn.middle + way(from: group.old[number], to: group.new[partner])
        return nearest(drawnNew[MarkerKey(source: group.name, number: partner)], to: place)?.middle ?? place
      }
      departures[drawn] = Move(
        marker: group.old(number, .removed(goesInto: end != nil, isSuccession: false)),
        end: end ?? drawn.middle)
    }
  }

  /// The drawn next to a place, in the same copy of the world.
  private func nearest(_ markers: [DrawnMarker]?, to place: Point) -> DrawnMarker? {
    func distance(_ drawn: DrawnMarker) -> Double {
      let way = drawn.middle - place
      return way.x * way.x + way.y * way.y
    }
    guard let found = markers?.min(by: { distance($0) < distance($1) }) else { return nil }
    guard viewport.sheet == nil else { return found }
    guard viewport.bearing != 0 else {
      return abs(found.middle.x - place.x) < viewport.worldSize / 2 ? found : nil
    }
    let (a, b) = (
      viewport.turnedBack(ScreenPoint(x: found.middle.x, y: found.middle.y)),
      viewport.turnedBack(ScreenPoint(x: place.x, y: place.y))
    )
    return abs(a.x - b.x) < viewport.worldSize / 2 ? found : nil
  }

  private func way(from one: Marker, to other: Marker) -> Point {
    MarkerMoves.way(from: one.position, to: other.position, in: viewport)
  }

  /// From a place to another in points, on Mercator's plane the short way around the world.
  static func way(from own: Coordinate, to other: Coordinate, in viewport: Viewport) -> Point {
    guard own != other else { return .zero }
    let (east, south) = viewport.way(from: WorldPoint(own), to: WorldPoint(other))
    if viewport.camera != nil {
      let start = WorldPoint(own)
      return viewport.project(WorldPoint(x: start.x + east, y: start.y + south)) - viewport.project(start)
    }
    let way = ScreenPoint(x: east * viewport.worldSize, y: south * viewport.worldSize)
    guard viewport.bearing != 0 else { return Point(x: way.x, y: way.y) }
    let (start, end) = (viewport.turned(ScreenPoint(x: 0, y: 0)), viewport.turned(way))
    return Point(x: end.x - start.x, y: end.y - start.y)
  }
}
