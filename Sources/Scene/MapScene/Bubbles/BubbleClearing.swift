import CSystem
import Drawing
import MapContent
import MapStyle

/// Places for discs that must not overlap: each as near to its home as there is room, those without room joined to a neighbor.
///
/// From the heaviest down, each disc takes its wanted position where that is free, else the nearest free one that touches one or
/// two discs which stand already. None that was wholly inside the picture leaves it. Discs that are fixed stand before all others;
/// one that finds no position beside them stands on them.
struct BubbleClearing {
  /// The weight of a disc's marker, heavier ones coming first and taking others in, and the number of those that it can be
  /// joined with.
  typealias Marker = (weight: Double, group: Int)

  /// So many neighbors are asked for the places beside them.
  private static let mostNeighbors = 12

  private(set) var places: [Point]
  /// By disc, the one that takes it in; `nil` for those that have a position.
  private(set) var heads: [Int?]
  /// The discs at home, their rings included.
  private let discs: [CollisionIndex.Disc]
  /// By disc; `nil` for those that cannot be joined.
  private let markers: [Marker?]
  private let isFixed: [Bool]
  private let picture: Rectangle
  /// The discs that stand.
  private var standing: PointGrid<Int>

  /// Finds places.
  ///
  /// - Parameters:
  ///   - wanted: a position for each disc, such as where discs that push each other would stand.
  ///   - isFixed: true for discs that never move, by index.
  /// - Complexity: O(*n* log *n*) for discs of similar sizes.
  init(
    of discs: [CollisionIndex.Disc], _ markers: [Marker?], wanting wanted: [Point], fixed isFixed: [Bool],
    within picture: Rectangle
  ) {
    (self.discs, self.markers, self.picture, places) = (discs, markers, picture, wanted)
    self.isFixed = isFixed
    heads = Array(repeating: nil, count: discs.count)
    standing = PointGrid(side: 2 * (discs.map(\.radius).max() ?? 1) + BubbleSpreading.air)
    let weights = markers.map { $0?.weight ?? 1 }
    let order = discs.indices.sorted { (-weights[$0], $0) < (-weights[$1], $1) }
    for index in order where isFixed[index] { standing.add(index, at: discs[index].center) }
    for index in order where !isFixed[index] {
      guard let position = position(of: index, wanting: wanted[index]) else { continue }
      places[index] = position
      standing.add(index, at: position)
    }
  }

  private func isFree(_ position: Point, for index: Int, among others: [Int]) -> Bool {
    let disc = discs[index]
    let inner = picture.expanded(by: -disc.radius)
    if inner.width > 0, inner.height > 0, inner.contains(disc.center), !inner.contains(position) {
      return false
    }
    return others.allSatisfy { other in
      let needed = disc.radius + discs[other].radius
      return (places[other] - position).squaredLength >= needed * needed
    }
  }

  /// The position of a disc; `nil` where another one takes it in.
  private mutating func position(of index: Int, wanting wanted: Point) -> Point? {
    let disc = discs[index]
    guard disc.center.x.isFinite, disc.center.y.isFinite, disc.radius.isFinite else { return wanted }
    if isFree(wanted, for: index, among: standing.items(near: wanted)) { return wanted }
    let limit = disc.radius * BubbleSpreading.farthest
    let around = standing.items(near: disc.center, cells: 2)
    let candidates = candidates(for: index, beside: around).filter {
      ($0 - disc.center).squaredLength <= limit * limit
    }
    if let position = candidates.first(where: { isFree($0, for: index, among: around) }) { return position }
    let movable = around.filter { !isFixed[$0] }
    if movable.count < around.count,
      let position = ([wanted] + candidates).first(where: { isFree($0, for: index, among: movable) })
    {
      return position
    }
    let group = markers[index]?.group
    let partner = movable.filter { group != nil && markers[$0]?.group == group }
      .min { gap(index, $0) < gap(index, $1) }
    if let partner, gap(index, partner) < 0 {
      heads[index] = partner
      return nil
    }
    return far(index) ?? wanted
  }

