import Drawing
import MapContent
import MapGround
import TestSupport
import Testing

@testable import MapScene

extension LineAnchors {
  /// The places along a line, all of them.
  fileprivate func anchors(along line: MeasuredLine, in area: Rectangle) -> [Anchor] {
    var isCutShort = false
    let anchors = anchors(along: line, in: area, isCutShort: &isCutShort)
    #expect(!isCutShort)
    return anchors
  }
}

@Suite struct `Anchors along a line` {
  private let everywhere = Rectangle(x: -1e6, y: -1e6, width: 2e6, height: 2e6)

  private func line(_ points: [(Double, Double)], beginsInside: Bool = true) throws -> MeasuredLine {
    try #require(MeasuredLine(points.map { Point(x: $0.0, y: $0.1) }, beginsInside: beginsInside))
  }

  private func distances(
    _ line: MeasuredLine, spacing: Double = 250, length: Double = 100, em: Double = 16
  ) -> [Double] {
    LineAnchors(spacing: spacing, length: length, em: em, maximumAngle: 45)
      .anchors(along: line, in: everywhere).map(\.distance)
  }

  @Test func `begin half a label and two ems in, a spacing apart`() throws {
    expect(distances(try line([(0, 0), (1000, 0)])), equals: [82, 332, 582, 832])
    // Where the line comes from beyond the loaded area: half a spacing in.
    expect(distances(try line([(0, 0), (1000, 0)], beginsInside: false)), equals: [125, 375, 625, 875])
  }

  @Test func `begin farther in where tiles are drawn larger than at their own zoom`() throws {
    let rules = LineAnchors(spacing: 250, length: 100, em: 16, maximumAngle: 45, overscaling: 4)
    var isCutShort = false
    func distances(_ line: MeasuredLine) -> [Double] {
      rules.anchors(along: line, in: everywhere, isCutShort: &isCutShort).map(\.distance)
    }
    // Four times 82 is one spacing and 78.
    expect(distances(try line([(0, 0), (700, 0)])), equals: [78, 328, 578])
    // Four times half a spacing is two spacings.
    expect(distances(try line([(0, 0), (700, 0)], beginsInside: false)), equals: [250, 500])
  }

