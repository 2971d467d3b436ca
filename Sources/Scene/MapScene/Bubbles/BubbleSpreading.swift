import CSystem
import Drawing
import MapContent

/// Moves overlapping discs apart by as little as it takes.
///
/// Discs push each other in a fixed order, the smaller one giving way more, for a fixed number of rounds; then each goes
/// back toward its home as far as there is room. A disc goes ``farthestPoints`` at most where that parts all, and farther,
/// ``farthest`` of its radii at most, where that parts it from the others, where its number comes out from under another, or
/// where middles would stay hidden; none that was wholly inside the picture leaves it. Where there is no room for all, some
/// overlap remains; where discs stand in such crowds that more than ``mostPairs`` of them could meet, all stay at home.
struct BubbleSpreading {
  /// The radii that a disc goes from home at most.
  static let farthest = 2.0
  /// The points that a disc goes from home before others do: farther away it seems to stand for another point.
  static let farthestPoints = CircleLayer.Disc.nearby
  /// By how many points more discs go at a time that still overlap.
  private static let step = 3.0
  /// The share of its radius that a disc keeps free of a larger one's, whatever that takes: its number is read.
  private static let readable = 0.75
  /// Points that stay free between two discs.
  static let air = 1.0
  /// The number of pairs of discs that may be able to meet: a thousand discs in one point, or some ten thousands of
  /// small ones all
  /// over a picture, which have no room anyway.
  static let mostPairs = 1_000_000
  private static let rounds = 96
  private static let roundsOfStep = 24
  /// The number of times that all rounds together look at a pair: more than this many pairs over ``rounds`` get fewer rounds.
  private static let mostVisits = 24_000_000
  /// With more pairs no disc goes farther than it has to: a crowd of a thousand has no room.
  private static let mostPairsOfSteps = 20_000

  /// The discs at home, their rings included.
  private let discs: [CollisionIndex.Disc]
  private let picture: Rectangle
  private var places: [Point]
  /// By disc, true for one that never moves; empty for none.
  private let isFixed: [Bool]
  /// Discs that can meet, the lower index first, in ascending order.
  private let pairs: [(Int, Int)]

  /// The places of discs after they have moved apart, in their order.
  ///
  /// - Parameter isFixed: true for discs that never move, by index; empty for none.
  /// - Complexity: O(*n* log *n* + *pairs that can meet*), and of these no more than ``mostPairs``.
  static func places(
    of discs: [CollisionIndex.Disc], fixed isFixed: [Bool] = [], within picture: Rectangle
  ) -> [Point] {
    let reaches = discs.map {
      CollisionIndex.Disc(
        center: $0.center, radius: $0.radius * (1 + BubbleSpreading.farthest) + BubbleSpreading.air)
    }
    guard let pairs = overlappingPairs(of: reaches, fixed: isFixed, limit: mostPairs) else {
      return discs.map(\.center)
    }
    var spreading = BubbleSpreading(discs, isFixed, within: picture, pairs)
    guard spreading.pairs.contains(where: { spreading.missing(between: $0.0, and: $0.1) > 0 }) else {
      return discs.map(\.center)
    }
    spreading.pushApart(within: farthestPoints)
    spreading.pushApart(keeping: readable)
    spreading.goFarther()
    if spreading.hidesMiddles {
      // In such a crowd all make the room there is.
      spreading.places = discs.map(\.center)
      spreading.pushApart()
    }
    spreading.goBack()
    return spreading.places
  }

  private init(
    _ discs: [CollisionIndex.Disc], _ isFixed: [Bool], within picture: Rectangle, _ pairs: [(Int, Int)]
  ) {
    (self.discs, self.isFixed) = (discs, isFixed)
    self.picture = picture
    self.pairs = pairs
    places = discs.map(\.center)
  }

  /// Points that lack between two discs; 0 or less where there is room.
  private func missing(between a: Int, and b: Int) -> Double { needed(a, b) - (places[b] - places[a]).length }

  /// True if a disc lies over the middle of another, deeper than half of its radius.
  private var hidesMiddles: Bool {
    pairs.contains { a, b in
      needed(a, b) - missing(between: a, and: b) < max(discs[a].radius, discs[b].radius) / 2
    }
  }

  private func needed(_ a: Int, _ b: Int) -> Double {
    discs[a].radius + discs[b].radius + BubbleSpreading.air
  }

  // MARK: Apart