  /// Points between a disc at home and one that stands; below 0 where they overlap.
  private func gap(_ index: Int, _ other: Int) -> Double {
    (places[other] - discs[index].center).length - discs[index].radius - discs[other].radius
  }

  /// Places that touch one of the nearest discs or two of them, nearest to home first.
  private func candidates(for index: Int, beside around: [Int]) -> [Point] {
    let disc = discs[index]
    let near = around.map { (gap: gap(index, $0), other: $0) }
      .sorted { $0 < $1 }.prefix(BubbleClearing.mostNeighbors)
    let circles = near.map {
      (center: places[$0.other], radius: disc.radius + discs[$0.other].radius + BubbleSpreading.air)
    }
    var found: [Point] = []
    for (number, circle) in circles.enumerated() {
      let way = disc.center - circle.center
      if way.length > 1e-6 { found.append(circle.center + way * (circle.radius / way.length)) }
      for other in circles[..<number] {
        let span = other.center - circle.center
        let distance = span.length
        let along =
          (distance * distance + circle.radius * circle.radius - other.radius * other.radius) / (2 * distance)
        let square = circle.radius * circle.radius - along * along
        guard distance > 1e-6, square >= 0 else { continue }
        let middle = circle.center + span * (along / distance)
        let aside = Point(x: -span.y, y: span.x) * (square.squareRoot() / distance)
        found += [middle + aside, middle - aside]
      }
    }
    let home = disc.center
    return found.enumerated().map { (($0.element - home).squaredLength, $0.offset) }.sorted { $0 < $1 }
      .map { found[$0.1] }
  }

  /// The nearest free position of a coarse spiral, for a disc that nothing takes in.
  private func far(_ index: Int) -> Point? {
    let disc = discs[index]
    for ring in 1...80 {
      let reach = Double(ring) * disc.radius / 2
      for step in 0..<24 {
        let angle = Double(step) * Double.pi / 12
        let position = disc.center + Point(x: cos(angle), y: sin(angle)) * reach
        if isFree(position, for: index, among: standing.items(near: position).filter { !isFixed[$0] }) {
          return position
        }
      }
    }
    return nil
  }
}

extension BubblePlan {
  /// Moves discs apart so that none overlap, and with each what other layers draw for the same marker.
  ///
  /// - Parameters:
  ///   - layers: those whose discs must not overlap.
  ///   - singles: the points that bubbles keep off.
  ///   - weight: what a marker weighs, and the group that it can be joined in; `nil` for points that cannot be joined.
  /// - Returns: the markers without room, with those that take them in; discs then have to be found anew.
  mutating func clear(
    _ layers: [StyleLayer], within picture: Rectangle, beside singles: SinglePoints,
    marker: (_ source: String, _ item: Int) -> BubbleClearing.Marker?
  ) -> [(source: String, item: Int, head: Int)] {
    let (keys, bodies, isFixed) = bodies(of: layers, .clear, beside: singles)
    guard isFixed.contains(false), bodies.count > 1 else { return [] }
    // Where there are many pairs there is no room for all: pushing takes long and parts few.
    let limit = 2 * isFixed.count { !$0 } + 200
    let wanted =
      overlappingPairs(of: bodies, fixed: isFixed, limit: limit) == nil
      ? bodies.map(\.center) : BubbleSpreading.places(of: bodies, fixed: isFixed, within: picture)
    let markers = keys.map { marker($0.source, $0.marker.item) }
    let clearing = BubbleClearing(of: bodies, markers, wanting: wanted, fixed: isFixed, within: picture)
    var joined: [(source: String, item: Int, head: Int)] = []
    for (index, head) in clearing.heads.enumerated() {
      if let head { joined.append((keys[index].source, keys[index].marker.item, keys[head].marker.item)) }
    }
    if joined.isEmpty { move(keys, from: bodies, to: clearing.places) }
    return joined
  }
}
