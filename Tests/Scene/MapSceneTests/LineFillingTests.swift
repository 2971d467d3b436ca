import Drawing
import Foundation
import MapContent
import MapScene
import TestSupport
import Testing

@testable import MapGround

@Suite struct `Dashes` {
  private func strokes(
    _ paint: String, of coordinates: String = "[[-60, 0], [60, 0]]", layout: String = "", size: Double = 200,
    zoom: Double = 0
  ) throws -> [Stroke] {
    let snapshot = try drawn(
      """
      {"id": "l", "type": "line", "source": "a", "paint": {\(paint)}, "layout": {\(layout)}}
      """, of: feature("LineString", coordinates), size: size, zoom: zoom)
    return (snapshot.scene.layers.last?.marks ?? []).compactMap(\.stroke)
  }

  @Test(
    arguments: [
      [[2.0, 1], [4, 2], [0]], [[2, 1, 3], [10, 2], [6]], [[1, 2, 3, 4], [2, 4, 6, 8], [0]],
      [[1, 1, 1, 1, 2], [6, 2, 2, 2], [4]], [[0, 2], [0, 4], [0]],
    ] as [[[Double]]])
  func `repeat as they are, the last of an odd number joined to the first`(row: [[Double]]) throws {
    let (style, lengths, phase) = (row[0], row[1], row[2][0])
    let pattern = try #require(DashPattern(style, unit: 2))
    expect(pattern.lengths, equals: lengths)
    expect(pattern.phase, equals: phase)
    let stroke = try #require(try strokes(#""line-dasharray": \#(style), "line-width": 2"#).first)
    expect(stroke.dashes, equals: lengths)
    expect(stroke.dashPhase, equals: phase)
  }

  @Test func `that leave nothing out are solid lines`() {
    for dashes in [[], [3], [0, 0], [0]] as [[Double]] { expect(DashPattern(dashes, unit: 1), equals: nil) }
  }

