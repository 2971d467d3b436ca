import Drawing
import MapClusters
import MapContent
import MapDecorations
import MapFeatures
import MapGeometry
import MapScene
import MapStyle
import TestSupport
import Testing

@Suite struct `A scene` {
  private let dots = #"{"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 4}}"#

  @Test func `has a point where the projection places it`() throws {
    let source = try MapSource(id: "points", features: bare([(0, 0), (90, 45)]))
    let found = circles(try picture(layered(dots), [source], frame(width: 600)))
    // At zoom 0 the world is 512 points wide; y of 45° N is 1/2 − ln tan(67.5°)/2π.
    let y = 150 - 512 * (0.881_373_587_019_543 / (2 * Double.pi))
    expect(found.count, equals: 2)
    expect(found[0].center, equals: Point(x: 300, y: 150))
    #expect(abs(found[1].center.x - 428) < 1e-9)
    #expect(abs(found[1].center.y - y) < 1e-9)
  }

  @Test func `draws a point once for every copy of the world`() throws {
    let source = try MapSource(id: "points", features: bare([(0, 0)]))
    let found = circles(try picture(layered(dots), [source], frame(width: 1300)))
    expect(found.map(\.center.x), equals: [138, 650, 1162])
  }

  @Test func `draws what reaches into the picture and nothing beyond`() throws {
    // 512 points are 360°: 204 points left of the middle is outside by 4, its radius 4 just does not reach.
    let degrees = { (points: Double) in points * 360 / 512 }
    let source = try MapSource(
      id: "points", features: bare([(degrees(-203), 0), (degrees(-205), 0), (degrees(199), 0)]))
    let found = circles(try picture(layered(dots), [source], frame()))
    expect(found.map { $0.center.x.rounded() }, equals: [-3, 399])
  }

  @Test func `gives way to a background color and to none`() throws {
    let background = #"{"id": "sea", "type": "background", "paint": {"background-color": "blue"}}"#
    let look = try layered(background)
    try expect(picture(look, [], frame()).background, equals: Color(red: 0, green: 0, blue: 1))
    try expect(picture(look, [], frame(), options: PictureOptions(background: .none)).background, equals: nil)
    try expect(
      picture(look, [], frame(), options: PictureOptions(background: .color(.white))).background,
      equals: .white
    )
  }

  @Test func `leaves layers out of their zoom range, the upper end exclusive`() throws {
    let look = try layered(
      #"{"id": "low", "type": "circle", "source": "points", "maxzoom": 3}, {"id": "high", "type": "circle", "source": "points", "minzoom": 3}"#
    )
    let source = try MapSource(id: "points", features: bare([(0, 0)]))
    try expect(picture(look, [source], frame(zoom: 2.99)).layers.map(\.id), equals: ["low"])
    try expect(picture(look, [source], frame(zoom: 3)).layers.map(\.id), equals: ["high"])
  }

