import Drawing
import MapContent
import MapStyle
import TestSupport
import Testing

@testable import MapScene

@Suite struct `A donut` {
  /// Two places of points with a property `kind`, each place one cluster.
  private func donut(_ settings: String = "", paint: String = "") throws -> Style {
    try style(
      """
      {"version": 8,
      "metadata": {"clustersnap:sources": {"p": {"method": "grid", "cellSize": 60}}},
      "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}, "cluster": true,
      "clusterProperties": {
      "a": ["+", ["case", ["==", ["get", "kind"], "a"], 1, 0]],
      "b": ["+", ["case", ["==", ["get", "kind"], "b"], 1, 0]]}}},
      "layers": [{"id": "rings", "type": "circle", "source": "p", "filter": ["has", "point_count"],
      "metadata": {"clustersnap:donut": {"segments": [{"property": "a", "color": "#ff0000"},
      {"property": "b", "color": "#0000ff", "label": "Bees"}]\(settings)}},
      "paint": {"circle-radius": 20\(paint)}}]}
      """)
  }

  private func points(_ kinds: String) -> String {
    "lon,lat,kind\n" + kinds.map { "0,0,\($0)\n" }.joined()
  }

  @Test func `is a white disc, its shares and their sum`() throws {
    let shot = try snapshot(try donut(), [("p", points("baab"))], viewport())
    // The hole is 0.6 of the radius; beneath the segments the disc goes on for a point.
    expect(
      shot.scene.lines(of: "rings").map { String($0.prefix(70)) },
      equals: [
        ##"circle 200.00,150.00 r 13.00 fill #ffffff | "8589935746" 4 "4 points""##.prefix70,
        "fill #ff0000 M 200.00,130.00 C 205.30,130.00 210.39,132.11 214.14,135.86".prefix70,
        "fill #0000ff M 200.00,170.00 C 194.70,170.00 189.61,167.89 185.86,164.14".prefix70,
        ##"text middle at 195.20,155.60 "4" #000000 16.00 advance 9.60"##.prefix70,
      ])
  }

  @Test func `names property and value of each segment`() throws {
    let shot = try snapshot(try donut(), [("p", points("bab"))], viewport())
    let subjects = try #require(shot.scene.layers.first).marks.compactMap(\.subject)
    let id = try #require(subjects.first?.id)
    expect(subjects.map(\.title), equals: ["3 points", "a: 1", "Bees: 2"])
    expect(subjects.map(\.id), equals: [id, "\(id)/a", "\(id)/Bees"])
    expect(subjects.map(\.count), equals: [3, 1, 2])
  }

