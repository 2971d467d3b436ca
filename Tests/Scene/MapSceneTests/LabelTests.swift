import Drawing
import MapContent
import MapFeatures
import MapGeometry
import MapScene
import MapStyle
import TestSupport
import Testing

@Suite struct `Labels` {
  private func layer(_ id: String, _ layout: String) -> String {
    #"{"id": "\#(id)", "type": "symbol", "source": "points", "layout": {"text-field": "\#(id)", "text-size": 10\#(layout)}}"#
  }

  private func runs(_ layers: [String], at places: [(longitude: Double, latitude: Double)]) throws -> [String]
  {
    let source = try MapSource(id: "points", features: bare(places))
    return texts(try picture(layered(layers.joined(separator: ",")), [source], frame(zoom: 2))).flatMap {
      run in
      run.fragments.map(\.text)
    }
  }

  @Test func `of the topmost layer are placed first`() throws {
    try expect(runs([layer("under", ""), layer("over", "")], at: [(0, 0)]), equals: ["over"])
  }

  @Test func `that may overlap are all drawn`() throws {
    let both = #", "text-allow-overlap": true"#
    try expect(runs([layer("under", both), layer("over", both)], at: [(0, 0)]), equals: ["under", "over"])
    try expect(
      runs([layer("under", ""), layer("over", #", "text-ignore-placement": true"#)], at: [(0, 0)]),
      equals: [
        "under", "over",
      ])
  }

  @Test func `of one layer keep those that come first`() throws {
    let source = try MapSource(id: "points", features: bare([(0, 0), (0.1, 0), (20, 0)]))
    let snapshot = try MapSnapshotter(style: layered(layer("a", "")), sources: [source])
      .snapshot(of: frame(zoom: 2), shaper: HalfEmShaper())
    expect(texts(snapshot.scene).count, equals: 2)
    expect(snapshot.notes.map(\.code), equals: ["labels-hidden"])
    #expect(snapshot.notes[0].message.hasPrefix("1 of 3 labels of layer a found no place and is not drawn"))
  }

  @Test func `cut by the edge are moved inside or left out`() throws {
    // "edge" is 20 by 12 points, and 2 of padding: half of it outside is moved, more is dropped.
    let degrees = { (points: Double) in points * 360 / 2048 }
    let source = try MapSource(
      id: "points", features: bare([(degrees(-195), 0), (degrees(207), 20)]))
    let found = texts(try picture(layered(layer("edge", "")), [source], frame(zoom: 2)))
    expect(found.count, equals: 1)
    expect(found.first.map { $0.fragments[0].origin.x >= 0 }, equals: true)
  }

  @Test func `stand on the side that their anchor sets`() throws {
    for (anchor, left) in [("left", 200.0), ("right", 180), ("center", 190)] {
      let source = try MapSource(id: "points", features: bare([(0, 0)]))
      let run = try #require(
        texts(try picture(layered(layer("word", #", "text-anchor": "\#(anchor)""#)), [source], frame())).first
      )
      #expect(abs(run.fragments[0].origin.x - left) < 1e-9)
    }
  }

  @Test func `never share a pixel, whatever the order`() throws {
    var places: [(longitude: Double, latitude: Double)] = []
    var random = Seeded(seed: 1)
    func next() -> Double { random.number(in: 0...1) }
    for _ in 0..<300 { places.append((next() * 60 - 30, next() * 40 - 20)) }
    let source = try MapSource(id: "points", features: bare(places))
    let boxes = texts(try picture(layered(layer("ab", "")), [source], frame(zoom: 2))).map { run in
      let fragment = run.fragments[0]
      return fragment.outline.bounds?.offset(by: fragment.origin)
        ?? Rectangle(x: 0, y: 0, width: 0, height: 0)
    }
    #expect(boxes.count > 20)
    for (index, box) in boxes.enumerated() {
      for other in boxes.dropFirst(index + 1) { #expect(!box.intersects(other)) }
    }
  }
}