  /// Pushes discs that overlap.
  ///
  /// - Parameters:
  ///   - share: how much of the smaller one's radius comes out from under the larger one; all of it, and air, where it is 1.
  ///   - points: how far from home a disc goes at most, beside its own limit.
  ///   - rounds: how often each pair is looked at, at most.
  private mutating func pushApart(
    keeping share: Double = 1, within points: Double = .infinity, rounds: Int = rounds
  ) {
    // How far two discs are to stand apart is the same in all rounds, of which few move many.
    let distances = pairs.map { a, b in
      let (small, large) = (min(discs[a].radius, discs[b].radius), max(discs[a].radius, discs[b].radius))
      return share < 1 ? large + small * share : needed(a, b)
    }
    let squares = distances.map { ($0 - 0.01) * ($0 - 0.01) }
    for _ in 0..<min(rounds, BubbleSpreading.mostVisits / max(1, pairs.count)) {
      var isMoving = false
      for (number, (a, b)) in pairs.enumerated() {
        let way = places[b] - places[a]
        let square = way.squaredLength
        guard square < squares[number] else { continue }
        isMoving = true
        let needed = distances[number]
        let distance = square.squareRoot()
        let push = needed - distance
        let direction =
          distance > 1e-6
          ? Point(x: way.x / distance, y: way.y / distance) : BubbleSpreading.direction(of: a, b)
        // A disc gives way by the other's part of both areas.
        let (areaA, areaB) = (discs[a].radius * discs[a].radius, discs[b].radius * discs[b].radius)
        var part = areaA + areaB > 0 ? areaB / (areaA + areaB) : 0.5
        if !isFixed.isEmpty { part = isFixed[a] ? 0 : isFixed[b] ? 1 : part }
        places[a] = places[a] - direction * push * part
        places[b] = places[b] + direction * push * (1 - part)
        hold(a, within: points)
        hold(b, within: points)
      }
      if !isMoving { return }
    }
  }

  /// The direction in which two discs in one point part: another way for each pair, always the same.
  private static func direction(of a: Int, _ b: Int) -> Point {
    let golden = 2.399_963_229_728_653
    let angle = golden * Double(a + b)
    return Point(x: cos(angle), y: sin(angle))
  }

  private mutating func hold(_ index: Int, within points: Double) {
    let disc = discs[index]
    var way = places[index] - disc.center
    let distance = way.length
    let limit = min(disc.radius * BubbleSpreading.farthest, points)
    if distance > limit {
      way = Point(x: way.x * limit / distance, y: way.y * limit / distance)
    }
    places[index] = disc.center + way
    let inner = picture.expanded(by: -disc.radius)
    guard inner.width > 0, inner.height > 0, inner.contains(disc.center) else { return }
    places[index].x = min(inner.maxX, max(inner.minX, places[index].x))
    places[index].y = min(inner.maxY, max(inner.minY, places[index].y))
  }

  /// Lets discs that still overlap go farther, a little more each time, until they are parted; those for which there is no
  /// room stay where they were.
  private mutating func goFarther() {
    guard pairs.count <= BubbleSpreading.mostPairsOfSteps else { return }
    let near = places
    let most = (discs.map(\.radius).max() ?? 0) * BubbleSpreading.farthest
    var limit = BubbleSpreading.farthestPoints
    while limit < most, pairs.contains(where: overlap) {
      limit += BubbleSpreading.step
      pushApart(within: limit, rounds: BubbleSpreading.roundsOfStep)
    }
    var isBack = Array(repeating: false, count: discs.count)
    var isChanged = true
    while isChanged {
      isChanged = false
      for (a, b) in pairs where !(isBack[a] && isBack[b]) && overlap(a, b) {
        for index in [a, b] { (places[index], isBack[index]) = (near[index], true) }
        isChanged = true
      }
    }
  }

  /// True if less than half of the air is left between two discs.
  private func overlap(_ a: Int, _ b: Int) -> Bool { missing(between: a, and: b) > BubbleSpreading.air / 2 }

  // MARK: Back

  /// Takes every disc back toward its home until it touches another, the largest first.
  private mutating func goBack() {
    var neighbors: [[Int]] = Array(repeating: [], count: discs.count)
    for (a, b) in pairs {
      neighbors[a].append(b)
      neighbors[b].append(a)
    }
    let order = discs.indices.sorted { (-discs[$0].radius, $0) < (-discs[$1].radius, $1) }
    for _ in 0..<3 {
      for index in order where places[index] != discs[index].center {
        let share = freeShare(of: index, among: neighbors[index])
        guard share > 0 else { continue }
        let way = discs[index].center - places[index]
        places[index] = share == 1 ? discs[index].center : places[index] + way * share
      }
    }
  }

  /// The share of the way home that is free, `0...1`.
  private func freeShare(of index: Int, among neighbors: [Int]) -> Double {
    let way = discs[index].center - places[index]
    let length = way.squaredLength
    guard length > 1e-12 else { return 1 }
    var free = 1.0
    for other in neighbors {
      // |from + t · way| = needed, seen from the other disc.
      let from = places[index] - places[other]
      let needed = needed(index, other)
      let along = from.x * way.x + from.y * way.y
      let gap = from.squaredLength - needed * needed
      guard along < 0 else { continue }
      if gap <= 0 { return 0 }
      let root = along * along - length * gap
      if root > 0 { free = min(free, (-along - root.squareRoot()) / length) }
    }
    return max(0, free)
  }
}