  @Test func `is grey and shows the number of points where nothing has a share`() throws {
    let shot = try snapshot(try donut(), [("p", points("ccc"))], viewport())
    let lines = shot.scene.lines(of: "rings")
    try #require(lines.count == 3, "\(lines)")
    #expect(lines[1].hasPrefix("fill #bdbdbd M 200.00,130.00"), "\(lines)")
    expect(lines.last?.contains("\"3\""), equals: true)
    let worded = try snapshot(
      try donut(#", "text": "none""#), [("p", points("ccc"))], viewport())
    expect(worded.scene.lines(of: "rings").last?.contains("\"none\""), equals: true)
  }

  @Test func `has its text whole or not at all where the picture's edge cuts it`() throws {
    // 512 points are 360°: the marker stands so far from the middle of a picture 400 points wide.
    for (longitude, isDescribed) in [(0.0, true), (134, true), (-134, true), (139, false), (-139, false)] {
      let shot = try snapshot(try donut(), [("p", points("ab"))], viewport(longitude: longitude))
      let lines = shot.scene.lines(of: "rings")
      #expect(lines.contains { $0.hasPrefix("fill") }, "\(longitude)")
      expect(lines.contains { $0.hasPrefix("text") }, equals: isDescribed, "\(longitude)")
    }
  }

  @Test func `reports where it is too small for its text`() throws {
    let shot = try snapshot(try donut(#", "radius": 3"#), [("p", points("bb"))], viewport())
    expect(shot.scene.lines(of: "rings").count, equals: 2)
    let note = try #require(shot.notes.first { $0.code == "labels-hidden" })
    expect(
      note.message,
      equals: "1 of 1 rings of layer rings are too small for their text, which is not drawn; make radius or "
        + "hole larger, or set textSize to 0")
    #expect(note.path.dotted.hasSuffix("metadata.clustersnap:donut"), "\(note.path.dotted)")
    #expect(note.position != nil, "\(note.path.dotted)")
    let mute = try snapshot(try donut(#", "radius": 3, "textSize": 0"#), [("p", points("bb"))], viewport())
    #expect(mute.notes.isEmpty)
  }

  @Test func `leaves out what has no share`() throws {
    let shot = try snapshot(try donut(), [("p", points("bb"))], viewport())
    let lines = shot.scene.lines(of: "rings")
    try #require(lines.count == 3)
    #expect(lines[1].hasPrefix("fill #0000ff M 200.00,130.00"))
    expect(lines[1].split(separator: "M").count, equals: 3, "a whole ring is two circles")
  }

  @Test(arguments: [
    (9, "9", 18.0, 16.0), (10, "10", 24.0, 18.0), (99, "99", 24.0, 18.0), (100, "100", 32.0, 20.0),
    (1000, "1,000", 50.0, 22.0), (1_234_567, "1,234,567", 50.0, 22.0),
  ])
  func `has the radius and letters of its sum, and the sum stays in the hole`(
    count: Int, text: String, radius: Double, size: Double
  ) throws {
    let style = try donut(
      """
      , "radius": ["step", ["+", ["get", "a"], ["get", "b"]], 18, 10, 24, 100, 32, 1000, 50],
      "textSize": ["step", ["+", ["get", "a"], ["get", "b"]], 16, 10, 18, 100, 20, 1000, 22]
      """)
    let donut = try #require(style.layer("rings")?.settings.donut)
    var drawing = LayerDrawing(frame: ViewFrame(try viewport()), shaper: BoxShaper())
    let feature = MemberFeature([
      StyleMember(key: "a", value: .number(Double(count - 1))), StyleMember(key: "b", value: .number(1)),
    ])
    let item = PointItem(index: 0, feature: feature, point: .init(x: 0.5, y: 0.5), subject: nil)
    let ring = try DonutLayer(donut: donut).ring(of: item, layerRadius: 5, opacity: 1, in: &drawing)
    expect(ring.radius, equals: radius)
    let marks = ring.marks(at: .zero, subject: nil)
    guard case .text(let run)? = marks.last?.shape, let fragment = run.fragments.first else {
      Issue.record("no text")
      return
    }
    expect(fragment.text, equals: text)
    // Letters are boxes 0.6 em wide and 0.7 em high about the middle.
    let em = fragment.font.size
    let corner = (fragment.advance * fragment.advance + 0.49 * em * em).squareRoot() / 2
    #expect(em <= size)
    #expect(corner <= radius * 0.6)
    #expect(em == size || corner > radius * 0.6 * 0.9, "no smaller than it must be")
  }

  @Test func `is as opaque as its layer and keeps its ring outside`() throws {
    let style = try donut(
      paint: ##", "circle-opacity": 0.5, "circle-stroke-width": 2, "circle-stroke-color": "#00ff00""##)
    let shot = try snapshot(style, [("p", points("ba"))], viewport())
    let lines = shot.scene.lines(of: "rings")
    expect(lines[0], equals: "circle 200.00,150.00 r 20.00 fill rgba(0,0,0,0) stroke #00ff00 2.00")
    #expect(lines[1].hasPrefix("circle 200.00,150.00 r 12.00 fill rgba(255,255,255,0.5)"))
    #expect(lines[2].hasPrefix("fill rgba(255,0,0,0.5)"))
  }
}

extension String {
  fileprivate var prefix70: String { String(prefix(70)) }
}