  @Test func `begin at the line's own first corner, however far outside`() throws {
    let inside = try strokes(#""line-dasharray": [20, 10]"#, of: "[[-30, 0], [30, 0]]")
    expect(inside.map(\.dashPhase), equals: [0])
    // A line that begins far west, seen in pictures of two sizes: a dash covers the same places in both.
    func covers(_ x: Double, size: Double) throws -> Bool {
      let stroke = try #require(
        try strokes(#""line-dasharray": [20, 10]"#, of: "[[-170, 0], [30, 0]]", size: size, zoom: 4).first)
      let start = try #require(stroke.path.points.first)
      let way = x + size / 2 - start.x + stroke.dashPhase
      return way.truncatingRemainder(dividingBy: 30) < 20
    }
    for x in stride(from: -90.5, through: 90, by: 1) {
      // The line begins 170° west of the middle, 8192/360 points each.
      let way = (x + 170 * 8192 / 360).truncatingRemainder(dividingBy: 30)
      if abs(way - 20) < 0.01 || way < 0.01 || way > 29.99 { continue }
      try expect(covers(x, size: 200), equals: (way < 20), "\(x)")
      try expect(covers(x, size: 300), equals: (way < 20), "\(x)")
    }
  }

  @Test func `of a line that leaves and comes back go on behind the picture`() throws {
    let strokes = try strokes(
      #""line-dasharray": [7, 5]"#, of: "[[0, 0], [0, 70], [170, 70], [170, 10], [0, 10]]", zoom: 1)
    try #require(strokes.count == 2)
    expect(strokes[0].dashPhase, equals: 0)
    #expect(strokes[1].dashPhase > 0)
  }

  @Test(arguments: [(2.0, 8.0), (2.5, 8 * 2.squareRoot()), (2.999, 15.99), (3, 12)])
  func `are as long as the width at the whole zoom below, doubling to the next`(
    zoom: Double, dash: Double
  ) throws {
    let width =
      #""line-width": ["interpolate", ["linear"], ["zoom"], 0, 0, 10, 20], "line-dasharray": [2, 1]"#
    let stroke = try #require(try strokes(width, zoom: zoom).first)
    #expect(abs(stroke.width - 2 * zoom) < 1e-9)
    #expect(abs(stroke.dashes[0] - dash) < 0.01)
  }

  @Test(arguments: [(3.9, [1.0, 2]), (4.1, [3, 4])])
  func `change at whole zooms only`(zoom: Double, dashes: [Double]) throws {
    let stroke = try #require(
      try strokes(
        #""line-dasharray": ["step", ["zoom"], ["literal", [1, 2]], 3.5, ["literal", [3, 4]]]"#, zoom: zoom
      )
      .first)
    let growth = stroke.dashes[0] / dashes[0]
    #expect(abs(stroke.dashes[1] / dashes[1] - growth) < 1e-9)
  }

  @Test(arguments: 1...12) func `lie alike wherever their line lies, and however much of it is seen`(
    seed: UInt64
  ) throws {
    var seeded = Seeded(seed: seed)
    func random(_ range: ClosedRange<Double>) -> Double { seeded.number(in: range) }
    let points = (0..<8).map { _ in Point(x: random(-300...300), y: random(-300...300)) }
    let dashes = try #require(DashPattern((0..<3).map { _ in random(1...9) }, unit: 2))
    /// The phase at places along the line, as the parts within a picture have it.
    func phases(_ shift: Point, _ clip: Rectangle) -> [(distance: Double, phase: Double)] {
      let piece = OutlineItem.Piece(points: points.map { $0 + shift }, isClosed: false, side: 1)
      return piece.parts(in: clip.offset(by: shift)).map { ($0.distance, dashes.phase(at: $0.distance)) }
    }
    let clip = Rectangle(x: -150, y: -150, width: 300, height: 300)
    let (here, there) = (
      phases(.zero, clip), phases(Point(x: random(-9999...9999), y: random(-9999...9999)), clip)
    )
    expect(here.count, equals: there.count)
    for (a, b) in zip(here, there) {
      #expect(abs(a.distance - b.distance) < 1e-6)
      #expect(abs(a.phase - b.phase) <= 2.0 / 1024)
    }
    // A part of a smaller picture begins as far into the dashes as it lies behind where the larger one's begins.
    let period = dashes.lengths.reduce(0, +)
    let smaller = phases(.zero, Rectangle(x: -60, y: -60, width: 120, height: 120))
    for part in smaller {
      guard let whole = here.last(where: { $0.distance <= part.distance + 1e-9 }) else {
        Issue.record("a part that the larger picture has not")
        continue
      }
      let gone = (whole.phase + part.distance - whole.distance).truncatingRemainder(dividingBy: period)
      let difference = abs(gone - part.phase)
      #expect(min(difference, period - difference) <= 2.0 / 1024)
    }
  }

  /// Corners of a ring by the corners of the same square, in the order that dashes follow them.
  @Test(arguments: [
    ("[[0, 0], [0, 9], [9, 9], [9, 0], [0, 0]]", [0, 3, 2, 1]),
    ("[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]", [0, 3, 2, 1]),
  ])
  func `run clockwise around areas from the first corner, whatever the ring's direction`(
    ring: String, order: [Int]
  ) throws {
    let snapshot = try drawn(
      #"{"id": "l", "type": "line", "source": "a", "paint": {"line-dasharray": [4, 2]}}"#,
      of: feature("Polygon", "[\(ring)]"))
    let stroke = try #require(snapshot.scene.layers.first?.marks.first?.stroke)
    let side = 9 * 512 / 360.0
    let square = [(0.0, 0.0), (side, 0), (side, -side), (0, -side)].map {
      Point(x: 100 + $0.0, y: 100 + $0.1)
    }
    expect(stroke.path.points.count, equals: 4)
    for (point, corner) in zip(stroke.path.points, order) {
      #expect((point - square[corner]).length < 0.1)
    }
  }

  @Test func `run beside their line with the phase of all of it`() throws {
    let strokes = try strokes(
      #""line-dasharray": [7, 5], "line-offset": 10"#, of: "[[-170, 0], [170, 0]]", zoom: 4)
    try #require(strokes.count == 1)
    #expect(strokes[0].dashPhase > 0)
    #expect(strokes[0].path.points.allSatisfy { abs($0.y - 110) < 1e-6 })
  }
}

@Suite struct `Ribbons` {
  private func stretches(
    _ points: [(Double, Double)], width: Double = 10, cap: Stroke.Cap = .butt, join: Stroke.Join = .miter,
    isClosed: Bool = false
  ) throws -> [Ribbon.Stretch] {
    let line = try #require(MeasuredLine(points.map { Point(x: $0.0, y: $0.1) }))
    let pen = Stroke(Path(), .color(.black), width: width, cap: cap, join: join, miterLimit: 2)
    return Ribbon(line: line, isClosed: isClosed, pen: pen, overlap: 0).stretches(
      in: Rectangle(x: -1000, y: -1000, width: 2000, height: 2000))
  }

  /// Twice the area within a ring, its sign that of its direction.
  private func area(_ ring: [Point]) -> Double {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) {
      $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2
    }
  }

  @Test func `have the line's width and length, and its ends`() throws {
    let plain = try stretches([(0, 0), (100, 0)])
    try #require(plain.count == 1)
    #expect(abs(abs(area(plain[0].ring)) - 1000) < 1e-9)
    let square = try stretches([(0, 0), (100, 0)], cap: .square)
    #expect(abs(abs(area(square[0].ring)) - 1100) < 1e-9)
    let round = try stretches([(0, 0), (100, 0)], width: 40, cap: .round)
    let rounded: Double = 4000 + Double.pi * 400
    #expect(abs(abs(area(round[0].ring)) - rounded) < 5)
    let xs = round[0].ring.map(\.x)
    #expect(abs((xs.min() ?? 0) + 20) < 1e-9)
    #expect(abs((xs.max() ?? 0) - 120) < 1e-9)
  }

  @Test(arguments: [Stroke.Join.miter, .bevel, .round])
  func `fill their corners`(join: Stroke.Join) throws {
    for end in [(100.0, 100.0), (100, -100)] {
      let both = try stretches([(0, 0), (100, 0), end], join: join)
      expect(both.count, equals: 2)
      // Two bars of 100 × 10 that share a quarter of the corner's square, 25, and the outer corner.
      let corners: [Stroke.Join: Double] = [.miter: 0, .bevel: -12.5, .round: 25 * Double.pi / 4 - 25]
      let expected = 2000 + (corners[join] ?? 0)
      let total = both.reduce(0) { $0 + abs(area($1.ring)) }
      #expect(abs(total - expected) < 1, "\(total)")
    }
  }

  @Test(arguments: 1...8) func `have no corner where the line goes straight on`(seed: UInt64) {
    var seeded = Seeded(seed: seed)
    let bends = (0..<6).map { Point(x: Double($0) * 40, y: seeded.number(in: -90...90)) }
    var line: [Point] = []
    for (a, b) in zip(bends, bends.dropFirst()) {
      let step = Point(x: (b.x - a.x) / 20, y: (b.y - a.y) / 20)
      line += (0..<20).map { a + Point(x: step.x * Double($0), y: step.y * Double($0)) }
    }
    expect(Ribbon.straightened(line + bends.suffix(1)), equals: bends)
    // Many small steps around a circle stay one: no corner is farther away than could be seen.
    let circle = (0...900).map { Point(x: 20, y: 0).rotated(by: Double($0) * 0.4) }
    let kept = Ribbon.straightened(circle)
    let farthest = zip(kept, kept.dropFirst()).map { a, b in
      let middle = Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
      return 20 - (middle.x * middle.x + middle.y * middle.y).squareRoot()
    }
    #expect(kept.count > 40)
    #expect(kept.count < 200)
    #expect((farthest.max() ?? 1) < 0.03)
  }

  @Test func `know how far along the line they are`() throws {
    let stretches = try stretches([(0, 0), (100, 0), (100, 50)])
    #expect(
      stretches.map { $0.distances.start } == [0, 100] && stretches.map { $0.distances.end } == [100, 150])
    expect(stretches.map(\.direction), equals: [0, 90])
  }
}

@Suite struct `Lines with pictures and gradients` {
  private func fills(
    _ paint: String, of coordinates: String, images: ImageSet = ImageSet(), zoom: Double = 0
  ) throws -> [Fill] {
    let snapshot = try drawn(
      """
      {"id": "l", "type": "line", "source": "a", "paint": {\(paint)}}
      """, of: feature("LineString", coordinates), images: images,
      zoom: zoom)
    expect(snapshot.reported, equals: [])
    return (snapshot.scene.layers.last?.marks ?? []).compactMap(\.fill)
  }

