import Drawing
import MapGeometry
import MapScene
import TestSupport
import Testing

@testable import MapContent
@testable import MapGround

@Suite struct `Parts of areas` {
  /// 45° are 64 points about (100, 100). The winding number of a place is 0 outside, else not, by the rule of the mark.
  private func isFilled(_ x: Double, _ y: Double, by mark: Fill) -> Bool {
    var (winding, crossings) = (0, 0)
    for piece in mark.path.pieces {
      for (a, b) in zip(piece.points, piece.points.dropFirst() + piece.points.prefix(1))
      where (a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) {
        winding += a.y < b.y ? 1 : -1
        crossings += 1
      }
    }
    return mark.isWinding ? winding != 0 : crossings % 2 == 1
  }

  @Test(arguments: ["fill", "fill-extrusion"], [false, true])
  func `fill what any of them covers, whichever way their rings run`(type: String, isTurned: Bool) throws {
    let second = "[10,10],[25,10],[25,25],[10,25],[10,10]"
    let turned = "[10,10],[10,25],[25,25],[25,10],[10,10]"
    let geoJSON = feature(
      "MultiPolygon",
      "[[[[5,5],[20,5],[20,20],[5,20],[5,5]],[[8,8],[8,12],[12,12],[12,8],[8,8]]],[[\(isTurned ? turned : second)]]]"
    )
    let snapshot = try drawn(#"{"id": "l", "type": "\#(type)", "source": "a"}"#, of: geoJSON)
    let shapes = snapshot.scene.layers.first { $0.id == "l" }?.marks.map(\.shape) ?? []
    let fills = shapes.compactMap { shape in if case .fill(let fill) = shape { fill } else { nil } }
    try #require(fills.count == 1)
    let places = [(6.0, true), (15, true), (22, true), (9, false), (11, true), (26, false)]
    for (degrees, isCovered) in places {
      let (x, y) = (100 + degrees * 512 / 360, 100 - degrees * 512 / 360 * 1.01)
      expect(isFilled(x, y, by: fills[0]), equals: isCovered, "\(degrees)")
    }
    // Parts whose boxes do not meet are filled as they were.
    let apart = feature(
      "MultiPolygon", "[[[[5,5],[20,5],[20,20],[5,5]]],[[[30,10],[40,10],[40,25],[30,10]]]]")
    let marks = try drawn(#"{"id": "l", "type": "fill", "source": "a"}"#, of: apart).marks("l")
    #expect(marks.allSatisfy { !$0.contains("winding") })
  }
}

@Suite struct `Details of lines` {
  /// 45° of longitude are 64 points, so the ends lie at 36 and 164.
  private let equator = feature("LineString", "[[-45, 0], [45, 0]]")

  private func line(_ paint: String, layout: String = "", of geoJSON: String? = nil) throws -> [String] {
    let layer = """
      {"id": "l", "type": "line", "source": "a", "layout": {\(layout)}, "paint": {\(paint)}}
      """
    return try drawn(layer, of: geoJSON ?? equator).marks("l")
  }

  @Test func `run to the right of their direction by their offset`() throws {
    try expect(
      line(#""line-offset": 5"#), equals: ["stroke #000000 width 1.00 M 36.00,105.00 L 164.00,105.00"])
    try expect(
      line(#""line-offset": -5"#), equals: ["stroke #000000 width 1.00 M 36.00,95.00 L 164.00,95.00"])
  }

  @Test func `leave a gap of their width`() throws {
    try expect(
      line(#""line-gap-width": 6, "line-width": 2, "line-offset": 1"#),
      equals: ["stroke #000000 width 2.00 M 36.00,97.00 L 164.00,97.00 M 36.00,105.00 L 164.00,105.00"])
  }

  @Test func `with round caps are one ring around their gap`() throws {
    let marks = try line(
      #""line-gap-width": 6, "line-width": 2"#, layout: #""line-cap": "round""#)
    #expect((marks.count, marks.first?.hasSuffix("Z")) == (1, true))
    expect(marks.first?.split(separator: "M").count, equals: 2)
    // The farthest points of the half circles.
    for end in ["32.00,100.00", "168.00,100.00"] {
      expect(marks.first?.contains(end), equals: true, "\(marks)")
    }
  }

  @Test func `keep their dashes as long with square caps, which lie beyond the ends`() throws {
    let marks = try line(
      #""line-dasharray": [2, 3], "line-width": 4"#, layout: #""line-cap": "square""#)
    expect(marks, equals: ["stroke #000000 width 4.00 dashes 8.00,12.00 M 34.00,100.00 L 166.00,100.00"])
    // Around a gap they reach out as far as the outer edge lies from the middle.
    try expect(
      line(#""line-gap-width": 6, "line-width": 2"#, layout: #""line-cap": "square""#),
      equals: ["stroke #000000 width 2.00 M 31.00,96.00 L 169.00,96.00 M 31.00,104.00 L 169.00,104.00"])
  }

  @Test(arguments: [
    "[[[-45, -45], [45, -45], [45, 45], [-45, 45], [-45, -45]]]",
    "[[[-45, -45], [-45, 45], [45, 45], [45, -45], [-45, -45]]]",
  ])
  func `of areas run inside, whichever way their rings go`(rings: String) throws {
    let marks = try line(#""line-offset": 4"#, of: feature("Polygon", rings))
    // 45° north is 71.8 points above the equator.
    for corner in ["40.00,32.18", "160.00,32.18", "160.00,167.82", "40.00,167.82"] {
      expect(marks.first?.contains(corner), equals: true, "\(corner) in \(marks)")
    }
    expect(marks.first?.hasSuffix("Z"), equals: true)
  }

  @Test func `turn around pointed, round and inner corners`() {
    func beside(_ points: [Point], _ distance: Double, _ join: Stroke.Join = .round) -> [Point] {
      OutlineItem.Piece(points: points, isClosed: false, side: 1).parallel(at: distance, join: join).points
    }
    let (a, b) = (Point(x: 0, y: 0), Point(x: 10, y: 0))
    // A right angle: one corner on either side.
    let down = Point(x: 10, y: 10)
    expect(beside([a, b, down], 2), equals: [Point(x: 0, y: 2), Point(x: 8, y: 2), Point(x: 8, y: 10)])
    expect(
      beside([a, b, down], -2, .miter),
      equals: [Point(x: 0, y: -2), Point(x: 12, y: -2), Point(x: 12, y: 10)])
    #expect(beside([a, b, down], -2).count > 6)
    // Straight back: half a circle around the end, every point as far from it.
    let back = beside([a, b, Point(x: 0, y: 0)], 2)
    #expect(back.count > 8)
    for point in back.dropFirst().dropLast() {
      #expect(abs((point.x - 10) * (point.x - 10) + point.y * point.y - 4) < 1e-9)
    }
    // Edges shorter than the setback do not meet.
    expect(beside([Point(x: 9, y: 0), b, Point(x: 10, y: 1)], 2).count, equals: 4)
    // A point twice is one.
    expect(beside([a, a, b, b], 2), equals: [Point(x: 0, y: 2), Point(x: 10, y: 2)])
    expect(beside([a, a], 2), equals: [a, a])
  }

  @Test func `turn around sharp corners as their join has it`() throws {
    // A turn of 120° to the right: pointed, it reaches twice as far out as the line beside it.
    let points = [Point(x: -10, y: 0), Point(x: 0, y: 0), Point(x: -5, y: 75.0.squareRoot())]
    func corner(_ join: Stroke.Join, _ limit: Double) -> [Point] {
      let piece = OutlineItem.Piece(points: points, isClosed: false, side: 1)
      return Array(piece.parallel(at: -2, join: join, miterLimit: limit).points.dropFirst().dropLast())
    }
    let pointed = corner(.miter, 2.01)
    expect(pointed.count, equals: 1)
    #expect(pointed.allSatisfy { abs(($0.x * $0.x + $0.y * $0.y).squareRoot() - 4) < 1e-9 })
    // Past the limit it is cut: two corners, each beside its own edge.
    for cut in [corner(.miter, 1.9), corner(.bevel, 10)] {
      #expect((cut.count, cut.first) == (2, Point(x: 0, y: -2)))
    }
    #expect(corner(.round, 10).count > 4)
    try expect(
      line(
        #""line-gap-width": 6"#,
        of: feature("LineString", "[[-20, 0], [20, 0], [0, 30]]")
      ).first?.split(separator: "L").count, equals: 6)
  }

  @Test(arguments: [
    (115.0, Stroke.Join.miter, 2.0, 1), (125, .miter, 2, 2), (125, .miter, 3, 1), (125, .round, 9, 2),
  ])
  func `close their gap on the inner side no farther off than the miter`(
    turn: Double, join: Stroke.Join, limit: Double, count: Int
  ) {
    // To the right, and back after a turn to the right.
    let end = Point(x: 100, y: 0).rotated(by: turn)
    let piece = OutlineItem.Piece(points: [Point(x: -100, y: 0), .zero, end], isClosed: false, side: 1)
    let inner = piece.parallels(at: 8, join: join, miterLimit: limit, opensSharpCorners: true)
    expect(inner.count, equals: count)
    if count == 2 {
      // Each runs on to the corner.
      expect(inner[0].points, equals: [Point(x: -100, y: 8), Point(x: 0, y: 8)])
      let beside = Point(x: 0, y: 8).rotated(by: turn)
      #expect(abs(inner[1].points[0].x - beside.x) < 1e-9)
      #expect(abs(inner[1].points[0].y - beside.y) < 1e-9)
    } else {
      // They meet on the line that halves the angle.
      expect(inner[0].points.count, equals: 3)
    }
    // The outer side is one, and one is what offset lines are.
    expect(piece.parallels(at: -8, join: join, miterLimit: limit, opensSharpCorners: true).count, equals: 1)
    expect(piece.parallel(at: 8, join: join, miterLimit: limit).points.count, equals: 3)
    // A ring is open where its sharp corner is.
    let ring = OutlineItem.Piece(
      points: [Point(x: 0, y: 0), Point(x: 100, y: -10), Point(x: 100, y: 10)], isClosed: true, side: 1)
    let open = ring.parallels(at: 2, join: .miter, miterLimit: 2, opensSharpCorners: true)
    #expect((open.count, open.first?.points.count) == (1, 4))
    expect(open.first?.isClosed, equals: false)
  }

  @Test func `fade inward over their blur`() throws {
    let marks = try line(#""line-width": 10, "line-blur": 2, "line-opacity": 0.5"#)
    expect(marks.count, equals: 4)
    // The widths where each step of opacity begins, and what all together come to.
    expect(marks.map { $0.split(separator: " ")[3] }, equals: ["9.50", "8.50", "7.50", "6.50"])
    // A blur wider than the line leaves its middle translucent: half the width over the blur.
    let soft = try drawn(
      """
      {"id": "l", "type": "line", "source": "a", "paint": {"line-width": 4, "line-blur": 8}}
      """, of: equator)
    var covered = 0.0
    for mark in soft.scene.layers.last?.marks ?? [] {
      guard case .stroke(let stroke) = mark.shape, case .color(let color) = stroke.paint else { continue }
      covered += (1 - covered) * color.alpha
    }
    #expect(abs(covered - 0.25) < 1e-12)
  }

  @Test func `have pointed joins below the round limit`() throws {
    let bent = feature("LineString", "[[-45, 0], [0, 0], [0, -45]]")
    func joins(_ layout: String, paint: String = "") throws -> [String] {
      try line(paint, layout: #""line-join": "round""# + layout, of: bent).map { mark in
        mark.split(separator: " ").dropFirst(4).prefix { $0 != "M" }.joined(separator: " ")
      }
    }
    // A right angle's miter is 1.41 half widths long.
    try expect(joins(""), equals: ["join round"])
    try expect(joins(#", "line-round-limit": 1.5"#), equals: ["limit 1.50"])
    try expect(joins(#", "line-round-limit": 1.3"#), equals: ["limit 1.30", "join round"])
    try expect(joins(#", "line-round-limit": 1.3"#, paint: #""line-opacity": 0.5"#), equals: ["join round"])
  }

  @Test func `are translucent as a layer`() throws {
    let snapshot = try drawn(
      """
      {"id": "l", "type": "line", "source": "a", "paint": {"line-layer-opacity": 0.25}},
      {"id": "f", "type": "fill", "source": "a", "paint": {"fill-layer-opacity": 0.5}}
      """, of: feature("Polygon", "[[[0, 0], [9, 0], [9, 9], [0, 0]]]"))
    expect(snapshot.scene.layers.map(\.opacity), equals: [0.25, 0.5])
  }
}

@Suite struct `Patterns` {
  private let square = feature("Polygon", "[[[-45, -45], [45, -45], [45, 45], [-45, 45], [-45, -45]]]")

  private func images() throws -> ImageSet {
    var images = ImageSet()
    let bitmap = try #require(Bitmap(width: 4, height: 2, pixels: Array(repeating: 200, count: 32)))
    images.add(SpriteImage(bitmap, pixelRatio: 0.5), named: "dots")
    return images
  }

  @Test func `fill areas from the world's corner`() throws {
    let snapshot = try drawn(
      """
      {"id": "f", "type": "fill", "source": "a",
       "paint": {"fill-pattern": "dots", "fill-opacity": 0.5, "fill-outline-color": "red", "fill-translate": [1, 0]}}
      """, of: square, images: images())
    guard case .fill(let fill)? = snapshot.scene.layers.last?.marks.first?.shape,
      case .pattern(let pattern) = fill.paint
    else {
      Issue.record("no pattern")
      return
    }
    expect(snapshot.marks("f").count, equals: 1, "a pattern takes the place of the outline, too")
    #expect((pattern.size, pattern.opacity) == (Size(width: 8, height: 4), 0.5))
    // The world's corner lies at -156, -156.
    expect((pattern.origin.x - 1 + 156).truncatingRemainder(dividingBy: 8), equals: 0)
    expect((pattern.origin.y + 156).truncatingRemainder(dividingBy: 4), equals: 0)
  }

  @Test func `fill the background`() throws {
    let layer = #"{"id": "b", "type": "background", "paint": {"background-pattern": "dots"}}"#
    try expect(
      drawn(layer, of: square, images: images()).marks("b").first?.hasPrefix("fill pattern 4x2#"),
      equals: true)
  }

  @Test func `that are missing are reported, and nothing is drawn for them`() throws {
    let snapshot = try drawn(
      """
      {"id": "b", "type": "background", "paint": {"background-pattern": "waves"}},
      {"id": "f", "type": "fill", "source": "a", "paint": {"fill-pattern": ["concat", "wa", "ves"]}}
      """, of: square, images: images())
    #expect(snapshot.scene.layers.isEmpty)
    expect(
      snapshot.reported,
      equals: [
        "missing-image: there is no image \"waves\"; bring a sprite that has what is missing, "
          + "or a folder of PNG files with \"icons\""
      ])
  }

  @Test func `can be chosen by what is at hand`() throws {
    let snapshot = try drawn(
      """
      {"id": "f", "type": "fill", "source": "a",
       "paint": {"fill-pattern": ["coalesce", ["image", "waves"], ["image", "dots"]]}}
      """, of: square, images: images())
    #expect((snapshot.marks("f").count, snapshot.reported) == (1, []))
  }
}

@Suite struct `Outlines of areas` {
  @Test func `leave out where the world is cut`() throws {
    let snapshot = try drawn(
      """
      {"id": "f", "type": "fill", "source": "a", "paint": {"fill-outline-color": "red", "fill-opacity": 0.5}}
      """, of: feature("Polygon", "[[[150, -20], [180, -20], [180, 20], [150, 20], [150, -20]]]"), size: 600)
    let outline = try #require(snapshot.marks("f").last)
    #expect(
      outline.hasPrefix("stroke rgba(255,0,0,0.5) width 1.00 join round") || outline.hasPrefix("stroke"))
    #expect(!outline.contains("Z"))
  }
}

@Suite struct `Areas cut at the antimeridian` {
  private let halves = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
        [[[170, -10], [180, -10], [180, 10], [170, 10], [170, -10]]]}},
      {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
        [[[-180, -10], [-170, -10], [-170, 10], [-180, 10], [-180, -10]]]}}]}
    """

  @Test(arguments: [1.0, 2.0])
  func `meet on the edge of a pixel, so that nothing shines through`(scale: Double) throws {
    let style = try layered(#"{"id": "land", "type": "fill", "source": "shapes"}"#)
    let source = try MapSource(id: "shapes", features: geoFeatures(halves), clustering: nil)
    let view = try viewport(longitude: 179.37, zoom: 1.3, scale: scale)
    let scene = try picture(style, [source], view)
    let edges = scene.layers.flatMap(\.marks).compactMap { mark -> ClosedRange<Double>? in
      guard case .fill(let fill) = mark.shape else { return nil }
      let xs = fill.path.points.map(\.x)
      return xs.min().flatMap { left in xs.max().map { left...$0 } }
    }
    expect(edges.count, equals: 2)
    let (west, east) = (try #require(edges.first), try #require(edges.last))
    expect(west.upperBound, equals: east.lowerBound)
    expect((west.upperBound * scale).rounded(), equals: west.upperBound * scale)
    // The place itself is hit to half a pixel.
    let place = 200 + (180 - 179.37) / 360 * view.worldSize
    #expect(abs(west.upperBound - place) <= 0.5 / scale)
  }
}