  @Test func `run on over lines of the same text whose ends meet`() throws {
    func street(_ name: String, _ from: Int, _ to: Int) -> String {
      feature("LineString", "[[\(from), 0], [\(to), 0]]", properties: #"{"name": "\#(name)"}"#)
    }
    func labels(_ streets: [String]) throws -> Int {
      try drawn(
        #"{"id": "s", "type": "symbol", "source": "a", "layout": {"text-field": "{name}", "symbol-placement": "line"}}"#,
        of: #"{"type": "FeatureCollection", "features": [\#(streets.joined(separator: ","))]}"#
      ).marks("s").count
    }
    // A label is 96 points long, a street 43: three of them hold one, whatever their order.
    let parts = [
      street("Abcdefghijkl", -45, -15), street("Abcdefghijkl", -15, 15), street("Abcdefghijkl", 15, 45),
    ]
    try expect(labels(parts), equals: 1)
    try expect(labels([parts[0], parts[2], parts[1]]), equals: 1)
    try expect(labels([parts[2], parts[1], parts[0]]), equals: 1)
    try expect(labels([parts[0], street("Mnopqrstuvwx", -15, 15), parts[2]]), equals: 0)
  }

  @Test func `leave a quarter of the spacing free between long labels`() throws {
    // 200 points are more than three quarters of 250: 200 + 62.5 apart.
    expect(distances(try line([(0, 0), (1000, 0)]), length: 200), equals: [132, 394.5, 657])
  }

  @Test func `leave room for the label before the line's ends`() throws {
    expect(distances(try line([(0, 0), (380, 0)])), equals: [82])
    expect(distances(try line([(0, 0), (382, 0)])), equals: [82, 332])
  }

  @Test func `fall back to the middle once, and only of a line that begins here`() throws {
    expect(distances(try line([(0, 0), (120, 0)])), equals: [60])
    expect(distances(try line([(0, 0), (120, 0)], beginsInside: false)), equals: [])
    expect(distances(try line([(0, 0), (99, 0)])), equals: [])
    expect(distances(try line([(0, 0), (50, 0), (50, 60)]), length: 100), equals: [])
  }

  @Test func `of a picture are those of the whole line`() throws {
    let line = try line([(0, 0), (700, 0), (700, 900), (3000, 900)])
    let rules = LineAnchors(spacing: 90, length: 40, em: 10, maximumAngle: 45)
    let all = rules.anchors(along: line, in: everywhere)
    #expect(all.count > 30)
    for area in [
      Rectangle(x: 500, y: -10, width: 300, height: 300), Rectangle(x: 690, y: 200, width: 20, height: 5000),
    ] {
      expect(rules.anchors(along: line, in: area), equals: all.filter { area.contains($0.point) })
    }
    // A line whose labels all lie elsewhere is not labeled at its middle.
    let middle = Rectangle(x: 715, y: 890, width: 60, height: 20)
    expect(
      rules.anchors(along: line, in: middle).map(\.distance),
      equals: all.map(\.distance).filter { distance in
        middle.contains(line.point(at: distance))
      })
  }

  @Test func `are found in lines far longer than any picture`() throws {
    let line = try line([(-4e9, 5), (4e9, 5)])
    let rules = LineAnchors(spacing: 250, length: 100, em: 16, maximumAngle: 45)
    let found = rules.anchors(along: line, in: Rectangle(x: 0, y: 0, width: 1000, height: 10))
    expect(found.count, equals: 4)
    #expect(found.allSatisfy { (0...1000).contains($0.point.x) && $0.point.y == 5 })
  }

  @Test func `stand where no stretch of 0.6 ems turns by more than the greatest angle`() throws {
    let bend = { (angle: Double) throws -> [Double] in
      let end = Point(x: 100, y: 0).rotated(by: angle)
      return distances(
        try line([(0, 0), (100, 0), (100 + end.x, end.y)]), spacing: 1000, length: 100, em: 9)
    }
    // The only anchor lies at 68, its label reaches from 18 to 118; the middle, too, lies on the bend.
    try expect(bend(44), equals: [68])
    try expect(bend(-44), equals: [68])
    try expect(bend(46), equals: [])
    try expect(bend(180), equals: [])
    // Two turns of 30° are too much within 0.6 ems, and not farther apart.
    let near = LineAnchors(spacing: 1000, length: 100, em: 10, maximumAngle: 45)
    for gap in [5.9, 6.1] {
      let middle = Point(x: gap, y: 0).rotated(by: 30)
      let end = middle + Point(x: 200, y: 0).rotated(by: 60)
      let line = try line([(0, 0), (100, 0), (100 + middle.x, middle.y), (100 + end.x, end.y)])
      expect(near.fits(line, at: 100, on: 0), equals: gap > 6)
    }
  }

  @Test func `agree with the turns summed one by one`() throws {
    var random = Seeded(seed: 7)
    var (fitting, bent) = (0, 0)
    for _ in 0..<2000 {
      var point = Point.zero
      var direction = 0.0
      var points = [point]
      for _ in 0..<Int.random(in: 2...30, using: &random) {
        direction += Double.random(in: -40...40, using: &random)
        point = point + Point(x: Double.random(in: 0.5...20, using: &random), y: 0).rotated(by: direction)
        points.append(point)
      }
      let line = try #require(MeasuredLine(points))
      let rules = LineAnchors(
        spacing: 250, length: Double.random(in: 0...80, using: &random), em: 12, maximumAngle: 45)
      let distance = Double.random(in: 0...line.length, using: &random)
      let (start, end) = (distance - rules.length / 2, distance + rules.length / 2)
      let corners = (1..<line.points.count - 1).filter {
        line.distances[$0] > start && line.distances[$0] < end
      }
      let worst =
        corners.map { last in
          corners.filter { $0 <= last && line.distances[last] - line.distances[$0] <= 0.6 * 12 }
            .reduce(0) { $0 + line.turn(at: $1) }
        }.max() ?? 0
      let hasRoom = start >= 0 && end <= line.length
      if hasRoom { if worst <= 45 { fitting += 1 } else { bent += 1 } }
      expect(rules.fits(line, at: distance, on: line.segment(at: distance)), equals: hasRoom && worst <= 45)
    }
    #expect(fitting > 100)
    #expect(bent > 100)
  }

  @Test func `of icons alone mind no bend, nor at the middle the length`() throws {
    let bend = try line([(0, 0), (50, 0), (0, 1)])
    let icon = LineAnchors(spacing: 10, length: 4, em: 0, maximumAngle: nil)
    #expect(icon.anchors(along: bend, in: everywhere).map(\.distance).contains(52))
    let wide = LineAnchors(spacing: 10, length: 400, em: 0, maximumAngle: nil)
    #expect(wide.center(of: bend) != nil)
    expect(wide.anchors(along: bend, in: everywhere), equals: [])
    let text = LineAnchors(spacing: 10, length: 400, em: 10, maximumAngle: 45)
    expect(text.center(of: bend), equals: nil)
  }

  @Test func `are no more than could be seen, however long the line is`() throws {
    let line = try line((0..<3000).map { ($0.isMultiple(of: 2) ? 0 : 100, Double($0) / 100) })
    let rules = LineAnchors(spacing: 1, length: 1, em: 0, maximumAngle: nil)
    var isCutShort = false
    expect(
      rules.anchors(along: line, in: everywhere, isCutShort: &isCutShort).count,
      equals: LineAnchors.mostPlaces)
    #expect(isCutShort)
  }

  @Test func `take no text twice within half a spacing`() {
    var texts = RepeatedTexts(distance: 125)
    let taken = [
      ("High Street", 0.0, 0.0), ("High Street", 100, 70), ("Low Street", 1, 0), ("High Street", 100, 80),
    ].map { text, x, y in texts.take(text, at: Point(x: x, y: y)) }
    expect(taken, equals: [true, false, true, true])
  }

  @Test func `do not exist where a line has no length`() {
    #expect(MeasuredLine([]) == nil)
    #expect(MeasuredLine([.zero]) == nil)
    #expect(MeasuredLine([.zero, .zero]) == nil)
    #expect(MeasuredLine([.zero, Point(x: .infinity, y: 0)]) == nil)
  }
}
