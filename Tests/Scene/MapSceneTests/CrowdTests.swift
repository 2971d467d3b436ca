import Drawing
import MapContent
import MapDecorations
import MapGeometry
import MapScene
import TestSupport
import Testing

@Suite struct `Crowds of discs` {
  private func discs(_ count: Int, thins: Bool = true) throws -> [Circle] {
    let style = try layered(
      """
      {"id": "dots", "type": "circle", "source": "points", "metadata": {"clustersnap:crowd": \(thins)},
       "paint": {"circle-radius": 4, "circle-stroke-width": 1.25, "circle-stroke-color": "#ffffff"}}
      """)
    var random = Seeded(seed: 4)
    let places = (0..<count).map { _ in
      (
        longitude: Double.random(in: -20...20, using: &random),
        latitude: Double.random(in: -15...15, using: &random)
      )
    }
    let source = try MapSource(id: "points", features: bare(places))
    return circles(try picture(style, [source], frame(zoom: 2)))
  }

  @Test func `are runs of places where nobody asks for their markers`() throws {
    let style = try style(
      """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "dots", "type": "circle", "source": "p",
        "paint": {"circle-radius": 3, "circle-color": ["case", ["<", ["get", "n"], 700], "#ff0000", "#0000ff"]}}]}
      """)
    let rows = (0..<1500).map { "\(Double($0 % 50) * 4 - 100),\(Double($0 / 50) * 2 - 30),\($0)" }
    let csv = "lon,lat,n\n" + rows.joined(separator: "\n")
    var options = PictureOptions(describesMarks: false)
    let single = try snapshot(style, [("p", csv)], viewport(), options)
    options.tracksMarkers = false
    let runs = try snapshot(style, [("p", csv)], viewport(), options)
    expect(runs.scene.text, equals: single.scene.text)
    #expect(single.scene.layers[0].marks.count > 1000)
    expect(runs.scene.layers[0].marks.count, equals: 2)
    #expect(single.ownership.isComplete)
    #expect(!runs.ownership.isComplete)
    #expect(runs.ownership.markers.isEmpty)
  }

  @Test func `pass ranges of numbers as each of them by itself`() throws {
    let style = try style(
      """
      {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [{"id": "low", "type": "circle", "source": "p", "filter": ["<", ["get", "n"], 1234.5]},
        {"id": "high", "type": "circle", "source": "p", "filter": ["all", [">=", ["get", "n"], 1234.5], ["has", "n"]]},
        {"id": "none", "type": "circle", "source": "p", "filter": ["has", "other"]}]}
      """)
    let rows = (0..<5000).map { number in
      "\(Double(number % 70) * 4 - 140),\(Double(number / 70) * 2 - 70),\(number * 7919 % 5000)"
    }
    let source = try MapSource(id: "p", features: try table("lon,lat,n\n" + rows.joined(separator: "\n")))
    let found = try MapSnapshotter(style: style, sources: [source]).snapshot(
      of: viewport(), shaper: BoxShaper())
    expect(found.scene.layers.map(\.id), equals: ["low", "high"])
    expect(found.scene.layers.map(\.singleMarks.count), equals: [1235, 3765])
  }

  @Test func `are drawn as they are set up to a thousand`() throws {
    let plain = try discs(1_000)
    #expect(plain.allSatisfy { $0.radius == 4 && $0.strokeWidth == 1.25 && $0.fill.alpha == 1 })
    #expect(try discs(5_000, thins: false).allSatisfy { $0.radius == 4 && $0.strokeWidth == 1.25 })
  }

  @Test func `have thinner rings and cover no more than a thousand would, beyond`() throws {
    let some = try discs(1_600)
    // The root of 1000/1600 is 0.79.
    #expect(some.allSatisfy { abs($0.radius - 3.162) < 0.01 && abs($0.strokeWidth - 0.726) < 0.01 })
    #expect(some.allSatisfy { $0.fill.alpha < 0.95 && $0.fill.alpha > 0.8 })
    let many = try discs(20_000)
    expect(many.count, equals: 20_000)
    #expect(many.allSatisfy { $0.radius == 1.6 && $0.strokeWidth == 0 && $0.fill.alpha < 0.5 })
  }
}
