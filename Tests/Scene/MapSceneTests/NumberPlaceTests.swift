import Drawing
import MapContent
import MapDecorations
import MapFeatures
import MapGeometry
import MapScene
import MapSettings
import MapStyle
import TestSupport
import Testing

@Suite struct `Numbers beside bubbles` {
  private func snapshot(_ layer: String, _ options: PictureOptions) throws -> Snapshot {
    let look = """
      {"version": 8, "sources": {"points": {"type": "geojson", "data": {"type": "FeatureCollection", "features": []}}},
       "layers": [\(layer)]}
      """
    let rows = (1...1250).map { "\($0),0,0,7\n" }.joined()
    let settings = with(ClusterOptions()) { $0.method = .grid }
    let source = try MapSource(
      id: "points", features: try table("id,lon,lat,a\n" + rows),
      clustering: SourceClustering(nil, options: settings))
    return try MapSnapshotter(style: try style(look), sources: [source]).snapshot(
      of: try viewport(),
      options: options, shaper: BoxShaper())
  }

  private static let dots =
    #"{"id": "dots", "type": "circle", "source": "points", "paint": {"circle-radius": 10}}"#

  @Test(arguments: [
    (NumberFormat(), "… and 1,248 more"), (NumberFormat(.plain), "… and 1248 more"),
    (NumberFormat(.auto, marks: NumberMarks(language: "de")), "… and 1.248 more"),
  ])
  func `are written alike in lists of members`(format: NumberFormat, expected: String) throws {
    var options = PictureOptions()
    options.callouts = .all
    options.calloutRows = 2
    options.numberFormat = format
    let scene = try snapshot(Self.dots, options).scene
    let details = scene.layers.flatMap(\.marks).compactMap(\.subject?.details)
    expect(details, equals: ["1\n2\n" + expected])
  }

  @Test(arguments: [
    (NumberFormat(), "all: 1,250"), (NumberFormat(.plain), "all: 1250"),
    (NumberFormat(.auto, marks: NumberMarks(language: "fr")), "all: 1\u{202F}250"),
  ])
  func `are written alike in the titles of shares`(format: NumberFormat, expected: String) throws {
    let options = with(PictureOptions()) { $0.numberFormat = format }
    let scene = try snapshot(
      """
      {"id": "rings", "type": "circle", "source": "points", "paint": {"circle-radius": 20}, "metadata":
      {"clustersnap:donut": {"segments": [{"property": "point_count", "color": "#ff0000", "label": "all"}]}}}
      """, options
    ).scene
    let titles = scene.layers.flatMap(\.marks).compactMap(\.subject?.title)
    #expect(titles.contains(expected), "\(titles)")
  }
}