  @Test func `sorts circles by their key and keeps input order among equals`() throws {
    let look = try layered(
      #"{"id": "dots", "type": "circle", "source": "points", "layout": {"circle-sort-key": ["get", "k"]}, "paint": {"circle-radius": ["get", "r"]}}"#
    )
    let features = [(1, 2), (0, 3), (1, 4), (0, 5)].map { key, radius in
      #"{"type": "Feature", "properties": {"k": \#(key), "r": \#(radius)}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#
    }
    let source = try MapSource(
      id: "points",
      features: geoFeatures(
        #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#)
    )
    expect(circles(try picture(look, [source], frame())).map(\.radius), equals: [3, 5, 2, 4])
  }

  @Test func `falls back to the default where an expression fails, and reports it once`() throws {
    let look = try layered(
      #"{"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": ["get", "r"]}}"#)
    let source = try MapSource(id: "points", features: bare([(0, 0), (1, 1), (2, 2)]))
    let snapshot = try MapSnapshotter(style: look, sources: [source])
      .snapshot(of: frame(), shaper: HalfEmShaper())
    expect(circles(snapshot.scene).map(\.radius), equals: [5, 5, 5])
    expect(snapshot.notes.count, equals: 1)
  }
}

@Suite struct `Lines and areas of a base map` {
  private let square =
    #"{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[-10, -10], [10, -10], [10, 10], [-10, 10], [-10, -10]]]}}"#

  @Test func `keep an area inside the picture as it is`() throws {
    let look = try layered(#"{"id": "land", "type": "fill", "source": "shapes"}"#)
    let source = try MapSource(id: "shapes", features: geoFeatures(square))
    let drawn = try picture(look, [source], frame())
    guard case .fill(let fill)? = drawn.layers.first?.marks.first?.shape else {
      Issue.record("no area was drawn")
      return
    }
    expect(fill.path.verbs, equals: [.move, .line, .line, .line, .close])
    expect(fill.path.points.map { ($0.x * 100).rounded() / 100 }, equals: [185.78, 214.22, 214.22, 185.78])
  }

  @Test func `are cut to the picture and its margin`() throws {
    let look = try layered(#"{"id": "land", "type": "fill", "source": "shapes"}"#)
    let source = try MapSource(id: "shapes", features: geoFeatures(square))
    let drawn = try picture(look, [source], frame(zoom: 16))
    guard case .fill(let fill)? = drawn.layers.first?.marks.first?.shape, let bounds = fill.path.bounds
    else {
      Issue.record("no area was drawn")
      return
    }
    expect(bounds, equals: Rectangle(x: -64, y: -64, width: 528, height: 428))
  }

  @Test func `are not stroked where somebody cut the world at 180°`() throws {
    let east =
      #"{"type": "Polygon", "coordinates": [[[170, -10], [180, -10], [180, 10], [170, 10], [170, -10]]]}"#
    let look = try layered(#"{"id": "coast", "type": "line", "source": "shapes"}"#)
    let source = try MapSource(id: "shapes", features: geoFeatures(east))
    let drawn = try picture(look, [source], frame(175, 0))
    guard case .stroke(let stroke)? = drawn.layers.first?.marks.first?.shape else {
      Issue.record("no line was drawn")
      return
    }
    #expect(!stroke.path.verbs.contains(.close))
    // No piece of the line runs along x of 180°: 5° are 7.1 points right of the middle.
    let edge = 200 + 5 * 512 / 360.0
    var last: Point?
    for (verb, point) in zip(stroke.path.verbs, stroke.path.points) {
      if verb == .line, let last { #expect(abs(last.x - edge) > 1e-6 || abs(point.x - edge) > 1e-6) }
      last = point
    }
  }

  @Test func `drop points that cannot be distinguished`() throws {
    let crowded = (0...1000).map { "[\(Double($0) / 1000), 0]" }.joined(separator: ",")
    let look = try layered(#"{"id": "road", "type": "line", "source": "shapes"}"#)
    let source = try MapSource(
      id: "shapes", features: geoFeatures(#"{"type": "LineString", "coordinates": [\#(crowded)]}"#))
    let drawn = try picture(look, [source], frame())
    guard case .stroke(let stroke)? = drawn.layers.first?.marks.first?.shape else {
      Issue.record("no line was drawn")
      return
    }
    // One degree is 1.42 points: at most a point every half, both ends kept.
    #expect((2...4).contains(stroke.path.points.count))
    expect(stroke.path.points.first?.x, equals: 200)
  }

  @Test func `clip as a brute-force test of samples does`() {
    var random = Seeded(seed: 11)
    let clip = Rectangle(x: 0, y: 0, width: 10, height: 10)
    for _ in 0..<200 {
      let ring = (0..<3).map { _ in
        Point(x: .random(in: -10...20, using: &random), y: .random(in: -10...20, using: &random))
      }
      let cut = clip.clipped(ring: ring)
      for _ in 0..<20 {
        let probe = Point(
          x: .random(in: 0.01...9.99, using: &random), y: .random(in: 0.01...9.99, using: &random))
        expect(isInside(probe, ring), equals: isInside(probe, cut))
      }
    }
  }

  /// By the number of edges a ray to the right crosses.
  private func isInside(_ point: Point, _ ring: [Point]) -> Bool {
    var inside = false
    for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > point.y) != (b.y > point.y) {
      if point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x { inside.toggle() }
    }
    return inside
  }
}
