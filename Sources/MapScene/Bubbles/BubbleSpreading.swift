import Drawing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Moves overlapping discs apart by as little as it takes.
///
/// Discs push each other in a fixed order, the smaller one giving way more, for a fixed number of rounds; then each goes
/// back toward its home as far as there is room. A disc goes ``farthestPoints`` at most to overlap nothing, and farther,
/// ``farthest`` of its radii at most, only as far as its number comes out from under another, or where middles would stay
/// hidden; none that was wholly inside the picture leaves it. Where that does not make room for all, some overlap
/// remains; where discs stand in such crowds that more than ``mostPairs`` of them could meet, all stay at home.
struct BubbleSpreading {
  /// A disc and where it belongs.
  struct Disc {
    /// Its middle in the picture.
    var home: Point
    /// Points, its ring included.
    var radius: Double
  }

  /// How many of its radii a disc goes from home at most.
  static let farthest = 1.5
  /// How many points a disc goes from home to overlap no other: farther away it would stand for another place.
  static let farthestPoints = 12.0
  /// How much of its radius a disc keeps free of a larger one's, whatever that takes: its number is read.
  private static let readable = 0.75
  /// Points that stay free between two discs.
  static let air = 1.0
  /// How many pairs of discs may be able to meet: a thousand discs in one place, or some ten thousands of small ones all
  /// over a picture, which have no room anyway.
  static let mostPairs = 1_000_000
  private static let rounds = 96
  /// How many times all rounds together look at a pair: more than this many pairs over ``rounds`` get fewer rounds.
  private static let mostVisits = 24_000_000

  private let discs: [Disc]
  private let picture: Rectangle
  private var places: [Point]
  /// Discs that can meet, the lower index first, in ascending order.
  private let pairs: [(Int, Int)]

  /// The places of discs after they have moved apart, in their order.
  ///
  /// - Complexity: O(*n* log *n* + *pairs that can meet*), and of these no more than ``mostPairs``.
  static func places(of discs: [Disc], within picture: Rectangle) -> [Point] {
    let reaches = discs.map { ($0.home, $0.radius * (1 + BubbleSpreading.farthest) + BubbleSpreading.air) }
    guard let pairs = meetingPairs(of: reaches, limit: mostPairs) else { return discs.map(\.home) }
    var spreading = BubbleSpreading(discs, within: picture, pairs)
    guard spreading.pairs.contains(where: { spreading.missing(between: $0.0, and: $0.1) > 0 }) else {
      return discs.map(\.home)
    }
    spreading.pushApart(keepingNear: true)
    spreading.pushApart(keepingNear: false)
    if spreading.hidesMiddles {
      // In such a crowd all make the room there is.
      spreading.places = discs.map(\.home)
      spreading.pushApart(keepingNear: nil)
    }
    spreading.goBack()
    return spreading.places
  }

  private init(_ discs: [Disc], within picture: Rectangle, _ pairs: [(Int, Int)]) {
    self.discs = discs
    self.picture = picture
    self.pairs = pairs
    places = discs.map(\.home)
  }

  /// Points that lack between two discs; 0 or less where there is room.
  private func missing(between a: Int, and b: Int) -> Double {
    let way = places[b] - places[a]
    return needed(a, b) - (way.x * way.x + way.y * way.y).squareRoot()
  }

  /// Whether a disc lies over the middle of another, deeper than half of its radius.
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
  /// - Parameter isNear: whether all stay near home, as far apart as that allows, or only numbers come out from under
  ///   discs; `nil` where discs go as far as they may until nothing overlaps.
  private mutating func pushApart(keepingNear isNear: Bool?) {
    let rounds = min(BubbleSpreading.rounds, BubbleSpreading.mostVisits / max(1, pairs.count))
    for _ in 0..<rounds {
      var isMoving = false
      for (a, b) in pairs {
        let way = places[b] - places[a]
        let (small, large) = (min(discs[a].radius, discs[b].radius), max(discs[a].radius, discs[b].radius))
        let needed = isNear == false ? large + small * BubbleSpreading.readable : needed(a, b)
        let square = way.x * way.x + way.y * way.y
        guard square < (needed - 0.01) * (needed - 0.01) else { continue }
        isMoving = true
        let distance = square.squareRoot()
        let push = needed - distance
        let direction =
          distance > 1e-6
          ? Point(x: way.x / distance, y: way.y / distance) : BubbleSpreading.direction(of: a, b)
        // A disc gives way by the other's share of both areas.
        let (areaA, areaB) = (discs[a].radius * discs[a].radius, discs[b].radius * discs[b].radius)
        let share = areaA + areaB > 0 ? areaB / (areaA + areaB) : 0.5
        places[a] = places[a] - Point(x: direction.x * push * share, y: direction.y * push * share)
        places[b] =
          places[b] + Point(x: direction.x * push * (1 - share), y: direction.y * push * (1 - share))
        hold(a, isNear == true)
        hold(b, isNear == true)
      }
      if !isMoving { return }
    }
  }

  /// Where two discs in one place part: another way for each pair, always the same.
  private static func direction(of a: Int, _ b: Int) -> Point {
    let golden = 2.399_963_229_728_653
    let angle = golden * Double(a + b)
    return Point(x: cos(angle), y: sin(angle))
  }

  /// Keeps a disc within its reach and in the picture.
  private mutating func hold(_ index: Int, _ isNear: Bool) {
    let disc = discs[index]
    var way = places[index] - disc.home
    let distance = (way.x * way.x + way.y * way.y).squareRoot()
    let farthest = disc.radius * BubbleSpreading.farthest
    let limit = isNear ? min(farthest, BubbleSpreading.farthestPoints) : farthest
    if distance > limit {
      way = Point(x: way.x * limit / distance, y: way.y * limit / distance)
    }
    places[index] = disc.home + way
    let inner = picture.expanded(by: -disc.radius)
    guard inner.width > 0, inner.height > 0, inner.contains(disc.home) else { return }
    places[index].x = min(inner.maxX, max(inner.minX, places[index].x))
    places[index].y = min(inner.maxY, max(inner.minY, places[index].y))
  }

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
      for index in order where places[index] != discs[index].home {
        let share = freeShare(of: index, among: neighbors[index])
        guard share > 0 else { continue }
        let way = discs[index].home - places[index]
        places[index] =
          share == 1 ? discs[index].home : places[index] + Point(x: way.x * share, y: way.y * share)
      }
    }
  }

  /// How much of the way home is free, `0...1`.
  private func freeShare(of index: Int, among neighbors: [Int]) -> Double {
    let way = discs[index].home - places[index]
    let length = way.x * way.x + way.y * way.y
    guard length > 1e-12 else { return 1 }
    var free = 1.0
    for other in neighbors {
      // |from + t · way| = needed, seen from the other disc.
      let from = places[index] - places[other]
      let needed = needed(index, other)
      let along = from.x * way.x + from.y * way.y
      let gap = from.x * from.x + from.y * from.y - needed * needed
      guard along < 0 else { continue }
      if gap <= 0 { return 0 }
      let root = along * along - length * gap
      if root > 0 { free = min(free, (-along - root.squareRoot()) / length) }
    }
    return max(0, free)
  }
}
