import Drawing
import MapContent
import TestSupport
import Testing

@testable import MapScene

@Suite struct `Bubbles that move apart` {
  private let picture = Rectangle(x: 0, y: 0, width: 1000, height: 800)

  @Test func `go no farther than it takes`() {
    let places = BubbleSpreading.places(
      of: [disc(500, 400, 20), disc(520, 400, 20), disc(700, 400, 20)], within: picture)
    // 41 points apart instead of 20, each half of it; the third is not touched.
    #expect(near(places[0], 489.5, 400))
    #expect(near(places[1], 530.5, 400))
    expect(places[2], equals: Point(x: 700, y: 400))
  }

  @Test func `give way by the other's share of their areas`() {
    let places = BubbleSpreading.places(of: [disc(500, 400, 30), disc(530, 400, 10)], within: picture)
    #expect(near(places[0], 500 - 11 * 0.1, 400))
    #expect(near(places[1], 530 + 11 * 0.9, 400))
  }

  @Test func `stay where nothing overlaps`() {
    let discs = [disc(100, 100, 20), disc(141, 100, 20), disc(-5, 60, 20)]
    expect(BubbleSpreading.places(of: discs, within: picture), equals: discs.map(\.center))
  }

  @Test(arguments: [2, 4]) func `part where they lie in one place`(count: Int) {
    let discs = Array(repeating: disc(500, 400, 30), count: count)
    let places = BubbleSpreading.places(of: discs, within: picture)
    expect(overlaps(places, discs.map(\.radius)), equals: 0)
    // Two need half of 61 points each, and four the half of a square's diagonal at least.
    let most = places.map { (($0.x - 500) * ($0.x - 500) + ($0.y - 400) * ($0.y - 400)).squareRoot() }.max()
    #expect(most ?? 0 < (count == 2 ? 30.6 : 60))
  }

  @Test func `do not leave the picture, nor come in`() {
    let discs = [disc(20, 20, 20), disc(34, 26, 20), disc(-10, 300, 20), disc(5, 300, 20)]
    let places = BubbleSpreading.places(of: discs, within: picture)
    #expect(places[0].x >= 20)
    #expect(places[0].y >= 20)
    #expect(places[1].x >= 20)
    #expect(places[1].y >= 20)
    #expect(places[2].x < 0)
  }

  @Test(arguments: 1...40)
  func `have room in a crowd, near home`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let discs = (0..<100).map { _ in
      disc(
        Double.random(in: 30...970, using: &random), Double.random(in: 30...770, using: &random),
        Double.random(in: 12...26, using: &random))
    }
    let places = BubbleSpreading.places(of: discs, within: picture)
    expect(places, equals: BubbleSpreading.places(of: discs, within: picture))
    // A quarter of the smaller one's radius may be covered, which leaves its number.
    for (a, b) in overlappingPairs(of: zip(places, discs).map { .init(center: $0, radius: $1.radius) }) ?? []
    {
      let way = places[b] - places[a]
      let (small, large) = (min(discs[a].radius, discs[b].radius), max(discs[a].radius, discs[b].radius))
      #expect((way.x * way.x + way.y * way.y).squareRoot() >= large + 0.75 * small - 0.1)
    }
    for (place, disc) in zip(places, discs) {
      let way = place - disc.center
      #expect((way.x * way.x + way.y * way.y).squareRoot() <= disc.radius * BubbleSpreading.farthest + 1e-6)
      #expect(picture.expanded(by: -disc.radius + 1e-9).contains(place))
    }
    // Nobody could go back a quarter of a point without touching another.
    for (index, disc) in discs.enumerated() where places[index] != disc.center {
      let way = disc.center - places[index]
      let length = (way.x * way.x + way.y * way.y).squareRoot()
      guard length > 0.3 else { continue }
      var moved = places
      moved[index] =
        places[index] + Point(x: way.x / length * 0.3, y: way.y / length * 0.3)
      let touches = discs.indices.contains { other in
        let apart = moved[other] - moved[index]
        return other != index
          && (apart.x * apart.x + apart.y * apart.y).squareRoot() < disc.radius + discs[other].radius + 1
      }
      #expect(touches, "disc \(index) stands \(length) points from home without need")
    }
  }

  @Test func `stay bounded where there is no room`() {
    let discs = (0..<60).map { _ in disc(500, 400, 20) }
    let places = BubbleSpreading.places(of: discs, within: picture)
    for place in places {
      let way = place - Point(x: 500, y: 400)
      #expect((way.x * way.x + way.y * way.y).squareRoot() <= 20 * BubbleSpreading.farthest + 1e-6)
    }
  }

  @Test func `stay at home, soon, where crowds are too large to part`() {
    var random = Seeded(seed: 7)
    let discs = (0..<30_000).map { _ in
      disc(
        Double.random(in: 0...300, using: &random), Double.random(in: 0...300, using: &random), 4)
    }
    // A sweep alone would compare some hundred million pairs here, and moving apart visit most of them 96 times.
    // The limit is generous for unoptimized code.
    var places: [Point] = []
    let spent = processorSeconds { places = BubbleSpreading.places(of: discs, within: picture) }
    #expect(spent < 30, "\(spent)")
    expect(places, equals: discs.map(\.center))
  }

  @Test(arguments: 1...20)
  func `are found to meet as by comparing all with all`(seed: UInt64) {
    var random = Seeded(seed: seed)
    // Few circles are compared each with each, more by a grid.
    var circles: [CollisionIndex.Disc] = (0..<(seed % 2 == 0 ? 200 : 500)).map { _ in
      // From far too small to see to larger than the picture.
      let radius = Double.random(in: 0...1, using: &random)
      return CollisionIndex.Disc(
        center: Point(
          x: Double.random(in: -500...1500, using: &random), y: Double.random(in: -500...1500, using: &random)
        ), radius: 600 * radius * radius * radius * radius)
    }
    circles += [disc(.nan, 0, 10), disc(1e300, -1e300, 10), disc(100, 100, 1e12), disc(100, 100, 0)]
    var wanted: [[Int]] = []
    for a in circles.indices {
      for b in circles.indices where b > a {
        let way = circles[b].center - circles[a].center
        let near = circles[a].radius + circles[b].radius
        if way.x * way.x + way.y * way.y < near * near { wanted.append([a, b]) }
      }
    }
    expect(overlappingPairs(of: circles)?.map { [$0.0, $0.1] }, equals: wanted)
    expect(overlappingPairs(of: circles, limit: wanted.count)?.count, equals: wanted.count)
    #expect(overlappingPairs(of: circles, limit: wanted.count - 1) == nil)
  }

  private func disc(_ x: Double, _ y: Double, _ radius: Double) -> CollisionIndex.Disc {
    CollisionIndex.Disc(center: Point(x: x, y: y), radius: radius)
  }

  private func near(_ point: Point, _ x: Double, _ y: Double) -> Bool {
    abs(point.x - x) < 0.02 && abs(point.y - y) < 0.02
  }

  private func overlaps(_ places: [Point], _ radii: [Double]) -> Int {
    overlappingPairs(of: zip(places, radii).map { .init(center: $0, radius: $1 - 0.01) })?.count ?? 0
  }
}