  @Test(arguments: [(0.0, 20.0), (0.5, 20 * 2.squareRoot())])
  func `fill the line's width with the picture, its length scaled alike`(zoom: Double, length: Double) throws
  {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(16, 8)), named: "rail") }
    let fills = try fills(
      #""line-pattern": "rail", "line-width": 10, "line-opacity": 0.5"#, of: "[[-30, 0], [30, 0], [30, -20]]",
      images: images, zoom: zoom)
    let patterns = fills.compactMap { fill in
      if case .pattern(let pattern) = fill.paint { pattern } else { nil }
    }
    expect(patterns.count, equals: 2)
    for pattern in patterns {
      expect(pattern.size.height, equals: 10)
      #expect(abs(pattern.size.width - length) < 1e-9)
      expect(pattern.opacity, equals: 0.5)
    }
    expect(patterns[0].rotation, equals: 0)
    #expect(abs(patterns[1].rotation - 90) < 1e-9)
    // The second stretch goes on where the first one ends.
    let first = try #require(patterns.first), second = try #require(patterns.last)
    let way = 60.0 * 512 / 360 * (zoom == 0 ? 1 : 2.squareRoot())
    let phase = way.truncatingRemainder(dividingBy: length)
    #expect(abs(first.origin.y - 95) < 1e-6)
    #expect(abs(second.origin.x - (first.origin.x + way + 5)) < 1e-6)
    #expect(abs(second.origin.y - (100 - phase)) < 1e-6)
  }

  @Test func `have the picture's upper edge on the right side of their way`() throws {
    var images = ImageSet()
    let pixels: [UInt8] = [255, 0, 0, 255, 0, 0, 255, 255]
    images.add(SpriteImage(try #require(Bitmap(width: 1, height: 2, pixels: pixels))), named: "rail")
    let fills = try fills(#""line-pattern": "rail""#, of: "[[-30, 0], [30, 0]]", images: images)
    guard case .pattern(let pattern)? = fills.first?.paint else {
      Issue.record("no pattern")
      return
    }
    expect(pattern.rotation, equals: 0)
    #expect(pattern.bitmap[0, 0] == (0, 0, 255, 255))
    #expect(pattern.bitmap[0, 1] == (255, 0, 0, 255))
  }

  @Test func `whose picture is missing are not drawn, and reported`() throws {
    let snapshot = try drawn(
      #"{"id": "l", "type": "line", "source": "a", "paint": {"line-pattern": "gone"}}"#,
      of: feature("LineString", "[[-30, 0], [30, 0]]"))
    expect(snapshot.marks("l"), equals: [])
    expect(snapshot.reported.first?.hasPrefix("missing-image"), equals: true)
  }

  private let ramp =
    #""line-gradient": ["interpolate", ["linear"], ["line-progress"], 0, "red", 0.5, "lime", 1, "blue"]"#

  @Test func `color the line from its beginning to its end`() throws {
    let fills = try fills(ramp + #", "line-width": 4"#, of: "[[-40, 0], [40, 0]]")
    guard fills.count == 1, case .gradient(let gradient) = fills[0].paint else {
      Issue.record("\(fills.map(\.paint))")
      return
    }
    expect(gradient.stops.map(\.offset), equals: [0, 0.5, 1])
    expect(gradient.stops.map(\.color.css), equals: ["#ff0000", "#00ff00", "#0000ff"])
    #expect(abs(gradient.start.x - (100 - 40 * 512 / 360.0)) < 1e-9)
    expect(gradient.start.y, equals: 100)
  }

  @Test func `go on with their colors behind a corner`() throws {
    let fills = try fills(ramp + #", "line-width": 4"#, of: "[[-40, 0], [0, 0], [0, -39.2]]")
    let gradients = fills.compactMap { fill in
      if case .gradient(let gradient) = fill.paint { gradient } else { nil }
    }
    expect(gradients.count, equals: 2)
    let (last, first) = (gradients[0].stops.last?.color, gradients[1].stops.first?.color)
    expect(last, equals: first)
    #expect((last?.green ?? 0) > 0.9)
  }

  @Test func `keep the sharp edges of steps`() {
    let red = Color(red: 1, green: 0, blue: 0)
    let blue = Color(red: 0, green: 0, blue: 1)
    let ramp = GradientRamp(Array(repeating: red, count: 513) + Array(repeating: blue, count: 512))
    expect(ramp.stops.count, equals: 4)
    expect(ramp.color(at: 0.4999), equals: red)
    expect(ramp.color(at: 0.502), equals: blue)
    expect(ramp.paint(from: .zero, to: Point(x: 9, y: 0), 0.1, 0.4), equals: .color(red))
  }

  @Test func `of ten thousand stops take few`() throws {
    let stops = (0...10_000).map { #"\#(Double($0) / 10_000), "rgb(\#($0 * 255 / 10_000), 0, 0)""# }
    let gradient =
      #""line-gradient": ["interpolate", ["linear"], ["line-progress"], \#(stops.joined(separator: ","))]"#
    try expect(fills(gradient, of: "[[-40, 0], [40, 0]]").count, equals: 1)
  }

  @Test(arguments: [
    (#"[5, 5], "line-width": 4"#, [0.0...20, 40...60, 80...100]),
    (#"[1, 2, 3], "line-width": 10"#, [0...10, 30...70, 90...113.777_777_777_8]),
    (#"[0, 10], "line-width": 4"#, []),
  ])
  func `have dashes, each in the colors of its place`(dashes: String, expected: [ClosedRange<Double>]) throws
  {
    let fills = try fills(ramp + #", "line-dasharray": "# + dashes, of: "[[-40, 0], [40, 0]]")
    let (start, length) = (100 - 40 * 512 / 360.0, 80 * 512 / 360.0)
    expect(fills.count, equals: expected.count)
    for (fill, dash) in zip(fills, expected) {
      let xs = fill.path.points.map { $0.x - start }
      #expect(abs((xs.min() ?? 0) - dash.lowerBound) < 1e-6)
      #expect(abs((xs.max() ?? 0) - dash.upperBound) < 1e-6)
      guard case .gradient(let gradient) = fill.paint else {
        Issue.record("\(fill.paint)")
        continue
      }
      let share = dash.lowerBound / length
      let color = try #require(gradient.stops.first?.color)
      #expect(abs(color.red - max(0, 1 - 2 * share)) < 0.01)
      #expect(abs(color.blue - max(0, 2 * share - 1)) < 0.01)
    }
  }

  @Test func `that begin far outside are drawn where they are seen`() throws {
    let fills = try fills(ramp, of: "[[-170, 0], [170, 0]]", zoom: 12)
    guard fills.count == 1, case .color(let color) = fills[0].paint else {
      Issue.record("\(fills.map(\.paint))")
      return
    }
    #expect(color.green > 0.99)
  }
}

@Suite struct `Fill patterns` {
  @Test(arguments: [(3.0, 1.0), (3.5, 2.squareRoot()), (3.9, 1.866_065_983_073_614_8)])
  func `begin at the world's corner and grow from one whole zoom to the next`(
    zoom: Double, growth: Double
  ) throws {
    let images = try with(ImageSet()) { try $0.add(SpriteImage(plain(12, 10)), named: "dots") }
    let snapshot = try drawn(
      #"""
      {"id": "b", "type": "background", "paint": {"background-pattern": "dots"}},
      {"id": "f", "type": "fill", "source": "a", "paint": {"fill-pattern": "dots"}}
      """#, of: feature("Polygon", "[[[-9, -9], [9, -9], [9, 9], [-9, 9], [-9, -9]]]"), images: images,
      zoom: zoom)
    for layer in snapshot.scene.layers {
      guard case .fill(let fill)? = layer.marks.first?.shape, case .pattern(let pattern) = fill.paint else {
        Issue.record("no pattern")
        continue
      }
      #expect(abs(pattern.size.width - 12 * growth) < 1e-9)
      #expect(abs(pattern.size.height - 10 * growth) < 1e-9)
      // The world's corner lies half a world left of the picture's middle.
      let world = 512 * exp2(zoom)
      let tiles = (100 - world / 2 - pattern.origin.x) / pattern.size.width
      #expect(abs(tiles - tiles.rounded()) * pattern.size.width <= 0.51)
    }
    expect(snapshot.scene.layers.count, equals: 2)
  }
}
