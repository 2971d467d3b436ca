import Drawing
import Foundation
import MapDecorations
import MapScene
import TestSupport
import Testing

/// A picture of 200 points square; squares are 20 wide with a ring of 2.
@Suite struct `A square mark` {
  private static let layers = """
    {"id": "squares", "type": "circle", "source": "a",
     "metadata": {"clustersnap:shape": "square", "clustersnap:pair": "counts"},
     "paint": {"circle-radius": 10, "circle-color": "#ff0000", "circle-stroke-width": 2, "circle-stroke-color": "#ffffff"}},
    {"id": "counts", "type": "symbol", "source": "a",
     "layout": {"text-field": "12", "text-size": 10, "text-allow-overlap": true}}
    """

  /// A place in the picture, as a point of the data: 512 points are 360°.
  private func place(_ x: Double, _ y: Double) -> (Double, Double, String) {
    ((x - 100) * 360 / 512, 2 * atan(tanh((100 - y) * .pi / 512)) * 180 / .pi, "{}")
  }

  private func marks(_ x: Double, _ y: Double, cuts: Bool = false) throws -> (
    areas: [Rectangle], texts: [Rectangle], notes: [String]
  ) {
    let options = with(PictureOptions()) { $0.cutsLabelsAtEdge = cuts }
    let shot = try drawn(Self.layers, of: points([place(x, y)]), options: options)
    var areas: [Rectangle] = []
    for mark in shot.scene.layers.flatMap(\.marks) {
      if case .fill(let fill) = mark.shape { areas.append(try #require(fill.path.bounds)) }
    }
    let texts = texts(shot.scene).map { run in
      run.fragments.reduce(Rectangle(x: run.pivot.x, y: run.pivot.y, width: 0, height: 0)) { box, fragment in
        box.union(fragment.outline.bounds?.offset(by: fragment.origin) ?? box)
      }
    }
    return (areas, texts, shot.notes.map(\.message))
  }

  @Test func `has the radius as half its side, its ring around it and its count inside`() throws {
    let (areas, texts, notes) = try marks(100, 100)
    #expect(notes.isEmpty)
    #expect((areas.map(\.width), areas.map(\.height)) == ([24, 20], [24, 20]))
    #expect(near(areas[1].center.x, 100))
    #expect(near(areas[1].center.y, 100))
    try #require(texts.count == 1)
    #expect(areas[1].contains(texts[0]))
  }

  @Test(arguments: [(12.0, 100.0), (188, 100), (100, 12), (100, 188), (12, 188)])
  func `is whole in its place where the picture has room for it`(x: Double, y: Double) throws {
    let (areas, texts, notes) = try marks(x, y)
    try #require(areas.count == 2)
    #expect(near(areas[1].center.x, x, 1e-6))
    #expect(near(areas[1].center.y, y, 1e-6))
    try #require(texts.count == 1)
    #expect(areas[1].contains(texts[0]))
    #expect(notes.isEmpty)
  }

  @Test(arguments: [
    (11.0, 100.0), (189, 100), (100, 11), (100, 189), (0.5, 199.5), (9, 9), (-1, 100), (201, 100), (100, 211),
  ])
  func `is cut in its place by the picture's edge, never absent`(x: Double, y: Double) throws {
    let (areas, _, notes) = try marks(x, y)
    try #require(areas.count == 2)
    #expect(near(areas[1].center.x, x, 1e-6))
    #expect(near(areas[1].center.y, y, 1e-6))
    #expect(notes.isEmpty)
  }

  @Test(arguments: [(-13.0, 100.0), (213, 100), (100, -13), (100, 213)])
  func `is not there where none of it is in the picture`(x: Double, y: Double) throws {
    let (areas, texts, notes) = try marks(x, y)
    #expect(areas.isEmpty)
    #expect(texts.isEmpty)
    #expect(notes.isEmpty)
  }

  @Test func `is cut where labels are`() throws {
    let (areas, texts, _) = try marks(-1, 100, cuts: true)
    try #require(areas.count == 2)
    #expect(near(areas[1].center.x, -1))
    expect(texts.count, equals: 1)
    #expect(near(texts[0].center.x, -1, 0.01))
  }
}

/// Marks that stand above their points, in a picture of 200 points square.
@Suite struct `A raised mark` {
  private func circles(_ x: Double, _ y: Double, _ metadata: String) throws -> Snapshot {
    let layers = """
      {"id": "marks", "type": "circle", "source": "a", "metadata": {\(metadata), "clustersnap:pair": "counts"},
       "paint": {"circle-radius": 10, "circle-color": "#ff0000", "circle-stroke-width": 2, "circle-stroke-color": "#ffffff"}},
      {"id": "counts", "type": "symbol", "source": "a",
       "layout": {"text-field": "12", "text-size": 10, "text-allow-overlap": true}}
      """
    let place = ((x - 100) * 360 / 512, 2 * atan(tanh((100 - y) * .pi / 512)) * 180 / .pi, "{}")
    return try drawn(layers, of: points([place]))
  }

  private func heads(_ shot: Snapshot) -> [Circle] {
    shot.scene.layers.flatMap(\.marks).compactMap { mark in
      if case .circle(let circle) = mark.shape { circle } else { nil }
    }
  }

  @Test func `has its lower edge on its point, and its count inside`() throws {
    let shot = try circles(100, 80, #""clustersnap:anchor": "bottom""#)
    let head = try #require(heads(shot).first)
    // 10 and a ring of 2 above.
    #expect(near(head.center.y, 68, 1e-6))
    #expect(near(head.center.x, 100, 1e-6))
    let run = try #require(texts(shot.scene).first)
    #expect(abs(run.fragments[0].origin.y - 68) < 10)
  }

  @Test func `is a pin whose needle ends at its point`() throws {
    let shot = try circles(100, 80, #""clustersnap:shape": "pin""#)
    let needles = shot.scene.layers.flatMap(\.marks).compactMap { mark in
      if case .stroke(let stroke) = mark.shape { stroke.path.bounds } else { nil }
    }
    try #require(needles.count == 1)
    #expect(near(needles[0].maxY, 80, 1e-6))
    // Head and ring, and a needle of 1.6 radii.
    #expect(near(heads(shot)[0].center.y, 80 - 28, 1e-6))
    expect(heads(shot).map(\.radius), equals: [10, 2.5])
  }

  @Test func `is seen while its point lies below the picture, until nothing of it is in view`() throws {
    let bottom = #""clustersnap:anchor": "bottom""#
    expect(heads(try circles(100, 223, bottom)).count, equals: 1)
    #expect(heads(try circles(100, 225, bottom)).isEmpty)
  }
}

/// Labels that stand beside their bubbles.
@Suite struct `A label of a marker outside the picture` {
  private static let layers = """
    {"id": "pins", "type": "circle", "source": "a", "paint": {"circle-radius": 8}},
    {"id": "names", "type": "symbol", "source": "a", "layout": {"text-field": "12", "text-size": 10,
     "text-anchor": "right", "text-offset": [-0.9, 0]}}
    """

  @Test(arguments: [(195.0, 1), (203, 1), (206, 0), (212, 0)])
  func `is drawn while its bubble is recognized`(x: Double, count: Int) throws {
    let shot = try drawn(Self.layers, of: points([((x - 100) * 360 / 512, 0, "{}")]))
    expect(texts(shot.scene).count, equals: count)
    #expect(shot.notes.isEmpty)
  }

  @Test func `is drawn where the picture has no bubbles`() throws {
    let alone =
      #"{"id": "names", "type": "symbol", "source": "a", "layout": {"text-field": "12", "text-size": 10, "text-anchor": "right", "text-offset": [-0.9, 0]}}"#
    let shot = try drawn(alone, of: points([((206.0 - 100) * 360 / 512, 0, "{}")]))
    expect(texts(shot.scene).count, equals: 1)
  }
}

/// Labels of 10 by 12 points beside bubbles of 8, to the right or, else, to the left.
@Suite struct `Labels that avoid bubbles` {
  private func anchors(_ degrees: [Double], avoids: Bool = true) throws -> [Bool] {
    let layers = """
      {"id": "pins", "type": "circle", "source": "a", "paint": {"circle-radius": 8}},
      {"id": "counts", "type": "symbol", "source": "a",
       \(avoids ? #""metadata": {"clustersnap:avoid-bubbles": true},"# : "")
       "layout": {"text-field": "12", "text-size": 10, "text-variable-anchor": ["left", "right"],
        "text-radial-offset": 0.95, "text-padding": 0}}
      """
    let shot = try drawn(layers, of: points(degrees.map { ($0, 0, "{}") }))
    #expect(shot.notes.isEmpty)
    // Whether each label stands to the right of its own point, from west to east.
    return zip(texts(shot.scene), degrees).map { run, longitude in
      run.fragments[0].origin.x > 100 + longitude * 512 / 360
    }
  }

  @Test func `stand where no other bubble is`() throws {
    // 20 points apart: right of the first lies the second.
    try expect(anchors([0, 20.0 * 360 / 512]), equals: [false, true])
    try expect(anchors([0, 20.0 * 360 / 512], avoids: false), equals: [true, true])
    try expect(anchors([0]), equals: [true])
  }

  @Test func `stand anywhere rather than nowhere`() throws {
    let way = 20.0 * 360 / 512
    try expect(anchors([-way, 0, way]).count, equals: 3)
  }

  @Test(arguments: [(26, 2), (20, 1)]) func `come near a round edge, not over it`(way: Int, count: Int) throws
  {
    // A text of 5 by 12 points: its nearest corner is 30.9 points away, or 22.4.
    let layers = """
      {"id": "names", "type": "symbol", "source": "a",
       "layout": {"text-field": "1", "text-size": 10, "text-padding": 0}, "paint": {"text-translate": [\(way), \(way)]}},
      {"id": "pins", "type": "circle", "source": "a", "paint": {"circle-radius": 30},
       "metadata": {"clustersnap:pair": "counts"}},
      {"id": "counts", "type": "symbol", "source": "a", "layout": {"text-field": "2", "text-size": 10}}
      """
    expect(texts(try drawn(layers, of: points([(0, 0, "{}")])).scene).count, equals: count)
  }
}
